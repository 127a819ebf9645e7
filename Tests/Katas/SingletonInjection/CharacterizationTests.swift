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

  @Test func `a login stores who and when and ends the lock`() {
    SharedDefaults.use([
      "HMLoginVersion": 2, "HMLoginRecent": ["Grace"], "HMLoginFailures": 3,
      "HMLoginLockedUntil": noon + 30,
    ]) { defaults in
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
      #expect(earlyHandler.previousUsername == "Ada")
      #expect(earlyHandler.lastLoginDate == noon)
      LoginHandler().logIn("Grace", at: noon - 60)
      #expect(earlyHandler.previousUsername == "Grace")
      #expect(earlyHandler.lastLoginDate == noon - 60)
      #expect(earlyHandler.recentAccounts == ["Grace", "Ada"])
    }
  }

  @Test func `a new handler shows the latest login`() {
    SharedDefaults.use { _ in
      LoginHandler().logIn("Ada", at: noon)
      let handler = LoginHandler()
      #expect(handler.previousUsername == "Ada")
      #expect(handler.lastLoginDate == noon)
      #expect(handler.recentAccounts == ["Ada"])
    }
  }

  @Test func `a user who opts out isn't offered, but the name is stored`() {
    SharedDefaults.use { defaults in
      let handler = LoginHandler()
      handler.logIn("Ada", at: noon)
      let isIn = handler.handleLoginResponse(
        statusCode: 200, username: "Grace", rememberMe: false, atDate: noon + 60)
      #expect(isIn)
      #expect(handler.previousUsername == nil)
      #expect(handler.lastLoginDate == noon + 60)
      #expect(handler.recentAccounts == ["Grace", "Ada"])
      #expect(defaults.string(forKey: "HMLoginUsername") == "Grace")
    }
  }

  @Test func `a user who opted out can be remembered later`() {
    SharedDefaults.use(["HMLoginUsername": "Ada", "HMLoginRemember": false]) { _ in
      let handler = LoginHandler()
      handler.logIn("Ada", at: noon)
      #expect(handler.previousUsername == "Ada")
    }
  }

  @Test(arguments: [(" \tAda ", "Ada"), ("Ada  Lovelace", "Ada  Lovelace"), ("Ada\n", "Ada\n")])
  func `spaces around a user name are dropped`(typed: String, stored: String) {
    SharedDefaults.use { _ in
      let handler = LoginHandler()
      handler.logIn(typed, at: noon)
      handler.logIn(typed, at: noon + 60)
      #expect(handler.previousUsername == stored)
      #expect(handler.recentAccounts == [stored])
    }
  }

  @Test(arguments: [
    // Server trouble, and answers to other questions
    (0, "Grace"), (201, "Grace"), (302, "Grace"), (400, "Grace"), (402, "Grace"), (404, "Grace"),
    (500, "Grace"),
    // No user name
    (200, ""), (200, " \t "), (401, ""), (403, " "),
  ])
  func `any other answer changes nothing`(statusCode: Int, username: String) {
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

  @Test(arguments: [
    (["IDA", "Grace", "ida"], ["ida", "Grace"]), (["ägidius", "ÄGIDIUS"], ["ÄGIDIUS"]),
    // Not the same
    (["Ada", "Adam"], ["Adam", "Ada"]), (["Ada", "Adá"], ["Adá", "Ada"]),
    (["Straße", "STRASSE"], ["STRASSE", "Straße"]), (["a b", "ab"], ["ab", "a b"]),
  ])
  func `an account that differs only in case replaces the earlier one`(
    names: [String], list: [String]
  ) {
    SharedDefaults.use { _ in
      let handler = LoginHandler()
      for name in names { handler.logIn(name, at: noon) }
      #expect(handler.recentAccounts == list)
    }
  }

  @Test func `a list that is too long is shown as it is, and cut at the next login`() {
    let names = ["B", "C", "a", "D", "A", "E", "F", "G"]
    SharedDefaults.use(["HMLoginVersion": 2, "HMLoginRecent": names]) { _ in
      let handler = LoginHandler()
      #expect(handler.recentAccounts == names)
      handler.logIn("A", at: noon)
      #expect(handler.recentAccounts == ["A", "B", "C", "D", "E"])
    }
  }

  // MARK: Forget me

  @Test func `forgetting a user takes all spellings off the list and leaves the lock`() {
    SharedDefaults.use { defaults in
      let handler = LoginHandler()
      handler.logIn("Ada", at: noon)
      handler.fail(at: noon + 60)
      defaults.set(["Grace", "ADA", "Adam", "Adá", "ada"], forKey: "HMLoginRecent")
      let isOffTheList = handler.forgetMe()
      #expect(isOffTheList)
      #expect(
        defaults.stored == [
          "HMLoginVersion": 2, "HMLoginLastSuccess": noon, "HMLoginFailures": 1,
          "HMLoginLockedUntil": noon + 60, "HMLoginRecent": ["Grace", "Adam", "Adá"],
        ])
    }
  }

  @Test func `a user who is forgotten can't be forgotten again`() {
    SharedDefaults.use { _ in
      let handler = LoginHandler()
      handler.logIn("Ada", at: noon)
      handler.forgetMe()
      let isOffTheList = handler.forgetMe()
      #expect(!isOffTheList)
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
  func `a failure is counted and leaves the user remembered`(statusCode: Int) {
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

  @Test func `locks start at the third failure and get longer, whichever handler counts`() {
    SharedDefaults.use { _ in
      let handlers = [LoginHandler(), LoginHandler()]
      var date = noon
      let locks = (1...9).map { attempt in
        handlers[attempt % 2].fail(as: attempt < 3 ? "Ada" : "Grace", at: date)
        let lock = handlers[0].secondsUntilUnlock(atDate: date)
        date += lock
        return lock
      }
      #expect(locks == [0, 0, 30, 60, 120, 240, 480, 900, 900])
    }
  }

  @Test(arguments: [(-5, 0.0), (0, 0), (2, 0), (3, 30), (7, 480), (8, 900), (1_000_000, 900)])
  func `locks double in length, up to 15 minutes`(failures: Int, seconds: TimeInterval) {
    #expect(HMLockSchedule.lockDuration(forFailureCount: failures) == seconds)
  }

  @Test(arguments: [
    (3, 0.0, 30.0), (3, 29.875, 0.125), (3, 30, 0), (3, 31, 0),
    // A quirk: if the clock is set back, you wait longer, even after a single failure.
    (3, -86_400, 86_430), (1, -60, 60),
  ])
  func `a lock ends when its time is up and not before`(
    failures: Int, passed: TimeInterval, remaining: TimeInterval
  ) {
    SharedDefaults.use { _ in
      let handler = LoginHandler()
      for _ in 1...failures { LoginHandler().fail(at: noon) }
      #expect(handler.secondsUntilUnlock(atDate: noon + 60) == 0)
      #expect(handler.secondsUntilUnlock(atDate: noon + passed) == remaining)
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

  @Test(arguments: [2, 3])
  func `a login, even during a lock, is accepted, and failures count from 1 again`(failures: Int) {
    SharedDefaults.use { _ in
      let handler = LoginHandler()
      for _ in 1...failures { handler.fail(at: noon) }
      handler.logIn("Ada", at: noon + 10)
      #expect(handler.previousUsername == "Ada")
      for _ in 1...2 { handler.fail(at: noon + 10) }
      #expect(handler.secondsUntilUnlock(atDate: noon + 10) == 0)
      handler.fail(at: noon + 10)
      #expect(handler.secondsUntilUnlock(atDate: noon + 10) == 30)
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
          "HMLoginUsername": " Ada ", "HMLoginRemember": true, "HMLoginFailures": 2,
          "HMLoginLastSuccess": noon, "HMLoginVersion": 2,
        ])
    }
  }

  @Test(arguments: ["username", "HMLoginUsername"])
  func `a user who never chose to be remembered isn't offered`(key: String) {
    SharedDefaults.use([key: "Ada"]) { _ in
      #expect(LoginHandler().previousUsername == nil)
    }
  }

  @Test func `a value of version 1 replaces a newer one, even if it's false or 0`() {
    SharedDefaults.use([
      "HMLoginVersion": 1, "HMLoginUsername": "Grace", "HMLoginRemember": true,
      "HMLoginFailures": 3,
      "HMLoginLockedUntil": noon, "HMLoginRecent": ["Grace"], "rememberMe": false,
      "failedLogins": 0,
    ]) { defaults in
      _ = LoginHandler()
      #expect(
        defaults.stored == [
          "HMLoginVersion": 2, "HMLoginUsername": "Grace", "HMLoginRemember": false,
          "HMLoginFailures": 0, "HMLoginLockedUntil": noon, "HMLoginRecent": ["Grace"],
        ])
    }
  }

  @Test(arguments: [2, 3])
  func `values are moved only once`(version: Int) {
    SharedDefaults.use(["HMLoginVersion": version, "username": "Ada", "rememberMe": true]) {
      defaults in
      #expect(LoginHandler().previousUsername == nil)
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
  fileprivate func logIn(_ username: String, at date: Date) {
    _ = handleLoginResponse(statusCode: 200, username: username, atDate: date)
  }

  /// Enters a wrong password.
  fileprivate func fail(as username: String = "Ada", at date: Date) {
    _ = handleLoginResponse(statusCode: 401, username: username, atDate: date)
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
