import Foundation
import TestSupport
import Testing

@testable import SingletonInjection

/// The change replaces `UserDefaults.standard` in each line that reads or writes a value, and in the
/// initializer, which starts the migration. These lines decide which value is stored under which key,
/// what is removed, in which order, and that a handler reads a value each time it needs it. So the
/// tests compare all the values that the login has stored, and what a handler shows, also after
/// another handler has stored something. The lengths of the locks, the comparison of accounts, and
/// the migrator's steps don't change, so one test stands for each.
///
/// Each test runs within `SharedDefaults.use`. Nothing in there suspends, so no test sees the
/// values of another.
@MainActor
@Suite("SingletonInjection: characterization", .namesModule)
struct CharacterizationTests {

  @MainActor struct Launch {
    // The type of the constant is what Objective-C and a storyboard need: `-init`, without parameters.
    @Test func `a storyboard can create a handler, which uses the shared defaults`() {
      SharedDefaults.use(["HMLoginRecent": ["Ada"]]) { _ in
        let create: () -> LoginHandler = LoginHandler.init
        #expect(create().recentAccounts == ["Ada"])
      }
    }

    @Test func `on the first launch, nobody is remembered and nothing is locked`() {
      SharedDefaults.use { _ in
        let handler = LoginHandler()
        #expect(handler.shown == Shown(username: nil, lastLogin: nil, recentAccounts: []))
        #expect(!handler.isLocked(atDate: noon))
      }
    }

    @Test func `values of version 1 move to their new keys, and replace newer ones`() {
      SharedDefaults.use([
        "username": "Ada", "rememberMe": false, "failedLogins": 0, "lastLogin": noon,
        "HMLoginRemember": true, "HMLoginFailures": 3, "HMLoginRecent": ["Grace"],
      ]) { defaults in
        _ = LoginHandler()
        #expect(
          defaults.stored == [
            "HMLoginVersion": 2, "HMLoginUsername": "Ada", "HMLoginRemember": false,
            "HMLoginFailures": 0, "HMLoginLastSuccess": noon, "HMLoginRecent": ["Grace"],
          ])
      }
    }

    @Test func `other code can start the migration, which happens only once`() {
      SharedDefaults.use(["HMLoginVersion": 1, "username": "Ada"]) { defaults in
        let isMigrated = HMLoginMigrator.migrateIfNeeded()
        let isMigratedAgain = HMLoginMigrator.migrateIfNeeded()
        #expect(isMigrated)
        #expect(!isMigratedAgain)
        #expect(defaults.stored == ["HMLoginVersion": 2, "HMLoginUsername": "Ada"])
      }
    }
  }

  @MainActor struct Login {
    @Test func `a login stores the user, the time, and the recent accounts`() {
      SharedDefaults.use(["HMLoginVersion": 2, "HMLoginRecent": ["Grace"]]) { defaults in
        let isIn = LoginHandler().handleLoginResponse(
          statusCode: 200, username: "Ada", atDate: noon)
        #expect(isIn)
        #expect(
          defaults.stored == [
            "HMLoginVersion": 2, "HMLoginUsername": "Ada", "HMLoginRemember": true,
            "HMLoginLastSuccess": noon, "HMLoginRecent": ["Ada", "Grace"],
          ])
      }
    }

    @Test func `a handler shows its own login, and a later one through another handler`() {
      SharedDefaults.use { _ in
        let handler = LoginHandler()
        handler.logIn("Ada", at: noon)
        #expect(handler.shown == Shown(username: "Ada", lastLogin: noon, recentAccounts: ["Ada"]))
        LoginHandler().logIn("Grace", at: noon + 60)
        #expect(
          handler.shown
            == Shown(username: "Grace", lastLogin: noon + 60, recentAccounts: ["Grace", "Ada"]))
      }
    }

    @Test func `a user who opts out isn't offered, and neither is the one before`() {
      SharedDefaults.use(["HMLoginUsername": "Ada", "HMLoginRemember": true]) { _ in
        let handler = LoginHandler()
        handler.logIn("Grace", rememberMe: false, at: noon)
        #expect(handler.previousUsername == nil)
      }
    }

    @Test func `a user who never chose to be remembered isn't offered`() {
      SharedDefaults.use(["HMLoginUsername": "Ada"]) { _ in
        #expect(LoginHandler().previousUsername == nil)
      }
    }

    @Test(.tags(.quirk)) func `the name of a user who opts out is stored, like everything else`() {
      SharedDefaults.use { defaults in
        LoginHandler().logIn("Grace", rememberMe: false, at: noon)
        #expect(
          defaults.stored == [
            "HMLoginVersion": 2, "HMLoginUsername": "Grace", "HMLoginRemember": false,
            "HMLoginLastSuccess": noon, "HMLoginRecent": ["Grace"],
          ])
      }
    }

    @Test(arguments: [
      (" \tAda ", "Ada"), ("Ada  Lovelace", "Ada  Lovelace"),
      ("Ada\n", "Ada\n"),  // A line break stays
    ])
    func `spaces and tabs around a user name are dropped`(typed: String, stored: String) {
      SharedDefaults.use { _ in
        let handler = LoginHandler()
        handler.logIn(typed, at: noon)
        #expect(
          handler.shown == Shown(username: stored, lastLogin: noon, recentAccounts: [stored]))
      }
    }

    @Test(arguments: [
      // Neither a success nor a wrong password
      (201, "Grace"), (302, "Grace"), (402, "Grace"), (500, "Grace"),
      // No user name
      (200, " \t "), (401, ""),
    ])
    func `an answer with another status or without a user name changes nothing`(
      statusCode: Int, username: String
    ) {
      SharedDefaults.use { defaults in
        let handler = LoginHandler()
        handler.logIn("Ada", at: noon)
        handler.fail(at: noon)
        let stored = defaults.stored
        let isIn = handler.handleLoginResponse(
          statusCode: statusCode, username: username, rememberMe: false, atDate: noon + 60)
        #expect(!isIn)
        #expect(defaults.stored == stored)
      }
    }
  }

  @MainActor struct RecentAccounts {
    @Test func `the five most recent accounts are listed, the latest first`() {
      SharedDefaults.use { _ in
        let handler = LoginHandler()
        for name in ["A", "B", "C", "D", "E", "F"] { handler.logIn(name, at: noon) }
        #expect(handler.recentAccounts == ["F", "E", "D", "C", "B"])
      }
    }

    @Test func `an account that's used again moves to the top of the list`() {
      SharedDefaults.use { _ in
        let handler = LoginHandler()
        for name in ["A", "B", "C", "D", "E", "B"] { handler.logIn(name, at: noon) }
        #expect(handler.recentAccounts == ["B", "E", "D", "C", "A"])
      }
    }

    @Test(arguments: [
      // Earlier, later, listed
      ("Ada", " Ada ", "Ada"), ("IDA", "ida", "ida"),
    ])
    func `an account that's typed with spaces or in another case is listed once`(
      earlier: String, later: String, listed: String
    ) {
      SharedDefaults.use { _ in
        let handler = LoginHandler()
        for name in [earlier, "Grace", later] { handler.logIn(name, at: noon) }
        #expect(handler.recentAccounts == [listed, "Grace"])
      }
    }
  }

  @MainActor struct Lock {
    @Test(arguments: [401, 403])
    func `a failure stores its number and the end of a lock, and nothing else`(statusCode: Int) {
      SharedDefaults.use { defaults in
        let handler = LoginHandler()
        handler.logIn("Ada", at: noon)
        let isIn = handler.handleLoginResponse(
          statusCode: statusCode, username: "Grace", rememberMe: false, atDate: noon + 60)
        #expect(!isIn)
        #expect(
          defaults.stored == [
            "HMLoginVersion": 2, "HMLoginUsername": "Ada", "HMLoginRemember": true,
            "HMLoginLastSuccess": noon, "HMLoginRecent": ["Ada"], "HMLoginFailures": 1,
            "HMLoginLockedUntil": noon + 60,
          ])
      }
    }

    @Test(arguments: [
      (1, 0.0), (2, 0), (3, 30), (4, 60), (5, 120), (6, 240), (7, 480), (8, 900), (9, 900),
    ])
    func `locks start at the third failure and get longer, up to 15 minutes`(
      failure: Int, seconds: TimeInterval
    ) {
      SharedDefaults.use(["HMLoginFailures": failure - 1]) { _ in
        let handler = LoginHandler()
        handler.fail(at: noon)
        #expect(handler.secondsUntilUnlock(atDate: noon) == seconds)
      }
    }

    @Test func `failures of any user, at any handler, are counted together`() {
      SharedDefaults.use { _ in
        let handler = LoginHandler()
        let otherHandler = LoginHandler()
        handler.fail(as: "Ada", at: noon)
        otherHandler.fail(as: "Grace", at: noon)
        handler.fail(as: "Ada", at: noon)
        #expect(handler.secondsUntilUnlock(atDate: noon) == 30)
        #expect(otherHandler.secondsUntilUnlock(atDate: noon) == 30)
      }
    }

    @Test(arguments: [(0.0, 30.0), (29.875, 0.125), (30, 0), (31, 0)])
    func `a lock of 30 seconds ends when they have passed and not before`(
      passed: TimeInterval, remaining: TimeInterval
    ) {
      SharedDefaults.use { _ in
        let handler = LoginHandler()
        for _ in 1...3 { handler.fail(at: noon) }
        #expect(handler.secondsUntilUnlock(atDate: noon + passed) == remaining)
      }
    }

    @Test func `a failure during a lock doesn't count`() {
      SharedDefaults.use { defaults in
        let handler = LoginHandler()
        for _ in 1...3 { handler.fail(at: noon) }
        let stored = defaults.stored
        let isIn = handler.handleLoginResponse(
          statusCode: 401, username: "Ada", atDate: noon + 29.875)
        #expect(!isIn)
        #expect(defaults.stored == stored)
      }
    }

    @Test func `a lock begins at the failure, however long ago the last one ended`() {
      SharedDefaults.use { _ in
        let handler = LoginHandler()
        for _ in 1...3 { handler.fail(at: noon) }
        handler.fail(at: noon + 86_400)
        #expect(handler.secondsUntilUnlock(atDate: noon + 86_400) == 60)
      }
    }

    @Test func `a login during a lock is accepted, and ends it`() {
      SharedDefaults.use { _ in
        let handler = LoginHandler()
        for _ in 1...3 { handler.fail(at: noon) }
        let isIn = handler.handleLoginResponse(
          statusCode: 200, username: "Ada", atDate: noon + 10)
        #expect(isIn)
        #expect(handler.secondsUntilUnlock(atDate: noon + 10) == 0)
      }
    }

    @Test func `after a login, the third failure is the first that locks again`() {
      SharedDefaults.use { _ in
        let handler = LoginHandler()
        for _ in 1...2 { handler.fail(at: noon) }
        handler.logIn("Ada", at: noon)
        for _ in 1...2 { handler.fail(at: noon) }
        #expect(handler.secondsUntilUnlock(atDate: noon) == 0)
        handler.fail(at: noon)
        #expect(handler.secondsUntilUnlock(atDate: noon) == 30)
      }
    }

    @Test(.tags(.quirk), arguments: [(1, 60), (3, 90)] as [(Int, TimeInterval)])
    func `if the clock is set back by a minute, you wait longer, even after a single failure`(
      failures: Int, remaining: TimeInterval
    ) {
      SharedDefaults.use { _ in
        let handler = LoginHandler()
        for _ in 1...failures { handler.fail(at: noon) }
        #expect(handler.secondsUntilUnlock(atDate: noon - 60) == remaining)
      }
    }

    @Test(.tags(.quirk)) func `a lock that's over begins again if the clock is set back`() {
      SharedDefaults.use { _ in
        let handler = LoginHandler()
        for _ in 1...3 { handler.fail(at: noon) }
        #expect(handler.secondsUntilUnlock(atDate: noon + 60) == 0)
        #expect(handler.secondsUntilUnlock(atDate: noon + 10) == 20)
      }
    }
  }

  @MainActor struct ForgetMe {
    @Test func `a user who is forgotten is gone from the list, and nobody else is`() {
      SharedDefaults.use([
        "HMLoginUsername": "Ada", "HMLoginRemember": true,
        "HMLoginRecent": ["Grace", "ADA", "Adam"],
      ]) { _ in
        let handler = LoginHandler()
        let isOffTheList = handler.forgetMe()
        #expect(isOffTheList)
        #expect(handler.recentAccounts == ["Grace", "Adam"])
      }
    }

    @Test func `forgetting a user leaves the time of the login, the failures, and the lock`() {
      SharedDefaults.use([
        "HMLoginVersion": 2, "HMLoginUsername": "Ada", "HMLoginRemember": true,
        "HMLoginLastSuccess": noon, "HMLoginFailures": 3, "HMLoginLockedUntil": noon + 90,
        "HMLoginRecent": ["Ada"],
      ]) { defaults in
        LoginHandler().forgetMe()
        #expect(
          defaults.stored == [
            "HMLoginVersion": 2, "HMLoginLastSuccess": noon, "HMLoginFailures": 3,
            "HMLoginLockedUntil": noon + 90, "HMLoginRecent": [String](),
          ])
      }
    }

    @Test func `a name that isn't offered is forgotten, but stays on the list`() {
      SharedDefaults.use([
        "HMLoginVersion": 2, "HMLoginUsername": "Ada", "HMLoginRemember": false,
        "HMLoginRecent": ["Ada"],
      ]) { defaults in
        let isOffTheList = LoginHandler().forgetMe()
        #expect(!isOffTheList)
        #expect(defaults.stored == ["HMLoginVersion": 2, "HMLoginRecent": ["Ada"]])
      }
    }

    @Test func `a user who isn't on the list can be forgotten`() {
      SharedDefaults.use([
        "HMLoginVersion": 2, "HMLoginUsername": "Ada", "HMLoginRemember": true,
        "HMLoginRecent": ["Grace"],
      ]) { defaults in
        let isOffTheList = LoginHandler().forgetMe()
        #expect(!isOffTheList)
        #expect(defaults.stored == ["HMLoginVersion": 2, "HMLoginRecent": ["Grace"]])
      }
    }

    @Test func `a user of version 1, which had no list, can be forgotten`() {
      SharedDefaults.use(["username": "Ada", "rememberMe": true]) { defaults in
        let isOffTheList = LoginHandler().forgetMe()
        #expect(!isOffTheList)
        #expect(defaults.stored == ["HMLoginVersion": 2])
      }
    }
  }
}

// MARK: - Arranging

/// At noon, on February 29, 2016, UTC.
private let noon = Date(timeIntervalSince1970: 1_456_747_200)

@MainActor
extension LoginHandler {
  fileprivate func logIn(_ username: String, rememberMe: Bool = true, at date: Date) {
    _ = handleLoginResponse(
      statusCode: 200, username: username, rememberMe: rememberMe, atDate: date)
  }

  /// Enters a wrong password.
  fileprivate func fail(as username: String = "Ada", at date: Date) {
    _ = handleLoginResponse(statusCode: 401, username: username, atDate: date)
  }
}

// MARK: - Comparing

/// What a handler knows about logins.
private struct Shown: Equatable {
  let username: String?
  let lastLogin: Date?
  let recentAccounts: [String]
}

@MainActor
extension LoginHandler {
  fileprivate var shown: Shown {
    Shown(
      username: previousUsername, lastLogin: lastLoginDate, recentAccounts: recentAccounts)
  }
}

// MARK: - The shared defaults

/// The user defaults that the whole process shares.
@MainActor
private enum SharedDefaults {
  static let keys = [
    "HMLoginVersion", "HMLoginUsername", "HMLoginRemember", "HMLoginLastSuccess", "HMLoginFailures",
    "HMLoginLockedUntil", "HMLoginRecent", "username", "rememberMe", "failedLogins", "lastLogin",
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
  /// The values that are stored under the keys of the login.
  @MainActor fileprivate var stored: [String: AnyHashable] {
    SharedDefaults.keys.reduce(into: [:]) { stored, key in
      let value: Any? = stringArray(forKey: key) ?? object(forKey: key)
      stored[key] = value as? AnyHashable
    }
  }
}
