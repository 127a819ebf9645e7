// Copyright © 2018 Greencrate. All rights reserved.

import Foundation

enum CheckoutError: Error { case declined, unexpectedReply }

final class ShoppingCart {
    static let shared = ShoppingCart()

    private(set) var products: [Product] = []
    var coupon: Coupon?

    private(set) var problem: CheckoutError? // red label
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
            if let offerEnds = product.offerEnds {
                if offerEnds <= moment {
                    tooOldProducts.append(product)
                }
            }
        }

        if tooOldProducts.count > 0 {
            vlog("\(tooOldProducts.map { $0.name })")
            App.router.openTooOldPage(for: tooOldProducts)
            products.removeAll(where: { tooOldProducts.contains($0) })
            return
        }

        // login
        if App.customerName == nil {
            App.router.openSignInPage { [weak self] in
                guard let cart = self else { return }
                cart.startCheckout()
            }
            return
        }

        let finalPrice = PriceCalculator.calculateFinalPrice(for: products, applying: coupon)
        vlog("\(products.count) \(finalPrice) \(self.coupon?.code ?? "")")

        if (finalPrice <= 0) {
            // gift cards
            App.router.closeCheckout()
            App.router.openConfirmationPage(forOrder: "free")
            self.products.removeAll()
            self.coupon = nil
            self.problem = nil
            amountDue = nil
        } else {
            App.router.openCheckoutPage(for: products, finalPrice: finalPrice)
            amountDue = finalPrice
        }
    }

    func paymentDidFinish(_ reply: [String: Any]) {
        problem = nil
        let paymentStatus = reply["status"] as? String
        if paymentStatus == "paid" {
            guard let orderNumber = reply["order"] as? String,
                let paidAmount = reply["amount"] as? Int, // since API 3
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
            vlog("unknown status: \(reply)")
            problem = .unexpectedReply
        }
    }

    // MARK: - Reminder

    /// called from AppDelegate and MailPreviewController
    @discardableResult
    func openFromReminder(campaignName: String = "") -> Bool {
        if self.products.count == 0 { return false }

        vlog("campaign " + campaignName)
        var tmp: Coupon? = self.coupon
        if tmp == nil {
            tmp = Coupon(code: "COMEBACK", discountPercentage: 5)
            self.coupon = tmp
        }

        // see startCheckout
        if App.customerName == nil {
            App.router.openSignInPage { [weak self] in
                guard let strongSelf = self else { return }
                strongSelf.openFromReminder(campaignName: campaignName)
            }
            return false
        }

        let finalPrice: Int = PriceCalculator.calculateFinalPrice(for: self.products, applying: tmp)
        if (finalPrice <= 0) { return false }
        App.router.openCheckoutPage(for: self.products, finalPrice: finalPrice)
        self.amountDue = finalPrice
        return true
    }
}
