/// A change of a kata's code that a page shows: a patch, or a file of tests.
struct Change {
  let kata: Kata
  let page: Page
  let block: Page.Block
  /// `ATTEMPT` while the tests run
  let attempt: String?

  /// All changes for a kata, in the order in which they apply.
  static func all(for kata: Kata, in workspace: Workspace) -> [Change] {
    workspace.pages.filter { $0.isGeneral || kata.owns($0.path) }.flatMap { page in
      var attempt: String?
      return page.blocks.compactMap { block -> Change? in
        guard let path = block.changedPath, kata.owns(path) else { return nil }
        // From the first seam test of a walkthrough on, or once its bench is wired, they all run.
        if page.isGeneral { attempt = nil }
        if let name = kata.attempt(for: path) { attempt = name }
        return Change(kata: kata, page: page, block: block, attempt: attempt)
      }
    }
  }

  var isDrill: Bool { page.path.hasSuffix("/Drills.md") }
  /// Whether only the test that a learner writes may see it
  var isFaultOfSeamTest: Bool {
    isInWalkthrough && block.section.hasPrefix("Use the seam") && block.language == "diff"
      && claim?.tests.isEmpty == false
  }

  private var isInWalkthrough: Bool { page.path.hasSuffix("/Walkthrough.md") }

  /// Where it is, for a message.
  var place: String { page.place(of: block) }

  /// The patch, with the solution's code where a copy has it.
  var patch: String { block.text.replacing("/Solutions/", with: "/Katas/") }

  /// The branch of a copy that it's for: the code before is `start`, the solution is `end`, and what
  /// the changes above have made of the code is `above`.
  var base: String {
    isInWalkthrough ? "above" : attempt != nil ? "end" : "start"
  }

  /// What goes wrong. If that's `nil`, the tests pass. A drill always has to go wrong.
  var claim: Claim? { block.claim ?? (isDrill ? Claim(quotes: []) : nil) }

  /// Whether the changes below build on this one.
  var isKept: Bool { isInWalkthrough && claim == nil }

  /// The tests to run
  var filter: String {
    if let file = block.testFile?.split(separator: "/").last { return "\\.\(file.dropLast(6))/" }
    return isDrill || isKept ? "\(kata.name)BeforeTests" : kata.name
  }
}

extension Page.Block {
  /// The file of tests, or the first one that a patch changes
  var changedPath: String? {
    testFile ?? (language == "diff" ? Patch.firstPath(in: lines) : nil)
  }
}
