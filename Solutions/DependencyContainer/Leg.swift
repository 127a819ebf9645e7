import Foundation

final class Leg {
    let lineName, departureStop, arrivalStop: String
    let departureDate: Date
    let durationInMinutes, numberOfZones: Int

    var arrivalDate: Date { return departureDate.addingTimeInterval(TimeInterval(durationInMinutes * 60)) }

    var departureTime: String { return departureDate.toString("HH:mm") }
    var arrivalTime: String {
        let timeFormatter = DateFormatter()
        timeFormatter.locale = Locale(identifier: "en_US_POSIX")
        timeFormatter.timeZone = TripPlanner.timeZone
        timeFormatter.dateFormat = "HH:mm"
        return timeFormatter.string(from: arrivalDate)
    }

    var isPeakTime: Bool {
        let weekday = departureDate.toString("EEE")
        if weekday == "Sat" || weekday == "Sun" { return false }
        if departureTime >= "06:30" && departureTime < "09:00" { return true }
        if departureTime >= "16:00" && departureTime < "18:30" { return true }
        return false
    }

    init(lineName: String, departureStop: String, arrivalStop: String, departureDate: Date,
         durationInMinutes: Int, numberOfZones: Int) throws {
        if durationInMinutes < 1 || durationInMinutes > 600 { throw TramlineError.invalidEntry }
        if numberOfZones < 1 || numberOfZones > 9 { throw TramlineError.invalidEntry }
        self.lineName = lineName
        self.departureStop = departureStop
        self.arrivalStop = arrivalStop
        self.departureDate = departureDate
        self.durationInMinutes = durationInMinutes
        self.numberOfZones = numberOfZones
    }

    // GTFS
    convenience init(entry: [String: Any], midnight: Date) throws {
        let timeComponents = (entry["dep_time"] as? String ?? "").split(separator: ":").compactMap { Int($0) }
        guard let lineName = entry["line_short"] as? String, let departureStop = entry["stop_from"] as? String,
            let arrivalStop = entry["stop_to"] as? String, let durationInMinutes = entry["dur_min"] as? Int,
            timeComponents.count == 2, (0..<28).contains(timeComponents[0]), (0..<60).contains(timeComponents[1]) else { throw TramlineError.invalidEntry }
        try self.init(lineName: lineName, departureStop: departureStop, arrivalStop: arrivalStop,
                      departureDate: midnight.addingTimeInterval(TimeInterval(timeComponents[0] * 3600 + timeComponents[1] * 60)),
                      durationInMinutes: durationInMinutes, numberOfZones: entry["zone_cnt"] as? Int ?? 1)
    }

    convenience init(replacementBusFor leg: Leg) throws {
        try self.init(lineName: "Bus \(leg.lineName)", departureStop: leg.departureStop, arrivalStop: leg.arrivalStop,
                      departureDate: leg.departureDate,
                      durationInMinutes: leg.durationInMinutes * 3 / 2, numberOfZones: leg.numberOfZones)
    }

    func fare(for passenger: Passenger) -> Fare { return Fare(passenger: passenger, leg: self) }
}
