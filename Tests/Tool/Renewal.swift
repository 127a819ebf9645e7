import Foundation

/// Updates the patches on the pages after a change of a kata's code.
struct Renewal {
  let workspace: Workspace
  let kata: Kata

  /// The new texts of pages, by their paths
  private(set) var pages: [String: String] = [:]
  private(set) var renewed: [String] = []
  /// What has to be corrected by hand
  private(set) var problems: [Problem] = []

  init(_ workspace: Workspace, _ kata: Kata) {
    self.workspace = workspace
    self.kata = kata
  }

  mutating func run() async throws {
    var texts: [String: [(block: Page.Block, text: String)]] = [:]
    try await ScratchCopy.with(workspace.paths(for: kata), for: kata, of: workspace) { copy in
      try await copy.addBranches(for: kata, of: workspace)
      for change in Change.all(for: kata, in: workspace) {
        try await copy.restore(change.base)
        let problem = try await problem(at: change.place) {
          guard let text = try await renew(change, in: copy) else { return }
          texts[change.page.path, default: []].append((change.block, text))
        }
        if let problem { problems.append(problem) }
        if change.isKept { try await copy.git.commit(change.base.branch) }
      }
      let rest = try await copy.git("diff", "above", "end", "--", kata.code)
      if !rest.isEmpty { problems.append(Problem("The steps don't end there:\n\(rest)")) }
    }
    renewed = texts.values.joined().map(\.block.title)
    for (path, texts) in texts { pages[path] = workspace.page(path).replacing(texts) }
    var check = PageCheck(workspace)
    for page in workspace.pages where page.isGeneral || kata.owns(page.path) {
      check.checkExcerpts(on: page)
    }
    problems += check.findings.problems
  }

  /// - Throws: A problem if somebody has edited a page since this began. No page changes then.
  func write() throws {
    for path in pages.keys {
      let isOld = workspace.text(path) == workspace.page(path).text
      try require(isOld, "\(path) has been edited meanwhile. Try again.")
    }
    for (path, text) in pages { try workspace.root.appending(path: path).write(text) }
  }

  /// Has Git make a change where its lines are now. Returns the new patch, or `nil` if the old one
  /// fits.
  private func renew(_ change: Change, in copy: ScratchCopy) async throws -> String? {
    let patch = Patch(change.patch)
    let messages = try await copy.git.apply(change.patch, ["-C1"])
    let hasMoved = messages.contains("Hunk #") || messages.contains("Context reduced")
    guard hasMoved else { return nil }
    try await copy.git("add", "-AN")
    let diff = try await copy.git("diff", "-U\(patch.context)")
    let headers = ["diff --git ", "index ", "new file mode ", "deleted file mode "]
    let lines = diff.lines.filter { line in !headers.contains { line.hasPrefix($0) } }
    // Pages have no spaces at the ends of lines.
    let text = lines.map { $0 == " " ? "" : $0 }.text
    try require(
      Patch(text).changedLines == patch.changedLines,
      "the change isn't clear any more, since its lines are in several places")
    return change.block.text == change.patch ? text : text.replacing("/Katas/", with: "/Solutions/")
  }
}
