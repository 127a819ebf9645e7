//  Copyright © 2018 Tramline Labs GmbH. All rights reserved.

import Foundation

typealias DateProvider = () -> Date
typealias PriceFormatter = (Int) -> String

// What the types need from outside. The defaults are for the kiosk.
struct Dependencies {

    @TaskLocal static var current = Dependencies()

    var now: DateProvider = { return Date() }

    var fareTable = FareTable(file: URL(fileURLWithPath: "/var/lib/kiosk/fares.csv"))

    var formatPrice: PriceFormatter = { cents in
        let numberFormatter = NumberFormatter()
        numberFormatter.numberStyle = .currency
        numberFormatter.currencyCode = "EUR"
        numberFormatter.locale = Locale(identifier: "de_AT")
        return numberFormatter.string(from: NSNumber(value: Double(cents) / 100)) ?? "\(cents) c"
    }
}

extension Date {

    func text(_ dateFormat: String, timeZone: TimeZone = TripPlanner.timeZone) -> String {
        let df = DateFormatter()
        df.locale = Locale(identifier: "en_US_POSIX")
        df.timeZone = timeZone
        df.dateFormat = dateFormat
        return df.string(from: self)
    }

}
