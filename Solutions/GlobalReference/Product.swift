import Foundation

nonisolated struct Product: Equatable {
  let name: String
  let price: Int  // in cents
  var offerEnds: Date?
}

nonisolated struct Coupon: Equatable {
  let code: String
  let discountPercentage: Double
}
