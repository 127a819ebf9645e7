/// Something that the shop sells.
nonisolated struct Product: Equatable {
  let name: String

  /// The price of one piece without tax, in cents.
  let price: Int

  /// The tax, in percent of the price.
  let taxRate: Int

  /// Whether the product takes part in three-for-two offers.
  var isInThreeForTwo = false
}

/// A product in a cart, and how many pieces of it.
nonisolated struct CartLine: Equatable {
  let product: Product
  var quantity: Int
}

/// A code that makes an order cheaper.
nonisolated struct Coupon: Equatable {
  /// What is taken off the price of the goods.
  enum Discount: Equatable {
    /// A part of the price, in percent.
    case percentage(Double)

    /// An amount, in cents.
    case fixed(Int)
  }

  let code: String
  let discount: Discount

  /// The price of the goods from which on the coupon counts, in cents.
  var minimumSpend = 0
}
