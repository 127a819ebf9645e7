//
//  ShoppingCart.swift
//  Shop
//
//  Copyright © 2016 Northpier Mobile GmbH. All rights reserved.
//

import Foundation

class ShoppingCart {

    static let shared = ShoppingCart()

    private(set) var cartLines: [CartLine] = []
    private(set) var coupon: Coupon?

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

    // tab bar
    var numberOfItems: Int {
        var n = 0
        for line in self.cartLines {
            n = n + line.quantity
        }
        return n
    }

    func empty() {
        self.cartLines = []
        self.coupon = nil
    }


    @discardableResult
    func startCheckout() -> Bool {

        Log.d("Cart", "checkoutTapped \(cartLines.count) \(numberOfItems)")
        if cartLines.count == 0 {
            return false
        }

        // rows
        var checkoutRows = Array<String>()
        for line in cartLines {
            var rowTitle = "\(line.quantity)x " + line.product.name
            if (App.settings.isThreeForTwoOn && line.product.isInThreeForTwo) {
                let freeItems = line.quantity / 3
                if freeItems > 0 {
                    rowTitle += String(format: NSLocalizedString(" (%d free)", comment: ""), freeItems)
                }
            }
            checkoutRows.append(rowTitle)
        }
        //Log.d("Cart", "\(checkoutRows)")

        var pageInfo = [String: String]()
        if coupon != nil {
            pageInfo["coupon"] = coupon!.couponCode
        }

        App.checkoutCount += 1
        Log.d("Cart", "checkout \(App.checkoutCount)")

        let finalPrice: Int = PriceCalculator.finalPrice(for: cartLines, applying: coupon, with: App.settings)
        App.router.openCheckoutPage(forRows: checkoutRows, finalPrice: finalPrice, info: pageInfo)

        empty()
        return true
    }
}

enum PriceCalculator {

    nonisolated static func finalPrice(for cartLines: [CartLine], applying coupon: Coupon?, with settings: Settings) -> Int {
        // goods
        var lineAmounts: [Int] = []
        var goodsTotal = 0
        for line in cartLines {
            var qty = line.quantity
            if settings.isThreeForTwoOn && line.product.isInThreeForTwo {
                qty -= line.quantity / 3
            }
            lineAmounts.append(line.product.price * qty)
            goodsTotal += line.product.price * qty
        }

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

        // taxes, per line like on the invoice
        var taxTotal: Int = 0
        for (idx, line) in cartLines.enumerated() {
            var lineAmount = lineAmounts[idx]
            if (goodsTotal > 0) {
                lineAmount -= lineAmount * discount / goodsTotal
            }
            taxTotal += (lineAmount * line.product.taxRate + 50) / 100
        }

        // delivery
        var deliveryFee = settings.deliveryFee
        if goodsTotal - discount >= settings.freeDeliveryFrom {
            deliveryFee = 0
        }

        return goodsTotal - discount + taxTotal + deliveryFee
    }
}

extension ShoppingCart {

    /// CartViewController, nil = hidden
    var stickyBarText: String? {
        guard cartLines.isEmpty == false else { return nil }

        let isOfferOn = App.settings.isThreeForTwoOn
        var subtotal = 0
        for line in cartLines {
            let freeItems = isOfferOn && line.product.isInThreeForTwo ? line.quantity / 3 : 0
            subtotal += line.product.price * (line.quantity - freeItems)
        }

        let subtotalText = NSLocalizedString("Subtotal:", comment: "sticky bar") + " \(subtotal.priceText) € "
        let missingAmount = App.settings.freeDeliveryFrom - subtotal
        if missingAmount > 0 {
            return subtotalText + "(\(missingAmount.priceText) € to free delivery)"
        } else {
            return subtotalText + NSLocalizedString("(free delivery)", comment: "sticky bar")
        }
    }
}

private extension Int {
    var priceText: String { return String(format: "%d.%02d", self / 100, self % 100) }
}
