import XCTest

#if SOLUTION
  @testable import SingletonInjectionAfter
#else
  @testable import SingletonInjectionBefore
#endif

/// The same fake in XCTest.
final class SeamXCTests: XCTestCase {
  private let noon = Date(timeIntervalSince1970: 1_800_000_000)
  private var storage: FakeLoginStorage!
  private var handler: LoginHandler!

  /// XCTest creates an instance for each test and keeps them all, so each test releases its objects.
  @MainActor override func setUp() async throws {
    storage = FakeLoginStorage()
    handler = LoginHandler(storage: storage)
    addTeardownBlock { @MainActor in
      self.handler = nil
      self.storage = nil
    }
  }

  @MainActor func testOnACleanMachineOnlyTheVersionIsStored() async {
    XCTAssertNil(handler.previousUsername)
    XCTAssertEqual(handler.recentAccounts, [])
    XCTAssertEqual(storage.writes, ["set LoginVersion"])
  }

  @MainActor func testTwoUsersHaveTwoStores() async {
    let yours = LoginHandler(storage: FakeLoginStorage())
    yours.didSignIn(as: "Grace", at: noon)
    handler.didSignIn(as: "Ada", at: noon)
    XCTAssertEqual(handler.recentAccounts, ["Ada"])
    XCTAssertEqual(yours.recentAccounts, ["Grace"])
  }

  @MainActor func testAFailureIsCountedBeforeItLocks() async throws {
    storage.values["LoginFailures"] = 2
    XCTAssertEqual(handler.didFail(at: noon), 30)
    XCTAssertEqual(storage.writes.suffix(2), ["set LoginFailures", "set LoginLockedUntil"])
    let lockedUntil = try XCTUnwrap(storage.values["LoginLockedUntil"] as? Date)
    XCTAssertEqual(lockedUntil, noon + 30)
  }

  @MainActor func testWhenNothingCanBeWrittenNobodyIsRemembered() async {
    storage.writesLeft = 0
    handler.didSignIn(as: "Ada", at: noon)
    XCTAssertNil(handler.previousUsername)
  }
}
