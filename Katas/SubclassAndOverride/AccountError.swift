import Foundation

enum AccountError: Error {
    case bornInTheFuture
    case joinedInTheFuture
    case closed
}

extension AccountError: LocalizedError {
    var errorDescription: String? {
        switch self {
        case .bornInTheFuture: return NSLocalizedString("The date of birth can't be in the future.", comment: "")
        case .joinedInTheFuture: return NSLocalizedString("The membership date can't be in the future.", comment: "")
        case .closed: return NSLocalizedString("Your account was closed because you haven't signed in for a year.", comment: "")
        }
    }
}
