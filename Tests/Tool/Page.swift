/// A page of Markdown, and the blocks of code on it.
struct Page: Sendable {
  struct Block: Equatable {
    /// The word after the fence, such as `swift`.
    var language: String
    /// The index of the line below the opening fence.
    var start: Int
    /// The heading above, and the one of the second level above.
    var title: String
    var section: String
    var isIndented: Bool
    var lines: [String] = []
    /// What the page says below the block, in the paragraph that begins with `**Red:**` or
    /// `**The compiler:**`.
    var claim: Claim?

    var text: String { lines.map { "\($0)\n" }.joined() }

    /// Where a file of Swift belongs: the first line says `// Tests/….swift`.
    var file: String? {
      guard let line = lines.first, line.hasPrefix("// ") else { return nil }
      return line.wholeMatch(of: /\/\/ (\w+\/\S+\.swift)/).map { String($0.1) }
    }

    /// Where this part of a new kata belongs. On the page, the kata is called `MyKata`.
    var templatePath: String? { file.flatMap { $0.contains("/MyKata/") ? $0 : nil } }

    /// Where this file of tests belongs.
    var testFile: String? { templatePath == nil ? file : nil }
  }

  let path: String
  let text: String
  private let lines: [String]
  private(set) var blocks: [Block] = []
  private(set) var headings: [String] = []
  /// The lines outside of blocks.
  private(set) var prose: [String] = []
  /// The title of a block without an end.
  private(set) var unclosed: String?

  init(_ text: String, path: String) {
    self.path = path
    self.text = text
    lines = text.lines
    var (title, section) = (path, "")
    var fence: Substring?
    var awaitsClaim = false
    var isInClaim = false
    for (index, line) in lines.enumerated() {
      // Most lines are no fence, and matching a regular expression takes a while.
      let isFence = line.drop { $0 == " " }.hasPrefix("```")
      let match = isFence ? line.wholeMatch(of: /( *)(`{3,})(.*)/) : nil
      if let open = fence {
        if let match, match.2.count >= open.count, match.3.allSatisfy(\.isWhitespace) {
          fence = nil
          awaitsClaim = true
        } else {
          blocks[blocks.count - 1].lines.append(line)
        }
      } else if let match {
        fence = match.2
        blocks.append(
          Block(
            language: String(match.3), start: index + 1, title: title, section: section,
            isIndented: !match.1.isEmpty))
      } else {
        prose.append(line)
        if line.isEmpty { isInClaim = false }
        if line.hasPrefix("#"), let heading = line.wholeMatch(of: /(#+) +(.*)/) {
          title = String(heading.2)
          if heading.1 == "##" { section = title }
          headings.append(title)
          awaitsClaim = false
        } else if isInClaim || awaitsClaim && line.hasPrefix("**") && blocks.last?.claim == nil {
          blocks[blocks.count - 1].claim = Claim(
            quotes: (blocks.last?.claim?.quotes ?? []) + line.quotes)
          isInClaim = true
        }
      }
    }
    if fence != nil { unclosed = blocks.last?.title }
  }

  /// Whether the page is about all katas.
  var isGeneral: Bool { path.split(separator: "/").count < 3 }

  /// The parts of links to headings, as GitHub makes them.
  var anchors: [String] {
    headings.map { heading in
      heading.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
        .replacing(" ", with: "-")
    }
  }

  func blocks(_ language: String) -> [Block] { blocks.filter { $0.language == language } }

  /// Where a block is, for a message.
  func place(of block: Block) -> String { "\(path), \(block.title)" }

  /// The items of its checklists, without the one that the tests answer.
  var checklist: [String] {
    var items: [String] = []
    var isInItem = false
    for line in prose {
      if line.hasPrefix("- [ ] ") {
        items.append(String(line.dropFirst(6)))
        isInItem = true
      } else if isInItem, line.hasPrefix("  ") {
        items[items.count - 1] += line.dropFirst()
      } else {
        isInItem = false
      }
    }
    let answeredByTests = ["All tests pass with both commands.", "Everything is green."]
    return items.filter { !answeredByTests.contains($0) }
  }

  /// Where links in the prose lead, other than to the web.
  var links: [String] {
    prose.filter { $0.utf8.contains(UInt8(ascii: "]")) }
      .flatMap { $0.matches(of: /\]\(([^) ]+)\)/).map { String($0.1) } }
      .filter { !$0.hasPrefix("http") }
  }

  /// The path of the file that a link on this page leads to.
  func path(of link: some StringProtocol) -> String {
    let file = link.prefix { $0 != "#" }
    if file.isEmpty { return path }
    let folder = path.split(separator: "/").dropLast().map(String.init)
    return file.split(separator: "/").reduce(into: folder) { parts, part in
      if part == ".." { _ = parts.popLast() } else if part != "." { parts.append(String(part)) }
    }.joined(separator: "/")
  }

  /// What a hand-out has of the page, or `nil` if that's nothing.
  ///
  /// The lines from `<!-- only: … -->` to `<!-- end -->` are left out unless the hand-out has all the
  /// katas that are named there. No hand-out has what's only for a `clone`. Without an end, that's the
  /// rest of the page.
  func handedOut(with katas: [String]) -> String? {
    var isLeftOut = false
    var kept: [String] = []
    for line in lines {
      if let mark = line.wholeMatch(of: /<!-- only: (.+) -->/) {
        isLeftOut = !mark.1.split(separator: ", ").allSatisfy { katas.contains(String($0)) }
      } else if line == "<!-- end -->" {
        isLeftOut = false
      } else if !isLeftOut, !line.isEmpty || kept.last != "" {
        kept.append(line)
      }
    }
    return kept.allSatisfy(\.isEmpty) ? nil : kept.text
  }

  /// The page with other code in some of its blocks.
  func replacing(_ texts: [(block: Block, text: String)]) -> String {
    var lines = lines
    for (block, text) in texts.sorted(by: { $0.block.start > $1.block.start }) {
      let range = block.start..<block.start + block.lines.count
      lines.replaceSubrange(range, with: text.lines.dropLast())
    }
    return lines.joined(separator: "\n")
  }
}

/// What a page says will go wrong with a change: the tests that fail, and the messages. The name of a
/// suite stands for all of its tests.
struct Claim: Equatable {
  var quotes: [String]

  var errors: [String] { quotes.filter { $0.hasPrefix("error: ") } }
  var messages: [String] { quotes.filter { $0.contains(/^Expectation failed: |^Not wired/) } }
  var tests: [String] { quotes.filter { !errors.contains($0) && !messages.contains($0) } }

  /// - Parameter isComplete: Whether the page has to name every test that fails.
  /// - Throws: A problem if a run doesn't go wrong as the page says.
  func check(_ run: TestRun, isComplete: Bool = false) throws {
    try require(!quotes.isEmpty, "the page doesn't quote what happens. \(run)")
    try require(run.verdict == (errors.isEmpty ? .red : .broken), "unlike the page says: \(run)")
    let red = tests.flatMap { name in
      let members = run.tests.filter { $0.suites.contains(name) }.map(\.name)
      return members.isEmpty ? [name] : members
    }
    let green = red.filter { !run.failed.contains($0) }
    try require(green.isEmpty, "the page says that \(green.quoted) are red. \(run)")
    let others = run.failed.filter { !red.contains($0) }
    try require(
      !isComplete || others.isEmpty, "the page doesn't say that \(others.quoted) are red.")
    let missing =
      errors.filter { !run.output.contains($0) }
      + messages.filter { message in !run.issues.contains { $0.text.contains(message) } }
    try require(missing.isEmpty, "the page quotes \(missing.quoted). \(run)")
  }
}
