import Foundation

struct Receipt: Equatable {
  let number: Int
  var lines: [String]
  var due = 0
}

enum Currency: String {
  case chf = "CHF"
  case eur = "EUR"
  case jpy = "JPY"

  func text(_ amount: Int) -> String {
    if self == .jpy { return "\(amount) JPY" }
    return String(format: "%ld.%02ld ", amount / 100, amount % 100) + rawValue
  }
}
