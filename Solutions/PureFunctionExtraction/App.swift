/// The state that the whole app shares.
enum App {
  static var router = Router()

  static var settings = Settings()

  /// The number of checkouts since the app started.
  static var checkoutCount = 0
}

/// The terms of the shop. The server may send new ones at any time. All prices are in cents.
nonisolated struct Settings: Equatable {
  var deliveryFee = 490

  /// Delivery is free if the goods cost at least this much.
  var freeDeliveryFrom = 5000

  /// Whether every third item of a participating product is free.
  var isThreeForTwoOn = false
}
