import Foundation
import Testing

/// What `LoginHandler` does with the user defaults that the whole process shares, on either version.
///
/// Each test works on `SharedDefaults`, which takes away what is stored there, and gives it back. A
/// test does not wait for anything while it does so. As all of them are on the main actor, none sees
/// the values of another.
@MainActor
@Suite("SingletonInjection: characterization")
struct CharacterizationTests {
  private let noon = Date(timeIntervalSince1970: 1_800_000_000)

  // MARK: Remembering

  @Test(arguments: Version.allCases)
  func `at first nobody is remembered`(version: Version) {
    SharedDefaults.use { _ in
      let handler = version.makeHandler()
      #expect(handler.previousUsername == nil)
      #expect(handler.lastSignIn == nil)
      #expect(handler.recentAccounts == [])
      #expect(handler.remainingLock(at: noon) == 0)
    }
  }

  @Test(arguments: Version.allCases)
  func `the user name is offered at the next sign-in`(version: Version) {
    SharedDefaults.use { defaults in
      version.makeHandler().didSignIn(as: "Ada", remember: true, at: noon)
      #expect(version.makeHandler().previousUsername == "Ada")
      #expect(version.makeHandler().lastSignIn == noon)
      #expect(defaults.string(forKey: "LoginUsername") == "Ada")
      #expect(defaults.bool(forKey: "LoginRemember"))
      #expect(defaults.object(forKey: "LoginLastSuccess") as? Date == noon)
      version.makeHandler().didSignIn(as: "grace", remember: true, at: noon + 1)
      #expect(version.makeHandler().previousUsername == "grace")
      #expect(version.makeHandler().lastSignIn == noon + 1)
    }
  }

  // The quirk: the name is kept all the same, and only not shown.
  @Test(arguments: Version.allCases)
  func `who does not want to be remembered is not offered, but stored`(version: Version) {
    SharedDefaults.use { defaults in
      let handler = version.makeHandler()
      handler.didSignIn(as: "Ada", remember: true, at: noon)
      handler.didSignIn(as: "Grace", remember: false, at: noon + 60)
      #expect(handler.previousUsername == nil)
      #expect(handler.lastSignIn == noon + 60)
      #expect(handler.recentAccounts == ["Grace", "Ada"])
      #expect(defaults.string(forKey: "LoginUsername") == "Grace")
      #expect(defaults.object(forKey: "LoginRemember") as? Bool == false)
    }
  }

  @Test(arguments: Version.allCases)
  func `a user is remembered unless told otherwise`(version: Version) {
    SharedDefaults.use { _ in
      let handler = version.makeHandler()
      handler.didSignInByDefault(as: "Ada", at: noon)
      #expect(handler.previousUsername == "Ada")
    }
  }

  @Test(
    arguments: Version.allCases,
    [
      ("  Ada ", "Ada"), ("\tAda", "Ada"), ("Ada L", "Ada L"), ("Ada\n", "Ada\n"), ("  ", ""),
      ("ADA", "ADA"), ("\u{A0}Ada\u{2003}", "Ada"), ("ÄDA@example.com", "ÄDA@example.com"),
    ])
  func `spaces around a user name are dropped`(
    version: Version, name: (typed: String, kept: String)
  ) {
    SharedDefaults.use { _ in
      let handler = version.makeHandler()
      handler.didSignIn(as: name.typed, remember: true, at: noon)
      #expect(handler.previousUsername == name.kept)
      #expect(handler.recentAccounts == [name.kept])
    }
  }

  @Test(arguments: Version.allCases)
  func `a user can be forgotten`(version: Version) {
    SharedDefaults.use { defaults in
      let handler = version.makeHandler()
      handler.didSignIn(as: "Grace", remember: true, at: noon)
      handler.didSignIn(as: "Ada", remember: true, at: noon + 60)
      _ = handler.didFail(at: noon + 120)
      handler.forgetMe()
      #expect(handler.previousUsername == nil)
      #expect(handler.recentAccounts == ["Grace"])
      #expect(defaults.object(forKey: "LoginUsername") == nil)
      #expect(defaults.object(forKey: "LoginRemember") == nil)
      // These stay: forgetting is no way around a lock
      #expect(handler.lastSignIn == noon + 60)
      #expect(defaults.integer(forKey: "LoginFailures") == 1)
      #expect(defaults.object(forKey: "LoginLockedUntil") as? Date == noon + 120)
    }
  }

  @Test(arguments: Version.allCases)
  func `a user is forgotten in any spelling`(version: Version) {
    SharedDefaults.use { defaults in
      let handler = version.makeHandler()
      handler.didSignIn(as: "ada", remember: true, at: noon)
      defaults.set(["Grace", "ADA", "Edsger"], forKey: "LoginRecent")
      handler.forgetMe()
      #expect(handler.recentAccounts == ["Grace", "Edsger"])
    }
  }

  @Test(arguments: Version.allCases)
  func `who is not offered stays among the recently used accounts`(version: Version) {
    SharedDefaults.use { defaults in
      let handler = version.makeHandler()
      handler.didSignIn(as: "Ada", remember: false, at: noon)
      handler.forgetMe()
      #expect(handler.recentAccounts == ["Ada"])
      #expect(defaults.object(forKey: "LoginUsername") == nil)
    }
  }

  // MARK: Recently used accounts

  @Test(arguments: Version.allCases)
  func `the most recent account comes first, and five are kept`(version: Version) {
    SharedDefaults.use { defaults in
      let handler = version.makeHandler()
      for name in ["a", "b", "c", "d", "e"] {
        handler.didSignIn(as: name, remember: true, at: noon)
      }
      #expect(handler.recentAccounts == ["e", "d", "c", "b", "a"])
      handler.didSignIn(as: "f", remember: true, at: noon)
      #expect(handler.recentAccounts == ["f", "e", "d", "c", "b"])
      #expect(defaults.stringArray(forKey: "LoginRecent") == ["f", "e", "d", "c", "b"])
      handler.didSignIn(as: "c", remember: true, at: noon)
      #expect(handler.recentAccounts == ["c", "f", "e", "d", "b"])
    }
  }

  @Test(
    arguments: Version.allCases,
    [
      ("ada", "ADA"), ("ADA", "ada"), ("Ägidius", "äGIDIUS"), ("Caf\u{E9}", "Cafe\u{301}"),
      ("ıSTANBUL", "ıstanbul"),
    ])
  func `an account is listed once, in its latest spelling`(
    version: Version, spelling: (first: String, latest: String)
  ) {
    SharedDefaults.use { _ in
      let handler = version.makeHandler()
      handler.didSignIn(as: spelling.first, remember: true, at: noon)
      handler.didSignIn(as: "Grace", remember: true, at: noon)
      handler.didSignIn(as: spelling.latest, remember: true, at: noon)
      #expect(handler.recentAccounts == [spelling.latest, "Grace"])
    }
  }

  // Lower case, not the rules of a language, decides what is the same
  @Test(
    arguments: Version.allCases,
    [("Straße", "STRASSE"), ("Ida", "ıda"), ("a.b", "ab"), ("Ada", "Adá"), ("Ada", "Ａｄａ")])
  func `accounts that only look alike are listed both`(
    version: Version, names: (String, String)
  ) {
    SharedDefaults.use { _ in
      let handler = version.makeHandler()
      handler.didSignIn(as: names.0, remember: true, at: noon)
      handler.didSignIn(as: names.1, remember: true, at: noon)
      #expect(handler.recentAccounts == [names.1, names.0])
    }
  }

  @Test(arguments: Version.allCases)
  func `a list is taken as it is stored`(version: Version) {
    SharedDefaults.use { defaults in
      let handler = version.makeHandler()
      defaults.set(["a", "b", "c", "d", "e", "f", "ADA", "Ada"], forKey: "LoginRecent")
      #expect(handler.recentAccounts.count == 8)
      handler.didSignIn(as: " ada ", remember: true, at: noon)
      #expect(handler.recentAccounts == ["ada", "a", "b", "c", "d"])
      handler.didSignIn(as: " ada ", remember: true, at: noon - 60)
      #expect(handler.recentAccounts == ["ada", "a", "b", "c", "d"])
      #expect(handler.lastSignIn == noon - 60)
      defaults.set(["ADA", "b", "ada"], forKey: "LoginRecent")
      handler.didSignIn(as: "Ada", remember: true, at: noon)
      #expect(handler.recentAccounts == ["Ada", "b"])
      defaults.set(["Ada"], forKey: "LoginRecent")
      handler.forgetMe()
      #expect(defaults.stringArray(forKey: "LoginRecent") == [])
    }
  }

  // MARK: Locking

  @Test(arguments: Version.allCases)
  func `the third failure locks, and each lock is longer`(version: Version) {
    SharedDefaults.use { defaults in
      let handler = version.makeHandler()
      var now = noon
      for (failure, lock) in [0, 0, 30, 60, 120, 240, 480, 900, 900].enumerated() {
        #expect(handler.didFail(at: now) == TimeInterval(lock))
        #expect(handler.remainingLock(at: now) == TimeInterval(lock))
        #expect(defaults.integer(forKey: "LoginFailures") == failure + 1)
        now += TimeInterval(lock)
        #expect(defaults.object(forKey: "LoginLockedUntil") as? Date == now)
      }
    }
  }

  @Test(
    arguments: Version.allCases,
    [
      (-100, 0.0), (0, 0), (1, 0), (2, 0), (3, 30), (4, 60), (5, 120), (6, 240), (7, 480),
      (8, 900), (9, 900), (1000, 900), (1_000_000, 900),
    ])
  func `the length of a lock`(version: Version, lock: (failures: Int, seconds: TimeInterval)) {
    #expect(version.lock(afterFailures: lock.failures) == lock.seconds)
  }

  @Test(
    arguments: Version.allCases,
    [
      (0.0, 30.0), (0.5, 29.5), (29, 1), (29.5, 0.5), (30, 0), (31, 0), (-60, 90), (29.875, 0.125),
      (-10_000, 10_030),
    ])
  func `a lock ends after its last second`(
    version: Version, time: (passed: TimeInterval, remaining: TimeInterval)
  ) {
    SharedDefaults.use { _ in
      let handler = version.makeHandler()
      for _ in 1...3 { _ = handler.didFail(at: noon) }
      #expect(handler.remainingLock(at: noon + time.passed) == time.remaining)
    }
  }

  @Test(arguments: Version.allCases)
  func `a failure during a lock does not count`(version: Version) {
    SharedDefaults.use { defaults in
      let handler = version.makeHandler()
      for _ in 1...3 { _ = handler.didFail(at: noon) }
      #expect(handler.didFail(at: noon + 29.5) == 0.5)
      #expect(defaults.integer(forKey: "LoginFailures") == 3)
      #expect(handler.remainingLock(at: noon + 29.5) == 0.5)
      #expect(handler.didFail(at: noon + 30) == 60)
      #expect(defaults.integer(forKey: "LoginFailures") == 4)
    }
  }

  @Test(arguments: Version.allCases)
  func `signing in ends a lock and counts from the beginning`(version: Version) {
    SharedDefaults.use { defaults in
      let handler = version.makeHandler()
      for _ in 1...3 { _ = handler.didFail(at: noon) }
      handler.didSignIn(as: "Ada", remember: true, at: noon + 1)
      #expect(handler.remainingLock(at: noon + 1) == 0)
      #expect(defaults.object(forKey: "LoginFailures") == nil)
      #expect(defaults.object(forKey: "LoginLockedUntil") == nil)
      #expect(handler.didFail(at: noon + 2) == 0)
      #expect(handler.didFail(at: noon + 2) == 0)
      #expect(handler.didFail(at: noon + 2) == 30)
    }
  }

  @Test(arguments: Version.allCases)
  func `failures are counted across handlers`(version: Version) {
    SharedDefaults.use { _ in
      #expect(version.makeHandler().didFail(at: noon) == 0)
      #expect(version.makeHandler().didFail(at: noon) == 0)
      #expect(version.makeHandler().didFail(at: noon) == 30)
      #expect(version.makeHandler().remainingLock(at: noon) == 30)
    }
  }

  @Test(arguments: Version.allCases)
  func `values are read each time, not when the handler is made`(version: Version) {
    SharedDefaults.use { defaults in
      let handler = version.makeHandler()
      #expect(handler.previousUsername == nil)
      #expect(handler.recentAccounts == [])
      #expect(handler.lastSignIn == nil)
      #expect(handler.remainingLock(at: noon) == 0)
      defaults.set("Ada", forKey: "LoginUsername")
      defaults.set(true, forKey: "LoginRemember")
      defaults.set(["Ada"], forKey: "LoginRecent")
      defaults.set(noon, forKey: "LoginLastSuccess")
      defaults.set(2, forKey: "LoginFailures")
      #expect(handler.previousUsername == "Ada")
      #expect(handler.recentAccounts == ["Ada"])
      #expect(handler.lastSignIn == noon)
      #expect(handler.didFail(at: noon) == 30)
      defaults.set(noon + 5, forKey: "LoginLockedUntil")
      #expect(handler.remainingLock(at: noon) == 5)
    }
  }

  @Test(arguments: Version.allCases)
  func `the count is read and written each time, whatever it is`(version: Version) {
    SharedDefaults.use { defaults in
      let handler = version.makeHandler()
      _ = handler.didFail(at: noon)
      #expect(defaults.object(forKey: "LoginFailures") as? Int == 1)
      #expect(defaults.object(forKey: "LoginVersion") as? Int == 2)
      for (stored, counted) in [(-3, -2), (0, 1), (1, 2), (1000, 1001)] {
        defaults.set(stored, forKey: "LoginFailures")
        defaults.removeObject(forKey: "LoginLockedUntil")
        _ = handler.didFail(at: noon)
        #expect(defaults.object(forKey: "LoginFailures") as? Int == counted)
      }
    }
  }

  @Test(arguments: Version.allCases)
  func `a failure in the last instant of a lock does not count`(version: Version) {
    SharedDefaults.use { defaults in
      let handler = version.makeHandler()
      for _ in 1...3 { _ = handler.didFail(at: noon) }
      #expect(handler.didFail(at: noon + 29.875) == 0.125)
      #expect(defaults.integer(forKey: "LoginFailures") == 3)
    }
  }

  // MARK: Older versions

  @Test(arguments: Version.allCases)
  func `values of version 1 move to their new keys`(version: Version) {
    SharedDefaults.use { defaults in
      defaults.set("Ada", forKey: "username")
      defaults.set("YES", forKey: "rememberMe")
      defaults.set(2, forKey: "failedLogins")
      defaults.set(noon, forKey: "lastLogin")
      let handler = version.makeHandler()
      #expect(handler.previousUsername == "Ada")
      #expect(handler.lastSignIn == noon)
      #expect(handler.recentAccounts == [])
      #expect(
        defaults.stored == [
          "LoginUsername": "Ada", "LoginRemember": "YES", "LoginFailures": "2",
          "LoginLastSuccess": "2027-01-15 08:00:00 +0000", "LoginVersion": "2",
        ])
      #expect(handler.didFail(at: noon) == 30)
    }
  }

  @Test(arguments: Version.allCases)
  func `values are moved as they are, and others are left alone`(version: Version) {
    SharedDefaults.use { defaults in
      defaults.set(" Ada ", forKey: "username")
      defaults.set("2 times", forKey: "failedLogins")
      defaults.set("yesterday", forKey: "lastLogin")
      defaults.set(["Grace"], forKey: "LoginRecent")
      defaults.set(noon, forKey: "LoginLockedUntil")
      _ = version.makeHandler()
      #expect(defaults.object(forKey: "LoginUsername") as? String == " Ada ")
      #expect(defaults.object(forKey: "LoginFailures") as? String == "2 times")
      #expect(defaults.object(forKey: "LoginLastSuccess") as? String == "yesterday")
      #expect(defaults.stringArray(forKey: "LoginRecent") == ["Grace"])
      #expect(defaults.object(forKey: "LoginLockedUntil") as? Date == noon)
      defaults.set(1, forKey: "LoginVersion")
      defaults.set(1815, forKey: "username")
      _ = version.makeHandler()
      #expect(defaults.object(forKey: "LoginUsername") as? Int == 1815)
    }
  }

  @Test(arguments: Version.allCases)
  func `what version 1 has not stored is not made up`(version: Version) {
    SharedDefaults.use { defaults in
      defaults.set("Ada", forKey: "username")
      defaults.set(noon, forKey: "LoginLastSuccess")
      #expect(version.makeHandler().previousUsername == nil)
      #expect(
        defaults.stored == [
          "LoginUsername": "Ada", "LoginLastSuccess": "2027-01-15 08:00:00 +0000",
          "LoginVersion": "2",
        ])
    }
  }

  @Test(arguments: Version.allCases)
  func `a value of version 1 wins over the one under the new key`(version: Version) {
    SharedDefaults.use { defaults in
      defaults.set("Ada", forKey: "username")
      defaults.set("Grace", forKey: "LoginUsername")
      _ = version.makeHandler()
      #expect(defaults.stored == ["LoginUsername": "Ada", "LoginVersion": "2"])
    }
  }

  @Test(arguments: Version.allCases, [2, 3])
  func `values are moved once`(version: Version, storedVersion: Int) {
    SharedDefaults.use { defaults in
      defaults.set(storedVersion, forKey: "LoginVersion")
      defaults.set("Ada", forKey: "username")
      _ = version.makeHandler()
      #expect(defaults.stored == ["username": "Ada", "LoginVersion": "\(storedVersion)"])
    }
  }

  @Test(arguments: Version.allCases)
  func `values are moved when a handler is made, and then no more`(version: Version) {
    SharedDefaults.use { defaults in
      let handler = version.makeHandler()
      #expect(defaults.stored == ["LoginVersion": "2"])
      defaults.set("Ada", forKey: "username")
      _ = version.makeHandler()
      handler.didSignIn(as: "Grace", remember: true, at: noon)
      #expect(handler.previousUsername == "Grace")
      #expect(defaults.string(forKey: "username") == "Ada")
    }
  }

  @Test(arguments: Version.allCases, [0, 1, -1])
  func `an earlier version is moved`(version: Version, storedVersion: Int) {
    SharedDefaults.use { defaults in
      defaults.set(storedVersion, forKey: "LoginVersion")
      defaults.set("Ada", forKey: "username")
      _ = version.makeHandler()
      #expect(defaults.stored == ["LoginUsername": "Ada", "LoginVersion": "2"])
    }
  }

  // MARK: Values of the wrong type

  @Test(
    arguments: Version.allCases,
    [("2", 30.0), ("2 times", 30), ("two", 0), ("", 0), ("7", 900), ("-1", 0)])
  func `a number of failures that is a string`(
    version: Version, stored: (text: String, lock: TimeInterval)
  ) {
    SharedDefaults.use { defaults in
      defaults.set(stored.text, forKey: "failedLogins")
      let handler = version.makeHandler()
      #expect(defaults.object(forKey: "LoginFailures") as? String == stored.text)
      #expect(handler.didFail(at: noon) == stored.lock)
    }
  }

  @Test(
    arguments: Version.allCases,
    [("YES", true), ("true", true), ("1", true), ("NO", false), ("maybe", false), ("", false)])
  func `a wish to be remembered that is a string`(
    version: Version, stored: (text: String, remembers: Bool)
  ) {
    SharedDefaults.use { defaults in
      defaults.set("Ada", forKey: "LoginUsername")
      defaults.set(stored.text, forKey: "LoginRemember")
      #expect(version.makeHandler().previousUsername == (stored.remembers ? "Ada" : nil))
    }
  }

  @Test(arguments: Version.allCases)
  func `a user name that is a number`(version: Version) {
    SharedDefaults.use { defaults in
      defaults.set(1815, forKey: "LoginUsername")
      defaults.set(true, forKey: "LoginRemember")
      #expect(version.makeHandler().previousUsername == "1815")
    }
  }

  @Test(arguments: Version.allCases)
  func `dates that are strings, and a list that is none`(version: Version) {
    SharedDefaults.use { defaults in
      defaults.set("2027-01-15", forKey: "LoginLastSuccess")
      defaults.set("2099-01-01", forKey: "LoginLockedUntil")
      defaults.set("Ada,Grace", forKey: "LoginRecent")
      let handler = version.makeHandler()
      #expect(handler.lastSignIn == nil)
      #expect(handler.remainingLock(at: noon) == 0)
      #expect(handler.recentAccounts == [])
      defaults.set(["Ada", 1815] as [Any], forKey: "LoginRecent")
      #expect(handler.recentAccounts == [])
      handler.didSignIn(as: "Grace", remember: true, at: noon)
      #expect(handler.recentAccounts == ["Grace"])
    }
  }

  @Test(arguments: Version.allCases, ["2", "2.9", "3 beta"])
  func `a version that is a string`(version: Version, stored: String) {
    SharedDefaults.use { defaults in
      defaults.set(stored, forKey: "LoginVersion")
      defaults.set("Ada", forKey: "username")
      _ = version.makeHandler()
      #expect(defaults.string(forKey: "username") == "Ada")
    }
  }

  // MARK: The tests themselves

  @Test func `the shared defaults are left as they were, also by a test that fails`() {
    struct Failure: Error {}
    SharedDefaults.use { defaults in
      defaults.set("Ada", forKey: "LoginUsername")
      defaults.set(["Ada"], forKey: "LoginRecent")
      #expect(throws: Failure.self) {
        try SharedDefaults.use { defaults in
          #expect(defaults.stored == [:])
          defaults.set("Grace", forKey: "LoginUsername")
          defaults.removeObject(forKey: "LoginRecent")
          defaults.set(3, forKey: "LoginFailures")
          throw Failure()
        }
      }
      #expect(defaults.stored.keys.sorted() == ["LoginRecent", "LoginUsername"])
      #expect(defaults.string(forKey: "LoginUsername") == "Ada")
      #expect(defaults.stringArray(forKey: "LoginRecent") == ["Ada"])
    }
  }
}

// MARK: - The shared defaults

/// The user defaults that the whole process shares, without what this computer has stored there.
@MainActor
private enum SharedDefaults {
  static let keys = [
    "LoginVersion", "LoginUsername", "LoginRemember", "LoginLastSuccess", "LoginFailures",
    "LoginLockedUntil", "LoginRecent", "username", "rememberMe", "failedLogins", "lastLogin",
  ]

  /// Takes the values of all keys away, makes a call, and puts them back, even if it throws.
  static func use(_ call: (UserDefaults) throws -> Void) rethrows {
    let defaults = UserDefaults.standard
    let values = keys.map { ($0, defaults.object(forKey: $0)) }
    for key in keys { defaults.removeObject(forKey: key) }
    defer {
      for (key, value) in values {
        if let value {
          defaults.set(value, forKey: key)
        } else {
          defaults.removeObject(forKey: key)
        }
      }
    }
    try call(defaults)
  }
}

extension UserDefaults {
  /// What is stored under the keys of the sign-in, as text.
  @MainActor fileprivate var stored: [String: String] {
    var stored: [String: String] = [:]
    for key in SharedDefaults.keys {
      stored[key] = object(forKey: key).map(String.init(describing:))
    }
    return stored
  }
}
