/// A change of files, in the format that `git diff` prints.
struct Patch {
  let lines: [String]

  init(_ text: String) { lines = text.lines }

  /// The files that it changes, adds, or removes, each once.
  var paths: [String] {
    zip(lines, lines.dropFirst()).compactMap { old, new -> String? in
      guard old.hasPrefix("--- "), new.hasPrefix("+++ ") else { return nil }
      return String((new == "+++ /dev/null" ? old : new).dropFirst(6))
    }.unique
  }

  /// The lines that it adds and removes, with their marks, in any order.
  var changedLines: [String] {
    lines.filter { $0.contains(/^[-+](?!--|\+\+)/) }.sorted()
  }

  /// The number of lines around a change
  var context: Int {
    let hunks = lines.split { $0.hasPrefix("@@ ") }.dropFirst()
    return hunks.map { hunk in hunk.prefix { !$0.hasPrefix("-") && !$0.hasPrefix("+") }.count }
      .max() ?? 3
  }

  /// The first line of each part of a file that it changes, in the old file, from 1.
  var places: [(path: String, line: Int)] {
    var path = ""
    return lines.compactMap { line in
      if line.hasPrefix("--- ") { path = String(line.dropFirst(6)) }
      return line.firstMatch(of: /^@@ -(\d+)/).map { (path, Int($0.1) ?? 1) }
    }
  }
}
