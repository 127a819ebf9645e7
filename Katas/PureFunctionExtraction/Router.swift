//
//  Router.swift
//  Kramladen
//
//  Copyright © 2016 Northpier Mobile GmbH. All rights reserved.
//

import Foundation

let KLUserInfoVoucherKey = "gutschein"
let KLUserInfoBadgeKey = "badge"

enum KLScene: Equatable {
    case cart
    case wishlist
    case checkout(rows: [String], finalPrice: Int, userInfo: [String: String])
}

class Router {
    fileprivate(set) var sceneStack: [KLScene] = [.cart]

    func openCheckoutPage(forRows checkoutRows: [String], finalPrice: Int, userInfo: [String: String], animated: Bool = true) {
        var userInfo = userInfo
        userInfo[KLUserInfoBadgeKey] = String(ShoppingCart.shared.numberOfItems)
        sceneStack.append(.checkout(rows: checkoutRows, finalPrice: finalPrice, userInfo: userInfo))
        Answers.logContentView(withName: "CheckoutVC", contentType: nil, contentId: nil, customAttributes: nil)
    }

    func goBack() {
        if sceneStack.count > 1 {
            sceneStack.removeLast()
        }
    }
}
