import Foundation

enum GuestDeskError: Error, Equatable {
    case alreadyInviting
    case nameMissing
    case invalidEmail(String)
    case ownEmail
    case suspended
    case invitedAlready(String)
    case limitReached(Int)
    case noFreeCode
    case mailFailed(String)
    case passNotFound
}

extension GuestDeskError: LocalizedError {

    var errorDescription: String? {
        switch self {
        case .alreadyInviting: return nil
        case .nameMissing: return "Please enter the name of your guest."
        case .invalidEmail(let email): return "“\(email)” is not a valid email address."
        case .ownEmail: return "You don't need a pass for yourself."
        case .suspended: return "Your membership is suspended. Please talk to reception."
        case .invitedAlready(let email): return "\(email) already has a pass for this day."
        case .limitReached(let limit): return "Your plan includes \(limit) guests a month."
        case .noFreeCode: return "There is no free code at the moment. Please try again."
        case .mailFailed(let email): return "We couldn't send a mail to \(email). Your guest has no pass."
        case .passNotFound: return "This pass was cancelled."
        }
    }
}
