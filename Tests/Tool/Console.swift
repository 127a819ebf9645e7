import Foundation

/// Where the program writes everything that a person reads.
struct Console: Sendable {
  /// Whether a line can be rewritten
  var isTerminal: Bool
  var write: @Sendable (String) -> Void

  /// If nobody reads it anymore, as in `kata watch | head`, the program ends.
  static let standard = Console(isTerminal: isatty(STDOUT_FILENO) == 1) { text in
    do {
      try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    } catch {
      kill(getpid(), SIGTERM)
    }
  }

  func line(_ text: String) {
    write(isTerminal ? "\r\u{1B}[K\(text)\n" : "\(text)\n")
  }

  /// On a terminal, shows what the program is doing until the next line. What doesn't fit in a line of
  /// 80 columns is left out.
  func progress(_ text: String) {
    if isTerminal { write("\r\u{1B}[K\(text.prefix(79))") }
  }

  /// Empties a terminal, but not what can be scrolled back to.
  func clear() {
    if isTerminal { write("\u{1B}[H\u{1B}[2J") }
  }
}
