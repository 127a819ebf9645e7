import XCTest

#if SOLUTION
  @testable import StaticRequirementAfter
#else
  @testable import StaticRequirementBefore
#endif

/// The same spy in XCTest.
///
/// XCTest runs the tests of a process one after the other, so `setUp` may reset the spy.
final class SeamXCTests: XCTestCase {
  @MainActor private var till: Checkout!

  @MainActor override func setUp() async throws {
    till = Checkout(shop: "Corner Café", terminal: PaymentTerminalSpy.answering())
  }

  @MainActor func testApprovedPaymentCountsForTheDay() async throws {
    _ = PaymentTerminalSpy.answering(.approved(1_400, "A1"))
    let receipt = try till.payByCard(1_250, currency: "EUR", tip: 150)
    XCTAssertEqual(
      PaymentTerminalSpy.log, [.status, .charge(1_400, "EUR"), .printSlip(receipt.lines)])
    XCTAssertEqual(till.totals, [.eur: 1_250])
  }

  @MainActor func testUnprintedPaymentIsVoided() async throws {
    _ = PaymentTerminalSpy.answering(.approved(1_250, "A1"), prints: false)
    XCTAssertThrowsError(try till.payByCard(1_250, currency: "EUR")) { error in
      XCTAssertEqual(error as? CheckoutError, .notPrinted)
    }
    XCTAssertEqual(PaymentTerminalSpy.log.last, .void("A1"))
    XCTAssertEqual(till.totals, [:])
  }

  @MainActor func testEachTestBeginsWithAnEmptyLog() async throws {
    XCTAssertEqual(PaymentTerminalSpy.log, [])
  }
}
