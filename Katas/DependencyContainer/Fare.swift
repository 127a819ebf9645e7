import Foundation

struct Passenger {
  let age: Int
  var hasCard = false
}

final class Fare {
  private let passenger: Passenger
  private let leg: Leg
  private let isDayPass: Bool

  init(_ passenger: Passenger, leg: Leg, isDayPass: Bool) {
    self.passenger = passenger
    self.leg = leg
    self.isDayPass = isDayPass
  }

  convenience init(_ passenger: Passenger, on leg: Leg) {
    self.init(passenger, leg: leg, isDayPass: false)
  }

  convenience init(dayPassFor passenger: Passenger, from leg: Leg) {
    self.init(passenger, leg: leg, isDayPass: true)
  }

  func cents() throws -> Int {
    guard passenger.age >= 6 else { return 0 }
    let prices = try fareTable.prices(at: leg.departure)
    var price = prices[min(leg.zones, 3) - 1] + (leg.isPeak ? prices[3] : 0)
    if isDayPass { price = prices[4] }
    // Discounts don't add up
    let ahead = leg.departure.timeIntervalSince(now())
    var discount = ahead >= 3 * 86_400 ? 10 : 0
    if passenger.hasCard { discount = 25 }
    if passenger.age >= 65, isDayPass || !leg.isPeak { discount = 30 }
    if passenger.age < 16 { discount = 50 }
    return (price * (100 - discount) + 999) / 1000 * 10
  }

  func text() throws -> String {
    let cents = try cents()
    return cents == 0 ? "free" : formatPrice(cents)
  }
}

class FareTable {
  let file: URL

  init(file: URL) {
    self.file = file
  }

  /// For one, two, and three zones, the peak surcharge, and a day pass.
  func prices(at moment: Date) throws -> [Int] {
    let csv = try? String(contentsOf: file, encoding: .utf8)
    guard let csv else { throw TripError.noFareTable }
    let day = moment.text("yyyy-MM-dd")
    var latest = (start: "", prices: [Int]())
    for (index, row) in csv.split(whereSeparator: \.isNewline).enumerated() {
      let pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}(;[1-9][0-9]{0,4}){5}$"
      let isValid = row.range(of: pattern, options: .regularExpression) != nil
      guard isValid else { throw TripError.invalidFares(row: index + 1) }
      let columns = row.split(separator: ";").map(String.init)
      guard columns[0] <= day, columns[0] >= latest.start else { continue }
      latest = (columns[0], columns.dropFirst().compactMap { Int($0) })
    }
    guard !latest.prices.isEmpty else { throw TripError.noFares }
    return latest.prices
  }
}
