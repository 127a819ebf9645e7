import Foundation
import TestSupport
import Testing

@testable import SubclassAndOverride

/// Pins the answers that `Account` gives today, whatever day that is.
///
/// You're about to edit the twelve lines that read the clock. They decide which moment a sign-in
/// records, how long an account has been unused, and which day it is for the customer. The tests
/// look at the account's answers, the greeting, and the support desk's row, and in places where it's
/// another day than on your computer. They call the same account before and after a sign-in.
///
/// A test can't set the clock, so it chooses the account's dates relative to today. The customers
/// live where midnight isn't near, so that it can't pass during a test.
@MainActor
@Suite("SubclassAndOverride: characterization", .namesModule)
struct CharacterizationTests {

  @MainActor struct SignIn {
    @Test func `each sign-in records the current moment`() throws {
      let account = makeAccount(in: calendar, joined: calendar.fromToday(), lastSignIn: nil)
      try account.signIn()
      let before = laterMoment()
      try account.signIn()
      let signIn = try #require(account.lastSignIn)
      #expect((before...Date()).contains(signIn))
    }

    @Test func `after signing in, the account isn't dormant`() throws {
      let account = makeAccount(in: calendar, lastSignIn: calendar.fromToday(days: -300))
      #expect(account.isDormant)
      try account.signIn()
      #expect(!account.isDormant)
    }

    @Test func `after signing in, the customer isn't warned, and is online`() throws {
      let account = makeAccount(in: calendar, lastSignIn: calendar.fromToday(days: -300))
      #expect(account.greeting().hasSuffix("\nYour account will be closed in 65 days."))
      #expect(account.freshdeskRow.hasSuffix(";dormant;300;offline"))
      try account.signIn()
      #expect(account.greeting().hasSuffix("\nGold member since 1 May 2015."))
      #expect(account.freshdeskRow.hasSuffix(";active;0;online"))
    }

    @Test(arguments: [nil, -365])
    func `nobody can sign in to a closed account`(daysFromToday: Int?) {
      let lastSignIn = daysFromToday.map { calendar.fromToday(days: $0) }
      let account = makeAccount(
        in: calendar, joined: calendar.fromToday(days: -365), lastSignIn: lastSignIn)
      #expect(throws: AccountError.closed) { try account.signIn() }
      #expect(account.lastSignIn == lastSignIn)
    }
  }

  @MainActor struct Inactivity {
    @Test(
      arguments: [
        // Days without a sign-in, hour of the last one, status
        (0, 0, OBAccountStatus.active), (1, 23, .active), (179, 0, .active), (180, 23, .dormant),
        (364, 0, .dormant), (365, 23, .closed),
      ], zonesOnTwoDays)
    func `an unused account becomes dormant, then closed`(
      unused: (days: Int, hour: Int, status: OBAccountStatus), zones: [String]
    ) throws {
      let calendar = try Calendar.awayFromMidnight(zones)
      let lastSignIn = calendar.fromToday(days: -unused.days, hour: unused.hour)
      let account = makeAccount(in: calendar, lastSignIn: lastSignIn)
      #expect(account.daysOfInactivity() == unused.days)
      #expect(account.status() == unused.status)
      #expect(account.freshdeskRow.contains(";gold;\(unused.status);\(unused.days);"))
    }

    @Test func `without a sign-in, inactivity begins on the day of joining`() {
      let account = makeAccount(
        in: calendar, joined: calendar.fromToday(days: -200), lastSignIn: nil)
      #expect(account.daysOfInactivity() == 200)
      #expect(account.greeting().hasSuffix("\nYour account will be closed in 165 days."))
      #expect(account.freshdeskRow.hasSuffix(";dormant;200;offline"))
    }

    @Test(.tags(.quirk))
    func `a sign-in dated tomorrow was -1 days ago, and the customer is online`() {
      let account = makeAccount(in: calendar, lastSignIn: calendar.fromToday(days: 1))
      #expect(account.daysOfInactivity() == -1)
      #expect(account.freshdeskRow.hasSuffix(";active;-1;online"))
    }

    // On any date, one of these spans has a 23-hour day but no 25-hour day, and another the reverse
    @Test(arguments: [50, 100, 150, 200, 250, 300])
    func `days are counted correctly when the clocks change`(days: Int) throws {
      let calendar = try Calendar.awayFromMidnight(["Europe/London", "Pacific/Auckland"])
      let account = makeAccount(
        in: calendar, born: calendar.fromToday(years: -28, days: days),
        lastSignIn: calendar.fromToday(days: -days))
      #expect(account.daysUntilBirthday() == days)
      #expect(account.daysOfInactivity() == days)
    }
  }

  @MainActor struct BarrelClub {
    // Calendar years count, not full years since the day of joining
    @Test(
      .tags(.quirk),
      arguments: [
        // Joined years ago, month, day, hour; tier
        (0, 12, 31, 23, OBClubTier.new), (1, 12, 31, 23, .bronze), (2, 1, 1, 0, .bronze),
        (3, 12, 31, 23, .silver), (6, 1, 1, 0, .silver), (7, 12, 31, 23, .gold),
      ], zonesOnTwoDays)
    func `the tier follows the calendar years of membership`(
      joined: (yearsAgo: Int, month: Int, day: Int, hour: Int, tier: OBClubTier), zones: [String]
    ) throws {
      let calendar = try Calendar.awayFromMidnight(zones)
      let year = calendar.component(.year, from: Date()) - joined.yearsAgo
      let date = calendar.date(year, joined.month, joined.day, hour: joined.hour)
      #expect(try makeAccount(in: calendar, joined: date).clubTier() == joined.tier)
    }

    @Test(arguments: [
      (0, "new", "New"), (1, "bronze", "Bronze"), (3, "silver", "Silver"), (7, "gold", "Gold"),
    ])
    func `the greeting and the support desk name the tier`(
      yearsAgo: Int, column: String, word: String
    ) {
      let year = calendar.component(.year, from: Date()) - yearsAgo
      let account = makeAccount(in: calendar, joined: calendar.date(year, 6, 15))
      #expect(account.greeting().contains("\n\(word) member since 15 June \(year)."))
      #expect(account.freshdeskRow.contains(";\(column);active;"))
    }

    @Test func `a customer who joins in a later year has no tier`() {
      let year = calendar.component(.year, from: Date()) + 1
      let account = makeAccount(in: calendar, joined: calendar.date(year, 6, 15))
      #expect(throws: AccountError.joinedInTheFuture) { try account.clubTier() }
      #expect(!account.greeting().contains("member since"))
      #expect(account.freshdeskRow.contains(";-;active;"))
    }
  }

  @MainActor struct Age {
    @Test(
      arguments: [
        // Born years ago, days from today; age
        (28, -200, 28), (28, 0, 28), (28, 1, 27), (0, 0, 0),
      ], hoursOnTwoDays)
    func `a customer turns a year older on the birthday, whatever the hour`(
      born: (yearsAgo: Int, daysFromToday: Int, age: Int), at: (zones: [String], hour: Int)
    ) throws {
      let calendar = try Calendar.awayFromMidnight(at.zones)
      let birth = calendar.fromToday(
        years: -born.yearsAgo, days: born.daysFromToday, hour: at.hour)
      let account = makeAccount(in: calendar, born: birth)
      #expect(try account.age() == born.age)
      #expect(account.freshdeskRow.hasSuffix(";\(born.age);gold;active;0;online"))
    }

    @Test(arguments: zip(OBMarket.allCases, [18, 20, 21]))
    func `a customer comes of age on the birthday`(market: OBMarket, age: Int) {
      let today = makeAccount(in: calendar, born: calendar.fromToday(years: -age))
      let tomorrow = makeAccount(in: calendar, born: calendar.fromToday(years: -age, days: 1))
      #expect(today.isOfAge(in: market))
      #expect(!tomorrow.isOfAge(in: market))
    }

    @Test(arguments: zonesOnTwoDays)
    func `a customer born after today has no age and isn't of age`(zones: [String]) throws {
      let calendar = try Calendar.awayFromMidnight(zones)
      let account = makeAccount(in: calendar, born: calendar.fromToday(days: 1, hour: 0))
      #expect(throws: AccountError.bornInTheFuture) { try account.age() }
      #expect(!account.isOfAge(in: .germany))
    }

    @Test(.tags(.quirk))
    func `the support desk sees a negative age if the customer isn't born yet`() {
      let account = makeAccount(in: calendar, born: calendar.fromToday(years: 4, days: 1))
      #expect(account.freshdeskRow.hasSuffix(";-4;gold;active;0;online"))
    }
  }

  @MainActor struct Birthday {
    @Test(arguments: [(0, true), (1, false), (300, false)], hoursOnTwoDays)
    func `the days until the birthday are counted`(
      birthday: (days: Int, isToday: Bool), born: (zones: [String], hour: Int)
    ) throws {
      let calendar = try Calendar.awayFromMidnight(born.zones)
      let birth = calendar.fromToday(years: -28, days: birthday.days, hour: born.hour)
      let account = makeAccount(in: calendar, born: birth)
      #expect(account.daysUntilBirthday() == birthday.days)
      #expect(account.isBirthday() == birthday.isToday)
    }

    @Test func `the day after the birthday, the next one is a year away`() {
      let account = makeAccount(in: calendar, born: calendar.fromToday(years: -28, days: -1))
      #expect([364, 365].contains(account.daysUntilBirthday()))
    }
  }

  @MainActor struct Greeting {
    @Test(
      arguments: [
        (0, "evening"), (4, "evening"), (5, "morning"), (11, "morning"), (12, "afternoon"),
        (17, "afternoon"), (18, "evening"), (23, "evening"),
      ])
    func `the greeting suits the time of day`(hourNow: Int, timeOfDay: String) {
      let account = makeAccount(in: .whereItIsNow(hour: hourNow))
      #expect(account.greeting().hasPrefix("Good \(timeOfDay), Ada. Today is "))
    }

    @Test(arguments: zonesOnTwoDays)
    func `on the day of joining, the greeting gives that date twice`(zones: [String]) throws {
      let calendar = try Calendar.awayFromMidnight(zones)
      let account = makeAccount(in: calendar, joined: calendar.fromToday())
      let text = try #require(
        account.greeting().wholeMatch(
          of: /Good \w+, Ada\. Today is (\d+ \w+ \d+)\.\nNew member since (\d+ \w+ \d+)\./))
      #expect(text.1 == text.2)
    }

    @Test(
      arguments: [
        (2016, 2, 29, "29 February 2016", "2016-02-29"), (2018, 6, 9, "9 June 2018", "2018-06-09"),
        // In the first week of the next year, and in the last week of the year before
        (2014, 12, 30, "30 December 2014", "2014-12-30"),
        (2017, 1, 1, "1 January 2017", "2017-01-01"),
      ], [("Pacific/Kiritimati", 0), ("Pacific/Pago_Pago", 23)])
    func `the greeting gives dates in full, and the support desk sees them as numbers`(
      date: (year: Int, month: Int, day: Int, joined: String, born: String),
      place: (zone: String, hour: Int)
    ) throws {
      let calendar = try Calendar.awayFromMidnight([place.zone])
      let day = calendar.date(date.year, date.month, date.day, hour: place.hour)
      let account = makeAccount(in: calendar, born: day, joined: day)
      #expect(account.greeting().hasSuffix("\nGold member since \(date.joined)."))
      #expect(account.freshdeskRow.hasPrefix("Ada;\(date.born);"))
    }

    @Test(
      arguments: [
        // Born years ago, days from today
        (28, 0, "Happy birthday!"), (20, 0, "Happy birthday and welcome to your 20s!"),
        (28, 7, "Only 7 days until your birthday."),
      ])
    func `the greeting mentions a birthday today or in the next seven days`(
      yearsAgo: Int, days: Int, sentence: String
    ) {
      let birth = calendar.fromToday(years: -yearsAgo, days: days)
      #expect(makeAccount(in: calendar, born: birth).greeting().contains(". \(sentence)\n"))
    }

    @Test(arguments: [-1, 8, 300])
    func `the greeting doesn't mention any other birthday`(days: Int) {
      let birth = calendar.fromToday(years: -20, days: days)
      #expect(!makeAccount(in: calendar, born: birth).greeting().contains("birthday"))
    }

    @Test(.tags(.quirk), arguments: [0, 20])
    func `a customer who's born today, or in twenty years, gets birthday wishes`(years: Int) {
      let account = makeAccount(in: calendar, born: calendar.fromToday(years: years))
      #expect(account.greeting().contains(". Happy birthday!\n"))
    }

    @Test(arguments: [
      (179, "Gold member since 1 May 2015."), (180, "Your account will be closed in 185 days."),
    ])
    func `the greeting warns that a dormant account will be closed`(days: Int, lastLine: String) {
      let account = makeAccount(in: calendar, lastSignIn: calendar.fromToday(days: -days))
      #expect(account.greeting().hasSuffix("\n\(lastLine)"))
    }

    @Test(.tags(.quirk)) func `a closed account is greeted like any other`() {
      let account = makeAccount(in: calendar, lastSignIn: calendar.fromToday(days: -365))
      #expect(account.greeting().hasSuffix("\nGold member since 1 May 2015."))
    }

    @Test(.tags(.quirk))
    func `the day before, the greeting says "1 days", of the birthday and of the closing`() {
      let account = makeAccount(
        in: calendar, born: calendar.fromToday(years: -28, days: 1),
        lastSignIn: calendar.fromToday(days: -364))
      #expect(
        account.greeting().hasSuffix(
          """
          . Only 1 days until your birthday.
          Gold member since 1 May 2015.
          Your account will be closed in 1 days.
          """))
    }
  }

  @MainActor struct SupportDesk {
    @Test func `the support desk sees a customer in one row`() {
      let year = calendar.component(.year, from: Date()) - 28
      let account = makeAccount(
        in: calendar, born: calendar.date(year, 1, 1), lastSignIn: calendar.fromToday(days: -200))
      #expect(account.freshdeskRow == "Ada;\(year)-01-01;28;gold;dormant;200;offline")
    }

    @Test(arguments: [(0, "online"), (14.5, "online"), (15.5, "offline")])
    func `a customer is online for a quarter of an hour after signing in`(
      minutesAgo: Double, presence: String
    ) {
      let account = makeAccount(in: calendar, lastSignIn: Date() - minutesAgo * 60)
      #expect(account.freshdeskRow.hasSuffix(";\(presence)"))
    }

    @Test func `a customer who has just joined, but not signed in, is offline`() {
      let account = makeAccount(in: calendar, joined: Date(), lastSignIn: nil)
      #expect(account.freshdeskRow.hasSuffix(";offline"))
    }
  }

  @Test(
    arguments: [
      (AccountError.bornInTheFuture, "The date of birth can't be in the future."),
      (.joinedInTheFuture, "The membership date can't be in the future."),
      (.closed, "Your account was closed because you haven't signed in for a year."),
    ])
  func `each error has a message`(error: AccountError, message: String) {
    #expect(error.localizedDescription == message)
  }
}

// MARK: - Accounts

/// By default, the birthday isn't near, and the last sign-in is now.
@MainActor private func makeAccount(
  in calendar: Calendar, born: Date? = nil, joined: Date? = nil, lastSignIn: Date? = Date()
) -> Account {
  Account(
    name: "Ada", dateOfBirth: born ?? calendar.fromToday(years: -28, days: 100),
    memberSince: joined ?? calendar.date(2015, 5, 1), timeZone: calendar.timeZone,
    lastSignIn: lastSignIn)
}

// MARK: - Dates near today

/// The customer's calendar in most tests.
private let calendar = Calendar.whereItIsNow(hour: 12)

/// It's never the same day in the first two time zones as in the other two. So a test with both
/// pairs notices any time zone but the customer's.
private let zonesOnTwoDays = [
  ["Pacific/Kiritimati", "Pacific/Tongatapu"], ["Pacific/Pago_Pago", "Pacific/Honolulu"],
]

/// The first hour of the day in a place that's ahead of others, and the last hour in one that's
/// behind. At both, it's another day elsewhere.
private let hoursOnTwoDays = [
  (zones: zonesOnTwoDays[0], hour: 0), (zones: zonesOnTwoDays[1], hour: 23),
]

/// The current moment, once it's later than when this is called. On a fast computer, that can take
/// several lines of code.
private func laterMoment() -> Date {
  let start = Date()
  while Date() <= start {}
  return Date()
}

extension Calendar {
  /// A calendar for a time zone where it's now half past this hour.
  fileprivate static func whereItIsNow(hour: Int) -> Calendar {
    let minutes = hour * 60 + 30 - Int(Date().timeIntervalSince1970 / 60) % 1440
    let offset = minutes > 720 ? minutes - 1440 : minutes < -720 ? minutes + 1440 : minutes
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: offset * 60) ?? .gmt
    return calendar
  }

  /// A calendar for the first of these time zones where midnight isn't near.
  fileprivate static func awayFromMidnight(_ identifiers: [String]) throws -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    for identifier in identifiers {
      calendar.timeZone = try #require(TimeZone(identifier: identifier))
      if calendar.isDate(Date() - 1200, inSameDayAs: Date() + 1200) { break }
    }
    return calendar
  }

  fileprivate func date(_ year: Int, _ month: Int, _ day: Int, hour: Int = 12) -> Date {
    let components = DateComponents(year: year, month: month, day: day, hour: hour)
    return date(from: components) ?? .distantPast
  }

  /// A day some years and days from today. If that year has no 29 February, the days count from 28
  /// February.
  fileprivate func fromToday(years: Int = 0, days: Int = 0, hour: Int = 12) -> Date {
    let distance = DateComponents(year: years, day: days, hour: hour)
    return date(byAdding: distance, to: startOfDay(for: Date())) ?? .distantPast
  }
}
