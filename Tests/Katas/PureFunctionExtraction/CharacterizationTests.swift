import TestSupport
import Testing

@testable import PureFunctionExtraction

/// What a checkout does, and what an order costs on the checkout page.
///
/// Extracting the calculation edits the second half of `startCheckout()`, from `lineAmounts` on.
/// These lines decide the price of every order, when the settings and the coupon are read, whether
/// the checkout is counted, and that the page opens before the cart is emptied. The tests look at
/// the page, the cart, and `App.checkoutCount`. `stickyBarTitle` repeats some of the lines, so the
/// tests look there, too.
///
/// The tests share the app's globals with the code. So each test begins with `launchApp()`, stays on
/// the main actor, and awaits nothing: no other test can run before it ends.
@Suite("PureFunctionExtraction: characterization", .namesModule)
struct CharacterizationTests {

  @MainActor struct Cart {
    @Test func `adding a product again raises the quantity of its line`() {
      let cart = launchApp()
      cart.add(tea)
      cart.add(cup, quantity: 2)
      cart.add(tea, quantity: 99)
      let lines = [KLCartLine(product: tea, quantity: 100), KLCartLine(product: cup, quantity: 2)]
      #expect(cart.cartLines == lines)
    }
  }

  @MainActor struct StickyBar {
    @Test(arguments: [
      (5, "Subtotal: 0.05 € (49.95 € to free delivery)"),
      (4999, "Subtotal: 49.99 € (0.01 € to free delivery)"),
      (5000, "Subtotal: 50.00 € (free delivery)"),
    ])
    func `the bar shows the price of the goods, and what's missing for free delivery`(
      goods: Int, title: String
    ) {
      let cart = launchApp()
      cart.add(Product(name: "lamp", price: goods, taxRate: 20))
      #expect(cart.stickyBarTitle == title)
    }

    @Test func `the bar follows the settings`() {
      let cart = launchApp()
      cart.add(tea, quantity: 3)
      cart.add(soap, quantity: 7)
      #expect(cart.stickyBarTitle == "Subtotal: 29.50 € (20.50 € to free delivery)")
      App.settings = KLShopSettings(freeDeliveryFrom: 2450, isThreeForTwoOn: true)
      // Two soaps for 2.50 € each are free, and no tea
      #expect(cart.stickyBarTitle == "Subtotal: 24.50 € (free delivery)")
    }

    // The checkout applies the coupon before it decides about the delivery.
    @Test(.tags(.quirk))
    func `the bar ignores the coupon, so it may promise free delivery by mistake`() {
      let cart = launchApp()
      cart.add(Product(name: "desk", price: 5000, taxRate: 0))
      cart.apply(voucher)
      #expect(cart.stickyBarTitle == "Subtotal: 50.00 € (free delivery)")
      cart.startCheckout()
      #expect(priceOnPage == 5390)
    }
  }

  @MainActor struct Checkout {
    @Test func `the checkout page shows the order`() {
      let cart = launchApp()
      cart.apply(voucher)
      cart.add(soap, quantity: 3)
      cart.add(tea, quantity: 2)
      #expect(cart.startCheckout())
      // Goods 750 and 800, less 48 and 51 of 100, plus tax of 140 and 75, plus delivery 490
      let page = KLScene.checkout(
        rows: ["3x soap", "2x tea"], finalPrice: 2155,
        userInfo: ["gutschein": "VOUCHER", "badge": "5"])
      #expect(App.router.sceneStack == [.cart, page])
    }

    // Even if the goods are free
    @Test(arguments: [400, 0])
    func `a checkout is counted, empties the cart, and uses up the coupon`(price: Int) {
      let cart = launchApp()
      App.checkoutCount = 6
      cart.apply(voucher)
      cart.add(Product(name: "sample", price: price, taxRate: 20))
      cart.startCheckout()
      #expect(App.checkoutCount == 7)
      #expect(cart.cartLines == [])
      #expect(cart.coupon == nil)
    }

    @Test func `an empty cart doesn't get to the checkout`() {
      let cart = launchApp()
      #expect(!cart.startCheckout())
      #expect(App.router.sceneStack == [.cart])
      #expect(App.checkoutCount == 0)
    }

    @Test func `the coupon of an empty cart waits for the next order`() {
      let cart = launchApp()
      cart.apply(voucher)
      cart.startCheckout()
      #expect(cart.coupon == voucher)
    }

    // Goods 750, or 500 with the offer, and 20% tax
    @Test(
      arguments: [
        (["versandkosten": 250], 1150),
        (["versandkostenfrei_ab": 700], 900),
        (["aktionen": ["3FUER2"]], 1090),
      ] as [([String: any Sendable], Int)])
    func `settings that the server changes between two checkouts apply to the second`(
      response: [String: any Sendable], price: Int
    ) {
      launchApp()
      // A new cart, so this is its first checkout
      let cart = ShoppingCart()
      cart.add(soap, quantity: 3)
      cart.startCheckout()
      #expect(priceOnPage == 1390)
      KLOffersManager.updateSettings(withResponse: response)
      cart.add(soap, quantity: 3)
      cart.startCheckout()
      #expect(priceOnPage == price)
    }

    @Test(.tags(.quirk))
    func `a coupon below its minimum spend is named on the page, and used up`() {
      let cart = launchApp()
      cart.apply(Coupon(couponCode: "BIG", discountPercentage: 50, minimumSpend: 2000))
      cart.add(cup)
      cart.startCheckout()
      // Goods 900, tax 180, delivery 490
      let page = KLScene.checkout(
        rows: ["1x cup"], finalPrice: 1570, userInfo: ["gutschein": "BIG", "badge": "1"])
      #expect(App.router.sceneStack == [.cart, page])
      #expect(cart.coupon == nil)
    }

    @Test(.tags(.quirk))
    func `another cart has its own order, but uses the shared cart's badge`() {
      launchApp().add(tea, quantity: 5)
      ShoppingCart.shared.apply(Coupon(couponCode: "HALF", discountPercentage: 50))
      let otherCart = ShoppingCart()
      otherCart.add(cup)
      otherCart.apply(voucher)
      otherCart.startCheckout()
      // Goods 900, less 100, tax 160, delivery 490
      let page = KLScene.checkout(
        rows: ["1x cup"], finalPrice: 1450, userInfo: ["gutschein": "VOUCHER", "badge": "5"])
      #expect(App.router.sceneStack == [.cart, page])
    }
  }

  @MainActor struct Price {
    // Two products are named "mug", and two are named "rice".
    @Test func `an order can combine offers, a percentage, and several taxes`() {
      let mug = Product(name: "mug", price: 405, taxRate: 20)
      let largeMug = Product(name: "mug", price: 685, taxRate: 20)
      let wildRice = Product(name: "rice", price: 1702, taxRate: 7, isInThreeForTwo: true)
      let rice = Product(name: "rice", price: 855, taxRate: 7, isInThreeForTwo: true)
      let coupon = Coupon(couponCode: "SALE", discountPercentage: 17.5, minimumSpend: 8000)
      let settings = KLShopSettings(freeDeliveryFrom: 8000, isThreeForTwoOn: true)
      // Goods 1215, 685, 3404, and 3420, less 212, 119, 595, and 598 of 1526, which leaves 7198.
      // Tax 201, 113, 197, and 198. Delivery 490.
      let price = checkOut(
        [mug: 3, largeMug: 1, wildRice: 3, rice: 5], coupon: coupon, settings: settings)
      #expect(price == 8397)
    }

    @Test(arguments: [
      nil, Coupon(couponCode: "VOUCHER", fixedDiscount: 100),
      Coupon(couponCode: "HALF", discountPercentage: 50),
    ])
    func `free goods cost only the delivery, with or without a coupon`(coupon: Coupon?) {
      let sample = Product(name: "sample", price: 0, taxRate: 20)
      #expect(checkOut([sample: 2], coupon: coupon) == 490)
    }
  }

  @MainActor struct ThreeForTwo {
    @Test(arguments: [(1, 790), (2, 1090), (3, 1090), (5, 1690), (6, 1690)])
    func `three items of a product in the offer cost as much as two`(quantity: Int, price: Int) {
      #expect(checkOut([soap: quantity], settings: KLShopSettings(isThreeForTwoOn: true)) == price)
    }

    @Test func `only products in the offer have free items`() {
      let cart = launchApp()
      App.settings.isThreeForTwoOn = true
      cart.add(soap, quantity: 7)
      cart.add(tea, quantity: 3)
      cart.startCheckout()
      // Goods 1250 and 1200, tax 250 and 120, delivery 490
      let page = KLScene.checkout(
        rows: ["7x soap (2 free)", "3x tea"], finalPrice: 3310, userInfo: ["badge": "10"])
      #expect(App.router.sceneStack == [.cart, page])
    }
  }

  @MainActor struct Discount {
    @Test(arguments: [
      (1000, 50.0, 990),
      (1999, 15.0, 2190),  // 299.85 cents
      (999, 12.5, 1365),  // 124.875 cents
    ])
    func `a percentage takes off whole cents`(goods: Int, percentage: Double, price: Int) {
      let coupon = Coupon(couponCode: "SALE", discountPercentage: percentage)
      #expect(checkOut([untaxed(goods): 1], coupon: coupon) == price)
    }

    // In binary, 0.29 is slightly less, so the discount is 28 cents.
    @Test(.tags(.quirk)) func `29% of 100 cents is 28 cents`() {
      let coupon = Coupon(couponCode: "SALE", discountPercentage: 29)
      #expect(checkOut([untaxed(100): 1], coupon: coupon) == 562)
    }

    // 1000 less 1500, less 99 for tax, plus 490
    @Test(.tags(.quirk)) func `a coupon for more than 100% gives money back`() {
      let lamp = Product(name: "lamp", price: 1000, taxRate: 20)
      let coupon = Coupon(couponCode: "OOPS", discountPercentage: 150)
      #expect(checkOut([lamp: 1], coupon: coupon) == -109)
    }

    // 12.5% of 1998 cents is 249.75 cents. Of 999 cents, it's 124.875.
    @Test func `a percentage is taken off the sum of all lines`() {
      let pen = Product(name: "pen", price: 999, taxRate: 0)
      let pad = Product(name: "pad", price: 999, taxRate: 0)
      let coupon = Coupon(couponCode: "SALE", discountPercentage: 12.5)
      #expect(checkOut([pen: 1, pad: 1], coupon: coupon) == 2239)
    }

    @Test(arguments: [(999, 491), (1000, 490), (1001, 490)])
    func `a fixed discount takes off no more than the goods cost`(discount: Int, price: Int) {
      let lamp = Product(name: "lamp", price: 1000, taxRate: 20)
      let coupon = Coupon(couponCode: "GIFT", fixedDiscount: discount)
      #expect(checkOut([lamp: 1], coupon: coupon) == price)
    }

    // A fixed discount of zero counts, too.
    @Test(.tags(.quirk), arguments: [(100, 1390), (0, 1490)])
    func `a coupon with both kinds of discount takes off the fixed one`(discount: Int, price: Int) {
      let coupon = Coupon(couponCode: "BOTH", discountPercentage: 50, fixedDiscount: discount)
      #expect(checkOut([untaxed(1000): 1], coupon: coupon) == price)
    }

    // Less 100, or less 50%
    @Test(arguments: [(999, 1489, 1489), (1000, 1390, 990), (1001, 1391, 991)])
    func `a discount counts if the goods reach the minimum spend`(
      goods: Int, priceWithGift: Int, priceWithHalf: Int
    ) {
      let gift = Coupon(couponCode: "GIFT", fixedDiscount: 100, minimumSpend: 1000)
      let half = Coupon(couponCode: "HALF", discountPercentage: 50, minimumSpend: 1000)
      #expect(checkOut([untaxed(goods): 1], coupon: gift) == priceWithGift)
      #expect(checkOut([untaxed(goods): 1], coupon: half) == priceWithHalf)
    }

    @Test(
      arguments: [
        // Goods 900 and 400, less 69 and 30 of 100, tax 166 and 37, delivery 490
        ([cup: 1, tea: 1], 1893),
        // Goods 900, tax 180, delivery 490
        ([cup: 1], 1570),
        // Goods 750, because one of four is free, tax 150, delivery 490
        ([soap: 4], 1390),
      ] as [(KeyValuePairs<Product, Int>, Int)])
    func `the minimum spend is the price of all goods, without tax and free items`(
      order: KeyValuePairs<Product, Int>, price: Int
    ) {
      let coupon = Coupon(couponCode: "GIFT", fixedDiscount: 100, minimumSpend: 1000)
      let settings = KLShopSettings(isThreeForTwoOn: true)
      #expect(checkOut(order, coupon: coupon, settings: settings) == price)
    }
  }

  @MainActor struct Tax {
    // 10% of 5 cents is half a cent. 7% of 7 cents is 0.49 cents.
    @Test(arguments: [(5, 10, 496), (7, 7, 497)])
    func `tax is rounded to the nearest cent`(goods: Int, taxRate: Int, price: Int) {
      #expect(checkOut([Product(name: "pin", price: goods, taxRate: taxRate): 1]) == price)
    }

    // 19% of 2 cents is 0.38 cents, and 19% of 4 cents is 0.76 cents.
    @Test func `tax is rounded once for each line, whatever its quantity`() {
      let pin = Product(name: "pin", price: 2, taxRate: 19)
      let nail = Product(name: "nail", price: 2, taxRate: 19)
      #expect(checkOut([pin: 2]) == 495)
      #expect(checkOut([pin: 1, nail: 1]) == 494)
    }

    // The shares of the bowl and the dish are 62.5 and 37.5 cents, and each is truncated.
    @Test func `each line is taxed after its share of the discount, in whole cents`() {
      let bowl = Product(name: "bowl", price: 500, taxRate: 20)
      let dish = Product(name: "dish", price: 300, taxRate: 20)
      #expect(checkOut([bowl: 1, dish: 1], coupon: voucher) == 1331)
    }

    // In binary, 322 × (100 ÷ 322) is less than 100.
    @Test func `a single line is taxed after the whole discount`() {
      let plate = Product(name: "plate", price: 322, taxRate: 20)
      #expect(checkOut([plate: 1], coupon: voucher) == 756)
    }
  }

  @MainActor struct Delivery {
    @Test(arguments: [(4999, 5489), (5000, 5000), (5001, 5001)])
    func `delivery is free from 5000 cents`(goods: Int, price: Int) {
      #expect(checkOut([untaxed(goods): 1]) == price)
    }

    @Test func `the goods on all lines count toward free delivery`() {
      let rug = Product(name: "rug", price: 2000, taxRate: 0)
      let vase = Product(name: "vase", price: 1500, taxRate: 0)
      #expect(checkOut([rug: 1, vase: 2]) == 5000)
    }

    @Test(
      arguments: [
        // Goods 4999, tax 1000, delivery 490
        ([Product(name: "bowl", price: 4999, taxRate: 20): 1], nil, 6489),
        // Goods 4998, because one of three is free
        ([Product(name: "towel", price: 2499, taxRate: 0, isInThreeForTwo: true): 3], nil, 5488),
        // Goods 5000, less a cent
        ([untaxed(5000): 1], Coupon(couponCode: "CENT", fixedDiscount: 1), 5489),
      ] as [(KeyValuePairs<Product, Int>, Coupon?, Int)])
    func `tax, free items, and what a coupon takes off don't count toward free delivery`(
      order: KeyValuePairs<Product, Int>, coupon: Coupon?, price: Int
    ) {
      let settings = KLShopSettings(isThreeForTwoOn: true)
      #expect(checkOut(order, coupon: coupon, settings: settings) == price)
    }
  }
}

// MARK: - Products, coupons, and orders

private let tea = Product(name: "tea", price: 400, taxRate: 10)
private let cup = Product(name: "cup", price: 900, taxRate: 20)
private let soap = Product(name: "soap", price: 250, taxRate: 20, isInThreeForTwo: true)
private let voucher = Coupon(couponCode: "VOUCHER", fixedDiscount: 100)

private func untaxed(_ price: Int) -> Product {
  Product(name: "lamp", price: price, taxRate: 0)
}

/// Gives the app's globals the values they have at launch.
@MainActor
@discardableResult
private func launchApp() -> ShoppingCart {
  App.router = Router()
  App.settings = KLShopSettings()
  App.checkoutCount = 0
  ShoppingCart.shared.empty()
  return ShoppingCart.shared
}

/// Launches the app, orders each product in its quantity, in a cart of its own, and returns the price
/// on the checkout page.
@MainActor
private func checkOut(
  _ order: KeyValuePairs<Product, Int>, coupon: Coupon? = nil,
  settings: KLShopSettings = KLShopSettings()
) -> Int? {
  launchApp()
  App.settings = settings
  let cart = ShoppingCart()
  for (product, quantity) in order { cart.add(product, quantity: quantity) }
  if let coupon { cart.apply(coupon) }
  cart.startCheckout()
  return priceOnPage
}

@MainActor private var priceOnPage: Int? {
  guard case .checkout(_, let price, _) = App.router.sceneStack.last else { return nil }
  return price
}
