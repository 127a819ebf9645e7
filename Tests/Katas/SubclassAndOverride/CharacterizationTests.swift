import Foundation
import TestSupport
import Testing

#if SOLUTION
  @testable import SubclassAndOverrideAfter
#else
  @testable import SubclassAndOverrideBefore
#endif

/// Pins the answers that `Account` gives today, whatever day that is.
///
/// A test can't set the clock, so it chooses the account's dates relative to now. Midnight mustn't pass
/// during a test, so an account lives in a `Place`, a time zone where midnight isn't near. Today may be
/// 29 February, so tests for which that matters go back a multiple of four years.
@MainActor
@Suite("SubclassAndOverride: characterization", .namesModule)
struct CharacterizationTests {
  private let noon = Place(hour: 12)

  /// The current hour, and the hour of another event. A place where it's 3:30 and one where it's 21:30
  /// are never on the same day, so any time zone but the customer's is wrong in one of them.
  nonisolated static let hours = [(3, 0), (3, 23), (21, 0), (21, 23)]

  // MARK: Age

  @Test(
    arguments: [
      // Years ago, days from today, age
      (28, 0, 28), (28, 1, 27), (28, 200, 27), (28, -1, 28), (28, -200, 28),
      (100, 0, 100), (100, 1, 99), (4, 0, 4), (4, 1, 3), (0, 0, 0), (0, -1, 0), (0, -200, 0),
    ], hours)
  func `a customer turns a year older on the birthday`(
    birth: (yearsAgo: Int, days: Int, age: Int), hour: (now: Int, birth: Int)
  ) throws {
    let place = Place(hour: hour.now)
    let born = place.day(birth.days, yearsAgo: birth.yearsAgo, hour: hour.birth)
    let account = makeAccount(at: place, born: born, lastSignIn: nil)
    #expect(try account.age() == birth.age)
    #expect(account.isBirthday() == (birth.days == 0))
  }

  @Test(arguments: [(12, 31), (1, 1)], [3, 21])
  func `the hour of birth makes no difference to the age`(
    birth: (month: Int, day: Int), hourNow: Int
  ) throws {
    let place = Place(hour: hourNow)
    let births = [0, 23].map { place.date(2000, birth.month, birth.day, hour: $0) }
    let ages = try births.map { try makeAccount(at: place, born: $0).age() }
    #expect(ages[0] == ages[1])
  }

  @Test(arguments: [(0, 1), (-4, 0), (-4, -1)], hours)
  func `a customer born after today has no age`(
    birth: (yearsAgo: Int, days: Int), hour: (now: Int, birth: Int)
  ) {
    let place = Place(hour: hour.now)
    let born = place.day(birth.days, yearsAgo: birth.yearsAgo, hour: hour.birth)
    let account = makeAccount(at: place, born: born)
    #expect(throws: AccountError.bornInTheFuture) { try account.age() }
    #expect(throws: AccountError.bornInTheFuture) { try account.isOfAge(in: .germany) }
  }

  @Test(arguments: zip(Market.allCases, [18, 20, 21]))
  func `a customer comes of age on the birthday`(market: Market, age: Int) throws {
    let accounts = [0, 1].map { makeAccount(at: noon, born: noon.day($0, yearsAgo: age)) }
    #expect(try accounts.map { try $0.isOfAge(in: market) } == [true, false])
  }

  // MARK: Birthday

  @Test(arguments: [0, 1, 2, 28, 29, 30, 31, 300], hours)
  func `the days until the birthday are counted`(days: Int, hour: (now: Int, birth: Int)) {
    let place = Place(hour: hour.now)
    let account = makeAccount(at: place, born: place.day(days, yearsAgo: 28, hour: hour.birth))
    #expect(account.daysUntilBirthday() == days)
    #expect(account.isBirthday() == (days == 0))
  }

  @Test(arguments: [25, 26, 27])
  func `the year of birth makes no difference to the birthday`(yearsAgo: Int) {
    // Those years don't have a 29 February, so on that day, the birthday is tomorrow
    let days = noon.isLeapDay ? 1 : 0
    let account = makeAccount(at: noon, born: noon.day(days, yearsAgo: yearsAgo))
    #expect(account.daysUntilBirthday() == days)
    #expect(account.isBirthday() == !noon.isLeapDay)
  }

  @Test func `the day after the birthday, the next one is a year away`() {
    let account = makeAccount(at: noon, born: noon.day(-1, yearsAgo: 28))
    #expect([364, 365].contains(account.daysUntilBirthday()))
  }

  @Test func `in a year without 29 February, the birthday is on 1 March`() {
    let account = makeAccount(at: noon, born: noon.date(2000, 2, 29))
    // Correct until 2100
    let birthdays = [noon.year, noon.year + 1].map { year in
      year % 4 == 0 ? noon.date(year, 2, 29) : noon.date(year, 3, 1)
    }
    let days = birthdays.map { $0.timeIntervalSince(noon.day()) / 86_400 }
    #expect(Double(account.daysUntilBirthday()) == days.first { $0 >= 0 })
  }

  // Quirk: even a customer who isn't born yet
  @Test(arguments: [4, 0, -4])
  func `the greeting wishes everyone a happy birthday`(yearsAgo: Int) {
    let account = makeAccount(at: noon, born: noon.day(yearsAgo: yearsAgo))
    #expect(account.greeting() == "Good afternoon, Ada. It is \(noon.longDate). Happy birthday!")
  }

  // MARK: Days when the clocks change

  // On any date, one of these spans has a 23-hour day but no 25-hour day, and another the reverse
  @Test(arguments: [50, 100, 150, 200, 250, 300], [0, 12])
  func `days are counted correctly when the clocks change`(days: Int, hour: Int) throws {
    let place = try Place(awayFromMidnight: ["Europe/London", "Pacific/Auckland"])
    let account = makeAccount(
      at: place, born: place.day(days, yearsAgo: 28, hour: hour),
      lastSignIn: place.day(-days, hour: hour))
    #expect(account.daysUntilBirthday() == days)
    #expect(account.daysOfInactivity() == days)
  }

  // In Brazil, 4 November 2018 had no midnight. The clocks haven't changed there since 2019.
  @Test func `a day that begins at one o'clock counts like any other`() throws {
    let place = try Place(awayFromMidnight: ["America/Sao_Paulo", "America/Cuiaba"])
    let inactive = [3, 4, 5].map { day in
      makeAccount(at: place, lastSignIn: place.date(2018, 11, day)).daysOfInactivity()
    }
    #expect(inactive == [inactive[1] + 1, inactive[1], inactive[1] - 1])
  }

  // MARK: Membership

  // Quirk: calendar years count, not full years since the day of joining
  @Test(
    arguments: [
      // Years ago, month, day, hour, tier
      (0, 1, 1, 0, LoyaltyTier.new), (0, 12, 31, 23, .new),
      (1, 1, 1, 0, .bronze), (1, 12, 31, 23, .bronze), (2, 1, 1, 0, .bronze),
      (3, 12, 31, 23, .silver), (6, 1, 1, 0, .silver),
      (7, 12, 31, 23, .gold), (50, 6, 15, 12, .gold),
    ], [3, 21])
  func `the tier follows the calendar years of membership`(
    joined: (yearsAgo: Int, month: Int, day: Int, hour: Int, tier: LoyaltyTier), hourNow: Int
  ) throws {
    let place = Place(hour: hourNow)
    let date = place.date(
      place.year - joined.yearsAgo, joined.month, joined.day, hour: joined.hour)
    #expect(try makeAccount(at: place, joined: date, lastSignIn: nil).loyaltyTier() == joined.tier)
  }

  @Test(arguments: [3, 21])
  func `a customer who joins in a later year has no tier`(hourNow: Int) {
    let place = Place(hour: hourNow)
    let account = makeAccount(at: place, joined: place.date(place.year + 1, 1, 1, hour: 0))
    #expect(throws: AccountError.joinedInTheFuture) { try account.loyaltyTier() }
  }

  // MARK: Use

  @Test func `an account keeps the details it's created with`() {
    let (born, joined, signIn) = (noon.day(-3000), noon.day(-300), noon.day(-3))
    let account = makeAccount(at: noon, born: born, joined: joined, lastSignIn: signIn)
    let dates = [account.dateOfBirth, account.memberSince, account.lastSignIn]
    #expect(dates == [born, joined, signIn])
    #expect([account.name, account.timeZone.identifier] == ["Ada", noon.zone.identifier])
  }

  @Test(
    arguments: [
      (0, AccountStatus.active), (1, .active), (179, .active), (180, .dormant), (181, .dormant),
      (364, .dormant), (365, .closed), (366, .closed), (50_000, .closed),
      // A sign-in in the future, because a device's clock was wrong
      (-1, .active), (-400, .active),
    ], hours)
  func `an unused account becomes dormant, then closed`(
    inactive: (days: Int, status: AccountStatus), hour: (now: Int, signIn: Int)
  ) {
    let place = Place(hour: hour.now)
    let account = makeAccount(
      at: place, joined: place.day(-100), lastSignIn: place.day(-inactive.days, hour: hour.signIn))
    #expect(account.daysOfInactivity() == inactive.days)
    #expect(account.status() == inactive.status)
  }

  @Test(arguments: [(3, -4, 1), (21, -20, 0)])
  func `a day ends at midnight in the customer's time zone`(
    hourNow: Int, hours: Double, days: Int
  ) {
    let signIn = Date() + hours * 3600
    #expect(makeAccount(at: Place(hour: hourNow), lastSignIn: signIn).daysOfInactivity() == days)
  }

  @Test func `without a sign-in, inactivity begins on the day of joining`() {
    let account = Account(
      name: "Ada", dateOfBirth: .distantPast, memberSince: noon.day(-200), timeZone: noon.zone)
    #expect(account.lastSignIn == nil)
    #expect(account.daysOfInactivity() == 200)
    #expect(account.status() == .dormant)
  }

  @Test(arguments: [nil, -364, 0, 40])
  func `each sign-in records the current moment`(lastSignIn: Int?) throws {
    let account = makeAccount(
      at: noon, joined: noon.day(-364), lastSignIn: lastSignIn.map { noon.day($0) })
    for _ in 1...2 {
      let before = Date()
      try account.signIn()
      let signIn = try #require(account.lastSignIn)
      #expect(before <= signIn && signIn <= Date())
    }
    #expect(account.daysOfInactivity() == 0)
  }

  @Test(arguments: [nil, -365])
  func `nobody can sign in to a closed account`(lastSignIn: Int?) {
    let date = lastSignIn.map { noon.day($0) }
    let account = makeAccount(at: noon, joined: noon.day(-365), lastSignIn: date)
    #expect(throws: AccountError.closed) { try account.signIn() }
    #expect(account.lastSignIn == date)
  }

  // MARK: Greeting

  @Test(
    arguments: [
      (0, "evening"), (4, "evening"), (5, "morning"), (8, "morning"), (11, "morning"),
      (12, "afternoon"), (17, "afternoon"), (18, "evening"), (21, "evening"),
    ])
  func `the greeting suits the time of day and gives the date`(hour: Int, name: String) {
    let place = Place(hour: hour)
    let account = makeAccount(at: place, name: "ada King-Noel")
    #expect(account.greeting() == "Good \(name), ada King-Noel. It is \(place.longDate).")
  }

  @Test(
    arguments: [
      (0, ""), (179, ""), (180, " Your account will be closed in 185 days."),
      (181, " Your account will be closed in 184 days."),
      // Quirk: the plural
      (364, " Your account will be closed in 1 days."),
      // A closed account is greeted like any other
      (365, ""), (400, ""),
    ], [(-1, ""), (0, " Happy birthday!"), (1, "")])
  func `the greeting wishes a happy birthday, then warns that the account will be closed`(
    inactive: (days: Int, warning: String), birthday: (days: Int, wish: String)
  ) {
    let (born, date) = (noon.day(birthday.days, yearsAgo: 28), noon.day(-inactive.days))
    let accounts = [
      makeAccount(at: noon, born: born, lastSignIn: date),
      makeAccount(at: noon, born: born, joined: date, lastSignIn: nil),
    ]
    let line = "Good afternoon, Ada. It is \(noon.longDate).\(birthday.wish)\(inactive.warning)"
    #expect(accounts.map { $0.greeting() } == [line, line])
  }

  @Test func `after signing in, the customer is no longer warned`() throws {
    let account = makeAccount(at: noon, lastSignIn: noon.day(-364))
    #expect(account.greeting().hasSuffix(" Your account will be closed in 1 days."))
    try account.signIn()
    #expect(account.greeting() == "Good afternoon, Ada. It is \(noon.longDate).")
  }

  // MARK: Messages

  @Test func `each error has a message`() {
    let errors: [AccountError] = [.bornInTheFuture, .joinedInTheFuture, .closed]
    #expect(
      errors.map(\.localizedDescription) == [
        "The date of birth lies in the future.", "The membership begins in the future.",
        "This account was closed because it has not been used for a year.",
      ])
  }

  // MARK: -

  /// By default, it isn't the customer's birthday, and the last sign-in is now.
  private func makeAccount(
    at place: Place, name: String = "Ada", born: Date? = nil, joined: Date = .distantPast,
    lastSignIn: Date? = Date()
  ) -> Account {
    Account(
      name: name, dateOfBirth: born ?? place.day(40, yearsAgo: 28), memberSince: joined,
      timeZone: place.zone, lastSignIn: lastSignIn)
  }
}

// MARK: - Places

/// A time zone, and days around today there.
private struct Place {
  private(set) var calendar = Calendar(identifier: .gregorian)

  /// A place where it's now half past the given hour: as far east as possible in the morning, and as
  /// far west as possible later in the day. Time zones reach 18 hours from Greenwich.
  init(hour: Int) {
    let minutes = hour * 60 + 30 - Int(Date().timeIntervalSince1970 / 60) % 1440
    let offsets = [minutes - 1440, minutes, minutes + 1440].filter { abs($0) <= 1080 }
    let offset = (hour < 12 ? offsets.last : offsets.first) ?? 0
    calendar.timeZone = TimeZone(secondsFromGMT: offset * 60) ?? .gmt
  }

  /// The first of these real time zones where midnight isn't near.
  init(awayFromMidnight identifiers: [String]) throws {
    for identifier in identifiers {
      calendar.timeZone = try #require(TimeZone(identifier: identifier))
      if calendar.isDate(Date() - 1200, inSameDayAs: Date() + 1200) { break }
    }
  }

  var zone: TimeZone { calendar.timeZone }
  var year: Int { calendar.component(.year, from: Date()) }
  var isLeapDay: Bool { longDate.hasPrefix("29 February") }

  /// Today's date, such as “3 March 2026”.
  var longDate: String {
    let british = Locale(identifier: "en_GB")
    return Date().formatted(
      Date.FormatStyle(date: .long, locale: british, calendar: calendar, timeZone: zone))
  }

  func date(_ year: Int, _ month: Int, _ day: Int, hour: Int = 12) -> Date {
    let components = DateComponents(year: year, month: month, day: day, hour: hour)
    return calendar.date(from: components) ?? .distantPast
  }

  /// A moment some days from today's date in an earlier year. If that year has no 29 February, the
  /// days count from 28 February.
  func day(_ days: Int = 0, yearsAgo years: Int = 0, hour: Int = 12) -> Date {
    let distance = DateComponents(year: -years, day: days, hour: hour)
    let today = calendar.startOfDay(for: Date())
    return calendar.date(byAdding: distance, to: today) ?? .distantPast
  }
}
