import Foundation

/// Why a call of the client has failed.
enum APIError: Error, Equatable {
  /// There was no answer.
  case unreachable

  /// The server does not know the user, or no longer.
  case notSignedIn

  /// The server has understood and refused, for a reason in words for the user.
  case rejected(String)

  /// The server has answered with another HTTP status that is no success.
  case failed(status: Int)

  /// What the server has sent is not what was expected.
  case malformed
}

extension APIError: LocalizedError {
  /// A sentence for the user.
  var errorDescription: String? {
    switch self {
    case .unreachable: "The server cannot be reached."
    case .notSignedIn: "Please sign in."
    case .rejected(let reason): reason
    case .failed(let status): "The server has a problem (\(status))."
    case .malformed: "The server has sent something unexpected."
    }
  }
}
