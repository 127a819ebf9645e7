//  Router.swift
//  Shop
//
//  Copyright © 2015 Northpier Mobile. All rights reserved.

enum Page: Equatable {
    case cart
    case checkout(rows: [String], finalPrice: Int, info: [String: String])
}

class Router {
    private(set) var openPages: [Page] = [.cart]

    func openCheckoutPage(forRows checkoutRows: [String], finalPrice: Int, info: [String: String], animated: Bool = true) {
        var pageInfo = info
        let badgeNumber: Int
        badgeNumber = ShoppingCart.shared.numberOfItems
        pageInfo["badge"] = "\(badgeNumber)"

        openPages.append(.checkout(rows: checkoutRows, finalPrice: finalPrice, info: pageInfo))
    }

    func goBack() {
        if openPages.count > 1 {
            openPages.removeLast()
        }
    }
}
