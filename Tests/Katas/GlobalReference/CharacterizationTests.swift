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

  // "1 items" is a quirk, and so are thousands without a separator
  @Test(
    arguments: [
      ([4990], "1 items, 49.90"), ([1], "1 items, 0.01"), ([1299, 850, 5], "3 items, 21.54"),
      ([1000, -5], "2 items, 9.95"), ([1_000_000], "1 items, 10000.00"),
    ])
  func `the checkout page shows the number of items and the price`(prices: [Int], detail: String) {
    let cart = launch(signedIn: true)
    cart.checkOut(prices: prices)
    #expect(App.router.routes == [home, checkout(detail)])
  }

  @Test(
    arguments: [
      ([3150, 2000], 20, "2 items, 41.20"), ([105, 99], 10, "2 items, 1.84"),
      ([100], 29, "1 items, 0.71"), ([199], 2.3, "1 items, 1.95"),
    ])
  func `a coupon discounts the whole order, by full cents`(
    prices: [Int], percentage: Double, detail: String
  ) {
    let cart = launch(signedIn: true)
    cart.coupon = coupon(percentage)
    cart.checkOut(prices: prices)
    #expect(App.router.routes == [home, checkout(detail)])
  }

  @Test(arguments: [-1, 100.5])
  func `a coupon of less than 0 or more than 100 percent doesn't count`(percentage: Double) {
    let cart = launch(signedIn: true)
    cart.coupon = coupon(percentage)
    cart.checkOut(milk)
    #expect(App.router.routes == [home, checkout("1 items, 1.20")])
  }

  @Test func `while the checkout is open, the cart is still full`() {
    let cart = launch(signedIn: true)
    cart.coupon = summer
    cart.checkOut(milk)
    #expect(cart.products == [milk])
    #expect(cart.coupon == summer)
  }

  @Test func `a tap on an empty cart's checkout opens nothing, but clears the last error`() {
    let cart = launch(signedIn: true)
    cart.paymentDidFinish(declined)
    #expect(cart.checkoutError == .declined)
    cart.startCheckout()
    #expect(App.router.routes == [home])
    #expect(cart.checkoutError == nil)
  }

  @Test func `emptying the cart clears its products, its coupon, and the last error`() {
    let cart = launch(signedIn: true)
    cart.coupon = summer
    cart.checkOut(milk)
    cart.paymentDidFinish(declined)
    #expect(cart.checkoutError == .declined)
    cart.empty()
    #expect(cart.products == [])
    #expect(cart.coupon == nil)
    #expect(cart.checkoutError == nil)
  }

  @Test func `after the cart has been emptied, nothing is due`() {
    let cart = launch(signedIn: true)
    cart.checkOut(milk)
    cart.empty()
    cart.paymentDidFinish(paid(120))
    #expect(App.router.routes == [home, checkout("1 items, 1.20")])
    #expect(cart.checkoutError == .invalidResponse)
  }

  // MARK: Free orders

  @Test(arguments: [([4000], 100), ([0], 0), ([-1], 0)])
  func `an order that costs nothing is confirmed at once`(prices: [Int], percentage: Double) {
    let cart = launch(signedIn: true)
    cart.coupon = coupon(percentage)
    cart.checkOut(prices: prices)
    #expect(App.router.routes == [home, free])
  }

  @Test func `a free order empties the cart`() {
    let cart = launch(signedIn: true)
    cart.coupon = coupon(100)
    cart.checkOut(milk)
    #expect(cart.products == [])
    #expect(cart.coupon == nil)
  }

  @Test func `a free order closes the checkout that was open`() {
    let cart = launch(signedIn: true)
    cart.checkOut(milk)
    #expect(App.router.routes == [home, checkout("1 items, 1.20")])
    cart.coupon = coupon(100)
    cart.startCheckout()
    #expect(App.router.routes == [home, free])
  }

  @Test func `after a free order, the price of an earlier checkout is no longer due`() {
    let cart = launch(signedIn: true)
    cart.checkOut(milk)
    cart.coupon = coupon(100)
    cart.startCheckout()
    cart.paymentDidFinish(paid(120))
    #expect(App.router.routes == [home, free])
    #expect(cart.checkoutError == .invalidResponse)
  }

  // MARK: Offers that have ended

  @Test(arguments: [-1, 0] as [TimeInterval])
  func `an offer has ended from the second at which it ends`(seconds: TimeInterval) {
    let cart = launch(signedIn: true)
    let now = Date(timeIntervalSince1970: 1_546_298_110)
    cart.add(offer("Eggs", endsAt: now + seconds))
    cart.startCheckout(at: now)
    #expect(App.router.routes == [home, expired("Eggs")])
  }

  @Test func `an offer that ends a second later is still valid`() {
    let cart = launch(signedIn: true)
    let now = Date(timeIntervalSince1970: 1_546_298_110)
    cart.add(offer("Eggs", endsAt: now + 1))
    cart.startCheckout(at: now)
    #expect(App.router.routes == [home, checkout("1 items, 1.99")])
  }

  @Test func `an offer that ends after the cart was created has ended, too`() {
    let cart = launch(signedIn: true)
    cart.checkOut(offer("Eggs", endsAt: Date()))
    #expect(App.router.routes == [home, expired("Eggs")])
  }

  @Test func `the page for ended offers lists them in the order of the cart`() {
    let cart = launch(signedIn: true)
    for product in [milk, endedOffer, offer("Bread", endsAt: .distantPast), endedOffer] {
      cart.add(product)
    }
    cart.startCheckout()
    #expect(App.router.routes == [home, expired("Eggs, Bread, Eggs")])
  }

  @Test func `only the offers that have ended are removed`() {
    let cart = launch(signedIn: true)
    let laterOffer = offer("Bread", endsAt: .distantFuture)
    for product in [milk, offer("Milk", endsAt: .distantPast), laterOffer, endedOffer, milk] {
      cart.add(product)
    }
    cart.startCheckout()
    #expect(cart.products == [milk, laterOffer, milk])
  }

  @Test func `once the ended offers have been shown, the next tap opens the checkout`() {
    let cart = launch(signedIn: true)
    cart.add(endedOffer)
    cart.checkOut(milk)
    cart.startCheckout()
    #expect(App.router.routes == [home, expired("Eggs"), checkout("1 items, 1.20")])
  }

  @Test func `if all offers have ended, the empty cart keeps its coupon`() {
    let cart = launch(signedIn: true)
    cart.coupon = summer
    cart.checkOut(endedOffer)
    #expect(cart.products == [])
    #expect(cart.coupon == summer)
  }

  @Test func `a tap that finds ended offers clears the last error`() {
    let cart = launch(signedIn: true)
    cart.paymentDidFinish(declined)
    #expect(cart.checkoutError == .declined)
    cart.checkOut(endedOffer)
    #expect(cart.checkoutError == nil)
  }

  @Test func `a guest sees the ended offers before the sign-in page`() {
    let cart = launch()
    cart.add(endedOffer)
    cart.checkOut(milk)
    #expect(App.router.routes == [home, expired("Eggs")])
    cart.startCheckout()
    #expect(App.router.routes == [home, expired("Eggs"), signIn])
  }

  // MARK: Signing in

  @Test func `a guest has to sign in first, and no longer sees the last error`() {
    let cart = launch()
    cart.paymentDidFinish(declined)
    #expect(cart.checkoutError == .declined)
    cart.checkOut(milk)
    #expect(App.router.routes == [home, signIn])
    #expect(cart.checkoutError == nil)
  }

  @Test func `a guest who signs in gets to the checkout`() {
    let cart = launch()
    App.router.open(product)
    cart.checkOut(milk)
    #expect(App.router.routes == [home, product, signIn])
    App.signIn(as: "Ada")
    #expect(App.router.routes == [home, product, checkout("1 items, 1.20")])
  }

  @Test func `a guest who taps twice gets to one checkout`() {
    let cart = launch()
    cart.checkOut(milk)
    cart.startCheckout()
    App.signIn(as: "Ada")
    #expect(App.router.routes == [home, checkout("1 items, 1.20")])
  }

  @Test func `the sign-in page is closed even if another page is on top`() {
    let cart = launch()
    cart.checkOut(milk)
    App.router.open(help)
    #expect(App.router.routes == [home, signIn, help])
    App.signIn(as: "Ada")
    #expect(App.router.routes == [home, help, checkout("1 items, 1.20")])
  }

  @Test func `each sign-in page is closed, even with another page in between`() {
    let cart = launch()
    cart.checkOut(milk)
    App.router.open(help)
    cart.startCheckout()
    #expect(App.router.routes == [home, signIn, help, signIn])
    App.signIn(as: "Ada")
    #expect(App.router.routes == [home, help, checkout("1 items, 1.20")])
  }

  @Test func `a customer who leaves the sign-in page and signs in later gets to the checkout`() {
    let cart = launch()
    cart.checkOut(milk)
    App.router.goBack()
    App.router.open(product)
    App.signIn(as: "Ada")
    #expect(App.router.routes == [home, product, checkout("1 items, 1.20")])
  }

  @Test func `a second sign-in doesn't open the checkout again`() {
    let cart = launch()
    cart.checkOut(milk)
    App.signIn(as: "Ada")
    #expect(App.router.routes == [home, checkout("1 items, 1.20")])
    App.router.goBack()
    App.signIn(as: "Grace")
    #expect(App.router.routes == [home])
    #expect(App.customerName == "Grace")
  }

  @Test func `if two carts wait for the sign-in, only the last one gets to the checkout`() {
    let cart = launch()
    let lastCart = ShoppingCart()
    cart.checkOut(milk)
    lastCart.checkOut(bread)
    App.signIn(as: "Ada")
    #expect(App.router.routes == [home, checkout("1 items, 2.99")])
  }

  @Test func `a guest's free order is confirmed after the sign-in`() {
    let cart = launch()
    cart.coupon = coupon(100)
    cart.checkOut(milk)
    #expect(App.router.routes == [home, signIn])
    App.signIn(as: "Ada")
    #expect(App.router.routes == [home, free])
  }

  @Test func `an offer that ends before the customer signs in counts as ended`() {
    let cart = launch()
    cart.checkOut(milk)
    cart.add(offer("Eggs", endsAt: Date()))
    App.signIn(as: "Ada")
    #expect(App.router.routes == [home, expired("Eggs")])
    #expect(cart.products == [milk])
  }

  @Test func `if the cart no longer exists, signing in only closes the page`() {
    var cart: ShoppingCart? = launch()
    cart?.checkOut(milk)
    #expect(App.router.routes == [home, signIn])
    cart = nil
    App.signIn(as: "Ada")
    #expect(App.router.routes == [home])
  }

  // MARK: Payment

  @Test func `a payment closes all pages of the checkout`() {
    let cart = launch(signedIn: true)
    for page in [product, expired("Eggs"), signIn, free] { App.router.open(page) }
    cart.checkOut(milk)
    #expect(
      App.router.routes
        == [home, product, expired("Eggs"), signIn, free, checkout("1 items, 1.20")])
    cart.paymentDidFinish(paid(120))
    #expect(App.router.routes == [home, product, confirmation])
  }

  @Test func `a payment empties the cart`() {
    let cart = launch(signedIn: true)
    cart.coupon = summer
    cart.checkOut(milk)
    #expect(cart.products == [milk])
    cart.paymentDidFinish(paid(96))
    #expect(cart.products == [])
    #expect(cart.coupon == nil)
  }

  @Test func `a page that was opened over the checkout stays`() {
    let cart = launch(signedIn: true)
    cart.checkOut(milk)
    App.router.open(product)
    cart.paymentDidFinish(paid(120))
    #expect(App.router.routes == [home, checkout("1 items, 1.20"), product, confirmation])
  }

  // Quirk: nobody pays for them
  @Test func `products added while the checkout is open are gone after the payment`() {
    let cart = launch(signedIn: true)
    cart.checkOut(milk)
    cart.add(bread)
    cart.paymentDidFinish(paid(120))
    #expect(App.router.routes == [home, confirmation])
    #expect(cart.products == [])
  }

  @Test func `a second response to a paid order doesn't confirm it again`() {
    let cart = launch(signedIn: true)
    cart.checkOut(milk)
    cart.paymentDidFinish(paid(120))
    cart.paymentDidFinish(paid(120))
    #expect(App.router.routes == [home, confirmation])
    #expect(cart.checkoutError == .invalidResponse)
  }

  // Quirk
  @Test func `a cancellation after the payment closes the confirmation`() {
    let cart = launch(signedIn: true)
    cart.checkOut(milk)
    cart.paymentDidFinish(paid(120))
    #expect(App.router.routes == [home, confirmation])
    cart.paymentDidFinish(canceled)
    #expect(App.router.routes == [home])
  }

  @Test func `only the price of the last checkout page is due`() {
    let cart = launch(signedIn: true)
    cart.checkOut(milk)
    cart.checkOut(bread)
    cart.paymentDidFinish(paid(120))
    #expect(cart.checkoutError == .invalidResponse)
    cart.paymentDidFinish(paid(419))
    #expect(cart.checkoutError == nil)
  }

  @Test func `after a tap that finds ended offers, the last checkout can still be paid`() {
    let cart = launch(signedIn: true)
    cart.checkOut(milk)
    cart.checkOut(endedOffer)
    cart.paymentDidFinish(paid(120))
    #expect(App.router.routes == [home, confirmation])
  }

  @Test func `after a reminder that opens no checkout, the last one can still be paid`() {
    let cart = launch(signedIn: true)
    cart.checkOut(milk)
    cart.coupon = coupon(100)
    cart.openFromReminder()
    cart.paymentDidFinish(paid(120))
    #expect(App.router.routes == [home, confirmation])
  }

  @Test func `a customer who has been signed out can still pay for the last checkout`() {
    let cart = launch(signedIn: true)
    cart.checkOut(milk)
    App.signOut()
    cart.startCheckout()
    cart.paymentDidFinish(paid(120))
    #expect(App.router.routes == [home, confirmation])
  }

  // MARK: Payments that fail

  @Test func `a canceled payment closes the checkout`() {
    let cart = launch(signedIn: true)
    App.router.open(product)
    cart.checkOut(milk)
    #expect(App.router.routes == [home, product, checkout("1 items, 1.20")])
    cart.paymentDidFinish(canceled)
    #expect(App.router.routes == [home, product])
  }

  @Test func `after a canceled payment, the cart is still full`() {
    let cart = launch(signedIn: true)
    cart.coupon = summer
    cart.checkOut(milk)
    cart.paymentDidFinish(canceled)
    #expect(cart.products == [milk])
    #expect(cart.coupon == summer)
  }

  @Test func `after a canceled payment, nothing is due`() {
    let cart = launch(signedIn: true)
    cart.checkOut(milk)
    cart.paymentDidFinish(canceled)
    cart.paymentDidFinish(paid(120))
    #expect(App.router.routes == [home])
    #expect(cart.checkoutError == .invalidResponse)
  }

  @Test func `after a canceled payment, the customer can check out again`() {
    let cart = launch(signedIn: true)
    cart.checkOut(milk)
    cart.paymentDidFinish(canceled)
    #expect(App.router.routes == [home])
    cart.startCheckout()
    cart.paymentDidFinish(paid(120))
    #expect(App.router.routes == [home, confirmation])
  }

  @Test func `a cancellation clears the last error`() {
    let cart = launch(signedIn: true)
    cart.paymentDidFinish(declined)
    #expect(cart.checkoutError == .declined)
    cart.paymentDidFinish(canceled)
    #expect(cart.checkoutError == nil)
  }

  @Test func `a declined payment is an error, and leaves the checkout open`() {
    let cart = launch(signedIn: true)
    cart.checkOut(milk)
    cart.paymentDidFinish(declined)
    #expect(App.router.routes == [home, checkout("1 items, 1.20")])
    #expect(cart.checkoutError == .declined)
  }

  @Test func `after a declined payment, the cart is still full`() {
    let cart = launch(signedIn: true)
    cart.coupon = summer
    cart.checkOut(milk)
    cart.paymentDidFinish(declined)
    #expect(cart.products == [milk])
    #expect(cart.coupon == summer)
  }

  @Test func `after a declined payment, the customer can pay`() {
    let cart = launch(signedIn: true)
    cart.checkOut(milk)
    cart.paymentDidFinish(declined)
    #expect(cart.checkoutError == .declined)
    cart.paymentDidFinish(paid(120))
    #expect(App.router.routes == [home, confirmation])
    #expect(cart.checkoutError == nil)
  }

  @Test func `after a declined payment, a tap clears the error and opens no second checkout`() {
    let cart = launch(signedIn: true)
    cart.checkOut(milk)
    cart.paymentDidFinish(declined)
    #expect(cart.checkoutError == .declined)
    cart.startCheckout()
    #expect(App.router.routes == [home, checkout("1 items, 1.20")])
    #expect(cart.checkoutError == nil)
  }

  @Test(
    arguments: [
      ["status": "success", "refno": "A-17"], ["status": "success", "refno": "A-17", "amount": 0],
      ["status": "success", "refno": "A-17", "amount": 120],
    ] as [[String: any Sendable]])
  func `without a checkout, no response confirms an order`(response: [String: any Sendable]) {
    let cart = launch(signedIn: true)
    cart.paymentDidFinish(response)
    #expect(App.router.routes == [home])
    #expect(cart.checkoutError == .invalidResponse)
  }

  @Test(arguments: wrongResponses)
  func `a response that doesn't fit the order changes nothing`(response: [String: any Sendable]) {
    let cart = launch(signedIn: true)
    cart.checkOut(milk)
    cart.paymentDidFinish(response)
    #expect(App.router.routes == [home, checkout("1 items, 1.20")])
    #expect(cart.products == [milk])
    #expect(cart.checkoutError == .invalidResponse)
  }

  @Test(arguments: wrongResponses)
  func `after a response that doesn't fit, the order can still be paid`(
    response: [String: any Sendable]
  ) {
    let cart = launch(signedIn: true)
    cart.checkOut(milk)
    cart.paymentDidFinish(response)
    cart.paymentDidFinish(paid(120))
    #expect(App.router.routes == [home, confirmation])
  }

  private nonisolated static let wrongResponses: [[String: any Sendable]] = [
    [:], ["status": 1], ["status": "SUCCESS", "refno": "A-17", "amount": 120],
    ["refno": "A-17", "amount": 120], ["status": "success", "amount": 120],
    ["status": "success", "refno": 17, "amount": 120], ["status": "success", "refno": "A-17"],
    ["status": "success", "refno": "A-17", "amount": "120"],
    ["status": "success", "refno": "A-17", "amount": 119],
    ["status": "success", "refno": "A-17", "amount": 121],
  ]

  // MARK: The reminder

  @Test func `the reminder gives five percent off`() {
    let cart = launch(signedIn: true)
    cart.fill(prices: [1250, 999])
    #expect(cart.openFromReminder())
    #expect(App.router.routes == [home, checkout("2 items, 21.37")])
    #expect(cart.coupon == comeback)
  }

  @Test func `the price with the reminder's discount is due`() {
    let cart = launch(signedIn: true)
    cart.fill(prices: [1250, 999])
    cart.openFromReminder()
    cart.paymentDidFinish(paid(2137))
    #expect(App.router.routes == [home, confirmation])
  }

  @Test func `the reminder's discount counts even if a checkout is open`() {
    let cart = launch(signedIn: true)
    cart.checkOut(milk)
    cart.openFromReminder()
    cart.paymentDidFinish(paid(114))
    #expect(App.router.routes == [home, confirmation])
  }

  @Test func `the reminder doesn't replace a coupon`() {
    let cart = launch(signedIn: true)
    cart.fill(prices: [1250, 999])
    cart.coupon = coupon(1)
    cart.openFromReminder()
    #expect(App.router.routes == [home, checkout("2 items, 22.27")])
  }

  @Test func `the reminder gives an empty cart no coupon`() {
    let cart = launch()
    #expect(!cart.openFromReminder())
    #expect(App.router.routes == [home])
    #expect(cart.coupon == nil)
  }

  @Test func `a guest who follows the reminder has to sign in first`() {
    let cart = launch()
    cart.add(milk)
    #expect(!cart.openFromReminder(campaignName: "spring"))
    #expect(App.router.routes == [home, signIn])
    #expect(cart.coupon == comeback)
  }

  @Test func `a guest who follows the reminder and signs in gets to the checkout`() {
    let cart = launch()
    cart.add(milk)
    cart.openFromReminder()
    #expect(App.router.routes == [home, signIn])
    App.signIn(as: "Ada")
    #expect(App.router.routes == [home, checkout("1 items, 1.14")])
  }

  // Quirk: a tap on "Checkout" removes them
  @Test func `the reminder sells offers that have ended`() {
    let cart = launch(signedIn: true)
    cart.add(endedOffer)
    #expect(cart.openFromReminder())
    #expect(App.router.routes == [home, checkout("1 items, 1.90")])
    #expect(cart.products == [endedOffer])
  }

  // Quirk
  @Test func `the reminder sells ended offers even to a guest who signs in`() {
    let cart = launch()
    cart.add(endedOffer)
    cart.openFromReminder()
    App.signIn(as: "Ada")
    #expect(App.router.routes == [home, checkout("1 items, 1.90")])
  }

  // Quirk: a tap on "Checkout" confirms the order
  @Test(arguments: [0, -1])
  func `the reminder gives a free cart its coupon, but opens nothing`(price: Int) {
    let cart = launch(signedIn: true)
    cart.fill(prices: [price])
    #expect(!cart.openFromReminder())
    #expect(App.router.routes == [home])
    #expect(cart.coupon == comeback)
  }

  // Quirk
  @Test func `with a free cart, a guest who follows the reminder only signs in`() {
    let cart = launch()
    cart.fill(prices: [0])
    cart.openFromReminder()
    #expect(App.router.routes == [home, signIn])
    App.signIn(as: "Ada")
    #expect(App.router.routes == [home])
    #expect(cart.products.count == 1)
  }

  // Quirk: a tap on "Checkout" clears it
  @Test func `the reminder keeps the last error`() {
    let cart = launch(signedIn: true)
    cart.add(milk)
    cart.paymentDidFinish(declined)
    #expect(cart.openFromReminder())
    #expect(cart.checkoutError == .declined)
  }

  @Test func `if the cart no longer exists, signing in after the reminder only closes the page`() {
    var cart: ShoppingCart? = launch()
    cart?.add(milk)
    cart?.openFromReminder()
    #expect(App.router.routes == [home, signIn])
    cart = nil
    App.signIn(as: "Ada")
    #expect(App.router.routes == [home])
  }

  // MARK: Windows

  @Test func `the shared cart opens each checkout in the window in front`() {
    _ = launch(signedIn: true)
    ShoppingCart.shared.checkOut(milk)
    App.openWindow()
    ShoppingCart.shared.checkOut(bread)
    #expect(
      App.windows.map(\.routes)
        == [[home, checkout("1 items, 1.20")], [home, checkout("2 items, 4.19")]])
  }

  @Test func `after a relaunch, the shared cart opens the checkout in the new window`() {
    _ = launch(signedIn: true)
    ShoppingCart.shared.checkOut(milk)
    App.launch()
    App.signIn(as: "Ada")
    ShoppingCart.shared.checkOut(bread)
    #expect(App.windows.map(\.routes) == [[home, checkout("2 items, 4.19")]])
  }

  @Test func `after a sign-out, one window is left, and it shows the home page`() {
    _ = launch(signedIn: true)
    App.openWindow()
    App.router.open(product)
    #expect(App.windows.map(\.routes) == [[home], [home, product]])
    App.signOut()
    #expect(App.windows.map(\.routes) == [[home]])
  }

  @Test func `after a sign-out, the shared cart asks the next customer to sign in`() {
    _ = launch(signedIn: true)
    ShoppingCart.shared.checkOut(milk)
    App.signOut()
    ShoppingCart.shared.startCheckout()
    #expect(App.windows.map(\.routes) == [[home, signIn]])
  }

  @Test func `the next customer gets the products in the shared cart, but not the coupon`() {
    _ = launch(signedIn: true)
    ShoppingCart.shared.add(milk)
    ShoppingCart.shared.coupon = summer
    App.signOut()
    App.signIn(as: "Grace")
    ShoppingCart.shared.startCheckout()
    #expect(App.router.routes == [home, checkout("1 items, 1.20")])
  }

  @Test func `the page for ended offers opens in the window in front`() {
    let cart = launch(signedIn: true)
    App.openWindow()
    cart.checkOut(endedOffer)
    #expect(App.windows.map(\.routes) == [[home], [home, expired("Eggs")]])
  }

  @Test func `the sign-in page opens in the window in front`() {
    let cart = launch()
    App.openWindow()
    cart.checkOut(milk)
    #expect(App.windows.map(\.routes) == [[home], [home, signIn]])
  }

  @Test func `signing in closes the sign-in page in every window`() {
    let cart = launch()
    let otherCart = ShoppingCart()
    cart.checkOut(milk)
    App.openWindow()
    otherCart.checkOut(bread)
    #expect(App.windows.map(\.routes) == [[home, signIn], [home, signIn]])
    // So that no checkout follows
    cart.empty()
    otherCart.empty()
    App.signIn(as: "Ada")
    #expect(App.windows.map(\.routes) == [[home], [home]])
  }

  @Test func `after the sign-in, each checkout opens in the window in front`() {
    let cart = launch()
    let otherCart = ShoppingCart()
    cart.checkOut(milk)
    App.openWindow()
    otherCart.checkOut(bread)
    App.openWindow()
    App.signIn(as: "Ada")
    #expect(
      App.windows.map(\.routes)
        == [[home], [home], [home, checkout("1 items, 1.20"), checkout("1 items, 2.99")]])
  }

  @Test func `after the sign-in, the reminder's checkout opens in the window in front`() {
    let cart = launch()
    cart.add(milk)
    cart.openFromReminder()
    App.openWindow()
    App.signIn(as: "Ada")
    #expect(App.windows.map(\.routes) == [[home], [home, checkout("1 items, 1.14")]])
  }

  @Test func `a paid order is confirmed in the window in front`() {
    let cart = launch(signedIn: true)
    cart.checkOut(milk)
    App.openWindow()
    cart.paymentDidFinish(paid(120))
    #expect(
      App.windows.map(\.routes) == [[home, checkout("1 items, 1.20")], [home, confirmation]])
  }

  @Test func `a free order is confirmed in the window in front`() {
    let cart = launch(signedIn: true)
    App.openWindow()
    cart.checkOut(prices: [0])
    #expect(App.windows.map(\.routes) == [[home], [home, free]])
  }

  @Test func `a canceled payment closes the checkout in the window in front`() {
    let cart = launch(signedIn: true)
    cart.checkOut(milk)
    App.openWindow()
    cart.checkOut(bread)
    let page = checkout("1 items, 1.20")
    #expect(App.windows.map(\.routes) == [[home, page], [home, checkout("2 items, 4.19")]])
    cart.paymentDidFinish(canceled)
    #expect(App.windows.map(\.routes) == [[home, page], [home]])
  }

  @Test func `the reminder opens the checkout in the window in front`() {
    let cart = launch(signedIn: true)
    cart.add(milk)
    App.openWindow()
    cart.openFromReminder()
    #expect(App.windows.map(\.routes) == [[home], [home, checkout("1 items, 1.14")]])
  }

  @Test func `the reminder opens the sign-in page in the window in front`() {
    let cart = launch()
    cart.add(milk)
    App.openWindow()
    cart.openFromReminder()
    #expect(App.windows.map(\.routes) == [[home], [home, signIn]])
  }

  // MARK: Pages and history

  @Test func `a button tapped twice opens one page`() {
    _ = launch()
    App.router.open(product)
    App.router.open(product)
    #expect(App.router.routes == [home, product])
  }

  @Test func `a page can be opened again from another one`() {
    _ = launch()
    let otherProduct = GCRoute(name: "ProductVC", detail: "8")
    for page in [product, otherProduct, product] { App.router.open(page) }
    #expect(App.router.routes == [home, product, otherProduct, product])
  }

  @Test func `going back stops at home`() {
    _ = launch()
    App.router.open(product)
    App.router.open(help)
    App.router.goBack()
    #expect(App.router.routes == [home, product])
    App.router.goBack()
    App.router.goBack()
    #expect(App.router.routes == [home])
  }

  @Test func `the app reopens its pages, except for those of the checkout`() {
    _ = launch()
    for page in [product, signIn, help, expired("Eggs"), confirmation, checkout(""), product] {
      App.router.open(page)
    }
    App.launch()
    #expect(App.router.routes == [home, product, help, product])
  }

  @Test func `after a relaunch, one window is open and nobody is signed in`() {
    _ = launch(signedIn: true)
    App.openWindow()
    #expect(App.windows.map(\.routes) == [[home], [home]])
    #expect(App.customerName == "Ada")
    App.launch()
    #expect(App.windows.map(\.routes) == [[home]])
    #expect(App.customerName == nil)
  }

  @Test func `the window that has just closed its sign-in page is reopened`() {
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

  @Test func `the window that has just closed a checkout is reopened`() {
    let cart = launch(signedIn: true)
    App.openWindow()
    App.router.open(help)
    cart.checkOut(milk)
    // Until the checkout closes, this is the window to reopen
    App.windows[0].open(product)
    cart.paymentDidFinish(canceled)
    App.launch()
    #expect(App.router.routes == [home, help])
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
    _ = launch()
    App.router.open(product)
    App.launch()
    #expect(App.router.routes == [home, product])
    App.signIn(as: "Ada")
    App.signOut()
    App.launch()
    #expect(App.router.routes == [home])
  }

  @Test(arguments: ["", "[]", #"[{"name": 7}]"#, #"[{"name": "CheckoutVC", "detail": ""}]"#])
  func `a history without pages to reopen is ignored`(text: String) throws {
    App.screenshotFolder = folder.url
    let file = folder.url.appendingPathComponent("GCHistory.json")
    try #"[{"name": "FaqVC", "detail": ""}]"#.write(to: file, atomically: true, encoding: .utf8)
    App.launch()
    #expect(App.router.routes == [help])
    try text.write(to: file, atomically: true, encoding: .utf8)
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

  @Test func `without a folder for screenshots, documents go to the user's folder`() {
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
  private let comeback = Coupon(code: "COMEBACK", discountPercentage: 5)

  private func coupon(_ percentage: Double) -> Coupon {
    Coupon(code: "SUMMER", discountPercentage: percentage)
  }

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

  fileprivate func checkOut(prices: [Int]) {
    fill(prices: prices)
    startCheckout()
  }

  fileprivate func fill(prices: [Int]) {
    for price in prices { add(Product(name: "Cheese", price: price)) }
  }
}
