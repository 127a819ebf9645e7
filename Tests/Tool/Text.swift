import Foundation

extension String {
  /// The lines without their ends, which may be LF or CRLF. If a text ends in a line break, the last
  /// line is empty.
  var lines: [String] {
    unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map {
      String($0.last == "\r" ? $0.dropLast() : $0)
    }
  }

  /// An argument of a command for a shell, which would run what's between backquotes.
  var inQuotes: String {
    let text = replacing(/[\\$`"]/) { match in "\\" + match.0 }
    return "\"" + text + "\""
  }

  /// The parts between backquotes.
  var quotes: [String] { matches(of: /`([^`]+)`/).map { String($0.1) } }

  /// The first of several words that begins with this one, or else the most similar one.
  func nearest(of words: [String]) -> String {
    let start = lowercased()
    func distance(_ word: String) -> Int { word.lowercased().difference(from: start).count }
    return words.first { $0.lowercased().hasPrefix(start) }
      ?? words.min { distance($0) < distance($1) } ?? ""
  }
}

extension String {
  /// Those of several phrases that share the beginning of a word with this one.
  func similar(in phrases: [String]) -> [String] {
    func starts(_ phrase: String) -> Set<String> {
      let words = phrase.lowercased().split { !$0.isLetter && !$0.isNumber }
      return Set(words.filter { $0.count > 2 }.map { String($0.prefix(4)) })
    }
    return phrases.filter { !starts($0).isDisjoint(with: starts(self)) }
  }
}

extension Sequence<String> {
  var quoted: String { map { "`\($0)`" }.joined(separator: ", ") }
  var text: String { joined(separator: "\n") }
  /// Each element once, in the order of their first appearances.
  var unique: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}

extension StringProtocol {
  var words: [String] { components(separatedBy: " ").filter { !$0.isEmpty } }
}
