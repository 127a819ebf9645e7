/// A line in a block of shell commands on a page.
struct ShellCommand {
  var line: String
  /// The first page that has it
  var place: String

  /// Each command once, however many pages have it.
  static func all(on pages: [Page]) -> [ShellCommand] {
    var seen: Set<String> = []
    return pages.flatMap { page in
      page.blocks("sh").flatMap { block in
        block.lines.map { ShellCommand(line: $0, place: page.place(of: block)) }
      }
    }.filter { !$0.line.isEmpty && seen.insert($0.line).inserted }
  }

  /// A run of one kata's tests.
  struct Test: Equatable {
    var kata: String
    /// Whether its seam tests are compiled with the code in Katas
    var isAttempt = false
    var options: [String] = []
    /// A regular expression, which the tests to run match
    var filter: String
  }

  /// A command that has only one kata in the package, or that chooses the tests of one
  var test: Test? {
    let form = /(?:(KATA|ATTEMPT)=(\w+) )?swift test(.*?)(?: --filter (\w+))?/
    guard let match = line.wholeMatch(of: form), let name = match.2 ?? match.4 else { return nil }
    return Test(
      kata: String(name), isAttempt: match.1 == "ATTEMPT", options: String(match.3).words,
      filter: String(match.4 ?? name))
  }

  /// The arguments of a command that runs this program
  private var arguments: [String]? {
    line.wholeMatch(of: /swift run kata(.*)/).map { match in
      match.1.matches(of: /"([^"]*)"|\S+/).map { String($0.1 ?? $0.0) }
    }
  }

  /// Whether it's a command for other programs than Swift
  var isForShell: Bool { !line.words.contains("swift") }

  /// - Throws: A problem if nothing tries this command, or if it names something that isn't a kata.
  func checkNames(in workspace: Workspace) throws {
    switch try arguments.map(Command.init) {
    case .watch(let name), .net(let name), .renew(let name), .undo(let name):
      _ = try workspace.kata(name)
    case .apply(let name, let title):
      let practice = Practice(workspace: workspace, kata: try workspace.kata(name))
      if let title { _ = try practice.changes(titled: title) }
    case .handout(_, let names), .check(let names): _ = try names.map(workspace.kata)
    case .list, .new, nil: break
    }
    let isTried = isForShell || test != nil || arguments != nil || line == "swift test"
    try require(isTried, "Nothing tries this command: \(line)")
    if let test {
      let isName = workspace.katas.contains { $0.name == test.kata }
      try require(isName, "\(test.kata) isn't a kata. Correct it: \(line)")
    }
  }
}
