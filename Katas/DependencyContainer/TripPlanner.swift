import Foundation

enum TramlineError: Error, Equatable {
    case noTimetable, noFareTable, noFares, noRoute
    case noConnection(from: String, to: String)
    case invalidEntry, invalidGroup, invalidFares
    case printerOffline
}

final class TripPlanner {
    static let timeZone = TimeZone(identifier: "Europe/Vienna")!

    private let timetable: [[String: Any]]

    init(timetable: [[String: Any]]) { self.timetable = timetable }

    convenience init(timetableFile: URL) throws {
        guard let data = try? Data(contentsOf: timetableFile), let json = try? JSONSerialization.jsonObject(with: data),
            let timetable = json as? [[String: Any]] else { throw TramlineError.noTimetable }
        self.init(timetable: timetable)
    }

    func plan(_ stops: [String], departingAfter date: Date? = nil, for passengers: [Passenger]) throws -> Itinerary {
        return try Itinerary(stops: stops, departingAfter: date ?? now(), timetable: timetable, passengers: passengers)
    }

    /// See DisplayController
    func countdown(to itinerary: Itinerary) -> () -> String {
        return {
            var displayText = ""
            for leg in itinerary.legs {
                let secondsLeft = leg.departureDate.timeIntervalSince(now())
                var status = "at \(leg.departureTime)"
                if secondsLeft < 3600 { status = "in \(Int(secondsLeft / 60)) min" }
                if secondsLeft < 60 { status = "now" }
                if secondsLeft < 0 { status = "departed" }
                if displayText.count > 0 { displayText += ", " }
                displayText += leg.lineName + " " + status
            }
            return displayText
        }
    }
}
