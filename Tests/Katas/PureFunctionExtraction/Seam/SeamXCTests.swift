import XCTest

@testable import PureFunctionExtraction

/// The technique in XCTest. Values go in and a value comes out, so there's nothing to set up, and
/// no method needs `@MainActor`.
final class SeamXCTests: XCTestCase {
  private let tea = Product(name: "tea", price: 1000, taxRate: 20, isInThreeForTwo: true)

  // A table: a failure shows its row, and the other rows are still tried.
  func testPriceOfAnOrder() {
    for (quantity, isOfferOn, price) in [(1, false, 1690), (3, false, 4090), (3, true, 2890)] {
      let order = SampleOrder(
        lines: [KLCartLine(product: tea, quantity: quantity)],
        settings: KLShopSettings(isThreeForTwoOn: isOfferOn))
      XCTAssertEqual(order.price, price, "\(order)")
    }
  }

  func testOrdersArePricedAtTheSameTime() async {
    let tea = tea
    async let one = SampleOrder(lines: [KLCartLine(product: tea, quantity: 1)]).price
    async let two = SampleOrder(lines: [KLCartLine(product: tea, quantity: 2)]).price
    let prices = await [one, two]
    XCTAssertEqual(prices, [1690, 2890])
  }

  // A rule: the test ends at the first order that breaks it. On Linux, `continueAfterFailure` has
  // no effect.
  func testSequenceOfTheLinesDoesNotChangeThePrice() {
    for order in SampleOrder.random(2000) {
      var reversed = order
      reversed.lines.reverse()
      guard reversed.price == order.price else {
        return XCTFail("\(reversed.price) is not \(order.price): \(order)")
      }
    }
  }
}
