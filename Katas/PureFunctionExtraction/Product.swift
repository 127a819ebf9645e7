//
//  Product.swift
//  Kramladen
//
//  Copyright © 2016 Northpier Mobile GmbH. All rights reserved.
//

import Foundation

nonisolated struct Product: Equatable {
    let name: String
    let price: Int // ct, netto
    let taxRate: Int
    var isInThreeForTwo: Bool = false
}

nonisolated struct KLCartLine: Equatable {
    let product: Product
    var quantity: Int
}

nonisolated struct Coupon: Equatable {
    let couponCode: String
    var discountPercentage: Double = 0
    var fixedDiscount: Int?
    var minimumSpend: Int = 0
}
