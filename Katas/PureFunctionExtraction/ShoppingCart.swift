//
//  ShoppingCart.swift
//  Shop
//
//  Copyright © 2016 Northpier Mobile GmbH. All rights reserved.
//

import Foundation

private let kDebugCheckout = false
private let kMaximumQuantityPerLine = 99

class ShoppingCart {

    static let shared = ShoppingCart()

    private(set) var cartLines: [CartLine] = []
    private(set) var coupon: Coupon?

    var numberOfItems: Int {
        var res = 0
        for line in cartLines {
            res += line.quantity
        }
        return res
    }

    func add(_ product: Product, quantity: Int = 1) {
        if (quantity < 1) {
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
        cartLines.removeAll()
        coupon = nil
    }

    @discardableResult
    func startCheckout() -> Bool {

        if kDebugCheckout {
            NSLog("ShoppingCart: checkoutTapped, %d lines", cartLines.count)
        }

        if cartLines.isEmpty == true {
            return false
        }

        // create the rows
        var checkoutRows = [String]()
        for line in self.cartLines {

            var rowTitle = "\(line.quantity) x \(line.product.name)"
            if App.settings.isThreeForTwoOn && line.product.isInThreeForTwo && line.quantity >= 3 {
                rowTitle += ", \(line.quantity / 3) free"
            }
            checkoutRows.append(rowTitle)
        }

        var pageInfo: [String: String] = [:]
        if let coupon = coupon {
            pageInfo["coupon"] = coupon.couponCode
        }


        var lineAmounts: [Int] = []
        var goodsTotal = 0

        for line in cartLines {

            var qty = line.quantity
            if App.settings.isThreeForTwoOn && line.product.isInThreeForTwo {
                qty -= line.quantity / 3
            }

            lineAmounts.append(line.product.price * qty)
            goodsTotal += line.product.price * qty
        }

        // subtract the coupon
        var discount = 0
        if let coupon = coupon, goodsTotal >= coupon.minimumSpend {

            if let fixedDiscount = coupon.fixedDiscount {
                discount = min(fixedDiscount, goodsTotal)
            } else {
                let multiplier = coupon.discountPercentage / 100
                discount = Int(Double(goodsTotal) * multiplier)
            }
        }

        App.checkoutCount += 1
        if kDebugCheckout {
            NSLog("ShoppingCart: checkout no. %d", App.checkoutCount)
        }

        // per line, same as on the invoice
        var taxTotal : Int = 0
        for (idx, line) in cartLines.enumerated() {

            var lineAmount = lineAmounts[idx]
            if goodsTotal > 0 {
                lineAmount -= (lineAmount * discount / goodsTotal)
            }

            taxTotal += (lineAmount * line.product.taxRate + 50) / 100
        }

        var deliveryFee = App.settings.deliveryFee
        if goodsTotal - discount >= App.settings.freeDeliveryFrom {
            deliveryFee = 0
        }

        let finalPrice = goodsTotal - discount + taxTotal + deliveryFee
        App.router.openCheckoutPage(forRows: checkoutRows, finalPrice: finalPrice, info: pageInfo)

        empty()
        return true
    }
}

extension ShoppingCart {

    // nil hides the bar
    var stickyBarText: String? {
        guard !cartLines.isEmpty else { return nil }

        let isOfferOn = App.settings.isThreeForTwoOn
        var subtotal = 0
        for line in cartLines {
            let freeItems = isOfferOn && line.product.isInThreeForTwo ? line.quantity / 3 : 0
            subtotal += line.product.price * (line.quantity - freeItems)
        }

        let missingAmount = App.settings.freeDeliveryFrom - subtotal
        if missingAmount <= 0 {
            return "\(subtotal.priceText), free delivery"
        } else {
            return "\(subtotal.priceText), \(missingAmount.priceText) to free delivery"
        }
    }
}

private extension Int {
    var priceText: String { return String(format: "%d.%02d", self / 100, self % 100) }
}
