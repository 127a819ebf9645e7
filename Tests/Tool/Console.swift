import Foundation

/// Where the program writes everything that a person reads.
struct Console: Sendable {
  /// Whether a line can be rewritten
  var isTerminal: Bool
  var write: @Sendable (String) -> Void

  static let standard = Console(isTerminal: isatty(STDOUT_FILENO) == 1) { text in
    try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
  }

  func line(_ text: String) {
    write(isTerminal ? "\r\u{1B}[K\(text)\n" : "\(text)\n")
  }

  /// On a terminal, shows what the program is doing until the next line.
  func progress(_ text: String) {
    if isTerminal { write("\r\u{1B}[K\(text)") }
  }
}
