import Foundation

/// A workspace without spoilers, as a repository to practice in.
struct Handout {
  let workspace: Workspace

  private static let note = """
    > This is a hand-out. It has no solutions, walkthroughs, or workshop guide. If a page mentions
    > one, ask the person who gave you this.
    """

  init(_ workspace: Workspace) { self.workspace = workspace }

  /// - Throws: A problem if the folder has files already.
  func write(to folder: URL) async throws {
    let names =
      folder.isThere ? try FileManager.default.contentsOfDirectory(atPath: folder.path) : []
    try require(names.isEmpty, "\(folder.path) isn't empty. Name a new folder.")
    let isHarmless = { (path: String) in !isSpoiler(path) }
    try workspace.copy(workspace.paths.filter(isHarmless), to: folder)
    for page in workspace.pages where isHarmless(page.path) {
      let text = workspace.text(page.path) ?? ""
      try folder.appending(path: page.path).write(handedOut(text, page))
    }
    try await Git(folder: folder)("init", "-q")
    try await Git(folder: folder).commit()
  }

  /// The text of a page. Links to pages that aren't handed out are plain words.
  func handedOut(_ text: String, _ page: Page) -> String {
    let text = text.replacing(/\[([^\]]+)\]\(([^)\s]+)\)/) { link in
      isSpoiler(page.path(of: link.2)) ? link.1 : link.0
    }
    guard page.path == "README.md", let end = text.firstIndex(where: \.isNewline) else {
      return text
    }
    return "\(text[..<end])\n\n\(Self.note)\(text[end...])"
  }

  private func isSpoiler(_ path: String) -> Bool {
    path.hasPrefix("Solutions") || path == "docs/Workshop.md" || path.hasSuffix("/Walkthrough.md")
  }
}
