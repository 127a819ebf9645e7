import Foundation
import Synchronization
import TestSupport
import Testing

@testable import SingletonInjection

/// How `LoginHandler` treats user defaults that belong to the test.
@MainActor
@Suite("SingletonInjection: seam", .namesModule)
struct SeamTests {
  @Test func `the first start stores the version and nothing else`() {
    let defaults = FakeDefaults()
    _ = LoginHandler(defaults: defaults)
    #expect(defaults.values == ["HMLoginVersion": 2])
  }

  @Test func `a login is stored and ends the lock in the given defaults`() {
    let defaults = FakeDefaults([
      "HMLoginVersion": 2, "HMLoginFailures": 3, "HMLoginLockedUntil": noon + 30,
      "HMLoginRecent": ["Grace"],
    ])
    let handler = LoginHandler(defaults: defaults)
    _ = handler.handleLoginResponse(statusCode: 200, username: "Ada", atDate: noon)
    #expect(
      defaults.values == [
        "HMLoginVersion": 2, "HMLoginUsername": "Ada", "HMLoginRemember": true,
        "HMLoginLastSuccess": noon, "HMLoginRecent": ["Ada", "Grace"],
      ])
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

  @Test func `a user is forgotten in the given defaults`() {
    let defaults = FakeDefaults([
      "HMLoginVersion": 2, "HMLoginUsername": "Ada", "HMLoginRemember": true,
      "HMLoginRecent": ["Grace", "Ada"],
    ])
    let isOffTheList = LoginHandler(defaults: defaults).forgetMe()
    #expect(isOffTheList)
    #expect(defaults.values == ["HMLoginVersion": 2, "HMLoginRecent": ["Grace"]])
  }

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

  @Test func `a session with given defaults leaves the shared ones alone`() {
    let shared: [String: AnyHashable] = [
      "HMLoginVersion": 1, "HMLoginUsername": "Grace", "HMLoginRemember": false,
      "HMLoginLastSuccess": noon - 60, "HMLoginFailures": 2, "HMLoginLockedUntil": noon - 60,
      "HMLoginRecent": ["Grace"], "username": "Grace",
    ]
    let sharedAfterwards = sharedDefaults(shared) {
      let handler = LoginHandler(defaults: FakeDefaults(["username": "Ada", "rememberMe": true]))
      _ = handler.handleLoginResponse(statusCode: 401, username: "Ada", atDate: noon)
      _ = handler.handleLoginResponse(statusCode: 200, username: "Ada", atDate: noon)
      handler.forgetMe()
    }
    #expect(sharedAfterwards == shared)
  }

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

/// At noon, on February 29, 2016, UTC.
private let noon = Date(timeIntervalSince1970: 1_456_747_200)

// MARK: - The shared defaults

/// Stores these values in the shared defaults during a call, and returns what's stored afterward.
@MainActor
private func sharedDefaults(
  _ values: [String: AnyHashable], during call: () -> Void
) -> [String: AnyHashable] {
  let shared = UserDefaults.standard
  let previous = values.keys.map { ($0, shared.object(forKey: $0)) }
  defer { for (key, value) in previous { shared.set(value, forKey: key) } }
  for (key, value) in values { shared.set(value.base, forKey: key) }
  call()
  return values.keys.reduce(into: [:]) { stored, key in
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
