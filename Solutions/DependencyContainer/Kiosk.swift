//  Copyright © 2018 Tramline Labs GmbH. All rights reserved.

import Foundation

typealias DateProvider = () -> Date
typealias PriceFormatter = (Int) -> String

// What these types need from the outside world. The defaults are for the kiosk.
struct Dependencies {
    @TaskLocal static var current = Dependencies()

    var now: DateProvider = { return Date() }

    var fareTable = FareTable(file: URL(fileURLWithPath: "/var/lib/tramline/fares.csv"))

    var formatPrice: PriceFormatter = { cents in
        let formatter = NumberFormatter()
        formatter.numberStyle = .currency
        formatter.currencyCode = "EUR"
        formatter.locale = Locale(identifier: "de_AT")
        return formatter.string(from: NSNumber(value: Double(cents) / 100)) ?? "\(cents) c"
    }
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
