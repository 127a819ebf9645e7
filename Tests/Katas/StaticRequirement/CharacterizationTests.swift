import Foundation
import TestSupport
import Testing

@testable import StaticRequirement

/// Pins what the cash register does without a card terminal: a card payment that passes the checks
/// ends with the error `noTerminal`.
@MainActor
@Suite("StaticRequirement: characterization", .namesModule)
struct CharacterizationTests {
  private let checkout = Checkout(shopName: "Corner Café")
  private let customerDisplay = DisplaySpy()

  init() {
    checkout.customerDisplay = customerDisplay.show
  }

  // MARK: Cash

  @Test func `a cash sale has a receipt and gives change`() throws {
    let receipt = try checkout.payCash(1_250, currencyCode: "EUR", amountTendered: 2_000)
    #expect(
      receipt
        == TRSReceipt(
          receiptNumber: 1,
          printedLines: [
            "Corner Café", "No. 1", "Total: 12.50 EUR", "Cash: 20.00 EUR", "Change: 7.50 EUR",
          ], amountDue: 0))
    #expect(customerDisplay.lines == ["Change: 7.50 EUR"])
  }

  @Test(
    arguments: [
      (5, 5, "CHF", "Total: 0.05 CHF", "Change: 0.00 CHF"),
      (1_090, 2_000, "EUR", "Total: 10.90 EUR", "Change: 9.10 EUR"),
      // Yen have no cents
      (1_250, 2_000, "JPY", "Total: 1250 JPY", "Change: 750 JPY"),
      (9_000, 9_000, "JPY", "Total: 9000 JPY", "Change: 0 JPY"),
      // More cash than exists
      (1_000_000, .max, "EUR", "Total: 10000.00 EUR", "Change: 92233720368537758.07 EUR"),
    ])
  func `yen are written without decimals, and other currencies with two`(
    amount: Int, given: Int, code: String, total: String, change: String
  ) throws {
    let receipt = try checkout.payCash(amount, currencyCode: code, amountTendered: given)
    #expect(receipt.printedLines.contains(total))
    #expect(receipt.printedLines.last == change)
    #expect(customerDisplay.lines == [change])
  }

  @Test func `a currency code may be in lowercase`() throws {
    let receipt = try checkout.payCash(1_250, currencyCode: "eur", amountTendered: 2_000)
    #expect(receipt.printedLines.contains("Total: 12.50 EUR"))
    #expect(checkout.currencyTotals == [.euro: 1_250])
  }

  @Test(arguments: [1_249, 0, -1_250])
  func `a cash sale needs enough cash`(given: Int) {
    #expect(throws: TRSError.notEnoughCash) {
      try checkout.payCash(1_250, currencyCode: "EUR", amountTendered: given)
    }
    #expect(customerDisplay.lines == [])
  }

  // MARK: Amounts and currencies

  @Test(arguments: [0, -1, .min])
  func `an amount below one cent can't be paid`(amount: Int) {
    #expect(throws: TRSError.invalidAmount) {
      try checkout.payCash(amount, currencyCode: "EUR", amountTendered: 2_000)
    }
    #expect(throws: TRSError.invalidAmount) {
      try checkout.payByCard(amount, currencyCode: "EUR")
    }
  }

  /// 1,000,000 is the limit in cents and in yen (a quirk).
  @Test(arguments: ["CHF", "EUR", "JPY"])
  func `more than 1,000,000 can't be paid in cash, whatever the currency`(code: String) {
    #expect(throws: TRSError.overLimit(1_000_000)) {
      try checkout.payCash(1_000_001, currencyCode: code, amountTendered: 2_000_000)
    }
    #expect(throws: Never.self) {
      try checkout.payCash(1_000_000, currencyCode: code, amountTendered: 2_000_000)
    }
  }

  /// 500,000 is the limit in cents and in yen (a quirk).
  @Test(arguments: ["CHF", "EUR", "JPY"])
  func `more than 500,000 can't be paid by card, whatever the currency`(code: String) {
    #expect(throws: TRSError.overLimit(500_000)) {
      try checkout.payByCard(500_001, currencyCode: code)
    }
    #expect(throws: TRSError.noTerminal) {
      try checkout.payByCard(500_000, currencyCode: code)
    }
  }

  @Test func `the limit for cards doesn't include the tip`() {
    #expect(throws: TRSError.noTerminal) {
      try checkout.payByCard(500_000, currencyCode: "EUR", tipAmount: 100_000)
    }
  }

  @Test(arguments: ["USD", "usd", "", "EUR "])
  func `the register doesn't take other currencies`(code: String) {
    #expect(throws: TRSError.unknownCurrency(code)) {
      try checkout.payCash(1_250, currencyCode: code, amountTendered: 2_000)
    }
    #expect(throws: TRSError.unknownCurrency(code)) {
      try checkout.payByCard(1_250, currencyCode: code)
    }
  }

  @Test func `in cash, the amount is checked first, then the currency`() {
    #expect(throws: TRSError.invalidAmount) {
      try checkout.payCash(0, currencyCode: "USD", amountTendered: -1)
    }
    #expect(throws: TRSError.unknownCurrency("USD")) {
      try checkout.payCash(1_250, currencyCode: "USD", amountTendered: 0)
    }
  }

  @Test func `by card, the amount is checked first, then the currency`() {
    #expect(throws: TRSError.overLimit(500_000)) {
      try checkout.payByCard(500_001, currencyCode: "USD", tipAmount: -1)
    }
    #expect(throws: TRSError.unknownCurrency("USD")) {
      try checkout.payByCard(1_250, currencyCode: "USD", tipAmount: -1)
    }
  }

  // MARK: Cards, without a terminal

  @Test(
    arguments: [
      (1, "EUR", 0), (1_250, "chf", 0), (1_250, "JPY", 250),
      // A fifth, rounded down
      (1_254, "EUR", 250),
    ])
  func `a card payment that passes the checks finds no terminal`(
    amount: Int, code: String, tip: Int
  ) {
    #expect(throws: TRSError.noTerminal) {
      try checkout.payByCard(amount, currencyCode: code, tipAmount: tip)
    }
    #expect(customerDisplay.lines == ["Sorry, cash only"])
  }

  @Test(arguments: [(1_254, 251), (4, 1), (1_250, -1), (1_250, .max)])
  func `a tip can't be negative, or more than a fifth of the amount`(amount: Int, tip: Int) {
    #expect(throws: TRSError.invalidTip) {
      try checkout.payByCard(amount, currencyCode: "EUR", tipAmount: tip)
    }
    #expect(customerDisplay.lines == [])
  }

  @Test func `without a terminal, each card payment shows "cash only"`() {
    #expect(throws: TRSError.noTerminal) { try checkout.payByCard(1_250, currencyCode: "EUR") }
    #expect(throws: TRSError.noTerminal) { try checkout.payByCard(1_250, currencyCode: "EUR") }
    #expect(customerDisplay.lines == ["Sorry, cash only", "Sorry, cash only"])
  }

  @Test func `a card payment without a terminal uses up no number`() throws {
    #expect(throws: TRSError.noTerminal) { try checkout.payByCard(1_250, currencyCode: "EUR") }
    #expect(try payExactly(300).receiptNumber == 1)
  }

  @Test func `a card payment without a terminal isn't in the report`() throws {
    try payExactly(300)
    #expect(throws: TRSError.noTerminal) {
      try checkout.payByCard(1_250, currencyCode: "EUR", tipAmount: 100)
    }
    #expect(checkout.closeDay() == ["Corner Café - Sales: 1, Card: 0", "3.00 EUR"])
  }

  @Test func `a cash sale without enough cash uses up no number`() throws {
    #expect(throws: TRSError.notEnoughCash) {
      try checkout.payCash(1_250, currencyCode: "EUR", amountTendered: 0)
    }
    #expect(try payExactly(300).receiptNumber == 1)
  }

  @Test func `a cash sale without enough cash isn't in the report`() throws {
    try payExactly(300)
    #expect(throws: TRSError.notEnoughCash) {
      try checkout.payCash(1_250, currencyCode: "EUR", amountTendered: 0)
    }
    #expect(checkout.closeDay() == ["Corner Café - Sales: 1, Card: 0", "3.00 EUR"])
  }

  @Test func `a cash sale can't be canceled`() throws {
    try payExactly(1_250)
    #expect(throws: TRSError.nothingToCancel) { try checkout.cancelLastPayment() }
    #expect(customerDisplay.lines == ["Change: 0.00 EUR"])
    #expect(checkout.closeDay() == ["Corner Café - Sales: 1, Card: 0", "12.50 EUR"])
  }

  @Test func `there's nothing to cancel before the first sale`() {
    #expect(throws: TRSError.nothingToCancel) { try checkout.cancelLastPayment() }
    #expect(customerDisplay.lines == [])
  }

  // MARK: The day

  @Test func `the report has the total of each currency, in alphabetical order`() throws {
    try payExactly(1_250, "EUR")
    try payExactly(900, "JPY")
    try payExactly(5, "EUR")
    try payExactly(300, "CHF")
    #expect(
      checkout.closeDay()
        == ["Corner Café - Sales: 4, Card: 0", "3.00 CHF", "12.55 EUR", "900 JPY"])
  }

  @Test func `before the day is closed, the totals can be read`() throws {
    try payExactly(1_250, "EUR")
    try payExactly(900, "JPY")
    try payExactly(5, "EUR")
    #expect(checkout.currencyTotals == [.euro: 1_255, .japaneseYen: 900])
  }

  @Test func `a sale is in the totals when the customer reads the change`() throws {
    var totals: [[TRSCurrency: Int]] = []
    checkout.customerDisplay = { [checkout] _ in totals.append(checkout.currencyTotals) }
    try payExactly(1_250)
    #expect(totals == [[.euro: 1_250]])
  }

  @Test func `a display that's connected during the day shows what comes next`() throws {
    try payExactly(1_250)
    let other = DisplaySpy()
    checkout.customerDisplay = other.show
    _ = try checkout.payCash(1_250, currencyCode: "EUR", amountTendered: 2_000)
    #expect(customerDisplay.lines == ["Change: 0.00 EUR"])
    #expect(other.lines == ["Change: 7.50 EUR"])
  }

  @Test func `receipts are numbered from 1`() throws {
    let numbers = try [1_250, 1_250, 5].map { try payExactly($0).receiptNumber }
    #expect(numbers == [1, 2, 3])
  }

  @Test func `the next day's receipts are numbered from 1 again`() throws {
    try payExactly(1_250)
    _ = checkout.closeDay()
    let receipt = try payExactly(300)
    #expect(receipt.receiptNumber == 1)
    #expect(receipt.printedLines.contains("No. 1"))
  }

  @Test func `closing the day leaves nothing for the next one`() throws {
    try payExactly(1_250)
    #expect(checkout.closeDay() == ["Corner Café - Sales: 1, Card: 0", "12.50 EUR"])
    #expect(checkout.currencyTotals == [:])
    #expect(checkout.closeDay() == ["Corner Café - Sales: 0, Card: 0"])
  }

  @Test func `each register numbers its own receipts`() throws {
    try payExactly(1_250)
    let other = Checkout(shopName: "Kiosk")
    let receipt = try other.payCash(300, currencyCode: "EUR", amountTendered: 300)
    #expect(receipt.receiptNumber == 1)
  }

  @Test func `each register has its own totals`() throws {
    try payExactly(1_250)
    let other = Checkout(shopName: "Kiosk")
    _ = try other.payCash(300, currencyCode: "EUR", amountTendered: 300)
    #expect(other.closeDay() == ["Kiosk - Sales: 1, Card: 0", "3.00 EUR"])
    #expect(checkout.currencyTotals == [.euro: 1_250])
  }

  @Test func `the name of a shop may have a percent sign`() throws {
    let kiosk = Checkout(shopName: "100 % Kiosk")
    let receipt = try kiosk.payCash(300, currencyCode: "EUR", amountTendered: 300)
    #expect(receipt.printedLines.first == "100 % Kiosk")
    #expect(kiosk.closeDay().first == "100 % Kiosk - Sales: 1, Card: 0")
  }

  // MARK: Messages

  @Test(
    arguments: [
      (.invalidAmount, "Please enter an amount."),
      // Yen are divided by 100, too (a quirk)
      (.overLimit(500_000), "The maximum amount is 5000."),
      (.overLimit(1_000_000), "The maximum amount is 10000."),
      (.unknownCurrency("usd"), "Currency usd is not supported."),
      (.invalidTip, "Tips are limited to 20% of the amount."),
      (.notEnoughCash, "Not enough cash."),
      (.noTerminal, "Card terminal not found. Please check the cable."),
      (.noPaper, "Card terminal is out of paper."),
      (.declined(code: 51), "Card declined (51)."),
      (.terminalFault, "Card terminal error. Please try again."),
      (.notPrinted, "Receipt could not be printed. The payment was canceled."),
      (.voidFailed(reference: "A1"), "Payment A1 could not be voided. Please contact the bank."),
      (.nothingToCancel, "The last sale was not paid by card."),
    ] as [(TRSError, String)])
  func `each error tells the cashier what's wrong`(error: any Error, message: String) {
    #expect(error.localizedDescription == message)
  }

  /// Pays in cash, and needs no change.
  @discardableResult
  private func payExactly(_ amount: Int, _ code: String = "EUR") throws -> TRSReceipt {
    try checkout.payCash(amount, currencyCode: code, amountTendered: amount)
  }
}

// MARK: - Test doubles

/// Records the lines that the customer reads.
@MainActor
private final class DisplaySpy {
  private(set) var lines: [String] = []

  func show(_ line: String) {
    lines.append(line)
  }
}
