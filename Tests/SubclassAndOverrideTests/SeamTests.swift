import Foundation
import Testing

#if ATTEMPT
  @testable import SubclassAndOverrideBefore
#else
  @testable import SubclassAndOverrideAfter
#endif

/// What `Account` says at a moment that the test chooses.
@MainActor
@Suite("SubclassAndOverride: seam")
struct SeamTests {
  // MARK: Age and birthday

  nonisolated static let ages: [(zone: String, born: String, now: String, age: Int, days: Int)] = [
    // Zone, born, now, age, days until the next birthday
    ("Europe/London", "1970-01-01T00:00:00Z", "2024-12-31T23:59:59Z", 54, 1),
    ("Europe/London", "1970-01-01T00:00:00Z", "2025-01-01T00:00:00Z", 55, 0),
    // London kept summer time all through the winter of 1970
    ("Europe/London", "1970-01-01T22:59:59Z", "2025-01-01T00:00:00Z", 55, 0),
    ("Europe/London", "1970-01-01T23:00:00Z", "2025-01-01T23:59:59Z", 54, 1),
    ("Europe/London", "1970-01-01T00:00:00Z", "2025-01-02T00:00:00Z", 55, 364),
    ("Europe/London", "1990-12-31T12:00:00Z", "2023-12-30T23:59:59Z", 32, 1),
    ("Europe/London", "1990-12-31T12:00:00Z", "2023-12-31T00:00:00Z", 33, 0),
    ("Europe/London", "1990-12-31T12:00:00Z", "2024-01-01T00:00:00Z", 33, 365),
    // Born on 29 February, in years without one: 1 March
    ("Europe/London", "2000-02-29T12:00:00Z", "2001-02-28T23:59:59Z", 0, 1),
    ("Europe/London", "2000-02-29T12:00:00Z", "2001-03-01T00:00:00Z", 1, 0),
    ("Europe/London", "2000-02-29T12:00:00Z", "2001-03-02T00:00:00Z", 1, 364),
    ("Europe/London", "2000-02-29T12:00:00Z", "2100-02-28T12:00:00Z", 99, 1),
    ("Europe/London", "2000-02-29T12:00:00Z", "2100-03-01T12:00:00Z", 100, 0),
    // And in years with one
    ("Europe/London", "2000-02-29T12:00:00Z", "2004-02-28T12:00:00Z", 3, 1),
    ("Europe/London", "2000-02-29T12:00:00Z", "2004-02-29T00:00:00Z", 4, 0),
    ("Europe/London", "2000-02-29T12:00:00Z", "2004-03-01T00:00:00Z", 4, 365),
    ("Europe/London", "2000-02-29T12:00:00Z", "2003-03-02T12:00:00Z", 3, 364),
    // Born on 1 March: 29 February is one more day to wait
    ("Europe/London", "2001-03-01T12:00:00Z", "2023-02-28T12:00:00Z", 21, 1),
    ("Europe/London", "2001-03-01T12:00:00Z", "2024-02-28T12:00:00Z", 22, 2),
    // It is the day of the zone that counts, for the birth as well
    ("Pacific/Kiritimati", "2000-06-14T10:30:00Z", "2024-06-14T09:59:59Z", 23, 1),
    ("Pacific/Kiritimati", "2000-06-14T10:30:00Z", "2024-06-14T10:00:00Z", 24, 0),
    ("America/St_Johns", "1990-06-15T12:00:00Z", "2024-06-15T02:29:59Z", 33, 1),
    ("America/St_Johns", "1990-06-15T12:00:00Z", "2024-06-15T02:30:00Z", 34, 0),
    // The clocks go forward, and back
    ("Europe/London", "1990-03-31T12:00:00Z", "2024-03-30T23:59:59Z", 33, 1),
    ("Europe/London", "1990-04-01T12:00:00Z", "2024-03-31T12:00:00Z", 33, 1),
    ("Europe/London", "1990-10-28T12:00:00Z", "2024-10-26T23:30:00Z", 33, 1),
    // At midnight even: 8 September 2024 began at one o'clock
    ("America/Santiago", "1990-09-08T15:00:00Z", "2024-09-08T03:59:59Z", 33, 1),
    ("America/Santiago", "1990-09-08T15:00:00Z", "2024-09-08T04:00:00Z", 34, 0),
    ("America/Santiago", "1990-09-09T15:00:00Z", "2024-09-08T04:00:00Z", 33, 1),
    ("America/Santiago", "1990-04-07T15:00:00Z", "2024-04-07T03:59:59Z", 33, 1),
  ]

  @Test(arguments: ages)
  func `age and birthday`(
    zone: String, born: String, now: String, age: Int, days: Int
  ) throws {
    let account = try TestableAccount(zone: zone, now: now, born: born)
    #expect(try account.age() == age)
    #expect(account.daysUntilBirthday() == days)
    #expect(account.isBirthday() == (days == 0))
  }

  @Test func `who is born later today is nought years old, and tomorrow has no age`() throws {
    let today = try TestableAccount(
      zone: "America/St_Johns", now: "2024-06-15T02:30:00Z", born: "2024-06-16T02:29:59Z")
    #expect(try today.age() == 0)
    let tomorrow = try TestableAccount(
      zone: "America/St_Johns", now: "2024-06-15T02:30:00Z", born: "2024-06-16T02:30:00Z")
    #expect(throws: AccountError.bornInTheFuture) { try tomorrow.age() }
    #expect(throws: AccountError.bornInTheFuture) { try tomorrow.isOfAge(in: .germany) }
  }

  nonisolated static let limits: [(market: Market, now: String, isOfAge: Bool)] = [
    (Market.germany, "2018-02-28T23:59:59Z", false), (.germany, "2018-03-01T00:00:00Z", true),
    (.japan, "2020-02-28T23:59:59Z", false), (.japan, "2020-02-29T00:00:00Z", true),
    (.unitedStates, "2021-02-28T23:59:59Z", false), (.unitedStates, "2021-03-01T00:00:00Z", true),
  ]

  @Test(arguments: limits)
  func `a customer born on 29 February is of age`(
    market: Market, now: String, isOfAge: Bool
  ) throws {
    let account = try TestableAccount(
      zone: "Europe/London", now: now, born: "2000-02-29T12:00:00Z")
    #expect(try account.isOfAge(in: market) == isOfAge)
  }

  // MARK: Membership

  nonisolated static let tiers: [(joined: String, now: String, tier: LoyaltyTier)] = [
    // Joined, now, tier; in St John's, the year ends at half past three in the morning of London
    ("2020-12-31T12:00:00Z", "2021-01-01T03:29:59Z", LoyaltyTier.new),
    ("2020-12-31T12:00:00Z", "2021-01-01T03:30:00Z", .bronze),
    ("2021-01-01T03:29:59Z", "2021-06-15T12:00:00Z", .bronze),
    ("2021-01-01T03:30:00Z", "2021-06-15T12:00:00Z", .new),
    ("2020-06-15T12:00:00Z", "2023-01-01T03:29:59Z", .bronze),
    ("2020-06-15T12:00:00Z", "2023-01-01T03:30:00Z", .silver),
    ("2020-06-15T12:00:00Z", "2027-01-01T03:29:59Z", .silver),
    ("2020-06-15T12:00:00Z", "2027-01-01T03:30:00Z", .gold),
  ]

  @Test(arguments: tiers)
  func `the tier changes with the year`(joined: String, now: String, tier: LoyaltyTier) throws {
    let account = try TestableAccount(zone: "America/St_Johns", now: now, joined: joined)
    #expect(try account.loyaltyTier() == tier)
  }

  @Test func `who joins next year has no tier until then`() throws {
    let account = try TestableAccount(
      zone: "America/St_Johns", now: "2021-01-01T03:29:59Z", joined: "2021-01-01T03:30:00Z")
    #expect(throws: AccountError.joinedInTheFuture) { try account.loyaltyTier() }
    account.moment = try Date("2021-01-01T03:30:00Z", strategy: .iso8601)
    #expect(try account.loyaltyTier() == .new)
  }

  // MARK: Use

  nonisolated static let inactivity:
    [(zone: String, lastSignIn: String, now: String, days: Int, status: AccountStatus)] = [
      // Zone, last sign-in, now, days, status
      ("Europe/London", "2024-01-01T23:59:59Z", "2024-01-02T00:00:00Z", 1, AccountStatus.active),
      ("Europe/London", "2024-01-01T00:00:00Z", "2024-06-28T22:59:59Z", 179, .active),
      ("Europe/London", "2024-01-01T00:00:00Z", "2024-06-28T23:00:00Z", 180, .dormant),
      ("Europe/London", "2024-01-01T23:59:59Z", "2024-12-30T23:59:59Z", 364, .dormant),
      ("Europe/London", "2024-01-01T23:59:59Z", "2024-12-31T00:00:00Z", 365, .closed),
      ("Europe/London", "2024-03-30T12:00:00Z", "2024-03-31T22:59:59Z", 1, .active),
      ("Europe/London", "2024-03-31T12:00:00Z", "2024-04-01T12:00:00Z", 1, .active),
      ("Europe/London", "2024-10-26T23:00:00Z", "2024-10-27T23:59:59Z", 0, .active),
      ("America/Santiago", "2024-09-08T04:00:00Z", "2024-09-09T03:00:00Z", 1, .active),
      ("America/Santiago", "2024-04-06T12:00:00Z", "2024-04-07T03:59:59Z", 0, .active),
      ("Pacific/Kiritimati", "2024-01-01T09:59:59Z", "2024-01-01T10:00:00Z", 1, .active),
      ("Pacific/Kiritimati", "2024-01-01T10:00:00Z", "2024-01-02T09:59:59Z", 0, .active),
    ]

  @Test(arguments: inactivity)
  func `days of inactivity begin at midnight`(
    zone: String, lastSignIn: String, now: String, days: Int, status: AccountStatus
  ) throws {
    let account = try TestableAccount(zone: zone, now: now, lastSignIn: lastSignIn)
    #expect(account.daysOfInactivity() == days)
    #expect(account.status() == status)
  }

  @Test func `signing in notes the moment`() throws {
    let account = try TestableAccount(
      zone: "Europe/London", now: "2024-06-15T12:00:00Z", lastSignIn: "2024-01-01T12:00:00Z")
    try account.signIn()
    #expect(account.lastSignIn == account.moment)
    account.moment.addTimeInterval(0.001)
    try account.signIn()
    #expect(account.lastSignIn == account.moment)
  }

  @Test func `an account is closed at the stroke of midnight`() throws {
    let account = try TestableAccount(
      zone: "Europe/London", now: "2024-12-30T23:59:59Z", lastSignIn: "2024-01-01T12:00:00Z")
    #expect(account.status() == .dormant)
    account.moment.addTimeInterval(1)
    #expect(throws: AccountError.closed) { try account.signIn() }
  }

  // MARK: Greeting

  nonisolated static let greetings: [(now: String, greeting: String)] = [
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
    ("2023-12-31T23:59:59Z", "Good evening, Ada. It is 31 December 2023."),
  ]

  @Test(arguments: greetings)
  func `the greeting suits the hour and has the date`(now: String, greeting: String) throws {
    let account = try TestableAccount(
      zone: "Europe/London", now: now, born: "2000-08-15T12:00:00Z", lastSignIn: now)
    #expect(account.greeting() == greeting)
  }

  @Test func `the greeting wishes and warns`() throws {
    let account = try TestableAccount(
      zone: "Europe/London", now: "2023-03-01T08:00:00Z", born: "2000-02-29T12:00:00Z",
      lastSignIn: "2022-03-02T12:00:00Z")
    #expect(
      account.greeting() == """
        Good morning, Ada. It is 1 March 2023. Happy birthday! \
        Your account will be closed in 1 days.
        """)
  }

  // MARK: The clock

  @Test func `an account keeps the time of the system unless told otherwise`() {
    let account = Account(
      name: "Ada", dateOfBirth: .distantPast, memberSince: .distantPast, timeZone: .gmt)
    let before = Date()
    let now = account.now
    #expect(before <= now)
    #expect(now <= Date())
  }

  @Test func `the clock is read anew for every answer`() throws {
    let account = try TestableAccount(
      zone: "Europe/London", now: "2024-06-14T12:00:00Z", born: "2000-06-15T12:00:00Z",
      joined: "2024-01-01T12:00:00Z", lastSignIn: "2024-06-14T12:00:00Z")
    #expect(account.reads == 0)
    _ = try account.age()
    #expect(account.reads == 1)
    _ = account.daysUntilBirthday()
    #expect(account.reads == 2)
    _ = try account.loyaltyTier()
    #expect(account.reads == 3)
    _ = account.status()
    #expect(account.reads == 4)
    try account.signIn()
    #expect(account.reads == 6)
    _ = account.greeting()
    #expect(account.reads == 10)
    account.moment = try Date("2025-06-15T12:00:00Z", strategy: .iso8601)
    #expect(try account.age() == 25)
    #expect(account.isBirthday())
    #expect(try account.loyaltyTier() == .bronze)
    #expect(account.status() == .closed)
  }
}

// MARK: - Test doubles

/// An account that takes the moment of the test for now, and counts how often it is asked.
@MainActor
final class TestableAccount: Account {
  var moment: Date
  private(set) var reads = 0

  override var now: Date {
    reads += 1
    return moment
  }

  /// All moments are in the format of ISO 8601.
  init(
    zone: String, now: String, born: String = "1990-06-15T12:00:00Z",
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
