//
//  Globals.swift
//  Tramline
//
//  Created by Clemens Aigner on 09.04.18.
//  Copyright © 2018 Tramline Labs GmbH. All rights reserved.
//

import Foundation

final class Session {

    static let shared = Session()

    /// LoginService sets it, and PurchaseViewController when somebody buys Tramline Plus.
    var plusEndDate: Date?

    private init() {}
}

extension Date {

    func toString(_ dateFormat: String) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "Europe/Vienna")!
        formatter.dateFormat = dateFormat
        return formatter.string(from: self)
    }
}

extension Int {

    /// For prices in cents
    var priceText: String {
        if self == 0 { return "free" }
        return String(format: "€ %.2f", Double(self) / 100)
    }
}
