import XCTest

#if ATTEMPT
  @testable import SingletonInjectionBefore
#else
  @testable import SingletonInjectionAfter
#endif

/// The tests of `SeamTests`, for teams that use XCTest.
final class SeamXCTests: XCTestCase {
  private let noon = Date(timeIntervalSince1970: 1_800_000_000)
  private var storage: FakeLoginStorage!

  @MainActor override func setUp() async throws {
    storage = FakeLoginStorage()
  }

  @MainActor override func tearDown() async throws {
    storage = nil
  }

  // MARK: The store

  @MainActor func testOnACleanMachineOnlyTheVersionIsWritten() async {
    let handler = makeHandler()
    XCTAssertNil(handler.previousUsername)
    XCTAssertNil(handler.lastSignIn)
    XCTAssertEqual(handler.recentAccounts, [])
    XCTAssertEqual(handler.remainingLock(at: noon), 0)
    XCTAssertEqual(storage.writes, ["set LoginVersion"])
    XCTAssertEqual(storage.values["LoginVersion"] as? Int, 2)
  }

  @MainActor func testTwoUsersHaveTwoStores() async {
    let others = FakeLoginStorage()
    let mine = makeHandler()
    let yours = makeHandler(on: others)
    mine.didSignIn(as: "Ada", at: noon)
    for _ in 1...3 { _ = yours.didFail(at: noon) }
    XCTAssertEqual(mine.previousUsername, "Ada")
    XCTAssertEqual(mine.remainingLock(at: noon), 0)
    XCTAssertNil(yours.previousUsername)
    XCTAssertEqual(yours.remainingLock(at: noon), 30)
    XCTAssertNil(others.values["LoginUsername"])
  }

  @MainActor func testAHandlerSeesWhatAnotherHasWrittenToTheSameStore() async {
    makeHandler().didSignIn(as: "Ada", at: noon)
    let handler = makeHandler()
    XCTAssertEqual(handler.previousUsername, "Ada")
    XCTAssertEqual(handler.lastSignIn, noon)
    XCTAssertEqual(handler.recentAccounts, ["Ada"])
  }

  @MainActor func testTheSharedDefaultsAreNotTouched() async {
    let shared = UserDefaults.standard.dictionaryRepresentation().keys.sorted()
    storage.values = ["username": "Ada", "rememberMe": true]
    let handler = makeHandler()
    for _ in 1...3 { _ = handler.didFail(at: noon) }
    handler.didSignIn(as: "Grace", remember: false, at: noon)
    handler.forgetMe()
    XCTAssertEqual(UserDefaults.standard.dictionaryRepresentation().keys.sorted(), shared)
    XCTAssertEqual(handler.recentAccounts, ["Grace"])
  }

  // MARK: The order of writes

  @MainActor func testEachValueOfVersion1IsWrittenBeforeItIsRemovedAndTheVersionLast() async {
    storage.values = ["username": "Ada", "rememberMe": true, "failedLogins": 1, "lastLogin": noon]
    _ = makeHandler()
    XCTAssertEqual(
      storage.writes,
      [
        "set LoginUsername", "remove username", "set LoginRemember", "remove rememberMe",
        "set LoginFailures", "remove failedLogins", "set LoginLastSuccess", "remove lastLogin",
        "set LoginVersion",
      ])
  }

  @MainActor func testValuesThatHaveBeenMovedAreNotMovedAgain() async {
    storage.values = ["username": "Ada", "rememberMe": true]
    _ = makeHandler()
    storage.writes = []
    _ = makeHandler()
    XCTAssertEqual(storage.writes, [])
  }

  @MainActor func testSigningInWritesWhoWhenAndTheListAndThenNothing() async {
    let handler = makeHandler()
    storage.writes = []
    handler.didSignIn(as: "Ada", at: noon)
    XCTAssertEqual(
      storage.writes,
      [
        "set LoginUsername", "set LoginRemember", "set LoginLastSuccess", "remove LoginFailures",
        "remove LoginLockedUntil", "set LoginRecent",
      ])
    storage.writes = []
    XCTAssertEqual(handler.previousUsername, "Ada")
    XCTAssertEqual(handler.lastSignIn, noon)
    XCTAssertEqual(handler.recentAccounts, ["Ada"])
    XCTAssertEqual(handler.remainingLock(at: noon), 0)
    XCTAssertEqual(storage.writes, [])
  }

  @MainActor func testAFailureIsCountedBeforeItLocks() async {
    let handler = makeHandler()
    storage.writes = []
    XCTAssertEqual(handler.didFail(at: noon), 0)
    XCTAssertEqual(storage.writes, ["set LoginFailures", "set LoginLockedUntil"])
  }

  @MainActor func testAFailureDuringALockWritesNothing() async {
    storage.values = ["LoginLockedUntil": noon + 30]
    let handler = makeHandler()
    storage.writes = []
    XCTAssertEqual(handler.didFail(at: noon), 30)
    XCTAssertEqual(storage.writes, [])
  }

  @MainActor func testForgettingWritesTheListBeforeTheNameGoes() async {
    storage.values = ["LoginRemember": true, "LoginUsername": "Ada", "LoginRecent": ["ada", "b"]]
    let handler = makeHandler()
    storage.writes = []
    handler.forgetMe()
    XCTAssertEqual(
      storage.writes, ["set LoginRecent", "remove LoginUsername", "remove LoginRemember"])
    XCTAssertEqual(handler.recentAccounts, ["b"])
  }

  // MARK: A store that loses writes

  @MainActor func testWhenTheVersionIsLostTheValuesAreSafeAndTheNextHandlerGoesOn() async {
    storage.values = ["username": "Ada", "rememberMe": true]
    storage.loses = ["LoginVersion"]
    XCTAssertEqual(makeHandler().previousUsername, "Ada")
    XCTAssertNil(storage.values["username"])
    storage.loses = []
    XCTAssertEqual(makeHandler().previousUsername, "Ada")
    XCTAssertEqual(storage.values["LoginVersion"] as? Int, 2)
  }

  @MainActor func testWhenTheCountIsLostThereIsNoLock() async {
    storage.loses = ["LoginFailures"]
    let handler = makeHandler()
    for _ in 1...5 {
      XCTAssertEqual(handler.didFail(at: noon), 0)
    }
    XCTAssertEqual(handler.remainingLock(at: noon), 0)
  }

  @MainActor func testWhenTheLockIsLostTheNextFailureLocksForLonger() async {
    storage.loses = ["LoginLockedUntil"]
    let handler = makeHandler()
    XCTAssertEqual((1...4).map { _ in handler.didFail(at: noon) }, [0, 0, 30, 60])
    XCTAssertEqual(handler.remainingLock(at: noon), 0)
  }

  // MARK: The rules, without the tricks

  @MainActor func testLocksGrowUpToAQuarterOfAnHour() async {
    let handler = makeHandler()
    var now = noon
    for lock in [0.0, 0, 30, 60, 120, 240, 480, 900, 900] {
      XCTAssertEqual(handler.didFail(at: now), lock)
      now += lock
    }
    XCTAssertEqual(storage.values["LoginFailures"] as? Int, 9)
  }

  @MainActor func testTheMostRecentAccountComesFirstOnceAndFiveAreKept() async {
    let handler = makeHandler()
    for name in ["a", "b", "c", "B", "d", "e", "f"] {
      handler.didSignIn(as: name, at: noon)
    }
    XCTAssertEqual(handler.recentAccounts, ["f", "e", "d", "B", "c"])
  }

  // MARK: The handler

  @MainActor private func makeHandler(on other: FakeLoginStorage? = nil) -> LoginHandler {
    LoginHandler(storage: other ?? storage)
  }
}
