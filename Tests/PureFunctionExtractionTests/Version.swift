import Foundation
import Testing

@testable import PureFunctionExtractionAfter
@testable import PureFunctionExtractionBefore

/// The module that a characterization test runs against.
enum Version: String, CaseIterable, CustomTestStringConvertible {
  case before, after

  var testDescription: String { rawValue }
}

@MainActor extension Version {
  /// Makes a call with the shop of this version, whose globals are reset before and after it.
  func inShop(_ call: (any Shop) throws -> Void) rethrows {
    shop.reset()
    defer { shop.reset() }
    try call(shop)
  }

  /// The shop of this version, with the globals as they are.
  var shop: any Shop {
    switch self {
    case .before: ShopBefore()
    case .after: ShopAfter()
    }
  }
}

// MARK: - What both modules have

/// A product, as the shared tests describe it.
struct Item {
  var name = "A"
  var price: Int
  var tax = 0
  var offer = false
}

/// A coupon, as the shared tests describe it.
struct Code {
  var percentage: Double?
  var fixed = 0
  var from: Int?
}

/// What is seen of the checkout page.
struct Checkout: Equatable {
  /// The name and the quantity of each line.
  let lines: [String]
  let price: Int
  let badge: Int
}

/// The globals and the cart of one version.
@MainActor
protocol Shop {
  var deliveryFee: Int { get nonmutating set }
  var freeDeliveryFrom: Int { get nonmutating set }
  var isThreeForTwoOn: Bool { get nonmutating set }
  var checkoutCount: Int { get }
  var pageCount: Int { get }

  /// The checkout page, if it is the one that is seen.
  var checkout: Checkout? { get }

  /// The name and the quantity of each line in the cart.
  var lines: [String] { get }
  var itemCount: Int { get }
  var hasCoupon: Bool { get }

  /// The minimum spend of a coupon that is made without one.
  var usualMinimumSpend: Int { get }

  func reset()
  func replaceRouter()
  func goBack()
  func add(_ item: Item, quantity: Int?)
  func apply(_ code: Code)
  func empty()
  func startCheckout()

  /// Starts the checkout of a cart that is not the shared one, and says whether it is empty then.
  func startCheckoutElsewhere(of item: Item) -> Bool
}

extension Shop {
  func add(_ item: Item) { add(item, quantity: nil) }
}

// The two shops read the same; the types that they name are of two modules.

private struct ShopBefore: Shop {
  private typealias App = PureFunctionExtractionBefore.App
  private typealias Cart = PureFunctionExtractionBefore.ShoppingCart
  private typealias Coupon = PureFunctionExtractionBefore.Coupon
  private typealias Line = PureFunctionExtractionBefore.CartLine
  private typealias Product = PureFunctionExtractionBefore.Product
  private typealias Router = PureFunctionExtractionBefore.Router
  private typealias Settings = PureFunctionExtractionBefore.Settings

  var deliveryFee: Int {
    get { App.settings.deliveryFee }
    nonmutating set { App.settings.deliveryFee = newValue }
  }

  var freeDeliveryFrom: Int {
    get { App.settings.freeDeliveryFrom }
    nonmutating set { App.settings.freeDeliveryFrom = newValue }
  }

  var isThreeForTwoOn: Bool {
    get { App.settings.isThreeForTwoOn }
    nonmutating set { App.settings.isThreeForTwoOn = newValue }
  }

  var checkoutCount: Int { App.checkoutCount }
  var pageCount: Int { App.router.pages.count }

  var checkout: Checkout? {
    guard case .checkout(let lines, let price, let badge) = App.router.pages.last else {
      return nil
    }
    return Checkout(lines: lines.map(describe), price: price, badge: badge)
  }

  var lines: [String] { Cart.shared.lines.map(describe) }
  var itemCount: Int { Cart.shared.itemCount }
  var hasCoupon: Bool { Cart.shared.coupon != nil }
  var usualMinimumSpend: Int { Coupon(code: "SAVE", discount: .fixed(1)).minimumSpend }

  func reset() {
    App.router = Router()
    App.settings = Settings()
    App.checkoutCount = 0
    Cart.shared.empty()
  }

  func replaceRouter() { App.router = Router() }
  func goBack() { App.router.goBack() }

  func add(_ item: Item, quantity: Int?) {
    if let quantity {
      Cart.shared.add(product(item), quantity: quantity)
    } else {
      Cart.shared.add(product(item))
    }
  }

  func apply(_ code: Code) {
    let discount =
      code.percentage.map(Coupon.Discount.percentage) ?? Coupon.Discount.fixed(code.fixed)
    if let from = code.from {
      Cart.shared.apply(Coupon(code: "SAVE", discount: discount, minimumSpend: from))
    } else {
      Cart.shared.apply(Coupon(code: "SAVE", discount: discount))
    }
  }

  func empty() { Cart.shared.empty() }
  func startCheckout() { Cart.shared.startCheckout() }

  func startCheckoutElsewhere(of item: Item) -> Bool {
    let cart = Cart()
    cart.add(product(item))
    cart.startCheckout()
    return cart.lines.isEmpty
  }

  private func product(_ item: Item) -> Product {
    item.offer
      ? Product(name: item.name, price: item.price, taxRate: item.tax, isInThreeForTwo: true)
      : Product(name: item.name, price: item.price, taxRate: item.tax)
  }

  private func describe(_ line: Line) -> String { "\(line.quantity) × \(line.product.name)" }
}

private struct ShopAfter: Shop {
  private typealias App = PureFunctionExtractionAfter.App
  private typealias Cart = PureFunctionExtractionAfter.ShoppingCart
  private typealias Coupon = PureFunctionExtractionAfter.Coupon
  private typealias Line = PureFunctionExtractionAfter.CartLine
  private typealias Product = PureFunctionExtractionAfter.Product
  private typealias Router = PureFunctionExtractionAfter.Router
  private typealias Settings = PureFunctionExtractionAfter.Settings

  var deliveryFee: Int {
    get { App.settings.deliveryFee }
    nonmutating set { App.settings.deliveryFee = newValue }
  }

  var freeDeliveryFrom: Int {
    get { App.settings.freeDeliveryFrom }
    nonmutating set { App.settings.freeDeliveryFrom = newValue }
  }

  var isThreeForTwoOn: Bool {
    get { App.settings.isThreeForTwoOn }
    nonmutating set { App.settings.isThreeForTwoOn = newValue }
  }

  var checkoutCount: Int { App.checkoutCount }
  var pageCount: Int { App.router.pages.count }

  var checkout: Checkout? {
    guard case .checkout(let lines, let price, let badge) = App.router.pages.last else {
      return nil
    }
    return Checkout(lines: lines.map(describe), price: price, badge: badge)
  }

  var lines: [String] { Cart.shared.lines.map(describe) }
  var itemCount: Int { Cart.shared.itemCount }
  var hasCoupon: Bool { Cart.shared.coupon != nil }
  var usualMinimumSpend: Int { Coupon(code: "SAVE", discount: .fixed(1)).minimumSpend }

  func reset() {
    App.router = Router()
    App.settings = Settings()
    App.checkoutCount = 0
    Cart.shared.empty()
  }

  func replaceRouter() { App.router = Router() }
  func goBack() { App.router.goBack() }

  func add(_ item: Item, quantity: Int?) {
    if let quantity {
      Cart.shared.add(product(item), quantity: quantity)
    } else {
      Cart.shared.add(product(item))
    }
  }

  func apply(_ code: Code) {
    let discount =
      code.percentage.map(Coupon.Discount.percentage) ?? Coupon.Discount.fixed(code.fixed)
    if let from = code.from {
      Cart.shared.apply(Coupon(code: "SAVE", discount: discount, minimumSpend: from))
    } else {
      Cart.shared.apply(Coupon(code: "SAVE", discount: discount))
    }
  }

  func empty() { Cart.shared.empty() }
  func startCheckout() { Cart.shared.startCheckout() }

  func startCheckoutElsewhere(of item: Item) -> Bool {
    let cart = Cart()
    cart.add(product(item))
    cart.startCheckout()
    return cart.lines.isEmpty
  }

  private func product(_ item: Item) -> Product {
    item.offer
      ? Product(name: item.name, price: item.price, taxRate: item.tax, isInThreeForTwo: true)
      : Product(name: item.name, price: item.price, taxRate: item.tax)
  }

  private func describe(_ line: Line) -> String { "\(line.quantity) × \(line.product.name)" }
}
