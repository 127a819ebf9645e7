nonisolated struct Product: Equatable {
  let name: String

  /// The price of one item before tax, in cents.
  let price: Int

  /// The tax, as a percentage of the price.
  let taxRate: Int

  /// Whether the product takes part in three-for-two offers.
  var isInThreeForTwo = false
}

/// A product in a cart, and its quantity.
nonisolated struct CartLine: Equatable {
  let product: Product
  var quantity: Int
}

/// A code for a discount on an order.
nonisolated struct Coupon: Equatable {
  /// The amount taken off the price of the goods.
  enum Discount: Equatable {
    /// A percentage of the price.
    case percentage(Double)

    /// A fixed amount, in cents.
    case fixed(Int)
  }

  let code: String
  let discount: Discount

  /// The coupon counts only if the goods cost at least this much, in cents.
  var minimumSpend = 0
}
