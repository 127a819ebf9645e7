nonisolated struct Product: Equatable {
    let name: String
    let price: Int // net
    let taxRate: Int
    var isInThreeForTwo = false
}

nonisolated struct CartLine: Equatable {
    let product: Product
    var quantity: Int
}

nonisolated struct Coupon: Equatable {
    let couponCode: String
    var discountPercentage: Double = 0
    var fixedDiscount: Int?
    var minimumSpend = 0
}
