//
//  Store.swift
//  LendingDesk
//
//  Copyright (c) 2014 Marden Library Software. All rights reserved.
//

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
