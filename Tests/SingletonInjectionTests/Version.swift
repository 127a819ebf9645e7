import Foundation
import Testing

@testable import SingletonInjectionAfter
@testable import SingletonInjectionBefore

/// The module that a characterization test runs against.
enum Version: String, CaseIterable, CustomTestStringConvertible {
  case before, after

  var testDescription: String { rawValue }
}

@MainActor extension Version {
  /// A handler made as the app makes it.
  func makeHandler() -> any LoginHandlerUnderTest {
    switch self {
    case .before: SingletonInjectionBefore.LoginHandler()
    case .after: SingletonInjectionAfter.LoginHandler()
    }
  }

  func lock(afterFailures failures: Int) -> TimeInterval {
    switch self {
    case .before: SingletonInjectionBefore.LockSchedule.lock(afterFailures: failures)
    case .after: SingletonInjectionAfter.LockSchedule.lock(afterFailures: failures)
    }
  }
}

// MARK: - What both modules have

/// The part of `LoginHandler` that the shared tests call.
@MainActor
protocol LoginHandlerUnderTest {
  var previousUsername: String? { get }
  var lastSignIn: Date? { get }
  var recentAccounts: [String] { get }

  func forgetMe()
  func remainingLock(at now: Date) -> TimeInterval
  func didSignIn(as username: String, remember: Bool, at now: Date)
  func didFail(at now: Date) -> TimeInterval

  /// `didSignIn` with its default argument.
  func didSignInByDefault(as username: String, at now: Date)
}

extension SingletonInjectionBefore.LoginHandler: LoginHandlerUnderTest {
  func didSignInByDefault(as username: String, at now: Date) {
    didSignIn(as: username, at: now)
  }
}

extension SingletonInjectionAfter.LoginHandler: LoginHandlerUnderTest {
  func didSignInByDefault(as username: String, at now: Date) {
    didSignIn(as: username, at: now)
  }
}
