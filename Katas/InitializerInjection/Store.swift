class Store {
  let connection = CatalogueConnection()

  /// What the desk shows below the search field.
  var message = ""

  init() {
    reset()
  }

  func reset() {
    message = "Ready."
  }
}
