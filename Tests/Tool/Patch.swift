/// A change of files, in the format that `git diff` prints.
struct Patch {
  struct Hunk {
    /// The file, or the one that's gone.
    var path: String
    /// The number of the first line in the old file, from 1.
    var start: Int
    /// The lines with their marks.
    var lines: [String]

    /// The number of context lines before the first change, and after the last one.
    var context: (before: Int, after: Int) {
      let isContext = lines.map { !$0.hasPrefix("-") && !$0.hasPrefix("+") }
      return (isContext.prefix { $0 }.count, isContext.reversed().prefix { $0 }.count)
    }
  }

  let hunks: [Hunk]

  /// The file that the lines of a patch change first, or the one that's gone.
  static func firstPath(in lines: [String]) -> String? {
    guard let hunk = lines.firstIndex(where: { $0.hasPrefix("@@ ") }) else { return nil }
    let names = lines[..<hunk].filter { $0.hasPrefix("--- a/") || $0.hasPrefix("+++ b/") }
    return names.last.map { String($0.dropFirst(6)) }
  }

  /// The lines that it adds and removes, with their marks, in any order.
  var changedLines: [String] {
    hunks.flatMap(\.lines).filter { $0.hasPrefix("-") || $0.hasPrefix("+") }.sorted()
  }

  init(_ text: String) {
    hunks = text.split(separator: /(?m)^(?=--- )/).flatMap { file in
      let parts = file.split(separator: /(?m)^(?=@@ )/)
      let path = file.matches(of: /(?m)^(?:---|\+\+\+) [ab]\/(\S+)/).last.map { String($0.1) }
      return parts.dropFirst().compactMap { part -> Hunk? in
        guard let path, let start = part.firstMatch(of: /^@@ -(\d+)/)?.1 else { return nil }
        // A blank line of context may have lost its mark.
        let lines = String(part).lines.dropFirst().dropLast(part.hasSuffix("\n") ? 1 : 0)
        return Hunk(path: path, start: Int(start) ?? 0, lines: lines.map { $0.isEmpty ? " " : $0 })
      }
    }
  }
}

extension Patch.Hunk {
  /// Makes the change where its lines are now, even if half of the context is different by now.
  ///
  /// - Throws: A problem if a line to remove, or the context, is nowhere.
  func applied(to text: String) throws -> String {
    let old = text.lines
    let expected = lines.filter { $0.hasPrefix("-") || $0.hasPrefix(" ") }
    let places = (0...max(0, old.count - expected.count)).compactMap { start in
      matches(expected, old[start...]).map { (start: start, matches: $0) }
    }
    // Where most of the lines are, and then, where the way is shortest
    let best = places.max {
      ($0.matches, -abs($0.start - start)) < ($1.matches, -abs($1.start - start))
    }
    guard let place = best?.start else {
      let gone = expected.filter { $0.hasPrefix("-") }.map { String($0.dropFirst()) }
        .filter { !old.contains($0) }
      throw Problem(
        gone.isEmpty
          ? "too much around the change is different"
          : "the code no longer has these lines: \(gone.quoted)")
    }
    var new = Array(old[..<place])
    var rest = old[place...]
    for line in lines {
      switch line.first {
      case "+": new.append(String(line.dropFirst()))
      case "-": rest.removeFirst()
      case " ": new.append(rest.removeFirst())
      default: break
      }
    }
    return (new + rest).text
  }

  /// The number of lines that match, or `nil` if it's not enough.
  private func matches(_ expected: [String], _ old: ArraySlice<String>) -> Int? {
    guard expected.count <= old.count else { return nil }
    let pairs = zip(expected, old).map { (line: $0, isSame: $0.dropFirst() == $1) }
    let count = pairs.count { $0.isSame }
    let hasRemoved = pairs.allSatisfy { $0.isSame || $0.line.hasPrefix(" ") }
    return hasRemoved && count * 2 >= expected.count ? count : nil
  }
}
