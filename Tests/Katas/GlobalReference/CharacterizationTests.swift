import Foundation
import TestSupport
import Testing

#if SOLUTION
  @testable import GlobalReferenceAfter
#else
  @testable import GlobalReferenceBefore
#endif

/// Pins what the shop does, as seen in its windows and its cart.
///
/// Each test launches the app in its own body, with a folder of its own. Between a suite's `init` and
/// the test, a test of another suite may run and launch the app, too.
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
      // "1 pieces" is a quirk
      ([4990], nil, "1 pieces, 49.90"), ([1], nil, "1 pieces, 0.01"),
      ([1000, 1000, 5], nil, "3 pieces, 20.05"), ([1000, -5], nil, "2 pieces, 9.95"),
      // Coupons: the discount is truncated to whole cents
      ([3000, 2000], 20, "2 pieces, 40.00"), ([105, 105], 10, "2 pieces, 1.89"),
      ([100], 29, "1 pieces, 0.71"), ([199], 2.3, "1 pieces, 1.95"),
      // Coupons that don't count
      ([5000], -1, "1 pieces, 50.00"), ([5000], 100.5, "1 pieces, 50.00"),
      ([5000], .nan, "1 pieces, 50.00"),
      // The highest price that's allowed
      ([1_000_000], nil, "1 pieces, 10000.00"), ([1_250_000], 20, "1 pieces, 10000.00"),
    ] as [([Int], Double?, String)])
  func `the checkout page shows the number of pieces and the price`(
    prices: [Int], percentage: Double?, detail: String
  ) {
    let cart = launch(signedIn: true)
    cart.checkOut(prices: prices, percentage: percentage)
    #expect(App.router.pages == [home, Page(name: "checkout", detail: detail)])
    #expect(cart.products.map(\.price) == prices)
  }

  @Test(
    arguments: [
      ([1_000_001], nil), ([500_000, 500_001], 0), ([.max, 1], nil), ([.min, -1], nil),
      // Even with a coupon for 100 percent (a quirk)
      ([.max], 100),
    ] as [([Int], Double?)])
  func `a price that is too high opens no page`(prices: [Int], percentage: Double?) {
    let cart = launch(signedIn: true)
    cart.checkOut(prices: prices, percentage: percentage)
    #expect(App.router.pages == [home])
    #expect(cart.problem == .priceTooHigh)
    #expect(cart.products.map(\.price) == prices)
  }

  @Test(arguments: [([4000], 100), ([-120], nil), ([-121], nil)] as [([Int], Double?)])
  func `an order that costs nothing is confirmed at once`(prices: [Int], percentage: Double?) {
    let cart = launch(signedIn: true)
    cart.checkOut(milk)
    cart.checkOut(prices: prices, percentage: percentage)
    #expect(App.router.pages == [home, free])
    #expect(state(of: cart) == State())
    cart.paymentDidFinish(paid(120))
    #expect(state(of: cart) == State(problem: .unexpectedReply))
  }

  @Test func `an empty cart opens no page, clears the problem, and keeps its coupon`() {
    let cart = launch(signedIn: true)
    cart.coupon = summer
    cart.paymentDidFinish([:])
    cart.startCheckout()
    #expect(App.router.pages == [home])
    #expect(state(of: cart) == State(coupon: summer))
  }

  @Test func `emptying the cart clears everything, even the amount due`() {
    let cart = launch(signedIn: true)
    cart.checkOut(prices: [5000], percentage: 20)
    cart.paymentDidFinish(["status": "declined"])
    cart.empty()
    #expect(state(of: cart) == State())
    cart.paymentDidFinish(paid(4000))
    #expect(cart.problem == .unexpectedReply)
  }

  // MARK: Offers that have ended

  @Test func `offers that have ended are shown, and removed from the cart`() {
    let cart = launch()
    let now = Date(timeIntervalSince1970: 1_000)
    let later = offer("Bread", endsAt: 1_001)
    for product in [milk, offer("Milk", endsAt: 999), later, offer("Eggs", endsAt: 1_000), milk] {
      cart.add(product)
    }
    cart.add(offer("Milk", endsAt: 999))
    cart.startCheckout(at: now)
    #expect(App.router.pages == [home, tooOld("Milk, Eggs, Milk")])
    cart.startCheckout(at: now)
    #expect(App.router.pages == [home, tooOld("Milk, Eggs, Milk"), signIn])
    #expect(state(of: cart) == State(products: [milk, later, milk]))
  }

  @Test func `when offers have ended, the coupon stays and the problem is cleared`() {
    let cart = launch(signedIn: true)
    cart.paymentDidFinish([:])
    cart.coupon = summer
    cart.checkOut(offer("Eggs", endsAt: 0))
    #expect(App.router.pages == [home, tooOld("Eggs")])
    #expect(state(of: cart) == State(coupon: summer))
  }

  // MARK: Signing in

  @Test func `a guest who signs in gets to the checkout, once`() {
    let cart = launch()
    App.router.open(product)
    cart.paymentDidFinish([:])
    cart.checkOut(milk)
    cart.startCheckout()
    #expect(App.router.pages == [home, product, signIn])
    #expect(state(of: cart) == State(products: [milk]))
    App.router.open(help)
    App.signIn(as: "Ada")
    #expect(App.router.pages == [home, product, help, checkout("1 pieces, 1.20")])
    App.router.goBack()
    App.signIn(as: "Grace")
    #expect(App.router.pages == [home, product, help])
    #expect(App.customerName == "Grace")
  }

  @Test func `the last cart that asked continues, even if the customer left the sign-in page`() {
    let cart = launch()
    let otherCart = ShoppingCart()
    cart.checkOut(milk)
    otherCart.checkOut(prices: [5000])
    App.router.goBack()
    App.router.open(product)
    App.signIn(as: "Ada")
    #expect(App.router.pages == [home, product, checkout("1 pieces, 50.00")])
  }

  @Test(
    arguments: [
      (Product(name: "Cheese", price: 1_000_001), [home], .priceTooHigh),
      (Product(name: "Sample", price: 0), [home, free], nil),
      // An offer that has ended by now
      (offer("Eggs", endsAt: 1), [home, tooOld("Eggs")], nil),
    ] as [(Product, [Page], CheckoutError?)])
  func `after the sign-in, the cart is checked again`(
    product: Product, pages: [Page], problem: CheckoutError?
  ) {
    let cart = launch()
    cart.add(product)
    cart.startCheckout(at: Date(timeIntervalSince1970: 0))
    #expect(App.router.pages == [home, signIn])
    App.signIn(as: "Ada")
    #expect(App.router.pages == pages)
    #expect(cart.problem == problem)
  }

  @Test func `signing in for a cart that is gone only closes the page`() {
    _ = launch()
    var cart: ShoppingCart? = ShoppingCart()
    cart?.checkOut(milk)
    cart = nil
    App.signIn(as: "Ada")
    #expect(App.router.pages == [home])
  }

  // MARK: Payment

  @Test func `after the payment, the confirmation opens over the page from before the checkout`() {
    let cart = launch()
    App.router.open(product)
    cart.fill(prices: [5000], percentage: 20)
    cart.checkOut(offer("Eggs", endsAt: 0))
    App.signIn(as: "Ada")
    cart.startCheckout()
    cart.checkOut(milk)
    App.router.open(signIn)
    #expect(
      App.router.pages.map(\.name)
        == ["home", "product", "tooOld", "checkout", "checkout", "signIn"])
    cart.paymentDidFinish(paid(4096))
    #expect(App.router.pages == [home, product, confirmation])
    #expect(state(of: cart) == State())
    cart.paymentDidFinish(paid(4096))
    #expect(App.router.pages == [home, product, confirmation])
    #expect(state(of: cart) == State(problem: .unexpectedReply))
  }

  // A quirk: nobody pays for them.
  @Test func `products added while the checkout is open are gone after the payment`() {
    let cart = launch(signedIn: true)
    cart.checkOut(milk)
    App.router.open(product)
    cart.add(milk)
    cart.paymentDidFinish(paid(120))
    #expect(App.router.pages == [home, checkout("1 pieces, 1.20"), product, confirmation])
    #expect(cart.products == [])
  }

  @Test func `the price of the last checkout page is due, whatever opens after it`() {
    let cart = launch(signedIn: true)
    cart.checkOut(milk)
    cart.checkOut(milk)
    cart.paymentDidFinish(paid(120))
    #expect(cart.problem == .unexpectedReply)
    cart.checkOut(offer("Eggs", endsAt: 0))
    cart.checkOut(prices: [1_000_000])
    App.signOut()
    cart.startCheckout()
    cart.paymentDidFinish(paid(240))
    #expect(App.router.pages == [home, confirmation])
  }

  @Test func `after a cancelled payment, the cart is still full and nothing is due`() {
    let cart = launch(signedIn: true)
    App.router.open(product)
    cart.coupon = summer
    cart.checkOut(milk)
    cart.paymentDidFinish(["status": "declined"])
    cart.paymentDidFinish(["status": "cancelled"])
    #expect(App.router.pages == [home, product])
    #expect(state(of: cart) == State(products: [milk], coupon: summer))
    cart.paymentDidFinish(paid(96))
    #expect(App.router.pages == [home, product])
    #expect(cart.problem == .unexpectedReply)
  }

  @Test func `after a declined payment, the customer can try again`() {
    let cart = launch(signedIn: true)
    cart.checkOut(milk)
    cart.paymentDidFinish(["status": "declined"])
    cart.startCheckout()
    #expect(state(of: cart) == State(products: [milk]))
    cart.paymentDidFinish(["status": "declined"])
    #expect(App.router.pages == [home, checkout("1 pieces, 1.20")])
    #expect(state(of: cart) == State(products: [milk], problem: .declined))
    cart.paymentDidFinish(paid(120))
    #expect(App.router.pages == [home, confirmation])
  }

  @Test(
    arguments: [
      [:], ["status": 1], ["status": "PAID", "order": "A-17", "amount": 120],
      ["order": "A-17", "amount": 120], ["status": "paid", "amount": 120],
      ["status": "paid", "order": 17, "amount": 120], ["status": "paid", "order": "A-17"],
      ["status": "paid", "order": "A-17", "amount": "120"],
      ["status": "paid", "order": "A-17", "amount": 119],
      ["status": "paid", "order": "A-17", "amount": 121],
    ] as [[String: any Sendable]])
  func `a reply that doesn't fit the order changes nothing`(reply: [String: any Sendable]) {
    let cart = launch(signedIn: true)
    cart.paymentDidFinish(reply)
    #expect(App.router.pages == [home])
    cart.checkOut(milk)
    cart.paymentDidFinish(reply)
    #expect(App.router.pages == [home, checkout("1 pieces, 1.20")])
    #expect(state(of: cart) == State(products: [milk], problem: .unexpectedReply))
    cart.paymentDidFinish(paid(120))
    #expect(App.router.pages == [home, confirmation])
  }

  // MARK: Windows

  @Test func `the shared cart opens each checkout in the window in front`() {
    _ = launch(signedIn: true)
    ShoppingCart.shared.checkOut(milk)
    App.openWindow()
    App.router.open(product)
    ShoppingCart.shared.checkOut(milk)
    #expect(
      App.windows.map(\.pages)
        == [[home, checkout("1 pieces, 1.20")], [home, product, checkout("2 pieces, 2.40")]])
    #expect(App.router === App.windows.last)
  }

  @Test func `after a sign-out, the shared cart asks the next customer to sign in`() {
    _ = launch()
    ShoppingCart.shared.fill(prices: [5000], percentage: 20)
    App.signIn(as: "Ada")
    App.openWindow()
    ShoppingCart.shared.startCheckout()
    #expect(App.router.pages == [home, checkout("1 pieces, 40.00")])
    App.signOut()
    #expect(App.windows.map(\.pages) == [[home]])
    ShoppingCart.shared.startCheckout()
    #expect(App.router.pages == [home, signIn])
    App.signIn(as: "Grace")
    #expect(App.windows.map(\.pages) == [[home, checkout("1 pieces, 50.00")]])
  }

  @Test func `signing in closes the page in every window and goes on in front`() {
    let cart = launch()
    let otherCart = ShoppingCart()
    cart.checkOut(milk)
    App.openWindow()
    otherCart.checkOut(prices: [5000])
    App.openWindow()
    App.signIn(as: "Ada")
    #expect(
      App.windows.map(\.pages)
        == [[home], [home], [home, checkout("1 pieces, 1.20"), checkout("1 pieces, 50.00")]])
  }

  @Test func `each page opens in the window that's in front at that moment`() {
    let cart = launch(signedIn: true)
    cart.checkOut(milk)
    App.openWindow()
    cart.paymentDidFinish(paid(120))
    App.openWindow()
    cart.checkOut(offer("Eggs", endsAt: 0))
    cart.checkOut(milk)
    App.openWindow()
    App.router.open(confirmation)
    cart.paymentDidFinish(["status": "cancelled"])
    App.openWindow()
    App.router.open(confirmation)
    cart.checkOut(prices: [], percentage: 100)
    let page = checkout("1 pieces, 1.20")
    #expect(
      App.windows.map(\.pages)
        == [
          [home, page], [home, confirmation], [home, tooOld("Eggs"), page], [home], [home, free],
        ])
  }

  // MARK: Pages and history

  @Test func `a button tapped twice opens one page, and going back stops at home`() {
    _ = launch()
    for id in ["7", "7", "8", "7"] { App.router.open(Page(name: "product", detail: id)) }
    #expect(App.router.pages.map(\.detail) == ["", "7", "8", "7"])
    for _ in 1...5 { App.router.goBack() }
    #expect(App.router.pages == [home])
  }

  @Test func `the app reopens where it was, signed out and without checkout pages`() {
    let cart = launch(signedIn: true)
    App.screenshotFolder = folder.url.appendingPathComponent("new/folder")
    for page in [product, signIn, help, tooOld("Eggs"), confirmation, product, checkout("")] {
      App.router.open(page)
    }
    App.openWindow()
    App.launch()
    #expect(App.windows.map(\.pages) == [[home, product, help, product]])
    cart.checkOut(milk)
    #expect(App.windows.map(\.pages) == [[home, product, help, product, signIn]])
  }

  @Test func `the window that changed last is reopened, whatever changed in it`() {
    let cart = launch()
    cart.checkOut(milk)
    App.openWindow()
    App.router.open(product)
    App.signIn(as: "Ada")
    App.launch()
    #expect(App.router.pages == [home, product])

    cart.startCheckout()
    App.openWindow()
    App.router.open(help)
    cart.empty()
    App.signIn(as: "Ada")
    App.launch()
    #expect(App.router.pages == [home, product])

    App.openWindow()
    cart.paymentDidFinish(["status": "cancelled"])
    App.launch()
    #expect(App.router.pages == [home])

    App.router.open(product)
    App.router.open(help)
    App.router.goBack()
    App.launch()
    #expect(App.router.pages == [home, product])
    App.signOut()
    App.launch()
    #expect(App.router.pages == [home])
  }

  @Test(
    arguments: [
      ("", [home], .unreadable), ("{}", [home], .unreadable),
      (#"[{"page": 7}]"#, [home], .unreadable), (#"[{"page": "help"}, 7]"#, [home], .unreadable),
      ("[]", [home], nil), (#"[{"page": "checkout"}]"#, [home], nil),
      (#"[{"page": "product", "detail": "7", "id": ""}]"#, [product], nil),
      (#"[{"page": "help"}]"#, [help], nil),
      (#"[{"detail": "7"}]"#, [Page(name: "home", detail: "7")], nil),
      (nil, [home], nil),
    ] as [(String?, [Page], HistoryError?)])
  func `a history that the app didn't write is an error, or read as far as possible`(
    text: String?, pages: [Page], error: HistoryError?
  ) throws {
    App.screenshotFolder = folder.url
    try text?.write(
      to: folder.url.appendingPathComponent("History.json"), atomically: true, encoding: .utf8)
    App.launch()
    #expect(App.router.pages == pages)
    #expect(App.router.historyError == error)
  }

  @Test func `a history that can't be written is an error until it can be`() throws {
    _ = launch()
    let file = folder.url.appendingPathComponent("file")
    try Data().write(to: file)
    App.screenshotFolder = file
    App.router.open(product)
    #expect(App.router.pages == [home, product])
    #expect(App.router.historyError == .notSaved)
    App.screenshotFolder = folder.url
    App.router.goBack()
    #expect(App.router.historyError == nil)
  }

  @Test func `the history is kept with the documents, unless screenshots are taken`() {
    App.screenshotFolder = nil
    #expect(App.folder.path == NSHomeDirectory() + "/Documents")
  }

  // MARK: The shop

  /// Launches the app with an empty history and makes a cart.
  private func launch(signedIn: Bool = false) -> ShoppingCart {
    App.screenshotFolder = folder.url
    App.launch()
    if signedIn { App.signIn(as: "Ada") }
    ShoppingCart.shared.empty()
    return ShoppingCart()
  }

  private func state(of cart: ShoppingCart) -> State {
    State(products: cart.products, coupon: cart.coupon, problem: cart.problem)
  }
}

/// What a cart shows.
private struct State: Equatable {
  var products: [Product] = []
  var coupon: Coupon?
  var problem: CheckoutError?
}

private let home = Page(name: "home")
private let product = Page(name: "product", detail: "7")
private let help = Page(name: "help")
private let signIn = Page(name: "signIn")
private let confirmation = Page(name: "confirmation", detail: "A-17")
private let free = Page(name: "confirmation", detail: "free")
private let milk = Product(name: "Milk", price: 120)
private let summer = Coupon(code: "SUMMER", discountPercentage: 20)

private func tooOld(_ names: String) -> Page { Page(name: "tooOld", detail: names) }

private func checkout(_ detail: String) -> Page { Page(name: "checkout", detail: detail) }

private func offer(_ name: String, endsAt seconds: TimeInterval) -> Product {
  Product(name: name, price: 120, offerEnds: Date(timeIntervalSince1970: seconds))
}

private func paid(_ amount: Int) -> [String: Any] {
  ["status": "paid", "order": "A-17", "amount": amount]
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
