//
//  Fare.swift
//  Tramline
//
//  Created by Clemens Aigner on 16.04.18.
//  Copyright © 2018 Tramline Labs GmbH. All rights reserved.
//

import Foundation

enum FareError: Error {
    case noFareTable, noFares, invalidFares
}

final class FareService {

    static var isLoggingEnabled = false

    private var fareTable: FareTable { return Dependencies.current.fareTable }

    /// In cents
    func price(for passenger: Passenger, leg: Leg) throws -> Int {
        if passenger.age < 6 { return 0 }

        let zonePrices = try fareTable.zonePrices(at: leg.departureDate)
        var price = zonePrices[min(max(leg.numberOfZones, 1), 3) - 1]
        if leg.isPeakTime { price += zonePrices[3] }

        var discount = 0
        if leg.departureDate.timeIntervalSince(Dependencies.current.now()) >= 3 * 24 * 3600 { discount = 10 }
        if passenger.isAccountHolder, let plusEndDate = Dependencies.current.plusEndDate() {
            if leg.departureDate < plusEndDate { discount = 25 }
        }
        if passenger.age < 16 { discount = 50 }

        return Int(ceil(Double(price * (100 - discount)) / 1000)) * 10
    }

    // MARK: - Day pass (3.0)

    func dayPassPrice(for passenger: Passenger, on date: Date) throws -> Int {
        guard passenger.age >= 6 else { return 0 }

        let fullPrice = try fareTable.zonePrices(at: date)[4]
        var percent = 100
        if date >= Dependencies.current.now().addingTimeInterval(72 * 60 * 60) { percent = 90 }
        if passenger.isAccountHolder, date < Dependencies.current.plusEndDate() ?? .distantPast { percent = 75 }
        if passenger.age < 16 { percent = 50 }
        return (fullPrice * percent + 999) / 1000 * 10
    }

    func bestPrice(for passenger: Passenger, trip: Trip) throws -> Int {
        let singlePrice = try trip.legs.reduce(0) { try $0 + price(for: passenger, leg: $1) }
        return min(singlePrice, try dayPassPrice(for: passenger, on: trip.legs[0].departureDate))
    }
}

// MARK: - Fare table

class FareTable {

    let file: URL

    /// FareDownloader replaces the file at night.
    init(file: URL = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0].appendingPathComponent("Tramline/fares.csv")) {
        self.file = file
    }

    func zonePrices(at date: Date) throws -> [Int] {
        guard let csv = try? String(contentsOf: file, encoding: .utf8) else { throw FareError.noFareTable }
        // VALID_FROM;Z1;Z2;Z3;HVZ;TK
        let pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}(;[1-9][0-9]{0,4}){5}$"
        let today = date.toString("yyyy-MM-dd")
        var latestColumns = [String]()
        for row in csv.components(separatedBy: .newlines) {
            if row.isEmpty { continue }
            guard row.range(of: pattern, options: .regularExpression) != nil else { throw FareError.invalidFares }
            let columns = row.components(separatedBy: ";")
            if columns[0] > today { continue }
            if latestColumns.isEmpty || columns[0] >= latestColumns[0] { latestColumns = columns }
        }
        if latestColumns.count == 0 { throw FareError.noFares }
        return latestColumns.dropFirst().compactMap { Int($0) }
    }
}
