/// The keys under which the sign-in keeps its values.
enum LoginKey {
  /// The layout of the values: 2 since the keys have their common beginning.
  static let version = "LoginVersion"

  /// The user name that is offered, a string.
  static let username = "LoginUsername"

  /// Whether to offer the user name, a Boolean value.
  static let remember = "LoginRemember"

  /// The moment of the last successful sign-in, a date.
  static let lastSuccess = "LoginLastSuccess"

  /// The failed attempts since then, a number.
  static let failures = "LoginFailures"

  /// The moment until which no attempt is allowed, a date.
  static let lockedUntil = "LoginLockedUntil"

  /// The user names that have signed in, an array of strings, the most recent first.
  static let recent = "LoginRecent"

  /// The keys of version 1, each with the one that has taken its place.
  static let renamed = [
    ("username", username), ("rememberMe", remember), ("failedLogins", failures),
    ("lastLogin", lastSuccess),
  ]
}
