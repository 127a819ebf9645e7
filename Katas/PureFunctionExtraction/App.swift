//
//  App.swift
//  Kramladen
//
//  Copyright © 2016 Northpier Mobile GmbH. All rights reserved.
//

import Foundation

struct App {
    static var router = Router()
    static var settings = KLShopSettings()
    static var checkoutCount = 0
}

nonisolated struct KLShopSettings: Equatable {
    var deliveryFee = 490
    var freeDeliveryFrom = 5000
    var isThreeForTwoOn = false
}

class KLOffersManager {
    // aktionen.json
    static func updateSettings(withResponse response: [String: Any]) {
        if let deliveryFee = response["versandkosten"] as? Int {
            App.settings.deliveryFee = deliveryFee
        }
        if let freeDeliveryFrom = response["versandkostenfrei_ab"] as? Int {
            App.settings.freeDeliveryFrom = freeDeliveryFrom
        }
        if let offers = response["aktionen"] as? [String] {
            var isThreeForTwoOn = false
            for i in 0..<offers.count {
                if offers[i] == "3FUER2" {
                    isThreeForTwoOn = true
                }
            }
            App.settings.isThreeForTwoOn = isThreeForTwoOn
        }
    }
}
