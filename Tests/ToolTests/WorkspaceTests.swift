import Foundation
import TestSupport
import Testing

@testable import kata

@Suite("Tool: workspaces")
struct WorkspaceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `the katas are in the order of the README, and the others follow`() throws {
    let workspace = try folder.workspace(["Katas/Z/Z.swift": "", "Katas/B/B.swift": ""])
    #expect(workspace.katas.map(\.name) == ["Mini", "B", "Z"])
  }

  @Test func `what tools write isn't in a workspace`() throws {
    let files = [".build/a.o": "", "Katas/.DS_Store": "", ".git/HEAD": "", ".gitignore": ""]
    let paths = try folder.workspace(files).paths
    #expect(paths.filter { $0.contains(/^\.|DS/) } == [".gitignore"])
  }

  @Test func `a copy is a repository of its own, and is removed in the end`() async throws {
    let workspace = try folder.workspace()
    let copied = try await ScratchCopy.with(["Package.swift"], of: workspace) { copy in
      try copy.folder.appending(path: "new/file").write("")
      try copy.folder.appending(path: "Package.swift").write("")
      try await copy.restore()
      #expect(Workspace(root: copy.folder).paths == ["Package.swift"])
      #expect(copy.folder.appending(path: "Package.swift").text == workspace.text("Package.swift"))
      return copy.folder
    }
    #expect(!copied.deletingLastPathComponent().isThere)
  }

  @Test func `a hand-out has no spoilers, and no links to them`() async throws {
    let workspace = try folder.workspace([
      "docs/Mini/README.md":
        "Read [the\nwalkthrough](Walkthrough.md#a), then [the list](../../README.md).\n",
      "docs/Mini/Walkthrough.md": "", "docs/Workshop.md": "",
    ])
    let target = try TemporaryFolder()
    try await Handout(workspace, workspace.katas).write(to: target.url)

    let handout = Workspace(root: target.url)
    #expect(
      handout.paths == [
        "Katas/Mini/Mini.swift", "Package.swift", "README.md", "docs/Mini/README.md",
      ])
    #expect(
      handout.text("docs/Mini/README.md")
        == "Read the\nwalkthrough, then [the list](../../README.md).\n")
    #expect(handout.text("README.md")?.hasPrefix("# Katas\n\n> This is a hand-out.") ?? false)
    let log = try await Git(folder: target.url).result(["log", "--format=%D"])
    #expect(log.output == "HEAD -> main\n")
    await #expect(throws: Problem.self) {
      try await Handout(workspace, workspace.katas).write(to: target.url)
    }
  }

  @Test func `a hand-out has the katas of a route, and commands and lists that name them`()
    async throws
  {
    let workspace = try folder.workspace([
      "Package.swift": "let katas = [\n  \"Mini\",\n  \"Other\",\n]\n",
      "Katas/Other/Other.swift": "", "Tests/Recordings/Mini/a.txt": "", "docs/Other/README.md": "",
      ".ci/run": "", "docs/AddingAKata.md": "", "Tests/ToolTests/A.swift": "",
      "README.md": """
      # Katas

      | [Mini](docs/Mini/README.md) |
      | [Other](docs/Other/README.md) |

      ## Start

      ```sh
      KATA=Mini swift test
      ```

      ## Compare

      ```sh
      diff Katas/Mini Solutions/Mini
      ```

      ## Files

      - `Solutions`: spoilers

      """,
    ])
    let target = try TemporaryFolder()
    try await Handout(workspace, [Kata(name: "Other")]).write(to: target.url)

    let handout = Workspace(root: target.url)
    #expect(
      handout.paths == [
        "Katas/Other/Other.swift", "Package.swift", "README.md", "docs/Other/README.md",
      ])
    #expect(handout.text("Package.swift") == "let katas = [\n  \"Other\",\n]\n")
    #expect(
      handout.text("README.md")
        == """
        # Katas

        > This is a hand-out. It has no solutions, walkthroughs, or workshop guide. Some katas are left out.
        > If a page mentions something that isn't here, ask the person who gave you this.

        | [Other](docs/Other/README.md) |

        ## Start

        ```sh
        KATA=Other swift test
        ```

        ## Files


        """)
  }

  @Test func `a hand-out inside the workspace is refused, and nothing is left there`() async throws
  {
    let workspace = try folder.workspace()
    let paths = Workspace(root: workspace.root).paths
    await #expect(throws: Problem.self) {
      try await Handout(workspace, [mini]).write(to: workspace.root.appending(path: "a/b"))
    }
    #expect(Workspace(root: workspace.root).paths == paths)
  }

  @Test func `a kata is untouched, changed, or the same as the solution`() async throws {
    let workspace = try folder.workspace(["Solutions/Mini/Mini.swift": "let a = 2\n"])
    func state() async throws -> String {
      try await Overview(workspace: Workspace(root: workspace.root)).state(of: mini)
    }
    #expect(try await state() == "")
    try await Git(folder: workspace.root)("init", "-q")
    try await Git(folder: workspace.root).commit()
    #expect(try await state() == "untouched")
    try workspace.root.appending(path: "Katas/Mini/Mini.swift").write("let a = 3\n")
    #expect(try await state() == "changed")
    try workspace.root.appending(path: "Katas/Mini/Mini.swift").write("let a = 2\n")
    #expect(try await state() == "the same as the solution")
  }

  @Test func `the tests of one's own are counted`() async throws {
    let workspace = try folder.workspace([
      "Tests/Katas/Mini/Own/NetTests.swift": "  @Test func a() {}\n  @Test(arguments: [1])\n",
      "Tests/Katas/Mini/Seam/Own/OwnXCTests.swift": "  @MainActor func testA() async {}\n",
      "Tests/Katas/Mini/CharacterizationTests.swift": "  @Test func b() {}\n",
    ])
    #expect(
      try await Overview(workspace: workspace).state(of: mini)
        == "the same as the solution, 3 tests of your own")
  }

  @Test func `a file next to the katas isn't one`() throws {
    #expect(try folder.workspace(["Katas/notes.md": ""]).katas == [mini])
  }

  @Test func `a new kata gets its files and its rows`() throws {
    let workspace = try folder.workspace([
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

  @Test func `a new kata's rows end as the lines around them do`() throws {
    let workspace = try folder.workspace(["docs/Handout.md": "| says no | Mini |\r\nb\r\n"])
    let files = try Scaffold(workspace, Kata(name: "Kata2")).files()
    #expect(
      files["docs/Handout.md"] == "| says no | Mini |\r\n| To be written. | Kata2 |\r\nb\r\n")
  }

  @Test(arguments: ["Mini", "my kata", "../Kata", "kata"])
  func `a new kata needs a new name in the form of a type's`(name: String) throws {
    let workspace = try folder.workspace()
    #expect(throws: Problem.self) { try Scaffold(workspace, Kata(name: name)) }
  }
}
