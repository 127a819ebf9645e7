import Foundation
import TestSupport
import Testing

@testable import SubclassAndOverride

/// The answers that `Account` gives at any moment a test chooses, to the second.
@MainActor
@Suite("SubclassAndOverride: seam", .namesModule)
struct SeamTests {

  @MainActor struct Age {
    @Test(
      arguments: [
        // Zone, born, now, age, days until the next birthday
        ("Europe/London", "1970-01-01T12:00:00Z", "2024-12-31T23:59:59Z", 54, 1),
        ("Europe/London", "1970-01-01T12:00:00Z", "2025-01-01T00:00:00Z", 55, 0),
        ("Europe/London", "1990-12-31T12:00:00Z", "2024-01-01T00:00:00Z", 33, 365),
        // Born on 29 February: the birthday is 1 March in years without one
        ("Europe/London", "2000-02-29T12:00:00Z", "2001-02-28T23:59:59Z", 0, 1),
        ("Europe/London", "2000-02-29T12:00:00Z", "2001-03-01T00:00:00Z", 1, 0),
        ("Europe/London", "2000-02-29T12:00:00Z", "2004-02-29T00:00:00Z", 4, 0),
        // Midnight in the customer's time zone counts, even if the clocks go forward then
        ("Pacific/Kiritimati", "1999-12-31T10:00:00Z", "2024-12-31T09:59:59Z", 24, 1),
        ("America/Santiago", "1990-09-08T15:00:00Z", "2024-09-08T03:59:59Z", 33, 1),
        ("America/Santiago", "1990-09-08T15:00:00Z", "2024-09-08T04:00:00Z", 34, 0),
      ])
    func `age and birthday change at midnight`(
      zone: String, born: String, now: String, age: Int, days: Int
    ) throws {
      let account = try TestableAccount(zone: zone, now: now, born: born)
      #expect(try account.age() == age)
      #expect(account.daysUntilBirthday() == days)
    }

    @Test(
      arguments: [
        (OBMarket.germany, "2018-02-28T23:59:59Z", false),
        (.germany, "2018-03-01T00:00:00Z", true), (.japan, "2020-02-28T23:59:59Z", false),
        (.japan, "2020-02-29T00:00:00Z", true),
      ])
    func `a customer born on 29 February comes of age on that day or on 1 March`(
      market: OBMarket, now: String, isOfAge: Bool
    ) throws {
      let account = try TestableAccount(now: now, born: "2000-02-29T12:00:00Z")
      #expect(account.isOfAge(in: market) == isOfAge)
    }
  }

  @MainActor struct BarrelClub {
    @Test(
      arguments: [
        // Joined, now, tier. In St. John's, the year ends at 03:30 UTC.
        ("2020-12-31T12:00:00Z", "2021-01-01T03:29:59Z", OBClubTier.new),
        ("2020-12-31T12:00:00Z", "2021-01-01T03:30:00Z", .bronze),
        ("2020-06-15T12:00:00Z", "2027-01-01T03:29:59Z", .silver),
        ("2020-06-15T12:00:00Z", "2027-01-01T03:30:00Z", .gold),
      ])
    func `the tier changes at New Year`(joined: String, now: String, tier: OBClubTier) throws {
      let account = try TestableAccount(zone: "America/St_Johns", now: now, joined: joined)
      #expect(try account.clubTier() == tier)
    }
  }

  @MainActor struct SignIn {
    @Test(
      arguments: [
        // Zone, last sign-in, now, days, status
        ("Europe/London", "2024-01-01T00:00:00Z", "2024-06-28T22:59:59Z", 179, .active),
        ("Europe/London", "2024-01-01T00:00:00Z", "2024-06-28T23:00:00Z", 180, .dormant),
        ("Europe/London", "2024-01-01T23:59:59Z", "2024-12-30T23:59:59Z", 364, .dormant),
        ("Europe/London", "2024-01-01T23:59:59Z", "2024-12-31T00:00:00Z", 365, .closed),
        // A day that begins at one o'clock, because the clocks go forward at midnight
        ("America/Santiago", "2024-09-08T04:00:00Z", "2024-09-09T03:00:00Z", 1, .active),
      ] as [(String, String, String, Int, OBAccountStatus)])
    func `a day of inactivity begins at midnight`(
      zone: String, lastSignIn: String, now: String, days: Int, status: OBAccountStatus
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
  }

  @MainActor struct Greeting {
    @Test(
      arguments: [
        ("2024-01-31T04:59:59Z", "Good evening, Ada. Today is 31 January 2024."),
        ("2024-02-29T05:00:00Z", "Good morning, Ada. Today is 29 February 2024."),
        ("2024-03-01T11:59:59Z", "Good morning, Ada. Today is 1 March 2024."),
        ("2024-04-09T11:00:00Z", "Good afternoon, Ada. Today is 9 April 2024."),
        ("2024-05-10T16:59:59Z", "Good afternoon, Ada. Today is 10 May 2024."),
        ("2024-06-30T17:00:00Z", "Good evening, Ada. Today is 30 June 2024."),
        ("2024-07-31T23:00:00Z", "Good evening, Ada. Today is 1 August 2024."),
      ])
    func `the greeting changes with the hour and the date`(now: String, greeting: String) throws {
      let account = try TestableAccount(now: now, lastSignIn: now)
      #expect(account.greeting() == "\(greeting)\nGold member since 15 June 2015.")
    }
  }

  /// An account is on screen while the time passes.
  @MainActor struct AnOpenAccount {
    @Test func `an open account gives new answers after midnight`() throws {
      let account = try TestableAccount(
        now: "2024-12-31T23:59:59Z", born: "2000-01-01T12:00:00Z", joined: "2024-07-05T12:00:00Z")
      func answers() throws -> String {
        try "\(account.age()) \(account.clubTier()) \(account.status())"
      }
      #expect(try answers() == "24 new active")
      #expect(account.daysUntilBirthday() == 1)
      account.moment += 1
      #expect(try answers() == "25 bronze dormant")
      #expect(account.daysUntilBirthday() == 0)
    }

    @Test func `an open page gives new answers after midnight`() throws {
      let account = try TestableAccount(
        now: "2024-12-31T23:59:59Z", born: "2000-01-01T12:00:00Z", joined: "2024-01-03T12:00:00Z")
      #expect(
        account.greeting() == """
          Good evening, Ada. Today is 31 December 2024. Only 1 days until your birthday.
          New member since 3 January 2024.
          Your account will be closed in 2 days.
          """)
      account.moment += 1
      #expect(
        account.greeting() == """
          Good evening, Ada. Today is 1 January 2025. Happy birthday!
          Bronze member since 3 January 2024.
          Your account will be closed in 1 days.
          """)
    }

    @Test func `an open page wishes a good afternoon from noon on`() throws {
      let account = try TestableAccount(now: "2024-01-15T11:59:59Z")
      #expect(account.greeting().hasPrefix("Good morning"))
      account.moment += 1
      #expect(account.greeting().hasPrefix("Good afternoon"))
    }

    @Test func `the support desk sees the account as it is at that moment`() throws {
      let account = try TestableAccount(
        now: "2023-12-31T23:59:59Z", born: "2000-01-01T12:00:00Z", joined: "2023-07-05T12:00:00Z")
      #expect(account.freshdeskRow == "Ada;2000-01-01;23;new;active;179;offline")
      account.moment += 1
      #expect(account.freshdeskRow == "Ada;2000-01-01;24;bronze;dormant;180;offline")
    }

    @Test func `a customer is offline a quarter of an hour after signing in`() throws {
      let account = try TestableAccount(
        now: "2024-06-15T12:14:59Z", lastSignIn: "2024-06-15T12:00:00Z")
      #expect(account.freshdeskRow.hasSuffix(";0;online"))
      account.moment += 1
      #expect(account.freshdeskRow.hasSuffix(";0;offline"))
    }
  }

  // A customer born on 29 February is younger everywhere else
  @Test(.tags(.quirk))
  func `the support desk sees a birthday on 28 February in years without a 29th`() throws {
    let account = try TestableAccount(now: "2018-02-28T12:00:00Z", born: "2000-02-29T12:00:00Z")
    #expect(account.freshdeskRow.hasPrefix("Ada;2000-02-29;18;"))
    #expect(try account.age() == 17)
  }

  @Test func `an account uses the system's clock by default`() {
    let account = Account(
      name: "Ada", dateOfBirth: .distantPast, memberSince: .distantPast, timeZone: .gmt)
    let before = Date()
    let now = account.now
    #expect((before...Date()).contains(now))
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
    joined: String = "2015-06-15T12:00:00Z", lastSignIn: String? = nil
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
