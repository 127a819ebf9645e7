import Foundation

enum AccountError: Error {
    case bornInTheFuture
    case joinedInTheFuture
    case closed
}

extension AccountError: LocalizedError {
    var errorDescription: String? {
        switch self {
        case .bornInTheFuture: return "The date of birth is in the future."
        case .joinedInTheFuture: return "The membership begins in the future."
        case .closed: return "This account was closed because it has not been used for a year."
        }
    }
}
