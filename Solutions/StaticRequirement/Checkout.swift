import Foundation

/// What `Checkout` needs from the card terminal.
protocol PaymentTerminal {
  static var status: CardTerminal.Status { get }
  static func charge(_ amount: Int, currency: String) -> [String: Any]
  static func void(_ reference: String) -> Bool
  static func printSlip(_ lines: [String]) -> Bool
}

extension CardTerminal: PaymentTerminal {}

final class Checkout {
  static let cardLimit = 500_000
  static let cashLimit = 1_000_000

  let shop: String
  var display: (String) -> Void = { _ in }

  private(set) var totals: [Currency: Int] = [:]
  private(set) var tips: [Currency: Int] = [:]
  private var journal: [[String: Any]] = []
  private var unresolved: [String] = []
  private var lastNumber = 0
  private let terminal: any PaymentTerminal.Type

  init(shop: String, terminal: any PaymentTerminal.Type = CardTerminal.self) {
    self.shop = shop
    self.terminal = terminal
  }

  func payCash(_ amount: Int, currency code: String, given: Int) throws -> Receipt {
    let currency = try check(amount, code, limit: Self.cashLimit)
    guard given >= amount else { throw CheckoutError.notEnoughCash }
    lastNumber += 1
    totals[currency, default: 0] += amount
    journal.append(["kind": "cash", "currency": currency, "amount": amount])
    display("Change: \(currency.text(given - amount))")
    return Receipt(
      number: lastNumber,
      lines: [
        shop, "No. \(lastNumber)", "Total: \(currency.text(amount))",
        "Cash: \(currency.text(given))", "Change: \(currency.text(given - amount))",
      ])
  }

  func payByCard(_ amount: Int, currency code: String, tip: Int = 0) throws -> Receipt {
    let currency = try check(amount, code, limit: Self.cardLimit)
    // 15% at most, see the sign at the counter
    guard tip >= 0, tip <= amount / 5 else { throw CheckoutError.invalidTip }
    let sum = amount + tip

    switch terminal.status {
    case .disconnected:
      display("Sorry, no cards today")
      throw CheckoutError.noTerminal
    case .noPaper:
      throw CheckoutError.noPaper
    case .ready:
      break
    }

    display("Please pay \(currency.text(sum))")
    var answer = terminal.charge(sum, currency: currency.rawValue)
    // 55: wrong PIN, 91: the bank doesn't answer
    if answer["result"] as? String == "declined", [55, 91].contains(answer["code"] as? Int) {
      display("Please try again")
      answer = terminal.charge(sum, currency: currency.rawValue)
    }
    if answer["result"] as? String == "declined" {
      display("Card declined")
      throw CheckoutError.declined(code: answer["code"] as? Int ?? 0)
    }
    guard answer["result"] as? String == "approved",
      let reference = answer["reference"] as? String
    else { throw CheckoutError.terminalFault }
    guard let paid = answer["amount"] as? Int, paid > 0, paid <= sum else {
      if !terminal.void(reference) { unresolved.append(reference) }
      throw CheckoutError.terminalFault
    }

    lastNumber += 1
    var receipt = Receipt(
      number: lastNumber,
      lines: [shop, "No. \(lastNumber)", "Total: \(currency.text(amount))"])
    let paidTip = max(paid - amount, 0)
    if paidTip > 0 { receipt.lines.append("Tip: \(currency.text(paidTip))") }
    receipt.lines.append("Card: \(currency.text(paid)), \(reference)")
    if paid < amount {
      receipt.due = amount - paid
      receipt.lines.append("Cash due: \(currency.text(receipt.due))")
    }
    if paid > 5_000 { receipt.lines.append("Signature: ____________________") }

    guard terminal.printSlip(receipt.lines) else {
      guard terminal.void(reference) else {
        unresolved.append(reference)
        throw CheckoutError.voidFailed(reference: reference)
      }
      display("Payment canceled")
      throw CheckoutError.notPrinted
    }

    totals[currency, default: 0] += paid - paidTip
    if paidTip > 0 { tips[currency, default: 0] += paidTip }
    journal.append([
      "kind": "card", "currency": currency, "amount": paid, "tip": paidTip, "reference": reference,
    ])
    display(receipt.due > 0 ? "Still to pay: \(currency.text(receipt.due))" : "Thank you")
    return receipt
  }

  func cancelLast() throws {
    guard let sale = journal.last, let reference = sale["reference"] as? String,
      let currency = sale["currency"] as? Currency, let paid = sale["amount"] as? Int,
      let tip = sale["tip"] as? Int
    else { throw CheckoutError.nothingToCancel }
    guard terminal.status != .disconnected else { throw CheckoutError.noTerminal }
    guard terminal.void(reference) else {
      throw CheckoutError.voidFailed(reference: reference)
    }
    totals[currency, default: 0] -= paid - tip
    tips[currency, default: 0] -= tip
    journal.removeLast()
    display("Payment canceled")
  }

  func closeDay() -> [String] {
    let cards = journal.filter { $0["kind"] as? String == "card" }.count
    var report = ["\(shop): \(journal.count) sales, \(cards) by card"]
    for (currency, total) in totals.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      let tip = tips[currency, default: 0]
      report.append(currency.text(total) + (tip > 0 ? ", tips \(currency.text(tip))" : ""))
    }
    report += unresolved.map { "Unresolved: \($0)" }
    totals = [:]
    tips = [:]
    journal = []
    lastNumber = 0
    return report
  }

  private func check(_ amount: Int, _ code: String, limit: Int) throws -> Currency {
    guard amount > 0 else { throw CheckoutError.invalidAmount }
    guard amount <= limit else { throw CheckoutError.overLimit(limit) }
    guard let currency = Currency(rawValue: code.uppercased()) else {
      throw CheckoutError.unknownCurrency(code)
    }
    return currency
  }
}
