/// The products that the customer is about to buy.
final class ShoppingCart {
  static let shared = ShoppingCart()

  private(set) var lines: [CartLine] = []
  private(set) var coupon: Coupon?

  /// The number of items on all lines.
  var itemCount: Int { lines.reduce(0) { $0 + $1.quantity } }

  /// Adds a product to the cart. Each product has one line.
  func add(_ product: Product, quantity: Int = 1) {
    guard quantity > 0 else { return }
    if let index = lines.firstIndex(where: { $0.product == product }) {
      lines[index].quantity += quantity
    } else {
      lines.append(CartLine(product: product, quantity: quantity))
    }
  }

  /// Uses a coupon for the order, in place of any earlier one.
  func apply(_ coupon: Coupon) {
    self.coupon = coupon
  }

  /// Removes everything from the cart, including the coupon.
  func empty() {
    lines = []
    coupon = nil
  }

  /// Shows the checkout page with the price of the order, and empties the cart. Does nothing if the
  /// cart is empty already.
  func startCheckout() {
    guard !lines.isEmpty else { return }
    let settings = App.settings

    // The price of the goods
    let amounts = lines.map { line in
      let isOffer = settings.isThreeForTwoOn && line.product.isInThreeForTwo
      let free = isOffer ? line.quantity / 3 : 0
      return line.product.price * (line.quantity - free)
    }
    let goods = amounts.reduce(0, +)

    // The discount for the coupon
    var discount = 0
    if let coupon, goods >= coupon.minimumSpend {
      switch coupon.discount {
      case .percentage(let percentage):
        let multiplier = percentage / 100
        discount = Int(Double(goods) * multiplier)
      case .fixed(let amount):
        discount = min(amount, goods)
      }
    }

    // The tax on each line after the discount, to the nearest cent
    var tax = 0
    for (line, amount) in zip(lines, amounts) {
      let share = goods > 0 ? amount * discount / goods : 0
      tax += ((amount - share) * line.product.taxRate + 50) / 100
    }

    let delivery = goods - discount >= settings.freeDeliveryFrom ? 0 : settings.deliveryFee
    let finalPrice = goods - discount + tax + delivery

    App.router.openCheckoutPage(for: lines, finalPrice: finalPrice)
    App.checkoutCount += 1
    empty()
  }
}
