import Foundation
import Synchronization
import TestSupport
import Testing

@testable import SingletonInjection

/// How `LoginHandler` treats user defaults that belong to the test.
@MainActor
@Suite("SingletonInjection: seam", .namesModule)
struct SeamTests {
  private let noon: Date

  init() throws {
    noon = try Date("2016-02-29T12:00:00Z", strategy: .iso8601)
  }

  // MARK: Everything goes into the given defaults

  @Test func `the first start stores the version and nothing else`() {
    let defaults = FakeDefaults()
    _ = LoginHandler(defaults: defaults)
    #expect(defaults.values == ["HMLoginVersion": 2])
  }

  @Test func `values of version 1 move within the given defaults`() {
    let defaults = FakeDefaults([
      "username": "Ada", "rememberMe": true, "failedLogins": 2, "lastLogin": noon,
    ])
    _ = LoginHandler(defaults: defaults)
    #expect(
      defaults.values == [
        "HMLoginVersion": 2, "HMLoginUsername": "Ada", "HMLoginRemember": true,
        "HMLoginFailures": 2, "HMLoginLastSuccess": noon,
      ])
  }

  @Test func `a failure is counted and locks in the given defaults`() {
    let defaults = FakeDefaults(["HMLoginVersion": 2, "HMLoginFailures": 2])
    let handler = LoginHandler(defaults: defaults)
    _ = handler.handleLoginResponse(statusCode: 401, username: "Ada", atDate: noon)
    #expect(handler.secondsUntilUnlock(atDate: noon + 10) == 20)
    #expect(
      defaults.values == [
        "HMLoginVersion": 2, "HMLoginFailures": 3, "HMLoginLockedUntil": noon + 30,
      ])
  }

  @Test func `a login is stored in the given defaults`() {
    let defaults = FakeDefaults(["HMLoginVersion": 2, "HMLoginRecent": ["Grace"]])
    let handler = LoginHandler(defaults: defaults)
    _ = handler.handleLoginResponse(statusCode: 200, username: "Ada", atDate: noon)
    #expect(
      defaults.values == [
        "HMLoginVersion": 2, "HMLoginUsername": "Ada", "HMLoginRemember": true,
        "HMLoginLastSuccess": noon, "HMLoginRecent": ["Ada", "Grace"],
      ])
  }

  @Test func `a login ends the lock in the given defaults`() {
    let defaults = FakeDefaults(["HMLoginFailures": 3, "HMLoginLockedUntil": noon + 30])
    let handler = LoginHandler(defaults: defaults)
    _ = handler.handleLoginResponse(statusCode: 200, username: "Ada", atDate: noon)
    #expect(defaults.object(forKey: "HMLoginFailures") == nil)
    #expect(defaults.object(forKey: "HMLoginLockedUntil") == nil)
  }

  @Test func `a handler shows the last login of the given defaults`() {
    let handler = LoginHandler(
      defaults: FakeDefaults([
        "HMLoginUsername": "Ada", "HMLoginRemember": true, "HMLoginLastSuccess": noon,
        "HMLoginRecent": ["Ada", "Grace"],
      ]))
    #expect(handler.previousUsername == "Ada")
    #expect(handler.lastLoginDate == noon)
    #expect(handler.recentAccounts == ["Ada", "Grace"])
  }

  @Test func `a user is forgotten in the given defaults`() {
    let defaults = FakeDefaults([
      "HMLoginVersion": 2, "HMLoginUsername": "Ada", "HMLoginRemember": true,
      "HMLoginRecent": ["Grace", "Ada"],
    ])
    let isOffTheList = LoginHandler(defaults: defaults).forgetMe()
    #expect(isOffTheList)
    #expect(defaults.values == ["HMLoginVersion": 2, "HMLoginRecent": ["Grace"]])
  }

  // MARK: Two at once

  @Test func `two people with separate defaults have separate accounts`() {
    let adasHandler = LoginHandler(defaults: FakeDefaults())
    let gracesHandler = LoginHandler(defaults: FakeDefaults())
    _ = adasHandler.handleLoginResponse(statusCode: 200, username: "Ada", atDate: noon)
    _ = gracesHandler.handleLoginResponse(statusCode: 200, username: "Grace", atDate: noon)
    #expect(adasHandler.recentAccounts == ["Ada"])
    #expect(gracesHandler.recentAccounts == ["Grace"])
  }

  @Test func `a lock in separate defaults keeps nobody else out`() {
    let adasHandler = LoginHandler(defaults: FakeDefaults())
    let gracesHandler = LoginHandler(defaults: FakeDefaults(["HMLoginFailures": 2]))
    _ = gracesHandler.handleLoginResponse(statusCode: 401, username: "Grace", atDate: noon)
    #expect(gracesHandler.secondsUntilUnlock(atDate: noon) == 30)
    #expect(adasHandler.secondsUntilUnlock(atDate: noon) == 0)
  }

  @Test func `a handler sees a login through another one with the same defaults`() {
    let defaults = FakeDefaults()
    let loginScreensHandler = LoginHandler(defaults: defaults)
    let pinScreensHandler = LoginHandler(defaults: defaults)
    _ = pinScreensHandler.handleLoginResponse(statusCode: 200, username: "Ada", atDate: noon)
    #expect(loginScreensHandler.previousUsername == "Ada")
    #expect(loginScreensHandler.recentAccounts == ["Ada"])
  }

  // MARK: Nothing goes into the shared defaults

  @Test func `a migration of given defaults leaves the shared ones alone`() {
    let defaults = FakeDefaults(["username": "Ada"])
    let stored = storedInSharedDefaults { _ = LoginHandler(defaults: defaults) }
    #expect(defaults.string(forKey: "HMLoginUsername") == "Ada")
    #expect(stored == [:])
  }

  @Test(arguments: [(200, "HMLoginUsername"), (401, "HMLoginFailures")])
  func `an answer to a handler with given defaults leaves the shared ones alone`(
    statusCode: Int, key: String
  ) {
    let defaults = FakeDefaults()
    let handler = LoginHandler(defaults: defaults)
    let stored = storedInSharedDefaults {
      _ = handler.handleLoginResponse(statusCode: statusCode, username: "Ada", atDate: noon)
    }
    #expect(defaults.object(forKey: key) != nil)
    #expect(stored == [:])
  }

  @Test func `forgetting a user of given defaults leaves the shared ones alone`() {
    let handler = LoginHandler(
      defaults: FakeDefaults([
        "HMLoginUsername": "Ada", "HMLoginRemember": true, "HMLoginRecent": ["Grace", "Ada"],
      ]))
    let stored = storedInSharedDefaults { handler.forgetMe() }
    #expect(handler.recentAccounts == ["Grace"])
    #expect(stored == [:])
  }

  // MARK: An app that is killed

  // A whole one has nine writes
  @Test(arguments: 0...8)
  func `a migration that is cut short loses nothing and is finished later`(writes: Int) {
    let defaults = FakeDefaults([
      "username": "Ada", "rememberMe": true, "failedLogins": 2, "lastLogin": noon,
    ])
    defaults.writesLeft = writes
    _ = LoginHandler(defaults: defaults)
    #expect(defaults.writesLeft == 0)
    // The next start
    defaults.writesLeft = .max
    _ = LoginHandler(defaults: defaults)
    #expect(
      defaults.values == [
        "HMLoginVersion": 2, "HMLoginUsername": "Ada", "HMLoginRemember": true,
        "HMLoginFailures": 2, "HMLoginLastSuccess": noon,
      ])
  }
}

// MARK: - The shared defaults

/// What a call stores in the shared defaults under the keys of the login.
@MainActor
private func storedInSharedDefaults(by call: () -> Void) -> [String: AnyHashable] {
  let shared = UserDefaults.standard
  let keys = [
    "HMLoginVersion", "HMLoginUsername", "HMLoginRemember", "HMLoginLastSuccess",
    "HMLoginFailures", "HMLoginLockedUntil", "HMLoginRecent",
  ]
  let previous = keys.map { shared.object(forKey: $0) }
  defer { for (key, value) in zip(keys, previous) { shared.set(value, forKey: key) } }
  for key in keys { shared.removeObject(forKey: key) }
  call()
  return keys.reduce(into: [:]) { stored, key in
    let value: Any? = shared.stringArray(forKey: key) ?? shared.object(forKey: key)
    stored[key] = value as? AnyHashable
  }
}

// MARK: - Test doubles

/// A fake: user defaults under a random name, so nobody else uses them.
final class FakeDefaults: UserDefaults {
  private let name = UUID().uuidString
  private let remainingWrites = Mutex(Int.max)

  init(_ values: [String: Any] = [:]) {
    super.init(suiteName: name)!
    for (key, value) in values { set(value, forKey: key) }
  }

  deinit {
    // On Linux, the values are in memory only, and this would write those of others to the disk.
    #if canImport(Darwin)
      removePersistentDomain(forName: name)
    #endif
  }

  var values: NSDictionary { (persistentDomain(forName: name) ?? [:]) as NSDictionary }

  /// How many more writes the fake accepts. It ignores the rest, as if the app had been killed.
  ///
  /// It's a mutex because user defaults are sendable on Apple's platforms.
  var writesLeft: Int {
    get { remainingWrites.withLock { $0 } }
    set { remainingWrites.withLock { $0 = newValue } }
  }

  override func set(_ value: Any?, forKey key: String) {
    if write() { super.set(value, forKey: key) }
  }

  override func removeObject(forKey key: String) {
    if write() { super.removeObject(forKey: key) }
  }

  /// Counts a write, unless it comes too late.
  private func write() -> Bool {
    remainingWrites.withLock { count in
      guard count > 0 else { return false }
      count -= 1
      return true
    }
  }
}
