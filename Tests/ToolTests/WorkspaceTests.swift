import Foundation
import TestSupport
import Testing

@testable import kata

@Suite("Tool: workspaces")
struct WorkspaceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `the katas are in the order of the README, and the others follow`() async throws {
    let workspace = try await folder.workspace(["Katas/Z/Z.swift": "", "Katas/B/B.swift": ""])
    #expect(workspace.katas.map(\.name) == ["Mini", "B", "Z"])
  }

  @Test func `what Git ignores isn't in a workspace`() async throws {
    let paths = try await folder.workspace(["a.o": "", "ä b": "", ".gitignore": "*.o\n"]).paths
    #expect(
      paths.filter { !$0.contains("Mini") } == [".gitignore", "Package.swift", "README.md", "ä b"])
  }

  @Test func `a folder that isn't a repository says how to make it one`() async throws {
    let problem = await #expect(throws: Problem.self) { try await Workspace(root: folder.url) }
    #expect(problem?.description.contains("git init && git add -A") == true)
  }

  @Test func `a page that isn't UTF-8 is a problem`() async throws {
    let workspace = try await folder.workspace()
    try Data([0xFF]).write(to: folder.url.appending(path: "README.md"))
    await #expect(throws: Problem.self) { try await Workspace(root: workspace.root) }
  }

  @Test func `a copy is a repository of its own, and is removed in the end`() async throws {
    let workspace = try await folder.workspace()
    let copied = try await ScratchCopy.with(["Package.swift"], of: workspace) { copy in
      try copy.folder.appending(path: "new/file").write("")
      try copy.folder.appending(path: "Package.swift").write("")
      try await copy.restore()
      #expect(try await Workspace(root: copy.folder).paths == ["Package.swift"])
      #expect(copy.folder.appending(path: "Package.swift").text == workspace.text("Package.swift"))
      return copy.folder
    }
    #expect(!copied.deletingLastPathComponent().isThere)
  }

  @Test func `a hand-out has the pages, rows, and commands for its katas`() async throws {
    let workspace = try await folder.workspace([
      "Package.swift": "let katas = [\n  \"Mini\",\n  \"Other\",\n]\n",
      "Katas/Other/Other.swift": "", "Tests/Recordings/Mini/a.txt": "", ".ci/run": "",
      "Tests/ToolTests/A.swift": "", "docs/Other/Walkthrough.md": "",
      "docs/Other/Drills.md":
        "### The `second` drill\n\n```diff\n--- a/Katas/Other/Other.swift\n+++ b/Katas/Other/Other.swift\n```\n",
      "docs/Workshop.md": "<!-- only: clone -->\n# Workshop\n",
      "docs/Other/README.md": "Do it.\n\n<!-- only: clone -->\nRead.\n<!-- end -->\n",
      "README.md": """
      # Katas

      | [Mini](docs/Mini/README.md) |
      | [Other](docs/Other/README.md) |
      | takes a vendor's class | Mini |
      | uses a shared object | Other |

      ```sh
      KATA=Mini swift test
      swift run kata apply Mini "The first drill"
      ```

      """,
    ])
    try await Git(folder: workspace.root).commit()
    let target = try TemporaryFolder()
    try "".write(to: target.url.appending(path: ".DS_Store"), atomically: true, encoding: .utf8)
    try await Handout(workspace, [Kata(name: "Other")]).write(to: target.url)

    let handout = try await Workspace(root: target.url)
    #expect(
      handout.paths == [
        "Katas/Other/Other.swift", "Package.swift", "README.md", "docs/Other/Drills.md",
        "docs/Other/README.md",
      ])
    #expect(handout.text("Package.swift") == "let katas = [\n  \"Other\",\n]\n")
    #expect(handout.text("docs/Other/README.md") == "Do it.\n")
    #expect(
      handout.text("README.md")
        == """
        # Katas

        | [Other](docs/Other/README.md) |
        | uses a shared object | Other |

        ```sh
        KATA=Other swift test
        swift run kata apply Other "The \\`second\\` drill"
        ```

        """)
    let log = try await Git(folder: target.url)("log", "--format=%D")
    #expect(log == "HEAD -> main\n")
  }

  @Test(arguments: ["a/b", "../elsewhere"])
  func `a hand-out inside the workspace, or of uncommitted files, is refused`(path: String)
    async throws
  {
    let workspace = try await folder.workspace()
    let target = workspace.root.appending(path: path)
    await #expect(throws: Problem.self) { try await Handout(workspace, [mini]).write(to: target) }
    #expect(!target.standardized.isThere)
  }

  @Test func `a hand-out that fails half-way leaves nothing behind`() async throws {
    let workspace = try await folder.workspace()
    let git = Git(folder: workspace.root)
    try await git.commit()
    // Git doesn't notice that this file is gone.
    try await git("update-index", "--assume-unchanged", "Package.swift")
    try FileManager.default.removeItem(at: workspace.root.appending(path: "Package.swift"))
    let parent = try TemporaryFolder()
    let target = parent.url.appending(path: "hand-out")
    await #expect(throws: (any Error).self) {
      try await Handout(workspace, [mini]).write(to: target)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: parent.url.path) == [])
  }

  @Test func `a kata is untouched, changed, or the same as the solution`() async throws {
    let workspace = try await folder.workspace(["Solutions/Mini/Mini.swift": "let a = 2\n"])
    func state() async throws -> String {
      try await Overview(workspace: try await Workspace(root: workspace.root)).state(of: mini)
    }
    #expect(try await state() == "")
    try await Git(folder: workspace.root).commit()
    #expect(try await state() == "untouched")
    try workspace.root.appending(path: "Katas/Mini/Mini.swift").write("let a = 3\n")
    #expect(try await state() == "changed")
    try workspace.root.appending(path: "Katas/Mini/Mini.swift").write("let a = 2\n")
    #expect(try await state() == "the same as the solution")
  }

  @Test func `the tests of one's own are counted`() async throws {
    let workspace = try await folder.workspace([
      "Tests/Katas/Mini/Own/NetTests.swift": "  @Test func a() {}\n  @Test(arguments: [1])\n",
      "Tests/Katas/Mini/Seam/Own/OwnXCTests.swift": "  @MainActor func testA() async {}\n",
      "Tests/Katas/Mini/CharacterizationTests.swift": "  @Test func b() {}\n",
    ])
    #expect(
      try await Overview(workspace: workspace).state(of: mini)
        == "the same as the solution, 3 tests of your own")
  }

  @Test func `a file next to the katas isn't one`() async throws {
    #expect(try await folder.workspace(["Katas/notes.md": ""]).katas == [mini])
  }

  @Test func `a new kata gets its files and its rows`() async throws {
    let workspace = try await folder.workspace([
      "docs/AddingAKata.md": "```swift\n// Katas/MyKata/MyKata.swift\nclass MyKata {}\n```\n",
      "docs/Handout.md": "| says no | Mini |\n", "docs/Mini/Drills.md": "# Mini\n\n## Faults\n",
    ])
    let files = try Scaffold(workspace, Kata(name: "Kata2")).files()
    #expect(files["Katas/Kata2/Kata2.swift"] == "class Kata2 {}\n")
    #expect(files["Solutions/Kata2/Kata2.swift"] == "class Kata2 {}\n")
    #expect(files["docs/Kata2/Drills.md"] == "# Kata2\n\n## Faults\n\nTo be written.\n")
    #expect(files["Package.swift"] == "let katas = [\n  \"Kata2\",\n  \"Mini\",\n]\n")
    #expect(files["README.md"]?.hasSuffix("| [Kata2](docs/Kata2/README.md) |\n") ?? false)
    #expect(files["docs/Handout.md"] == "| says no | Mini |\n| To be written. | Kata2 |\n")
  }

  @Test(arguments: ["Mini", "MINI", "Old", "my kata", "../Kata", "kata"])
  func `a new kata needs a new name in the form of a type's`(name: String) async throws {
    let workspace = try await folder.workspace(["docs/Old/notes.md": ""])
    #expect(throws: Problem.self) { try Scaffold(workspace, Kata(name: name)) }
  }
}
