enum PriceCalculator {
  /// In cents, or `nil` if the numbers are too large. A coupon below 0 or above 100 percent doesn't
  /// count.
  static func finalPrice(for products: [Product], applying coupon: Coupon?) -> Int? {
    var total = 0
    for product in products {
      let sum = total.addingReportingOverflow(product.price)
      if sum.overflow { return nil }
      total = sum.partialValue
    }
    guard let coupon, (0...100).contains(coupon.discountPercentage) else { return total }
    let discount = Double(total) * coupon.discountPercentage / 100
    return Int(exactly: discount.rounded(.towardZero)).map { total - $0 }
  }
}
