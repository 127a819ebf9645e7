import Foundation

/// What the server knows a signed-in user by.
struct Token: Codable {
  /// The user's name.
  let user: String

  /// What goes along with each request. It expires.
  let value: String

  /// What a new token can be had for, once.
  let renewal: String
}

/// Something that the company tells everybody.
struct Announcement: Codable {
  let title: String
  let date: Date
}

/// Something that a user wants the company to buy.
struct PurchaseOrder: Codable {
  let item: String
  let quantity: Int

  /// The day by which it is needed.
  let due: Date
}

/// A purchase order that the server has accepted.
struct Order: Codable {
  let number: Int
  let item: String
  let quantity: Int
}

/// The server's reason to refuse, in words for the user.
struct Rejection: Codable {
  let reason: String
}
