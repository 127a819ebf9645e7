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
        for i in 0..<cartLines.count {
            numberOfItems += cartLines[i].quantity
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

        for i in 0..<cartLines.count {
            if cartLines[i].product == product {
                cartLines[i].quantity += quantity
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

    fileprivate func paidQuantity(forLine line: KLCartLine) -> Int {
        var payableQuantity = line.quantity
        if App.settings.isThreeForTwoOn && line.product.isInThreeForTwo {
            payableQuantity -= line.quantity / 3
        }
        return payableQuantity
    }

    @discardableResult
    func startCheckout() -> Bool {

        if isEmpty {
            return false
        }

        var checkoutRows = [String]()
        for i in 0..<cartLines.count {
            let line = cartLines[i]
            let payableQuantity = paidQuantity(forLine: line)
            var row = "\(line.quantity)x \(line.product.name)"
            if payableQuantity != line.quantity {
                row += String(format: NSLocalizedString(" (%d free)", comment: ""), line.quantity - payableQuantity)
            }
            checkoutRows.append(row)
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
        for i in 0..<cartLines.count {
            let line = cartLines[i]
            var payableQuantity = line.quantity
            if settings.isThreeForTwoOn && line.product.isInThreeForTwo {
                payableQuantity -= line.quantity / 3
            }
            let lineTotal = line.product.price * payableQuantity
            lineAmounts.append(lineTotal)
            goodsTotal += lineTotal
        }

        var discount = 0
        if let coupon = coupon {
            if coupon.fixedDiscount == nil {
                if goodsTotal >= coupon.minimumSpend {
                    let discountMultiplier = coupon.discountPercentage / 100
                    discount = Int(Double(goodsTotal) * discountMultiplier)
                }
            }
        }
        if let coupon = coupon {
            if coupon.fixedDiscount != nil {
                if goodsTotal >= coupon.minimumSpend {
                    let fixedDiscount = coupon.fixedDiscount!
                    discount = min(fixedDiscount, goodsTotal)
                }
            }
        }

        // Lastenheft 4.2.1
        var taxTotal = 0
        for i in 0..<cartLines.count {
            let line = cartLines[i]
            var lineAmount = lineAmounts[i]
            if goodsTotal > 0 {
                lineAmount -= lineAmount * discount / goodsTotal
            }
            let tax = (lineAmount * line.product.taxRate + 50) / 100
            taxTotal += tax
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

        var goodsTotal = 0
        for i in 0..<cartLines.count {
            let line = cartLines[i]
            var payableQuantity = line.quantity
            if App.settings.isThreeForTwoOn && line.product.isInThreeForTwo {
                payableQuantity -= line.quantity / 3
            }
            let lineTotal = line.product.price * payableQuantity
            goodsTotal += lineTotal
        }

        var str = NSLocalizedString("Subtotal:", comment: "")
        str += " \(goodsTotal.kl_euroString) € "
        let missingAmount = App.settings.freeDeliveryFrom - goodsTotal
        if missingAmount > 0 {
            str += "(\(missingAmount.kl_euroString) € "
            str += NSLocalizedString("to free delivery)", comment: "")
        }
        else {
            str += NSLocalizedString("(free delivery)", comment: "")
        }
        return str
    }
}

fileprivate extension Int {
    var kl_euroString: String { return String(format: "%d.%02d", self / 100, self % 100) }
}
