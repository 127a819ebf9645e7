import Foundation

enum AccountError: Error {
    case bornInTheFuture
    case joinedInTheFuture
    case closed
}

extension AccountError: LocalizedError {

    var errorDescription: String? {
        switch self {
        case .bornInTheFuture: return "The date of birth can't be in the future."
        case .joinedInTheFuture: return "The membership date can't be in the future."
        case .closed: return "Your account was closed because you haven't signed in for a year."
        }
    }

}
