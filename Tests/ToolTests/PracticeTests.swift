import Foundation
import TestSupport
import Testing

@testable import kata

@Suite("Tool: applying what a page shows")
struct PracticeTests {
  private static let file = "Katas/Mini/Mini.swift"
  private static let own = "Tests/Katas/Mini/Own/NetTests.swift"
  private static let code = "  line 0\n  line 1\n  line 2\n  line 3\n  line 4\n"
  private static let patch = """
    --- a/\(file)
    +++ b/\(file)
    @@ -2,3 +2,3 @@
       line 1
    -  line 2
    +  line two
       line 3

    """

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func practice(_ code: String = Self.code, _ files: [String: String] = [:])
    async throws -> Practice
  {
    let standard = [
      Self.file: code,
      "docs/Mini/Drills.md": "### The second line\n\n```diff\n\(Self.patch)```\n\n**Red:** `a`\n",
      "docs/Mini/Walkthrough.md": "### A net\n\n```swift\n// \(Self.own)\n```\n",
    ]
    let workspace = try await folder.workspace(standard.merging(files, uniquingKeysWith: { $1 }))
    return Practice(workspace: workspace, kata: mini)
  }

  private func text(_ path: String = Self.file) -> String? {
    folder.url.appending(path: path).text
  }

  @Test func `the list has the headings of the drills, and no others`() async throws {
    #expect(
      try await practice().list == """
        The drills of Mini:
          The second line

        Apply one with: swift run kata apply Mini "The second line"
        The headings of patches on other pages work, too.
        """)
  }

  @Test(arguments: ["The second line", "the SECOND line", "second"])
  func `a change is made by its heading, or by a part that only one has`(title: String) async throws
  {
    let lines = try await practice().apply(title)
    #expect(text() == "  line 0\n  line 1\n  line two\n  line 3\n  line 4\n")
    #expect(lines.first == "Changed: \(Self.file)")
  }

  @Test func `a change still fits if its place has moved`() async throws {
    _ = try await practice("// new\n" + Self.code).apply("The second line")
    #expect(text() == "// new\n  line 0\n  line 1\n  line two\n  line 3\n  line 4\n")
  }

  @Test func `a change that doesn't fit says which lines aren't there, and changes nothing`()
    async throws
  {
    let practice = try await practice("  line 1\n  line II\n  line 3\n")
    let problem = await #expect(throws: Problem.self) {
      try await practice.apply("The second line")
    }
    #expect(problem?.description.contains("while searching for:\n  line 1\n  line 2\n") == true)
    #expect(text() == "  line 1\n  line II\n  line 3\n")
    await #expect(throws: Problem.self) { try await practice.undo() }
  }

  @Test func `a heading that isn't there is answered with similar ones`() async throws {
    let practice = try await practice()
    let problem = await #expect(throws: Problem.self) { try await practice.apply("Second row") }
    #expect(problem?.description.hasSuffix("one of these?\n  The second line") == true)
  }

  @Test func `a change is taken back, and nothing else`() async throws {
    let practice = try await practice()
    _ = try await practice.apply("The second line")
    let edited = folder.url.appending(path: Self.file)
    try edited.write((edited.text ?? "") + "  line 5\n")
    #expect(try await practice.undo() == "Taken back: The second line")
    #expect(text() == Self.code + "  line 5\n")
  }

  @Test func `a change that was edited isn't taken back`() async throws {
    let practice = try await practice()
    _ = try await practice.apply("The second line")
    try folder.url.appending(path: Self.file).write("  line 1\n  line zwei\n  line 3\n  line 4\n")
    await #expect(throws: Problem.self) { try await practice.undo() }
    #expect(text() == "  line 1\n  line zwei\n  line 3\n  line 4\n")
  }

  @Test func `a change that was taken back with Git isn't taken back again`() async throws {
    let practice = try await practice()
    _ = try await practice.apply("A net")
    _ = try await practice.apply("The second line")
    try folder.url.appending(path: Self.file).write(Self.code)
    #expect(try await practice.undo() == "Taken back: A net")
    #expect(text() == Self.code)
  }

  @Test func `a file that isn't UTF-8 is changed like any other`() async throws {
    let practice = try await practice()
    let file = folder.url.appending(path: Self.file)
    let latin = Data("// caf\u{E9}\n".unicodeScalars.map { UInt8($0.value) })
    try (latin + Data(Self.code.utf8)).write(to: file)
    _ = try await practice.apply("The second line")
    _ = try await practice.undo()
    #expect(try Data(contentsOf: file) == latin + Data(Self.code.utf8))
  }

  @Test func `without a record that can be read, nothing changes`() async throws {
    let practice = try await practice()
    let record = folder.url.appending(path: ".kata-applied")
    try Data([0xFF]).write(to: record)
    await #expect(throws: Problem.self) { try await practice.apply("The second line") }
    #expect(text() == Self.code)
    #expect(try Data(contentsOf: record) == Data([0xFF]))
  }

  @Test func `a file of tests is written, and removed`() async throws {
    let practice = try await practice()
    _ = try await practice.apply("A net")
    #expect(text(Self.own) == "// \(Self.own)\n")
    _ = try await practice.undo()
    #expect(text(Self.own) == nil)
  }

  @Test func `a file of one's own isn't overwritten`() async throws {
    let practice = try await practice(Self.code, [Self.own: "// mine\n"])
    await #expect(throws: Problem.self) { try await practice.apply("A net") }
    #expect(text(Self.own) == "// mine\n")
  }
}

@Suite("Tool: temporary folders")
struct ScratchFolderTests {
  @Test func `a folder is removed in the end`() async throws {
    let folder = try await ScratchFolder.with { folder in
      #expect(folder.isThere)
      return folder
    }
    #expect(!folder.isThere)
  }

  @Test func `the folder of a program that was killed is removed, and others stay`() async throws {
    func leave(_ age: TimeInterval) throws -> URL {
      let folder = FileManager.default.temporaryDirectory
        .appending(path: ScratchFolder.prefix + UUID().uuidString)
      try folder.makeFolder()
      try FileManager.default.setAttributes(
        [.modificationDate: Date() - age], ofItemAtPath: folder.path)
      return folder
    }
    // What's left behind has a lock that nobody holds. A new one may belong to a program that starts.
    let (old, new) = (try leave(120), try leave(0))
    defer { try? FileManager.default.removeItem(at: new) }
    try await ScratchFolder.with { inUse in
      try FileManager.default.setAttributes(
        [.modificationDate: Date() - 120], ofItemAtPath: inUse.path)
      ScratchFolder.sweep()
      #expect(inUse.isThere)
    }
    #expect(!old.isThere)
    #expect(new.isThere)
  }
}
