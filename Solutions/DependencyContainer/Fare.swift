import Foundation

struct Passenger {
    let age: Int
    var hasTramlinePlus = false
    var tramlinePlusNumber: String?
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
        if passenger.age < 6 { return 0 }

        let zonePrices = try Dependencies.current.fareTable.zonePrices(at: leg.departureDate)
        var price = zonePrices[min(leg.numberOfZones, 3) - 1]
        if leg.isPeakTime { price += zonePrices[3] }
        if isDayPass { price = zonePrices[4] }

        var discount = 0
        if leg.departureDate.timeIntervalSince(Dependencies.current.now()) >= 3 * 24 * 3600 { discount = 10 }
        if passenger.hasTramlinePlus { discount = 25 }
        if passenger.age < 16 { discount = 50 }

        return Int(ceil(Double(price * (100 - discount)) / 1000)) * 10
    }

    func priceText() throws -> String {
        let price = try priceInCents()
        if price == 0 { return "free" }
        return Dependencies.current.formatPrice(price)
    }
}

// MARK: - Fare table

class FareTable {
    let file: URL

    init(file: URL) { self.file = file }

    func zonePrices(at date: Date) throws -> [Int] {
        guard let csv = try? String(contentsOf: file, encoding: .utf8) else { throw TramlineError.noFareTable }
        // VALID_FROM;Z1;Z2;Z3;HVZ;TK
        let pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}(;[1-9][0-9]{0,4}){5}$"
        let today = date.toString("yyyy-MM-dd")
        var latestColumns = [String]()
        for row in csv.components(separatedBy: .newlines) {
            if row.isEmpty { continue }
            guard row.range(of: pattern, options: .regularExpression) != nil else { throw TramlineError.invalidFares }
            let columns = row.components(separatedBy: ";")
            if columns[0] > today { continue }
            if latestColumns.isEmpty || columns[0] >= latestColumns[0] { latestColumns = columns }
        }
        if latestColumns.count == 0 { throw TramlineError.noFares }
        var latestPrices = [Int]()
        for i in 1..<latestColumns.count {
            if let val = Int(latestColumns[i]) { latestPrices.append(val) }
        }
        return latestPrices
    }
}
