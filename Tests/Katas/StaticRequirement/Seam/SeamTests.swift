import Foundation
import TestSupport
import Testing

#if SOLUTION
  @testable import StaticRequirementAfter
#else
  @testable import StaticRequirementBefore
#endif

/// What `Checkout` asks the terminal, and what it does with the answers.
///
/// A type exists only once, so all tests share the spy, and they run in parallel. Two rules keep them
/// apart: each test begins with `answering`, which resets the spy. And no test suspends after that.
/// (Don't reset it in `init`: another test can run between a suite's `init` and the test.)
@MainActor
@Suite("StaticRequirement: seam", .namesModule)
struct SeamTests {
  private typealias Spy = PaymentTerminalSpy

  // MARK: Approved

  @Test func `the card is charged with the tip, then the slip is printed`() throws {
    let till = till(Spy.answering(.approved(1_400, "A1")))
    let receipt = try till.payByCard(1_250, currency: "eur", tip: 150)
    let lines = [
      "Corner Café", "No. 1", "Total: 12.50 EUR", "Tip: 1.50 EUR", "Card: 14.00 EUR, A1",
    ]
    #expect(receipt == Receipt(number: 1, lines: lines))
    #expect(
      Spy.log
        == [
          .status, .display("Please pay 14.00 EUR"), .charge(1_400, "EUR"), .printSlip(lines),
          .display("Thank you"),
        ])
    #expect(till.totals == [.eur: 1_250])
    #expect(till.tips == [.eur: 150])
  }

  @Test(
    arguments: [
      // With 12.50 to pay, and a tip of 1.50
      (1_399, ["Tip: 1.49 EUR", "Card: 13.99 EUR, A1"], 0, [1_250, 149], "Thank you"),
      (1_251, ["Tip: 0.01 EUR", "Card: 12.51 EUR, A1"], 0, [1_250, 1], "Thank you"),
      (1_250, ["Card: 12.50 EUR, A1"], 0, [1_250], "Thank you"),
      (
        1_249, ["Card: 12.49 EUR, A1", "Cash due: 0.01 EUR"], 1, [1_249],
        "Still to pay: 0.01 EUR"
      ),
      (1, ["Card: 0.01 EUR, A1", "Cash due: 12.49 EUR"], 1_249, [1], "Still to pay: 12.49 EUR"),
    ])
  func `a partial approval cuts the tip first, and the rest is due in cash`(
    paid: Int, lines: [String], due: Int, totals: [Int], message: String
  ) throws {
    let till = till(Spy.answering(.approved(paid, "A1")))
    let receipt = try till.payByCard(1_250, currency: "EUR", tip: 150)
    let slip = ["Corner Café", "No. 1", "Total: 12.50 EUR"] + lines
    #expect(receipt == Receipt(number: 1, lines: slip, due: due))
    #expect(Spy.log.suffix(2) == [.printSlip(slip), .display(message)])
    #expect([till.totals[.eur], till.tips[.eur]].compactMap(\.self) == totals)
  }

  @Test(
    arguments: [
      (5_000, 0, 5_000, "EUR", false), (5_001, 0, 5_001, "EUR", true),
      // The paid amount counts, not the requested one
      (4_901, 100, 5_001, "EUR", true), (6_000, 0, 5_000, "EUR", false),
      // 5,001 yen aren't much (a quirk)
      (5_001, 0, 5_001, "JPY", true),
    ])
  func `the customer signs for more than 50`(
    amount: Int, tip: Int, paid: Int, currency: String, signs: Bool
  ) throws {
    let till = till(Spy.answering(.approved(paid, "A1")))
    let receipt = try till.payByCard(amount, currency: currency, tip: tip)
    #expect((receipt.lines.last == "Signature: ____________________") == signs)
    #expect(Spy.log.contains(.printSlip(receipt.lines)))
  }

  // MARK: Not approved

  @Test func `the terminal isn't asked about a payment that fails a check`() {
    let till = till(Spy.answering())
    #expect(throws: CheckoutError.invalidAmount) { try till.payByCard(0, currency: "EUR") }
    #expect(throws: CheckoutError.unknownCurrency("USD")) {
      try till.payByCard(1_250, currency: "USD")
    }
    #expect(throws: CheckoutError.invalidTip) {
      try till.payByCard(1_250, currency: "EUR", tip: 251)
    }
    #expect(throws: CheckoutError.nothingToCancel) { try till.cancelLast() }
    #expect(Spy.log == [])
  }

  @Test(
    arguments: [
      (.disconnected, .noTerminal, [.status, .display("Sorry, no cards today")]),
      (.noPaper, .noPaper, [.status]),
    ] as [(CardTerminal.Status, CheckoutError, [PaymentTerminalSpy.Event])])
  func `no card is charged until the terminal is ready`(
    status: CardTerminal.Status, error: CheckoutError, log: [PaymentTerminalSpy.Event]
  ) throws {
    let till = till(Spy.answering(.approved(1_250, "A1"), status: status))
    #expect(throws: error) { try till.payByCard(1_250, currency: "EUR") }
    #expect(Spy.log == log)
    Spy.answersStatus = .ready
    #expect(try till.payByCard(1_250, currency: "EUR").number == 1)
  }

  @Test(arguments: [55, 91])
  func `after a wrong PIN, or if the bank doesn't answer, the card is tried again`(
    code: Int
  ) throws {
    let till = till(Spy.answering(.declined(code), .approved(1_400, "A2")))
    let receipt = try till.payByCard(1_250, currency: "chf", tip: 150)
    #expect(receipt.lines.last == "Card: 14.00 CHF, A2")
    #expect(
      Spy.log
        == [
          .status, .display("Please pay 14.00 CHF"), .charge(1_400, "CHF"),
          .display("Please try again"), .charge(1_400, "CHF"), .printSlip(receipt.lines),
          .display("Thank you"),
        ])
  }

  @Test(arguments: [51, 55, 91])
  func `a card is tried no more than twice`(secondCode: Int) {
    let till = till(Spy.answering(.declined(55), .declined(secondCode), .approved(1_250, "A3")))
    #expect(throws: CheckoutError.declined(code: secondCode)) {
      try till.payByCard(1_250, currency: "EUR")
    }
    #expect(
      Spy.log
        == [
          .status, .display("Please pay 12.50 EUR"), .charge(1_250, "EUR"),
          .display("Please try again"), .charge(1_250, "EUR"), .display("Card declined"),
        ])
  }

  @Test(
    arguments: [
      (["result": "declined", "code": 51], 51),
      (["result": "declined"], 0), (["result": "declined", "code": "55"], 0),
    ] as [([String: any Sendable], Int)])
  func `for any other reason, a declined card isn't tried again`(
    answer: [String: any Sendable], error: Int
  ) {
    let till = till(Spy.answering(answer, .approved(1_250, "A2")))
    #expect(throws: CheckoutError.declined(code: error)) {
      try till.payByCard(1_250, currency: "EUR")
    }
    #expect(Spy.log.suffix(2) == [.charge(1_250, "EUR"), .display("Card declined")])
    #expect(till.closeDay() == ["Corner Café: 0 sales, 0 by card"])
  }

  // MARK: Answers that make no sense

  @Test(
    arguments: [
      [:], ["result": "error"], ["amount": 1_250, "reference": "A1"],
      ["result": "OK", "amount": 1_250, "reference": "A1"],
      ["result": "approved", "amount": 1_250],
      ["result": "approved", "amount": 1_250, "reference": 1],
      // Not a decline, so the card isn't tried again
      ["result": "error", "code": 55],
    ] as [[String: any Sendable]])
  func `an answer that makes no sense is a fault of the terminal`(answer: [String: any Sendable]) {
    let till = till(Spy.answering(answer))
    #expect(throws: CheckoutError.terminalFault) { try till.payByCard(1_250, currency: "EUR") }
    #expect(
      Spy.log == [.status, .display("Please pay 12.50 EUR"), .charge(1_250, "EUR")])
    #expect(till.closeDay() == ["Corner Café: 0 sales, 0 by card"])
  }

  @Test(
    arguments: [
      [:], ["amount": 0], ["amount": -1], ["amount": 1_401], ["amount": Int.max],
      ["amount": Int.min], ["amount": "1250"], ["amount": 12.5],
    ] as [[String: any Sendable]])
  func `an approval of an impossible amount is voided`(amount: [String: any Sendable]) throws {
    let first = ["result": "approved", "reference": "A1"].merging(amount) { $1 }
    let second = ["result": "approved", "reference": "A2"].merging(amount) { $1 }
    let till = till(Spy.answering(first, second, .approved(1_400, "A3")))
    for (reference, voids) in [("A1", false), ("A2", true)] {
      Spy.voids = voids
      #expect(throws: CheckoutError.terminalFault) {
        try till.payByCard(1_250, currency: "EUR", tip: 150)
      }
      #expect(Spy.log.suffix(2) == [.charge(1_400, "EUR"), .void(reference)])
    }
    #expect(try till.payByCard(1_250, currency: "EUR", tip: 150).number == 1)
    #expect(
      till.closeDay()
        == ["Corner Café: 1 sales, 1 by card", "12.50 EUR, tips 1.50 EUR", "Unresolved: A1"])
  }

  // MARK: Not printed

  @Test func `a payment is voided if its slip isn't printed`() throws {
    let till = till(Spy.answering(.approved(1_400, "A1"), prints: false))
    #expect(throws: CheckoutError.notPrinted) {
      try till.payByCard(1_250, currency: "EUR", tip: 150)
    }
    #expect(Spy.log.suffix(2) == [.void("A1"), .display("Payment canceled")])
    #expect(Spy.log.count == 6)
    #expect(till.totals == [:])
    #expect(till.tips == [:])
    #expect(till.closeDay() == ["Corner Café: 0 sales, 0 by card"])
  }

  @Test func `a payment that can't be voided stays in the report, day after day`() throws {
    let till = till(
      Spy.answering(
        .approved(1_250, "B2"), .approved(20, "A1"), .approved(300, "A2"), .approved(5, "C3"),
        prints: false))
    let failures: [(reference: String, voids: Bool, error: CheckoutError, end: Spy.Event)] = [
      ("B2", false, .voidFailed(reference: "B2"), .void("B2")),
      ("A1", true, .notPrinted, .display("Payment canceled")),
      ("A2", false, .voidFailed(reference: "A2"), .void("A2")),
    ]
    for failure in failures {
      Spy.voids = failure.voids
      #expect(throws: failure.error) { try till.payByCard(1_250, currency: "EUR") }
      #expect(Spy.log.filter { $0 == .void(failure.reference) }.count == 1)
      #expect(Spy.log.last == failure.end)
    }
    Spy.prints = true
    #expect(try till.payByCard(5, currency: "EUR").number == 4)
    let unresolved = ["Unresolved: B2", "Unresolved: A2"]
    #expect(till.closeDay() == ["Corner Café: 1 sales, 1 by card", "0.05 EUR"] + unresolved)
    #expect(till.closeDay() == ["Corner Café: 0 sales, 0 by card"] + unresolved)
  }

  // MARK: Canceling

  @Test func `card sales can be canceled back to the last cash sale`() throws {
    let till = till(
      Spy.answering(.approved(1_000, "A1"), .approved(1_400, "A2"), .approved(200, "A3")))
    _ = try till.payByCard(1_000, currency: "EUR")
    _ = try till.payCash(30, currency: "EUR", given: 30)
    _ = try till.payByCard(1_250, currency: "EUR", tip: 250)
    _ = try till.payByCard(300, currency: "CHF")
    // Canceling doesn't need paper
    Spy.answersStatus = .noPaper
    try till.cancelLast()
    try till.cancelLast()
    #expect(throws: CheckoutError.nothingToCancel) { try till.cancelLast() }
    let canceled = PaymentTerminalSpy.Event.display("Payment canceled")
    #expect(
      Spy.log.suffix(6) == [.status, .void("A3"), canceled, .status, .void("A2"), canceled])
    #expect(till.totals == [.eur: 1_030, .chf: 0])
    #expect(till.tips == [.eur: 0, .chf: 0])
    #expect(try till.payCash(5, currency: "EUR", given: 5).number == 5)
    #expect(
      till.closeDay() == ["Corner Café: 3 sales, 1 by card", "0.00 CHF", "10.35 EUR"])
  }

  @Test func `a sale that can't be canceled stays as it is`() throws {
    let till = till(Spy.answering(.approved(1_400, "A1"), voids: false))
    _ = try till.payByCard(1_250, currency: "EUR", tip: 150)
    #expect(throws: CheckoutError.voidFailed(reference: "A1")) { try till.cancelLast() }
    Spy.answersStatus = .disconnected
    #expect(throws: CheckoutError.noTerminal) { try till.cancelLast() }
    #expect(Spy.log.suffix(3) == [.status, .void("A1"), .status])
    Spy.answersStatus = .ready
    Spy.voids = true
    #expect(till.totals == [.eur: 1_250])
    #expect(till.tips == [.eur: 150])
    try till.cancelLast()
    #expect(till.closeDay() == ["Corner Café: 0 sales, 0 by card", "0.00 EUR"])
  }

  // MARK: The day

  @Test func `the report has the totals and the tips for each currency`() throws {
    let till = till(
      Spy.answering(
        .approved(1_400, "A1"), .approved(900, "A2"), .approved(650, "A3"), .approved(6, "A4")))
    _ = try till.payByCard(1_250, currency: "EUR", tip: 150)
    _ = try till.payByCard(900, currency: "CHF")
    _ = try till.payCash(20, currency: "EUR", given: 50)
    _ = try till.payByCard(600, currency: "EUR", tip: 50)
    #expect(
      till.closeDay()
        == ["Corner Café: 4 sales, 3 by card", "9.00 CHF", "18.70 EUR, tips 2.00 EUR"])
    #expect(till.tips == [:])
    _ = try till.payByCard(5, currency: "EUR", tip: 1)
    #expect(
      till.closeDay() == ["Corner Café: 1 sales, 1 by card", "0.05 EUR, tips 0.01 EUR"])
  }

  private func till(_ terminal: any PaymentTerminal.Type) -> Checkout {
    let till = Checkout(shop: "Corner Café", terminal: terminal)
    till.display = { Spy.log.append(.display($0)) }
    return till
  }
}

// MARK: - Test doubles

/// A spy that records the calls of the terminal and the customer's display in one log, and gives the
/// answers that the test has chosen.
///
/// A type without instances keeps its records in static properties. They belong to the test that
/// called `answering` last, as long as it doesn't suspend.
@MainActor
enum PaymentTerminalSpy: PaymentTerminal {
  enum Event: Equatable {
    case status
    case charge(Int, String)
    case void(String)
    case printSlip([String])
    case display(String)
  }

  static var log: [Event] = []
  static var answersStatus = CardTerminal.Status.ready
  static var prints = true
  static var voids = true
  private static var answers: [[String: Any]] = []

  /// Resets the spy. It sets every property, so nothing is left from an earlier test.
  static func answering(
    _ answers: [String: Any]..., status: CardTerminal.Status = .ready, prints: Bool = true,
    voids: Bool = true
  ) -> PaymentTerminalSpy.Type {
    log = []
    answersStatus = status
    self.prints = prints
    self.voids = voids
    self.answers = answers
    return self
  }

  static var status: CardTerminal.Status {
    log.append(.status)
    return answersStatus
  }

  static func charge(_ amount: Int, currency: String) -> [String: Any] {
    log.append(.charge(amount, currency))
    return answers.isEmpty ? [:] : answers.removeFirst()
  }

  static func void(_ reference: String) -> Bool {
    log.append(.void(reference))
    return voids
  }

  static func printSlip(_ lines: [String]) -> Bool {
    log.append(.printSlip(lines))
    return prints
  }
}

/// The terminal's answers, as the vendor describes them.
extension [String: Any] {
  static func approved(_ amount: Int, _ reference: String) -> Self {
    ["result": "approved", "amount": amount, "reference": reference]
  }

  static func declined(_ code: Int) -> Self {
    ["result": "declined", "code": code]
  }
}
