import Foundation

/// Why an account cannot be used as it is.
enum AccountError: Error, Equatable {
  /// The date of birth is later than today.
  case bornInTheFuture

  /// The year in which the membership began is later than this one.
  case joinedInTheFuture

  /// The account has been inactive for too long.
  case closed
}

extension AccountError: LocalizedError {
  /// A sentence for the customer.
  var errorDescription: String? {
    switch self {
    case .bornInTheFuture: "The date of birth lies in the future."
    case .joinedInTheFuture: "The membership begins in the future."
    case .closed: "This account was closed because it has not been used for a year."
    }
  }
}
