import Foundation

final class Itinerary {
    let legs: [Leg]
    let passengers: [Passenger]

    init(legs: [Leg], passengers: [Passenger]) throws {
        if legs.isEmpty { throw TramlineError.noRoute }
        if passengers.count == 0 || passengers.count > 9 { throw TramlineError.invalidGroup }
        self.legs = legs
        self.passengers = passengers
    }

    convenience init(leg: Leg, passenger: Passenger) throws { try self.init(legs: [leg], passengers: [passenger]) }

    convenience init(stops: [String], departingAfter date: Date, timetable: [[String: Any]], passengers: [Passenger]) throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TripPlanner.timeZone
        let midnight = calendar.startOfDay(for: date)

        var legs = [Leg]()
        for i in 0..<stops.count {
            if i == 0 { continue }
            var bestLeg: Leg?
            for entry in timetable {
                if entry["stop_from"] as? String != stops[i - 1] || entry["stop_to"] as? String != stops[i] { continue }
                var leg = try Leg(entry: entry, midnight: midnight)
                if entry["sev"] as? Bool == true { leg = try Leg(replacementBusFor: leg) }

                var earliestDeparture = legs.last?.arrivalDate ?? date
                if legs.count > 0 && legs.last!.lineName != leg.lineName { earliestDeparture += 4 * 60 }
                if leg.departureDate < earliestDeparture { continue }
                if bestLeg == nil || leg.arrivalDate < bestLeg!.arrivalDate { bestLeg = leg }
            }
            guard let nextLeg = bestLeg else { throw TramlineError.noConnection(from: stops[i - 1], to: stops[i]) }
            legs.append(nextLeg)
        }
        try self.init(legs: legs, passengers: passengers)
    }

    // TSP143
    func printableText() -> String {
        var lines = ["Your trip on \(legs[0].departureDate.toString("d.M.yyyy"))"]
        for i in 0..<legs.count {
            let leg = legs[i]
            if i > 0 {
                let minutesToChange = Int(leg.departureDate.timeIntervalSince(legs[i - 1].arrivalDate) / 60)
                if legs[i - 1].lineName == leg.lineName {
                    lines.append("Stay on board")
                } else {
                    lines.append("\(minutesToChange) min to change")
                }
            }

            let secondsLeft = leg.departureDate.timeIntervalSince(Dependencies.current.now())
            var status = "at \(leg.departureTime)"
            if secondsLeft < 3600 { status = "in \(Int(secondsLeft / 60)) min" }
            if secondsLeft < 60 { status = "now" }
            if secondsLeft < 0 { status = "departed" }
            var departureLine = leg.departureTime + " " + leg.departureStop
            departureLine += ": \(leg.lineName), \(status)"
            lines.append(departureLine)
            var arrivalLine = leg.arrivalTime + " " + leg.arrivalStop
            if leg.isPeakTime {
                arrivalLine += " (peak)"
            }
            lines.append(arrivalLine)
        }

        for passenger in passengers {
            do {
                var totalPrice = 0
                var fareLine = "Age \(passenger.age): "
                for i in 0..<legs.count {
                    let fare = legs[i].fare(for: passenger)
                    totalPrice += try fare.priceInCents()
                    if i > 0 { fareLine += " + " }
                    fareLine += try fare.priceText()
                }
                let dayPass = Fare(dayPassFor: passenger, firstLeg: legs[0])
                let dayPassPrice = try dayPass.priceInCents()
                if dayPassPrice < totalPrice {
                    fareLine = "Age \(passenger.age): day pass " + Dependencies.current.formatPrice(dayPassPrice)
                }
                lines.append(fareLine)
            } catch {
                lines.append("Age \(passenger.age): pay at the counter")
            }
        }
        return lines.joined(separator: "\n")
    }
}
