import XCTest

#if ATTEMPT
  @testable import SubclassAndOverrideBefore
#else
  @testable import SubclassAndOverrideAfter
#endif

/// The tests of `SeamTests`, and with its tables, for teams that use XCTest.
final class SeamXCTests: XCTestCase {
  // MARK: Age and birthday

  @MainActor func testAgeAndBirthday() async throws {
    for row in SeamTests.ages {
      let account = try TestableAccount(zone: row.zone, now: row.now, born: row.born)
      XCTAssertEqual(try account.age(), row.age, "\(row)")
      XCTAssertEqual(account.daysUntilBirthday(), row.days, "\(row)")
      XCTAssertEqual(account.isBirthday(), row.days == 0, "\(row)")
    }
  }

  @MainActor func testBornLaterTodayIsNoughtYearsOldAndTomorrowHasNoAge() async throws {
    let today = try TestableAccount(
      zone: "America/St_Johns", now: "2024-06-15T02:30:00Z", born: "2024-06-16T02:29:59Z")
    XCTAssertEqual(try today.age(), 0)
    let tomorrow = try TestableAccount(
      zone: "America/St_Johns", now: "2024-06-15T02:30:00Z", born: "2024-06-16T02:30:00Z")
    assertThrows(.bornInTheFuture) { try tomorrow.age() }
    assertThrows(.bornInTheFuture) { try tomorrow.isOfAge(in: .germany) }
  }

  @MainActor func testCustomerBornOn29FebruaryIsOfAge() async throws {
    for row in SeamTests.limits {
      let account = try TestableAccount(
        zone: "Europe/London", now: row.now, born: "2000-02-29T12:00:00Z")
      XCTAssertEqual(try account.isOfAge(in: row.market), row.isOfAge, "\(row)")
    }
  }

  // MARK: Membership

  @MainActor func testTierChangesWithTheYear() async throws {
    for row in SeamTests.tiers {
      let account = try TestableAccount(
        zone: "America/St_Johns", now: row.now, joined: row.joined)
      XCTAssertEqual(try account.loyaltyTier(), row.tier, "\(row)")
    }
  }

  @MainActor func testJoiningNextYearGivesNoTierUntilThen() async throws {
    let account = try TestableAccount(
      zone: "America/St_Johns", now: "2021-01-01T03:29:59Z", joined: "2021-01-01T03:30:00Z")
    assertThrows(.joinedInTheFuture) { try account.loyaltyTier() }
    account.moment = try Date("2021-01-01T03:30:00Z", strategy: .iso8601)
    XCTAssertEqual(try account.loyaltyTier(), .new)
  }

  // MARK: Use

  @MainActor func testDaysOfInactivityBeginAtMidnight() async throws {
    for row in SeamTests.inactivity {
      let account = try TestableAccount(
        zone: row.zone, now: row.now, lastSignIn: row.lastSignIn)
      XCTAssertEqual(account.daysOfInactivity(), row.days, "\(row)")
      XCTAssertEqual(account.status(), row.status, "\(row)")
    }
  }

  @MainActor func testSigningInNotesTheMoment() async throws {
    let account = try TestableAccount(
      zone: "Europe/London", now: "2024-06-15T12:00:00Z", lastSignIn: "2024-01-01T12:00:00Z")
    try account.signIn()
    XCTAssertEqual(account.lastSignIn, account.moment)
    account.moment.addTimeInterval(0.001)
    try account.signIn()
    XCTAssertEqual(account.lastSignIn, account.moment)
  }

  @MainActor func testAccountIsClosedAtTheStrokeOfMidnight() async throws {
    let account = try TestableAccount(
      zone: "Europe/London", now: "2024-12-30T23:59:59Z", lastSignIn: "2024-01-01T12:00:00Z")
    XCTAssertEqual(account.status(), .dormant)
    account.moment.addTimeInterval(1)
    assertThrows(.closed) { try account.signIn() }
  }

  // MARK: Greeting

  @MainActor func testGreetingSuitsTheHourAndHasTheDate() async throws {
    for row in SeamTests.greetings {
      let account = try TestableAccount(
        zone: "Europe/London", now: row.now, born: "2000-08-15T12:00:00Z", lastSignIn: row.now)
      XCTAssertEqual(account.greeting(), row.greeting)
    }
  }

  @MainActor func testGreetingWishesAndWarns() async throws {
    let account = try TestableAccount(
      zone: "Europe/London", now: "2023-03-01T08:00:00Z", born: "2000-02-29T12:00:00Z",
      lastSignIn: "2022-03-02T12:00:00Z")
    XCTAssertEqual(
      account.greeting(),
      """
      Good morning, Ada. It is 1 March 2023. Happy birthday! \
      Your account will be closed in 1 days.
      """)
  }

  // MARK: The clock

  @MainActor func testAccountKeepsTheTimeOfTheSystemUnlessToldOtherwise() async {
    let account = Account(
      name: "Ada", dateOfBirth: .distantPast, memberSince: .distantPast, timeZone: .gmt)
    let before = Date()
    let now = account.now
    XCTAssertLessThanOrEqual(before, now)
    XCTAssertLessThanOrEqual(now, Date())
  }

  @MainActor func testClockIsReadAnewForEveryAnswer() async throws {
    let account = try TestableAccount(
      zone: "Europe/London", now: "2024-06-14T12:00:00Z", born: "2000-06-15T12:00:00Z",
      joined: "2024-01-01T12:00:00Z", lastSignIn: "2024-06-14T12:00:00Z")
    XCTAssertEqual(account.reads, 0)
    _ = try account.age()
    XCTAssertEqual(account.reads, 1)
    _ = account.daysUntilBirthday()
    XCTAssertEqual(account.reads, 2)
    _ = try account.loyaltyTier()
    XCTAssertEqual(account.reads, 3)
    _ = account.status()
    XCTAssertEqual(account.reads, 4)
    try account.signIn()
    XCTAssertEqual(account.reads, 6)
    _ = account.greeting()
    XCTAssertEqual(account.reads, 10)
    account.moment = try Date("2025-06-15T12:00:00Z", strategy: .iso8601)
    XCTAssertEqual(try account.age(), 25)
    XCTAssertTrue(account.isBirthday())
    XCTAssertEqual(try account.loyaltyTier(), .bronze)
    XCTAssertEqual(account.status(), .closed)
  }

  @MainActor private func assertThrows<Value>(
    _ expected: AccountError,
    file: StaticString = #filePath,
    line: UInt = #line,
    _ call: () throws -> Value
  ) {
    XCTAssertThrowsError(try call(), file: file, line: line) { error in
      XCTAssertEqual(error as? AccountError, expected, file: file, line: line)
    }
  }
}
