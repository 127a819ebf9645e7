//
//  App.swift
//  Shop
//
//  Copyright © 2016 Northpier Mobile GmbH. All rights reserved.
//

import Foundation

struct App {
    static var router = Router()
    static var settings = Settings()
    static var checkoutCount: Int = 0
}

struct Log {
    static let isEnabled = false
    static func d(_ tag: String, _ message: String) { if isEnabled { print(tag, message) } }
}

nonisolated struct Settings: Equatable {
    var deliveryFee: Int = 490 // cents, same as Android
    var freeDeliveryFrom: Int = 5000
    var isThreeForTwoOn: Bool = false
}

class OffersManager {
    // offers.json
    static func updateSettings(withResponse response: [String: Any]) {
        if let deliveryFee = response["delivery_fee"] as? Int { App.settings.deliveryFee = deliveryFee }
        if let freeDeliveryFrom = response["free_delivery_from"] as? Int {
            App.settings.freeDeliveryFrom = freeDeliveryFrom
        }
        if let runningOffers = response["offers"] as? [String] {
            App.settings.isThreeForTwoOn = runningOffers.contains("three_for_two")
        }
    }
}
