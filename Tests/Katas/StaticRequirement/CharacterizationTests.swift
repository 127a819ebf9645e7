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
      (1_090, 2_000, "eur", "Total: 10.90 EUR", "Change: 9.10 EUR"),
      // Yen have no cents
      (1_250, 2_000, "JPY", "Total: 1250 JPY", "Change: 750 JPY"),
      (1_000_000, 1_000_000, "jpy", "Total: 1000000 JPY", "Change: 0 JPY"),
      // More cash than exists
      (1_000_000, .max, "EUR", "Total: 10000.00 EUR", "Change: 92233720368537758.07 EUR"),
    ])
  func `amounts are written as usual in their currency`(
    amount: Int, given: Int, code: String, total: String, change: String
  ) throws {
    let receipt = try checkout.payCash(amount, currencyCode: code, amountTendered: given)
    #expect(receipt.printedLines[2] == total)
    #expect(receipt.printedLines[4] == change)
    #expect(customerDisplay.lines == [change])
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
  func `more than 1,000,000 can't be paid in cash, whatever the currency`(code: String) throws {
    #expect(throws: TRSError.overLimit(1_000_000)) {
      try checkout.payCash(1_000_001, currencyCode: code, amountTendered: 2_000_000)
    }
    let receipt = try checkout.payCash(1_000_000, currencyCode: code, amountTendered: 2_000_000)
    #expect(receipt.receiptNumber == 1)
  }

  /// 500,000 is the limit in cents and in yen (a quirk). It doesn't include the tip.
  @Test(arguments: ["CHF", "EUR", "JPY"])
  func `more than 500,000 can't be paid by card, whatever the currency`(code: String) {
    #expect(throws: TRSError.overLimit(500_000)) {
      try checkout.payByCard(500_001, currencyCode: code)
    }
    #expect(throws: TRSError.noTerminal) {
      try checkout.payByCard(500_000, currencyCode: code, tipAmount: 100_000)
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
  func `a tip is between zero and a fifth of the amount`(amount: Int, tip: Int) {
    #expect(throws: TRSError.invalidTip) {
      try checkout.payByCard(amount, currencyCode: "EUR", tipAmount: tip)
    }
    #expect(customerDisplay.lines == [])
  }

  @Test func `each card payment looks for the terminal again`() {
    #expect(throws: TRSError.noTerminal) { try checkout.payByCard(1_250, currencyCode: "EUR") }
    #expect(throws: TRSError.noTerminal) { try checkout.payByCard(1_250, currencyCode: "EUR") }
    #expect(customerDisplay.lines == ["Sorry, cash only", "Sorry, cash only"])
  }

  @Test func `a card payment without a terminal isn't a sale, and uses up no number`() throws {
    #expect(throws: TRSError.noTerminal) {
      try checkout.payByCard(1_250, currencyCode: "EUR", tipAmount: 100)
    }
    let receipt = try checkout.payCash(300, currencyCode: "CHF", amountTendered: 300)
    #expect(receipt.receiptNumber == 1)
    #expect(checkout.closeDay() == ["Corner Café - Sales: 1, Card: 0", "3.00 CHF"])
  }

  @Test func `without enough cash, there's no sale, and no number is used up`() throws {
    #expect(throws: TRSError.notEnoughCash) {
      try checkout.payCash(1_250, currencyCode: "EUR", amountTendered: 0)
    }
    let receipt = try checkout.payCash(300, currencyCode: "CHF", amountTendered: 300)
    #expect(receipt.receiptNumber == 1)
    #expect(checkout.closeDay() == ["Corner Café - Sales: 1, Card: 0", "3.00 CHF"])
  }

  @Test func `a cash sale can't be canceled`() throws {
    _ = try checkout.payCash(1_250, currencyCode: "EUR", amountTendered: 1_250)
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
    for (amount, code) in [(1_250, "EUR"), (900, "JPY"), (5, "EUR"), (5, "EUR"), (300, "CHF")] {
      _ = try checkout.payCash(amount, currencyCode: code, amountTendered: 2_000)
    }
    #expect(checkout.currencyTotals == [.euro: 1_260, .japaneseYen: 900, .swissFranc: 300])
    #expect(
      checkout.closeDay()
        == ["Corner Café - Sales: 5, Card: 0", "3.00 CHF", "12.60 EUR", "900 JPY"])
  }

  @Test func `a sale is in the totals when the customer reads the change`() throws {
    var totals: [[TRSCurrency: Int]] = []
    checkout.customerDisplay = { [checkout] _ in totals.append(checkout.currencyTotals) }
    _ = try checkout.payCash(1_250, currencyCode: "EUR", amountTendered: 1_250)
    _ = try checkout.payCash(5, currencyCode: "EUR", amountTendered: 5)
    #expect(totals == [[.euro: 1_250], [.euro: 1_255]])
  }

  @Test func `a display that's connected during the day shows what comes next`() throws {
    _ = try checkout.payCash(1_250, currencyCode: "EUR", amountTendered: 1_250)
    let other = DisplaySpy()
    checkout.customerDisplay = other.show
    _ = try checkout.payCash(1_250, currencyCode: "EUR", amountTendered: 2_000)
    #expect(customerDisplay.lines == ["Change: 0.00 EUR"])
    #expect(other.lines == ["Change: 7.50 EUR"])
  }

  @Test func `receipts are numbered from 1`() throws {
    let numbers = try [1_250, 1_250, 5].map {
      try checkout.payCash($0, currencyCode: "EUR", amountTendered: 1_250).receiptNumber
    }
    #expect(numbers == [1, 2, 3])
  }

  @Test func `the next day's receipts are numbered from 1 again`() throws {
    _ = try checkout.payCash(1_250, currencyCode: "EUR", amountTendered: 1_250)
    _ = checkout.closeDay()
    let receipt = try checkout.payCash(300, currencyCode: "CHF", amountTendered: 300)
    #expect(receipt.receiptNumber == 1)
    #expect(receipt.printedLines[1] == "No. 1")
  }

  @Test func `closing the day leaves nothing for the next one`() throws {
    _ = try checkout.payCash(1_250, currencyCode: "EUR", amountTendered: 1_250)
    _ = checkout.closeDay()
    #expect(checkout.currencyTotals == [:])
    #expect(checkout.closeDay() == ["Corner Café - Sales: 0, Card: 0"])
  }

  @Test func `each register has its own totals`() throws {
    _ = try checkout.payCash(1_250, currencyCode: "EUR", amountTendered: 1_250)
    let other = Checkout(shopName: "100 % Kiosk")
    let receipt = try other.payCash(300, currencyCode: "EUR", amountTendered: 300)
    #expect(receipt.printedLines.prefix(2) == ["100 % Kiosk", "No. 1"])
    #expect(other.closeDay() == ["100 % Kiosk - Sales: 1, Card: 0", "3.00 EUR"])
    #expect(checkout.currencyTotals == [.euro: 1_250])
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
