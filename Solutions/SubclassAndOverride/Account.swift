import Foundation

/// A customer's account. All days are counted in the customer's time zone.
class Account {
  /// The customer is warned after this many days without a sign-in.
  static let dormantAfter = 180

  /// The account is closed after this many days without a sign-in.
  static let closedAfter = 365

  let name: String

  /// Any moment on the day when the customer was born.
  let dateOfBirth: Date

  let memberSince: Date

  let timeZone: TimeZone

  /// `nil` until the first sign-in.
  private(set) var lastSignIn: Date?

  init(
    name: String, dateOfBirth: Date, memberSince: Date, timeZone: TimeZone, lastSignIn: Date? = nil
  ) {
    self.name = name
    self.dateOfBirth = dateOfBirth
    self.memberSince = memberSince
    self.timeZone = timeZone
    self.lastSignIn = lastSignIn
  }

  /// The current date and time.
  var now: Date { Date() }

  // MARK: Birthday

  /// The customer's age in whole years.
  ///
  /// - Throws: `AccountError.bornInTheFuture`.
  func age() throws(AccountError) -> Int {
    let today = calendar.startOfDay(for: now)
    guard calendar.startOfDay(for: dateOfBirth) <= today else { throw .bornInTheFuture }
    let year = calendar.component(.year, from: today)
    let years = year - calendar.component(.year, from: dateOfBirth)
    return today < birthday(in: year) ? years - 1 : years
  }

  /// Whether the customer is old enough to buy alcohol in a market.
  ///
  /// - Throws: `AccountError.bornInTheFuture`.
  func isOfAge(in market: Market) throws(AccountError) -> Bool {
    try age() >= market.ageLimit
  }

  func isBirthday() -> Bool {
    daysUntilBirthday() == 0
  }

  /// The number of days until the next birthday, or 0 on the day itself.
  func daysUntilBirthday() -> Int {
    let today = calendar.startOfDay(for: now)
    let year = calendar.component(.year, from: today)
    let next = birthday(in: year) < today ? birthday(in: year + 1) : birthday(in: year)
    return days(from: today, to: next)
  }

  // MARK: Membership

  /// The tier the customer has reached.
  ///
  /// - Throws: `AccountError.joinedInTheFuture`.
  func loyaltyTier() throws(AccountError) -> LoyaltyTier {
    let joined = calendar.component(.year, from: memberSince)
    let years = calendar.component(.year, from: now) - joined
    guard years >= 0 else { throw .joinedInTheFuture }
    switch years {
    case 0: return .new
    case 1..<3: return .bronze
    case 3..<7: return .silver
    default: return .gold
    }
  }

  // MARK: Use

  /// Records a sign-in at the current moment.
  ///
  /// - Throws: `AccountError.closed`, without recording anything.
  func signIn() throws(AccountError) {
    guard status() != .closed else { throw .closed }
    lastSignIn = now
  }

  /// The number of days since the last sign-in, or since joining if there hasn't been one.
  func daysOfInactivity() -> Int {
    days(from: lastSignIn ?? memberSince, to: now)
  }

  func status() -> AccountStatus {
    let inactive = daysOfInactivity()
    if inactive >= Self.closedAfter { return .closed }
    if inactive >= Self.dormantAfter { return .dormant }
    return .active
  }

  /// The line at the top of the customer's page, in English.
  func greeting() -> String {
    var line = "\(salutation(at: now)), \(name). It is \(longDate(of: now))."
    if isBirthday() {
      line += " Happy birthday!"
    }
    if status() == .dormant {
      line += " Your account will be closed in \(Self.closedAfter - daysOfInactivity()) days."
    }
    return line
  }

  private func salutation(at moment: Date) -> String {
    switch calendar.component(.hour, from: moment) {
    case 5..<12: "Good morning"
    case 12..<18: "Good afternoon"
    default: "Good evening"
    }
  }

  private func longDate(of moment: Date) -> String {
    let names = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September",
      "October", "November", "December",
    ]
    let month = names[calendar.component(.month, from: moment) - 1]
    let day = calendar.component(.day, from: moment)
    return "\(day) \(month) \(calendar.component(.year, from: moment))"
  }

  // MARK: Days

  private var calendar: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    return calendar
  }

  /// The start of the customer's birthday in a year. If that year has no 29 February, the calendar
  /// turns it into 1 March.
  private func birthday(in year: Int) -> Date {
    let birth = calendar.dateComponents([.month, .day], from: dateOfBirth)
    return calendar.date(from: DateComponents(year: year, month: birth.month, day: birth.day))!
  }

  /// The number of midnights between two moments. A day of 23 or 25 hours counts as one.
  private func days(from start: Date, to end: Date) -> Int {
    let interval = calendar.startOfDay(for: end).timeIntervalSince(calendar.startOfDay(for: start))
    return Int((interval / 86_400).rounded())
  }
}
