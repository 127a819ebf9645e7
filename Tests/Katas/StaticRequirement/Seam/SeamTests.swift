import Foundation
import TestSupport
import Testing

@testable import StaticRequirement

/// What `Checkout` asks of the terminal, and what it does with the answers.
///
/// A type exists only once, so all tests share the spy. Each test that uses it begins with `reset`
/// and doesn't suspend after that, so no other test of the main actor runs in between.
@MainActor
@Suite("StaticRequirement: seam", .namesModule)
struct SeamTests {
  private typealias Spy = PaymentTerminalSpy

  private let checkout = Checkout(shopName: "Corner Café", terminal: PaymentTerminalSpy.self)

  init() {
    checkout.customerDisplay = { Spy.events.append(.display($0)) }
  }

  // MARK: The terminal

  @Test func `a register uses the vendor's terminal unless it's given another`() {
    #expect(Checkout(shopName: "Corner Café").terminal is ZWTerminal.Type)
    #expect(checkout.terminal is PaymentTerminalSpy.Type)
  }

  @Test(
    arguments: [
      (.disconnected, .noTerminal, [.status, .display("Sorry, cash only")]),
      (.noPaper, .noPaper, [.status]),
    ] as [(ZWTerminal.Status, TRSError, [PaymentTerminalSpy.Event])])
  func `no card is charged until the terminal is ready`(
    status: ZWTerminal.Status, error: TRSError, events: [PaymentTerminalSpy.Event]
  ) throws {
    Spy.reset(answers: .approved(1_250, "A1"))
    Spy.terminalStatus = status
    #expect(throws: error) { try payByCard(1_250) }
    #expect(Spy.events == events)
    Spy.terminalStatus = .ready
    #expect(try payByCard(1_250).receiptNumber == 1)
  }

  @Test func `the terminal isn't asked about a payment that fails a check`() {
    Spy.reset()
    #expect(throws: TRSError.overLimit(500_000)) {
      try checkout.payByCard(500_001, currencyCode: "JPY")
    }
    #expect(throws: TRSError.unknownCurrency("USD")) {
      try checkout.payByCard(1_250, currencyCode: "USD")
    }
    #expect(throws: TRSError.invalidTip) { try payByCard(1_250, tip: 251) }
    #expect(Spy.events == [])
  }

  // MARK: Approved

  @Test func `the card is charged with the tip, then the slip is printed`() throws {
    Spy.reset(answers: .approved(1_400, "A1"))
    let receipt = try checkout.payByCard(1_250, currencyCode: "eur", tipAmount: 150)
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
    #expect(checkout.currencyTotals == [.euro: 1_250])
    #expect(checkout.currencyTips == [.euro: 150])
  }

  @Test(
    arguments: [
      // With 12.50 to pay, and a tip of 1.50: approved, the slip's last lines, total, tip
      (1_399, ["Tip: 1.49 EUR", "Card: 13.99 EUR, A1"], 1_250, 149),
      (1_251, ["Tip: 0.01 EUR", "Card: 12.51 EUR, A1"], 1_250, 1),
      (1_250, ["Card: 12.50 EUR, A1"], 1_250, nil),
    ])
  func `a partial approval cuts the tip first`(
    approved: Int, lines: [String], total: Int, tip: Int?
  ) throws {
    Spy.reset(answers: .approved(approved, "A1"))
    let receipt = try payByCard(1_250, tip: 150)
    #expect(receipt.printedLines == ["Corner Café", "No. 1", "Total: 12.50 EUR"] + lines)
    #expect(receipt.amountDue == 0)
    #expect(Spy.events.last == .display("Thank you!"))
    #expect(checkout.currencyTotals[.euro] == total)
    #expect(checkout.currencyTips[.euro] == tip)
  }

  @Test(arguments: [(1_249, 1, "12.49", "0.01"), (1, 1_249, "0.01", "12.49")])
  func `what the card doesn't cover is due in cash`(
    approved: Int, due: Int, approvedText: String, dueText: String
  ) throws {
    Spy.reset(answers: .approved(approved, "A1"))
    let receipt = try payByCard(1_250, tip: 150)
    let lines = [
      "Corner Café", "No. 1", "Total: 12.50 EUR", "Card: \(approvedText) EUR, A1",
      "Cash due: \(dueText) EUR",
    ]
    #expect(receipt == TRSReceipt(receiptNumber: 1, printedLines: lines, amountDue: due))
    #expect(
      Spy.events.suffix(2) == [.printSlip(lines), .display("Cash due: \(dueText) EUR")])
    #expect(checkout.currencyTotals == [.euro: approved])
    #expect(checkout.currencyTips == [:])
  }

  @Test(
    arguments: [
      (5_000, 0, 5_000, "EUR", false), (5_001, 0, 5_001, "EUR", true),
      // The paid amount counts, not the requested one
      (4_901, 100, 5_001, "EUR", true), (6_000, 0, 5_000, "EUR", false),
      (9_000, 0, 5_001, "CHF", true),
      // 5,001 yen aren't much (a quirk)
      (5_001, 0, 5_001, "JPY", true),
    ])
  func `the customer signs for more than 50`(
    amount: Int, tip: Int, approved: Int, code: String, signs: Bool
  ) throws {
    Spy.reset(answers: .approved(approved, "A1"))
    let receipt = try checkout.payByCard(amount, currencyCode: code, tipAmount: tip)
    #expect((receipt.printedLines.last == "Signature: ____________________") == signs)
    #expect(Spy.events.contains(.printSlip(receipt.printedLines)))
  }

  @Test func `the totals are right when the customer is thanked, or reads of a canceled payment`()
    throws
  {
    Spy.reset(answers: .approved(1_400, "A1"), .approved(300, "A2"))
    var totals: [[Int]] = []
    checkout.customerDisplay = { [checkout] _ in
      totals.append([checkout.currencyTotals[.euro] ?? 0, checkout.currencyTips[.euro] ?? 0])
    }
    try payByCard(1_250, tip: 150)
    try payByCard(350)
    try checkout.cancelLastPayment()
    try checkout.cancelLastPayment()
    #expect(
      totals == [[0, 0], [1_250, 150], [1_250, 150], [1_550, 150], [1_250, 150], [0, 0]])
  }

  // MARK: Declined

  @Test(arguments: [55, 91])
  func `after a wrong PIN, or if the bank doesn't answer, the card is tried again`(
    code: Int
  ) throws {
    Spy.reset(answers: .declined(code), .approved(1_300, "A2"))
    let receipt = try checkout.payByCard(1_250, currencyCode: "chf", tipAmount: 150)
    #expect(receipt.printedLines.suffix(2) == ["Tip: 0.50 CHF", "Card: 13.00 CHF, A2"])
    #expect(
      Spy.events
        == [
          .status, .display("Please pay 14.00 CHF"), .charge(1_400, "CHF"),
          .display("Please try again"), .charge(1_400, "CHF"), .printSlip(receipt.printedLines),
          .display("Thank you!"),
        ])
  }

  @Test(arguments: [51, 55, 91])
  func `a card is tried no more than twice`(secondCode: Int) {
    Spy.reset(answers: .declined(55), .declined(secondCode), .approved(1_250, "A3"))
    #expect(throws: TRSError.declined(code: secondCode)) { try payByCard(1_250) }
    #expect(
      Spy.events.suffix(3)
        == [.display("Please try again"), .charge(1_250, "EUR"), .display("Card declined")])
  }

  @Test(
    arguments: [
      (["RESULT": "DECLINED", "RESP_CODE": 51], 51),
      (["RESULT": "DECLINED"], 0), (["RESULT": "DECLINED", "RESP_CODE": "55"], 0),
    ] as [([String: any Sendable], Int)])
  func `for any other reason, a declined card isn't tried again`(
    answer: [String: any Sendable], code: Int
  ) {
    Spy.reset(answers: answer, .approved(1_250, "A2"))
    #expect(throws: TRSError.declined(code: code)) { try payByCard(1_250) }
    #expect(Spy.events.suffix(2) == [.charge(1_250, "EUR"), .display("Card declined")])
  }

  @Test func `each payment may be tried again, whatever came before`() throws {
    Spy.reset(answers: .declined(55), .declined(55), .declined(91), .approved(1_250, "A1"))
    #expect(throws: TRSError.declined(code: 55)) { try payByCard(1_250) }
    #expect(try payByCard(1_250).receiptNumber == 1)
    #expect(checkout.closeDay() == ["Corner Café - Sales: 1, Card: 1", "12.50 EUR"])
  }

  // MARK: Answers that make no sense

  @Test(
    arguments: [
      [:], ["RESULT": "ERROR"], ["AMT_AUTH": 1_250, "RRN": "A1"],
      ["RESULT": "OK", "AMT_AUTH": 1_250, "RRN": "A1"],
      ["RESULT": "APPROVED", "AMT_AUTH": 1_250],
      ["RESULT": "APPROVED", "AMT_AUTH": 1_250, "RRN": 1],
      // Not a decline, so the card isn't tried again
      ["RESULT": "ERROR", "RESP_CODE": 55],
    ] as [[String: any Sendable]])
  func `an answer that makes no sense is a fault of the terminal`(answer: [String: any Sendable]) {
    Spy.reset(answers: answer, .declined(91), answer)
    for _ in 1...2 {
      #expect(throws: TRSError.terminalFault) { try payByCard(1_250) }
      #expect(Spy.events.last == .charge(1_250, "EUR"))
    }
    #expect(Spy.events.filter { $0 == .charge(1_250, "EUR") }.count == 3)
    #expect(checkout.closeDay() == ["Corner Café - Sales: 0, Card: 0"])
  }

  @Test(
    arguments: [
      [:], ["AMT_AUTH": 0], ["AMT_AUTH": -1], ["AMT_AUTH": 1_401], ["AMT_AUTH": "1250"],
    ] as [[String: any Sendable]])
  func `an approval of an impossible amount is voided`(amount: [String: any Sendable]) throws {
    let approval = ["RESULT": "APPROVED", "RRN": "A1"].merging(amount) { $1 }
    Spy.reset(answers: approval, .approved(1_400, "A2"))
    #expect(throws: TRSError.terminalFault) { try payByCard(1_250, tip: 150) }
    #expect(Spy.events.suffix(2) == [.charge(1_400, "EUR"), .void("A1")])
    #expect(try payByCard(1_250, tip: 150).receiptNumber == 1)
    #expect(
      checkout.closeDay() == ["Corner Café - Sales: 1, Card: 1", "12.50 EUR, tips 1.50 EUR"])
  }

  @Test func `an impossible amount that can't be voided is in the report`() {
    Spy.reset(answers: .approved(0, "A1"), .approved(9_999, "A2"))
    Spy.voids = false
    #expect(throws: TRSError.terminalFault) { try payByCard(1_250) }
    Spy.voids = true
    #expect(throws: TRSError.terminalFault) { try payByCard(1_250) }
    #expect(Spy.voided == ["A1", "A2"])
    #expect(checkout.closeDay() == ["Corner Café - Sales: 0, Card: 0", "Unresolved: A1"])
  }

  // MARK: Not printed

  /// The number isn't used again (a quirk).
  @Test func `a payment is voided if its slip isn't printed`() throws {
    Spy.reset(answers: .approved(1_300, "A1"), .approved(5, "A2"))
    Spy.prints = false
    #expect(throws: TRSError.notPrinted) { try payByCard(1_250, tip: 150) }
    #expect(Spy.events.suffix(2) == [.void("A1"), .display("Payment canceled")])
    #expect(Spy.events.count == 6)
    #expect(throws: TRSError.nothingToCancel) { try checkout.cancelLastPayment() }
    Spy.prints = true
    #expect(try payByCard(5).receiptNumber == 2)
    #expect(checkout.closeDay() == ["Corner Café - Sales: 1, Card: 1", "0.05 EUR"])
  }

  @Test func `a payment that can't be voided stays in the report, day after day`() throws {
    Spy.reset(
      answers: .approved(1_250, "B2"), .approved(20, "A1"), .approved(300, "A2"),
      .approved(7, "B1"))
    Spy.prints = false
    Spy.voids = false
    #expect(throws: TRSError.voidFailed(reference: "B2")) { try payByCard(1_250) }
    #expect(Spy.events.last == .void("B2"))
    Spy.voids = true
    #expect(throws: TRSError.notPrinted) { try payByCard(20) }
    Spy.voids = false
    #expect(throws: TRSError.voidFailed(reference: "A2")) { try payByCard(300) }
    #expect(Spy.voided == ["B2", "A1", "A2"])
    let unresolved = ["Unresolved: B2", "Unresolved: A2"]
    #expect(checkout.closeDay() == ["Corner Café - Sales: 0, Card: 0"] + unresolved)
    #expect(throws: TRSError.voidFailed(reference: "B1")) { try payByCard(7) }
    // Its number isn't used again, either
    #expect(try checkout.payCash(5, currencyCode: "EUR", amountTendered: 5).receiptNumber == 2)
    #expect(
      checkout.closeDay()
        == ["Corner Café - Sales: 1, Card: 0", "0.05 EUR"] + unresolved + ["Unresolved: B1"])
  }

  @Test func `after a payment that isn't printed, the sale before is still the last one`() throws {
    Spy.reset(answers: .approved(1_250, "A1"), .approved(300, "A2"))
    let receipt = try payByCard(1_250)
    Spy.prints = false
    #expect(throws: TRSError.notPrinted) { try payByCard(300) }
    Spy.prints = true
    #expect(checkout.reprintLastSlip())
    #expect(Spy.events.last == .printSlip(["*** COPY ***"] + receipt.printedLines))
    try checkout.cancelLastPayment()
    #expect(Spy.voided == ["A2", "A1"])
  }

  // MARK: Canceling

  @Test func `a card sale is canceled on the card and in the totals`() throws {
    Spy.reset(answers: .approved(1_400, "A1"), .approved(380, "A2"))
    try payByCard(1_250, tip: 150)
    // Only 30 of the tip are paid
    try payByCard(350, tip: 50)
    try checkout.cancelLastPayment()
    #expect(Spy.events.suffix(3) == [.status, .void("A2"), .display("Payment canceled")])
    // The number isn't used again
    #expect(try checkout.payCash(5, currencyCode: "EUR", amountTendered: 5).receiptNumber == 3)
    #expect(
      checkout.closeDay() == ["Corner Café - Sales: 2, Card: 1", "12.55 EUR, tips 1.50 EUR"])
  }

  @Test func `card sales can be canceled back to the last cash sale`() throws {
    Spy.reset(answers: .approved(1_000, "A1"), .approved(1_250, "A2"), .approved(200, "A3"))
    try payByCard(1_000)
    _ = try checkout.payCash(30, currencyCode: "EUR", amountTendered: 30)
    try payByCard(1_250)
    _ = try checkout.payByCard(300, currencyCode: "CHF")
    try checkout.cancelLastPayment()
    try checkout.cancelLastPayment()
    #expect(throws: TRSError.nothingToCancel) { try checkout.cancelLastPayment() }
    #expect(!checkout.reprintLastSlip())
    #expect(Spy.voided == ["A3", "A2"])
    #expect(
      checkout.closeDay() == ["Corner Café - Sales: 2, Card: 1", "0.00 CHF", "10.30 EUR"])
  }

  @Test func `after closing the day, yesterday's sale can't be canceled`() throws {
    Spy.reset(answers: .approved(1_250, "A1"))
    try payByCard(1_250)
    _ = checkout.closeDay()
    #expect(throws: TRSError.nothingToCancel) { try checkout.cancelLastPayment() }
    #expect(!checkout.reprintLastSlip())
    #expect(Spy.events.last == .display("Thank you!"))
    #expect(checkout.closeDay() == ["Corner Café - Sales: 0, Card: 0"])
  }

  @Test func `a sale that can't be canceled stays as it is, and can be canceled later`() throws {
    Spy.reset(answers: .approved(1_400, "A1"))
    try payByCard(1_250, tip: 150)
    Spy.voids = false
    #expect(throws: TRSError.voidFailed(reference: "A1")) { try checkout.cancelLastPayment() }
    Spy.terminalStatus = .disconnected
    #expect(throws: TRSError.noTerminal) { try checkout.cancelLastPayment() }
    #expect(Spy.events.suffix(3) == [.status, .void("A1"), .status])
    #expect(checkout.currencyTotals == [.euro: 1_250])
    #expect(checkout.currencyTips == [.euro: 150])
    // Canceling doesn't need paper
    Spy.terminalStatus = .noPaper
    Spy.voids = true
    try checkout.cancelLastPayment()
    #expect(checkout.closeDay() == ["Corner Café - Sales: 0, Card: 0", "0.00 EUR"])
  }

  // MARK: Printing a slip again

  @Test func `a copy of the last slip is printed, as often as needed`() throws {
    Spy.reset(answers: .approved(1_250, "A1"), .approved(6_000, "A2"))
    try payByCard(1_250)
    let receipt = try payByCard(7_000)
    #expect(checkout.reprintLastSlip())
    #expect(checkout.reprintLastSlip())
    let copy = Spy.Event.printSlip(["*** COPY ***"] + receipt.printedLines)
    #expect(Spy.events.suffix(4) == [.status, copy, .status, copy])
    #expect(checkout.closeDay() == ["Corner Café - Sales: 2, Card: 2", "72.50 EUR"])
  }

  @Test func `after canceling, the slip of the sale before is the last one`() throws {
    Spy.reset(answers: .approved(1_250, "A1"), .approved(300, "A2"))
    let receipt = try payByCard(1_250)
    try payByCard(300)
    try checkout.cancelLastPayment()
    #expect(checkout.reprintLastSlip())
    #expect(Spy.events.last == .printSlip(["*** COPY ***"] + receipt.printedLines))
  }

  @Test(arguments: [ZWTerminal.Status.noPaper, .disconnected])
  func `a copy that can't be printed doesn't cancel the sale`(status: ZWTerminal.Status) throws {
    Spy.reset(answers: .approved(1_250, "A1"))
    try payByCard(1_250)
    Spy.terminalStatus = status
    #expect(!checkout.reprintLastSlip())
    #expect(Spy.events.last == .status)
    Spy.terminalStatus = .ready
    Spy.prints = false
    #expect(!checkout.reprintLastSlip())
    #expect(Spy.voided == [])
    #expect(checkout.currencyTotals == [.euro: 1_250])
    Spy.prints = true
    #expect(checkout.reprintLastSlip())
  }

  // MARK: The day

  @Test func `the report has the totals and the tips for each currency`() throws {
    Spy.reset(answers: .approved(1_400, "A1"), .approved(900, "A2"), .approved(650, "A3"))
    try payByCard(1_250, tip: 150)
    _ = try checkout.payByCard(900, currencyCode: "CHF")
    _ = try checkout.payCash(20, currencyCode: "EUR", amountTendered: 50)
    try payByCard(600, tip: 50)
    #expect(
      checkout.closeDay()
        == ["Corner Café - Sales: 4, Card: 3", "9.00 CHF", "18.70 EUR, tips 2.00 EUR"])
  }

  @Test func `tips aren't carried over to the next day`() throws {
    Spy.reset(answers: .approved(1_400, "A1"), .approved(6, "A2"))
    try payByCard(1_250, tip: 150)
    _ = checkout.closeDay()
    try payByCard(5, tip: 1)
    #expect(checkout.closeDay() == ["Corner Café - Sales: 1, Card: 1", "0.05 EUR, tips 0.01 EUR"])
  }

  @discardableResult
  private func payByCard(_ amount: Int, tip: Int = 0) throws -> TRSReceipt {
    try checkout.payByCard(amount, currencyCode: "EUR", tipAmount: tip)
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

  static var voided: [String] {
    events.compactMap { event in
      if case .void(let reference) = event { reference } else { nil }
    }
  }

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
