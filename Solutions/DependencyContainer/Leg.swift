//  Copyright © 2018 Tramline Labs GmbH. All rights reserved.

import Foundation

final class Leg {

    let lineName: String
    let departureStop: String
    let arrivalStop: String
    let departureDate: Date
    let durationInMinutes: Int
    let numberOfZones: Int

    var arrivalDate: Date { return departureDate.addingTimeInterval(TimeInterval(durationInMinutes * 60)) }

    init(lineName: String, departureStop: String, arrivalStop: String, departureDate: Date,
         durationInMinutes: Int, numberOfZones: Int) throws {
        guard (1...600).contains(durationInMinutes), (1...9).contains(numberOfZones) else { throw TripError.invalidEntry }
        self.lineName = lineName
        self.departureStop = departureStop
        self.arrivalStop = arrivalStop
        self.departureDate = departureDate
        self.durationInMinutes = durationInMinutes
        self.numberOfZones = numberOfZones
    }

    // hours can be > 24
    convenience init(timetableEntry: [String: Any], midnight: Date) throws {
        let departureTime = timetableEntry["departs"] as? String ?? ""
        let timeComponents = departureTime.split(separator: ":").compactMap { Int($0) }

        guard let lineName = timetableEntry["line"] as? String,
            let departureStop = timetableEntry["from"] as? String,
            let arrivalStop = timetableEntry["to"] as? String,
            let durationInMinutes = timetableEntry["minutes"] as? Int,
            timeComponents.count == 2,
            (0..<28).contains(timeComponents[0]), (0..<60).contains(timeComponents[1]) else { throw TripError.invalidEntry }

        let secondsAfterMidnight = TimeInterval(timeComponents[0] * 3600 + timeComponents[1] * 60)
        try self.init(lineName: lineName, departureStop: departureStop, arrivalStop: arrivalStop,
                      departureDate: midnight.addingTimeInterval(secondsAfterMidnight),
                      durationInMinutes: durationInMinutes, numberOfZones: timetableEntry["zones"] as? Int ?? 1)
    }

    convenience init(replacementBusFor leg: Leg) throws {
        try self.init(lineName: "Bus \(leg.lineName)", departureStop: leg.departureStop, arrivalStop: leg.arrivalStop,
                      departureDate: leg.departureDate,
                      durationInMinutes: leg.durationInMinutes * 3 / 2, numberOfZones: leg.numberOfZones)
    }

    var isPeakTime: Bool {
        let departureTime = departureDate.text("HH:mm")
        let isWeekend = departureDate.text("EEE").hasPrefix("S")
        return !isWeekend && (departureTime >= "06:30" && departureTime < "09:00" || departureTime >= "16:00" && departureTime < "18:30")
    }


    func fare(for passenger: Passenger) -> Fare {
        return Fare(passenger: passenger, leg: self)
    }

}
