/// The keys under which the sign-in keeps its values.
enum LoginKey {
  /// The layout of the values: 2 since the keys share a prefix.
  static let version = "LoginVersion"

  /// The user name to offer, a string.
  static let username = "LoginUsername"

  /// Whether to offer the user name, a Boolean value.
  static let remember = "LoginRemember"

  /// When somebody last signed in, a date.
  static let lastSuccess = "LoginLastSuccess"

  /// The number of failed attempts since then.
  static let failures = "LoginFailures"

  /// When the lock ends, a date.
  static let lockedUntil = "LoginLockedUntil"

  /// The recent user names, an array of strings, most recent first.
  static let recent = "LoginRecent"

  /// The keys of version 1, each with its new key.
  static let renamed = [
    ("username", username), ("rememberMe", remember), ("failedLogins", failures),
    ("lastLogin", lastSuccess),
  ]
}
