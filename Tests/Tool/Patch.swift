/// A change of files, in the format that `git diff` prints.
struct Patch {
  struct Hunk {
    /// The file, or the one that's gone.
    var path: String
    /// The number of the first line in the old file, from 1.
    var start: Int
    /// The lines with their marks.
    var lines: [String]

    var removed: [String] { lines.filter { $0.hasPrefix("-") }.map { String($0.dropFirst()) } }
    /// The number of context lines before the first change, and after the last one.
    var context: (before: Int, after: Int) {
      let isContext = lines.map { !$0.hasPrefix("-") && !$0.hasPrefix("+") }
      return (isContext.prefix { $0 }.count, isContext.reversed().prefix { $0 }.count)
    }
  }

  let hunks: [Hunk]

  init(_ text: String) {
    hunks = text.split(separator: /(?m)^(?=--- )/).flatMap { file in
      let parts = file.split(separator: /(?m)^(?=@@ )/)
      let path = file.matches(of: /(?m)^(?:---|\+\+\+) [ab]\/(\S+)/).last.map { String($0.1) }
      return parts.dropFirst().compactMap { part -> Hunk? in
        guard let path, let start = part.firstMatch(of: /^@@ -(\d+)/)?.1 else { return nil }
        let lines = String(part).lines.dropFirst().filter { !$0.isEmpty }
        return Hunk(path: path, start: Int(start) ?? 0, lines: lines)
      }
    }
  }
}
