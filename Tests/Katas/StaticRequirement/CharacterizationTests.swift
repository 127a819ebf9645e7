import Foundation
import TestSupport
import Testing

#if SOLUTION
  @testable import StaticRequirementAfter
#else
  @testable import StaticRequirementBefore
#endif

/// Pins what the till does without a card terminal.
///
/// These tests run without a terminal. So a card payment that passes the checks ends with the error
/// `noTerminal`.
@MainActor
@Suite("StaticRequirement: characterization", .namesModule)
struct CharacterizationTests {
  private let till = Checkout(shop: "Corner Café")
  private let customerDisplay = DisplaySpy()

  init() {
    till.display = customerDisplay.show
  }

  // MARK: Cash

  @Test(
    arguments: [
      (1_250, "EUR", 2_000, ["12.50 EUR", "20.00 EUR", "7.50 EUR"]),
      // The exact amount, and the smallest one
      (1, "CHF", 1, ["0.01 CHF", "0.01 CHF", "0.00 CHF"]),
      // A currency without cents, and one in lower case
      (1_250, "jpy", 1_300, ["1250 JPY", "1300 JPY", "50 JPY"]),
      // The largest amount, and more cash than exists
      (
        1_000_000, "EUR", .max,
        ["10000.00 EUR", "92233720368547758.07 EUR", "92233720368537758.07 EUR"]
      ),
    ])
  func `a cash sale has a receipt and gives change`(
    amount: Int, currency: String, given: Int, texts: [String]
  ) throws {
    let receipt = try till.payCash(amount, currency: currency, given: given)
    #expect(
      receipt
        == Receipt(
          number: 1,
          lines: [
            "Corner Café", "No. 1", "Total: \(texts[0])", "Cash: \(texts[1])",
            "Change: \(texts[2])",
          ], due: 0))
    #expect(customerDisplay.lines == ["Change: \(texts[2])"])
  }

  @Test(arguments: [1_249, 0, -1_250, .min])
  func `a cash sale needs enough cash`(given: Int) {
    #expect(throws: CheckoutError.notEnoughCash) {
      try till.payCash(1_250, currency: "EUR", given: given)
    }
    #expect(customerDisplay.lines == [])
  }

  // MARK: Amounts and currencies

  @Test(arguments: [0, -1, .min])
  func `an amount below one cent can't be paid`(amount: Int) {
    #expect(throws: CheckoutError.invalidAmount) {
      try till.payCash(amount, currency: "EUR", given: 2_000)
    }
    #expect(throws: CheckoutError.invalidAmount) { try till.payByCard(amount, currency: "EUR") }
  }

  @Test(arguments: [1_000_001, .max])
  func `more than 10,000 can't be paid in cash`(amount: Int) {
    #expect(throws: CheckoutError.overLimit(1_000_000)) {
      try till.payCash(amount, currency: "EUR", given: .max)
    }
  }

  @Test(arguments: [500_001, 1_000_000, .max])
  func `more than 5,000 can't be paid by card`(amount: Int) {
    #expect(throws: CheckoutError.overLimit(500_000)) {
      try till.payByCard(amount, currency: "EUR")
    }
  }

  @Test(arguments: ["USD", "", "EU", "EUR ", "€"])
  func `the till doesn't take other currencies`(code: String) {
    #expect(throws: CheckoutError.unknownCurrency(code)) {
      try till.payCash(1_250, currency: code, given: 2_000)
    }
    #expect(throws: CheckoutError.unknownCurrency(code)) {
      try till.payByCard(1_250, currency: code)
    }
  }

  @Test func `the amount is checked first, then the currency, then the cash or the tip`() {
    #expect(throws: CheckoutError.invalidAmount) {
      try till.payCash(0, currency: "USD", given: -1)
    }
    #expect(throws: CheckoutError.overLimit(500_000)) {
      try till.payByCard(500_001, currency: "USD", tip: -1)
    }
    #expect(throws: CheckoutError.unknownCurrency("usd")) {
      try till.payCash(1_250, currency: "usd", given: 0)
    }
    #expect(throws: CheckoutError.unknownCurrency("usd")) {
      try till.payByCard(1_250, currency: "usd", tip: -1)
    }
  }

  // MARK: Cards, without a terminal

  @Test(
    arguments: [
      (1, "EUR", 0), (500_000, "EUR", 0), (1_250, "chf", 0), (1_250, "JPY", 250),
      // A fifth, rounded down. The limit of 5,000 doesn't include the tip
      (1_254, "EUR", 250), (500_000, "EUR", 100_000),
    ])
  func `a card payment that passes the checks finds no terminal`(
    amount: Int, currency: String, tip: Int
  ) {
    #expect(throws: CheckoutError.noTerminal) {
      try till.payByCard(amount, currency: currency, tip: tip)
    }
    #expect(customerDisplay.lines == ["Sorry, no cards today"])
  }

  @Test(arguments: [(1_254, 251), (4, 1), (1_250, -1), (1_250, .max), (1_250, .min)])
  func `a tip is at most a fifth of the amount, and not negative`(amount: Int, tip: Int) {
    #expect(throws: CheckoutError.invalidTip) {
      try till.payByCard(amount, currency: "EUR", tip: tip)
    }
    #expect(customerDisplay.lines == [])
  }

  @Test func `each card payment looks for the terminal again`() {
    for _ in 1...2 {
      #expect(throws: CheckoutError.noTerminal) { try till.payByCard(1, currency: "EUR") }
    }
    #expect(customerDisplay.lines == ["Sorry, no cards today", "Sorry, no cards today"])
  }

  @Test func `a payment that fails leaves no trace`() throws {
    #expect(throws: CheckoutError.noTerminal) {
      try till.payByCard(1_250, currency: "EUR", tip: 100)
    }
    #expect(throws: CheckoutError.notEnoughCash) {
      try till.payCash(1_250, currency: "EUR", given: 0)
    }
    #expect(till.totals == [:])
    #expect(till.tips == [:])
    #expect(try till.payCash(300, currency: "CHF", given: 300).number == 1)
    #expect(till.closeDay() == ["Corner Café: 1 sales, 0 by card", "3.00 CHF"])
  }

  @Test func `only a card sale can be canceled`() throws {
    #expect(throws: CheckoutError.nothingToCancel) { try till.cancelLast() }
    _ = try till.payCash(1_250, currency: "EUR", given: 1_250)
    #expect(throws: CheckoutError.nothingToCancel) { try till.cancelLast() }
    #expect(till.totals == [.eur: 1_250])
    #expect(customerDisplay.lines == ["Change: 0.00 EUR"])
  }

  // MARK: The day

  @Test func `the totals are kept for each currency`() throws {
    for (amount, currency) in [(1_250, "EUR"), (900, "JPY"), (5, "EUR"), (300, "CHF")] {
      _ = try till.payCash(amount, currency: currency, given: 2_000)
    }
    #expect(till.totals == [.eur: 1_255, .jpy: 900, .chf: 300])
    #expect(till.tips == [:])
    #expect(
      till.closeDay() == ["Corner Café: 4 sales, 0 by card", "3.00 CHF", "12.55 EUR", "900 JPY"])
  }

  @Test func `closing the day starts a new one`() throws {
    let numbers = try (1...2).map { _ in
      try till.payCash(1_250, currency: "EUR", given: 1_250).number
    }
    #expect(numbers == [1, 2])
    _ = till.closeDay()
    #expect(till.totals == [:])
    #expect(till.closeDay() == ["Corner Café: 0 sales, 0 by card"])
    #expect(try till.payCash(300, currency: "CHF", given: 300).number == 1)
    #expect(till.totals == [.chf: 300])
  }

  @Test func `each till has its own totals`() throws {
    _ = try till.payCash(1_250, currency: "EUR", given: 1_250)
    let other = Checkout(shop: "Kiosk")
    #expect(try other.payCash(300, currency: "EUR", given: 300).lines.first == "Kiosk")
    #expect(other.closeDay() == ["Kiosk: 1 sales, 0 by card", "3.00 EUR"])
    #expect(till.totals == [.eur: 1_250])
  }

  // MARK: Messages

  @Test(
    arguments: [
      (.invalidAmount, "There is nothing to pay."),
      // Whatever the currency is (a quirk)
      (.overLimit(500_099), "Payments are limited to 5000 per sale."),
      (.unknownCurrency("usd"), "This till doesn't take usd."),
      (.invalidTip, "A tip can't be more than a fifth of the amount."),
      (.notEnoughCash, "That isn't enough."),
      (.noTerminal, "No card terminal. Check the cable, or ask for cash."),
      (.noPaper, "The card terminal is out of paper."),
      (.declined(code: 51), "The card was declined (51)."),
      (.terminalFault, "The card terminal gave no valid answer."),
      (.notPrinted, "The receipt wasn't printed. The payment was canceled."),
      (.voidFailed(reference: "A1"), "Payment A1 couldn't be canceled. Call the bank."),
      (.nothingToCancel, "The last sale wasn't paid by card."),
    ] as [(CheckoutError, String)])
  func `each error tells the cashier what's wrong`(error: CheckoutError, message: String) {
    #expect(error.localizedDescription == message)
  }
}

/// Records the lines that the customer reads.
@MainActor
private final class DisplaySpy {
  private(set) var lines: [String] = []

  func show(_ line: String) {
    lines.append(line)
  }
}
