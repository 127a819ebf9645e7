import Foundation
import Testing

#if ATTEMPT
  @testable import SingletonInjectionBefore
#else
  @testable import SingletonInjectionAfter
#endif

/// What `LoginHandler` does with a store of the test's own. No test sees the store of another, nor
/// what this computer has stored.
@MainActor
@Suite("SingletonInjection: seam")
struct SeamTests {
  private let storage = FakeLoginStorage()
  private let noon = Date(timeIntervalSince1970: 1_800_000_000)

  // MARK: The store

  @Test func `on a clean machine, only the version is written`() {
    let handler = makeHandler()
    #expect(handler.previousUsername == nil)
    #expect(handler.lastSignIn == nil)
    #expect(handler.recentAccounts == [])
    #expect(handler.remainingLock(at: noon) == 0)
    #expect(storage.writes == ["set LoginVersion"])
    #expect(storage.values["LoginVersion"] as? Int == 2)
  }

  @Test func `two users have two stores`() {
    let others = FakeLoginStorage()
    let mine = makeHandler()
    let yours = makeHandler(on: others)
    mine.didSignIn(as: "Ada", at: noon)
    for _ in 1...3 { _ = yours.didFail(at: noon) }
    #expect(mine.previousUsername == "Ada")
    #expect(mine.remainingLock(at: noon) == 0)
    #expect(yours.previousUsername == nil)
    #expect(yours.remainingLock(at: noon) == 30)
    #expect(others.values["LoginUsername"] == nil)
  }

  @Test func `a handler sees what another has written to the same store`() {
    makeHandler().didSignIn(as: "Ada", at: noon)
    let handler = makeHandler()
    #expect(handler.previousUsername == "Ada")
    #expect(handler.lastSignIn == noon)
    #expect(handler.recentAccounts == ["Ada"])
  }

  @Test func `the shared defaults are not touched`() {
    let shared = UserDefaults.standard.dictionaryRepresentation().keys.sorted()
    storage.values = ["username": "Ada", "rememberMe": true]
    let handler = makeHandler()
    for _ in 1...3 { _ = handler.didFail(at: noon) }
    handler.didSignIn(as: "Grace", remember: false, at: noon)
    handler.forgetMe()
    #expect(UserDefaults.standard.dictionaryRepresentation().keys.sorted() == shared)
    #expect(handler.recentAccounts == ["Grace"])
  }

  // MARK: The order of writes

  @Test func `each value of version 1 is written before it is removed, and the version last`() {
    storage.values = ["username": "Ada", "rememberMe": true, "failedLogins": 1, "lastLogin": noon]
    _ = makeHandler()
    #expect(
      storage.writes == [
        "set LoginUsername", "remove username", "set LoginRemember", "remove rememberMe",
        "set LoginFailures", "remove failedLogins", "set LoginLastSuccess", "remove lastLogin",
        "set LoginVersion",
      ])
  }

  @Test func `values that have been moved are not moved again`() {
    storage.values = ["username": "Ada", "rememberMe": true]
    _ = makeHandler()
    storage.writes = []
    _ = makeHandler()
    #expect(storage.writes == [])
  }

  @Test func `signing in writes who, when and the list, and then nothing`() {
    let handler = makeHandler()
    storage.writes = []
    handler.didSignIn(as: "Ada", at: noon)
    #expect(
      storage.writes == [
        "set LoginUsername", "set LoginRemember", "set LoginLastSuccess", "remove LoginFailures",
        "remove LoginLockedUntil", "set LoginRecent",
      ])
    storage.writes = []
    #expect(handler.previousUsername == "Ada")
    #expect(handler.lastSignIn == noon)
    #expect(handler.recentAccounts == ["Ada"])
    #expect(handler.remainingLock(at: noon) == 0)
    #expect(storage.writes == [])
  }

  @Test func `a failure is counted before it locks`() {
    let handler = makeHandler()
    storage.writes = []
    #expect(handler.didFail(at: noon) == 0)
    #expect(storage.writes == ["set LoginFailures", "set LoginLockedUntil"])
  }

  @Test func `a failure during a lock writes nothing`() {
    storage.values = ["LoginLockedUntil": noon + 30]
    let handler = makeHandler()
    storage.writes = []
    #expect(handler.didFail(at: noon) == 30)
    #expect(storage.writes == [])
  }

  @Test func `forgetting writes the list before the name goes`() {
    storage.values = ["LoginRemember": true, "LoginUsername": "Ada", "LoginRecent": ["ada", "b"]]
    let handler = makeHandler()
    storage.writes = []
    handler.forgetMe()
    #expect(
      storage.writes == ["set LoginRecent", "remove LoginUsername", "remove LoginRemember"])
    #expect(handler.recentAccounts == ["b"])
  }

  // MARK: A store that loses writes

  @Test func `when the version is lost, the values are safe and the next handler goes on`() {
    storage.values = ["username": "Ada", "rememberMe": true]
    storage.loses = ["LoginVersion"]
    #expect(makeHandler().previousUsername == "Ada")
    #expect(storage.values["username"] == nil)
    storage.loses = []
    #expect(makeHandler().previousUsername == "Ada")
    #expect(storage.values["LoginVersion"] as? Int == 2)
  }

  @Test func `when the count is lost, there is no lock`() {
    storage.loses = ["LoginFailures"]
    let handler = makeHandler()
    for _ in 1...5 {
      #expect(handler.didFail(at: noon) == 0)
    }
    #expect(handler.remainingLock(at: noon) == 0)
  }

  @Test func `when the lock is lost, the next failure locks for longer`() {
    storage.loses = ["LoginLockedUntil"]
    let handler = makeHandler()
    #expect((1...4).map { _ in handler.didFail(at: noon) } == [0, 0, 30, 60])
    #expect(handler.remainingLock(at: noon) == 0)
  }

  // MARK: The rules, without the tricks

  @Test func `locks grow up to a quarter of an hour`() {
    let handler = makeHandler()
    var now = noon
    for lock in [0.0, 0, 30, 60, 120, 240, 480, 900, 900] {
      #expect(handler.didFail(at: now) == lock)
      now += lock
    }
    #expect(storage.values["LoginFailures"] as? Int == 9)
  }

  @Test func `the most recent account comes first, once, and five are kept`() {
    let handler = makeHandler()
    for name in ["a", "b", "c", "B", "d", "e", "f"] {
      handler.didSignIn(as: name, at: noon)
    }
    #expect(handler.recentAccounts == ["f", "e", "d", "B", "c"])
  }

  // MARK: The handler

  private func makeHandler(on other: FakeLoginStorage? = nil) -> LoginHandler {
    LoginHandler(storage: other ?? storage)
  }
}

// MARK: - Test doubles

/// A fake that keeps values in memory, and a spy for what is written.
@MainActor
final class FakeLoginStorage: LoginStorage {
  var values: [String: Any] = [:]
  var writes: [String] = []

  /// The keys whose writes come to nothing.
  var loses: Set<String> = []

  func object(forKey key: String) -> Any? { values[key] }
  func string(forKey key: String) -> String? { values[key] as? String }
  func stringArray(forKey key: String) -> [String]? { values[key] as? [String] }
  func bool(forKey key: String) -> Bool { values[key] as? Bool ?? false }
  func integer(forKey key: String) -> Int { values[key] as? Int ?? 0 }

  func set(_ value: Any?, forKey key: String) {
    writes.append("set \(key)")
    if !loses.contains(key) { values[key] = value }
  }

  func removeObject(forKey key: String) {
    writes.append("remove \(key)")
    values[key] = nil
  }
}
