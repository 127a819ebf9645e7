class PriceCalculator {
    static func calculateFinalPrice(for products: [Product], applying coupon: Coupon?) -> Int {
        var totalPrice = 0
        for i in 0..<products.count {
            totalPrice = totalPrice + products[i].price
        }
        if coupon != nil && (0...100).contains(coupon!.discountPercentage) {
            totalPrice -= Int(Double(totalPrice) * coupon!.discountPercentage / 100)
        }
        return totalPrice
    }
}
