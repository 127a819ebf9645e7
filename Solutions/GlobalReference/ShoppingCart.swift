import Foundation

enum CheckoutError: Error { case priceTooHigh, declined, unexpectedReply }

/// Opens the pages that a cart needs.
protocol CheckoutPageOpener {
  func openTooOldPage(for products: [Product])
  func openSignInPage(completion: @escaping () -> Void)
  func openCheckoutPage(for products: [Product], finalPrice: Int)
  func openConfirmationPage(forOrder number: String)
  func closeCheckout()
}

extension Router: CheckoutPageOpener {}

final class ShoppingCart {
  static let shared = ShoppingCart()

  private(set) var products: [Product] = []
  var coupon: Coupon?

  /// What the cart page shows in red.
  private(set) var problem: CheckoutError?

  /// The price on the checkout page, until it's paid.
  private var amountDue: Int?

  private let injectedOpener: (any CheckoutPageOpener)?

  /// Reads the router each time, since the app replaces it and keeps the shared cart.
  private var checkoutPageOpener: any CheckoutPageOpener { injectedOpener ?? App.router }

  /// Without an opener, the cart uses whatever router the app has when it opens a page.
  init(checkoutPageOpener: (any CheckoutPageOpener)? = nil) {
    injectedOpener = checkoutPageOpener
  }

  func add(_ product: Product) {
    products.append(product)
  }

  func empty() {
    products = []
    coupon = nil
    problem = nil
    amountDue = nil
  }

  func startCheckout(at moment: Date = Date()) {
    problem = nil
    guard !products.isEmpty else { return }

    // Offers end while people browse
    var tooOld: [Product] = []
    for product in products {
      if let end = product.offerEnds, end <= moment {
        tooOld.append(product)
      }
    }
    if !tooOld.isEmpty {
      checkoutPageOpener.openTooOldPage(for: tooOld)
      products.removeAll { tooOld.contains($0) }
      return
    }

    guard App.customerName != nil else {
      checkoutPageOpener.openSignInPage { [weak self] in
        self?.startCheckout()
      }
      return
    }

    // The limit of the payment service
    guard let price = PriceCalculator.finalPrice(for: products, applying: coupon),
      price <= 1_000_000
    else {
      problem = .priceTooHigh
      return
    }

    // The payment service refuses 0.00
    if price <= 0 {
      checkoutPageOpener.closeCheckout()
      checkoutPageOpener.openConfirmationPage(forOrder: "free")
      empty()
      return
    }

    checkoutPageOpener.openCheckoutPage(for: products, finalPrice: price)
    amountDue = price
  }

  func paymentDidFinish(_ reply: [String: Any]) {
    problem = nil
    let status = reply["status"] as? String
    if status == "paid", let order = reply["order"] as? String,
      let amount = reply["amount"] as? Int, amount == amountDue
    {
      checkoutPageOpener.closeCheckout()
      checkoutPageOpener.openConfirmationPage(forOrder: order)
      empty()
    } else if status == "cancelled" {
      checkoutPageOpener.closeCheckout()
      amountDue = nil
    } else {
      problem = status == "declined" ? .declined : .unexpectedReply
    }
  }
}
