import Foundation

/// Why a call to the client failed.
enum APIError: Error, Equatable {
  /// There was no answer.
  case unreachable

  /// The server doesn't know the user, or no longer does.
  case notSignedIn

  /// The server refused, with a reason for the user to read.
  case rejected(String)

  /// The server answered with another HTTP status that isn't a success.
  case failed(status: Int)

  /// The server sent something unexpected.
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
