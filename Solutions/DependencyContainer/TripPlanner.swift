import Foundation

enum TripError: Error, Equatable {
  case noTimetable, invalidEntry, invalidDate, invalidGroup, noRoute, noFareTable, noFares
  case noConnection(from: String, to: String)
  case invalidFares(row: Int)
}

final class TripPlanner {
  static let timeZone = TimeZone(identifier: "Europe/Vienna") ?? .gmt
  private let timetable: [[String: Any]]

  init(timetable: [[String: Any]]) {
    self.timetable = timetable
  }

  convenience init(file: URL) throws {
    guard let data = try? Data(contentsOf: file),
      let timetable = (try? JSONSerialization.jsonObject(with: data)) as? [[String: Any]]
    else { throw TripError.noTimetable }
    self.init(timetable: timetable)
  }

  func plan(_ stops: [String], after day: Date? = nil, for group: [Passenger]) throws -> Itinerary {
    try Itinerary(stops, after: day ?? Dependencies.current.now(), in: timetable, for: group)
  }

  /// For the display above the kiosk, which asks every few seconds.
  func countdown(to trip: Itinerary) -> () -> String {
    { trip.legs.map { "\($0.line) \($0.status)" }.joined(separator: ", ") }
  }
}
