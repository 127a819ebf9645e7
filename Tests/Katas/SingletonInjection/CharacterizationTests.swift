import Foundation
import TestSupport
import Testing

#if SOLUTION
  @testable import SingletonInjectionAfter
#else
  @testable import SingletonInjectionBefore
#endif

/// Nothing inside `SharedDefaults.use` suspends, so no test sees the values of another.
@MainActor
@Suite("SingletonInjection: characterization", .namesModule)
struct CharacterizationTests {
  private let noon = Date(timeIntervalSince1970: 1_800_000_000)

  // MARK: Remembering

  @Test func `on the first start nobody is remembered`() {
    SharedDefaults.use { defaults in
      let handler = LoginHandler()
      #expect(handler.previousUsername == nil)
      #expect(handler.lastSignIn == nil)
      #expect(handler.recentAccounts == [])
      #expect(defaults.stored == ["LoginVersion": 2])
    }
  }

  @Test func `signing in stores who and when, and ends the lock`() {
    SharedDefaults.use([
      "LoginRecent": ["Grace"], "LoginFailures": 3, "LoginLockedUntil": noon + 30,
    ]) { defaults in
      LoginHandler().didSignIn(as: "Ada", at: noon)
      #expect(
        defaults.stored == [
          "LoginVersion": 2, "LoginUsername": "Ada", "LoginRemember": true,
          "LoginLastSuccess": noon, "LoginRecent": ["Ada", "Grace"],
        ])
    }
  }

  @Test func `new and old handlers show the latest sign-in`() {
    SharedDefaults.use { _ in
      let earlyHandler = LoginHandler()
      for (name, moment) in [("Ada", noon), ("Grace", noon - 60)] {
        LoginHandler().didSignIn(as: name, at: moment)
        for handler in [earlyHandler, LoginHandler()] {
          #expect(handler.previousUsername == name)
          #expect(handler.lastSignIn == moment)
          #expect(handler.recentAccounts.first == name)
        }
      }
    }
  }

  @Test func `a user who opts out isn't offered, but the name is stored`() {
    SharedDefaults.use { defaults in
      let handler = LoginHandler()
      handler.didSignIn(as: "Ada", remember: true, at: noon)
      handler.didSignIn(as: "Grace", remember: false, at: noon + 60)
      #expect(handler.previousUsername == nil)
      #expect(handler.lastSignIn == noon + 60)
      #expect(
        defaults.stored == [
          "LoginVersion": 2, "LoginUsername": "Grace", "LoginRemember": false,
          "LoginLastSuccess": noon + 60, "LoginRecent": ["Grace", "Ada"],
        ])
    }
  }

  @Test(arguments: [(" \tAda ", "Ada"), ("Ada  L", "Ada  L"), ("Ada\n", "Ada\n"), ("  ", "")])
  func `spaces around a user name are dropped`(typed: String, kept: String) {
    SharedDefaults.use { _ in
      let handler = LoginHandler()
      handler.didSignIn(as: typed, at: noon)
      #expect([handler.previousUsername] + handler.recentAccounts == [kept, kept])
    }
  }

  @Test(arguments: [
    (["Grace", "ADA", "Adam", "Adá", "Ada"], ["Grace", "Adam", "Adá"]), (["ada"], []),
  ])
  func `forgetting a user keeps the lock and the other accounts`(
    accounts: [String], others: [String]
  ) {
    SharedDefaults.use { defaults in
      let handler = LoginHandler()
      handler.didSignIn(as: "ada", at: noon)
      _ = handler.didFail(at: noon + 60)
      defaults.set(accounts, forKey: "LoginRecent")
      for _ in 1...2 {
        handler.forgetMe()
        #expect(
          defaults.stored == [
            "LoginVersion": 2, "LoginLastSuccess": noon, "LoginFailures": 1,
            "LoginLockedUntil": noon + 60, "LoginRecent": AnyHashable(others),
          ])
      }
    }
  }

  @Test func `a name that isn't offered can be forgotten, but stays on the list`() {
    SharedDefaults.use(["LoginUsername": "Ada", "LoginRecent": ["Ada"]]) { defaults in
      let handler = LoginHandler()
      #expect(handler.previousUsername == nil)
      handler.forgetMe()
      #expect(defaults.stored == ["LoginVersion": 2, "LoginRecent": ["Ada"]])
    }
  }

  // MARK: Recently used accounts

  @Test func `the five most recent accounts are listed, the latest first`() {
    SharedDefaults.use { _ in
      let handler = LoginHandler()
      let lists = ["a", "b", "c", "d", "e", "f", "c", "a"].map { name in
        handler.didSignIn(as: name, at: noon)
        return handler.recentAccounts.joined()
      }
      #expect(lists == ["a", "ba", "cba", "dcba", "edcba", "fedcb", "cfedb", "acfed"])
    }
  }

  @Test(arguments: [
    (["IDA", "Grace", "ida"], ["ida", "Grace"]), (["ägidius", "ÄGIDIUS"], ["ÄGIDIUS"]),
    (["Ada", "Adam"], ["Adam", "Ada"]), (["Adam", "Ada"], ["Ada", "Adam"]),
    (["Ada", "Adá"], ["Adá", "Ada"]), (["Straße", "STRASSE"], ["STRASSE", "Straße"]),
    (["a b", "ab"], ["ab", "a b"]),
  ])
  func `an account that differs only in case replaces the earlier one`(
    names: [String], list: [String]
  ) {
    SharedDefaults.use { _ in
      let handler = LoginHandler()
      for name in names { handler.didSignIn(as: name, at: noon) }
      #expect(handler.recentAccounts == list)
    }
  }

  @Test func `a list that is too long is cut at the next sign-in`() {
    SharedDefaults.use(["LoginRecent": ["Ada", "b", "ADA", "c", "d", "e", "f"]]) { _ in
      let handler = LoginHandler()
      #expect(handler.recentAccounts == ["Ada", "b", "ADA", "c", "d", "e", "f"])
      handler.didSignIn(as: "Ada", at: noon)
      #expect(handler.recentAccounts == ["Ada", "b", "c", "d", "e"])
    }
  }

  // MARK: Locking

  @Test func `locks start at the third failure and get longer, whichever handler counts`() {
    SharedDefaults.use(["LoginUsername": "Ada", "LoginRecent": ["Ada"]]) { defaults in
      let handlers = [LoginHandler(), LoginHandler()]
      var now = noon
      let locks = (1...9).map { attempt in
        let lock = handlers[attempt % 2].didFail(at: now)
        now += lock
        return lock
      }
      #expect(locks == [0, 0, 30, 60, 120, 240, 480, 900, 900])
      #expect(
        defaults.stored == [
          "LoginVersion": 2, "LoginUsername": "Ada", "LoginRecent": ["Ada"],
          "LoginFailures": 9, "LoginLockedUntil": now,
        ])
    }
  }

  @Test(arguments: [(-5, 0.0), (2, 0), (3, 30), (7, 480), (8, 900), (1_000_000, 900)])
  func `locks double in length, up to 15 minutes`(failures: Int, seconds: TimeInterval) {
    #expect(LockSchedule.lock(afterFailures: failures) == seconds)
  }

  @Test(arguments: [
    (3, 0.0, 30.0), (3, 29.875, 0.125), (3, 30, 0), (3, 31, 0),
    // A quirk: if the clock is set back, you wait longer, even after a single failure.
    (3, -60, 90), (1, -60, 60),
  ])
  func `a lock ends when its time is up, and not before`(
    failures: Int, passed: TimeInterval, remaining: TimeInterval
  ) {
    SharedDefaults.use { _ in
      let handler = LoginHandler()
      #expect(handler.remainingLock(at: noon) == 0)
      for _ in 1...failures { _ = LoginHandler().didFail(at: noon) }
      #expect(handler.remainingLock(at: noon + 60) == 0)
      #expect(handler.remainingLock(at: noon + passed) == remaining)
    }
  }

  @Test func `a failure during a lock doesn't count`() {
    SharedDefaults.use { defaults in
      let handler = LoginHandler()
      for _ in 1...3 { _ = handler.didFail(at: noon) }
      let locked = defaults.stored
      #expect(handler.didFail(at: noon + 29.875) == 0.125)
      #expect(defaults.stored == locked)
      #expect(handler.didFail(at: noon + 30) == 60)
    }
  }

  // MARK: Older versions

  @Test func `values of version 1 move to their new keys`() {
    SharedDefaults.use([
      "username": " Ada ", "rememberMe": true, "failedLogins": 2, "lastLogin": noon,
    ]) { defaults in
      #expect(LoginHandler().previousUsername == " Ada ")
      #expect(
        defaults.stored == [
          "LoginUsername": " Ada ", "LoginRemember": true, "LoginFailures": 2,
          "LoginLastSuccess": noon, "LoginVersion": 2,
        ])
    }
  }

  @Test func `a value of version 1 replaces a newer one, even if it's false or 0`() {
    SharedDefaults.use([
      "LoginVersion": 1, "LoginUsername": "Grace", "LoginRemember": true, "LoginFailures": 3,
      "LoginLockedUntil": noon, "LoginRecent": ["Grace"], "rememberMe": false, "failedLogins": 0,
    ]) { defaults in
      _ = LoginHandler()
      #expect(
        defaults.stored == [
          "LoginVersion": 2, "LoginUsername": "Grace", "LoginRemember": false,
          "LoginFailures": 0, "LoginLockedUntil": noon, "LoginRecent": ["Grace"],
        ])
    }
  }

  @Test(arguments: [2, 3, "2"] as [any Hashable & Sendable])
  func `values are moved only once`(version: any Hashable & Sendable) {
    let values = ["LoginVersion": AnyHashable(version), "LoginRemember": true, "username": "Ada"]
    SharedDefaults.use(values) { defaults in
      #expect(LoginHandler().previousUsername == nil)
      #expect(defaults.stored == values)
    }
  }

  @Test func `values of the wrong type are read as far as possible`() {
    SharedDefaults.use([
      "username": 1815, "rememberMe": "YES", "failedLogins": "2 times", "lastLogin": "yesterday",
      "LoginLockedUntil": "tomorrow", "LoginRecent": ["Ada", 1815, "Grace"] as [Any],
    ]) { _ in
      let handler = LoginHandler()
      #expect(handler.previousUsername == "1815")
      #expect(handler.lastSignIn == nil)
      #expect(handler.recentAccounts == [])
      #expect(handler.remainingLock(at: noon) == 0)
      #expect(handler.didFail(at: noon) == 30)
    }
  }
}

// MARK: - The shared defaults

/// The user defaults that the whole process shares.
@MainActor
private enum SharedDefaults {
  static let keys = [
    "LoginVersion", "LoginUsername", "LoginRemember", "LoginLastSuccess", "LoginFailures",
    "LoginLockedUntil", "LoginRecent", "username", "rememberMe", "failedLogins", "lastLogin",
  ]

  /// Stores only these values during a call, and then restores the previous ones.
  static func use(_ values: [String: Any] = [:], _ call: (UserDefaults) -> Void) {
    let defaults = UserDefaults.standard
    let previous = keys.map { defaults.object(forKey: $0) }
    for key in keys { defaults.set(values[key], forKey: key) }
    call(defaults)
    for (key, value) in zip(keys, previous) { defaults.set(value, forKey: key) }
  }
}

extension UserDefaults {
  /// The values that are stored under the keys of the sign-in.
  @MainActor fileprivate var stored: [String: AnyHashable] {
    SharedDefaults.keys.reduce(into: [:]) { stored, key in
      let value: Any? = stringArray(forKey: key) ?? object(forKey: key)
      stored[key] = value as? AnyHashable
    }
  }
}
