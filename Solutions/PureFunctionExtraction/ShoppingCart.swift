//
//  ShoppingCart.swift
//  Shop
//
//  Copyright © 2016 Northpier Mobile GmbH. All rights reserved.
//

import Foundation

private let kDebugCheckout = false

class ShoppingCart {

    static let shared = ShoppingCart()

    private(set) var cartLines: [CartLine] = []
    private(set) var coupon: Coupon?

    var numberOfItems: Int {
        var totalQuantity: Int = 0
        for line in cartLines {
            totalQuantity += line.quantity
        }
        return totalQuantity
    }

    /// Adds a product to the cart.
    /// - parameter product: the product
    /// - parameter quantity: the quantity
    func add(_ product: Product, quantity: Int = 1) {
        if quantity < 1 {
            return
        }

        for (idx, line) in cartLines.enumerated() {
            if line.product == product {
                cartLines[idx].quantity += quantity
                return
            }
        }
        cartLines.append(CartLine(product: product, quantity: quantity))
    }

    func apply(_ coupon: Coupon) {
        self.coupon = coupon
    }

    func empty() {
        self.cartLines = []
        self.coupon = nil
    }

    @discardableResult
    func startCheckout() -> Bool {
        if kDebugCheckout {
            NSLog("ShoppingCart: checkoutTapped, %d lines", cartLines.count)
        }

        if cartLines.isEmpty {
            return false
        }

        // create the rows
        var checkoutRows: [String] = []
        for line in cartLines {
            var rowTitle: String = "\(line.quantity)x \(line.product.name)"
            if App.settings.isThreeForTwoOn == true && line.product.isInThreeForTwo && line.quantity >= 3 {
                rowTitle += " (\(line.quantity / 3) free)"
            }
            checkoutRows.append(rowTitle)
        }

        // info for the page
        var pageInfo: [String: String] = [:]
        if let coupon = coupon {
            pageInfo["coupon"] = coupon.couponCode
        }

        // the app delegate sends this number to the tracking server
        App.checkoutCount += 1
        if kDebugCheckout {
            NSLog("ShoppingCart: checkout no. %d", App.checkoutCount)
        }

        let finalPrice: Int = PriceCalculator.finalPrice(for: cartLines, applying: coupon, with: App.settings)
        App.router.openCheckoutPage(forRows: checkoutRows, finalPrice: finalPrice, info: pageInfo)

        empty()
        return true
    }
}

enum PriceCalculator {

    nonisolated static func finalPrice(for cartLines: [CartLine], applying coupon: Coupon?, with settings: Settings) -> Int {
        // calculate the price of the goods without the free items
        var lineAmounts: [Int] = []
        var goodsTotal: Int = 0
        for line in cartLines {
            var qty: Int = line.quantity
            if settings.isThreeForTwoOn && line.product.isInThreeForTwo {
                qty -= line.quantity / 3
            }
            lineAmounts.append(line.product.price * qty)
            goodsTotal += line.product.price * qty
        }

        // the server doesn't check the minimum of the coupon, so we check it here
        var discount: Int = 0
        if let coupon = coupon {
            if goodsTotal >= coupon.minimumSpend {
                if let fixedDiscount = coupon.fixedDiscount {
                    discount = min(fixedDiscount, goodsTotal)
                } else {
                    let discountMultiplier: Double = coupon.discountPercentage / 100
                    discount = Int(Double(goodsTotal) * discountMultiplier)
                }
            }
        }

        // we have to add the taxes per line, otherwise the total is not the same as on the invoice
        var taxTotal: Int = 0
        for (idx, line) in cartLines.enumerated() {
            var lineAmount: Int = lineAmounts[idx]
            if goodsTotal > 0 {
                lineAmount -= lineAmount * discount / goodsTotal
            }
            taxTotal += (lineAmount * line.product.taxRate + 50) / 100
        }

        // add the delivery fee
        var deliveryFee: Int = settings.deliveryFee
        if goodsTotal - discount >= settings.freeDeliveryFrom {
            deliveryFee = 0
        }

        return goodsTotal - discount + taxTotal + deliveryFee
    }
}

extension ShoppingCart {

    /// The text of the bar at the bottom of the screen. The bar is hidden if this is nil.
    var stickyBarText: String? {
        guard !cartLines.isEmpty else { return nil }

        let isOfferOn = App.settings.isThreeForTwoOn
        var subtotal = 0
        for line in cartLines {
            let freeItems = isOfferOn && line.product.isInThreeForTwo ? line.quantity / 3 : 0
            subtotal += line.product.price * (line.quantity - freeItems)
        }

        let missingAmount = App.settings.freeDeliveryFrom - subtotal
        guard missingAmount > 0 else { return "Subtotal: \(subtotal.priceText) € (free delivery)" }
        return "Subtotal: \(subtotal.priceText) € (\(missingAmount.priceText) € to free delivery)"
    }
}

private extension Int {
    var priceText: String { return String(format: "%d.%02d", self / 100, self % 100) }
}
