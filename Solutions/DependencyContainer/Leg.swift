//  Copyright © 2018 Tramline Labs GmbH. All rights reserved.

import Foundation

final class Leg {
    let lineName, departureStop, arrivalStop: String
    let departureDate: Date
    let durationInMinutes, numberOfZones: Int

    var arrivalDate: Date { return departureDate.addingTimeInterval(TimeInterval(durationInMinutes * 60)) }

    var isPeakTime: Bool {
        if departureDate.text("EEE").hasPrefix("S") { return false }
        let time = departureDate.text("HH:mm")
        return time >= "06:30" && time < "09:00" || time >= "16:00" && time < "18:30"
    }

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

    /// The hours can be 24 or more after midnight. Same as in the timetable on the website.
    convenience init(entry: [String: Any], midnight: Date) throws {
        let time = (entry["departs"] as? String ?? "").split(separator: ":").compactMap { Int($0) }
        guard let lineName = entry["line"] as? String, let departureStop = entry["from"] as? String,
            let arrivalStop = entry["to"] as? String, let durationInMinutes = entry["minutes"] as? Int,
            time.count == 2, (0..<28).contains(time[0]), (0..<60).contains(time[1]) else { throw TripError.invalidEntry }
        try self.init(lineName: lineName, departureStop: departureStop, arrivalStop: arrivalStop,
                      departureDate: midnight.addingTimeInterval(TimeInterval(time[0] * 3600 + time[1] * 60)),
                      durationInMinutes: durationInMinutes, numberOfZones: entry["zones"] as? Int ?? 1)
    }

    convenience init(replacementBusFor leg: Leg) throws {
        try self.init(lineName: "Bus \(leg.lineName)", departureStop: leg.departureStop, arrivalStop: leg.arrivalStop,
                      departureDate: leg.departureDate,
                      durationInMinutes: leg.durationInMinutes * 3 / 2, numberOfZones: leg.numberOfZones)
    }

    /// Returns the fare for the passenger.
    /// - parameter passenger: the passenger
    func fare(for passenger: Passenger) -> Fare { return Fare(passenger: passenger, leg: self) }
}
