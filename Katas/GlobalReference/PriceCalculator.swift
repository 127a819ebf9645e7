class PriceCalculator {
    static func calculateFinalPrice(for products: [Product], applying coupon: Coupon?) -> Int {
        var totalPrice = 0
        for product in products {
            totalPrice += product.price
        }
        if coupon != nil && (0...100).contains(coupon!.discountPercentage) {
            let discount = Double(totalPrice) * coupon!.discountPercentage / 100
            totalPrice -= Int(discount)
        }
        return totalPrice
    }
}
