//  Copyright © 2018 Tramline Labs GmbH. All rights reserved.

import Foundation

struct Passenger {
    let age: Int
    var hasRailCard = false
}

final class Fare {

    private let passenger: Passenger
    private let leg: Leg
    private let isDayPass: Bool

    init(passenger: Passenger, leg: Leg, isDayPass: Bool) {
        self.passenger = passenger
        self.leg = leg
        self.isDayPass = isDayPass
    }

    convenience init(passenger: Passenger, leg: Leg) {
        self.init(passenger: passenger, leg: leg, isDayPass: false)
    }

    convenience init(dayPassFor passenger: Passenger, firstLeg: Leg) {
        self.init(passenger: passenger, leg: firstLeg, isDayPass: true)
    }

    func priceInCents() throws -> Int {
        guard passenger.age >= 6 else { return 0 }

        let zonePrices = try Dependencies.current.fareTable.zonePrices(at: leg.departureDate)
        var fullPrice = zonePrices[min(leg.numberOfZones, 3) - 1]
        if leg.isPeakTime == true {
            fullPrice += zonePrices[3]
        }
        if self.isDayPass { fullPrice = zonePrices[4] }

        // Discounts can't be combined
        let secondsAhead = leg.departureDate.timeIntervalSince(Dependencies.current.now())
        var discountPercentage = 0
        if secondsAhead >= 3 * 24 * 3600 {
            discountPercentage = 10
        }
        if passenger.hasRailCard { discountPercentage = 25 }
        if passenger.age >= 65 {
            if isDayPass || !leg.isPeakTime { discountPercentage = 30 }
        }
        if passenger.age < 16 { discountPercentage = 50 }

        // round up to 10 cents
        return (fullPrice * (100 - discountPercentage) + 999) / 1000 * 10
    }

    func priceText() throws -> String {
        let price = try priceInCents()
        if price == 0 {
            return "free"
        } else {
            return Dependencies.current.formatPrice(price)
        }
    }

}

// MARK: - Fare table

class FareTable {

    let file: URL

    init(file: URL) {
        self.file = file
    }

    func zonePrices(at date: Date) throws -> [Int] {
        guard let fileContents = try? String(contentsOf: file, encoding: .utf8) else { throw TripError.noFareTable }
        let dateString = date.text("yyyy-MM-dd")

        // date;1 zone;2 zones;3 zones;peak;day pass
        let rowPattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}(;[1-9][0-9]{0,4}){5}$"
        var latestColumns: [String] = []
        for tableRow in fileContents.components(separatedBy: .newlines) where !tableRow.isEmpty {
            guard tableRow.range(of: rowPattern, options: .regularExpression) != nil else { throw TripError.invalidFares }

            let columns = tableRow.components(separatedBy: ";")
            if columns[0] <= dateString && columns[0] >= latestColumns.first ?? "" {
                latestColumns = columns
            }
        }

        guard !latestColumns.isEmpty else { throw TripError.noFares }
        return latestColumns.dropFirst().compactMap { Int($0) }
    }
}
