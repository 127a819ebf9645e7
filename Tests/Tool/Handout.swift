import Foundation

/// A workspace without spoilers, as a repository to practice in.
///
/// What only a clone has is marked on the pages; see `Page.handedOut(with:)`. Walkthroughs need no mark.
struct Handout {
  let workspace: Workspace
  /// The katas of a workshop's route, in the order of README.md
  let katas: [Kata]

  init(_ workspace: Workspace, _ katas: [Kata]) {
    self.workspace = workspace
    self.katas = workspace.katas.filter(katas.contains)
  }

  /// - Throws: A problem if the folder has files already, or is in the workspace, or if the workspace has
  ///   files that aren't committed. In that case, or if copying fails, nothing is left there.
  func write(to folder: URL) async throws {
    let folder = folder.standardizedFileURL
    let parent = folder.deletingLastPathComponent()
    let root = workspace.root.resolvingSymlinksInPath().pathComponents
    let isInside = folder.resolvingSymlinksInPath().pathComponents.starts(with: root)
    try require(!isInside, "\(folder.path) is inside the workspace. Name a folder next to it.")
    // Finder leaves one where somebody has looked.
    try? FileManager.default.removeItem(at: folder.appending(path: ".DS_Store"))
    let names =
      folder.isThere ? try FileManager.default.contentsOfDirectory(atPath: folder.path) : []
    try require(names.isEmpty, "\(folder.path) isn't empty. Name a new folder.")
    let git = Git(folder: workspace.root, isUsers: true)
    let changes = try await git("status", "--porcelain", "--untracked-files=all", ".")
    try require(
      changes.isEmpty,
      "It isn't clear whether to hand out what isn't committed. Commit it, or move it away:\n\(changes)"
    )

    try parent.makeFolder()
    let draft = parent.appending(path: ".\(folder.lastPathComponent)-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: draft) }
    let pages = workspace.pages.map(\.path)
    try workspace.copy(workspace.paths.filter { !isLeftOut($0) && !pages.contains($0) }, to: draft)
    for page in workspace.pages where !isLeftOut(page.path) {
      if let text = handedOut(page) { try draft.appending(path: page.path).write(text) }
    }
    try draft.appending(path: "Package.swift").write(manifest)
    try await Git(folder: draft)("init", "-q")
    try await Git(folder: draft).commit()
    if folder.isThere {
      try require(rmdir(folder.path) == 0, "\(folder.path) isn't empty anymore.")
    }
    try FileManager.default.moveItem(at: draft, to: folder)
  }

  /// The text of a page. Tables have the rows of the katas that are handed out. On general pages, one
  /// kata stands for all, which is the first one in a hand-out, too.
  func handedOut(_ page: Page) -> String? {
    guard let text = page.handedOut(with: katas.map(\.name)) else { return nil }
    let lines = text.lines.filter { line in
      let cells = line.hasPrefix("| ") ? line.components(separatedBy: " | ") : []
      return !others.contains { kata in
        cells.first?.hasPrefix("| [\(kata.name)]") == true || cells.last == "\(kata.name) |"
      }
    }
    guard page.isGeneral, let example = workspace.katas.first, let first = katas.first,
      example != first
    else { return lines.text }
    let drill = Change.all(for: first, in: workspace).first(where: \.isDrill)?.block.title
    return lines.map { line in
      line.contains("swift run kata apply \(example.name)")
        ? line.replacing(/"[^"]*"/, with: (drill ?? "").inQuotes) : line
    }.text.replacing(example.name, with: first.name)
  }

  private var others: [Kata] { workspace.katas.filter { !katas.contains($0) } }

  /// The manifest, with these katas in its list.
  private var manifest: String {
    let entries = others.map { "  \"\($0.name)\"," }
    return (workspace.text("Package.swift") ?? "").lines.filter { !entries.contains($0) }.text
  }

  private func isLeftOut(_ path: String) -> Bool {
    let isOfOtherKata = others.contains { kata in
      kata.owns(path) || path.hasPrefix("\(kata.recordings)/")
    }
    let folders = ["Solutions", "Tests/Solutions", "Tests/ToolTests", ".ci", ".github"]
    return isOfOtherKata || path.hasSuffix("/Walkthrough.md")
      || folders.contains { path == $0 || path.hasPrefix("\($0)/") }
  }
}
