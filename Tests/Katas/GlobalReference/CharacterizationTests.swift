import Foundation
import TestSupport
import Testing

@testable import GlobalReference

/// Pins what the shop does, as seen in its windows and its cart.
///
/// Each test launches the app in its own body, with a new folder. Between a suite's `init` and the
/// test, a test of another suite may run and launch the app, too.
@MainActor
@Suite("GlobalReference: characterization", .namesModule)
struct CharacterizationTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  // MARK: The checkout page

  @Test(
    arguments: [
      // "1 items" is a quirk
      ([4990], nil, "1 items, 49.90"), ([1], nil, "1 items, 0.01"),
      ([1299, 850, 5], nil, "3 items, 21.54"), ([1000, -5], nil, "2 items, 9.95"),
      // Coupons: the discount on the whole order is truncated to cents
      ([3150, 2000], 20, "2 items, 41.20"), ([105, 99], 10, "2 items, 1.84"),
      ([100], 29, "1 items, 0.71"), ([199], 2.3, "1 items, 1.95"),
      // Coupons that don't count
      ([5000], -1, "1 items, 50.00"), ([5000], 100.5, "1 items, 50.00"),
      // No separators
      ([1_250_000], 20, "1 items, 10000.00"),
    ] as [([Int], Double?, String)])
  func `the checkout page shows the number of items and the price`(
    prices: [Int], percentage: Double?, detail: String
  ) {
    let cart = launch(signedIn: true)
    cart.checkOut(prices: prices, percentage: percentage)
    #expect(App.router.routes == [home, checkout(detail)])
    #expect(cart.products.map(\.price) == prices)
  }

  @Test(arguments: [([4000], 100), ([-120], nil), ([-121], nil)] as [([Int], Double?)])
  func `an order that costs nothing is confirmed at once`(prices: [Int], percentage: Double?) {
    let cart = launch(signedIn: true)
    cart.checkOut(milk)
    cart.checkOut(prices: prices, percentage: percentage)
    #expect(App.router.routes == [home, free])
    #expect(cart.products == [])
    #expect(cart.coupon == nil)
    cart.paymentDidFinish(paid(120))
    #expect(App.router.routes == [home, free])
    #expect(cart.checkoutError == .invalidResponse)
  }

  @Test func `emptying the cart clears everything, even the amount due`() {
    let cart = launch(signedIn: true)
    cart.checkOut(prices: [5000], percentage: 20)
    cart.paymentDidFinish(declined)
    cart.empty()
    #expect(cart.products == [])
    #expect(cart.coupon == nil)
    #expect(cart.checkoutError == nil)
    cart.paymentDidFinish(paid(4000))
    #expect(cart.checkoutError == .invalidResponse)
  }

  // MARK: Offers that have ended

  @Test func `offers that have ended are shown, and removed from the cart`() {
    let cart = launch()
    let now = Date(timeIntervalSince1970: 1_546_298_110)
    let endedMilk = offer("Milk", endsAt: now - 1)
    let bread = offer("Bread", endsAt: now + 1)
    for product in [milk, endedMilk, bread, offer("Eggs", endsAt: now), milk, endedMilk] {
      cart.add(product)
    }
    cart.startCheckout(at: now)
    #expect(App.router.routes == [home, expired("Milk, Eggs, Milk")])
    cart.startCheckout(at: now)
    #expect(App.router.routes == [home, expired("Milk, Eggs, Milk"), signIn])
    #expect(cart.products == [milk, bread, milk])
  }

  @Test func `an offer counts until it ends, even if that's after the cart was created`() {
    let cart = launch(signedIn: true)
    cart.checkOut(offer("Bread", endsAt: Date() + 3600))
    cart.checkOut(offer("Eggs", endsAt: Date()))
    #expect(App.router.routes == [home, checkout("1 items, 1.99"), expired("Eggs")])
  }

  @Test func `if nothing is left to buy, the coupon stays and the error is cleared`() {
    let cart = launch(signedIn: true)
    cart.coupon = summer
    cart.paymentDidFinish([:])
    cart.startCheckout()
    #expect(App.router.routes == [home])
    #expect(cart.checkoutError == nil)
    cart.paymentDidFinish([:])
    cart.checkOut(endedOffer)
    #expect(App.router.routes == [home, expired("Eggs")])
    #expect(cart.products == [])
    #expect(cart.coupon == summer)
    #expect(cart.checkoutError == nil)
  }

  // MARK: Signing in

  @Test func `a guest who signs in gets to the checkout, once`() {
    let cart = launch()
    App.router.open(product)
    cart.paymentDidFinish([:])
    cart.checkOut(milk)
    cart.startCheckout()
    #expect(App.router.routes == [home, product, signIn])
    #expect(cart.checkoutError == nil)
    App.router.open(help)
    App.signIn(as: "Ada")
    #expect(App.router.routes == [home, product, help, checkout("1 items, 1.20")])
    App.router.goBack()
    App.signIn(as: "Grace")
    #expect(App.router.routes == [home, product, help])
    #expect(App.customerName == "Grace")
  }

  @Test func `the last cart that asked continues, even if the customer left the sign-in page`() {
    let cart = launch()
    let otherCart = ShoppingCart()
    cart.checkOut(milk)
    otherCart.checkOut(prices: [0])
    App.router.goBack()
    App.router.open(product)
    App.signIn(as: "Ada")
    #expect(App.router.routes == [home, product, free])
  }

  @Test func `an offer that ends before the sign-in has ended`() {
    let cart = launch()
    cart.checkOut(milk)
    cart.add(offer("Eggs", endsAt: Date()))
    App.signIn(as: "Ada")
    #expect(App.router.routes == [home, expired("Eggs")])
    #expect(cart.products == [milk])
  }

  @Test func `signing in for a cart that is gone only closes the pages`() {
    _ = launch()
    var cart: ShoppingCart? = ShoppingCart()
    cart?.checkOut(milk)
    App.openWindow()
    cart?.openFromReminder()
    cart = nil
    App.signIn(as: "Ada")
    #expect(App.windows.map(\.routes) == [[home], [home]])
  }

  // MARK: Payment

  @Test func `after the payment, the confirmation opens over the page from before the checkout`() {
    let cart = launch()
    App.router.open(product)
    cart.fill(prices: [5000], percentage: 20)
    cart.checkOut(endedOffer)
    App.signIn(as: "Ada")
    cart.startCheckout()
    cart.checkOut(milk)
    App.router.open(signIn)
    #expect(
      App.router.routes.map(\.name)
        == ["HomeVC", "ProductVC", "ExpiredVC", "CheckoutVC", "CheckoutVC", "LoginVC"])
    cart.paymentDidFinish(paid(4096))
    #expect(App.router.routes == [home, product, confirmation])
    #expect(cart.products == [])
    #expect(cart.coupon == nil)
    #expect(cart.checkoutError == nil)
  }

  @Test func `a second response to a paid order doesn't confirm it again`() {
    let cart = launch(signedIn: true)
    cart.checkOut(milk)
    cart.paymentDidFinish(paid(120))
    cart.paymentDidFinish(paid(120))
    #expect(App.router.routes == [home, confirmation])
    #expect(cart.checkoutError == .invalidResponse)
    cart.paymentDidFinish(declined)
    #expect(App.router.routes == [home, confirmation])
    #expect(cart.checkoutError == .declined)
    // Quirk
    cart.paymentDidFinish(canceled)
    #expect(App.router.routes == [home])
  }

  // Quirk: nobody pays for them
  @Test func `products added while the checkout is open are gone after the payment`() {
    let cart = launch(signedIn: true)
    cart.checkOut(milk)
    App.router.open(product)
    cart.add(bread)
    cart.paymentDidFinish(paid(120))
    #expect(App.router.routes == [home, checkout("1 items, 1.20"), product, confirmation])
    #expect(cart.products == [])
  }

  @Test func `only the price of the last checkout page is due, even after a refused checkout`() {
    let cart = launch(signedIn: true)
    cart.checkOut(milk)
    cart.checkOut(bread)
    cart.paymentDidFinish(paid(120))
    #expect(cart.checkoutError == .invalidResponse)
    cart.checkOut(endedOffer)
    cart.coupon = Coupon(code: "GIFT", discountPercentage: 100)
    #expect(!cart.openFromReminder())
    #expect(App.router.routes.map(\.name) == ["HomeVC", "CheckoutVC", "CheckoutVC", "ExpiredVC"])
    cart.paymentDidFinish(paid(419))
    #expect(App.router.routes == [home, confirmation])
    #expect(cart.checkoutError == nil)
  }

  @Test func `after a sign-out, the last checkout can still be paid`() {
    let cart = launch(signedIn: true)
    cart.checkOut(bread)
    App.signOut()
    cart.startCheckout()
    #expect(App.router.routes == [home, signIn])
    cart.paymentDidFinish(paid(299))
    #expect(App.router.routes == [home, confirmation])
    #expect(cart.products == [])
  }

  @Test func `after a canceled payment, the cart is still full and nothing is due`() {
    let cart = launch(signedIn: true)
    App.router.open(product)
    cart.coupon = summer
    cart.checkOut(milk)
    cart.paymentDidFinish(declined)
    cart.paymentDidFinish(canceled)
    #expect(App.router.routes == [home, product])
    #expect(cart.products == [milk])
    #expect(cart.coupon == summer)
    #expect(cart.checkoutError == nil)
    cart.paymentDidFinish(paid(96))
    #expect(App.router.routes == [home, product])
    #expect(cart.checkoutError == .invalidResponse)
    cart.startCheckout()
    cart.paymentDidFinish(paid(96))
    #expect(App.router.routes == [home, product, confirmation])
  }

  @Test func `after a declined payment, the customer can try again`() {
    let cart = launch(signedIn: true)
    cart.coupon = summer
    cart.checkOut(milk)
    cart.paymentDidFinish(declined)
    cart.startCheckout()
    #expect(cart.checkoutError == nil)
    cart.paymentDidFinish(declined)
    #expect(App.router.routes == [home, checkout("1 items, 0.96")])
    #expect(cart.products == [milk])
    #expect(cart.coupon == summer)
    #expect(cart.checkoutError == .declined)
    cart.paymentDidFinish(paid(96))
    #expect(App.router.routes == [home, confirmation])
  }

  @Test(
    arguments: [
      [:], ["status": 1], ["status": "SUCCESS", "refno": "A-17", "amount": 120],
      ["refno": "A-17", "amount": 120], ["status": "success", "amount": 120],
      ["status": "success", "refno": 17, "amount": 120], ["status": "success", "refno": "A-17"],
      ["status": "success", "refno": "A-17", "amount": "120"],
      ["status": "success", "refno": "A-17", "amount": 119],
      ["status": "success", "refno": "A-17", "amount": 121],
    ] as [[String: any Sendable]])
  func `a response that doesn't fit the order changes nothing`(response: [String: any Sendable]) {
    let cart = launch(signedIn: true)
    cart.paymentDidFinish(response)
    #expect(App.router.routes == [home])
    cart.checkOut(milk)
    cart.paymentDidFinish(response)
    #expect(App.router.routes == [home, checkout("1 items, 1.20")])
    #expect(cart.products == [milk])
    #expect(cart.checkoutError == .invalidResponse)
    cart.paymentDidFinish(paid(120))
    #expect(App.router.routes == [home, confirmation])
  }

  // MARK: The reminder

  @Test(
    arguments: [(nil, "2 items, 21.37", 2137), (1, "2 items, 22.27", 2227)]
      as [(Double?, String, Int)])
  func `without a coupon, the reminder gives five percent off`(
    percentage: Double?, detail: String, price: Int
  ) {
    let cart = launch(signedIn: true)
    cart.fill(prices: [1250, 999], percentage: percentage)
    #expect(cart.openFromReminder())
    #expect(App.router.routes == [home, checkout(detail)])
    cart.paymentDidFinish(paid(price))
    #expect(App.router.routes == [home, confirmation])
  }

  @Test func `a guest who follows the reminder signs in first, and keeps the discount`() {
    let cart = launch()
    cart.add(endedOffer)
    #expect(!cart.openFromReminder(campaignName: "spring"))
    #expect(App.router.routes == [home, signIn])
    #expect(cart.coupon == Coupon(code: "COMEBACK", discountPercentage: 5))
    cart.add(milk)
    cart.paymentDidFinish(declined)
    App.signIn(as: "Ada")
    #expect(App.router.routes == [home, checkout("2 items, 3.04")])
  }

  @Test func `a free cart gets the reminder's coupon, but no checkout, even after signing in`() {
    let cart = launch()
    cart.add(Product(name: "Sample", price: 0))
    for _ in 1...2 {
      cart.coupon = nil
      #expect(!cart.openFromReminder())
      App.signIn(as: "Ada")
      #expect(App.router.routes == [home])
      #expect(cart.coupon == Coupon(code: "COMEBACK", discountPercentage: 5))
    }
  }

  // Quirk: a tap on "Checkout" would show ended offers, confirm a free order, and clear the error
  @Test(arguments: [([199, 1], ["", "2 items, 1.90"]), ([0], [""]), ([-1], [""])])
  func `the reminder checks nothing but the price`(prices: [Int], details: [String]) {
    let cart = launch(signedIn: true)
    cart.paymentDidFinish(declined)
    for price in prices {
      cart.add(Product(name: "Eggs", price: price, offerEnds: .distantPast))
    }
    #expect(cart.openFromReminder() == (details.count == 2))
    #expect(App.router.routes.map(\.detail) == details)
    #expect(cart.products.map(\.price) == prices)
    #expect(cart.checkoutError == .declined)
  }

  @Test func `the reminder gives an empty cart no coupon`() {
    let cart = launch()
    #expect(!cart.openFromReminder())
    #expect(App.router.routes == [home])
    #expect(cart.coupon == nil)
  }

  // MARK: Windows

  @Test func `the shared cart opens each checkout in the window in front`() {
    _ = launch(signedIn: true)
    ShoppingCart.shared.checkOut(milk)
    App.openWindow()
    App.router.open(product)
    ShoppingCart.shared.checkOut(bread)
    #expect(
      App.windows.map(\.routes)
        == [[home, checkout("1 items, 1.20")], [home, product, checkout("2 items, 4.19")]])
    #expect(App.router === App.windows.last)
    App.launch()
    ShoppingCart.shared.openFromReminder()
    App.signIn(as: "Ada")
    #expect(App.windows.map(\.routes) == [[home, product, checkout("2 items, 3.99")]])
  }

  @Test func `after a sign-out, the shared cart asks the next customer to sign in`() {
    _ = launch()
    ShoppingCart.shared.fill(prices: [5000], percentage: 20)
    App.signIn(as: "Ada")
    App.openWindow()
    ShoppingCart.shared.startCheckout()
    #expect(App.router.routes == [home, checkout("1 items, 40.00")])
    App.signOut()
    #expect(App.windows.map(\.routes) == [[home]])
    ShoppingCart.shared.startCheckout()
    #expect(App.router.routes == [home, signIn])
    App.signIn(as: "Grace")
    #expect(App.windows.map(\.routes) == [[home, checkout("1 items, 50.00")]])
  }

  @Test func `signing in closes the page in every window and goes on in front`() {
    let cart = launch()
    let otherCart = ShoppingCart()
    cart.checkOut(milk)
    App.openWindow()
    otherCart.fill(prices: [5000])
    otherCart.openFromReminder()
    App.openWindow()
    App.signIn(as: "Ada")
    #expect(
      App.windows.map(\.routes)
        == [[home], [home], [home, checkout("1 items, 1.20"), checkout("1 items, 47.50")]])
  }

  @Test func `each page opens in the window that's in front at that moment`() {
    let cart = launch(signedIn: true)
    cart.checkOut(milk)
    App.openWindow()
    cart.paymentDidFinish(paid(120))
    App.openWindow()
    cart.checkOut(endedOffer)
    cart.checkOut(bread)
    App.openWindow()
    cart.openFromReminder()
    App.openWindow()
    App.router.open(confirmation)
    cart.paymentDidFinish(canceled)
    App.openWindow()
    App.router.open(confirmation)
    cart.checkOut(prices: [], percentage: 100)
    #expect(
      App.windows.map(\.routes)
        == [
          [home, checkout("1 items, 1.20")], [home, confirmation],
          [home, expired("Eggs"), checkout("1 items, 2.99")], [home, checkout("1 items, 2.85")],
          [home], [home, free],
        ])
  }

  // MARK: Pages and history

  @Test func `a button tapped twice opens one page, and going back stops at home`() {
    _ = launch()
    for id in ["7", "7", "8", "7"] { App.router.open(GCRoute(name: "ProductVC", detail: id)) }
    #expect(App.router.routes.map(\.detail) == ["", "7", "8", "7"])
    for _ in 1...5 { App.router.goBack() }
    #expect(App.router.routes == [home])
  }

  @Test func `the app reopens where it was, signed out and without checkout pages`() {
    let cart = launch(signedIn: true)
    for page in [product, signIn, help, expired("Eggs"), confirmation, checkout(""), product] {
      App.router.open(page)
    }
    App.openWindow()
    App.launch()
    #expect(App.windows.map(\.routes) == [[home, product, help, product]])
    cart.checkOut(milk)
    #expect(App.windows.map(\.routes) == [[home, product, help, product, signIn]])
  }

  @Test func `a window that closes its sign-in page is reopened`() {
    let cart = launch()
    App.router.open(product)
    cart.checkOut(milk)
    App.openWindow()
    App.router.open(help)
    cart.empty()
    App.signIn(as: "Ada")
    App.launch()
    #expect(App.router.routes == [home, product])
  }

  @Test func `a window that closes a checkout is reopened`() {
    let cart = launch()
    App.router.open(product)
    App.openWindow()
    cart.paymentDidFinish(canceled)
    App.launch()
    #expect(App.router.routes == [home])
  }

  @Test func `after going back, the page is no longer reopened`() {
    _ = launch()
    App.router.open(product)
    App.router.open(help)
    App.router.goBack()
    App.launch()
    #expect(App.router.routes == [home, product])
  }

  @Test func `after a sign-out, no page of the last customer is reopened`() {
    _ = launch(signedIn: true)
    App.router.open(product)
    App.signOut()
    App.launch()
    #expect(App.router.routes == [home])
  }

  @Test(arguments: ["", "[]", #"[{"name": 7}]"#, #"[{"name": "CheckoutVC", "detail": ""}]"#])
  func `a history without pages to reopen is ignored`(text: String) throws {
    App.screenshotFolder = folder.url
    try text.write(
      to: folder.url.appendingPathComponent("GCHistory.json"), atomically: true, encoding: .utf8)
    App.launch()
    #expect(App.router.routes == [home])
  }

  @Test func `a history that can't be written doesn't stop anything`() throws {
    _ = launch()
    let file = folder.url.appendingPathComponent("file")
    try Data().write(to: file)
    App.screenshotFolder = file
    App.router.open(product)
    #expect(App.router.routes == [home, product])
  }

  @Test func `the history is saved with the documents, unless screenshots are taken`() {
    App.screenshotFolder = nil
    #expect(App.documentsFolder.path == NSHomeDirectory() + "/Documents")
  }

  // MARK: -

  /// Launches the app with an empty history and makes a cart.
  private func launch(signedIn: Bool = false) -> ShoppingCart {
    App.screenshotFolder = folder.url
    App.launch()
    if signedIn { App.signIn(as: "Ada") }
    ShoppingCart.shared.empty()
    return ShoppingCart()
  }

  private let home = GCRoute(name: "HomeVC")
  private let product = GCRoute(name: "ProductVC", detail: "7")
  private let help = GCRoute(name: "FaqVC")
  private let signIn = GCRoute(name: "LoginVC")
  private let confirmation = GCRoute(name: "ThankYouVC", detail: "A-17")
  private let free = GCRoute(name: "ThankYouVC", detail: "free")

  private func expired(_ names: String) -> GCRoute { GCRoute(name: "ExpiredVC", detail: names) }

  private func checkout(_ detail: String) -> GCRoute { GCRoute(name: "CheckoutVC", detail: detail) }

  private let milk = Product(name: "Milk", price: 120)
  private let bread = Product(name: "Bread", price: 299)
  private let endedOffer = Product(name: "Eggs", price: 199, offerEnds: .distantPast)
  private let summer = Coupon(code: "SUMMER", discountPercentage: 20)

  private func offer(_ name: String, endsAt date: Date) -> Product {
    Product(name: name, price: 199, offerEnds: date)
  }

  private let declined = ["status": "error"]
  private let canceled = ["status": "cancel"]

  private func paid(_ amount: Int) -> [String: Any] {
    ["status": "success", "refno": "A-17", "amount": amount]
  }
}

@MainActor
extension ShoppingCart {
  fileprivate func checkOut(_ product: Product) {
    add(product)
    startCheckout()
  }

  fileprivate func checkOut(prices: [Int], percentage: Double? = nil) {
    fill(prices: prices, percentage: percentage)
    startCheckout()
  }

  fileprivate func fill(prices: [Int], percentage: Double? = nil) {
    for price in prices { add(Product(name: "Cheese", price: price)) }
    coupon = percentage.map { Coupon(code: "SUMMER", discountPercentage: $0) }
  }
}
