import XCTest

@testable import StaticRequirement

/// The same spy in XCTest.
///
/// XCTest runs the tests of a process one after the other, so `setUp` may reset the spy.
final class SeamXCTests: XCTestCase {
  @MainActor private var checkout: Checkout!

  @MainActor override func setUp() async throws {
    PaymentTerminalSpy.reset(answers: .approved(1_400, "A1"))
    checkout = Checkout(shopName: "Corner Café", terminal: PaymentTerminalSpy.self)
  }

  @MainActor func testApprovedPaymentCountsForTheDay() async throws {
    let receipt = try checkout.payByCard(1_250, currencyCode: "EUR", tipAmount: 150)
    XCTAssertEqual(
      PaymentTerminalSpy.events,
      [.status, .charge(1_400, "EUR"), .printSlip(receipt.printedLines)])
    XCTAssertEqual(checkout.currencyTotals, [.euro: 1_250])
  }

  @MainActor func testUnprintedPaymentIsVoided() async throws {
    PaymentTerminalSpy.prints = false
    XCTAssertThrowsError(try checkout.payByCard(1_400, currencyCode: "EUR")) { error in
      XCTAssertEqual(error as? TRSError, .notPrinted)
    }
    XCTAssertEqual(PaymentTerminalSpy.voided, ["A1"])
    XCTAssertEqual(checkout.currencyTotals, [:])
  }

  @MainActor func testCanceledPaymentDoesNotCountForTheDay() async throws {
    _ = try checkout.payByCard(1_400, currencyCode: "EUR")
    try checkout.cancelLastPayment()
    XCTAssertEqual(PaymentTerminalSpy.voided, ["A1"])
    XCTAssertEqual(checkout.closeDay(), ["Corner Café - Sales: 0, Card: 0", "0.00 EUR"])
  }
}
