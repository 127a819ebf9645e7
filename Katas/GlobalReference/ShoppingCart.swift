// Copyright © 2018 Greencrate. All rights reserved.

import Foundation

enum CheckoutError: Error { case declined, unexpectedReply }

final class ShoppingCart {
    static let shared = ShoppingCart()

    private(set) var products: [Product] = []
    var coupon: Coupon?

    /// The problem that is shown in red on the cart page.
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
        guard !products.isEmpty else { return }

        var tooOldProducts: [Product] = []
        for product in products {
            if product.offerEnds != nil && product.offerEnds! <= moment {
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

        let finalPrice = PriceCalculator.calculateFinalPrice(for: products, applying: coupon)
        if kDebugLogging { print("checkout: \(products.count) products, \(finalPrice)") }

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

    func paymentDidFinish(_ reply: [String: Any]) {
        problem = nil
        let paymentStatus = reply["status"] as? String
        if paymentStatus == "paid" {
            // The payment page sends the amount as well, so we check that it is still the same.
            guard let orderNumber = reply["order"] as? String,
                let paidAmount = reply["amount"] as? Int,
                paidAmount == amountDue else {
                    problem = .unexpectedReply
                    return
            }

            App.router.closeCheckout()
            App.router.openConfirmationPage(forOrder: orderNumber)
            empty()
        } else if paymentStatus == "canceled" {
            App.router.closeCheckout()
            amountDue = nil
        } else if paymentStatus == "declined" {
            problem = .declined
        } else {
            problem = .unexpectedReply
        }
    }

    // MARK: - Reminder mail

    /// This is called by the app delegate if the user taps the link in the reminder mail.
    /// - Returns: true if the checkout page was opened
    @discardableResult
    func openFromReminder(campaignName: String = "") -> Bool {
        if self.products.count == 0 {
            return false
        }

        if self.coupon == nil {
            self.coupon = Coupon(code: "COMEBACK", discountPercentage: 5)
        }

        // The user has to sign in here as well, same as in startCheckout.
        if App.customerName == nil {
            App.router.openSignInPage { [weak self] in
                guard let strongSelf = self else { return }
                strongSelf.openFromReminder(campaignName: campaignName)
            }
            return false
        }

        let finalPrice = PriceCalculator.calculateFinalPrice(for: self.products, applying: self.coupon)
        if finalPrice <= 0 {
            return false
        }

        App.router.openCheckoutPage(for: self.products, finalPrice: finalPrice)
        self.amountDue = finalPrice
        return true
    }
}
