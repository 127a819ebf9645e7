/// A page of the app.
enum Page: Equatable {
  /// The cart.
  case cart

  /// The checkout: the lines of the order, its price in cents, and the number on the cart symbol.
  case checkout(lines: [CartLine], finalPrice: Int, badge: Int)
}

/// Shows one page after another.
final class Router {
  /// The pages that lie on top of each other; the last is the one that is seen.
  private(set) var pages: [Page] = [.cart]

  func openCheckoutPage(for lines: [CartLine], finalPrice: Int) {
    let badge = ShoppingCart.shared.itemCount
    pages.append(.checkout(lines: lines, finalPrice: finalPrice, badge: badge))
  }

  /// Goes back to the page below, if there is one.
  func goBack() {
    if pages.count > 1 { pages.removeLast() }
  }
}
