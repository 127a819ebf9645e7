import XCTest

#if ATTEMPT
  @testable import PureFunctionExtractionBefore
#else
  @testable import PureFunctionExtractionAfter
#endif

/// The tests of `SeamTests`, and with its orders and carts, for teams that use XCTest.
final class SeamXCTests: XCTestCase {
  func testPriceOfAnOrder() {
    for order in Order.all {
      XCTAssertEqual(
        price(of: order.lines, order.coupon, order.settings), order.price, order.testDescription)
    }
  }

  func testOrderOfNothingCostsTheDelivery() {
    XCTAssertEqual(price(of: [], nil, Settings()), 490)
    XCTAssertEqual(price(of: [], Coupon(code: "SAVE", discount: .fixed(100)), Settings()), 490)
  }

  func testSettingsAreThoseThatAreGiven() {
    let line = CartLine(product: Product(name: "A", price: 1000, taxRate: 20), quantity: 1)
    for (fee, freeFrom, expected) in [
      (490, 5000, 1690), (0, 5000, 1200), (250, 1001, 1450), (250, 1000, 1200), (250, 0, 1200),
    ] {
      let settings = Settings(deliveryFee: fee, freeDeliveryFrom: freeFrom)
      XCTAssertEqual(price(of: [line], nil, settings), expected)
    }
  }

  func testPricesCanBeAskedForAnywhereAllAtOnce() async {
    await withTaskGroup(of: Bool.self) { group in
      for order in Order.all {
        let (lines, coupon, settings) = (order.lines, order.coupon, order.settings)
        let expected = order.price
        group.addTask { price(of: lines, coupon, settings) == expected }
      }
      for await isRight in group {
        XCTAssertTrue(isRight)
      }
    }
  }

  // MARK: Some thousands of carts

  func testOrderNeverCostsLessThanNothing() {
    for cart in RandomCart.some(3000) {
      XCTAssertGreaterThanOrEqual(price(of: cart.lines, cart.coupon, cart.settings), 0, "\(cart)")
    }
  }

  func testLargerDiscountNeverCostsMore() {
    for cart in RandomCart.some(1000) {
      var settings = cart.settings
      settings.deliveryFee = 0
      let prices = [0.0, 0.5, 1, 12.5, 29, 50, 99, 100].map {
        price(of: cart.lines, Coupon(code: "SAVE", discount: .percentage($0)), settings)
      }
      XCTAssertEqual(prices, prices.sorted(by: >), "\(cart)")
    }
  }

  func testOrderOfTheLinesDoesNotMatter() {
    for cart in RandomCart.some(3000) {
      XCTAssertEqual(
        price(of: cart.lines, cart.coupon, cart.settings),
        price(of: cart.lines.reversed(), cart.coupon, cart.settings), "\(cart)")
    }
  }

  func testThreeForTwoNeverCostsMore() {
    let (on, off) = (Settings(deliveryFee: 0, isThreeForTwoOn: true), Settings(deliveryFee: 0))
    for cart in RandomCart.some(1000) {
      XCTAssertLessThanOrEqual(
        price(of: cart.lines, nil, on), price(of: cart.lines, nil, off), "\(cart)")
    }
  }

  func testWithoutTaxCouponAndOfferItIsASum() {
    for cart in RandomCart.some(1000) {
      let lines = cart.lines.map {
        CartLine(
          product: Product(name: $0.product.name, price: $0.product.price, taxRate: 0),
          quantity: $0.quantity)
      }
      let sum = lines.reduce(0) { $0 + $1.product.price * $1.quantity }
      XCTAssertEqual(price(of: lines, nil, Settings(deliveryFee: 0)), sum, "\(cart)")
    }
  }
}
