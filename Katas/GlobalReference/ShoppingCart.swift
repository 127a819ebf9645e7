// Copyright © 2018 Greencrate. All rights reserved.

import Foundation

enum CheckoutError: Error { case priceTooHigh, declined, unexpectedReply }

final class ShoppingCart {

    typealias PaymentReply = [String: Any]

    static let shared = ShoppingCart()

    private let maximumPaymentAmount = 1_000_000

    private(set) var products: [Product] = []
    var coupon: Coupon?

    /// Shown in red on the cart page.
    private(set) var problem: CheckoutError?
    private var amountDue: Int?

    func add(_ product: Product) {
        products.append(product)
    }

    func empty() {
        products = []
        coupon = nil
        problem = nil
        amountDue = nil
    }

    // MARK: - Checkout

    func startCheckout(at moment: Date = Date()) {

        problem = nil
        guard products.count > 0 else { return }

        var tooOldProducts: [Product] = []
        for product in products {

            if let offerEndDate = product.offerEnds, offerEndDate <= moment {
                tooOldProducts.append(product)
            }
        }

        if !tooOldProducts.isEmpty {
            App.router.openTooOldPage(for: tooOldProducts)
            products.removeAll(where: { tooOldProducts.contains($0) })
            return
        }

        if App.customerName == nil {
            App.router.openSignInPage { [weak self] in
                guard let cart = self else { return }
                cart.startCheckout()
            }
            return
        }

        guard let finalPrice = PriceCalculator.calculateFinalPrice(for: self.products, applying: coupon) else {
            problem = .priceTooHigh
            return
        }

        // limit of the payment service
        if (finalPrice > maximumPaymentAmount) {
            problem = CheckoutError.priceTooHigh
            return
        }

        if kDebugLogging {
            print("checkout: \(products.count) products, \(finalPrice)")
        }


        if finalPrice <= 0 {
            App.router.closeCheckout()
            App.router.openConfirmationPage(forOrder: "free")
            empty()
        } else {
            App.router.openCheckoutPage(for: products, finalPrice: finalPrice)
            amountDue = finalPrice
        }
    }

    // MARK: - Payment

    func paymentDidFinish(_ reply: PaymentReply) {
        problem = nil

        let paymentStatus = reply["status"] as? String
        if paymentStatus == "paid" {

            guard let orderNumber = reply["order"] as? String,
                let paidAmount = reply["amount"] as? Int,
                paidAmount == amountDue else {
                    problem = .unexpectedReply
                    return
            }

            App.router.closeCheckout()
            App.router.openConfirmationPage(forOrder: orderNumber)
            empty()
            return

        } else if paymentStatus == "canceled" {
            App.router.closeCheckout()
            self.amountDue = nil
        } else if paymentStatus == "declined" {
            problem = .declined
        } else {
            problem = .unexpectedReply
        }
    }

    // MARK: - Reminder mail

    /// Called with the link in the mail.
    @discardableResult
    func openFromReminder(campaignName: String = "") -> Bool {
        guard !products.isEmpty else {
            return false
        }

        if coupon == nil {
            let comebackCoupon = Coupon(code: "COMEBACK", discountPercentage: 5)
            coupon = comebackCoupon
        }

        // same as above
        guard App.customerName != nil else {
            App.router.openSignInPage { [weak self] in
                self?.openFromReminder(campaignName: campaignName)
            }
            return false
        }

        let finalPrice = PriceCalculator.calculateFinalPrice(for: products, applying: coupon) ?? 0

        let isPayable = finalPrice > 0 && finalPrice <= maximumPaymentAmount
        if isPayable {
            App.router.openCheckoutPage(for: products, finalPrice: finalPrice)
            amountDue = finalPrice
        }
        return isPayable
    }

}
