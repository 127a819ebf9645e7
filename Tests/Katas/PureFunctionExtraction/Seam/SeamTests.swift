import TestSupport
import Testing

@testable import PureFunctionExtraction

/// What an order costs, without a cart, a router, or anything else that the app shares.
///
/// This suite has no `@MainActor`. So it compiles only if the function is `nonisolated`, and Swift
/// Testing runs its tests in parallel.
@Suite("PureFunctionExtraction: seam", .namesModule)
struct SeamTests {
  private let tea = KLCartLine(
    product: Product(name: "tea", price: 1000, taxRate: 20, isInThreeForTwo: true), quantity: 3)
  private let cup = KLCartLine(
    product: Product(name: "cup", price: 1999, taxRate: 7), quantity: 1)

  @Test func `an order can be priced without a checkout`() {
    let order = SampleOrder(lines: [tea, cup])
    // Goods 3000 and 1999, tax 600 and 140, delivery 490
    #expect(order.price == 6229)
  }

  @Test func `an order without lines costs the delivery`() {
    #expect(SampleOrder(lines: []).price == 490)
  }

  @Test func `the coupon is an argument`() {
    let coupon = Coupon(couponCode: "SALE", discountPercentage: 25)
    // Goods 3000, less 750, tax 450, delivery 490
    #expect(SampleOrder(lines: [tea], coupon: coupon).price == 3190)
  }

  // Goods 3000, tax 600
  @Test(arguments: [
    (KLShopSettings(deliveryFee: 250), 3850),
    (KLShopSettings(freeDeliveryFrom: 3000), 3600),
    (KLShopSettings(isThreeForTwoOn: true), 2890),
  ])
  func `the settings are an argument`(settings: KLShopSettings, price: Int) {
    #expect(SampleOrder(lines: [tea], settings: settings).price == price)
  }

  @Test func `orders can be priced at the same time, off the main actor`() async {
    // Goods 1999, tax 140, delivery 490
    async let small = SampleOrder(lines: [cup]).price
    async let large = SampleOrder(lines: [tea, cup]).price
    let prices = await [small, large]
    #expect(prices == [2629, 6229])
  }

  // MARK: Rules for every order

  @Test func `the order of the lines doesn't change the price`() throws {
    for order in SampleOrder.random(2000) {
      var reversed = order
      reversed.lines.reverse()
      try #require(reversed.price == order.price, "\(order)")
    }
  }

  // The delivery costs nothing here: a discount can be what makes an order miss free delivery.
  @Test func `30% off never costs more than 29% off`() throws {
    for order in SampleOrder.random(2000) {
      var smaller = order
      smaller.settings.deliveryFee = 0
      smaller.coupon = Coupon(couponCode: "SMALL", discountPercentage: 29)
      var larger = smaller
      larger.coupon = Coupon(couponCode: "LARGE", discountPercentage: 30)
      try #require(larger.price <= smaller.price, "\(order)")
    }
  }
}

// MARK: - Test doubles

// There aren't any. A pure function takes values, and these types make them.

/// Everything that a price depends on.
struct SampleOrder: CustomStringConvertible {
  var lines: [KLCartLine]
  var coupon: Coupon?
  var settings = KLShopSettings()

  var price: Int {
    PriceCalculator.finalPrice(for: lines, applying: coupon, with: settings)
  }

  var description: String {
    let goods = lines.map { line in
      "\(line.quantity) × \(line.product.price) + \(line.product.taxRate)% tax"
        + (line.product.isInThreeForTwo ? " (in the offer)" : "")
    }
    let discount = coupon.map { coupon in
      (coupon.fixedDiscount.map { "\($0) off" } ?? "\(coupon.discountPercentage)% off")
        + " from \(coupon.minimumSpend)"
    }
    return "[\(goods.joined(separator: ", "))], \(discount ?? "no coupon"), \(settings)"
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
      KLCartLine(
        product: Product(
          name: "product \(number)",
          price: Int.random(in: 0...999, using: &generator),
          taxRate: [0, 7, 19, 20].randomElement(using: &generator) ?? 0,
          isInThreeForTwo: Bool.random(using: &generator)),
        quantity: Int.random(in: 1...7, using: &generator))
    }
    coupon = Coupon(
      couponCode: "SAVE",
      discountPercentage: Double(Int.random(in: 0...200, using: &generator)) / 2,
      fixedDiscount: Bool.random(using: &generator)
        ? Int.random(in: 0...5000, using: &generator) : nil,
      minimumSpend: Int.random(in: 0...9000, using: &generator))
    settings = KLShopSettings(
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
