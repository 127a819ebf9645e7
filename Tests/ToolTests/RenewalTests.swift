import TestSupport
import Testing

@testable import kata

@Suite("Tool: renewing patches")
struct RenewalTests {
  private static let file = "Katas/Mini/Mini.swift"
  private static let header = "--- a/\(file)\n+++ b/\(file)\n"
  private static let code = (1...9).map { "  line \($0)\n" }.joined()
  /// Changes line 5 of the code above.
  private static let patch = """
    \(header)@@ -3,5 +3,5 @@
       line 3
       line 4
    -  line 5
    +  line five
       line 6
       line 7

    """

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func renewal(_ files: [String: String]) async throws -> Renewal {
    var renewal = Renewal(try await folder.workspace(files), mini)
    try await renewal.run()
    return renewal
  }

  /// Renews a drill. Returns the new patch, if there is one, and the problems.
  private func renew(_ patch: String, for code: String) async throws -> (String?, [Problem]) {
    let page = "### Five\n\n```diff\n\(patch)```\n\n**Red:** `counts`\n"
    let result = try await renewal([
      Self.file: code, "Solutions/Mini/Mini.swift": code, "docs/Mini/Drills.md": page,
    ])
    let new = result.pages["docs/Mini/Drills.md"].map { Page($0, path: "").blocks[0].text }
    if let new { #expect(result.pages.values.first == page.replacing(patch, with: new)) }
    return (new, result.problems)
  }

  @Test func `a patch that fits stays as it is`() async throws {
    let (text, problems) = try await renew(Self.patch, for: Self.code)
    #expect(text == nil)
    #expect(problems.isEmpty)
  }

  @Test func `a patch whose lines have moved has new numbers`() async throws {
    let (text, problems) = try await renew(Self.patch, for: "  line 0\n" + Self.code)
    #expect(text == Self.patch.replacing("-3,5 +3,5", with: "-4,5 +4,5"))
    #expect(problems.isEmpty)
  }

  @Test(arguments: ["line 3", "line 7"])
  func `a patch whose context has changed has the new context`(line: String) async throws {
    let code = Self.code.replacing(line, with: "another")
    let (text, problems) = try await renew(Self.patch, for: code)
    #expect(text == Self.patch.replacing(line, with: "another"))
    #expect(problems.isEmpty)
  }

  @Test(arguments: ["line 5", "line 4"])
  func `a patch whose lines are gone has to be corrected by hand`(line: String) async throws {
    let code = Self.code.replacing(line, with: "another")
    let (text, problems) = try await renew(Self.patch, for: code)
    #expect(text == nil)
    #expect(problems.count == 1)
    let reason = "docs/Mini/Drills.md, Five: the patch doesn't apply."
    #expect(problems.first?.description.hasPrefix(reason) == true)
    #expect(problems.first?.description.contains("while searching for:\n  line 3\n") == true)
  }

  @Test func `a patch that adds and deletes files is renewed with them`() async throws {
    let new = "--- /dev/null\n+++ b/Katas/Mini/New.swift\n@@ -0,0 +1 @@\n+let b = 2\n"
    let (text, problems) = try await renew(Self.patch + new, for: "  line 0\n" + Self.code)
    #expect(text == Self.patch.replacing("-3,5 +3,5", with: "-4,5 +4,5") + new)
    #expect(problems.isEmpty)

    let gone = "--- a/\(Self.file)\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-line 1\n-line 2\n"
    #expect(try await renew(gone, for: "line 1\nline 2\n") == (nil, []))
  }

  @Test func `a file without a line break at its end keeps none`() async throws {
    let mark = "\\ No newline at end of file\n"
    let patch = "\(Self.header)@@ -2,2 +2,2 @@\n   line 2\n-  line 3\n\(mark)+  line three\n\(mark)"
    let (text, problems) = try await renew(patch, for: "  line 0\n  line 1\n  line 2\n  line 3")
    #expect(problems.isEmpty)
    #expect(text == patch.replacing("@@ -2,2 +2,2 @@", with: "@@ -3,2 +3,2 @@"))
  }

  @Test func `steps build on each other, and have to end in the solution`() async throws {
    let step = "## Step\n\n```diff\n\(Self.header)@@ -1 +1 @@\n"
    let page = "\(step)-let a = 1\n+let a = 2\n```\n\n\(step)-let a = 2\n+let a = 3\n```\n"
    for (end, count) in [("let a = 3\n", 0), ("let a = 4\n", 1)] {
      let renewal = try await renewal([
        "docs/Mini/Walkthrough.md": page, "Solutions/Mini/Mini.swift": end,
      ])
      #expect(renewal.pages.isEmpty)
      #expect(renewal.problems.count == count)
    }
  }

  @Test func `an excerpt that's gone is listed with the nearest lines`() async throws {
    let renewal = try await renewal([
      "docs/Mini/README.md": "## Code\n\n```swift\nlet a = 1\nlet b = 3\nlet d = 4\n```\n",
      "Katas/Mini/Mini.swift": "let c = 3\nlet a = 1\nlet b = 2\nlet d = 4\n",
      "Solutions/Mini/Mini.swift": "let c = 3\nlet a = 1\nlet b = 2\nlet d = 4\n",
    ])
    let problem = try #require(renewal.problems.first)
    #expect(problem.description.hasPrefix("docs/Mini/README.md, Code: the excerpt isn't in any"))
    #expect(
      problem.description.hasSuffix(
        "Katas/Mini/Mini.swift, line 2\nlet a = 1\nlet b = 2\nlet d = 4"))
  }
}
