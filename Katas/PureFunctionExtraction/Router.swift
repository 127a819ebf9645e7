enum Page: Equatable {
  case cart

  /// The checkout, with an order, its price in cents, and the number on the cart icon.
  case checkout(lines: [CartLine], finalPrice: Int, badge: Int)
}

/// Shows the pages of the app.
final class Router {
  /// The stack of pages. Only the last one is visible.
  private(set) var pages: [Page] = [.cart]

  func openCheckoutPage(for lines: [CartLine], finalPrice: Int) {
    let badge = ShoppingCart.shared.itemCount
    pages.append(.checkout(lines: lines, finalPrice: finalPrice, badge: badge))
  }

  /// Goes back to the previous page, if there is one.
  func goBack() {
    if pages.count > 1 { pages.removeLast() }
  }
}
