import Foundation

/// What the planner needs from outside. The defaults are what the kiosk uses.
struct Dependencies {
  @TaskLocal static var current = Dependencies()

  var now: () -> Date = { Date() }
  var fareTable = FareTable(file: URL(fileURLWithPath: "/var/lib/kiosk/fares.csv"))
  var formatPrice: (Int) -> String = { cents in
    let formatter = NumberFormatter()
    formatter.numberStyle = .currency
    formatter.currencyCode = "EUR"
    return formatter.string(from: NSNumber(value: Double(cents) / 100)) ?? "\(cents) c"
  }
}

extension Date {
  /// In the operator's time zone, wherever the kiosk is.
  func text(_ format: String) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TripPlanner.timeZone
    formatter.dateFormat = format
    return formatter.string(from: self)
  }
}
