import Foundation

class Store: NSObject {

    let connection = CatalogueConnection()

    // LDSearchViewController
    var message = ""

    override init() {
        super.init()
        self.reset()
    }

    func reset() {
        self.message = "Ready."
    }
}
