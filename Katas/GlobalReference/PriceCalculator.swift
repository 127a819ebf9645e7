class PriceCalculator {
    static func calculateFinalPrice(for products: [Product], applying coupon: Coupon?) -> Int {
        var totalPrice = 0
        for product in products {
            totalPrice = totalPrice + product.price
        }
        if let coupon = coupon, coupon.discountPercentage >= 0, coupon.discountPercentage <= 100 {
            totalPrice = totalPrice - Int(Double(totalPrice) * coupon.discountPercentage / 100)
        }
        return totalPrice
    }
}
