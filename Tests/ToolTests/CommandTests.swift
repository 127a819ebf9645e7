import TestSupport
import Testing

@testable import kata

@Suite("Tool: commands")
struct CommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(
    arguments: [
      ([], .list), (["--help"], .list), (["net", "A"], .net("A")), (["check"], .check([])),
      (["check", "A", "B"], .check(["A", "B"])), (["renew", "A"], .renew("A")),
      (["new", "A"], .new("A")), (["handout", "../a b"], .handout("../a b", [])),
      (["handout", "../a", "A", "B"], .handout("../a", ["A", "B"])), (["watch", "A"], .watch("A")),
      (["apply", "A"], .apply("A", title: nil)),
      (["apply", "A", "b c"], .apply("A", title: "b c")),
      (["apply", "A", "--undo"], .undo("A")), (["apply", "--undo", "A"], .undo("A")),
    ] as [([String], Command)])
  func `arguments name a command`(arguments: [String], command: Command) throws {
    #expect(try Command(arguments) == command)
  }

  @Test(arguments: [
    (["nett", "A"], "There's no command nett. Did you mean net?"), (["net"], "net takes one name"),
    (["renew", "A", "B"], "renew takes one name"), (["watch"], "watch takes one name"),
    (["apply", "A", "b", "c"], "Put the title between quotation marks"),
    (["apply", "--undo"], "apply takes the name of a kata"),
  ])
  func `other arguments are explained`(arguments: [String], explanation: String) {
    let problem = #expect(throws: Problem.self) { try Command(arguments) }
    #expect(problem?.description.hasPrefix(explanation) ?? false)
  }

  @Test func `an unknown kata is answered with the nearest one`() async throws {
    let workspace = try await folder.workspace(["Katas/Other/Other.swift": ""])
    let problem = #expect(throws: Problem.self) { try workspace.kata("mimi") }
    #expect(
      problem?.description == "mimi isn't a kata. Did you mean Mini? Choose from:\nMini, Other")
  }

  @Test(arguments: [("prot", "Protocol"), ("Singelton", "Singleton"), ("x", "Net")])
  func `the nearest word begins alike, or has few other letters`(word: String, nearest: String) {
    #expect(word.nearest(of: ["Net", "Protocol", "Singleton"]) == nearest)
  }

  @Test func `each line of shell is there once`() {
    let page = Page("```sh\nswift test\nls\nls\n```\n", path: "a.md")
    let commands = ShellCommand.all(on: [page, page])
    #expect(commands.map(\.line) == ["swift test", "ls"])
    #expect(commands.map(\.isForShell) == [false, true])
  }

  @Test(
    arguments: [
      ("KATA=A swift test -q", .init(kata: "A", options: ["-q"], filter: "A")),
      ("KATA=A swift test --filter ANet", .init(kata: "A", filter: "ANet")),
      ("ATTEMPT=A swift test", .init(kata: "A", isAttempt: true, filter: "A")),
      ("swift test --filter A", .init(kata: "A", filter: "A")),
      ("swift test", nil), ("swift build", nil),
    ] as [(String, ShellCommand.Test?)])
  func `a command that tests a kata is known by its variable or its filter`(
    line: String, test: ShellCommand.Test?
  ) {
    #expect(ShellCommand(line: line, place: "README.md").test == test)
  }

  @Test(arguments: [
    ("swift run kata net Mimi", "Mimi isn't a kata. Did you mean Mini?"),
    ("swift run kata nut", "There's no command nut."),
    ("swift test --filter Mimi", "Mimi isn't a kata. Correct it"),
    ("KATA=Mimi swift test", "Mimi isn't a kata. Correct it"),
  ])
  func `a misspelled name in a command is found`(line: String, explanation: String) async throws {
    let workspace = try await folder.workspace()
    let command = ShellCommand(line: line, place: "README.md")
    let problem = #expect(throws: Problem.self) { try command.checkNames(in: workspace) }
    #expect(problem?.description.hasPrefix(explanation) == true)
  }

  @Test func `a line is in the member above it`() {
    let code =
      "class A {\n  var b: Int {\n    1\n  }\n  init(c: Int) {\n    c\n  }\n  func d<T>() {\n    e"
    #expect(
      [1, 3, 6, 9].map { enclosingMember(of: $0, in: code.lines) } == [nil, "b", "init", "d"])
  }
}
