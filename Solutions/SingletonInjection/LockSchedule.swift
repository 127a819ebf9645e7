import Foundation

/// How long the sign-in is locked after failed attempts.
enum LockSchedule {
  /// The number of failed attempts in a row from which on there is a lock.
  static let failuresBeforeLock = 3

  /// The length of the first lock, in seconds. Each further one is twice as long.
  static let firstLock: TimeInterval = 30

  /// The length of the longest lock, in seconds.
  static let longestLock: TimeInterval = 900

  /// The length of the lock, in seconds, after a number of failed attempts in a row.
  static func lock(afterFailures failures: Int) -> TimeInterval {
    guard failures >= failuresBeforeLock else { return 0 }
    return min(firstLock * pow(2, Double(failures - failuresBeforeLock)), longestLock)
  }
}
