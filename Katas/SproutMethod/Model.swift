import Foundation

struct Token: Codable {
    let userName, accessToken: String
    let renewalToken: String
}

struct Announcement: Codable {
    let headline: String
    let publishedDate: Date
}

struct PurchaseOrder: Codable {
    let itemName: String
    let quantity: Int
    let dueDate: Date
}

struct Order: Codable { let orderNumber: Int }

enum APIError: String, Error {
    case unreachable = "The server cannot be reached."
    case notSignedIn = "Please sign in."
    case serverError = "The server has a problem."
    case malformed = "The server has sent something unexpected."
}

extension Notification.Name {
    static let userDidSignOut = Notification.Name("UserDidSignOut")
}
