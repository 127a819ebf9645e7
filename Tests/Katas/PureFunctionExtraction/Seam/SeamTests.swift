import TestSupport
import Testing

#if SOLUTION
  @testable import PureFunctionExtractionAfter
#else
  @testable import PureFunctionExtractionBefore
#endif

/// What an order costs, without a cart, a router, or anything else that the app shares.
///
/// Nothing here is on the main actor, so the tests compile only if the function is `nonisolated`.
@Suite("PureFunctionExtraction: seam", .namesModule)
struct SeamTests {
  @Test(arguments: [
    (SampleOrder(lines: []), 490),
    (
      SampleOrder(
        lines: [tea],
        coupon: Coupon(code: "TEA", discount: .percentage(150)),
        settings: Settings(freeDeliveryFrom: 0)), -109
    ),
    (SampleOrder(lines: [tea], coupon: Coupon(code: "TEA", discount: .fixed(2000))), 490),
    (SampleOrder(lines: [threeTeas], coupon: Coupon(code: "TEA", discount: .percentage(29))), 3047),
    (SampleOrder(lines: [threeTeas, cup]), 6229),
    (SampleOrder(lines: [threeTeas, cup], settings: Settings(isThreeForTwoOn: true)), 5029),
    (
      SampleOrder(
        lines: [threeTeas, cup],
        coupon: Coupon(code: "TEA", discount: .percentage(12.5), minimumSpend: 3999),
        settings: Settings(deliveryFee: 250, freeDeliveryFrom: 3500, isThreeForTwoOn: true)), 3973
    ),
  ])
  func `an order can be priced without a checkout`(order: SampleOrder, price: Int) {
    #expect(order.price == price)
  }

  @Test func `orders can be priced at the same time, off the main actor`() async {
    async let small = SampleOrder(lines: [tea]).price
    async let large = SampleOrder(lines: [threeTeas, cup]).price
    let prices = await [small, large]
    #expect(prices == [1690, 6229])
  }

  // MARK: Rules for every order

  @Test func `the sequence of the lines doesn't change the price`() throws {
    for order in SampleOrder.random(2000) {
      var reversed = order
      reversed.lines.reverse()
      try #require(reversed.price == order.price, "\(order)")
    }
  }

  // Delivery is free here: otherwise, a discount could cost more than it saves.
  @Test func `a larger discount never raises the price`() throws {
    for order in SampleOrder.random(2000) {
      var (small, large) = (order, order)
      small.settings.deliveryFee = 0
      large.settings.deliveryFee = 0
      small.coupon = Coupon(code: "SMALL", discount: .percentage(29))
      large.coupon = Coupon(code: "LARGE", discount: .percentage(30))
      try #require(large.price <= small.price, "\(order)")
    }
  }
}

private let product = Product(name: "tea", price: 1000, taxRate: 20, isInThreeForTwo: true)
private let tea = CartLine(product: product, quantity: 1)
private let threeTeas = CartLine(product: product, quantity: 3)
private let cup = CartLine(product: Product(name: "cup", price: 1999, taxRate: 7), quantity: 1)

// MARK: - Test doubles

// There aren't any: a pure function takes values, and these types make them.

/// Everything that a price depends on.
struct SampleOrder: CustomStringConvertible {
  var lines: [CartLine]
  var coupon: Coupon?
  var settings = Settings()

  var price: Int {
    PriceCalculator.finalPrice(for: lines, applying: coupon, with: settings)
  }

  var description: String {
    let goods = lines.map { line in
      "\(line.quantity) × \(line.product.price) + \(line.product.taxRate)% tax"
        + (line.product.isInThreeForTwo ? " (in the offer)" : "")
    }
    let discount = coupon.map { "\($0.discount) from \($0.minimumSpend)" } ?? "no coupon"
    return "[\(goods.joined(separator: ", "))], \(discount), \(settings)"
  }

  /// Orders that nobody would have thought of, the same ones in each run.
  static func random(_ count: Int) -> [SampleOrder] {
    var generator = SplitMix64(state: 20_240_229)
    return (0..<count).map { _ in SampleOrder(using: &generator) }
  }
}

extension SampleOrder {
  private init(using generator: inout SplitMix64) {
    lines = (1...Int.random(in: 1...6, using: &generator)).map { number in
      CartLine(
        product: Product(
          name: "product \(number)",
          price: Int.random(in: 0...999, using: &generator),
          taxRate: [0, 7, 19, 20].randomElement(using: &generator) ?? 0,
          isInThreeForTwo: Bool.random(using: &generator)),
        quantity: Int.random(in: 1...7, using: &generator))
    }
    coupon = Coupon(
      code: "SAVE",
      discount: Bool.random(using: &generator)
        ? .percentage(Double(Int.random(in: 0...200, using: &generator)) / 2)
        : .fixed(Int.random(in: 0...5000, using: &generator)),
      minimumSpend: Int.random(in: 0...9000, using: &generator))
    settings = Settings(
      deliveryFee: Int.random(in: 0...900, using: &generator),
      freeDeliveryFrom: Int.random(in: 0...9000, using: &generator),
      isThreeForTwoOn: Bool.random(using: &generator))
  }
}

/// A generator whose numbers look random but are the same in each run (SplitMix64, by Guy Steele,
/// Doug Lea, and Christine Flood).
private struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var number = state
    number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
    number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
    return number ^ (number >> 31)
  }
}
