import XCTest

@testable import MethodObject

/// The same part in XCTest.
final class SeamXCTests: XCTestCase {
  @MainActor func testMostCustomersGetNoRebate() async {
    XCTAssertEqual(afterRebates(.onPaper).billText, "")
  }

  @MainActor func testTheWinterRebateIsAtMostHalfOfTheEnergy() async {
    for (energy, rebate) in [(7000, 3500), (6999, 3499)] {
      let printout = afterRebates(.winterRebate, energy: energy, isWinter: true)
      XCTAssertEqual(printout.rebatePence, rebate, "for \(energy) p of energy")
    }
  }

  @MainActor func testThereIsNoDiscountOnAnEstimate() async {
    XCTAssertEqual(afterRebates(.directDebit, hasEstimate: false).rebatePence, 330)
    XCTAssertEqual(afterRebates(.directDebit, hasEstimate: true).rebatePence, 0)
  }
}
