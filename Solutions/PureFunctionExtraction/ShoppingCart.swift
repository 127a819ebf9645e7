//
//  ShoppingCart.swift
//  Kramladen
//
//  Copyright © 2016 Northpier Mobile GmbH. All rights reserved.
//

import Foundation

class ShoppingCart {

    static let shared = ShoppingCart()

    fileprivate(set) var cartLines = [KLCartLine]()
    fileprivate(set) var coupon: Coupon?

    var numberOfItems: Int {
        var numberOfItems = 0
        for line in cartLines {
            numberOfItems += line.quantity
        }
        return numberOfItems
    }

    var isEmpty: Bool {
        return cartLines.count == 0
    }

    var hasVoucher: Bool {
        return coupon != nil
    }

    /// Adds a product to the cart.
    /// - parameter product: the product
    /// - parameter quantity: the quantity
    func add(_ product: Product, quantity: Int = 1) {
        if quantity < 1 {
            return
        }

        Answers.logAddToCart(withPrice: NSDecimalNumber(value: Double(product.price) / 100), currency: "EUR", itemName: product.name, itemType: nil, itemId: nil, customAttributes: ["menge": quantity])

        for (idx, line) in cartLines.enumerated() {
            if line.product == product {
                cartLines[idx].quantity += quantity
                return
            }
        }
        cartLines.append(KLCartLine(product: product, quantity: quantity))
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

        if isEmpty {
            return false
        }

        var checkoutRows = [String]()
        for line in cartLines {
            var qty = line.quantity
            if App.settings.isThreeForTwoOn && line.product.isInThreeForTwo {
                qty -= line.quantity / 3
            }
            if qty == line.quantity {
                checkoutRows.append("\(line.quantity)x \(line.product.name)")
            }
            else {
                checkoutRows.append("\(line.quantity)x \(line.product.name)" + String(format: NSLocalizedString(" (%d free)", comment: ""), line.quantity - qty))
            }
        }

        var userInfo = [String: String]()
        if hasVoucher {
            userInfo[KLUserInfoVoucherKey] = coupon!.couponCode
        }

        App.checkoutCount += 1
        Answers.logStartCheckout(withPrice: nil, currency: "EUR", itemCount: NSNumber(value: numberOfItems), customAttributes: ["nr": App.checkoutCount])

        let finalPrice = PriceCalculator.finalPrice(for: cartLines, applying: coupon, with: App.settings)
        App.router.openCheckoutPage(forRows: checkoutRows, finalPrice: finalPrice, userInfo: userInfo)

        empty()
        return true
    }
}

enum PriceCalculator {

    nonisolated static func finalPrice(for cartLines: [KLCartLine], applying coupon: Coupon?, with settings: KLShopSettings) -> Int {
        var lineAmounts = [Int]()
        var goodsTotal = 0
        for line in cartLines {
            var qty = line.quantity
            if settings.isThreeForTwoOn && line.product.isInThreeForTwo {
                qty -= line.quantity / 3
            }
            lineAmounts.append(line.product.price * qty)
            goodsTotal += line.product.price * qty
        }

        var discount = 0
        if let coupon = coupon, coupon.fixedDiscount == nil {
            if goodsTotal >= coupon.minimumSpend {
                let discountMultiplier = coupon.discountPercentage / 100
                discount = Int(Double(goodsTotal) * discountMultiplier)
            }
        }
        if let coupon = coupon, coupon.fixedDiscount != nil {
            if goodsTotal >= coupon.minimumSpend {
                discount = min(coupon.fixedDiscount!, goodsTotal)
            }
        }

        // Lastenheft 4.2.1
        var taxTotal = 0
        for (idx, line) in cartLines.enumerated() {
            var lineAmount = lineAmounts[idx]
            if goodsTotal > 0 {
                lineAmount -= lineAmount * discount / goodsTotal
            }
            taxTotal += (lineAmount * line.product.taxRate + 50) / 100
        }

        var deliveryFee = settings.deliveryFee
        if goodsTotal - discount >= settings.freeDeliveryFrom {
            deliveryFee = 0
        }

        return goodsTotal - discount + taxTotal + deliveryFee
    }
}

// MARK: - KLCartViewController

extension ShoppingCart {

    var stickyBarTitle: String? {
        if isEmpty {
            return nil
        }

        var subtotal = 0
        for line in cartLines {
            var qty = line.quantity
            if App.settings.isThreeForTwoOn && line.product.isInThreeForTwo {
                qty -= line.quantity / 3
            }
            subtotal += line.product.price * qty
        }

        let subtotalTitle = NSLocalizedString("Subtotal:", comment: "") + " \(subtotal.kl_euroString) € "
        let missingAmount = App.settings.freeDeliveryFrom - subtotal
        if missingAmount > 0 {
            return subtotalTitle + "(\(missingAmount.kl_euroString) € " + NSLocalizedString("to free delivery)", comment: "")
        }
        else {
            return subtotalTitle + NSLocalizedString("(free delivery)", comment: "")
        }
    }
}

fileprivate extension Int {
    var kl_euroString: String { return String(format: "%d.%02d", self / 100, self % 100) }
}
