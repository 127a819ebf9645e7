//  Copyright © 2018 Tramline Labs GmbH. All rights reserved.

import Foundation

typealias DateProvider = () -> Date
typealias PriceFormatter = (Int) -> String

// MARK: - Globals

let now: DateProvider = { return Date() }

let fareTable = FareTable(file: URL(fileURLWithPath: "/var/lib/tramline/fares.csv"))

let formatPrice: PriceFormatter = { cents in
    let formatter = NumberFormatter()
    formatter.numberStyle = .currency
    formatter.currencyCode = "EUR"
    formatter.locale = Locale(identifier: "de_AT")
    return formatter.string(from: NSNumber(value: Double(cents) / 100)) ?? "\(cents) c"
}

extension Date {
    func toString(_ dateFormat: String) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TripPlanner.timeZone
        formatter.dateFormat = dateFormat
        return formatter.string(from: self)
    }
}
