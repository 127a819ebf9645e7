/// A change of a kata's code or tests that a page shows.
struct Change {
  /// What a change applies to. In a copy, each one is a branch.
  enum Base {
    /// The code before
    case start
    /// What the changes above it have made of the code
    case above
    /// The solution
    case end

    var branch: String { self == .start ? "main" : "\(self)" }
  }

  let kata: Kata
  let page: Page
  let block: Page.Block
  /// Whether the seam tests are among the tests
  let isAttempt: Bool

  /// All changes for a kata, in the order in which they apply.
  static func all(for kata: Kata, in workspace: Workspace) -> [Change] {
    workspace.pages.filter { $0.isGeneral || kata.owns($0.path) }.flatMap { page in
      var isAttempt = false
      return page.blocks.compactMap { block -> Change? in
        guard let path = block.changedPath, kata.owns(path) else { return nil }
        // From the first seam test of a walkthrough on, or once its bench is wired, they all run.
        isAttempt = kata.needsAttempt(path) || isAttempt && !page.isGeneral
        return Change(kata: kata, page: page, block: block, isAttempt: isAttempt)
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

  /// A patch for the kata's code, even if the page shows the solution's. A file of tests is a patch
  /// that adds it.
  var patch: String {
    guard let path = block.testFile else {
      return block.text.replacing("/Solutions/", with: "/Katas/")
    }
    return "--- /dev/null\n+++ b/\(path)\n@@ -0,0 +1,\(block.lines.count) @@\n"
      + block.lines.map { "+\($0)\n" }.joined()
  }

  var base: Base { isInWalkthrough ? .above : isAttempt ? .end : .start }

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
    testFile ?? (language == "diff" ? Patch(text).paths.first : nil)
  }
}
