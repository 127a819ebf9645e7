// Copyright © 2018 Greencrate. All rights reserved.

import Foundation

enum CheckoutError: Error { case declined, invalidResponse }

final class ShoppingCart {
    static let shared = ShoppingCart()

    private(set) var products: [Product] = []
    var coupon: Coupon?

    var isEmpty: Bool { return products.count == 0 }
    var numberOfItems: Int { return products.count }

    private(set) var checkoutError: CheckoutError?
    private var amountDue: Int?

    func add(_ product: Product) {
        products.append(product)
    }

    func empty() {
        products = []
        coupon = nil
        checkoutError = nil
        amountDue = nil
    }

    // MARK: - Checkout

    func startCheckout(at date: Date = Date()) {

        checkoutError = nil
        guard !isEmpty else { return }

        // remove expired offers
        var expiredProducts = [Product]()
        for product in products {
            if let offerEnds = product.offerEnds {
                if offerEnds <= date {
                    expiredProducts.append(product)
                }
            }
        }

        if expiredProducts.count > 0 {
            vlog("\(expiredProducts.map { $0.name })")
            App.router.openExpiredPage(for: expiredProducts)
            products.removeAll(where: { expiredProducts.contains($0) })
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
        vlog("\(numberOfItems) \(finalPrice) \(coupon?.code ?? "")")

        if (finalPrice <= 0) {
            // gift cards
            App.router.closeCheckout()
            App.router.openConfirmationPage(forOrder: "free")
            self.products.removeAll()
            self.coupon = nil
            self.checkoutError = nil
            amountDue = nil
        } else {
            App.router.openCheckoutPage(for: products, finalPrice: finalPrice)
            amountDue = finalPrice
        }
    }

    func paymentDidFinish(_ response: [String: Any]) {
        checkoutError = nil
        let paymentStatus = response["status"] as? String
        if paymentStatus == "paid" {
            guard let orderNumber = response["order"] as? String,
                let paidAmount = response["amount"] as? Int,
                paidAmount == amountDue else {
                    checkoutError = .invalidResponse
                    return
            }

            App.router.closeCheckout()
            App.router.openConfirmationPage(forOrder: orderNumber)
            empty()
        } else if paymentStatus == "canceled" {
            App.router.closeCheckout()
            amountDue = nil
        } else if paymentStatus == "declined" {
            checkoutError = .declined
        } else {
            vlog("\(response)")
            checkoutError = .invalidResponse
        }
    }

    /// called from AppDelegate and MailPreviewController
    @discardableResult
    func openFromReminder(campaignName: String = "") -> Bool {
        if isEmpty { return false }
        vlog("campaign \(campaignName), \(numberOfItems) items")
        if coupon == nil {
            self.coupon = Coupon(code: Config.reminderCode, discountPercentage: Config.reminderDiscount)
        }

        if App.customerName == nil {
            App.router.openSignInPage { [weak self] in
                guard let cart = self else { return }
                cart.openFromReminder(campaignName: campaignName)
            }
            return false
        }

        let finalPrice = PriceCalculator.calculateFinalPrice(for: products, applying: coupon)
        if (finalPrice <= 0) { return false }
        App.router.openCheckoutPage(for: products, finalPrice: finalPrice)
        amountDue = finalPrice
        return true
    }
}
