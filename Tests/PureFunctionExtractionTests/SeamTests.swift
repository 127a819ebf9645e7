import Testing

#if ATTEMPT
  @testable import PureFunctionExtractionBefore
#else
  @testable import PureFunctionExtractionAfter
#endif

/// What an order costs, without a cart, a router or a setting that is shared.
///
/// Nothing here is on the main actor, and the tests may all run at once.
@Suite("PureFunctionExtraction: seam")
struct SeamTests {
  @Test(arguments: Order.all)
  func `the price of an order`(order: Order) {
    #expect(price(of: order.lines, order.coupon, order.settings) == order.price)
  }

  @Test func `an order of nothing costs the delivery`() {
    #expect(price(of: [], nil, Settings()) == 490)
    #expect(price(of: [], Coupon(code: "SAVE", discount: .fixed(100)), Settings()) == 490)
  }

  @Test(arguments: [
    (490, 5000, 1690), (0, 5000, 1200), (250, 1001, 1450), (250, 1000, 1200), (250, 0, 1200),
  ])
  func `the settings are those that are given`(fee: Int, freeFrom: Int, expected: Int) {
    let line = CartLine(product: Product(name: "A", price: 1000, taxRate: 20), quantity: 1)
    let settings = Settings(deliveryFee: fee, freeDeliveryFrom: freeFrom)
    #expect(price(of: [line], nil, settings) == expected)
  }

  @Test func `prices can be asked for anywhere, all at once`() async {
    await withTaskGroup(of: Bool.self) { group in
      for order in Order.all {
        let (lines, coupon, settings) = (order.lines, order.coupon, order.settings)
        let expected = order.price
        group.addTask { price(of: lines, coupon, settings) == expected }
      }
      for await isRight in group {
        #expect(isRight)
      }
    }
  }

  // MARK: Some thousands of carts

  @Test func `an order never costs less than nothing`() {
    for cart in RandomCart.some(3000) {
      #expect(price(of: cart.lines, cart.coupon, cart.settings) >= 0, "\(cart)")
    }
  }

  // A larger discount may cost the free delivery, so the delivery costs nothing here.
  @Test func `a larger discount never costs more`() {
    for cart in RandomCart.some(1000) {
      var settings = cart.settings
      settings.deliveryFee = 0
      let prices = [0.0, 0.5, 1, 12.5, 29, 50, 99, 100].map {
        price(of: cart.lines, Coupon(code: "SAVE", discount: .percentage($0)), settings)
      }
      #expect(prices == prices.sorted(by: >), "\(cart)")
    }
  }

  @Test func `the order of the lines does not matter`() {
    for cart in RandomCart.some(3000) {
      #expect(
        price(of: cart.lines, cart.coupon, cart.settings)
          == price(of: cart.lines.reversed(), cart.coupon, cart.settings), "\(cart)")
    }
  }

  // The offer may cost a coupon its minimum, or the free delivery, so there is neither here.
  @Test func `three for two never costs more`() {
    let (on, off) = (Settings(deliveryFee: 0, isThreeForTwoOn: true), Settings(deliveryFee: 0))
    for cart in RandomCart.some(1000) {
      #expect(price(of: cart.lines, nil, on) <= price(of: cart.lines, nil, off), "\(cart)")
    }
  }

  @Test func `without tax, coupon and offer, it is a sum`() {
    for cart in RandomCart.some(1000) {
      let lines = cart.lines.map {
        CartLine(
          product: Product(name: $0.product.name, price: $0.product.price, taxRate: 0),
          quantity: $0.quantity)
      }
      let sum = lines.reduce(0) { $0 + $1.product.price * $1.quantity }
      #expect(price(of: lines, nil, Settings(deliveryFee: 0)) == sum, "\(cart)")
    }
  }
}

/// The call of the function. There is no other in the tests.
func price(of lines: [CartLine], _ coupon: Coupon?, _ settings: Settings) -> Int {
  PriceCalculator.finalPrice(for: lines, applying: coupon, with: settings)
}

// MARK: - Orders

extension Order {
  var lines: [CartLine] {
    items.map { item, quantity in
      CartLine(
        product: Product(
          name: item.name, price: item.price, taxRate: item.tax, isInThreeForTwo: item.offer),
        quantity: quantity)
    }
  }

  var coupon: Coupon? {
    code.map {
      Coupon(
        code: "SAVE", discount: $0.percentage.map(Coupon.Discount.percentage) ?? .fixed($0.fixed),
        minimumSpend: $0.from ?? 0)
    }
  }

  var settings: Settings { Settings(isThreeForTwoOn: isThreeForTwoOn) }
}

/// A cart as nobody would think of it, and the same in each run.
struct RandomCart {
  let lines: [CartLine]
  let coupon: Coupon?
  let settings: Settings

  static func some(_ count: Int) -> [RandomCart] {
    var generator = SplitMix64(state: 20_240_229)
    return (0..<count).map { _ in RandomCart(using: &generator) }
  }

  private init(using generator: inout SplitMix64) {
    lines = (0..<Int.random(in: 1...6, using: &generator)).map { number in
      CartLine(
        product: Product(
          name: "\(number)",
          price: Int.random(in: 0...3000, using: &generator),
          taxRate: [0, 7, 19, 20].randomElement(using: &generator) ?? 0,
          isInThreeForTwo: Bool.random(using: &generator)),
        quantity: Int.random(in: 1...7, using: &generator))
    }
    let percentage = Double.random(in: 0...100, using: &generator)
    let amount = Int.random(in: 0...5000, using: &generator)
    let minimumSpend = Int.random(in: 0...5000, using: &generator)
    switch Int.random(in: 0...2, using: &generator) {
    case 0:
      coupon = nil
    case 1:
      coupon = Coupon(
        code: "SAVE", discount: .percentage(percentage), minimumSpend: minimumSpend)
    default:
      coupon = Coupon(code: "SAVE", discount: .fixed(amount), minimumSpend: minimumSpend)
    }
    settings = Settings(
      deliveryFee: Int.random(in: 0...900, using: &generator),
      freeDeliveryFrom: Int.random(in: 0...9000, using: &generator),
      isThreeForTwoOn: Bool.random(using: &generator))
  }
}

/// A generator of numbers that look random and are the same in each run (SplitMix64, by Guy Steele,
/// Doug Lea and Christine Flood).
struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var number = state
    number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
    number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
    return number ^ (number >> 31)
  }
}
