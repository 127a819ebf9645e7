import Foundation
import TestSupport
import Testing

@testable import SubclassAndOverride

/// Pins the answers that `Account` gives today, whatever day that is.
///
/// A test can't set the clock, so it chooses the account's dates relative to today. The customers
/// live in time zones where midnight isn't near, so that it can't pass during a test. On 29
/// February, only a multiple of four years leads back to the same date.
@MainActor
@Suite("SubclassAndOverride: characterization", .namesModule)
struct CharacterizationTests {
  /// The customer's calendar in most tests.
  private let calendar = Calendar.whereItIsNow(hour: 12)

  /// It's never the same day in the first two time zones as in the other two. So a test with both
  /// pairs notices any time zone but the customer's.
  nonisolated static let zonesOnTwoDays = [
    ["Pacific/Kiritimati", "Pacific/Tongatapu"], ["Pacific/Pago_Pago", "Pacific/Honolulu"],
  ]

  /// The first hour of the day in a place that's ahead of others, and the last hour in one that's behind.
  /// At both, it's another day elsewhere.
  nonisolated static let hoursOnTwoDays = [
    (zones: zonesOnTwoDays[0], hour: 0), (zones: zonesOnTwoDays[1], hour: 23),
  ]

  // MARK: Age

  @Test(arguments: [(-200, 28), (-1, 28), (0, 28), (1, 27), (200, 27)], hoursOnTwoDays)
  func `a customer turns a year older on the birthday, whatever the hour`(
    birthday: (daysFromToday: Int, age: Int), born: (zones: [String], hour: Int)
  ) throws {
    let calendar = try Calendar.awayFromMidnight(born.zones)
    let birth = calendar.fromToday(years: -28, days: birthday.daysFromToday, hour: born.hour)
    let account = makeAccount(in: calendar, born: birth)
    #expect(try account.age() == birthday.age)
  }

  @Test func `a customer born later today is 0 years old`() throws {
    let account = makeAccount(in: calendar, born: calendar.fromToday(hour: 23))
    #expect(try account.age() == 0)
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

  // Quirk
  @Test func `the support desk sees a negative age if the customer isn't born yet`() throws {
    let account = makeAccount(in: calendar, born: calendar.fromToday(years: 4, days: 1))
    #expect(try supportRow(of: account).age == "-4")
  }

  // MARK: Birthday

  @Test(arguments: [0, 1, 2, 30, 300], hoursOnTwoDays)
  func `the days until the birthday are counted`(
    days: Int, born: (zones: [String], hour: Int)
  ) throws {
    let calendar = try Calendar.awayFromMidnight(born.zones)
    let birth = calendar.fromToday(years: -28, days: days, hour: born.hour)
    #expect(makeAccount(in: calendar, born: birth).daysUntilBirthday() == days)
  }

  @Test(arguments: [(-1, false), (0, true), (1, false)])
  func `the birthday is a single day`(daysFromToday: Int, isBirthday: Bool) {
    let birth = calendar.fromToday(years: -28, days: daysFromToday)
    #expect(makeAccount(in: calendar, born: birth).isBirthday() == isBirthday)
  }

  @Test func `the day after the birthday, the next one is a year away`() {
    let account = makeAccount(in: calendar, born: calendar.fromToday(years: -28, days: -1))
    #expect([364, 365].contains(account.daysUntilBirthday()))
  }

  @Test func `a birthday on 29 February comes a day after 28 February, even without that day`() {
    func daysUntil(_ day: Int) -> Int {
      makeAccount(in: calendar, born: calendar.date(2000, 2, day)).daysUntilBirthday()
    }
    // If 28 February was yesterday, it's nearly a year away, and the day after it is today.
    #expect([0, daysUntil(28) + 1].contains(daysUntil(29)))
  }

  // MARK: Barrel Club

  // Quirk: calendar years count, not full years since the day of joining
  @Test(
    arguments: [
      // Joined years ago, month, day, hour; tier
      (0, 1, 1, 0, OBClubTier.new), (0, 12, 31, 23, .new),
      (1, 1, 1, 0, .bronze), (1, 12, 31, 23, .bronze), (2, 1, 1, 0, .bronze),
      (3, 12, 31, 23, .silver), (6, 1, 1, 0, .silver),
      (7, 12, 31, 23, .gold), (50, 6, 15, 12, .gold),
    ], zonesOnTwoDays)
  func `the tier follows the calendar years of membership`(
    joined: (yearsAgo: Int, month: Int, day: Int, hour: Int, tier: OBClubTier), zones: [String]
  ) throws {
    let calendar = try Calendar.awayFromMidnight(zones)
    let year = calendar.component(.year, from: Date()) - joined.yearsAgo
    let date = calendar.date(year, joined.month, joined.day, hour: joined.hour)
    let account = makeAccount(in: calendar, joined: date)
    #expect(try account.clubTier() == joined.tier)
  }

  @Test(arguments: [
    (0, "new", "New"), (1, "bronze", "Bronze"), (3, "silver", "Silver"), (7, "gold", "Gold"),
  ])
  func `the greeting and the support desk name the tier`(
    yearsAgo: Int, column: String, word: String
  ) throws {
    let year = calendar.component(.year, from: Date()) - yearsAgo
    let account = makeAccount(in: calendar, joined: calendar.date(year, 6, 15))
    #expect(account.greeting().contains("\n\(word) member since 15 June \(year)."))
    #expect(try supportRow(of: account).tier == column)
  }

  @Test(arguments: zonesOnTwoDays)
  func `a customer who joins in a later year has no tier`(zones: [String]) throws {
    let calendar = try Calendar.awayFromMidnight(zones)
    let year = calendar.component(.year, from: Date()) + 1
    let account = makeAccount(in: calendar, joined: calendar.date(year, 1, 1, hour: 0))
    #expect(throws: AccountError.joinedInTheFuture) { try account.clubTier() }
    #expect(
      account.greeting().wholeMatch(of: /Good \w+, Ada\. Today is \d+ \w+ \d+\./) != nil)
    #expect(try supportRow(of: account).tier == "-")
  }

  // MARK: Sign-in

  @Test(
    arguments: [
      // Days without a sign-in, hour of the last one, status
      (0, 0, OBAccountStatus.active), (0, 23, .active), (1, 23, .active), (179, 0, .active),
      (180, 23, .dormant), (181, 12, .dormant), (364, 0, .dormant), (365, 23, .closed),
      (5_000, 12, .closed),
      // A sign-in in the future, because a device's clock was wrong
      (-1, 0, .active), (-400, 12, .active),
    ], zonesOnTwoDays)
  func `an unused account becomes dormant, then closed`(
    unused: (days: Int, hour: Int, status: OBAccountStatus), zones: [String]
  ) throws {
    let calendar = try Calendar.awayFromMidnight(zones)
    let lastSignIn = calendar.fromToday(days: -unused.days, hour: unused.hour)
    let account = makeAccount(in: calendar, lastSignIn: lastSignIn)
    #expect(account.daysOfInactivity() == unused.days)
    #expect(account.status() == unused.status)
  }

  @Test(
    arguments: [
      // Days without a sign-in, hour of the last one, status
      (0, 23, "active"), (1, 23, "active"), (179, 0, "active"), (180, 23, "dormant"),
      (364, 0, "dormant"), (365, 23, "closed"), (-1, 0, "active"),
    ], zonesOnTwoDays)
  func `the support desk sees an unused account's status and its days of inactivity`(
    unused: (days: Int, hour: Int, status: String), zones: [String]
  ) throws {
    let calendar = try Calendar.awayFromMidnight(zones)
    let lastSignIn = calendar.fromToday(days: -unused.days, hour: unused.hour)
    let row = try supportRow(of: makeAccount(in: calendar, lastSignIn: lastSignIn))
    #expect(row.status == unused.status)
    #expect(row.daysOfInactivity == "\(unused.days)")
  }

  @Test func `an account that's unused for half a year is dormant, but not closed`() {
    let account = makeAccount(in: calendar, lastSignIn: calendar.fromToday(days: -200))
    #expect(account.isDormant)
    #expect(!account.isClosed)
  }

  @Test func `an account that's unused for two years is closed, and not dormant`() {
    let account = makeAccount(in: calendar, lastSignIn: calendar.fromToday(days: -730))
    #expect(account.isClosed)
    #expect(!account.isDormant)
  }

  @Test func `without a sign-in, inactivity begins on the day of joining`() throws {
    let account = Account(
      name: "Ada", dateOfBirth: .distantPast, memberSince: calendar.fromToday(days: -200),
      timeZone: calendar.timeZone)
    #expect(account.daysOfInactivity() == 200)
    #expect(account.greeting().hasSuffix("\nYour account will be closed in 165 days."))
    #expect(try supportRow(of: account).daysOfInactivity == "200")
  }

  // The last sign-in may be in the future, because a device's clock was wrong
  @Test(arguments: [nil, -364, 40])
  func `a sign-in records the current moment`(daysFromToday: Int?) throws {
    let account = makeAccount(
      in: calendar, joined: calendar.fromToday(days: -364),
      lastSignIn: daysFromToday.map { calendar.fromToday(days: $0) })
    let before = laterMoment()
    try account.signIn()
    let signIn = try #require(account.lastSignIn)
    #expect((before...Date()).contains(signIn))
  }

  @Test func `the next sign-in records a later moment`() throws {
    let account = makeAccount(in: calendar)
    try account.signIn()
    let between = laterMoment()
    try account.signIn()
    #expect(try #require(account.lastSignIn) >= between)
  }

  @Test func `after signing in, the account is active`() throws {
    let account = makeAccount(in: calendar, lastSignIn: calendar.fromToday(days: -364))
    #expect(account.status() == .dormant)
    try account.signIn()
    #expect(account.status() == .active)
  }

  @Test func `after signing in, the customer is no longer warned`() throws {
    let account = makeAccount(in: calendar, lastSignIn: calendar.fromToday(days: -364))
    #expect(account.greeting().contains("will be closed"))
    try account.signIn()
    #expect(!account.greeting().contains("will be closed"))
  }

  @Test func `after signing in, the support desk sees an active account that's online`() throws {
    let account = makeAccount(in: calendar, lastSignIn: calendar.fromToday(days: -364))
    #expect(account.freshdeskRow.hasSuffix(";dormant;364;offline"))
    try account.signIn()
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

  // MARK: Days when the clocks change

  // On any date, one of these spans has a 23-hour day but no 25-hour day, and another the reverse
  @Test(arguments: [50, 100, 150, 200, 250, 300], [0, 12])
  func `days are counted correctly when the clocks change`(days: Int, hour: Int) throws {
    let calendar = try Calendar.awayFromMidnight(["Europe/London", "Pacific/Auckland"])
    let account = makeAccount(
      in: calendar, born: calendar.fromToday(years: -28, days: days, hour: hour),
      lastSignIn: calendar.fromToday(days: -days, hour: hour))
    #expect(account.daysUntilBirthday() == days)
    #expect(account.daysOfInactivity() == days)
  }

  // In Brazil, 4 November 2018 had no midnight. The clocks haven't changed there since 2019.
  @Test func `a day that begins at one o'clock counts like any other`() throws {
    let calendar = try Calendar.awayFromMidnight(["America/Sao_Paulo", "America/Cuiaba"])
    func inactivity(sinceNovember day: Int) -> Int {
      makeAccount(in: calendar, lastSignIn: calendar.date(2018, 11, day)).daysOfInactivity()
    }
    #expect(inactivity(sinceNovember: 3) == inactivity(sinceNovember: 4) + 1)
    #expect(inactivity(sinceNovember: 5) == inactivity(sinceNovember: 4) - 1)
  }

  // MARK: Greeting

  @Test(
    arguments: [
      (0, "evening"), (4, "evening"), (5, "morning"), (11, "morning"), (12, "afternoon"),
      (17, "afternoon"), (18, "evening"), (23, "evening"),
    ])
  func `the greeting suits the time of day`(hourNow: Int, timeOfDay: String) {
    let account = makeAccount(in: .whereItIsNow(hour: hourNow))
    #expect(account.greeting().hasPrefix("Good \(timeOfDay), Ada. Today is "))
  }

  @Test func `the greeting gives the name as it is`() {
    let account = makeAccount(in: calendar, name: "ada King-Noel, 100 % Wein")
    #expect(account.greeting().hasPrefix("Good afternoon, ada King-Noel, 100 % Wein. Today is "))
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
      (2018, 1, 1, "1 January 2018"), (2011, 2, 28, "28 February 2011"),
      (2017, 3, 3, "3 March 2017"), (2009, 4, 10, "10 April 2009"), (2010, 5, 31, "31 May 2010"),
      (2013, 6, 9, "9 June 2013"), (2014, 7, 12, "12 July 2014"), (2015, 8, 11, "11 August 2015"),
      (2016, 9, 30, "30 September 2016"), (2012, 10, 22, "22 October 2012"),
      (2010, 11, 7, "7 November 2010"), (2015, 12, 12, "12 December 2015"),
      // In the first week of the next year, and in the last week of the year before
      (2014, 12, 30, "30 December 2014"), (2017, 1, 1, "1 January 2017"),
    ], [("Pacific/Kiritimati", 0), ("Pacific/Pago_Pago", 23)])
  func `the greeting gives dates in full`(
    joined: (year: Int, month: Int, day: Int, text: String), place: (zone: String, hour: Int)
  ) throws {
    let calendar = try Calendar.awayFromMidnight([place.zone])
    let date = calendar.date(joined.year, joined.month, joined.day, hour: place.hour)
    let account = makeAccount(in: calendar, joined: date)
    #expect(account.greeting().hasSuffix("\nGold member since \(joined.text)."))
  }

  @Test(
    arguments: [
      // Born years ago, days from today
      (28, 0, "Happy birthday!"), (20, 0, "Happy birthday and welcome to your 20s!"),
      (40, 0, "Happy birthday and welcome to your 40s!"),
      // Quirk: even a customer who isn't born yet
      (0, 0, "Happy birthday!"), (-20, 0, "Happy birthday!"),
      // Quirk: the plural
      (20, 1, "Only 1 days until your birthday."), (28, 7, "Only 7 days until your birthday."),
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
    let greeting = makeAccount(in: calendar, born: birth).greeting()
    #expect(greeting.contains(/Today is \d+ \w+ \d+\.\nGold member/))
  }

  @Test(arguments: [
    (180, "Your account will be closed in 185 days."),
    // Quirk: the plural
    (364, "Your account will be closed in 1 days."),
  ])
  func `the greeting warns that a dormant account will be closed`(days: Int, warning: String) {
    let account = makeAccount(in: calendar, lastSignIn: calendar.fromToday(days: -days))
    #expect(account.greeting().hasSuffix("\nGold member since 1 May 2015.\n\(warning)"))
  }

  // Quirk: a closed account is greeted like any other
  @Test(arguments: [-400, 0, 179, 365, 400])
  func `the greeting of an active or closed account has no warning`(days: Int) {
    let account = makeAccount(in: calendar, lastSignIn: calendar.fromToday(days: -days))
    #expect(account.greeting().hasSuffix("\nGold member since 1 May 2015."))
  }

  @Test func `wish, membership, and warning come in this order`() {
    let account = makeAccount(
      in: calendar, born: calendar.fromToday(years: -28),
      lastSignIn: calendar.fromToday(days: -300))
    #expect(
      account.greeting().hasSuffix(
        """
        . Happy birthday!
        Gold member since 1 May 2015.
        Your account will be closed in 65 days.
        """))
  }

  // MARK: Support desk

  @Test func `the support desk sees a customer in one row`() {
    let year = calendar.component(.year, from: Date()) - 28
    let account = makeAccount(
      in: calendar, name: "ada King-Noel", born: calendar.date(year, 1, 1),
      lastSignIn: calendar.fromToday(days: -200))
    #expect(account.freshdeskRow == "ada King-Noel;\(year)-01-01;28;gold;dormant;200;offline")
  }

  @Test(arguments: [(-200, "28"), (-1, "28"), (0, "28"), (1, "27"), (200, "27")], hoursOnTwoDays)
  func `the support desk, too, sees a customer turn a year older on the birthday`(
    birthday: (daysFromToday: Int, age: String), born: (zones: [String], hour: Int)
  ) throws {
    let calendar = try Calendar.awayFromMidnight(born.zones)
    let birth = calendar.fromToday(years: -28, days: birthday.daysFromToday, hour: born.hour)
    #expect(try supportRow(of: makeAccount(in: calendar, born: birth)).age == birthday.age)
  }

  @Test(
    arguments: [
      (1990, 6, 9, "1990-06-09"), (2000, 2, 29, "2000-02-29"),
      // In the first week of the next year, and in the last one of the year before
      (2012, 12, 31, "2012-12-31"), (2017, 1, 1, "2017-01-01"),
    ], [("Pacific/Kiritimati", 0), ("Pacific/Pago_Pago", 23)])
  func `the support desk sees the date of birth`(
    born: (year: Int, month: Int, day: Int, text: String), place: (zone: String, hour: Int)
  ) throws {
    let calendar = try Calendar.awayFromMidnight([place.zone])
    let birth = calendar.date(born.year, born.month, born.day, hour: place.hour)
    let account = makeAccount(in: calendar, born: birth)
    #expect(try supportRow(of: account).dateOfBirth == born.text)
  }

  // Quirk: also after a sign-in in the future
  @Test(arguments: [(0, "online"), (14.5, "online"), (15.5, "offline"), (-60, "online")])
  func `a customer is online for a quarter of an hour after signing in`(
    minutesAgo: Double, text: String
  ) throws {
    let account = makeAccount(in: calendar, lastSignIn: Date() - minutesAgo * 60)
    #expect(try supportRow(of: account).presence == text)
  }

  @Test func `a customer who has just joined, but not signed in, is offline`() throws {
    let account = makeAccount(in: calendar, joined: Date(), lastSignIn: nil)
    #expect(try supportRow(of: account).presence == "offline")
  }

  // MARK: Messages

  @Test(
    arguments: [
      (AccountError.bornInTheFuture, "The date of birth can't be in the future."),
      (.joinedInTheFuture, "The membership date can't be in the future."),
      (.closed, "Your account was closed because you haven't signed in for a year."),
    ])
  func `each error has a message`(error: AccountError, message: String) {
    #expect(error.localizedDescription == message)
  }

  // MARK: -

  /// By default, the birthday isn't near, and the last sign-in is now.
  private func makeAccount(
    in calendar: Calendar, name: String = "Ada", born: Date? = nil, joined: Date? = nil,
    lastSignIn: Date? = Date()
  ) -> Account {
    Account(
      name: name, dateOfBirth: born ?? calendar.fromToday(years: -28, days: 100),
      memberSince: joined ?? calendar.date(2015, 5, 1), timeZone: calendar.timeZone,
      lastSignIn: lastSignIn)
  }

  /// The current moment, once it's later than when this is called. A fast computer can run several
  /// lines in what it takes for the same moment.
  private func laterMoment() -> Date {
    let start = Date()
    while Date() <= start {}
    return Date()
  }

  private func supportRow(of account: Account) throws -> SupportRow {
    let columns = account.freshdeskRow.components(separatedBy: ";")
    try #require(columns.count == 7)
    return SupportRow(
      name: columns[0], dateOfBirth: columns[1], age: columns[2], tier: columns[3],
      status: columns[4], daysOfInactivity: columns[5], presence: columns[6])
  }
}

/// What the support desk sees of a customer, column by column.
private struct SupportRow {
  let name, dateOfBirth, age, tier, status, daysOfInactivity: String

  /// “online” or “offline”
  let presence: String
}

// MARK: - Dates near today

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
