import Foundation

struct Product: Equatable {
    let name: String
    let price: Int // cents
    var offerEnds: Date?
}

struct Coupon: Equatable {
    let code: String
    let discountPercentage: Double
}
