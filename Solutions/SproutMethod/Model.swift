import Foundation

/// Identifies a signed-in user to the server.
struct Token: Codable {
  /// The user's name.
  let user: String

  /// The value that each request sends. It expires.
  let value: String

  /// The value that gets a new token, once.
  let renewal: String
}

/// News from the company to everybody.
struct Announcement: Codable {
  let title: String
  let date: Date
}

/// Something that a user wants the company to buy.
struct PurchaseOrder: Codable {
  let item: String
  let quantity: Int

  /// The day by which the user needs it.
  let due: Date
}

/// A purchase order that the server has accepted.
struct Order: Codable {
  let number: Int
  let item: String
  let quantity: Int
}

/// The server's reason for refusing, for the user to read.
struct Rejection: Codable {
  let reason: String
}
