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
    try await Handout(workspace).write(to: target.url)

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
    await #expect(throws: Problem.self) { try await Handout(workspace).write(to: target.url) }
  }

  @Test func `a kata is untouched, in work, or solved`() async throws {
    let workspace = try folder.workspace(["Solutions/Mini/Mini.swift": "let a = 2\n"])
    let overview = Overview(workspace: workspace)
    #expect(try await overview.state(of: mini) == "")
    try await Git(folder: workspace.root)("init", "-q")
    try await Git(folder: workspace.root).commit()
    #expect(try await overview.state(of: mini) == "untouched")
    try workspace.root.appending(path: "Tests/Katas/Mini/Own/NetTests.swift").write("")
    #expect(try await overview.state(of: mini) == "in work")
    try workspace.root.appending(path: "Katas/Mini/Mini.swift").write("let a = 2\n")
    #expect(try await overview.state(of: mini) == "the same as the solution")
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

  @Test(arguments: ["Mini", "my kata", "../Kata", "kata"])
  func `a new kata needs a new name in the form of a type's`(name: String) throws {
    let workspace = try folder.workspace()
    #expect(throws: Problem.self) { try Scaffold(workspace, Kata(name: name)) }
  }
}
