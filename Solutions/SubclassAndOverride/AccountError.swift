import Foundation

/// What can be wrong with an account.
enum AccountError: Error, Equatable {
  /// The date of birth is later than today.
  case bornInTheFuture

  /// The membership begins next year or later.
  case joinedInTheFuture

  /// The account has been inactive for too long.
  case closed
}

extension AccountError: LocalizedError {
  /// A message for the customer.
  var errorDescription: String? {
    switch self {
    case .bornInTheFuture: "The date of birth lies in the future."
    case .joinedInTheFuture: "The membership begins in the future."
    case .closed: "This account was closed because it has not been used for a year."
    }
  }
}
