import Foundation

/// From 9 p.m. to 8 a.m., no telephone rings.
nonisolated enum QuietHours {
  static func contain(_ moment: Date, in timeZone: TimeZone) -> Bool {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    return !(8..<21).contains(calendar.component(.hour, from: moment))
  }
}
