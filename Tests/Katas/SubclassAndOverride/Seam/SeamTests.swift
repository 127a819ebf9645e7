import Foundation
import TestSupport
import Testing

#if SOLUTION
  @testable import SubclassAndOverrideAfter
#else
  @testable import SubclassAndOverrideBefore
#endif

/// The answers that `Account` gives at any moment a test chooses.
@MainActor
@Suite("SubclassAndOverride: seam", .namesModule)
struct SeamTests {
  @Test(
    arguments: [
      // Zone, born, now, age, days until the next birthday
      ("Europe/London", "1970-01-01T12:00:00Z", "2024-12-31T23:59:59Z", 54, 1),
      ("Europe/London", "1970-01-01T12:00:00Z", "2025-01-01T00:00:00Z", 55, 0),
      ("Europe/London", "1990-12-31T12:00:00Z", "2024-01-01T00:00:00Z", 33, 365),
      // Born on 29 February: the birthday is 1 March in years without one
      ("Europe/London", "2000-02-29T12:00:00Z", "2001-02-28T23:59:59Z", 0, 1),
      ("Europe/London", "2000-02-29T12:00:00Z", "2001-03-01T00:00:00Z", 1, 0),
      ("Europe/London", "2000-02-29T12:00:00Z", "2100-02-28T12:00:00Z", 99, 1),
      ("Europe/London", "2000-02-29T12:00:00Z", "2004-02-28T23:59:59Z", 3, 1),
      ("Europe/London", "2000-02-29T12:00:00Z", "2004-02-29T00:00:00Z", 4, 0),
      ("Europe/London", "2000-02-29T12:00:00Z", "2004-03-01T00:00:00Z", 4, 365),
      // Born on 1 March: a leap year is one day longer
      ("Europe/London", "2001-03-01T12:00:00Z", "2023-02-28T12:00:00Z", 21, 1),
      ("Europe/London", "2001-03-01T12:00:00Z", "2024-02-28T12:00:00Z", 22, 2),
      // The clocks go forward on 31 March in London, and at midnight on 8 September in Santiago
      ("Europe/London", "1990-04-01T12:00:00Z", "2024-03-31T12:00:00Z", 33, 1),
      ("America/Santiago", "1990-09-08T15:00:00Z", "2024-09-08T03:59:59Z", 33, 1),
      ("America/Santiago", "1990-09-08T15:00:00Z", "2024-09-08T04:00:00Z", 34, 0),
      ("America/Santiago", "1990-09-09T15:00:00Z", "2024-09-08T04:00:00Z", 33, 1),
      // Midnight in the customer's time zone counts
      ("Pacific/Kiritimati", "1999-12-31T10:00:00Z", "2024-12-31T09:59:59Z", 24, 1),
      ("Pacific/Kiritimati", "1999-12-31T10:00:00Z", "2024-12-31T10:00:00Z", 25, 0),
      ("America/St_Johns", "1990-06-15T12:00:00Z", "2024-06-15T02:29:59Z", 33, 1),
    ])
  func `age and birthday change at midnight`(
    zone: String, born: String, now: String, age: Int, days: Int
  ) throws {
    let account = try TestableAccount(zone: zone, now: now, born: born)
    #expect(try account.age() == age)
    #expect(account.daysUntilBirthday() == days)
    #expect(account.isBirthday() == (days == 0))
  }

  @Test(
    arguments: [
      (Market.germany, "2018-02-28T23:59:59Z", false), (.germany, "2018-03-01T00:00:00Z", true),
      (.japan, "2020-02-28T23:59:59Z", false), (.japan, "2020-02-29T00:00:00Z", true),
    ])
  func `a customer born on 29 February comes of age on that day or on 1 March`(
    market: Market, now: String, isOfAge: Bool
  ) throws {
    let account = try TestableAccount(now: now, born: "2000-02-29T12:00:00Z")
    #expect(try account.isOfAge(in: market) == isOfAge)
  }

  @Test(
    arguments: [
      // Joined, now, tier. In St. John's, the year ends at 03:30 UTC.
      ("2020-12-31T12:00:00Z", "2021-01-01T03:29:59Z", LoyaltyTier.new),
      ("2020-12-31T12:00:00Z", "2021-01-01T03:30:00Z", .bronze),
      ("2021-01-01T03:30:00Z", "2021-06-15T12:00:00Z", .new),
      ("2020-06-15T12:00:00Z", "2023-01-01T03:29:59Z", .bronze),
      ("2020-06-15T12:00:00Z", "2023-01-01T03:30:00Z", .silver),
      ("2020-06-15T12:00:00Z", "2027-01-01T03:29:59Z", .silver),
      ("2020-06-15T12:00:00Z", "2027-01-01T03:30:00Z", .gold),
    ])
  func `the tier changes at New Year`(joined: String, now: String, tier: LoyaltyTier) throws {
    let account = try TestableAccount(zone: "America/St_Johns", now: now, joined: joined)
    #expect(try account.loyaltyTier() == tier)
  }

  @Test(
    arguments: [
      // Zone, last sign-in, now, days, status
      ("Europe/London", "2024-01-01T00:00:00Z", "2024-06-28T22:59:59Z", 179, AccountStatus.active),
      ("Europe/London", "2024-01-01T00:00:00Z", "2024-06-28T23:00:00Z", 180, .dormant),
      ("Europe/London", "2024-01-01T23:59:59Z", "2024-12-30T23:59:59Z", 364, .dormant),
      ("Europe/London", "2024-01-01T23:59:59Z", "2024-12-31T00:00:00Z", 365, .closed),
      ("Europe/London", "2024-10-26T23:00:00Z", "2024-10-27T23:59:59Z", 0, .active),
      ("America/Santiago", "2024-09-08T04:00:00Z", "2024-09-09T03:00:00Z", 1, .active),
    ])
  func `a day of inactivity begins at midnight`(
    zone: String, lastSignIn: String, now: String, days: Int, status: AccountStatus
  ) throws {
    let account = try TestableAccount(zone: zone, now: now, lastSignIn: lastSignIn)
    #expect(account.daysOfInactivity() == days)
    #expect(account.status() == status)
  }

  @Test func `a sign-in is recorded at the account's own time`() throws {
    let account = try TestableAccount(
      now: "2024-06-15T12:00:00Z", lastSignIn: "2024-01-01T12:00:00Z")
    try account.signIn()
    #expect(account.lastSignIn == account.moment)
  }

  @Test(
    arguments: [
      ("2024-01-31T04:59:59Z", "Good evening, Ada. It is 31 January 2024."),
      ("2024-02-29T05:00:00Z", "Good morning, Ada. It is 29 February 2024."),
      ("2024-03-01T11:59:59Z", "Good morning, Ada. It is 1 March 2024."),
      ("2024-04-09T11:00:00Z", "Good afternoon, Ada. It is 9 April 2024."),
      ("2024-05-10T16:59:59Z", "Good afternoon, Ada. It is 10 May 2024."),
      ("2024-06-30T17:00:00Z", "Good evening, Ada. It is 30 June 2024."),
      ("2024-07-04T22:59:59Z", "Good evening, Ada. It is 4 July 2024."),
      ("2024-07-31T23:00:00Z", "Good evening, Ada. It is 1 August 2024."),
      ("2024-09-30T12:00:00Z", "Good afternoon, Ada. It is 30 September 2024."),
      ("2024-10-31T12:00:00Z", "Good afternoon, Ada. It is 31 October 2024."),
      ("2024-11-05T12:00:00Z", "Good afternoon, Ada. It is 5 November 2024."),
    ])
  func `the greeting changes with the hour and the date`(now: String, greeting: String) throws {
    #expect(try TestableAccount(now: now, lastSignIn: now).greeting() == greeting)
  }

  @Test func `the year ends while the account is open`() throws {
    let account = try TestableAccount(
      now: "2023-12-31T23:59:59Z", lastSignIn: "2023-12-31T12:00:00Z")
    #expect(account.greeting() == "Good evening, Ada. It is 31 December 2023.")
    account.moment += 1
    #expect(account.greeting() == "Good evening, Ada. It is 1 January 2024.")
  }

  @Test func `an account gives new answers after midnight`() throws {
    let account = try TestableAccount(
      now: "2024-12-31T23:59:59Z", born: "2000-01-01T12:00:00Z", joined: "2024-01-02T12:00:00Z")
    let before = try answers(of: account)
    account.moment += 1
    #expect(
      try [before, answers(of: account)] == [
        "24, 1 days, new, dormant. Good evening, Ada. It is 31 December 2024. "
          + "Your account will be closed in 1 days.",
        "25, 0 days, bronze, closed. Good evening, Ada. It is 1 January 2025. Happy birthday!",
      ])
  }

  @Test func `an account uses the system's clock by default`() {
    let account = Account(
      name: "Ada", dateOfBirth: .distantPast, memberSince: .distantPast, timeZone: .gmt)
    let before = Date()
    let now = account.now
    #expect(before <= now && now <= Date())
  }

  private func answers(of account: Account) throws -> String {
    let birthday = "\(try account.age()), \(account.daysUntilBirthday()) days"
    return "\(birthday), \(try account.loyaltyTier()), \(account.status()). \(account.greeting())"
  }
}

// MARK: - Test doubles

/// An account that takes the current moment from the test.
@MainActor
final class TestableAccount: Account {
  var moment: Date

  override var now: Date { moment }

  /// Takes all moments in ISO 8601 format.
  init(
    zone: String = "Europe/London", now: String, born: String = "1990-08-15T12:00:00Z",
    joined: String = "2020-06-15T12:00:00Z", lastSignIn: String? = nil
  ) throws {
    moment = try Date(now, strategy: .iso8601)
    super.init(
      name: "Ada",
      dateOfBirth: try Date(born, strategy: .iso8601),
      memberSince: try Date(joined, strategy: .iso8601),
      timeZone: try #require(TimeZone(identifier: zone)),
      lastSignIn: try lastSignIn.map { try Date($0, strategy: .iso8601) })
  }
}
