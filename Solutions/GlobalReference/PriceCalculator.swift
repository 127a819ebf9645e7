class PriceCalculator {
    static func calculateFinalPrice(for products: [Product], applying coupon: Coupon?) -> Int? {
        var totalPrice = 0
        for product in products {
            let res = totalPrice.addingReportingOverflow(product.price)
            if res.overflow { return nil }
            totalPrice = res.partialValue
        }

        guard let coupon = coupon, (0...100).contains(coupon.discountPercentage) else { return totalPrice }
        let discount = Double(totalPrice) * coupon.discountPercentage / 100
        return Int(exactly: discount.rounded(.towardZero)).map { totalPrice - $0 }
    }
}
