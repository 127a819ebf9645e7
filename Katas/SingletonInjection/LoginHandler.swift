import Foundation

/// Remembers who has signed in on this device, and locks the sign-in after failed attempts.
final class LoginHandler {
  /// How many recent accounts a sign-in keeps.
  static let recentLimit = 5

  /// Updates the values of an older version, once.
  init() {
    migrate()
  }

  // MARK: Remembering

  /// The user name to offer at the next sign-in, or `nil` if nobody wants to be remembered.
  var previousUsername: String? {
    guard UserDefaults.standard.bool(forKey: LoginKey.remember) else { return nil }
    return UserDefaults.standard.string(forKey: LoginKey.username)
  }

  var lastSignIn: Date? {
    UserDefaults.standard.object(forKey: LoginKey.lastSuccess) as? Date
  }

  /// The accounts that signed in, most recent first, each of them once in its latest spelling.
  var recentAccounts: [String] {
    UserDefaults.standard.stringArray(forKey: LoginKey.recent) ?? []
  }

  /// Forgets the user name to offer, and removes it from the recent accounts.
  func forgetMe() {
    if let name = previousUsername {
      UserDefaults.standard.set(accounts(without: name), forKey: LoginKey.recent)
    }
    UserDefaults.standard.removeObject(forKey: LoginKey.username)
    UserDefaults.standard.removeObject(forKey: LoginKey.remember)
  }

  // MARK: Signing in

  /// The number of seconds until the next attempt is allowed, or 0 if it's allowed now.
  func remainingLock(at now: Date) -> TimeInterval {
    guard let end = UserDefaults.standard.object(forKey: LoginKey.lockedUntil) as? Date else {
      return 0
    }
    return max(0, end.timeIntervalSince(now))
  }

  /// Records a successful sign-in.
  ///
  /// - Parameter remember: Whether to offer the user name at the next sign-in.
  func didSignIn(as username: String, remember: Bool = true, at now: Date) {
    let name = username.trimmingCharacters(in: .whitespaces)
    UserDefaults.standard.set(name, forKey: LoginKey.username)
    UserDefaults.standard.set(remember, forKey: LoginKey.remember)
    UserDefaults.standard.set(now, forKey: LoginKey.lastSuccess)
    UserDefaults.standard.removeObject(forKey: LoginKey.failures)
    UserDefaults.standard.removeObject(forKey: LoginKey.lockedUntil)
    let accounts = [name] + accounts(without: name)
    UserDefaults.standard.set(Array(accounts.prefix(Self.recentLimit)), forKey: LoginKey.recent)
  }

  /// Records a failed attempt. Attempts during a lock don't count.
  ///
  /// - Returns: The number of seconds until the next attempt is allowed.
  func didFail(at now: Date) -> TimeInterval {
    let remaining = remainingLock(at: now)
    guard remaining == 0 else { return remaining }
    let failures = UserDefaults.standard.integer(forKey: LoginKey.failures) + 1
    let lock = LockSchedule.lock(afterFailures: failures)
    UserDefaults.standard.set(failures, forKey: LoginKey.failures)
    UserDefaults.standard.set(now.addingTimeInterval(lock), forKey: LoginKey.lockedUntil)
    return lock
  }

  // MARK: Older versions

  /// Moves the values of version 1 to their new keys. Writes the version last, so an interrupted
  /// update runs again.
  private func migrate() {
    guard UserDefaults.standard.integer(forKey: LoginKey.version) < 2 else { return }
    for (old, new) in LoginKey.renamed {
      guard let value = UserDefaults.standard.object(forKey: old) else { continue }
      UserDefaults.standard.set(value, forKey: new)
      UserDefaults.standard.removeObject(forKey: old)
    }
    UserDefaults.standard.set(2, forKey: LoginKey.version)
  }

  private func accounts(without name: String) -> [String] {
    recentAccounts.filter { $0.lowercased() != name.lowercased() }
  }
}
