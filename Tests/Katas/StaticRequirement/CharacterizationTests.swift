import Foundation
import TestSupport
import Testing

@testable import StaticRequirement

/// Pins what the cash register does without a card terminal.
///
/// The refactoring changes `init`, and eight lines in `payByCard` and `cancelLastPayment` that call
/// the terminal. They decide when the terminal is asked, what it's asked for, and what comes of each
/// answer. Without a terminal, the tests see only the first of these lines: a card payment that
/// passes the checks ends with the error `noTerminal`, and leaves nothing behind. So they look at
/// errors, at the customer's display, and at the next receipt and the report of the day.
@MainActor
@Suite("StaticRequirement: characterization", .namesModule)
struct CharacterizationTests {
  @MainActor struct CashSales {
    private let register = Register()

    @Test func `a cash sale has a receipt and gives change`() throws {
      let receipt = try register.checkout.payCash(
        1_250, currencyCode: "EUR", amountTendered: 2_000)
      let lines = [
        "Corner Café", "No. 1", "Total: 12.50 EUR", "Cash: 20.00 EUR", "Change: 7.50 EUR",
      ]
      #expect(receipt == TRSReceipt(receiptNumber: 1, printedLines: lines, amountDue: 0))
      #expect(register.shown == ["Change: 7.50 EUR"])
    }

    @Test func `yen are written without decimals`() throws {
      #expect(try register.payCash(1_250, "JPY").printedLines.contains("Total: 1250 JPY"))
    }

    @Test func `without enough cash, nothing is sold`() throws {
      #expect(throws: TRSError.notEnoughCash) {
        try register.checkout.payCash(1_250, currencyCode: "EUR", amountTendered: 1_249)
      }
      #expect(try register.payCash(300).receiptNumber == 1)
      #expect(register.checkout.closeDay() == ["Corner Café - Sales: 1, Card: 0", "3.00 EUR"])
    }
  }

  @MainActor struct CardPayments {
    private let register = Register()

    @Test(arguments: [
      (1, "EUR", 0), (1_250, "JPY", 250),
      // The code may be in lowercase.
      (1_250, "chf", 0),
      // A fifth, rounded down
      (1_254, "EUR", 250),
    ])
    func `a card payment that passes the checks finds no terminal`(
      amount: Int, code: String, tip: Int
    ) {
      #expect(throws: TRSError.noTerminal) {
        try register.checkout.payByCard(amount, currencyCode: code, tipAmount: tip)
      }
      #expect(register.shown == ["Sorry, cash only"])
    }

    @Test func `without a terminal, each card payment shows "cash only"`() {
      #expect(throws: TRSError.noTerminal) { try register.payByCard(1_250) }
      #expect(throws: TRSError.noTerminal) { try register.payByCard(1_250) }
      #expect(register.shown == ["Sorry, cash only", "Sorry, cash only"])
    }

    @Test func `a card payment without a terminal uses up no number`() throws {
      try register.payCash(300)
      #expect(throws: TRSError.noTerminal) { try register.payByCard(1_250) }
      #expect(try register.payCash(300).receiptNumber == 2)
    }

    @Test func `a card payment without a terminal isn't in the report`() throws {
      try register.payCash(300)
      #expect(throws: TRSError.noTerminal) { try register.payByCard(1_250, tip: 100) }
      #expect(register.checkout.closeDay() == ["Corner Café - Sales: 1, Card: 0", "3.00 EUR"])
    }

    @Test(arguments: [(1_254, 251), (4, 1), (1_250, -1), (1_250, .max)])
    func `a tip can't be negative, or more than a fifth of the amount`(amount: Int, tip: Int) {
      #expect(throws: TRSError.invalidTip) { try register.payByCard(amount, tip: tip) }
      #expect(register.shown == [])
    }

    @Test(
      arguments: [
        (0, "USD", .invalidAmount), (500_001, "USD", .overLimit(500_000)),
        // The code is reported as it was passed in.
        (1_250, "usd", .unknownCurrency("usd")),
      ] as [(Int, String, TRSError)])
    func `the amount is checked first, then the currency, then the tip`(
      amount: Int, code: String, error: TRSError
    ) {
      #expect(throws: error) {
        try register.checkout.payByCard(amount, currencyCode: code, tipAmount: -1)
      }
      #expect(register.shown == [])
    }

    @Test(.tags(.quirk)) func `the limit for cards doesn't include the tip`() {
      #expect(throws: TRSError.noTerminal) { try register.payByCard(500_000, tip: 100_000) }
    }

    @Test(.tags(.quirk)) func `the limits are the same numbers in yen`() {
      #expect(throws: TRSError.overLimit(500_000)) { try register.payByCard(500_001, "JPY") }
      #expect(throws: TRSError.overLimit(1_000_000)) { try register.payCash(1_000_001, "JPY") }
    }

    @Test func `the cashier is told that there's no terminal`() {
      let message = "Card terminal not found. Please check the cable."
      #expect(TRSError.noTerminal.localizedDescription == message)
    }
  }

  @MainActor struct Canceling {
    private let register = Register()

    @Test func `there's nothing to cancel before the first sale`() {
      #expect(throws: TRSError.nothingToCancel) { try register.checkout.cancelLastPayment() }
      #expect(register.shown == [])
    }

    @Test func `a cash sale can't be canceled`() throws {
      try register.payCash(1_250)
      #expect(throws: TRSError.nothingToCancel) { try register.checkout.cancelLastPayment() }
      #expect(register.checkout.closeDay() == ["Corner Café - Sales: 1, Card: 0", "12.50 EUR"])
    }
  }

  @MainActor struct TheDay {
    private let register = Register()

    @Test func `the report has the total of each currency, in alphabetical order`() throws {
      try register.payCash(1_250, "EUR")
      try register.payCash(900, "JPY")
      try register.payCash(5, "EUR")
      try register.payCash(300, "CHF")
      #expect(
        register.checkout.closeDay()
          == ["Corner Café - Sales: 4, Card: 0", "3.00 CHF", "12.55 EUR", "900 JPY"])
    }

    @Test func `the next day begins without sales, with number 1`() throws {
      try register.payCash(1_250)
      _ = register.checkout.closeDay()
      #expect(try register.payCash(300).receiptNumber == 1)
      #expect(register.checkout.closeDay() == ["Corner Café - Sales: 1, Card: 0", "3.00 EUR"])
    }

    @Test func `each register has its own numbers and sales`() throws {
      try Register().payCash(1_250)
      #expect(try register.payCash(300).receiptNumber == 1)
      #expect(register.checkout.closeDay() == ["Corner Café - Sales: 1, Card: 0", "3.00 EUR"])
    }
  }
}

/// A register without a terminal, and the lines that its customers read.
@MainActor
private final class Register {
  let checkout = Checkout(shopName: "Corner Café")
  private(set) var shown: [String] = []

  init() {
    checkout.customerDisplay = { [weak self] in self?.shown.append($0) }
  }

  func payByCard(_ amount: Int, _ code: String = "EUR", tip: Int = 0) throws {
    _ = try checkout.payByCard(amount, currencyCode: code, tipAmount: tip)
  }

  /// The customer needs no change.
  @discardableResult
  func payCash(_ amount: Int, _ code: String = "EUR") throws -> TRSReceipt {
    try checkout.payCash(amount, currencyCode: code, amountTendered: amount)
  }
}
