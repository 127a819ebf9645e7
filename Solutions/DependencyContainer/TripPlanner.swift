//  Copyright © 2018 Tramline Labs GmbH. All rights reserved.

import Foundation

enum TripError: Error, Equatable {
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
            let timetable = json as? [[String: Any]] else { throw TripError.noTimetable }
        self.init(timetable: timetable)
    }

    func plan(_ stops: [String], departingAfter date: Date? = nil, for passengers: [Passenger]) throws -> Itinerary {
        return try Itinerary(stops: stops, departingAfter: date ?? Dependencies.current.now(), timetable: timetable, passengers: passengers)
    }

    /// See DisplayController
    func countdown(to itinerary: Itinerary) -> () -> String {
        {
            itinerary.legs.map { leg in
                let timeRemaining = leg.departureDate.timeIntervalSince(Dependencies.current.now())
                switch timeRemaining {
                case ..<0: return "\(leg.lineName) departed"
                case ..<60: return "\(leg.lineName) now"
                case ..<3600: return "\(leg.lineName) in \(Int(timeRemaining / 60)) min"
                default: return "\(leg.lineName) at \(leg.departureDate.toString("HH:mm"))"
                }
            }.joined(separator: ", ")
        }
    }
}
