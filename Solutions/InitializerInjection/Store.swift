import Foundation

protocol Catalog {
    func request(_ path: String) -> [String: Any]?
}

extension CatalogueConnection: Catalog {}

class Store: NSObject {

    let connection: any Catalog

    // LDSearchViewController
    var message = ""

    init(connection: any Catalog) {
        self.connection = connection
        super.init()
        self.reset()
    }

    override convenience init() {
        self.init(connection: CatalogueConnection())
    }

    func reset() {
        self.message = "Ready."
    }
}
