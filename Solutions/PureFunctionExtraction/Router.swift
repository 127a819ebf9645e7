//
//  Router.swift
//  Shop
//
//  Copyright © 2016 Northpier Mobile GmbH. All rights reserved.
//

import Foundation

enum Page: Equatable {
    case cart
    case wishlist
    case checkout(rows: [String], finalPrice: Int, info: [String: String])
}

class Router {
    private(set) var openPages: [Page] = [.cart]

    func openCheckoutPage(forRows checkoutRows: [String], finalPrice: Int, info: [String: String], animated: Bool = true) {
        var pageInfo = info
        pageInfo["badge"] = String(ShoppingCart.shared.numberOfItems)
        openPages.append(.checkout(rows: checkoutRows, finalPrice: finalPrice, info: pageInfo))
    }

    func goBack() {
        if openPages.count > 1 {
            openPages.removeLast()
        }
    }
}
