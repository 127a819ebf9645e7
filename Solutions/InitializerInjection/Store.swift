/// What a store needs from the catalog.
protocol Catalog {
  func request(_ path: String) -> [String: Any]?
}

extension CatalogueConnection: Catalog {}

class Store {
  let connection: any Catalog

  /// The text below the search field at the desk.
  var message = ""

  init(connection: any Catalog = CatalogueConnection()) {
    self.connection = connection
    reset()
  }

  func reset() {
    message = "Ready."
  }
}
