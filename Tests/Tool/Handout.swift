import Foundation

/// A workspace without spoilers, as a repository to practice in.
struct Handout {
  let workspace: Workspace
  /// The katas of a workshop's route
  let katas: [Kata]

  /// What pages may mention, but isn't here.
  private var note: String {
    let others = katas == workspace.katas ? "" : " Some katas are left out."
    return """
      > This is a hand-out. It has no solutions, walkthroughs, or workshop guide.\(others)
      > If a page mentions something that isn't here, ask the person who gave you this.
      """
  }

  init(_ workspace: Workspace, _ katas: [Kata]) {
    self.workspace = workspace
    self.katas = katas
  }

  /// - Throws: A problem if the folder has files already, or is in the workspace. In that case, or if
  ///   copying fails, nothing is left there.
  func write(to folder: URL) async throws {
    let folder = folder.standardizedFileURL
    let parent = folder.deletingLastPathComponent()
    let root = workspace.root.resolvingSymlinksInPath().pathComponents
    let isInside = folder.resolvingSymlinksInPath().pathComponents.starts(with: root)
    try require(!isInside, "\(folder.path) is inside the workspace. Name a folder next to it.")
    let names =
      folder.isThere ? try FileManager.default.contentsOfDirectory(atPath: folder.path) : []
    try require(names.isEmpty, "\(folder.path) isn't empty. Name a new folder.")

    try parent.makeFolder()
    let draft = parent.appending(path: ".\(folder.lastPathComponent)-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: draft) }
    try workspace.copy(workspace.paths.filter { !isLeftOut($0) }, to: draft)
    for page in workspace.pages where !isLeftOut(page.path) {
      try draft.appending(path: page.path).write(handedOut(workspace.text(page.path) ?? "", page))
    }
    try draft.appending(path: "Package.swift").write(manifest)
    try await Git(folder: draft)("init", "-q")
    try await Git(folder: draft).commit()
    if folder.isThere { try FileManager.default.removeItem(at: folder) }
    try FileManager.default.moveItem(at: draft, to: folder)
  }

  /// The text of a page. Links to pages that aren't handed out are plain words, commands name a kata
  /// that is, and README.md has no section that needs the solutions.
  func handedOut(_ text: String, _ page: Page) -> String {
    let isReadme = page.path == "README.md"
    var lines = text.lines
    if isReadme {
      lines = withoutSections(lines) { $0.contains("Solutions/") && !$0.hasPrefix("- ") }
        .filter { line in
          // The rows of other katas, and what the list of folders says of those that aren't there
          line.firstMatch(of: /^(?:\| \[\w+\]\(|- `)([\w\/.]+)/).map { !isLeftOut(String($0.1)) }
            ?? true
        }
    }
    var isInShell = false
    lines = lines.map { line in
      if line.hasPrefix("```") { isInShell = line == "```sh" }
      return isInShell ? withHandedOutKata(line) : line
    }
    let text = lines.text.replacing(/\[([^\]]+)\]\(([^)\s]+)\)/) { link in
      isLeftOut(page.path(of: link.2)) ? link.1 : link.0
    }
    guard isReadme, let end = text.firstIndex(where: \.isNewline) else { return text }
    return "\(text[..<end])\n\n\(note)\(text[end...])"
  }

  /// The sections of the second level in which no line is as described.
  private func withoutSections(_ lines: [String], _ isLeftOut: (String) -> Bool) -> [String] {
    lines.split(omittingEmptySubsequences: false) { $0.hasPrefix("## ") }.enumerated()
      .flatMap { index, section -> [String] in
        let heading = index == 0 ? [] : [lines[section.startIndex - 1]]
        return section.contains(where: isLeftOut) ? [] : heading + section
      }
  }

  /// On general pages, one kata's name stands for all, and the heading of a drill for all of its drills.
  /// If that one isn't handed out, the first one does.
  private func withHandedOutKata(_ line: String) -> String {
    let others = workspace.katas.filter { !katas.contains($0) }.map(\.name)
    guard let other = others.first(where: { line.contains($0) }) else { return line }
    let drill = Change.all(for: katas[0], in: workspace).first(where: \.isDrill)?.block.title
    return line.replacing(other, with: katas[0].name)
      .replacing(/"[^"]*"/, with: "\"\(drill ?? "")\"")
  }

  /// The manifest, with these katas in its list.
  private var manifest: String {
    let others = workspace.katas.filter { !katas.contains($0) }.map { "  \"\($0.name)\"," }
    return (workspace.text("Package.swift") ?? "").lines.filter { !others.contains($0) }.text
  }

  private func isLeftOut(_ path: String) -> Bool {
    let isOfOtherKata = workspace.katas.contains { kata in
      !katas.contains(kata) && (kata.owns(path) || path.hasPrefix("\(kata.recordings)/"))
    }
    let folders = ["Solutions", "Tests/Solutions", "Tests/ToolTests", ".ci", ".github"]
    let pages = ["docs/Workshop.md", "docs/AddingAKata.md"]
    return isOfOtherKata || path.hasSuffix("/Walkthrough.md") || pages.contains(path)
      || folders.contains {
        path == $0 || path.hasPrefix("\($0)/") || path.hasPrefix("\($0)Tests/")
      }
  }
}
