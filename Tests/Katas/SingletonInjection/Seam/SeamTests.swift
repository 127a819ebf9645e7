import Foundation
import TestSupport
import Testing

#if SOLUTION
  @testable import SingletonInjectionAfter
#else
  @testable import SingletonInjectionBefore
#endif

/// How `LoginHandler` treats a store that belongs to the test.
@MainActor
@Suite("SingletonInjection: seam", .namesModule)
struct SeamTests {
  private let storage = FakeLoginStorage()
  private let noon = Date(timeIntervalSince1970: 1_800_000_000)

  // MARK: One store or two

  @Test func `on a clean machine only the version is stored`() {
    let handler = LoginHandler(storage: storage)
    #expect(handler.previousUsername == nil)
    #expect(handler.lastSignIn == nil)
    #expect(handler.recentAccounts == [])
    #expect(handler.remainingLock(at: noon) == 0)
    #expect(storage.writes == ["set LoginVersion"])
    #expect(storage.values["LoginVersion"] as? Int == 2)
  }

  @Test func `two users with separate stores don't affect each other`() {
    let mine = LoginHandler(storage: storage)
    let yours = LoginHandler(storage: FakeLoginStorage())
    yours.didSignIn(as: "Grace", at: noon - 60)
    for _ in 1...3 { _ = yours.didFail(at: noon) }
    mine.didSignIn(as: "Ada", at: noon)
    _ = mine.didFail(at: noon)
    #expect([mine.previousUsername, yours.previousUsername] == ["Ada", "Grace"])
    #expect([mine.lastSignIn, yours.lastSignIn] == [noon, noon - 60])
    #expect([mine.recentAccounts, yours.recentAccounts] == [["Ada"], ["Grace"]])
    #expect([mine.remainingLock(at: noon), yours.remainingLock(at: noon)] == [0, 30])
  }

  @Test func `two handlers can share a store`() {
    let earlyHandler = LoginHandler(storage: storage)
    LoginHandler(storage: storage).didSignIn(as: "Ada", at: noon)
    #expect(earlyHandler.previousUsername == "Ada")
    #expect(earlyHandler.lastSignIn == noon)
    #expect(earlyHandler.recentAccounts == ["Ada"])
  }

  @Test func `the shared defaults aren't touched`() {
    let shared = UserDefaults.standard.dictionaryRepresentation() as NSDictionary
    let handler = LoginHandler(storage: FakeLoginStorage())
    handler.didSignIn(as: "Edsger", at: noon + 1)
    #expect(handler.didFail(at: noon + 2) == 0)
    #expect(handler.recentAccounts == ["Edsger"])
    handler.forgetMe()
    #expect(handler.recentAccounts == [])
    #expect(UserDefaults.standard.dictionaryRepresentation() as NSDictionary == shared)
  }

  // MARK: The order of writes

  @Test func `signing in writes the list last, and reading writes nothing`() {
    let handler = updatedHandler()
    handler.didSignIn(as: "Ada", at: noon)
    #expect(handler.previousUsername == "Ada")
    #expect(handler.lastSignIn == noon)
    #expect(handler.recentAccounts == ["Ada"])
    #expect(handler.remainingLock(at: noon) == 0)
    #expect(
      storage.writes == [
        "set LoginUsername", "set LoginRemember", "set LoginLastSuccess", "remove LoginFailures",
        "remove LoginLockedUntil", "set LoginRecent",
      ])
  }

  @Test func `a failure is counted before the lock is set, and not counted during a lock`() {
    let handler = updatedHandler(["LoginFailures": 2])
    #expect(handler.didFail(at: noon) == 30)
    #expect(handler.didFail(at: noon + 10) == 20)
    #expect(storage.writes == ["set LoginFailures", "set LoginLockedUntil"])
  }

  @Test func `forgetting a user updates the list before it removes the name`() {
    let handler = updatedHandler([
      "LoginUsername": "Ada", "LoginRemember": true, "LoginRecent": ["ada", "Grace"],
    ])
    handler.forgetMe()
    #expect(handler.recentAccounts == ["Grace"])
    #expect(storage.writes == ["set LoginRecent", "remove LoginUsername", "remove LoginRemember"])
  }

  // MARK: A store that stops writing

  @Test(arguments: 0...9)
  func `an update that is cut short loses nothing, and is finished later`(writes: Int) {
    storage.values = ["username": "Ada", "rememberMe": true, "failedLogins": 2, "lastLogin": noon]
    storage.writesLeft = writes
    _ = LoginHandler(storage: storage)
    storage.writesLeft = .max
    let handler = LoginHandler(storage: storage)
    #expect(handler.previousUsername == "Ada")
    #expect(handler.lastSignIn == noon)
    #expect(handler.didFail(at: noon) == 30)
    #expect(storage.values.keys.allSatisfy { $0.hasPrefix("Login") })
    #expect(storage.values["LoginVersion"] as? Int == 2)
  }

  @Test func `when nothing can be written, nobody is remembered and nothing is locked`() {
    storage.writesLeft = 0
    let handler = LoginHandler(storage: storage)
    handler.didSignIn(as: "Ada", at: noon)
    #expect((1...4).map { _ in handler.didFail(at: noon) } == [0, 0, 0, 0])
    #expect(handler.remainingLock(at: noon) == 0)
    #expect(handler.previousUsername == nil)
    #expect(handler.lastSignIn == nil)
    #expect(handler.recentAccounts == [])
  }

  /// A handler that hasn't written anything yet, because its store is up to date.
  private func updatedHandler(_ values: [String: Any] = [:]) -> LoginHandler {
    storage.values = values.merging(["LoginVersion": 2]) { $1 }
    return LoginHandler(storage: storage)
  }
}

// MARK: - Test doubles

/// A fake that keeps values in memory, and a spy that lists the writes.
@MainActor
final class FakeLoginStorage: LoginStorage {
  var values: [String: Any] = [:]
  private(set) var writes: [String] = []

  /// How many more writes the store accepts. It ignores the rest, as if the app had been killed.
  var writesLeft = Int.max

  func object(forKey key: String) -> Any? { values[key] }
  func string(forKey key: String) -> String? { values[key] as? String }
  func stringArray(forKey key: String) -> [String]? { values[key] as? [String] }
  func bool(forKey key: String) -> Bool { values[key] as? Bool ?? false }
  func integer(forKey key: String) -> Int { values[key] as? Int ?? 0 }

  func set(_ value: Any?, forKey key: String) {
    write(value, forKey: key, as: "set \(key)")
  }

  func removeObject(forKey key: String) {
    write(nil, forKey: key, as: "remove \(key)")
  }

  private func write(_ value: Any?, forKey key: String, as write: String) {
    guard writesLeft > 0 else { return }
    writesLeft -= 1
    writes.append(write)
    values[key] = value
  }
}
