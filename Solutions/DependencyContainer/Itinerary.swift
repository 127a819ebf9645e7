import Foundation

final class Itinerary {
  let legs: [Leg]
  let passengers: [Passenger]

  init(_ legs: [Leg], for passengers: [Passenger]) throws {
    guard !legs.isEmpty else { throw TripError.noRoute }
    guard (1...9).contains(passengers.count) else { throw TripError.invalidGroup }
    self.legs = legs
    self.passengers = passengers
  }

  convenience init(_ leg: Leg, for passenger: Passenger) throws {
    try self.init([leg], for: [passenger])
  }

  convenience init(
    _ stops: [String], after day: Date, in timetable: [[String: Any]], for group: [Passenger]
  ) throws {
    let seconds = day.timeIntervalSince1970
    guard seconds >= 946_684_800, seconds < 4_102_444_800 else { throw TripError.invalidDate }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TripPlanner.timeZone
    let midnight = calendar.startOfDay(for: day)
    var legs: [Leg] = []
    for (from, to) in zip(stops, stops.dropFirst()) {
      var best: Leg?
      for entry in timetable
      where entry["from"] as? String == from && entry["to"] as? String == to {
        var leg = try Leg(entry, midnight: midnight)
        if entry["works"] as? Bool == true { leg = try Leg(busFor: leg) }
        // Five minutes, for wheelchairs
        let change: TimeInterval = legs.isEmpty || legs.last?.line == leg.line ? 0 : 4 * 60
        guard leg.departure >= (legs.last?.arrival ?? day) + change else { continue }
        if let best, best.arrival <= leg.arrival { continue }
        best = leg
      }
      guard let best else { throw TripError.noConnection(from: from, to: to) }
      legs.append(best)
    }
    try self.init(legs, for: group)
  }

  func printout() -> String {
    var lines = ["Your trip on \(legs[0].departure.text("d.M.yyyy"))"]
    for (last, leg) in zip([nil] + legs, legs) {
      if let last {
        let wait = Int(leg.departure.timeIntervalSince(last.arrival) / 60)
        lines.append(last.line == leg.line ? "Stay on board" : "\(wait) min to change")
      }
      lines.append("\(leg.departure.text("HH:mm")) \(leg.from): \(leg.line), \(leg.status)")
      lines.append("\(leg.arrival.text("HH:mm")) \(leg.to)\(leg.isPeak ? " (peak)" : "")")
    }
    for passenger in passengers {
      let fares = legs.map { $0.fare(for: passenger) }
      let pass = Fare(dayPassFor: passenger, from: legs[0])
      do {
        let cents = try fares.map { try $0.cents() }.reduce(0, +)
        var text = try fares.map { try $0.text() }.joined(separator: " + ")
        if try pass.cents() < cents { text = try "day pass \(pass.text())" }
        lines.append("Age \(passenger.age): \(text)")
      } catch {
        lines.append("Age \(passenger.age): pay at the counter")
      }
    }
    return lines.joined(separator: "\n")
  }
}
