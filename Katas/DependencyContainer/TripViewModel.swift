//
//  TripViewModel.swift
//  Tramline
//
//  Created by Clemens Aigner on 14.05.18.
//  Copyright © 2018 Tramline Labs GmbH. All rights reserved.
//

import Foundation

final class TripViewModel {

    let trip: Trip
    let passengers: [Passenger]
    private let fareService = FareService()

    init(trip: Trip, passengers: [Passenger]) {
        self.trip = trip
        self.passengers = passengers
    }

    /// For TripViewController, which reloads its table view every ten seconds
    func cellTexts() -> [String] {
        var cellTexts = ["Your trip on \(trip.legs[0].departureDate.toString("d.M.yyyy"))"]

        for i in 0..<trip.legs.count {
            let leg = trip.legs[i]
            if i > 0 {
                let previousLeg = trip.legs[i - 1]
                let secondsToChange = leg.departureDate.timeIntervalSince(previousLeg.arrivalDate)
                if previousLeg.lineName == leg.lineName {
                    cellTexts.append("Stay on board")
                } else {
                    cellTexts.append("\(Int(secondsToChange / 60)) min to change")
                }
            }

            var departureText = leg.departureTime + " " + leg.departureStop + ": " + leg.lineName
            let secondsLeft = leg.departureDate.timeIntervalSince(Date())
            if secondsLeft < 0 {
                departureText += ", departed"
            } else if secondsLeft < 60 {
                departureText += ", now"
            } else if secondsLeft < 3600 {
                departureText += ", in \(Int(secondsLeft / 60)) min"
            }
            cellTexts.append(departureText)

            var arrivalText = leg.arrivalTime + " " + leg.arrivalStop
            if leg.isPeakTime {
                arrivalText += " (peak)"
            }
            cellTexts.append(arrivalText)
        }

        for passenger in passengers {
            let name = passenger.isAccountHolder ? "You" : "Age \(passenger.age)"
            do {
                var totalPrice = 0
                var fareText = ""
                for i in 0..<trip.legs.count {
                    let price = try fareService.price(for: passenger, leg: trip.legs[i])
                    totalPrice += price
                    if i > 0 { fareText += " + " }
                    fareText += price.priceText
                }
                let dayPassPrice = try fareService.dayPassPrice(for: passenger, on: trip.legs[0].departureDate)
                if dayPassPrice < totalPrice { fareText = "day pass " + dayPassPrice.priceText }
                cellTexts.append(name + ": " + fareText)
            } catch {
                if FareService.isLoggingEnabled { NSLog("No fares: \(error)") }
                cellTexts.append(name + ": pay on board")
            }
        }

        return cellTexts
    }

    // MARK: - Search results (3.1)

    var rowText: String {
        let leg = trip.legs[0]
        var parts = [leg.departureTime, trip.legs.map(\.lineName).joined(separator: ", ")]

        let secondsLeft = leg.departureDate.timeIntervalSince(Date())
        switch secondsLeft {
        case ..<0: parts.append("departed")
        case ..<60: parts.append("now")
        case ..<3600: parts.append("in \(Int(secondsLeft / 60)) min")
        default: break
        }

        let total = try? passengers.reduce(0) { try $0 + fareService.bestPrice(for: $1, trip: trip) }
        if let total = total { parts.append(total.priceText) }
        return parts.joined(separator: " · ")
    }
}
