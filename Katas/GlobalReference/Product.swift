import Foundation

struct Product: Equatable {
    let name: String
    let price: Int // cents
    var offerEnds: Date?
    var thumbnailPath: String?
}

struct Coupon: Equatable {
    let code: String
    let discountPercentage: Double
}
