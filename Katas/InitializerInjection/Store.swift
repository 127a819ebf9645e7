class Store {
  let connection = CatalogueConnection()

  /// The text below the search field at the desk.
  var message = ""

  init() {
    reset()
  }

  func reset() {
    message = "Ready."
  }
}
