/// What a store asks of the catalog.
protocol Catalog {
  func request(_ path: String) -> [String: Any]?
}

extension CatalogueConnection: Catalog {}

class Store {
  let connection: any Catalog

  /// What the desk shows below the search field.
  var message = ""

  init(connection: any Catalog = CatalogueConnection()) {
    self.connection = connection
    reset()
  }

  func reset() {
    message = "Ready."
  }
}
