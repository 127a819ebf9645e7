import TestSupport
import Testing

#if SOLUTION
  @testable import PureFunctionExtractionAfter
#else
  @testable import PureFunctionExtractionBefore
#endif

/// What the cart does, and what an order costs on the checkout page.
///
/// The tests share the app's globals, so they run one after another, and each resets them first.
@MainActor
@Suite("PureFunctionExtraction: characterization", .namesModule, .serialized)
struct CharacterizationTests {
  private let cart = ShoppingCart.shared
  private let tea = Product(name: "tea", price: 400, taxRate: 10)
  private let cup = Product(name: "cup", price: 900, taxRate: 20)
  private let half = Coupon(code: "HALF", discount: .percentage(50))
  private let euro = Coupon(code: "EURO", discount: .fixed(100))

  init() {
    App.router = Router()
    App.settings = Settings()
    App.checkoutCount = 0
    cart.empty()
  }

  // MARK: The cart

  @Test func `adding a product again raises the quantity of its line`() {
    cart.add(tea)
    cart.add(cup, quantity: 2)
    cart.add(tea, quantity: 3)
    #expect(cart.lines == [tea.times(4), cup.times(2)])
    #expect(cart.itemCount == 6)
  }

  @Test func `products that differ in one detail have separate lines`() {
    let products = [
      tea,
      Product(name: "Tea", price: 400, taxRate: 10),
      Product(name: "tea", price: 401, taxRate: 10),
      Product(name: "tea", price: 400, taxRate: 11),
      Product(name: "tea", price: 400, taxRate: 10, isInThreeForTwo: true),
    ]
    for product in products { cart.add(product) }
    #expect(cart.lines == products.map { $0.times(1) })
  }

  @Test(arguments: [0, -1])
  func `adding less than one item changes nothing`(quantity: Int) {
    cart.add(tea, quantity: 2)
    cart.add(tea, quantity: quantity)
    cart.add(cup, quantity: quantity)
    #expect(cart.lines == [tea.times(2)])
  }

  @Test func `emptying the cart removes the coupon, too`() {
    cart.add(tea)
    cart.apply(half)
    cart.empty()
    #expect(cart.lines == [])
    #expect(cart.coupon == nil)
  }

  // MARK: The checkout

  // The globals have their initial values only in a process that has just started.
  @Test func `the app starts with an empty cart and no offer`() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        #expect(App.router.pages == [.cart])
        #expect(App.checkoutCount == 0)
        #expect(App.settings == Settings())
        #expect(ShoppingCart.shared.lines == [])
      }
    }
  }

  @Test func `the checkout page shows the order, and the cart is empty afterward`() {
    let card = Product(name: "card", price: 0, taxRate: 20, isInThreeForTwo: true)
    App.settings.isThreeForTwoOn = true
    cart.apply(euro)
    cart.add(tea, quantity: 2)
    cart.add(cup)
    cart.add(card, quantity: 3)
    cart.startCheckout()
    let lines = [tea.times(2), cup.times(1), card.times(3)]
    // 1700 - 100 + 75 + 170 + 490
    #expect(App.router.pages == [.cart, .checkout(lines: lines, finalPrice: 2335, badge: 6)])
    #expect(App.checkoutCount == 1)
    #expect(cart.lines == [])
    #expect(cart.coupon == nil)
  }

  @Test func `an empty cart doesn't get to the checkout, and keeps its coupon`() {
    cart.apply(euro)
    cart.startCheckout()
    #expect(App.router.pages == [.cart])
    #expect(App.checkoutCount == 0)
    #expect(cart.coupon == euro)
  }

  @Test func `each checkout has its own page, and going back ends at the cart`() {
    cart.add(tea)
    cart.apply(euro)
    cart.startCheckout()
    cart.add(cup, quantity: 2)
    cart.startCheckout()
    cart.startCheckout()
    let first = Page.checkout(lines: [tea.times(1)], finalPrice: 820, badge: 1)
    let second = Page.checkout(lines: [cup.times(2)], finalPrice: 2650, badge: 2)
    #expect(App.router.pages == [.cart, first, second])
    App.router.goBack()
    #expect(App.router.pages == [.cart, first])
    App.router.goBack()
    App.router.goBack()
    #expect(App.router.pages == [.cart])
    #expect(App.checkoutCount == 2)
    #expect(cart.lines == [])
  }

  @Test func `a new router shows the next checkout, and all checkouts are counted`() {
    let oldRouter = App.router
    cart.add(tea)
    cart.startCheckout()
    cart.add(cup)
    App.router = Router()
    cart.startCheckout()
    #expect(
      App.router.pages == [.cart, .checkout(lines: [cup.times(1)], finalPrice: 1570, badge: 1)])
    #expect(oldRouter.pages.count == 2)
    #expect(App.checkoutCount == 2)
  }

  // A quirk: the badge is the number of items in the shared cart.
  @Test func `another cart has its own order, but the badge of the shared cart`() {
    cart.add(tea, quantity: 5)
    cart.apply(half)
    let other = ShoppingCart()
    other.add(cup)
    other.apply(euro)
    other.startCheckout()
    #expect(
      App.router.pages == [.cart, .checkout(lines: [cup.times(1)], finalPrice: 1450, badge: 5)])
    #expect(App.checkoutCount == 1)
    #expect(other.lines == [])
    #expect(other.coupon == nil)
    #expect(cart.lines == [tea.times(5)])
    #expect(cart.coupon == half)
  }

  @Test func `each checkout uses the current settings`() {
    let pot = Product(name: "pot", price: 1000, taxRate: 0, isInThreeForTwo: true)
    let prices = [
      Settings(),
      Settings(deliveryFee: 250),
      Settings(deliveryFee: 250, freeDeliveryFrom: 3000),
      Settings(deliveryFee: 250, freeDeliveryFrom: 3000, isThreeForTwoOn: true),
    ].map { settings in
      cart.add(pot, quantity: 3)
      App.settings = settings
      cart.startCheckout()
      return priceOnPage
    }
    #expect(prices == [3490, 3250, 3000, 2250])
  }

  @Test func `the last coupon counts, and is used up even below its minimum spend`() {
    cart.apply(euro)
    cart.apply(Coupon(code: "EURO", discount: .fixed(300), minimumSpend: 1000))
    cart.add(cup)
    cart.startCheckout()
    #expect(priceOnPage == 1570)
    #expect(cart.coupon == nil)
  }

  // MARK: Prices

  @Test(arguments: [
    Order("one cent short", [line(4999)], price: 5489),
    Order("just enough", [line(5000)], price: 5000),
    Order("enough only with both lines", [line(2000), line(1500, times: 2)], price: 5000),
    Order("enough only with tax", [line(4500, tax: 20)], price: 5890),
    Order("enough only without the coupon", [line(5000)], .fixed(1), price: 5489),
    Order("enough only without the offer", [line(2499, times: 3, offer: true)], price: 5488),
    Order("free goods, at any tax rate", [line(0, tax: 200)], price: 490),
  ])
  func `delivery is free for goods of at least 5000 cents`(order: Order) {
    #expect(price(of: order) == order.price)
  }

  @Test(arguments: [
    Order("half a cent", [line(5, tax: 10)], price: 496),
    Order("less than half a cent", [line(7, tax: 7)], price: 497),
    Order("two items in one line", [line(2, tax: 19, times: 2)], price: 495),
    Order("two lines", [line(2, tax: 19), line(2, tax: 19, name: "cup")], price: 494),
    Order("two tax rates", [line(1000, tax: 7), line(1000, tax: 19)], price: 2750),
  ])
  func `tax is rounded to the nearest cent for each line`(order: Order) {
    #expect(price(of: order) == order.price)
  }

  @Test(arguments: [
    Order("half of the goods", [line(1000, tax: 20)], .percentage(50), price: 1090),
    Order("299.85 cents", [line(1999)], .percentage(15), price: 2190),
    Order("249.75 cents", [line(999), line(999, name: "cup")], .percentage(12.5), price: 2239),
    // In binary, 0.29 is slightly less.
    Order("29% of 100 cents is 28", [line(100)], .percentage(29), price: 562),
    // Two quirks: the customer gets money back, or pays extra.
    Order("more than the goods", [line(1000, tax: 20)], .percentage(150), price: -109),
    Order("the delivery, too", [line(1000)], .percentage(149), price: 0),
    Order("less than nothing", [line(999)], .percentage(-12.5), price: 1613),
  ])
  func `a percentage coupon takes off whole cents`(order: Order) {
    #expect(price(of: order) == order.price)
  }

  @Test(arguments: [
    Order("part of the goods", [line(322, tax: 20)], .fixed(100), price: 756),
    Order("more than the goods", [line(1000, tax: 20)], .fixed(2000), price: 490),
    Order("less than nothing, for free goods", [line(0, tax: 20)], .fixed(-100), price: 590),
    Order("less than nothing, for one cent", [line(1, tax: 20)], .fixed(-100), price: 611),
  ])
  func `a fixed coupon takes off no more than the goods cost`(order: Order) {
    #expect(price(of: order) == order.price)
  }

  @Test(arguments: [
    Order("one cent short", [line(999)], .fixed(100), from: 1000, price: 1489),
    Order("just enough", [line(1000)], .fixed(100), from: 1000, price: 1390),
    Order("one cent short of a percentage", [line(999)], .percentage(10), from: 1000, price: 1489),
    Order("enough only with tax", [line(900, tax: 20)], .fixed(9), from: 1000, price: 1570),
    Order("enough with both lines", [line(600), line(400)], .fixed(9), from: 1000, price: 1481),
    Order("offer first", [line(400, times: 3, offer: true)], .fixed(9), from: 1000, price: 1290),
  ])
  func `a coupon counts if the goods reach its minimum spend`(order: Order) {
    #expect(price(of: order) == order.price)
  }

  @Test(arguments: [
    Order("49.93 and 50.07", [line(333, tax: 20), line(334, tax: 10)], .fixed(100), price: 1142),
    Order("62.5 and 37.5", [line(500, tax: 20), line(300, tax: 20)], .fixed(100), price: 1331),
    Order("87.5 and 12.5", [line(700, tax: 19), line(100, tax: 20)], .fixed(100), price: 1324),
    Order("0 and 100", [line(0, tax: 20), line(1000, tax: 20)], .fixed(100), price: 1570),
  ])
  func `each line is taxed after its share of the discount`(order: Order) {
    #expect(price(of: order) == order.price)
  }

  @Test(arguments: [
    Order("two items", [line(100, times: 2, offer: true)], price: 690),
    Order("three items", [line(100, times: 3, offer: true)], price: 690),
    Order("nine items with tax", [line(100, tax: 20, times: 9, offer: true)], price: 1210),
    Order("before other tea", [line(100, times: 3, offer: true), line(100, times: 3)], price: 990),
    Order("after other tea", [line(90, times: 3), line(100, times: 4, offer: true)], price: 1060),
    Order("2 and 4", [line(9, times: 2, offer: true), line(3, times: 4, offer: true)], price: 517),
    Order(
      "everything together", [line(1050, tax: 19, times: 3, offer: true), line(350, tax: 7)],
      .percentage(10), from: 2450, price: 3076),
  ])
  func `every third item of a product in the offer is free`(order: Order) {
    #expect(price(of: order) == order.price)
  }

  private func price(of order: Order) -> Int? {
    App.settings.isThreeForTwoOn = true
    for line in order.lines { cart.add(line.product, quantity: line.quantity) }
    if let coupon = order.coupon { cart.apply(coupon) }
    cart.startCheckout()
    #expect(App.checkoutCount == 1 && cart.lines.isEmpty)
    return priceOnPage
  }

  private var priceOnPage: Int? {
    guard case .checkout(_, let price, _) = App.router.pages.last else { return nil }
    return price
  }
}

// MARK: - Orders

/// An order and its price in cents, worked out by hand with three-for-two on.
struct Order: CustomTestStringConvertible {
  let testDescription: String
  let lines: [CartLine]
  var coupon: Coupon?
  let price: Int

  init(
    _ description: String, _ lines: [CartLine], _ discount: Coupon.Discount? = nil,
    from minimumSpend: Int? = nil, price: Int
  ) {
    (testDescription, self.lines, self.price) = (description, lines, price)
    coupon = discount.map { Coupon(code: "SAVE", discount: $0) }
    if let minimumSpend { coupon?.minimumSpend = minimumSpend }
  }
}

private func line(
  _ price: Int, tax: Int = 0, times quantity: Int = 1, offer: Bool = false, name: String = "tea"
) -> CartLine {
  Product(name: name, price: price, taxRate: tax, isInThreeForTwo: offer).times(quantity)
}

extension Product {
  fileprivate func times(_ quantity: Int) -> CartLine {
    CartLine(product: self, quantity: quantity)
  }
}
