import XCTest

@testable import SubclassAndOverride

/// The technique in XCTest: the same subclass in three tests.
final class SeamXCTests: XCTestCase {
  @MainActor private var account: TestableAccount!

  @MainActor override func setUp() async throws {
    account = try TestableAccount(
      now: "2024-02-28T23:59:59Z", born: "2000-02-29T12:00:00Z", joined: "2023-12-31T12:00:00Z",
      lastSignIn: "2023-09-01T12:00:00Z")
  }

  @MainActor func testBirthdayBeginsAtMidnight() async throws {
    XCTAssertEqual(try account.age(), 23)
    account.moment += 1
    XCTAssertEqual(try account.age(), 24)
    XCTAssertTrue(account.isBirthday())
  }

  @MainActor func testSignInEndsTheWarning() async throws {
    XCTAssertTrue(account.greeting().hasSuffix("Your account will be closed in 185 days."))
    try account.signIn()
    XCTAssertFalse(account.greeting().contains("will be closed"))
  }

  @MainActor func testCustomerWhoJoinsNextYearHasNoTier() async throws {
    account.moment = try Date("2022-12-31T23:59:59Z", strategy: .iso8601)
    XCTAssertThrowsError(try account.clubTier()) { error in
      XCTAssertEqual(error as? AccountError, .joinedInTheFuture)
    }
    account.moment += 1
    XCTAssertEqual(try account.clubTier(), .new)
  }
}
