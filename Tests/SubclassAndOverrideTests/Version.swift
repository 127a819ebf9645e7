import Foundation
import Testing

@testable import SubclassAndOverrideAfter
@testable import SubclassAndOverrideBefore

/// The module that a characterization test runs against.
enum Version: String, CaseIterable, CustomTestStringConvertible {
  case before, after

  var testDescription: String { rawValue }
}

@MainActor extension Version {
  /// An account for which a test says only what it is about. Without anything said, the customer was
  /// born and joined at the beginning of 2000, and signed in just now.
  func makeAccount(
    in timeZone: TimeZone,
    name: String = "Ada",
    born dateOfBirth: Date = Date(timeIntervalSince1970: 946_728_000),
    joined memberSince: Date = Date(timeIntervalSince1970: 946_728_000),
    lastSignIn: Date? = Date()
  ) -> any AccountUnderTest {
    switch self {
    case .before:
      SubclassAndOverrideBefore.Account(
        name: name, dateOfBirth: dateOfBirth, memberSince: memberSince, timeZone: timeZone,
        lastSignIn: lastSignIn)
    case .after:
      SubclassAndOverrideAfter.Account(
        name: name, dateOfBirth: dateOfBirth, memberSince: memberSince, timeZone: timeZone,
        lastSignIn: lastSignIn)
    }
  }

  /// An account that is made without saying when the customer signed in.
  func makeUnusedAccount(in timeZone: TimeZone, joined memberSince: Date) -> any AccountUnderTest {
    switch self {
    case .before:
      SubclassAndOverrideBefore.Account(
        name: "Ada", dateOfBirth: .distantPast, memberSince: memberSince, timeZone: timeZone)
    case .after:
      SubclassAndOverrideAfter.Account(
        name: "Ada", dateOfBirth: .distantPast, memberSince: memberSince, timeZone: timeZone)
    }
  }

  /// The message of an error, by the name of its case.
  var errorMessages: [String: String] {
    switch self {
    case .before:
      [
        "bornInTheFuture":
          SubclassAndOverrideBefore.AccountError.bornInTheFuture.localizedDescription,
        "joinedInTheFuture":
          SubclassAndOverrideBefore.AccountError.joinedInTheFuture.localizedDescription,
        "closed": SubclassAndOverrideBefore.AccountError.closed.localizedDescription,
      ]
    case .after:
      [
        "bornInTheFuture":
          SubclassAndOverrideAfter.AccountError.bornInTheFuture.localizedDescription,
        "joinedInTheFuture":
          SubclassAndOverrideAfter.AccountError.joinedInTheFuture.localizedDescription,
        "closed": SubclassAndOverrideAfter.AccountError.closed.localizedDescription,
      ]
    }
  }
}

// MARK: - What both modules have

/// The part of `Account` that the shared tests call. What is an enum in the module is its name here.
@MainActor
protocol AccountUnderTest: AnyObject {
  var name: String { get }
  var dateOfBirth: Date { get }
  var memberSince: Date { get }
  var timeZone: TimeZone { get }
  var lastSignIn: Date? { get }

  func age() throws -> Int
  func isOfAge(inMarketNamed name: String) throws -> Bool
  func isBirthday() -> Bool
  func daysUntilBirthday() -> Int
  func loyaltyTierName() throws -> String
  func signIn() throws
  func daysOfInactivity() -> Int
  func statusName() -> String
  func greeting() -> String
}

extension SubclassAndOverrideBefore.Account: AccountUnderTest {
  func isOfAge(inMarketNamed name: String) throws -> Bool {
    let markets = SubclassAndOverrideBefore.Market.allCases
    return try isOfAge(in: #require(markets.first { String(describing: $0) == name }))
  }

  func loyaltyTierName() throws -> String { String(describing: try loyaltyTier()) }
  func statusName() -> String { String(describing: status()) }
}

extension SubclassAndOverrideAfter.Account: AccountUnderTest {
  func isOfAge(inMarketNamed name: String) throws -> Bool {
    let markets = SubclassAndOverrideAfter.Market.allCases
    return try isOfAge(in: #require(markets.first { String(describing: $0) == name }))
  }

  func loyaltyTierName() throws -> String { String(describing: try loyaltyTier()) }
  func statusName() -> String { String(describing: status()) }
}
