import XCTest

@testable import GlobalReference

/// The same spy in XCTest.
final class SeamXCTests: XCTestCase {
  @MainActor private var cart: ShoppingCart!
  @MainActor private var opener: CheckoutPageOpenerSpy!
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent(UUID().uuidString)
  @MainActor private lazy var milk = Product(name: "Milk", price: 120)

  @MainActor override func setUp() async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    addTeardownBlock { [folder] in
      try FileManager.default.removeItem(at: folder)
    }
    App.screenshotFolder = folder
    App.launch()
    let opener = CheckoutPageOpenerSpy()
    self.opener = opener
    cart = ShoppingCart(checkoutPageOpener: opener)
  }

  @MainActor func testCheckoutGetsTheProductsAndThePrice() async {
    App.signIn(as: "Ada")
    cart.add(milk)
    cart.coupon = Coupon(code: "SUMMER", discountPercentage: 20)
    cart.startCheckout()
    XCTAssertEqual(opener.calls, [.checkout([milk], finalPrice: 96)])
  }

  @MainActor func testGuestSignsInBeforeTheCheckout() async {
    cart.add(milk)
    cart.startCheckout()
    XCTAssertEqual(opener.calls, [.signIn])
    App.signIn(as: "Ada")
    opener.finishSignIn()
    XCTAssertEqual(opener.calls.last, .checkout([milk], finalPrice: 120))
  }

  @MainActor func testPaymentClosesTheCheckoutAndIsConfirmed() async {
    App.signIn(as: "Ada")
    cart.add(milk)
    cart.startCheckout()
    cart.paymentDidFinish(["status": "success", "refno": "A-17", "amount": 120])
    XCTAssertEqual(opener.calls.dropFirst(), [.closeCheckout, .confirmation(order: "A-17")])
  }

  @MainActor func testOpenerStaysWhenTheRouterIsReplaced() async {
    cart.add(milk)
    App.signOut()
    cart.startCheckout()
    XCTAssertEqual(opener.calls, [.signIn])
    XCTAssertEqual(App.router.routes, [GCRoute(name: "HomeVC")])
  }
}
