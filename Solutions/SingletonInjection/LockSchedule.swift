import Foundation

/// How long the sign-in is locked after failed attempts.
enum LockSchedule {
  /// The number of failed attempts in a row that sets the first lock.
  static let failuresBeforeLock = 3

  /// The length of the first lock, in seconds. Each lock after it is twice as long as the one before.
  static let firstLock: TimeInterval = 30

  /// The length of the longest lock, in seconds.
  static let longestLock: TimeInterval = 900

  /// The length of the lock, in seconds, after this many failed attempts in a row.
  static func lock(afterFailures failures: Int) -> TimeInterval {
    guard failures >= failuresBeforeLock else { return 0 }
    return min(firstLock * pow(2, Double(failures - failuresBeforeLock)), longestLock)
  }
}
