//
//  Itinerary.swift
//  TripKiosk
//
//  Copyright © 2019 Tramline Labs GmbH. All rights reserved.
//

import Foundation

final class Itinerary {

    let legs: [Leg]
    let passengers: [Passenger]

    init(legs: [Leg], passengers: [Passenger]) throws {
        if legs.count == 0 { throw TripError.noRoute }
        guard (1...9).contains(passengers.count) else { throw TripError.invalidGroup }

        self.legs = legs
        self.passengers = passengers
    }

    convenience init(leg: Leg, passenger: Passenger) throws {
        try self.init(legs: [leg], passengers: [passenger])
    }

    convenience init(stops: [String], departingAfter date: Date, timetable: [[String: Any]], passengers: [Passenger]) throws {
        // sanity check
        let timestamp = date.timeIntervalSince1970
        guard timestamp >= 946684800 && timestamp < 4102444800 else { throw TripError.invalidDate }

        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TripPlanner.timeZone
        let midnight = calendar.startOfDay(for: date)

        var legs: [Leg] = []
        for (departureStop, arrivalStop) in zip(stops, stops.dropFirst()) {
            var bestLeg: Leg?

            for entry in timetable where entry["from"] as? String == departureStop && entry["to"] as? String == arrivalStop {
                var leg = try Leg(timetableEntry: entry, midnight: midnight)
                if entry["works"] as? Bool == true { leg = try Leg(replacementBusFor: leg) }

                var earliestDeparture = legs.last?.arrivalDate ?? date
                if let previousLeg = legs.last, previousLeg.lineName != leg.lineName {
                    earliestDeparture += 4 * 60
                }
                if leg.departureDate < earliestDeparture { continue }
                if bestLeg == nil || leg.arrivalDate < bestLeg!.arrivalDate {
                    bestLeg = leg
                }
            }

            guard let nextLeg = bestLeg else { throw TripError.noConnection(from: departureStop, to: arrivalStop) }
            legs.append(nextLeg)
        }
        try self.init(legs: legs, passengers: passengers)
    }

    func printout() -> String {
        var printoutLines = ["Your trip on \(legs[0].departureDate.text("d.M.yyyy"))"]

        var previousLeg : Leg?
        for leg in legs {
            if let previousLeg = previousLeg {
                if (previousLeg.lineName == leg.lineName) {
                    printoutLines.append("Stay on board")
                } else {
                    let waitingTime = leg.departureDate.timeIntervalSince(previousLeg.arrivalDate)
                    printoutLines.append("\(Int(waitingTime / 60)) min to change")
                }
            }
            previousLeg = leg

            let departureTime = leg.departureDate.text("HH:mm")
            let secondsLeft = leg.departureDate.timeIntervalSince(Dependencies.current.now())
            var departureStatus: String
            departureStatus = "at \(departureTime)"
            if secondsLeft < 0 {
                departureStatus = "departed"
            } else if secondsLeft < 60 {
                departureStatus = "now"
            } else if secondsLeft < 3600 {
                departureStatus = "in \(Int(secondsLeft / 60)) min"
            }
            printoutLines.append("\(departureTime) \(leg.departureStop): \(leg.lineName), \(departureStatus)")

            let arrivalTime = leg.arrivalDate.text("HH:mm")
            printoutLines.append("\(arrivalTime) \(leg.arrivalStop)" + (leg.isPeakTime ? " (peak)" : ""))
        }

        // fares
        for passenger in passengers {
            do {
                var totalPrice = 0
                var priceTexts = [String]()
                for leg in legs {
                    let singleFare = leg.fare(for: passenger)
                    totalPrice += try singleFare.priceInCents()
                    priceTexts.append(try singleFare.priceText())
                }

                var passengerLine = "Age \(passenger.age): " + priceTexts.joined(separator: " + ")

                let dayPassPrice = try Fare(dayPassFor: passenger, firstLeg: legs[0]).priceInCents()
                if dayPassPrice < totalPrice {
                    passengerLine = "Age \(passenger.age): day pass " + Dependencies.current.formatPrice(dayPassPrice)
                }

                printoutLines.append(passengerLine)
            } catch {
                printoutLines.append("Age \(passenger.age): pay at the counter")
            }
        }

        return printoutLines.joined(separator: "\n")
    }
}
