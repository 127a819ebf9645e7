/// What the whole app shares.
enum App {
  /// Shows the pages.
  static var router = Router()

  /// How the shop sells at present.
  static var settings = Settings()

  /// How many checkouts have been started since the app was.
  static var checkoutCount = 0
}

/// How the shop sells. The server may send other values at any time. All prices are in cents.
nonisolated struct Settings: Equatable {
  /// What the delivery of an order costs.
  var deliveryFee = 490

  /// The price of the goods from which on the delivery is free.
  var freeDeliveryFrom = 5000

  /// Whether of three pieces one is free, where the product takes part.
  var isThreeForTwoOn = false
}
