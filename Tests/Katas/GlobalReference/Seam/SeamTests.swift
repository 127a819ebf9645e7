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
  private let paid: [String: Any] = ["status": "success", "refno": "A-17", "amount": 120]

  init() throws {
    folder = try TemporaryFolder()
  }

  // MARK: What the opener gets

  @Test func `the checkout gets the products in the order in which they were added`() {
    let cart = launch(signedIn: true)
    let products = [milk, cheese, milk, Product(name: "Milk", price: 99)]
    for product in products { cart.add(product) }
    cart.startCheckout()
    #expect(opener.calls == [.checkout(products, finalPrice: 839)])
  }

  @Test func `the page for ended offers gets those offers, in the order of the cart`() {
    let cart = launch(signedIn: true)
    let eggs = ended("Eggs", price: 199)
    let bread = ended("Bread", price: 299)
    let cheaperEggs = ended("Eggs", price: 189)
    for product in [eggs, cheese, bread, milk, cheaperEggs] { cart.add(product) }
    cart.startCheckout()
    #expect(opener.calls == [.expired([eggs, bread, cheaperEggs])])
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
    #expect(
      opener.calls == [.checkout([milk], finalPrice: 120), .checkout([milk], finalPrice: 120)])
  }

  @Test func `a paid order closes the checkout once and is confirmed once`() {
    let cart = launch(signedIn: true)
    cart.add(milk)
    cart.startCheckout()
    cart.paymentDidFinish(paid)
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

  // MARK: What is in the cart while a page opens

  @Test func `while the page for ended offers opens, they are still in the cart`() {
    let cart = launch(signedIn: true)
    let eggs = ended("Eggs", price: 199)
    cart.add(eggs)
    cart.add(milk)
    var products: [Product] = []
    opener.onCall = { _ in products = cart.products }
    cart.startCheckout()
    #expect(products == [eggs, milk])
  }

  @Test func `while the confirmation opens, the cart is still full`() {
    let cart = launch(signedIn: true)
    cart.add(milk)
    cart.startCheckout()
    var products: [Product] = []
    opener.onCall = { call in
      if call == .confirmation(order: "A-17") { products = cart.products }
    }
    cart.paymentDidFinish(paid)
    #expect(products == [milk])
  }

  // MARK: Signing in

  @Test func `the checkout waits until the sign-in page is done`() {
    let cart = launch()
    cart.add(milk)
    cart.startCheckout()
    App.signIn(as: "Ada")
    #expect(opener.calls == [.signIn])
    opener.finishSignIn()
    #expect(opener.calls == [.signIn, .checkout([milk], finalPrice: 120)])
  }

  @Test func `the reminder waits until the sign-in page is done`() {
    let cart = launch()
    cart.add(cheese)
    cart.openFromReminder()
    App.signIn(as: "Ada")
    #expect(opener.calls == [.signIn])
    opener.finishSignIn()
    #expect(opener.calls == [.signIn, .checkout([cheese], finalPrice: 475)])
  }

  @Test func `if nobody is signed in after the sign-in page, it opens again`() {
    let cart = launch()
    cart.add(milk)
    cart.startCheckout()
    #expect(opener.calls == [.signIn])
    opener.finishSignIn()
    #expect(opener.calls == [.signIn, .signIn])
  }

  // MARK: Which opener

  @Test func `a cart with an opener leaves the app's windows and the disk alone`() throws {
    let cart = launch(signedIn: true)
    cart.add(milk)
    cart.startCheckout()
    cart.paymentDidFinish(paid)
    #expect(opener.calls.count == 3)
    #expect(App.windows.map(\.routes) == [[GCRoute(name: "HomeVC")]])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
  }

  @Test func `a cart keeps its opener when the app replaces its router`() {
    let cart = launch(signedIn: true)
    cart.add(milk)
    App.openWindow()
    cart.startCheckout()
    #expect(opener.calls == [.checkout([milk], finalPrice: 120)])
    let home = GCRoute(name: "HomeVC")
    #expect(App.windows.map(\.routes) == [[home], [home]])
  }

  @Test func `each cart asks its own opener`() {
    let cart = launch(signedIn: true)
    let otherOpener = CheckoutPageOpenerSpy()
    let otherCart = ShoppingCart(checkoutPageOpener: otherOpener)
    otherCart.add(milk)
    cart.add(cheese)
    otherCart.startCheckout()
    cart.startCheckout()
    #expect(otherOpener.calls == [.checkout([milk], finalPrice: 120)])
    #expect(opener.calls == [.checkout([cheese], finalPrice: 500)])
  }

  @Test func `a cart keeps an opener that nothing else refers to`() {
    _ = launch(signedIn: true)
    weak var onlyOpener: CheckoutPageOpenerSpy?
    func makeCart() -> ShoppingCart {
      let spy = CheckoutPageOpenerSpy()
      onlyOpener = spy
      return ShoppingCart(checkoutPageOpener: spy)
    }
    let cart = makeCart()
    cart.add(milk)
    cart.startCheckout()
    #expect(onlyOpener?.calls == [.checkout([milk], finalPrice: 120)])
    withExtendedLifetime(cart) {}
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

  private(set) var calls: [Call] = []

  /// Runs after each call.
  var onCall: (Call) -> Void = { _ in }

  /// The completion that came with the last sign-in page.
  private(set) var finishSignIn: () -> Void = {}

  func openExpiredPage(for products: [Product]) {
    record(.expired(products))
  }

  func openSignInPage(completion: @escaping () -> Void) {
    finishSignIn = completion
    record(.signIn)
  }

  func openCheckoutPage(for products: [Product], finalPrice: Int) {
    record(.checkout(products, finalPrice: finalPrice))
  }

  func openConfirmationPage(forOrder number: String) {
    record(.confirmation(order: number))
  }

  func closeCheckout() {
    record(.closeCheckout)
  }

  private func record(_ call: Call) {
    calls.append(call)
    onCall(call)
  }
}
