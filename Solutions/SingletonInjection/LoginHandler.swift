import Foundation

/// Where `LoginHandler` keeps its values.
protocol LoginStorage {
  func object(forKey key: String) -> Any?
  func string(forKey key: String) -> String?
  func stringArray(forKey key: String) -> [String]?
  func bool(forKey key: String) -> Bool
  func integer(forKey key: String) -> Int
  func set(_ value: Any?, forKey key: String)
  func removeObject(forKey key: String)
}

extension UserDefaults: LoginStorage {}

/// Remembers who has signed in on this device, and locks the sign-in after failed attempts.
final class LoginHandler {
  /// How many recent accounts a sign-in keeps.
  static let recentLimit = 5

  private let storage: any LoginStorage

  /// Updates the values of an older version, once.
  init(storage: any LoginStorage = UserDefaults.standard) {
    self.storage = storage
    migrate()
  }

  // MARK: Remembering

  /// The user name to offer at the next sign-in, or `nil` if nobody wants to be remembered.
  var previousUsername: String? {
    guard storage.bool(forKey: LoginKey.remember) else { return nil }
    return storage.string(forKey: LoginKey.username)
  }

  var lastSignIn: Date? {
    storage.object(forKey: LoginKey.lastSuccess) as? Date
  }

  /// The accounts that signed in, most recent first, each of them once in its latest spelling.
  var recentAccounts: [String] {
    storage.stringArray(forKey: LoginKey.recent) ?? []
  }

  /// Forgets the user name to offer, and removes it from the recent accounts.
  func forgetMe() {
    if let name = previousUsername {
      storage.set(accounts(without: name), forKey: LoginKey.recent)
    }
    storage.removeObject(forKey: LoginKey.username)
    storage.removeObject(forKey: LoginKey.remember)
  }

  // MARK: Signing in

  /// The number of seconds until the next attempt is allowed, or 0 if it's allowed now.
  func remainingLock(at now: Date) -> TimeInterval {
    guard let end = storage.object(forKey: LoginKey.lockedUntil) as? Date else {
      return 0
    }
    return max(0, end.timeIntervalSince(now))
  }

  /// Records a successful sign-in.
  ///
  /// - Parameter remember: Whether to offer the user name at the next sign-in.
  func didSignIn(as username: String, remember: Bool = true, at now: Date) {
    let name = username.trimmingCharacters(in: .whitespaces)
    storage.set(name, forKey: LoginKey.username)
    storage.set(remember, forKey: LoginKey.remember)
    storage.set(now, forKey: LoginKey.lastSuccess)
    storage.removeObject(forKey: LoginKey.failures)
    storage.removeObject(forKey: LoginKey.lockedUntil)
    let accounts = [name] + accounts(without: name)
    storage.set(Array(accounts.prefix(Self.recentLimit)), forKey: LoginKey.recent)
  }

  /// Records a failed attempt. Attempts during a lock don't count.
  ///
  /// - Returns: The number of seconds until the next attempt is allowed.
  func didFail(at now: Date) -> TimeInterval {
    let remaining = remainingLock(at: now)
    guard remaining == 0 else { return remaining }
    let failures = storage.integer(forKey: LoginKey.failures) + 1
    let lock = LockSchedule.lock(afterFailures: failures)
    storage.set(failures, forKey: LoginKey.failures)
    storage.set(now.addingTimeInterval(lock), forKey: LoginKey.lockedUntil)
    return lock
  }

  // MARK: Older versions

  /// Moves the values of version 1 to their new keys. Writes the version last, so an interrupted
  /// update runs again.
  private func migrate() {
    guard storage.integer(forKey: LoginKey.version) < 2 else { return }
    for (old, new) in LoginKey.renamed {
      guard let value = storage.object(forKey: old) else { continue }
      storage.set(value, forKey: new)
      storage.removeObject(forKey: old)
    }
    storage.set(2, forKey: LoginKey.version)
  }

  private func accounts(without name: String) -> [String] {
    recentAccounts.filter { $0.lowercased() != name.lowercased() }
  }
}
