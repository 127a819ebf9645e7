import Testing

extension Tag {
  /// Odd behavior that somebody may rely on, so a refactoring keeps it.
  @Tag public static var quirk: Self
}
