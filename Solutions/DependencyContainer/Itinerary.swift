//  Copyright © 2018 Tramline Labs GmbH. All rights reserved.

import Foundation

final class Itinerary {
    let legs: [Leg]
    let passengers: [Passenger]

    init(legs: [Leg], passengers: [Passenger]) throws {
        if legs.isEmpty { throw TripError.noRoute }
        if passengers.isEmpty || passengers.count > 9 { throw TripError.invalidGroup }
        self.legs = legs
        self.passengers = passengers
    }

    convenience init(leg: Leg, passenger: Passenger) throws { try self.init(legs: [leg], passengers: [passenger]) }

    convenience init(stops: [String], departingAfter date: Date, timetable: [[String: Any]], passengers: [Passenger]) throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TripPlanner.timeZone
        let midnight = calendar.startOfDay(for: date)

        var legs = [Leg]()
        for (index, stop) in stops.enumerated() where index > 0 {
            var bestLeg: Leg?
            for entry in timetable where entry["from"] as? String == stops[index - 1] && entry["to"] as? String == stop {
                var leg = try Leg(entry: entry, midnight: midnight)
                if entry["works"] as? Bool == true { leg = try Leg(replacementBusFor: leg) }

                var earliestDeparture = legs.last?.arrivalDate ?? date
                if let lastLeg = legs.last, lastLeg.lineName != leg.lineName { earliestDeparture += 4 * 60 }
                if leg.departureDate < earliestDeparture { continue }
                if bestLeg == nil || leg.arrivalDate < bestLeg!.arrivalDate { bestLeg = leg }
            }
            guard let nextLeg = bestLeg else { throw TripError.noConnection(from: stops[index - 1], to: stop) }
            legs.append(nextLeg)
        }
        try self.init(legs: legs, passengers: passengers)
    }

    func printout() -> String {
        var lines = ["Your trip on \(legs[0].departureDate.text("d.M.yyyy"))"]

        var lastLeg: Leg?
        for leg in legs {
            if let lastLeg = lastLeg {
                let waitingTime = leg.departureDate.timeIntervalSince(lastLeg.arrivalDate)
                lines.append(lastLeg.lineName == leg.lineName ? "Stay on board" : "\(Int(waitingTime / 60)) min to change")
            }
            lastLeg = leg

            let secondsLeft = leg.departureDate.timeIntervalSince(Dependencies.current.now())
            var status = "at \(leg.departureDate.text("HH:mm"))"
            if secondsLeft < 3600 { status = "in \(Int(secondsLeft / 60)) min" }
            if secondsLeft < 60 { status = "now" }
            if secondsLeft < 0 { status = "departed" }
            lines.append("\(leg.departureDate.text("HH:mm")) \(leg.departureStop): \(leg.lineName), \(status)")
            lines.append("\(leg.arrivalDate.text("HH:mm")) \(leg.arrivalStop)" + (leg.isPeakTime ? " (peak)" : ""))
        }

        for passenger in passengers {
            do {
                var totalPrice = 0
                var priceTexts = [String]()
                for leg in legs {
                    let fare = leg.fare(for: passenger)
                    totalPrice += try fare.priceInCents()
                    priceTexts.append(try fare.priceText())
                }
                var line = "Age \(passenger.age): " + priceTexts.joined(separator: " + ")
                // Show the day pass instead if it is cheaper than the single tickets.
                let dayPassPrice = try Fare(dayPassFor: passenger, firstLeg: legs[0]).priceInCents()
                if dayPassPrice < totalPrice {
                    line = "Age \(passenger.age): day pass " + Dependencies.current.formatPrice(dayPassPrice)
                }
                lines.append(line)
            } catch {
                lines.append("Age \(passenger.age): pay at the counter")
            }
        }
        return lines.joined(separator: "\n")
    }
}
