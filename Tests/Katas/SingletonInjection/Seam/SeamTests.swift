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
    let handler = LoginHandler(defaults: defaults)
    #expect(handler.previousUsername == nil)
    #expect(handler.lastLoginDate == nil)
    #expect(handler.recentAccounts == [])
    #expect(defaults.values == ["HMLoginVersion": 2])
  }

  @Test func `values of version 1 move within the given defaults`() {
    let defaults = FakeDefaults([
      "username": "Ada", "rememberMe": true, "failedLogins": 2, "lastLogin": noon,
    ])
    #expect(LoginHandler(defaults: defaults).previousUsername == "Ada")
    #expect(
      defaults.values == [
        "HMLoginVersion": 2, "HMLoginUsername": "Ada", "HMLoginRemember": true,
        "HMLoginFailures": 2,
        "HMLoginLastSuccess": noon,
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

  @Test func `a login is stored and ends the lock in the given defaults`() {
    let defaults = FakeDefaults([
      "HMLoginVersion": 2, "HMLoginFailures": 3, "HMLoginLockedUntil": noon + 30,
      "HMLoginRecent": ["Grace"],
    ])
    let handler = LoginHandler(defaults: defaults)
    _ = handler.handleLoginResponse(statusCode: 200, username: "Ada", atDate: noon)
    #expect(handler.previousUsername == "Ada")
    #expect(handler.lastLoginDate == noon)
    #expect(handler.recentAccounts == ["Ada", "Grace"])
    #expect(
      defaults.values == [
        "HMLoginVersion": 2, "HMLoginUsername": "Ada", "HMLoginRemember": true,
        "HMLoginLastSuccess": noon, "HMLoginRecent": ["Ada", "Grace"],
      ])
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
    #expect(adasHandler.previousUsername == "Ada")
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

  @Test func `the shared defaults aren't touched`() {
    let keys = [
      "HMLoginVersion", "HMLoginUsername", "HMLoginRemember", "HMLoginLastSuccess",
      "HMLoginFailures",
      "HMLoginLockedUntil", "HMLoginRecent",
    ]
    UserDefaults.standard.removeObject(forKey: "HMLoginVersion")
    let shared = keys.map { UserDefaults.standard.object(forKey: $0) as? AnyHashable }
    let handler = LoginHandler(defaults: FakeDefaults(["username": "Edsger"]))
    for statusCode in [401, 200, 401] {
      _ = handler.handleLoginResponse(statusCode: statusCode, username: "Edsger", atDate: noon)
    }
    handler.forgetMe()
    #expect(keys.map { UserDefaults.standard.object(forKey: $0) as? AnyHashable } == shared)
  }

  // MARK: An app that is killed

  @Test(arguments: 0...12)
  func `a migration that is cut short loses nothing and is finished later`(writes: Int) {
    let defaults = FakeDefaults([
      "username": "Ada", "rememberMe": true, "failedLogins": 2, "lastLogin": noon,
    ])
    defaults.writesLeft = writes
    _ = LoginHandler(defaults: defaults)
    defaults.writesLeft = .max
    _ = LoginHandler(defaults: defaults)
    #expect(
      defaults.values == [
        "HMLoginVersion": 2, "HMLoginUsername": "Ada", "HMLoginRemember": true,
        "HMLoginFailures": 2,
        "HMLoginLastSuccess": noon,
      ])
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
