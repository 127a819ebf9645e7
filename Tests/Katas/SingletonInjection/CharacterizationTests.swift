import Foundation
import TestSupport
import Testing

@testable import SingletonInjection

/// Each test runs within `SharedDefaults.use`. Nothing in there suspends, so no test sees the
/// values of another.
@MainActor
@Suite("SingletonInjection: characterization", .namesModule)
struct CharacterizationTests {
  private let noon: Date

  init() throws {
    noon = try Date("2016-02-29T12:00:00Z", strategy: .iso8601)
  }

  // MARK: Logging in

  // The type of the constant is what Objective-C and a storyboard need: `-init`, without parameters.
  @Test func `a storyboard can create a handler, which uses the shared defaults`() {
    SharedDefaults.use(["HMLoginRecent": ["Ada"]]) { _ in
      let create: () -> LoginHandler = LoginHandler.init
      #expect(create().recentAccounts == ["Ada"])
    }
  }

  @Test func `on the first start nobody is remembered and nothing is locked`() {
    SharedDefaults.use { _ in
      let handler = LoginHandler()
      #expect(handler.previousUsername == nil)
      #expect(handler.recentAccounts == [])
      #expect(handler.secondsUntilUnlock(atDate: noon) == 0)
    }
  }

  @Test func `the first start stores the version`() {
    SharedDefaults.use { defaults in
      _ = LoginHandler()
      #expect(defaults.stored == ["HMLoginVersion": 2])
    }
  }

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

  @Test func `a handler shows a later login through another handler`() {
    SharedDefaults.use { _ in
      let earlyHandler = LoginHandler()
      earlyHandler.logIn("Ada", at: noon)
      #expect(
        earlyHandler.shown == Shown(username: "Ada", lastLogin: noon, recentAccounts: ["Ada"]))
      LoginHandler().logIn("Grace", at: noon + 60)
      #expect(
        earlyHandler.shown
          == Shown(username: "Grace", lastLogin: noon + 60, recentAccounts: ["Grace", "Ada"]))
    }
  }

  @Test func `a new handler shows the last login`() {
    SharedDefaults.use { _ in
      LoginHandler().logIn("Ada", at: noon)
      let handler = LoginHandler()
      #expect(handler.shown == Shown(username: "Ada", lastLogin: noon, recentAccounts: ["Ada"]))
    }
  }

  @Test func `the last login is the latest one, even if the clock was set back before it`() {
    SharedDefaults.use { _ in
      let handler = LoginHandler()
      handler.logIn("Ada", at: noon)
      handler.logIn("Ada", at: noon - 60)
      #expect(handler.lastLoginDate == noon - 60)
    }
  }

  @Test func `a user who opts out isn't offered, and neither is the one before`() {
    SharedDefaults.use(["HMLoginUsername": "Ada", "HMLoginRemember": true]) { _ in
      let handler = LoginHandler()
      #expect(handler.previousUsername == "Ada")
      handler.logIn("Grace", rememberMe: false, at: noon)
      #expect(handler.previousUsername == nil)
    }
  }

  /// A quirk
  @Test func `the name of a user who opts out is stored`() {
    SharedDefaults.use { defaults in
      LoginHandler().logIn("Grace", rememberMe: false, at: noon)
      #expect(defaults.string(forKey: "HMLoginUsername") == "Grace")
    }
  }

  @Test func `the login of a user who opts out is the last one, and the account is recent`() {
    SharedDefaults.use { _ in
      let handler = LoginHandler()
      handler.logIn("Ada", at: noon)
      let isIn = handler.handleLoginResponse(
        statusCode: 200, username: "Grace", rememberMe: false, atDate: noon + 60)
      #expect(isIn)
      #expect(handler.lastLoginDate == noon + 60)
      #expect(handler.recentAccounts == ["Grace", "Ada"])
    }
  }

  @Test func `a user who opted out can be remembered later`() {
    SharedDefaults.use(["HMLoginUsername": "Ada", "HMLoginRemember": false]) { _ in
      let handler = LoginHandler()
      #expect(handler.previousUsername == nil)
      handler.logIn("Ada", at: noon)
      #expect(handler.previousUsername == "Ada")
    }
  }

  @Test func `spaces and tabs around a user name are dropped`() {
    SharedDefaults.use { _ in
      let handler = LoginHandler()
      handler.logIn(" \tAda ", at: noon)
      #expect(handler.previousUsername == "Ada")
      #expect(handler.recentAccounts == ["Ada"])
    }
  }

  @Test(arguments: ["Ada  Lovelace", "Ada\n"])
  func `spaces within a user name and line breaks stay`(name: String) {
    SharedDefaults.use { _ in
      let handler = LoginHandler()
      handler.logIn(name, at: noon)
      #expect(handler.previousUsername == name)
      #expect(handler.recentAccounts == [name])
    }
  }

  @Test(arguments: [0, 201, 302, 400, 402, 404, 500])
  func `a status other than 200, 401, and 403 changes nothing`(statusCode: Int) {
    SharedDefaults.use { defaults in
      let handler = LoginHandler()
      handler.logIn("Ada", at: noon)
      handler.fail(at: noon)
      let stored = defaults.stored
      let isIn = handler.handleLoginResponse(
        statusCode: statusCode, username: "Grace", rememberMe: false, atDate: noon + 60)
      #expect(!isIn)
      #expect(defaults.stored == stored)
    }
  }

  @Test(arguments: [(200, ""), (200, " \t "), (401, ""), (403, " ")])
  func `without a user name, no answer changes anything`(statusCode: Int, username: String) {
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

  // MARK: Recent accounts

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

  @Test func `an account that's typed with spaces again is listed once`() {
    SharedDefaults.use { _ in
      let handler = LoginHandler()
      handler.logIn("Ada", at: noon)
      handler.logIn(" Ada ", at: noon)
      #expect(handler.recentAccounts == ["Ada"])
    }
  }

  @Test(arguments: [("IDA", "ida"), ("ägidius", "ÄGIDIUS")])
  func `an account that differs only in case replaces the earlier one`(
    earlier: String, later: String
  ) {
    SharedDefaults.use { _ in
      let handler = LoginHandler()
      for name in [earlier, "Grace", later] { handler.logIn(name, at: noon) }
      #expect(handler.recentAccounts == [later, "Grace"])
    }
  }

  @Test(arguments: [("Ada", "Adam"), ("Ada", "Adá"), ("Straße", "STRASSE"), ("a b", "ab")])
  func `accounts that differ in more than case are both listed`(earlier: String, later: String) {
    SharedDefaults.use { _ in
      let handler = LoginHandler()
      for name in [earlier, later] { handler.logIn(name, at: noon) }
      #expect(handler.recentAccounts == [later, earlier])
    }
  }

  @Test func `a login takes all spellings of the account off the list`() {
    SharedDefaults.use(["HMLoginRecent": ["Grace", "ADA", "Edsger", "ada"]]) { _ in
      let handler = LoginHandler()
      handler.logIn("Ada", at: noon)
      #expect(handler.recentAccounts == ["Ada", "Grace", "Edsger"])
    }
  }

  @Test func `a list that's too long is shown as it is`() {
    SharedDefaults.use(["HMLoginRecent": ["A", "B", "C", "D", "E", "F", "G"]]) { _ in
      #expect(LoginHandler().recentAccounts == ["A", "B", "C", "D", "E", "F", "G"])
    }
  }

  @Test func `a list that's too long is cut at the next login`() {
    SharedDefaults.use(["HMLoginRecent": ["A", "B", "C", "D", "E", "F", "G"]]) { _ in
      let handler = LoginHandler()
      handler.logIn("C", at: noon)
      #expect(handler.recentAccounts == ["C", "A", "B", "D", "E"])
    }
  }

  // MARK: Forget me

  @Test func `forgetting a user takes all spellings off the list`() {
    SharedDefaults.use([
      "HMLoginUsername": "Ada", "HMLoginRemember": true,
      "HMLoginRecent": ["Grace", "ADA", "Adam", "Adá", "ada"],
    ]) { _ in
      let handler = LoginHandler()
      let isOffTheList = handler.forgetMe()
      #expect(isOffTheList)
      #expect(handler.recentAccounts == ["Grace", "Adam", "Adá"])
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

  @Test func `a user who is forgotten can't be forgotten again`() {
    SharedDefaults.use { _ in
      let handler = LoginHandler()
      handler.logIn("Ada", at: noon)
      let isOffTheList = handler.forgetMe()
      let isOffTheListAgain = handler.forgetMe()
      #expect(isOffTheList)
      #expect(!isOffTheListAgain)
    }
  }

  @Test func `the next user can log in after one is forgotten`() {
    SharedDefaults.use { _ in
      let handler = LoginHandler()
      handler.logIn("Ada", at: noon)
      handler.forgetMe()
      handler.logIn("Grace", at: noon + 60)
      #expect(handler.previousUsername == "Grace")
      #expect(handler.recentAccounts == ["Grace"])
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

  // MARK: The lock

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

  @Test func `a handler counts the failures at another one, and is locked by it`() {
    SharedDefaults.use { _ in
      let handler = LoginHandler()
      let otherHandler = LoginHandler()
      handler.fail(at: noon)
      handler.fail(at: noon)
      otherHandler.fail(at: noon)
      #expect(otherHandler.secondsUntilUnlock(atDate: noon) == 30)
      #expect(handler.secondsUntilUnlock(atDate: noon) == 30)
    }
  }

  @Test func `the failures of different users are counted together`() {
    SharedDefaults.use { _ in
      let handler = LoginHandler()
      handler.fail(as: "Ada", at: noon)
      handler.fail(as: "Ada", at: noon)
      handler.fail(as: "Grace", at: noon)
      #expect(handler.secondsUntilUnlock(atDate: noon) == 30)
    }
  }

  @Test(arguments: [(-5, 0.0), (0, 0), (2, 0), (3, 30), (7, 480), (8, 900), (1_000_000, 900)])
  func `without a policy, locks start at the third failure and take 15 minutes at most`(
    failures: Int, seconds: TimeInterval
  ) {
    #expect(HMLockSchedule.lockDuration(forFailureCount: failures) == seconds)
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

  /// A quirk
  @Test(arguments: [(1, 60), (3, 90)] as [(Int, TimeInterval)])
  func `if the clock is set back by a minute, you wait longer, even after a single failure`(
    failures: Int, remaining: TimeInterval
  ) {
    SharedDefaults.use { _ in
      let handler = LoginHandler()
      for _ in 1...failures { handler.fail(at: noon) }
      #expect(handler.secondsUntilUnlock(atDate: noon - 60) == remaining)
    }
  }

  /// A quirk, too
  @Test func `a lock that's over begins again if the clock is set back`() {
    SharedDefaults.use { _ in
      let handler = LoginHandler()
      for _ in 1...3 { handler.fail(at: noon) }
      #expect(handler.secondsUntilUnlock(atDate: noon + 60) == 0)
      #expect(handler.secondsUntilUnlock(atDate: noon + 10) == 20)
    }
  }

  @Test(arguments: [401, 403])
  func `a failure during a lock doesn't count`(statusCode: Int) {
    SharedDefaults.use { defaults in
      let handler = LoginHandler()
      for _ in 1...3 { handler.fail(at: noon) }
      let stored = defaults.stored
      let isIn = handler.handleLoginResponse(
        statusCode: statusCode, username: "Ada", atDate: noon + 29.875)
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

  @Test func `a login during a lock is accepted`() {
    SharedDefaults.use { _ in
      let handler = LoginHandler()
      for _ in 1...3 { handler.fail(at: noon) }
      #expect(handler.isLocked(atDate: noon + 10))
      let isIn = handler.handleLoginResponse(
        statusCode: 200, username: "Ada", atDate: noon + 10)
      #expect(isIn)
      #expect(handler.previousUsername == "Ada")
    }
  }

  @Test func `a login ends a lock`() {
    SharedDefaults.use { defaults in
      let handler = LoginHandler()
      for _ in 1...3 { handler.fail(at: noon) }
      #expect(handler.isLocked(atDate: noon + 10))
      handler.logIn("Ada", at: noon + 10)
      #expect(defaults.object(forKey: "HMLoginLockedUntil") == nil)
    }
  }

  @Test(arguments: [2, 3])
  func `after a login, the third failure is the first that locks again`(failures: Int) {
    SharedDefaults.use { _ in
      let handler = LoginHandler()
      for _ in 1...failures { handler.fail(at: noon) }
      handler.logIn("Ada", at: noon + 10)
      for _ in 1...2 { handler.fail(at: noon + 10) }
      #expect(handler.secondsUntilUnlock(atDate: noon + 10) == 0)
      handler.fail(at: noon + 10)
      #expect(handler.secondsUntilUnlock(atDate: noon + 10) == 30)
    }
  }

  // MARK: Older versions

  @Test func `values of version 1 move to their new keys`() {
    SharedDefaults.use([
      "username": "Ada", "rememberMe": true, "failedLogins": 2, "lastLogin": noon,
    ]) { defaults in
      _ = LoginHandler()
      #expect(
        defaults.stored == [
          "HMLoginUsername": "Ada", "HMLoginRemember": true, "HMLoginFailures": 2,
          "HMLoginLastSuccess": noon, "HMLoginVersion": 2,
        ])
    }
  }

  @Test func `a name of version 1 keeps the spaces around it`() {
    SharedDefaults.use(["username": " Ada ", "rememberMe": true]) { _ in
      #expect(LoginHandler().previousUsername == " Ada ")
    }
  }

  // In version 1, and since
  @Test(arguments: ["username", "HMLoginUsername"])
  func `a user who never chose to be remembered isn't offered`(key: String) {
    SharedDefaults.use([key: "Ada"]) { defaults in
      let handler = LoginHandler()
      #expect(handler.previousUsername == nil)
      defaults.set(true, forKey: "HMLoginRemember")
      #expect(handler.previousUsername == "Ada")
    }
  }

  @Test func `a value of version 1 replaces a newer one, even if it's false or 0`() {
    SharedDefaults.use([
      "HMLoginVersion": 1, "HMLoginRemember": true, "HMLoginFailures": 3,
      "rememberMe": false, "failedLogins": 0,
    ]) { defaults in
      _ = LoginHandler()
      #expect(
        defaults.stored == ["HMLoginVersion": 2, "HMLoginRemember": false, "HMLoginFailures": 0])
    }
  }

  @Test func `a value that version 1 doesn't have stays`() {
    SharedDefaults.use([
      "HMLoginVersion": 1, "HMLoginUsername": "Grace", "HMLoginLockedUntil": noon,
      "HMLoginRecent": ["Grace"],
    ]) { defaults in
      _ = LoginHandler()
      #expect(
        defaults.stored == [
          "HMLoginVersion": 2, "HMLoginUsername": "Grace", "HMLoginLockedUntil": noon,
          "HMLoginRecent": ["Grace"],
        ])
    }
  }

  @Test(arguments: [2, 3])
  func `from version 2 on, nothing is moved`(version: Int) {
    SharedDefaults.use(["HMLoginVersion": version, "username": "Ada", "rememberMe": true]) {
      defaults in
      _ = LoginHandler()
      #expect(
        defaults.stored == ["HMLoginVersion": version, "username": "Ada", "rememberMe": true])
    }
  }

  @Test func `only the first migration has anything to do`() {
    SharedDefaults.use { _ in
      let isMigrated = HMLoginMigrator.migrateIfNeeded()
      let isMigratedAgain = HMLoginMigrator.migrateIfNeeded()
      #expect(isMigrated)
      #expect(!isMigratedAgain)
    }
  }

  @Test func `values of the wrong type count as missing`() {
    SharedDefaults.use([
      "HMLoginVersion": 2, "HMLoginLastSuccess": "yesterday", "HMLoginLockedUntil": "tomorrow",
      "HMLoginRecent": "Ada",
    ]) { _ in
      let handler = LoginHandler()
      #expect(handler.lastLoginDate == nil)
      #expect(handler.secondsUntilUnlock(atDate: noon) == 0)
      #expect(handler.recentAccounts == [])
    }
  }
}

// MARK: - Arranging

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
