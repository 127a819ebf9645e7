import Foundation

final class Leg {
  let line: String
  let from: String
  let to: String
  let departure: Date
  let minutes: Int
  let zones: Int

  init(_ line: String, from: String, to: String, departure: Date, minutes: Int, zones: Int) throws {
    guard (1...600).contains(minutes), (1...9).contains(zones) else { throw TripError.invalidEntry }
    self.line = line
    self.from = from
    self.to = to
    self.departure = departure
    self.minutes = minutes
    self.zones = zones
  }

  /// `25:10` means 1:10 the following night.
  convenience init(_ entry: [String: Any], midnight: Date) throws {
    let time = (entry["departs"] as? String ?? "").split(separator: ":").compactMap { Int($0) }
    guard let line = entry["line"] as? String, let from = entry["from"] as? String,
      let to = entry["to"] as? String, let minutes = entry["minutes"] as? Int,
      time.count == 2, (0..<28).contains(time[0]), (0..<60).contains(time[1])
    else { throw TripError.invalidEntry }
    let departure = midnight.addingTimeInterval(TimeInterval(time[0] * 3600 + time[1] * 60))
    let zones = entry["zones"] as? Int ?? 1
    try self.init(line, from: from, to: to, departure: departure, minutes: minutes, zones: zones)
  }

  convenience init(busFor leg: Leg) throws {
    try self.init(
      "Bus \(leg.line)", from: leg.from, to: leg.to, departure: leg.departure,
      minutes: leg.minutes * 3 / 2, zones: leg.zones)
  }

  var arrival: Date { departure.addingTimeInterval(TimeInterval(minutes) * 60) }

  var isPeak: Bool {
    let time = departure.text("HH:mm")
    guard !departure.text("EEE").hasPrefix("S") else { return false }
    return ("06:30"..<"09:00").contains(time) || ("16:00"..<"18:30").contains(time)
  }

  var status: String {
    let seconds = departure.timeIntervalSince(Dependencies.current.now())
    guard seconds >= 0 else { return "departed" }
    if seconds < 60 { return "now" }
    return seconds < 3600 ? "in \(Int(seconds / 60)) min" : "at \(departure.text("HH:mm"))"
  }

  func fare(for passenger: Passenger) -> Fare { Fare(passenger, on: self) }
}
