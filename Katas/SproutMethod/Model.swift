import Foundation

struct Token: Codable { let userName, accessToken, refreshToken: String }

struct Announcement: Codable {
    let headline: String
    let publishedDate: Date
}

struct PurchaseOrder: Codable {
    let itemName: String
    let quantity: Int
    let dueDate: Date
    enum CodingKeys: String, CodingKey {
        case itemName = "MAKTX"
        case quantity = "MENGE"
        case dueDate = "EINDT"
    }
}

struct Order: Codable {
    let orderNumber: Int
    enum CodingKeys: String, CodingKey { case orderNumber = "EBELN" }
}

enum APIError: String, Error {
    case unreachable = "Could not connect to the server."
    case notSignedIn = "Please sign in."
    case serverError = "Server error. Please try again later."
    case malformed = "Something went wrong. Please try again."
}

extension Notification.Name {
    static let userDidSignOut = Notification.Name("MBUserDidLogoutNotification")
}
