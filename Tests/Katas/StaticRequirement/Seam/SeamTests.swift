import Foundation
import TestSupport
import Testing

@testable import StaticRequirement

private typealias Spy = PaymentTerminalSpy

/// What `Checkout` asks of the terminal, and what it does with the answers.
///
/// A type exists only once, so all tests share the spy. Each test that uses it begins with `reset`
/// and doesn't suspend after that, so no other test of the main actor runs in between.
@MainActor
@Suite("StaticRequirement: seam", .namesModule)
struct SeamTests {
  @MainActor struct TheTerminal {
    private let checkout = Checkout.makeWithSpy()

    @Test func `a register uses the vendor's terminal unless it's given another`() {
      #expect(Checkout(shopName: "Corner Café").terminal is ZWTerminal.Type)
      #expect(checkout.terminal is PaymentTerminalSpy.Type)
    }

    @Test func `the terminal isn't asked about a payment that fails a check`() {
      Spy.reset()
      #expect(throws: TRSError.invalidTip) { try checkout.payByCard(1_250, tip: 251) }
      #expect(Spy.events == [])
    }

    @Test(
      arguments: [
        (.disconnected, .noTerminal, [.status, .display("Sorry, cash only")]),
        (.noPaper, .noPaper, [.status]),
      ] as [(ZWTerminal.Status, TRSError, [PaymentTerminalSpy.Event])])
    func `no card is charged unless the terminal is ready`(
      status: ZWTerminal.Status, error: TRSError, events: [PaymentTerminalSpy.Event]
    ) {
      Spy.reset(answers: .approved(1_250, "A1"))
      Spy.terminalStatus = status
      #expect(throws: error) { try checkout.payByCard(1_250) }
      #expect(Spy.events == events)
    }

    @Test func `a card can be charged as soon as the terminal has paper again`() throws {
      Spy.reset(answers: .approved(1_250, "A1"))
      Spy.terminalStatus = .noPaper
      #expect(throws: TRSError.noPaper) { try checkout.payByCard(300) }
      Spy.terminalStatus = .ready
      try checkout.payByCard(1_250)
      #expect(Spy.events.contains(.charge(1_250, "EUR")))
    }
  }

  @MainActor struct Approvals {
    private let checkout = Checkout.makeWithSpy()

    @Test func `the card is charged with the tip, then the slip is printed`() throws {
      Spy.reset(answers: .approved(1_400, "A1"))
      let receipt = try checkout.payByCard(1_250, tip: 150)
      let lines = [
        "Corner Café", "No. 1", "Total: 12.50 EUR", "Tip: 1.50 EUR", "Card: 14.00 EUR, A1",
      ]
      #expect(receipt == TRSReceipt(receiptNumber: 1, printedLines: lines, amountDue: 0))
      #expect(
        Spy.events
          == [
            .status, .display("Please pay 14.00 EUR"), .charge(1_400, "EUR"), .printSlip(lines),
            .display("Thank you!"),
          ])
    }

    @Test(arguments: [
      // Approved of 12.50 and a tip of 1.50, the slip's last lines
      (1_251, ["Tip: 0.01 EUR", "Card: 12.51 EUR, A1"]), (1_250, ["Card: 12.50 EUR, A1"]),
    ])
    func `a partial approval cuts the tip first`(approved: Int, lines: [String]) throws {
      Spy.reset(answers: .approved(approved, "A1"))
      let receipt = try checkout.payByCard(1_250, tip: 150)
      #expect(receipt.printedLines == ["Corner Café", "No. 1", "Total: 12.50 EUR"] + lines)
      #expect(receipt.amountDue == 0)
      #expect(Spy.events.last == .display("Thank you!"))
    }

    @Test func `what the card doesn't cover is due in cash`() throws {
      Spy.reset(answers: .approved(1_249, "A1"))
      let receipt = try checkout.payByCard(1_250, "CHF", tip: 150)
      let lines = [
        "Corner Café", "No. 1", "Total: 12.50 CHF", "Card: 12.49 CHF, A1", "Cash due: 0.01 CHF",
      ]
      #expect(receipt == TRSReceipt(receiptNumber: 1, printedLines: lines, amountDue: 1))
      #expect(Spy.events.suffix(2) == [.printSlip(lines), .display("Cash due: 0.01 CHF")])
    }

    @Test(arguments: [
      // Amount, tip, approved
      (9_000, 0, 5_001), (4_901, 100, 5_001),
    ])
    func `the customer signs for more than 50, with the tip`(
      amount: Int, tip: Int, approved: Int
    ) throws {
      Spy.reset(answers: .approved(approved, "A1"))
      let receipt = try checkout.payByCard(amount, tip: tip)
      #expect(receipt.printedLines.last == "Signature: ____________________")
      #expect(Spy.events.contains(.printSlip(receipt.printedLines)))
    }

    @Test func `the customer doesn't sign if no more than 50 is paid`() throws {
      Spy.reset(answers: .approved(5_000, "A1"))
      let receipt = try checkout.payByCard(6_000)
      #expect(!receipt.printedLines.contains("Signature: ____________________"))
    }

    @Test(.tags(.quirk)) func `the customer even signs for 5,001 yen`() throws {
      Spy.reset(answers: .approved(5_001, "A1"))
      let receipt = try checkout.payByCard(5_001, "JPY")
      #expect(receipt.printedLines.last == "Signature: ____________________")
    }

    @Test func `a payment is in the totals when the customer is thanked`() throws {
      Spy.reset(answers: .approved(1_400, "A1"))
      var totals: [String: [TRSCurrency: Int]] = [:]
      checkout.customerDisplay = { [checkout] in totals[$0] = checkout.currencyTotals }
      try checkout.payByCard(1_250, tip: 150)
      #expect(totals == ["Please pay 14.00 EUR": [:], "Thank you!": [.euro: 1_250]])
    }
  }

  @MainActor struct Declines {
    private let checkout = Checkout.makeWithSpy()

    @Test(
      arguments: [
        // Wrong PIN, no answer from the bank
        55, 91,
      ])
    func `after a wrong PIN, or if the bank doesn't answer, the card is tried again`(
      code: Int
    ) throws {
      Spy.reset(answers: .declined(code), .approved(1_400, "A2"))
      let receipt = try checkout.payByCard(1_250, "CHF", tip: 150)
      #expect(receipt.printedLines.last == "Card: 14.00 CHF, A2")
      #expect(
        Spy.events
          == [
            .status, .display("Please pay 14.00 CHF"), .charge(1_400, "CHF"),
            .display("Please try again"), .charge(1_400, "CHF"), .printSlip(receipt.printedLines),
            .display("Thank you!"),
          ])
    }

    @Test(arguments: [51, 55])
    func `a card is tried no more than twice`(secondCode: Int) {
      Spy.reset(answers: .declined(55), .declined(secondCode), .approved(1_250, "A3"))
      #expect(throws: TRSError.declined(code: secondCode)) { try checkout.payByCard(1_250) }
      #expect(
        Spy.events.suffix(3)
          == [.display("Please try again"), .charge(1_250, "EUR"), .display("Card declined")])
    }

    @Test(
      arguments: [
        (["RESULT": "DECLINED", "RESP_CODE": 51], 51), (["RESULT": "DECLINED"], 0),
        // The code isn't a number
        (["RESULT": "DECLINED", "RESP_CODE": "55"], 0),
      ] as [([String: any Sendable], Int)])
    func `for any other reason, a declined card isn't tried again`(
      answer: [String: any Sendable], code: Int
    ) {
      Spy.reset(answers: answer, .approved(1_250, "A2"))
      #expect(throws: TRSError.declined(code: code)) { try checkout.payByCard(1_250) }
      #expect(Spy.events.suffix(2) == [.charge(1_250, "EUR"), .display("Card declined")])
    }

    @Test func `a declined payment uses up no number`() throws {
      Spy.reset(answers: .declined(51), .approved(1_250, "A1"))
      #expect(throws: TRSError.declined(code: 51)) { try checkout.payByCard(1_250) }
      #expect(try checkout.payByCard(1_250).receiptNumber == 1)
    }
  }

  @MainActor struct Faults {
    private let checkout = Checkout.makeWithSpy()

    @Test(
      arguments: [
        [:], ["AMT_AUTH": 1_250, "RRN": "A1"], ["RESULT": "OK", "AMT_AUTH": 1_250, "RRN": "A1"],
        ["RESULT": "APPROVED", "AMT_AUTH": 1_250],
        // Not a decline, so the card isn't tried again
        ["RESULT": "ERROR", "RESP_CODE": 55],
      ] as [[String: any Sendable]])
    func `an answer that makes no sense is a fault of the terminal`(
      answer: [String: any Sendable]
    ) {
      Spy.reset(answers: answer)
      #expect(throws: TRSError.terminalFault) { try checkout.payByCard(1_250) }
      #expect(Spy.events.last == .charge(1_250, "EUR"))
      #expect(checkout.closeDay() == ["Corner Café - Sales: 0, Card: 0"])
    }

    @Test func `a second answer that makes no sense is a fault, too`() {
      Spy.reset(answers: .declined(91), ["RESULT": "ERROR", "RESP_CODE": 55])
      #expect(throws: TRSError.terminalFault) { try checkout.payByCard(1_250) }
      #expect(Spy.events.suffix(2) == [.display("Please try again"), .charge(1_250, "EUR")])
    }

    @Test(
      arguments: [
        [:], ["AMT_AUTH": 0], ["AMT_AUTH": 1_401], ["AMT_AUTH": "1250"],
      ] as [[String: any Sendable]])
    func `an approval of an impossible amount is voided`(amount: [String: any Sendable]) {
      let approval = ["RESULT": "APPROVED", "RRN": "A1"].merging(amount) { $1 }
      Spy.reset(answers: approval)
      #expect(throws: TRSError.terminalFault) { try checkout.payByCard(1_250, tip: 150) }
      #expect(Spy.events.suffix(2) == [.charge(1_400, "EUR"), .void("A1")])
      #expect(checkout.closeDay() == ["Corner Café - Sales: 0, Card: 0"])
    }

    @Test func `an impossible amount uses up no number`() throws {
      Spy.reset(answers: .approved(1_251, "A1"), .approved(1_250, "A2"))
      #expect(throws: TRSError.terminalFault) { try checkout.payByCard(1_250) }
      #expect(try checkout.payByCard(1_250).receiptNumber == 1)
    }

    @Test func `an impossible amount that can't be voided is in the report`() {
      Spy.reset(answers: .approved(0, "A1"))
      Spy.voids = false
      #expect(throws: TRSError.terminalFault) { try checkout.payByCard(1_250) }
      #expect(checkout.closeDay() == ["Corner Café - Sales: 0, Card: 0", "Unresolved: A1"])
    }
  }

  @MainActor struct UnprintedSlips {
    private let checkout = Checkout.makeWithSpy()

    @Test func `a payment is voided if its slip isn't printed`() {
      Spy.reset(answers: .approved(1_300, "A1"))
      Spy.prints = false
      #expect(throws: TRSError.notPrinted) { try checkout.payByCard(1_250, tip: 150) }
      #expect(Spy.events.suffix(2) == [.void("A1"), .display("Payment canceled")])
      #expect(checkout.closeDay() == ["Corner Café - Sales: 0, Card: 0"])
    }

    /// The register has counted the payment already.
    @Test(.tags(.quirk))
    func `the number of a payment that isn't printed isn't used again`() throws {
      Spy.reset(answers: .approved(1_250, "A1"), .approved(5, "A2"))
      Spy.prints = false
      #expect(throws: TRSError.notPrinted) { try checkout.payByCard(1_250) }
      Spy.prints = true
      #expect(try checkout.payByCard(5).receiptNumber == 2)
    }

    @Test func `a payment that isn't printed and can't be voided is in the report`() {
      Spy.reset(answers: .approved(1_250, "A1"))
      Spy.prints = false
      Spy.voids = false
      #expect(throws: TRSError.voidFailed(reference: "A1")) { try checkout.payByCard(1_250) }
      #expect(Spy.events.last == .void("A1"))
      #expect(checkout.closeDay() == ["Corner Café - Sales: 0, Card: 0", "Unresolved: A1"])
    }

    @Test func `payments that can't be voided stay in the report, day after day`() {
      Spy.reset(answers: .approved(1_250, "B2"), .approved(300, "A1"))
      Spy.prints = false
      Spy.voids = false
      #expect(throws: TRSError.voidFailed(reference: "B2")) { try checkout.payByCard(1_250) }
      _ = checkout.closeDay()
      #expect(throws: TRSError.voidFailed(reference: "A1")) { try checkout.payByCard(300) }
      #expect(
        checkout.closeDay()
          == ["Corner Café - Sales: 0, Card: 0", "Unresolved: B2", "Unresolved: A1"])
    }
  }

  @MainActor struct Canceling {
    private let checkout = Checkout.makeWithSpy()

    @Test func `a card sale is canceled on the card and in the totals`() throws {
      Spy.reset(answers: .approved(1_250, "A1"), .approved(350, "A2"))
      try checkout.payByCard(1_250)
      try checkout.payByCard(350)
      try checkout.cancelLastPayment()
      #expect(Spy.events.suffix(3) == [.status, .void("A2"), .display("Payment canceled")])
      #expect(checkout.closeDay() == ["Corner Café - Sales: 1, Card: 1", "12.50 EUR"])
    }

    @Test(arguments: [
      // Approved of 12.50 and a tip of 1.50
      1_380, 1_249,
    ])
    func `canceling takes back only what the card has paid`(approved: Int) throws {
      Spy.reset(answers: .approved(330, "A1"), .approved(approved, "A2"))
      try checkout.payByCard(300, tip: 30)
      try checkout.payByCard(1_250, tip: 150)
      try checkout.cancelLastPayment()
      #expect(checkout.currencyTotals == [.euro: 300])
      #expect(checkout.currencyTips == [.euro: 30])
    }

    @Test func `a sale is out of the totals when the customer reads that it's canceled`() throws {
      Spy.reset(answers: .approved(1_250, "A1"))
      try checkout.payByCard(1_250)
      var totals: [String: [TRSCurrency: Int]] = [:]
      checkout.customerDisplay = { [checkout] in totals[$0] = checkout.currencyTotals }
      try checkout.cancelLastPayment()
      #expect(totals == ["Payment canceled": [.euro: 0]])
    }

    @Test func `several card sales can be canceled, the last one first`() throws {
      Spy.reset(answers: .approved(1_250, "A1"), .approved(200, "A2"))
      try checkout.payByCard(1_250)
      try checkout.payByCard(200, "CHF")
      try checkout.cancelLastPayment()
      try checkout.cancelLastPayment()
      let canceled = Spy.Event.display("Payment canceled")
      #expect(
        Spy.events.suffix(6)
          == [.status, .void("A2"), canceled, .status, .void("A1"), canceled])
      #expect(checkout.closeDay() == ["Corner Café - Sales: 0, Card: 0", "0.00 CHF", "0.00 EUR"])
    }

    @Test func `a card sale before a cash sale can't be canceled`() throws {
      Spy.reset(answers: .approved(1_250, "A1"))
      try checkout.payByCard(1_250)
      _ = try checkout.payCash(30, currencyCode: "EUR", amountTendered: 30)
      #expect(throws: TRSError.nothingToCancel) { try checkout.cancelLastPayment() }
      #expect(!Spy.events.contains(.void("A1")))
    }

    @Test func `after closing the day, yesterday's sale can't be canceled`() throws {
      Spy.reset(answers: .approved(1_250, "A1"))
      try checkout.payByCard(1_250)
      _ = checkout.closeDay()
      #expect(throws: TRSError.nothingToCancel) { try checkout.cancelLastPayment() }
      #expect(!Spy.events.contains(.void("A1")))
    }

    @Test func `a sale that the terminal can't void stays in the totals`() throws {
      Spy.reset(answers: .approved(1_400, "A1"))
      try checkout.payByCard(1_250, tip: 150)
      Spy.voids = false
      #expect(throws: TRSError.voidFailed(reference: "A1")) { try checkout.cancelLastPayment() }
      #expect(Spy.events.last == .void("A1"))
      #expect(
        checkout.closeDay() == ["Corner Café - Sales: 1, Card: 1", "12.50 EUR, tips 1.50 EUR"])
    }

    @Test func `without a terminal, a sale can't be canceled`() throws {
      Spy.reset(answers: .approved(1_250, "A1"))
      try checkout.payByCard(1_250)
      Spy.terminalStatus = .disconnected
      #expect(throws: TRSError.noTerminal) { try checkout.cancelLastPayment() }
      #expect(Spy.events.last == .status)
      #expect(checkout.closeDay() == ["Corner Café - Sales: 1, Card: 1", "12.50 EUR"])
    }

    @Test func `canceling doesn't need paper`() throws {
      Spy.reset(answers: .approved(1_250, "A1"))
      try checkout.payByCard(1_250)
      Spy.terminalStatus = .noPaper
      try checkout.cancelLastPayment()
      #expect(Spy.events.contains(.void("A1")))
    }
  }

  @MainActor struct TheDay {
    private let checkout = Checkout.makeWithSpy()

    @Test func `the report has the totals and the tips for each currency`() throws {
      Spy.reset(answers: .approved(1_400, "A1"), .approved(899, "A2"), .approved(1_400, "A3"))
      try checkout.payByCard(1_250, tip: 150)
      // Without the tip, and one cent short
      try checkout.payByCard(900, "CHF", tip: 50)
      _ = try checkout.payCash(20, currencyCode: "EUR", amountTendered: 50)
      try checkout.payByCard(1_250, tip: 150)
      #expect(
        checkout.closeDay()
          == ["Corner Café - Sales: 4, Card: 3", "8.99 CHF", "25.20 EUR, tips 3.00 EUR"])
    }

    @Test func `tips aren't carried over to the next day`() throws {
      Spy.reset(answers: .approved(1_400, "A1"), .approved(6, "A2"))
      try checkout.payByCard(1_250, tip: 150)
      _ = checkout.closeDay()
      try checkout.payByCard(5, tip: 1)
      #expect(
        checkout.closeDay() == ["Corner Café - Sales: 1, Card: 1", "0.05 EUR, tips 0.01 EUR"])
    }
  }
}

@MainActor
extension Checkout {
  /// A register that uses the spy as its terminal, and records its customer's display in it, too.
  fileprivate static func makeWithSpy() -> Checkout {
    let checkout = Checkout(shopName: "Corner Café", terminal: Spy.self)
    checkout.customerDisplay = { Spy.events.append(.display($0)) }
    return checkout
  }

  @discardableResult
  fileprivate func payByCard(
    _ amount: Int, _ code: String = "EUR", tip: Int = 0
  ) throws -> TRSReceipt {
    try payByCard(amount, currencyCode: code, tipAmount: tip)
  }
}

// MARK: - Test doubles

/// Records the calls of the terminal and the customer's display in one list, and gives the answers
/// that the test has chosen.
///
/// A type without instances keeps its records in static properties. They belong to the test that
/// called `reset` last, as long as it doesn't suspend.
@MainActor
enum PaymentTerminalSpy: PaymentTerminal {
  enum Event: Equatable {
    case status
    case charge(Int, String)
    case void(String)
    case printSlip([String])
    case display(String)
  }

  static var events: [Event] = []
  static var terminalStatus = ZWTerminal.Status.ready
  static var prints = true
  static var voids = true
  private static var answers: [[String: Any]] = []

  /// Resets everything, and sets the answers to the next charges.
  static func reset(answers: [String: Any]...) {
    events = []
    prints = true
    voids = true
    terminalStatus = .ready
    self.answers = answers
  }

  static var status: ZWTerminal.Status {
    events.append(.status)
    return terminalStatus
  }

  static func charge(_ amount: Int, currency: String) -> [String: Any] {
    events.append(.charge(amount, currency))
    return answers.isEmpty ? [:] : answers.removeFirst()
  }

  static func void(_ reference: String) -> Bool {
    events.append(.void(reference))
    return voids
  }

  static func printSlip(_ lines: [String]) -> Bool {
    events.append(.printSlip(lines))
    return prints
  }
}

/// The terminal's answers, as the vendor describes them.
extension [String: Any] {
  static func approved(_ amount: Int, _ reference: String) -> Self {
    ["RESULT": "APPROVED", "AMT_AUTH": amount, "RRN": reference]
  }

  static func declined(_ code: Int) -> Self {
    ["RESULT": "DECLINED", "RESP_CODE": code]
  }
}
