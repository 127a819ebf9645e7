/// Checks the pages: links lead somewhere, and blocks of code are ones that are checked.
struct PageCheck {
  let workspace: Workspace
  private(set) var findings = Findings()
  private let sources: [Source]
  /// The parts of links to headings, by the path of the page
  private let anchors: [String: Set<String>]

  init(_ workspace: Workspace) {
    self.workspace = workspace
    anchors = Dictionary(
      uniqueKeysWithValues: workspace.pages.map { ($0.path, Set($0.anchors)) })
    sources = workspace.paths.filter { $0.hasSuffix(".swift") }
      .map { Source(path: $0, lines: workspace.text($0)?.lines ?? []) }
  }

  mutating func run() async throws {
    for page in workspace.pages {
      checkLinks(on: page)
      checkBlocks(on: page)
      checkExcerpts(on: page)
    }
    for command in ShellCommand.all(on: workspace.pages) { try await checkNames(in: command) }
  }

  mutating func checkNames(in command: ShellCommand) async throws {
    findings.add(try await problem(at: command.place) { try command.checkNames(in: workspace) })
  }

  mutating func checkLinks(on page: Page) {
    for link in page.links {
      let path = page.path(of: link)
      let exists = workspace.paths.contains { $0 == path || $0.hasPrefix("\(path)/") }
      let anchor = link.firstIndex(of: "#").map { String(link[$0...].dropFirst()) }
      let isRight = anchor.map { anchors[path, default: []].contains($0) } ?? true
      findings.expect(
        exists && isRight,
        "\(page.path): the link \(link) leads to no \(exists ? "heading" : "file"). Correct it.")
    }
  }

  /// What a hand-out doesn't have is left out by a mark.
  mutating func checkMentions(of names: [String], on page: Page) {
    for name in names {
      let line = page.text.lines.first { $0.contains(name) }
      findings.expect(
        line == nil,
        "\(page.path), in a hand-out: \(name) isn't there. Mark what's only for others: "
          + "<!-- only: clone -->, or the names of katas. \(line ?? "")")
    }
  }

  private mutating func checkBlocks(on page: Page) {
    findings.expect(
      page.unclosed == nil, "\(page.path), \(page.unclosed ?? ""): a block has no end. Close it.")
    for block in page.blocks {
      // Nothing checks an illustration, so its page has to say so.
      let isHonest = page.prose.contains { $0.contains("aren't compiled") }
      let languages = ["diff", "swift", "sh", "mermaid"] + (isHonest ? ["swift illustration"] : [])
      findings.expect(
        languages.contains(block.language) && !block.isIndented,
        "\(page.place(of: block)): a block begins with ```\(block.language). Make it diff, swift, "
          + "sh, or mermaid, at the margin.")
      // `KataCheck` makes the others.
      let isChecked = workspace.katas.contains { $0.owns(block.changedPath ?? "") }
      findings.expect(
        block.language != "diff" || isChecked && !page.path.hasSuffix("/README.md"),
        "\(page.place(of: block)): nothing checks this patch. Move it to another page.")
    }
  }

  /// An excerpt is in a source file, line for line. Other checks run files of tests and of a new kata.
  mutating func checkExcerpts(on page: Page) {
    let runsFiles = page.isGeneral || page.path.hasSuffix("/Walkthrough.md")
    for block in page.blocks("swift") where block.file == nil || !runsFiles {
      findings.expect(
        sources.contains { $0.contains(block.lines) },
        "\(page.place(of: block)): the excerpt isn't in any source file. The nearest lines: "
          + Source.nearest(to: block.lines, in: sources))
    }
  }
}

/// A file of Swift, in which excerpts are found.
struct Source {
  var path: String
  var lines: [String]

  func contains(_ excerpt: [String]) -> Bool {
    lines.indices.contains { lines[$0...].starts(with: excerpt) }
  }

  /// The place with the most lines of an excerpt
  static func nearest(to excerpt: [String], in sources: [Source]) -> String {
    let wanted = Set(excerpt.filter { $0.contains(/\w{3}/) })
    let places = sources.flatMap { source in
      source.lines.indices.map { start in
        let lines = source.lines[start...].prefix(excerpt.count)
        return (count: lines.count(where: wanted.contains), path: source.path, lines: lines)
      }
    }
    guard let best = places.max(by: { $0.count < $1.count }), best.count > 0 else { return "none" }
    return "\(best.path), line \(best.lines.startIndex + 1)\n\(best.lines.text)"
  }
}
