import Foundation
import Testing

/// What `Account` says of today, whatever day that is, on either version.
///
/// The clock cannot be set, so the tests choose the dates of the account relative to now. That holds
/// at any moment only with some care:
///
/// - Midnight must not pass between two lines. So the account lives at a `Place`, a time zone that is
///   made up so that it is a certain hour there now, far from midnight.
/// - Today may be 29 February, or tomorrow. A day of the month that is there today is there in any
///   other year that is a multiple of four years away. (The next exception is the year 2100.)
/// - Time goes by. A moment is compared with the moments before and after the call.
@MainActor
@Suite("SubclassAndOverride: characterization")
struct CharacterizationTests {
  private let noon = Place(hour: 12)

  @Test(arguments: Version.allCases)
  func `an account keeps what it is made with`(version: Version) {
    let (born, joined, signedIn) = (noon.day(-3000), noon.day(-300), noon.day(-3))
    let account = version.makeAccount(
      in: noon.zone, name: "ada King-Noel", born: born, joined: joined, lastSignIn: signedIn)
    #expect(account.name == "ada King-Noel")
    #expect(account.dateOfBirth == born)
    #expect(account.memberSince == joined)
    #expect(account.timeZone == noon.zone)
    #expect(account.lastSignIn == signedIn)
  }

  // MARK: Age

  @Test(
    arguments: Version.allCases,
    [
      // Years ago, days from today, age
      (28, 0, 28), (28, -1, 28), (28, 1, 27), (28, -200, 28), (28, 200, 27),
      (4, 0, 4), (4, 1, 3), (0, 0, 0), (0, -1, 0), (0, -200, 0), (100, 0, 100), (100, 1, 99),
    ])
  func `a customer turns a year older on the birthday`(
    version: Version, birth: (yearsAgo: Int, days: Int, age: Int)
  ) throws {
    for hour in [0, 12, 23] {
      let born = noon.day(birth.days, yearsAgo: birth.yearsAgo, hour: hour)
      #expect(try version.makeAccount(in: noon.zone, born: born).age() == birth.age)
    }
  }

  @Test(arguments: Version.allCases, [(0, 1), (-4, 0), (-4, -1)])
  func `who is born after today has no age`(
    version: Version, birth: (yearsAgo: Int, days: Int)
  ) throws {
    let account = version.makeAccount(
      in: noon.zone, born: noon.day(birth.days, yearsAgo: birth.yearsAgo, hour: 0))
    expectError("bornInTheFuture") { try account.age() }
    expectError("bornInTheFuture") { try account.isOfAge(inMarketNamed: "germany") }
  }

  @Test(arguments: Version.allCases, [("germany", 18), ("japan", 20), ("unitedStates", 21)])
  func `a customer is of age from the birthday on`(
    version: Version, market: (name: String, age: Int)
  ) throws {
    // When there is no 29 February in that year, the day before was the birthday, or the day after
    // will be.
    let old = noon.day(0, yearsAgo: market.age, orDayBefore: true)
    let young = noon.day(1, yearsAgo: market.age)
    #expect(
      try version.makeAccount(in: noon.zone, born: old).isOfAge(inMarketNamed: market.name))
    #expect(
      try !version.makeAccount(in: noon.zone, born: young).isOfAge(inMarketNamed: market.name))
  }

  // MARK: Birthday

  @Test(
    arguments: Version.allCases,
    [(28, 0, true), (28, -1, false), (28, 1, false), (0, 0, true), (28, 31, false)])
  func `it is the birthday on that day of the year`(
    version: Version, birth: (yearsAgo: Int, days: Int, isBirthday: Bool)
  ) {
    for hour in [0, 12, 23] {
      let born = noon.day(birth.days, yearsAgo: birth.yearsAgo, hour: hour)
      let account = version.makeAccount(in: noon.zone, born: born)
      #expect(account.isBirthday() == birth.isBirthday)
    }
  }

  @Test(arguments: Version.allCases, [0, 1, 2, 27, 28, 29, 30, 31, 59, 100, 200, 300])
  func `the days until the birthday are counted`(version: Version, days: Int) {
    let account = version.makeAccount(in: noon.zone, born: noon.day(days, yearsAgo: 28))
    #expect(account.daysUntilBirthday() == days)
  }

  @Test(arguments: Version.allCases)
  func `after the birthday, the next one is in a year`(version: Version) {
    let account = version.makeAccount(in: noon.zone, born: noon.day(-1, yearsAgo: 28))
    #expect([364, 365].contains(account.daysUntilBirthday()))
  }

  // Correct until 2100, the next year that is a multiple of four and has no 29 February
  @Test(arguments: Version.allCases)
  func `who is born on 29 February waits for 1 March, or in leap years for the day before`(
    version: Version
  ) {
    let account = version.makeAccount(in: noon.zone, born: noon.date(year: 2000, 2, 29))
    let today = noon.dayNumber()
    let birthdays = [noon.year, noon.year + 1].map { year in
      noon.dayNumber(year, 3, 1) - (year % 4 == 0 ? 1 : 0)
    }
    #expect(account.daysUntilBirthday() == birthdays.first { $0 >= today }.map { $0 - today })
  }

  // Whenever it is, one of these spans has a day of 23 hours and none of 25. The two zones are real,
  // so midnight may pass; then the count is taken once more.
  @Test(
    arguments: Version.allCases, ["Europe/London", "Australia/Sydney"])
  func `days are counted across a change of the clocks`(version: Version, zone: String) throws {
    for days in [50, 100, 150, 200, 250, 300] {
      let place = Place(zone: try #require(TimeZone(identifier: zone)))
      for hour in [0, 12, 23] {
        let (untilBirthday, inactive) = place.onOneDay {
          let account = version.makeAccount(
            in: place.zone, born: place.day(days, yearsAgo: 28, hour: hour),
            lastSignIn: place.day(-days, hour: hour))
          return (account.daysUntilBirthday(), account.daysOfInactivity())
        }
        #expect(untilBirthday == days)
        #expect(inactive == days)
      }
    }
  }

  // On 8 September 2024, the clocks of Santiago went forward at midnight.
  @Test(arguments: Version.allCases)
  func `a day that began at one o'clock counts like any other`(version: Version) throws {
    let place = Place(zone: try #require(TimeZone(identifier: "America/Santiago")))
    for day in [7, 8, 9] {
      let (inactive, expected) = place.onOneDay {
        let account = version.makeAccount(
          in: place.zone, lastSignIn: place.date(year: 2024, 9, day))
        return (
          account.daysOfInactivity(), place.dayNumber() - place.dayNumber(2024, 9, day)
        )
      }
      #expect(inactive == expected)
    }
  }

  // MARK: Membership

  @Test(
    arguments: Version.allCases,
    [
      // The quirk: the years of the calendar count, and not those since the day of joining
      (0, 1, 1, "new"), (0, 12, 31, "new"), (1, 12, 31, "bronze"), (1, 1, 1, "bronze"),
      (2, 1, 1, "bronze"), (3, 12, 31, "silver"), (6, 1, 1, "silver"), (7, 12, 31, "gold"),
      (50, 6, 15, "gold"),
    ])
  func `the tier follows the years of membership`(
    version: Version, joined: (yearsAgo: Int, month: Int, day: Int, tier: String)
  ) throws {
    for place in [Place(hour: 3), noon, Place(hour: 21)] {
      for hour in [0, 23] {
        let date = place.date(year: place.year - joined.yearsAgo, joined.month, joined.day, hour)
        let account = version.makeAccount(in: place.zone, joined: date)
        #expect(try account.loyaltyTierName() == joined.tier)
      }
    }
  }

  @Test(arguments: Version.allCases)
  func `who joins in a later year has no tier`(version: Version) {
    let account = version.makeAccount(in: noon.zone, joined: noon.date(year: noon.year + 1, 1, 1))
    expectError("joinedInTheFuture") { try account.loyaltyTierName() }
  }

  // MARK: Use

  @Test(
    arguments: Version.allCases,
    [
      (0, "active"), (1, "active"), (179, "active"), (180, "dormant"), (181, "dormant"),
      (364, "dormant"), (365, "closed"), (366, "closed"), (50_000, "closed"),
      // A sign-in in the future: the clock of a device was wrong
      (-1, "active"), (-400, "active"),
    ])
  func `an account that is not used is closed`(
    version: Version, inactive: (days: Int, status: String)
  ) {
    for hour in [0, 12, 23] {
      let account = version.makeAccount(
        in: noon.zone, lastSignIn: noon.day(-inactive.days, hour: hour))
      #expect(account.daysOfInactivity() == inactive.days)
      #expect(account.statusName() == inactive.status)
    }
  }

  @Test(arguments: Version.allCases)
  func `who has never signed in counts from the day of joining`(version: Version) {
    let account = version.makeUnusedAccount(in: noon.zone, joined: noon.day(-200))
    #expect(account.lastSignIn == nil)
    #expect(account.daysOfInactivity() == 200)
    #expect(account.statusName() == "dormant")
  }

  @Test(arguments: Version.allCases)
  func `a first sign-in is noted, unless it comes too late`(version: Version) throws {
    let account = version.makeUnusedAccount(in: noon.zone, joined: noon.day(-364))
    try account.signIn()
    #expect(account.lastSignIn != nil)
    #expect(account.daysOfInactivity() == 0)
    let late = version.makeUnusedAccount(in: noon.zone, joined: noon.day(-365))
    #expect(late.statusName() == "closed")
    expectError("closed") { try late.signIn() }
    #expect(late.lastSignIn == nil)
  }

  @Test(arguments: Version.allCases)
  func `signing in replaces a moment that lies in the future`(version: Version) throws {
    let account = version.makeAccount(in: noon.zone, lastSignIn: noon.day(40))
    try account.signIn()
    #expect(account.daysOfInactivity() == 0)
  }

  @Test(arguments: Version.allCases)
  func `signing in notes the moment, each time`(version: Version) throws {
    let account = version.makeAccount(in: noon.zone, lastSignIn: noon.day(-200))
    for _ in 1...3 {
      let before = Date()
      try account.signIn()
      let after = Date()
      let noted = try #require(account.lastSignIn)
      #expect(before <= noted)
      #expect(noted <= after)
    }
    #expect(account.daysOfInactivity() == 0)
    #expect(account.statusName() == "active")
  }

  @Test(arguments: Version.allCases)
  func `nobody signs in to a closed account`(version: Version) {
    let lastSignIn = noon.day(-365)
    let account = version.makeAccount(in: noon.zone, lastSignIn: lastSignIn)
    expectError("closed") { try account.signIn() }
    #expect(account.lastSignIn == lastSignIn)
  }

  @Test(arguments: Version.allCases)
  func `a dormant account can be signed in to until the last day`(version: Version) throws {
    let account = version.makeAccount(in: noon.zone, lastSignIn: noon.day(-364))
    try account.signIn()
    #expect(account.statusName() == "active")
  }

  // MARK: Greeting

  @Test(
    arguments: Version.allCases,
    [
      (3, 0, "evening"), (4, 58, "evening"), (5, 1, "morning"), (8, 30, "morning"),
      (11, 58, "morning"), (12, 1, "afternoon"), (17, 58, "afternoon"), (18, 1, "evening"),
      (21, 0, "evening"),
    ])
  func `the greeting suits the hour and has the date`(
    version: Version, time: (hour: Int, minute: Int, name: String)
  ) {
    let place = Place(hour: time.hour, minute: time.minute)
    let account = version.makeAccount(in: place.zone, born: place.day(40, yearsAgo: 28))
    #expect(account.greeting() == "Good \(time.name), Ada. It is \(place.longDate).")
  }

  @Test(arguments: Version.allCases)
  func `the greeting wishes a happy birthday`(version: Version) {
    let account = version.makeAccount(in: noon.zone, born: noon.day(0, yearsAgo: 28))
    #expect(
      account.greeting() == "Good afternoon, Ada. It is \(noon.longDate). Happy birthday!")
  }

  @Test(arguments: Version.allCases, [(180, "185 days"), (181, "184 days"), (364, "1 days")])
  func `the greeting warns that a dormant account will be closed`(
    version: Version, inactive: (days: Int, left: String)
  ) {
    let account = version.makeAccount(
      in: noon.zone, born: noon.day(40, yearsAgo: 28), lastSignIn: noon.day(-inactive.days))
    #expect(
      account.greeting() == """
        Good afternoon, Ada. It is \(noon.longDate). \
        Your account will be closed in \(inactive.left).
        """)
  }

  @Test(arguments: Version.allCases, [0, 179, 365])
  func `the greeting warns of nothing else`(version: Version, inactive: Int) {
    let account = version.makeAccount(
      in: noon.zone, born: noon.day(40, yearsAgo: 28), lastSignIn: noon.day(-inactive))
    #expect(account.greeting() == "Good afternoon, Ada. It is \(noon.longDate).")
  }

  @Test(arguments: Version.allCases)
  func `on the birthday of a dormant customer, the wish comes first`(version: Version) {
    let account = version.makeAccount(
      in: noon.zone, born: noon.day(0, yearsAgo: 28), lastSignIn: noon.day(-200))
    #expect(
      account.greeting() == """
        Good afternoon, Ada. It is \(noon.longDate). Happy birthday! \
        Your account will be closed in 165 days.
        """)
  }

  @Test(arguments: Version.allCases)
  func `the greeting has the name as it is`(version: Version) {
    let account = version.makeAccount(
      in: noon.zone, name: "ada King-Noel", born: noon.day(40, yearsAgo: 28))
    #expect(account.greeting() == "Good afternoon, ada King-Noel. It is \(noon.longDate).")
  }

  @Test(arguments: Version.allCases)
  func `a closed account is greeted like any other`(version: Version) {
    let account = version.makeAccount(
      in: noon.zone, born: noon.day(0, yearsAgo: 28), lastSignIn: noon.day(-365))
    #expect(
      account.greeting() == "Good afternoon, Ada. It is \(noon.longDate). Happy birthday!")
  }

  // The quirk: it is a birthday all the same
  @Test(arguments: Version.allCases)
  func `who is not born yet is wished a happy birthday`(version: Version) {
    let account = version.makeAccount(in: noon.zone, born: noon.day(0, yearsAgo: -4))
    #expect(account.isBirthday())
    #expect(
      account.greeting() == "Good afternoon, Ada. It is \(noon.longDate). Happy birthday!")
  }

  // MARK: Time zone

  @Test(arguments: Version.allCases)
  func `today is the day in the customer's time zone, not in this computer's`(
    version: Version
  ) throws {
    let place = Place.whereItIsAnotherDay
    let account = version.makeAccount(in: place.zone, born: place.day(0, yearsAgo: 28))
    #expect(try account.age() == 28)
    #expect(account.isBirthday())
    #expect(account.daysUntilBirthday() == 0)
    #expect(account.greeting().contains("It is \(place.longDate). Happy birthday!"))
    let younger = version.makeAccount(in: place.zone, born: place.day(1, yearsAgo: 28))
    #expect(try younger.age() == 27)
    #expect(younger.daysUntilBirthday() == 1)
  }

  // No time zone makes both of these true.
  @Test(arguments: Version.allCases)
  func `a day ends at midnight in the customer's time zone`(version: Version) {
    let early = Place(hour: 3)
    let fourHoursAgo = version.makeAccount(
      in: early.zone, lastSignIn: Date().addingTimeInterval(-4 * 3600))
    #expect(fourHoursAgo.daysOfInactivity() == 1)
    let late = Place(hour: 21)
    let twentyHoursAgo = version.makeAccount(
      in: late.zone, lastSignIn: Date().addingTimeInterval(-20 * 3600))
    #expect(twentyHoursAgo.daysOfInactivity() == 0)
  }

  // MARK: Messages

  @Test(arguments: Version.allCases)
  func `each error has a message`(version: Version) {
    #expect(
      version.errorMessages == [
        "bornInTheFuture": "The date of birth lies in the future.",
        "joinedInTheFuture": "The membership begins in the future.",
        "closed": "This account was closed because it has not been used for a year.",
      ])
  }

  private func expectError<Value>(
    _ name: String, sourceLocation: SourceLocation = #_sourceLocation, _ call: () throws -> Value
  ) {
    let error = #expect(throws: (any Error).self, sourceLocation: sourceLocation) { try call() }
    if let error {
      #expect(String(describing: error) == name, sourceLocation: sourceLocation)
    }
  }
}

// MARK: - Places

/// A time zone, and the days around today in it.
private struct Place {
  let zone: TimeZone

  private var calendar: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    return calendar
  }

  init(zone: TimeZone) {
    self.zone = zone
  }

  /// A place where it is this time of the day now.
  init(hour: Int, minute: Int = 0) {
    let minutesNow = Int(Date().timeIntervalSince1970 / 60) % 1440
    var offset = hour * 60 + minute - minutesNow
    if offset < -720 { offset += 1440 }
    if offset > 720 { offset -= 1440 }
    zone = TimeZone(secondsFromGMT: offset * 60) ?? .gmt
  }

  /// A place where it is between 3 and 21 o'clock of another day than on this computer. Time zones
  /// may be up to 18 hours from Greenwich, so there is one.
  static var whereItIsAnotherDay: Place {
    let here = Calendar(identifier: .gregorian).dateComponents([.day], from: Date())
    let zones = (-18...18).compactMap { TimeZone(secondsFromGMT: $0 * 3600) }
    return zones.map(Place.init(zone:)).first {
      let there = $0.calendar.dateComponents([.day, .hour], from: Date())
      return there.day != here.day && (3..<21).contains(there.hour ?? 0)
    } ?? Place(hour: 12)
  }

  /// A moment of the day that is this far from today, and as many years before it.
  ///
  /// Where there is no 29 February, it is 1 March, or else the day before that.
  func day(
    _ days: Int, yearsAgo years: Int = 0, hour: Int = 12, orDayBefore: Bool = false
  ) -> Date {
    // From noon to noon, a change of the clocks cannot lead to another day.
    let noon = calendar.startOfDay(for: Date()).addingTimeInterval(12 * 3600)
    let day = noon.addingTimeInterval(Double(days) * 86_400)
    var components = calendar.dateComponents([.year, .month, .day], from: day)
    components.year = (components.year ?? 0) - years
    components.hour = hour
    let date = calendar.date(from: components) ?? .distantPast
    let isMissing = calendar.component(.day, from: date) != components.day
    return isMissing && orDayBefore ? date.addingTimeInterval(-86_400) : date
  }

  var year: Int { calendar.component(.year, from: Date()) }

  /// A moment of a day.
  func date(year: Int, _ month: Int, _ day: Int, _ hour: Int = 12) -> Date {
    let components = DateComponents(year: year, month: month, day: day, hour: hour)
    return calendar.date(from: components) ?? .distantPast
  }

  /// The number of a day, counted without any time zone: days of the same length at Greenwich.
  func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let noon = Place(zone: .gmt).date(year: year, month, day)
    return Int((noon.timeIntervalSince1970 / 86_400).rounded(.down))
  }

  /// The number of today.
  func dayNumber() -> Int {
    let today = calendar.dateComponents([.year, .month, .day], from: Date())
    return dayNumber(today.year ?? 0, today.month ?? 0, today.day ?? 0)
  }

  /// Today, such as “3 March 2026”.
  var longDate: String {
    Date().formatted(
      Date.VerbatimFormatStyle(
        format: "\(day: .defaultDigits) \(month: .wide) \(year: .defaultDigits)",
        locale: Locale(identifier: "en_US_POSIX"), timeZone: zone, calendar: calendar))
  }

  /// What `call` returns when it begins and ends on the same day.
  func onOneDay<Value>(_ call: () -> Value) -> Value {
    while true {
      let start = calendar.startOfDay(for: Date())
      let value = call()
      if calendar.startOfDay(for: Date()) == start { return value }
    }
  }
}
