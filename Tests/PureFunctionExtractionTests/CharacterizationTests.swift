import Testing

/// What a checkout comes to, through the globals of the app, on either version.
///
/// `inShop` resets the globals for each test. The tests are on the main actor and wait for nothing, so
/// none sees the globals of another.
@MainActor
@Suite("PureFunctionExtraction: characterization")
struct CharacterizationTests {
  // MARK: Prices

  @Test(arguments: Version.allCases, Order.all)
  func `the price on the checkout page`(version: Version, order: Order) {
    version.inShop { shop in
      shop.isThreeForTwoOn = order.isThreeForTwoOn
      for (item, quantity) in order.items {
        shop.add(item, quantity: quantity)
      }
      if let code = order.code {
        shop.apply(code)
      }
      shop.startCheckout()
      #expect(shop.checkout?.price == order.price)
    }
  }

  // MARK: Settings

  @Test(arguments: Version.allCases)
  func `the shop delivers for 490 cents, from 5000 cents on for nothing`(version: Version) {
    version.inShop { shop in
      #expect(shop.deliveryFee == 490)
      #expect(shop.freeDeliveryFrom == 5000)
      #expect(!shop.isThreeForTwoOn)
    }
  }

  @Test(arguments: Version.allCases)
  func `settings are read when the checkout is started`(version: Version) {
    version.inShop { shop in
      for (fee, from, isThreeForTwoOn, price) in [
        (490, 5000, false, 3490), (0, 5000, false, 3000), (250, 3001, false, 3250),
        (250, 3000, false, 3000), (250, 3000, true, 2250),
      ] {
        shop.add(Item(price: 1000, offer: true), quantity: 3)
        shop.deliveryFee = fee
        shop.freeDeliveryFrom = from
        shop.isThreeForTwoOn = isThreeForTwoOn
        shop.startCheckout()
        #expect(shop.checkout?.price == price)
      }
    }
  }

  // The globals have their first values only in a process that has just been started.
  @Test func `an app that has just been started shows an empty cart`() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        for version in Version.allCases {
          let shop = version.shop
          #expect(shop.pageCount == 1, "\(version)")
          #expect(shop.checkout == nil, "\(version)")
          #expect(shop.checkoutCount == 0, "\(version)")
          #expect(shop.lines == [], "\(version)")
          #expect(shop.deliveryFee == 490, "\(version)")
          #expect(shop.freeDeliveryFrom == 5000, "\(version)")
        }
      }
    }
  }

  @Test(arguments: Version.allCases)
  func `a coupon counts for any order unless it says otherwise`(version: Version) {
    #expect(version.shop.usualMinimumSpend == 0)
  }

  // MARK: The checkout

  @Test(arguments: Version.allCases)
  func `the checkout page shows the order, and the cart is empty afterwards`(version: Version) {
    version.inShop { shop in
      #expect(shop.pageCount == 1)
      #expect(shop.checkout == nil)
      shop.add(Item(name: "tea", price: 400, tax: 10), quantity: 2)
      shop.add(Item(name: "cup", price: 900, tax: 20))
      shop.apply(Code(percentage: 10))
      shop.startCheckout()
      // 1700 - 170 + 72 + 162 + 490
      #expect(
        shop.checkout == Checkout(lines: ["2 × tea", "1 × cup"], price: 2254, badge: 3))
      #expect(shop.pageCount == 2)
      #expect(shop.checkoutCount == 1)
      #expect(shop.lines == [])
      #expect(shop.itemCount == 0)
      #expect(!shop.hasCoupon)
    }
  }

  @Test(arguments: Version.allCases)
  func `an empty cart does not get to the checkout`(version: Version) {
    version.inShop { shop in
      shop.apply(Code(fixed: 100))
      shop.startCheckout()
      #expect(shop.pageCount == 1)
      #expect(shop.checkout == nil)
      #expect(shop.checkoutCount == 0)
      #expect(shop.hasCoupon)
    }
  }

  @Test(arguments: Version.allCases)
  func `a second checkout starts from nothing`(version: Version) {
    version.inShop { shop in
      shop.add(Item(name: "tea", price: 400))
      shop.apply(Code(fixed: 100))
      shop.startCheckout()
      shop.startCheckout()
      #expect(shop.pageCount == 2)
      #expect(shop.checkoutCount == 1)
      shop.add(Item(name: "cup", price: 900))
      shop.startCheckout()
      #expect(shop.checkout == Checkout(lines: ["1 × cup"], price: 1390, badge: 1))
      #expect(shop.pageCount == 3)
      #expect(shop.checkoutCount == 2)
    }
  }

  @Test(arguments: Version.allCases)
  func `the page is shown by the router of the moment`(version: Version) {
    version.inShop { shop in
      shop.add(Item(price: 400))
      shop.startCheckout()
      shop.replaceRouter()
      #expect(shop.checkout == nil)
      shop.add(Item(price: 900))
      shop.startCheckout()
      #expect(shop.checkout?.price == 1390)
      #expect(shop.pageCount == 2)
    }
  }

  @Test(arguments: Version.allCases)
  func `going back ends at the first page`(version: Version) {
    version.inShop { shop in
      shop.add(Item(price: 400))
      shop.startCheckout()
      shop.goBack()
      #expect(shop.checkout == nil)
      #expect(shop.pageCount == 1)
      shop.goBack()
      #expect(shop.pageCount == 1)
    }
  }

  // The quirk: the number on the symbol is that of the shared cart
  @Test(arguments: Version.allCases)
  func `the badge counts the shared cart, whichever is checked out`(version: Version) {
    version.inShop { shop in
      shop.add(Item(name: "tea", price: 400), quantity: 5)
      _ = shop.startCheckoutElsewhere(of: Item(name: "cup", price: 900))
      #expect(shop.checkout == Checkout(lines: ["1 × cup"], price: 1390, badge: 5))
      #expect(shop.lines == ["5 × tea"])
      #expect(shop.checkoutCount == 1)
    }
  }

  @Test(arguments: Version.allCases)
  func `another cart has its own coupon, and is emptied itself`(version: Version) {
    version.inShop { shop in
      shop.add(Item(name: "tea", price: 400))
      shop.apply(Code(fixed: 100))
      #expect(shop.startCheckoutElsewhere(of: Item(name: "cup", price: 900)))
      #expect(shop.checkout?.price == 1390)
      #expect(shop.hasCoupon)
    }
  }

  @Test(arguments: Version.allCases)
  func `the page shows every line of the order`(version: Version) {
    version.inShop { shop in
      shop.add(Item(name: "tea", price: 400))
      shop.add(Item(name: "tea", price: 500))
      shop.add(Item(name: "present", price: 0))
      shop.startCheckout()
      #expect(shop.checkout?.lines == ["1 × tea", "1 × tea", "1 × present"])
    }
  }

  @Test(arguments: Version.allCases)
  func `pages lie on top of each other, and checkouts are counted`(version: Version) {
    version.inShop { shop in
      for price in [100, 200, 300] {
        shop.add(Item(price: price))
        shop.startCheckout()
      }
      #expect(shop.pageCount == 4)
      shop.goBack()
      #expect(shop.pageCount == 3)
      #expect(shop.checkout?.price == 690)
      #expect(shop.checkoutCount == 3)
      shop.add(Item(price: 400))
      shop.startCheckout()
      #expect(shop.checkoutCount == 4)
      #expect(shop.pageCount == 4)
    }
  }

  // MARK: The cart

  @Test(arguments: Version.allCases)
  func `there is one line for each product`(version: Version) {
    version.inShop { shop in
      shop.add(Item(name: "tea", price: 400, tax: 10))
      shop.add(Item(name: "cup", price: 900, tax: 20), quantity: 2)
      shop.add(Item(name: "tea", price: 400, tax: 10), quantity: 3)
      #expect(shop.lines == ["4 × tea", "2 × cup"])
      #expect(shop.itemCount == 6)
    }
  }

  @Test(arguments: Version.allCases)
  func `a product that differs in anything has its own line`(version: Version) {
    version.inShop { shop in
      shop.add(Item(name: "tea", price: 400, tax: 10))
      shop.add(Item(name: "tee", price: 400, tax: 10))
      shop.add(Item(name: "tea", price: 401, tax: 10))
      shop.add(Item(name: "tea", price: 400, tax: 11))
      shop.add(Item(name: "tea", price: 400, tax: 10, offer: true))
      #expect(shop.lines == ["1 × tea", "1 × tee", "1 × tea", "1 × tea", "1 × tea"])
    }
  }

  @Test(arguments: Version.allCases, [0, -1, -100])
  func `only one piece or more can be added`(version: Version, quantity: Int) {
    version.inShop { shop in
      shop.add(Item(price: 400), quantity: quantity)
      #expect(shop.lines == [])
      shop.add(Item(price: 400), quantity: 2)
      shop.add(Item(price: 400), quantity: quantity)
      #expect(shop.lines == ["2 × A"])
    }
  }

  @Test(arguments: Version.allCases)
  func `the last coupon counts`(version: Version) {
    version.inShop { shop in
      shop.add(Item(price: 1000))
      shop.apply(Code(percentage: 50))
      shop.apply(Code(fixed: 100))
      shop.startCheckout()
      #expect(shop.checkout?.price == 1390)
    }
  }

  @Test(arguments: Version.allCases)
  func `a coupon waits for its minimum until the checkout, and goes with it`(version: Version) {
    version.inShop { shop in
      shop.apply(Code(fixed: 300))
      shop.apply(Code(fixed: 100, from: 1000))
      shop.add(Item(price: 999))
      #expect(shop.hasCoupon)
      shop.startCheckout()
      #expect(shop.checkout?.price == 1489)
      #expect(!shop.hasCoupon)
      shop.apply(Code(fixed: 100, from: 1000))
      shop.add(Item(price: 1000))
      shop.startCheckout()
      #expect(shop.checkout?.price == 1390)
    }
  }

  @Test(arguments: Version.allCases)
  func `an order that gives money back does not reach free delivery`(version: Version) {
    version.inShop { shop in
      shop.freeDeliveryFrom = 0
      shop.add(Item(price: 1000))
      shop.apply(Code(percentage: 150))
      shop.startCheckout()
      #expect(shop.checkout?.price == -10)
    }
  }

  @Test(arguments: Version.allCases)
  func `an emptied cart has no coupon`(version: Version) {
    version.inShop { shop in
      shop.add(Item(price: 1000))
      shop.apply(Code(percentage: 50))
      #expect(shop.hasCoupon)
      shop.empty()
      #expect(shop.lines == [])
      #expect(!shop.hasCoupon)
    }
  }
}

// MARK: - Orders

/// An order and its price. All prices are in cents, and were worked out by hand.
struct Order: CustomTestStringConvertible {
  let testDescription: String
  let items: [(Item, quantity: Int)]
  var code: Code?
  var isThreeForTwoOn = false
  let price: Int

  init(
    _ description: String, _ items: [(Item, quantity: Int)], _ code: Code? = nil,
    threeForTwo isThreeForTwoOn: Bool = false, price: Int
  ) {
    testDescription = description
    self.items = items
    self.code = code
    self.isThreeForTwoOn = isThreeForTwoOn
    self.price = price
  }

  /// An order of a single piece.
  init(_ description: String, price: Int, tax: Int = 0, _ code: Code? = nil, is total: Int) {
    self.init(description, [(Item(price: price, tax: tax), 1)], code, price: total)
  }

  static let all = simple + delivery + tax + percentages + amounts + threeForTwo + together

  static let simple = [
    Order("one piece", price: 1000, tax: 20, is: 1690),
    Order("three pieces", [(Item(price: 1000, tax: 20), 3)], price: 4090),
    Order("a present", price: 0, tax: 20, is: 490),
    Order("a present, whatever the tax", price: 0, tax: 200, is: 490),
    Order("a thousand pieces", [(Item(price: 1999, tax: 19), 1000)], price: 2_378_810),
  ]

  static let delivery = [
    Order("a cent too little for free delivery", price: 4999, is: 5489),
    Order("enough for free delivery", price: 5000, is: 5000),
    Order("more than enough", price: 5001, is: 5001),
    Order("enough only with the tax", price: 4500, tax: 20, is: 5890),
    Order("enough only without the coupon", price: 5000, tax: 20, Code(fixed: 1), is: 6489),
    Order("enough with the coupon", price: 5100, tax: 20, Code(fixed: 100), is: 6000),
  ]

  static let tax = [
    Order("38 % of a cent is nothing", price: 2, tax: 19, is: 492),
    Order("49 % of a cent is nothing", price: 7, tax: 7, is: 497),
    Order("57 % of a cent is a cent", price: 3, tax: 19, is: 494),
    Order("half a cent is a cent", price: 5, tax: 10, is: 496),
    Order("less than half is nothing", price: 4, tax: 10, is: 494),
    Order("rounded for two pieces at once", [(Item(price: 2, tax: 19), 2)], price: 495),
    Order(
      "rounded for each line",
      [(Item(name: "A", price: 2, tax: 19), 1), (Item(name: "B", price: 2, tax: 19), 1)],
      price: 494),
    Order(
      "each line has its own rate",
      [(Item(name: "A", price: 1000, tax: 7), 1), (Item(name: "B", price: 1000, tax: 19), 1)],
      price: 2750),
  ]

  static let percentages = [
    Order("half", price: 1000, tax: 20, Code(percentage: 50), is: 1090),
    Order("nothing off", price: 1000, tax: 20, Code(percentage: 0), is: 1690),
    Order("all of it", price: 1000, tax: 20, Code(percentage: 100), is: 490),
    Order("299.85 is cut off", price: 1999, Code(percentage: 15), is: 2190),
    Order("124.875 is cut off", price: 999, Code(percentage: 12.5), is: 1365),
    // In binary, 0.29 is a little less
    Order("29 % of 100 are 28", price: 100, Code(percentage: 29), is: 562),
    Order("57 % of 100 are 56", price: 100, Code(percentage: 57), is: 534),
    // The quirk: the customer gets money
    Order("more than all of it", price: 1000, tax: 20, Code(percentage: 150), is: -109),
    Order("cut off towards nothing", price: 999, Code(percentage: -12.5), is: 1613),
    Order(
      "cut off for the whole order",
      [(Item(name: "A", price: 999), 1), (Item(name: "B", price: 999), 1)],
      Code(percentage: 12.5), price: 2239),
    Order("a negative percentage", price: 1000, tax: 20, Code(percentage: -10), is: 1810),
  ]

  static let amounts = [
    Order("an amount", price: 1000, tax: 20, Code(fixed: 300), is: 1330),
    Order("exactly the goods", price: 1000, tax: 20, Code(fixed: 1000), is: 490),
    Order("no more than the goods", price: 1000, tax: 20, Code(fixed: 2000), is: 490),
    Order("a negative amount", price: 1000, tax: 20, Code(fixed: -100), is: 1810),
    Order("off a single cent", price: 1, tax: 100, Code(fixed: 1), is: 490),
    Order("off a present", price: 0, tax: 20, Code(fixed: 100), is: 490),
    Order("a cent below the minimum", price: 999, Code(fixed: 100, from: 1000), is: 1489),
    Order("the minimum", price: 1000, Code(fixed: 100, from: 1000), is: 1390),
    Order("above the minimum", price: 1001, Code(fixed: 100, from: 1000), is: 1391),
    Order("below it, a percentage", price: 999, Code(percentage: 10, from: 1000), is: 1489),
    Order("the minimum, a percentage", price: 1000, Code(percentage: 10, from: 1000), is: 1390),
    Order("the minimum only with tax", price: 900, tax: 20, Code(fixed: 9, from: 1000), is: 1570),
  ]

  static let threeForTwo =
    [(1, 590), (2, 690), (3, 690), (4, 790), (5, 890), (6, 890), (7, 990), (9, 1090), (10, 1190)]
    .map {
      Order(
        "\($0) in the offer", [(Item(price: 100, offer: true), $0)], threeForTwo: true, price: $1)
    } + [
      Order("not now", [(Item(price: 100, offer: true), 3)], price: 790),
      Order("not this one", [(Item(price: 100), 3)], threeForTwo: true, price: 790),
      Order(
        "not across products",
        [
          (Item(name: "A", price: 100, offer: true), 2),
          (Item(name: "B", price: 100, offer: true), 1),
        ], threeForTwo: true, price: 790),
      Order(
        "tax on what is paid", [(Item(price: 100, tax: 20, offer: true), 3)], threeForTwo: true,
        price: 730),
    ]

  static let together = [
    Order(
      "the offer first, then the minimum of the coupon", [(Item(price: 400, offer: true), 3)],
      Code(fixed: 100, from: 1000), threeForTwo: true, price: 1290),
    Order(
      "without the offer, the minimum is reached", [(Item(price: 400, offer: true), 3)],
      Code(fixed: 100, from: 1000), price: 1590),
    Order(
      "the offer, then free delivery", [(Item(price: 2500, offer: true), 3)], threeForTwo: true,
      price: 5000),
    // Of the 100 cents, 49.93 and 50.07 belong to the lines: 49 and 50. Taxed are 284 cents each
    Order(
      "the coupon is shared among the lines",
      [(Item(name: "A", price: 333, tax: 20), 1), (Item(name: "B", price: 334, tax: 10), 1)],
      Code(fixed: 100), price: 1142),
    // The shares are 62.5 and 37.5 cents: 62 and 37
    Order(
      "shares are cut off",
      [(Item(name: "A", price: 500, tax: 20), 1), (Item(name: "B", price: 300, tax: 20), 1)],
      Code(fixed: 100), price: 1331),
    // 87.5 and 12.5: 87 and 12, and nobody gets the rest
    Order(
      "what is cut off is nobody's",
      [(Item(name: "A", price: 700, tax: 19), 1), (Item(name: "B", price: 100, tax: 20), 1)],
      Code(fixed: 100), price: 1324),
    Order(
      "the order of the lines is no matter",
      [(Item(name: "B", price: 334, tax: 10), 1), (Item(name: "A", price: 333, tax: 20), 1)],
      Code(fixed: 100), price: 1142),
    Order(
      "a present beside something else",
      [(Item(name: "A", price: 0, tax: 20), 1), (Item(name: "B", price: 1000, tax: 20), 1)],
      Code(percentage: 10), price: 1570),
    // 2 × 1050 = 2100, less 210; tax (2100 - 210) × 0.19 = 359.1
    Order(
      "everything at once", [(Item(price: 1050, tax: 19, offer: true), 3)],
      Code(percentage: 10, from: 2100), threeForTwo: true, price: 2739),
  ]
}
