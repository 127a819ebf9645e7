import TestSupport
import Testing

@testable import kata

@Suite("Tool: checks")
struct CheckTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func problems(_ files: [String: String]) async throws -> String {
    var pages = PageCheck(try await folder.workspace(files))
    try await pages.run()
    return pages.findings.problems.map(\.description).filter { !$0.hasPrefix("README.md:") }.text
  }

  @Test(arguments: [
    ("[a](b.md)", "the link b.md leads to no file"),
    ("[a](#b)", "the link #b leads to no heading"),
    ("```swift\nlet b = 2\n```", "the excerpt isn't in any source file"),
    ("```diff\n--- a/b\n+++ b/b\n@@ -1 +1 @@\n-a\n+b\n```", "nothing checks this patch"),
    ("```swift illustration\nlet b = 2\n```", "a block begins with ```swift illustration"),
    ("```bash\nls\n```", "a block begins with ```bash"), ("```sh\nls", "a block has no end"),
    ("```sh\nswift run kata net Mimi\n```", "Mimi isn't a kata"),
  ])
  func `what's wrong on a page is found`(text: String, problem: String) async throws {
    #expect(try await problems(["docs/Mini/README.md": text]).contains(problem))
  }

  @Test func `what's right on a page isn't`() async throws {
    let text = "## B\n\n[a](#b), [b](../../README.md)\n\n```swift\nlet a = 1\n```\n"
    #expect(try await problems(["docs/Mini/README.md": text]).isEmpty)
  }

  @Test func `a page may have illustrations if it says that they aren't compiled`() async throws {
    let text = "Its samples aren't compiled.\n\n```swift illustration\nlet b = 2\n```\n"
    #expect(try await problems(["docs/Mini/README.md": text]).isEmpty)
  }

  @Test func `what's wrong with the files is found`() async throws {
    let hatch = "@unchecked " + "Sendable"
    let files = [
      "Makefile": "", "Tests/A.swift": "struct A: \(hatch) {}\n", "Solutions/Mini/B.swift": "",
      "Solutions/Mini/C.swift": "",
      "docs/Handout.md": "To be written.",
    ]
    var layout = LayoutCheck(try await folder.workspace(files))
    layout.run()
    let problems = layout.findings.problems.map(\.description)
    let expected = [
      "The top level has", "Tests/A.swift has `@unchecked", "Tests/Katas, unlike Katas, lacks",
      "docs, unlike Katas, lacks", "docs/ChoosingAPattern.md lacks `Mini`",
      "docs/Handout.md lacks `Mini`", "docs/Workshop.md lacks `Mini`",
      "docs/Handout.md has parts to write (1)", "Solutions/Mini needs the files of Katas/Mini",
      "Solutions/Mini is the same as Katas/Mini",
    ]
    #expect(zip(problems, expected).allSatisfy { $0.hasPrefix($1) }, "\(problems)")
    #expect(problems.count == expected.count)
  }

  @Test func `changes know what they're for`() async throws {
    func patch(_ path: String) -> String {
      "```diff\n--- a/\(path)\n+++ b/\(path)\n@@ -1 +1 @@\n-a\n+b\n```\n"
    }
    let own = "```swift\n// Tests/Katas/Mini/Seam/Own/OwnTests.swift\n```\n"
    let workspace = try await folder.workspace([
      "docs/Mini/Drills.md": patch("Katas/Mini/Mini.swift"),
      "docs/Mini/Walkthrough.md": "\(patch("Katas/Mini/Mini.swift"))\n\(own)",
      "docs/Workshop.md": "\(patch("Solutions/Mini/Mini.swift"))\n**Red:** `a`\n",
      "docs/Other.md": patch("Katas/Other/Mini.swift"),
    ])
    let changes = Change.all(for: mini, in: workspace)
    #expect(changes.map(\.base) == [.start, .above, .above, .end])
    #expect(changes.map(\.isKept) == [false, true, true, false])
    #expect(changes.map(\.isAttempt) == [false, false, true, true])
    #expect(
      changes.map(\.filter) == ["MiniBeforeTests", "MiniBeforeTests", "\\.OwnTests/", "Mini"])
    #expect(changes.map(\.claim) == [Claim(quotes: []), nil, nil, Claim(quotes: ["a"])])
    #expect(
      changes[2].patch == """
        --- /dev/null
        +++ b/Tests/Katas/Mini/Seam/Own/OwnTests.swift
        @@ -0,0 +1,1 @@
        +// Tests/Katas/Mini/Seam/Own/OwnTests.swift

        """)
    #expect(changes[3].patch.contains("+++ b/Katas/Mini/Mini.swift"))
  }
}
