import Foundation
import TestSupport
import Testing

@testable import GlobalReference

/// Pins what the cart does with the app's router.
///
/// Eight lines of `ShoppingCart` use `App.router`. They decide which page opens or closes, in which
/// window, what it shows, and what happens after a sign-in. The lines next to them decide what's
/// due, what stays in the cart, and which error remains. So the tests look at the routes of the
/// app's windows, and at the cart's products, coupon, and error. `Router`, `App`, and
/// `PriceCalculator` don't change, so only a few tests are about them.
///
/// Each test launches the app in its own body. Between a suite's `init` and the test, a test of
/// another suite may run and launch the app, too.
@MainActor
@Suite("GlobalReference: characterization", .namesModule)
struct CharacterizationTests {
  @MainActor struct Checkout {
    @Test(
      arguments: [
        ([1299, 850, 5], 0, "3 items, 21.54"), ([3150, 2000], 20, "2 items, 41.20"),
        // The discount of 20.4 cents is rounded down
        ([105, 99], 10, "2 items, 1.84"),
        // A single product counts as "items", too
        ([1], 0, "1 items, 0.01"),
      ])
    func `the checkout page shows the number of items, and the price after the discount`(
      prices: [Int], percentage: Double, detail: String
    ) {
      let cart = launch(signedIn: true)
      cart.coupon = .coupon(percentage)
      cart.checkOut(prices: prices)
      #expect(App.router.routes == [.home, .checkout(detail)])
    }

    @Test(arguments: [([4000], 100), ([0], 0), ([-1], 0)])
    func `an order that costs nothing or less is confirmed at once`(
      prices: [Int], percentage: Double
    ) {
      let cart = launch(signedIn: true)
      cart.coupon = .coupon(percentage)
      cart.checkOut(prices: prices)
      #expect(App.router.routes == [.home, .free])
      #expect(cart.products == [])
    }

    @Test func `a free order closes the checkout that was open`() {
      let cart = launch(signedIn: true)
      cart.checkOut(.milk)
      cart.coupon = .coupon(100)
      cart.startCheckout()
      #expect(App.router.routes == [.home, .free])
    }

    @Test(
      arguments: [
        // An empty cart, an ended offer, a guest, and a customer
        ([], true, "HomeVC"), ([.distantPast], true, "ExpiredVC"),
        ([.distantFuture], false, "LoginVC"), ([.distantFuture], true, "CheckoutVC"),
      ] as [([Date], Bool, String)])
    func `each tap clears the last error, whatever it opens`(
      offersEnd: [Date], signedIn: Bool, page: String
    ) {
      let cart = launch(signedIn: signedIn)
      for date in offersEnd { cart.add(.offer("Eggs", endsAt: date)) }
      cart.paymentDidFinish(declined)
      cart.startCheckout()
      #expect(App.router.routes.last?.name == page)
      #expect(cart.checkoutError == nil)
    }
  }

  @MainActor struct EndedOffers {
    @Test(arguments: [(-1, "ExpiredVC"), (0, "ExpiredVC"), (1, "CheckoutVC")])
    func `an offer has ended from the second at which it ends`(
      seconds: TimeInterval, page: String
    ) {
      let cart = launch(signedIn: true)
      let now = Date(timeIntervalSince1970: 1_546_298_110)
      cart.add(.offer("Eggs", endsAt: now + seconds))
      cart.startCheckout(at: now)
      #expect(App.router.routes.last?.name == page)
    }

    @Test func `ended offers are listed in the order of the cart, and only they are removed`() {
      let cart = launch(signedIn: true)
      let laterOffer = Product.offer("Bread", endsAt: .distantFuture)
      let endedMilk = Product.offer("Milk", endsAt: .distantPast)
      for product in [.milk, .endedEggs, laterOffer, endedMilk, .endedEggs] { cart.add(product) }
      cart.startCheckout()
      #expect(App.router.routes == [.home, .expired("Eggs, Milk, Eggs")])
      #expect(cart.products == [.milk, laterOffer])
    }

    @Test func `a guest sees the ended offers before the sign-in page`() {
      let cart = launch()
      cart.add(.endedEggs)
      cart.checkOut(.milk)
      #expect(App.router.routes == [.home, .expired("Eggs")])
      cart.startCheckout()
      #expect(App.router.routes == [.home, .expired("Eggs"), .signIn])
    }
  }

  @MainActor struct SigningIn {
    @Test(arguments: [(Entry.tap, "1 items, 1.20"), (.reminder, "1 items, 1.14")])
    func `a guest has to sign in, and then gets to the checkout`(entry: Entry, detail: String) {
      let cart = launch()
      App.router.open(.product)
      cart.add(.milk)
      cart.goToCheckout(by: entry)
      #expect(App.router.routes == [.home, .product, .signIn])
      App.signIn(as: "Ada")
      #expect(App.router.routes == [.home, .product, .checkout(detail)])
    }

    @Test func `a customer who leaves the sign-in page and signs in later gets to the checkout`() {
      let cart = launch()
      cart.checkOut(.milk)
      App.router.goBack()
      App.router.open(.product)
      App.signIn(as: "Ada")
      #expect(App.router.routes == [.home, .product, .checkout("1 items, 1.20")])
    }

    @Test func `an offer that ends before the customer signs in counts as ended`() {
      let cart = launch()
      cart.checkOut(.milk)
      cart.add(.offer("Eggs", endsAt: Date()))
      App.signIn(as: "Ada")
      #expect(App.router.routes == [.home, .expired("Eggs")])
      #expect(cart.products == [.milk])
    }

    @Test(arguments: [Entry.tap, .reminder])
    func `if the cart no longer exists, signing in only closes the page`(entry: Entry) {
      var cart: ShoppingCart? = launch()
      cart?.add(.milk)
      cart?.goToCheckout(by: entry)
      #expect(App.router.routes == [.home, .signIn])
      cart = nil
      App.signIn(as: "Ada")
      #expect(App.router.routes == [.home])
    }
  }

  @MainActor struct Payments {
    @Test func `a payment closes all pages of the checkout`() {
      let cart = launch(signedIn: true)
      App.router.open(.product)
      cart.checkOut(.endedEggs)
      cart.checkOut(.milk)
      #expect(
        App.router.routes == [.home, .product, .expired("Eggs"), .checkout("1 items, 1.20")])
      cart.paymentDidFinish(paid(120))
      #expect(App.router.routes == [.home, .product, .confirmation])
    }

    @Test func `a payment empties the cart`() {
      let cart = launch(signedIn: true)
      cart.coupon = .coupon(20)
      cart.checkOut(.milk)
      cart.paymentDidFinish(paid(96))
      #expect(cart.products == [])
      #expect(cart.coupon == nil)
    }

    /// Nobody pays for them.
    @Test(.tags(.quirk))
    func `products added while the checkout is open are gone after the payment`() {
      let cart = launch(signedIn: true)
      cart.checkOut(.milk)
      cart.add(.bread)
      cart.paymentDidFinish(paid(120))
      #expect(App.router.routes == [.home, .confirmation])
      #expect(cart.products == [])
    }

    @Test func `a second response to a paid order doesn't confirm it again`() {
      let cart = launch(signedIn: true)
      cart.checkOut(.milk)
      cart.paymentDidFinish(paid(120))
      cart.paymentDidFinish(paid(120))
      #expect(App.router.routes == [.home, .confirmation])
      #expect(cart.checkoutError == .invalidResponse)
    }

    @Test(arguments: [(Entry.tap, 419), (.reminder, 399)])
    func `the price on the last checkout page is due`(entry: Entry, price: Int) {
      let cart = launch(signedIn: true)
      cart.checkOut(.milk)
      cart.add(.bread)
      cart.goToCheckout(by: entry)
      cart.paymentDidFinish(paid(120))
      #expect(cart.checkoutError == .invalidResponse)
      cart.paymentDidFinish(paid(price))
      #expect(App.router.routes == [.home, .confirmation])
    }

    @Test func `after a tap that finds ended offers, the last checkout can still be paid`() {
      let cart = launch(signedIn: true)
      cart.checkOut(.milk)
      cart.checkOut(.endedEggs)
      cart.paymentDidFinish(paid(120))
      #expect(App.router.routes == [.home, .confirmation])
    }

    @Test func `after a tap that asks to sign in again, the last checkout can still be paid`() {
      let cart = launch(signedIn: true)
      cart.checkOut(.milk)
      App.signOut()
      cart.startCheckout()
      cart.paymentDidFinish(paid(120))
      #expect(App.router.routes == [.home, .confirmation])
    }

    @Test func `after a reminder that opens no checkout, the last one can still be paid`() {
      let cart = launch(signedIn: true)
      cart.checkOut(.milk)
      cart.coupon = .coupon(100)
      cart.openFromReminder()
      cart.paymentDidFinish(paid(120))
      #expect(App.router.routes == [.home, .confirmation])
    }
  }

  @MainActor struct PaymentsThatFail {
    @Test func `a canceled payment closes all pages of the checkout, and the cart stays full`() {
      let cart = launch(signedIn: true)
      cart.coupon = .coupon(20)
      App.router.open(.product)
      cart.checkOut(.endedEggs)
      cart.checkOut(.milk)
      cart.paymentDidFinish(canceled)
      #expect(App.router.routes == [.home, .product])
      #expect(cart.products == [.milk])
      #expect(cart.coupon == .coupon(20))
    }

    @Test func `after a canceled payment, nothing is due`() {
      let cart = launch(signedIn: true)
      cart.checkOut(.milk)
      cart.paymentDidFinish(canceled)
      cart.paymentDidFinish(paid(120))
      #expect(App.router.routes == [.home])
      #expect(cart.checkoutError == .invalidResponse)
    }

    @Test func `a cancellation clears the last error`() {
      let cart = launch(signedIn: true)
      cart.checkOut(.milk)
      cart.paymentDidFinish(declined)
      cart.paymentDidFinish(canceled)
      #expect(cart.checkoutError == nil)
    }

    @Test(.tags(.quirk)) func `a cancellation after the payment closes the confirmation`() {
      let cart = launch(signedIn: true)
      cart.checkOut(.milk)
      cart.paymentDidFinish(paid(120))
      cart.paymentDidFinish(canceled)
      #expect(App.router.routes == [.home])
    }

    @Test(arguments: failures)
    func `a payment that fails is an error, and changes nothing else`(
      response: [String: any Sendable], error: GCCheckoutError
    ) {
      let cart = launch(signedIn: true)
      cart.checkOut(.milk)
      cart.paymentDidFinish(response)
      #expect(App.router.routes == [.home, .checkout("1 items, 1.20")])
      #expect(cart.products == [.milk])
      #expect(cart.checkoutError == error)
    }

    @Test(arguments: failures)
    func `after a payment that failed, the customer can pay`(
      response: [String: any Sendable], _: GCCheckoutError
    ) {
      let cart = launch(signedIn: true)
      cart.checkOut(.milk)
      cart.paymentDidFinish(response)
      cart.paymentDidFinish(paid(120))
      #expect(App.router.routes == [.home, .confirmation])
      #expect(cart.checkoutError == nil)
    }

    nonisolated static let failures: [([String: any Sendable], GCCheckoutError)] = [
      (["status": "error"], .declined),
      (["status": "unknown", "refno": "A-17", "amount": 120], .invalidResponse),
      (["status": "success", "amount": 120], .invalidResponse),
      (["status": "success", "refno": "A-17"], .invalidResponse),
      (["status": "success", "refno": "A-17", "amount": 119], .invalidResponse),
      (["status": "success", "refno": "A-17", "amount": 121], .invalidResponse),
    ]

    @Test(
      arguments: [
        ["status": "success", "refno": "A-17"],
        ["status": "success", "refno": "A-17", "amount": 0],
        ["status": "success", "refno": "A-17", "amount": 120],
      ] as [[String: any Sendable]])
    func `without a checkout, no response confirms an order`(response: [String: any Sendable]) {
      let cart = launch(signedIn: true)
      cart.add(.milk)
      cart.paymentDidFinish(response)
      #expect(App.router.routes == [.home])
      #expect(cart.checkoutError == .invalidResponse)
    }
  }

  @MainActor struct Reminder {
    @Test func `the reminder gives five percent off`() {
      let cart = launch(signedIn: true)
      cart.fill(prices: [1250, 999])
      #expect(cart.openFromReminder())
      #expect(App.router.routes == [.home, .checkout("2 items, 21.37")])
      #expect(cart.coupon == .comeback)
    }

    @Test func `the reminder doesn't replace a coupon`() {
      let cart = launch(signedIn: true)
      cart.coupon = .coupon(1)
      cart.fill(prices: [1250, 999])
      cart.openFromReminder()
      #expect(App.router.routes == [.home, .checkout("2 items, 22.27")])
    }

    @Test func `the reminder does nothing for an empty cart`() {
      let cart = launch(signedIn: true)
      #expect(!cart.openFromReminder())
      #expect(App.router.routes == [.home])
      #expect(cart.coupon == nil)
    }

    @Test func `a guest gets the reminder's coupon before signing in`() {
      let cart = launch()
      cart.add(.milk)
      #expect(!cart.openFromReminder())
      #expect(cart.coupon == .comeback)
    }

    /// A tap on "Checkout" removes them.
    @Test(.tags(.quirk))
    func `the reminder sells ended offers, even after a guest has signed in`() {
      let cart = launch()
      cart.add(.endedEggs)
      cart.openFromReminder()
      App.signIn(as: "Ada")
      #expect(App.router.routes == [.home, .checkout("1 items, 1.90")])
    }

    /// A tap on "Checkout" confirms the order.
    @Test(.tags(.quirk), arguments: [0, -1])
    func `the reminder gives a free cart its coupon, but opens nothing`(price: Int) {
      let cart = launch(signedIn: true)
      cart.fill(prices: [price])
      #expect(!cart.openFromReminder())
      #expect(App.router.routes == [.home])
      #expect(cart.coupon == .comeback)
    }

    /// A tap on "Checkout" clears it.
    @Test(.tags(.quirk)) func `the reminder keeps the last error`() {
      let cart = launch(signedIn: true)
      cart.add(.milk)
      cart.paymentDidFinish(declined)
      cart.openFromReminder()
      #expect(cart.checkoutError == .declined)
    }
  }

  /// In each test, the cart opens a page before the app replaces its router, and another one later.
  @MainActor struct Windows {
    @Test func `the shared cart opens each checkout in the window in front`() {
      let cart = launch(signedIn: true, cart: .shared)
      cart.checkOut(.milk)
      App.openWindow()
      cart.checkOut(.bread)
      #expect(
        App.windows.map(\.routes)
          == [[.home, .checkout("1 items, 1.20")], [.home, .checkout("2 items, 4.19")]])
    }

    @Test func `after a relaunch, the shared cart opens the checkout in the new window`() {
      let cart = launch(signedIn: true, cart: .shared)
      cart.checkOut(.milk)
      App.launch()
      App.signIn(as: "Ada")
      cart.checkOut(.bread)
      #expect(App.windows.map(\.routes) == [[.home, .checkout("2 items, 4.19")]])
    }

    @Test func `after a sign-out, the shared cart asks the next customer to sign in`() {
      let cart = launch(signedIn: true, cart: .shared)
      cart.checkOut(.milk)
      App.signOut()
      cart.startCheckout()
      #expect(App.windows.map(\.routes) == [[.home, .signIn]])
    }

    @Test func `the next customer gets the products in the shared cart, but not the coupon`() {
      let cart = launch(signedIn: true, cart: .shared)
      cart.coupon = .coupon(20)
      cart.checkOut(.milk)
      App.signOut()
      App.signIn(as: "Grace")
      cart.startCheckout()
      #expect(App.windows.map(\.routes) == [[.home, .checkout("1 items, 1.20")]])
    }

    @Test func `the page for ended offers opens in the window in front`() {
      let cart = launch(signedIn: true)
      cart.checkOut(.milk)
      App.openWindow()
      cart.checkOut(.endedEggs)
      #expect(
        App.windows.map(\.routes) == [
          [.home, .checkout("1 items, 1.20")], [.home, .expired("Eggs")],
        ])
    }

    @Test(arguments: [Entry.tap, .reminder])
    func `the sign-in page opens in the window in front`(entry: Entry) {
      let cart = launch()
      cart.checkOut(.milk)
      App.openWindow()
      cart.goToCheckout(by: entry)
      #expect(App.windows.map(\.routes) == [[.home, .signIn], [.home, .signIn]])
    }

    @Test(arguments: [(Entry.tap, "1 items, 1.20"), (.reminder, "1 items, 1.14")])
    func `after the sign-in, the checkout opens in the window in front`(
      entry: Entry, detail: String
    ) {
      let cart = launch()
      cart.add(.milk)
      cart.goToCheckout(by: entry)
      App.openWindow()
      App.signIn(as: "Ada")
      #expect(App.windows.map(\.routes) == [[.home], [.home, .checkout(detail)]])
    }

    @Test func `a paid order is confirmed in the window in front`() {
      let cart = launch(signedIn: true)
      cart.checkOut(.milk)
      App.openWindow()
      cart.paymentDidFinish(paid(120))
      #expect(
        App.windows.map(\.routes) == [
          [.home, .checkout("1 items, 1.20")], [.home, .confirmation],
        ])
    }

    @Test func `a canceled payment closes the checkout in the window in front`() {
      let cart = launch(signedIn: true)
      cart.checkOut(.milk)
      App.openWindow()
      cart.checkOut(.bread)
      cart.paymentDidFinish(canceled)
      #expect(App.windows.map(\.routes) == [[.home, .checkout("1 items, 1.20")], [.home]])
    }

    @Test func `the reminder opens the checkout in the window in front`() {
      let cart = launch(signedIn: true)
      cart.checkOut(.milk)
      App.openWindow()
      cart.openFromReminder()
      #expect(
        App.windows.map(\.routes)
          == [[.home, .checkout("1 items, 1.20")], [.home, .checkout("1 items, 1.14")]])
    }
  }

  @MainActor struct Relaunch {
    @Test func `the app reopens its pages, except for those of the checkout`() throws {
      let folder = try TemporaryFolder()
      let cart = launch(signedIn: true, documents: folder.url)
      App.router.open(.product)
      cart.checkOut(.milk)
      App.launch()
      #expect(App.router.routes == [.home, .product])
      withExtendedLifetime(folder) {}
    }
  }
}

// MARK: - The app and its customers

extension CharacterizationTests {
  /// How a customer gets to the checkout.
  enum Entry { case tap, reminder }
}

/// Launches the app without a history, and returns an empty cart, which is a new one by default.
///
/// - Parameter documents: Where the app saves its pages. By default, nowhere.
@MainActor
private func launch(
  signedIn: Bool = false, cart: ShoppingCart? = nil,
  documents: URL = URL(fileURLWithPath: "/no such folder")
) -> ShoppingCart {
  App.screenshotFolder = documents
  App.launch()
  if signedIn { App.signIn(as: "Ada") }
  let cart = cart ?? ShoppingCart()
  cart.empty()
  return cart
}

@MainActor
extension ShoppingCart {
  fileprivate func goToCheckout(by entry: CharacterizationTests.Entry) {
    switch entry {
    case .tap: startCheckout()
    case .reminder: openFromReminder()
    }
  }

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

// MARK: - Pages, products, and payments

@MainActor
extension GCRoute {
  fileprivate static let home = GCRoute(name: "HomeVC")
  fileprivate static let product = GCRoute(name: "ProductVC", detail: "7")
  fileprivate static let signIn = GCRoute(name: "LoginVC")
  fileprivate static let confirmation = GCRoute(name: "ThankYouVC", detail: "A-17")
  fileprivate static let free = GCRoute(name: "ThankYouVC", detail: "free")

  fileprivate static func expired(_ names: String) -> GCRoute {
    GCRoute(name: "ExpiredVC", detail: names)
  }

  fileprivate static func checkout(_ detail: String) -> GCRoute {
    GCRoute(name: "CheckoutVC", detail: detail)
  }
}

@MainActor
extension Product {
  fileprivate static let milk = Product(name: "Milk", price: 120)
  fileprivate static let bread = Product(name: "Bread", price: 299)
  fileprivate static let endedEggs = offer("Eggs", endsAt: .distantPast)

  fileprivate static func offer(_ name: String, endsAt date: Date) -> Product {
    Product(name: name, price: 199, offerEnds: date)
  }
}

@MainActor
extension Coupon {
  fileprivate static let comeback = Coupon(code: "COMEBACK", discountPercentage: 5)

  fileprivate static func coupon(_ percentage: Double) -> Coupon {
    Coupon(code: "SUMMER", discountPercentage: percentage)
  }
}

private let declined = ["status": "error"]
private let canceled = ["status": "cancel"]

private func paid(_ amount: Int) -> [String: Any] {
  ["status": "success", "refno": "A-17", "amount": amount]
}
