// Copyright © 2018 Greencrate AG. All rights reserved.

import Foundation

enum GCCheckoutError: Error { case declined, invalidResponse }

final class ShoppingCart {
    static let shared = ShoppingCart()

    private(set) var products: [Product] = []
    var coupon: Coupon?

    var isEmpty: Bool { return products.count == 0 }
    var numberOfItems: Int { return products.count }

    private(set) var checkoutError: GCCheckoutError?
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

        var expiredProducts = [Product]()
        for product in products {
            if let offerEnds = product.offerEnds, offerEnds <= date {
                expiredProducts.append(product)
            }
        }

        if expiredProducts.count > 0 {
            Analytics.logEvent("gc_offer_expired", parameters: ["items": expiredProducts.count])
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
        Analytics.logEvent("begin_checkout", parameters: ["items": numberOfItems, "value": finalPrice, "source": "cart"])

        if finalPrice <= 0 {
            Analytics.logEvent("ecommerce_purchase", parameters: ["items": numberOfItems, "value": finalPrice, "source": "cart"])
            confirmOrder(number: "free")
        } else {
            App.router.openCheckoutPage(for: products, finalPrice: finalPrice)
            amountDue = finalPrice
        }
    }

    private func confirmOrder(number: String) {
        App.router.closeCheckout()
        App.router.openConfirmationPage(forOrder: number)
        empty()
    }

    // MARK: - Datatrans

    func paymentDidFinish(_ response: [String: Any]) {
        checkoutError = nil
        let status = response["status"] as? String
        if status == "success" {
            guard let orderNumber = response["refno"] as? String,
                let paidAmount = response["amount"] as? Int,
                paidAmount == amountDue else {
                    Analytics.logEvent("gc_payment_mismatch", parameters: response)
                    checkoutError = .invalidResponse
                    return
            }

            Analytics.logEvent("ecommerce_purchase", parameters: response)
            confirmOrder(number: orderNumber)
        } else if status == "cancel" {
            Analytics.logEvent("gc_payment_cancel", parameters: response)
            App.router.closeCheckout()
            amountDue = nil
        } else if status == "error" {
            Analytics.logEvent("gc_payment_error", parameters: response)
            checkoutError = .declined
        } else {
            Analytics.logEvent("gc_payment_unknown", parameters: response)
            checkoutError = .invalidResponse
        }
    }

    // greencrate://basket?utm_campaign=
    @discardableResult
    func openFromReminder(campaignName: String = "") -> Bool {
        if isEmpty { return false }
        if coupon == nil {
            coupon = Coupon(code: GCConfig.reminderCode, discountPercentage: GCConfig.reminderDiscount)
        }

        if App.customerName == nil {
            App.router.openSignInPage { [weak self] in
                guard let cart = self else { return }
                cart.openFromReminder(campaignName: campaignName)
            }
            return false
        }

        let finalPrice = PriceCalculator.calculateFinalPrice(for: products, applying: coupon)
        if finalPrice <= 0 { return false }
        Analytics.logEvent("begin_checkout", parameters: ["items": numberOfItems, "value": finalPrice, "source": campaignName])
        App.router.openCheckoutPage(for: products, finalPrice: finalPrice)
        amountDue = finalPrice
        return true
    }
}
