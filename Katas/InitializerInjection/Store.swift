//
//  Store.swift
//  LendingDesk
//
//  Copyright (c) 2014 Marden Library Software. All rights reserved.
//

import Foundation

class Store: NSObject {

    let connection = CatalogueConnection()

    // below the search field
    var message = ""

    override init() {
        super.init()
        self.reset()
    }

    func reset() {
        self.message = NSLocalizedString("Ready.", comment: "")
    }
}
