import Foundation
import TestSupport
import Testing

@testable import GlobalReference

/// Which pages `ShoppingCart` asks its opener for.
///
/// `App.customerName` is still a global, but a test can set it. So each test launches the app in
/// its own body, before it does anything else.
@MainActor
@Suite("GlobalReference: seam", .namesModule)
struct SeamTests {
  private let opener = CheckoutPageOpenerSpy()
  private let folder: TemporaryFolder

  private let milk = Product(name: "Milk", price: 120)
  private let cheese = Product(name: "Cheese", price: 500)

  init() throws {
    folder = try TemporaryFolder()
  }

  // MARK: What the opener gets

  @Test func `the checkout gets the products in the order in which they were added`() {
    let cart = launch(signedIn: true)
    let products = [milk, cheese, milk, Product(name: "Milk", price: 99)]
    for product in products { cart.add(product) }
    cart.coupon = Coupon(code: "SUMMER", discountPercentage: 10)
    cart.startCheckout()
    #expect(opener.calls == [.checkout(products, finalPrice: 756)])
  }

  @Test func `the page for ended offers gets those offers, and the checkout gets the rest`() {
    let cart = launch(signedIn: true)
    let ended = [ended("Eggs", price: 199), ended("Bread", price: 299), ended("Eggs", price: 189)]
    for product in [ended[0], cheese, ended[1], milk, ended[2]] { cart.add(product) }
    cart.startCheckout()
    #expect(opener.calls == [.expired(ended)])
    cart.startCheckout()
    #expect(opener.calls == [.expired(ended), .checkout([cheese, milk], finalPrice: 620)])
  }

  @Test func `the reminder's checkout gets the products and the reduced price`() {
    let cart = launch(signedIn: true)
    cart.add(cheese)
    cart.add(milk)
    cart.openFromReminder()
    #expect(opener.calls == [.checkout([cheese, milk], finalPrice: 589)])
  }

  // MARK: How often and in which order

  @Test func `each tap asks for the checkout, even if it is already open`() {
    let cart = launch(signedIn: true)
    cart.add(milk)
    cart.startCheckout()
    cart.startCheckout()
    let checkout = CheckoutPageOpenerSpy.Call.checkout([milk], finalPrice: 120)
    #expect(opener.calls == [checkout, checkout])
  }

  @Test func `a paid order closes the checkout once and is confirmed once`() {
    let cart = launch(signedIn: true)
    cart.add(milk)
    cart.startCheckout()
    cart.paymentDidFinish(["status": "success", "refno": "A-17", "amount": 120])
    #expect(
      opener.calls
        == [.checkout([milk], finalPrice: 120), .closeCheckout, .confirmation(order: "A-17")])
  }

  @Test func `a free order closes the checkout, even if none is open`() {
    let cart = launch(signedIn: true)
    cart.add(Product(name: "Sample", price: 0))
    cart.startCheckout()
    #expect(opener.calls == [.closeCheckout, .confirmation(order: "free")])
  }

  @Test func `each cancellation closes the checkout, even if none is open`() {
    let cart = launch(signedIn: true)
    cart.paymentDidFinish(["status": "cancel"])
    cart.paymentDidFinish(["status": "cancel"])
    #expect(opener.calls == [.closeCheckout, .closeCheckout])
  }

  @Test func `an empty cart or a wrong response opens no page`() {
    let cart = launch(signedIn: true)
    cart.startCheckout()
    cart.openFromReminder()
    cart.paymentDidFinish(["status": "success", "refno": "A-17", "amount": 120])
    #expect(opener.calls == [])
  }

  @Test func `the cart stays full until the last page is open`() {
    let cart = launch(signedIn: true)
    var counts: [Int] = []
    opener.onCall = { counts.append(cart.products.count) }
    cart.add(ended("Eggs", price: 199))
    cart.add(milk)
    cart.startCheckout()
    cart.startCheckout()
    cart.paymentDidFinish(["status": "success", "refno": "A-17", "amount": 120])
    cart.add(Product(name: "Sample", price: 0))
    cart.startCheckout()
    // The ended offer, checkout, close, confirmation, and the last two again
    #expect(counts == [2, 1, 1, 1, 1, 1])
  }

  // MARK: Signing in

  @Test func `the checkout waits for the sign-in`() {
    let cart = launch()
    cart.add(milk)
    cart.startCheckout()
    #expect(opener.calls == [.signIn])
    App.signIn(as: "Ada")
    #expect(opener.calls == [.signIn])
    opener.finishSignIn()
    #expect(opener.calls == [.signIn, .checkout([milk], finalPrice: 120)])
  }

  @Test func `the reminder waits for the sign-in`() {
    let cart = launch()
    cart.add(cheese)
    cart.openFromReminder()
    #expect(opener.calls == [.signIn])
    App.signIn(as: "Ada")
    opener.finishSignIn()
    #expect(opener.calls == [.signIn, .checkout([cheese], finalPrice: 475)])
  }

  @Test func `if nobody is signed in after the sign-in page, it opens again`() {
    let cart = launch()
    cart.add(milk)
    cart.startCheckout()
    opener.finishSignIn()
    #expect(opener.calls == [.signIn, .signIn])
  }

  // MARK: Which opener

  @Test func `a cart with an opener leaves the windows and the disk alone`() throws {
    let cart = launch()
    cart.add(milk)
    cart.startCheckout()
    cart.openFromReminder()
    App.signIn(as: "Ada")
    cart.startCheckout()
    cart.openFromReminder()
    cart.paymentDidFinish(["status": "cancel"])
    cart.add(ended("Eggs", price: 199))
    cart.startCheckout()
    cart.coupon = Coupon(code: "GIFT", discountPercentage: 100)
    cart.startCheckout()
    #expect(App.windows.map(\.routes) == [[GCRoute(name: "HomeVC")]])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
  }

  @Test func `a cart keeps its opener when the app replaces its router`() {
    let cart = launch()
    cart.add(milk)
    App.openWindow()
    cart.startCheckout()
    App.signOut()
    cart.startCheckout()
    #expect(opener.calls == [.signIn, .signIn])
    #expect(App.windows.map(\.routes) == [[GCRoute(name: "HomeVC")]])
  }

  @Test func `each cart has its own opener, and keeps it`() {
    let cart = launch(signedIn: true)
    var other: CheckoutPageOpenerSpy? = CheckoutPageOpenerSpy()
    weak var otherOpener: CheckoutPageOpenerSpy?
    otherOpener = other
    let otherCart = other.map { ShoppingCart(checkoutPageOpener: $0) }
    other = nil
    otherCart?.add(milk)
    otherCart?.startCheckout()
    cart.add(cheese)
    cart.startCheckout()
    #expect(otherOpener?.calls == [.checkout([milk], finalPrice: 120)])
    #expect(opener.calls == [.checkout([cheese], finalPrice: 500)])
  }

  // MARK: -

  /// Launches the app with an empty folder, and makes a cart that uses the spy.
  private func launch(signedIn: Bool = false) -> ShoppingCart {
    App.screenshotFolder = folder.url
    App.launch()
    if signedIn { App.signIn(as: "Ada") }
    return ShoppingCart(checkoutPageOpener: opener)
  }

  private func ended(_ name: String, price: Int) -> Product {
    Product(name: name, price: price, offerEnds: .distantPast)
  }
}

// MARK: - Test doubles

/// A spy that opens nothing, and records the calls in order.
@MainActor
final class CheckoutPageOpenerSpy: CheckoutPageOpener {
  @MainActor
  enum Call: @MainActor Equatable {
    case expired([Product])
    case signIn
    case checkout([Product], finalPrice: Int)
    case confirmation(order: String)
    case closeCheckout
  }

  private(set) var calls: [Call] = [] { didSet { onCall() } }

  /// Runs after each call.
  var onCall: () -> Void = {}

  /// The completion that came with the last sign-in page.
  private(set) var finishSignIn: () -> Void = {}

  func openExpiredPage(for products: [Product]) {
    calls.append(.expired(products))
  }

  func openSignInPage(completion: @escaping () -> Void) {
    finishSignIn = completion
    calls.append(.signIn)
  }

  func openCheckoutPage(for products: [Product], finalPrice: Int) {
    calls.append(.checkout(products, finalPrice: finalPrice))
  }

  func openConfirmationPage(forOrder number: String) {
    calls.append(.confirmation(order: number))
  }

  func closeCheckout() {
    calls.append(.closeCheckout)
  }
}
