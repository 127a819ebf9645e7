import XCTest

@testable import SubclassAndOverride

/// The technique in XCTest, with set-up: each test begins with a new account, a second before the
/// customer's birthday.
final class SeamXCTests: XCTestCase {
  @MainActor private var account: TestableAccount!

  @MainActor override func setUp() async throws {
    account = try TestableAccount(now: "2024-02-28T23:59:59Z", born: "2000-02-29T12:00:00Z")
  }

  /// XCTest keeps each instance of this class, with its properties, until all tests have run.
  @MainActor override func tearDown() async throws {
    account = nil
  }

  @MainActor func testBirthdayBeginsAtMidnight() async throws {
    XCTAssertEqual(try account.age(), 23)
    account.moment += 1
    XCTAssertEqual(try account.age(), 24)
  }

  @MainActor func testCustomerWhoIsntBornYetHasNoAge() async throws {
    account.moment = try Date("2000-02-28T23:59:59Z", strategy: .iso8601)
    XCTAssertThrowsError(try account.age()) { error in
      XCTAssertEqual(error as? AccountError, .bornInTheFuture)
    }
  }
}
