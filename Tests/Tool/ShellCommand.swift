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

  /// A run of tests that match a regular expression
  var test: (options: [String], filter: String, attempt: String?)? {
    line.wholeMatch(of: /(?:ATTEMPT=(\S+) )?swift test(.*) --filter (\S+)/)
      .map { (String($0.2).words, String($0.3), $0.1.map(String.init)) }
  }

  /// The arguments of a command that runs this program
  private var arguments: [String]? {
    line.wholeMatch(of: /swift run kata(.*)/).map { String($0.1).words }
  }

  /// Whether it's a command for other programs than Swift
  var isForShell: Bool { !line.words.contains("swift") }

  /// - Throws: A problem if nothing tries this command, or if it names something that isn't a kata.
  func checkNames(in workspace: Workspace) throws {
    switch try arguments.map(Command.init) {
    case .net(let name), .renew(let name): _ = try workspace.kata(name)
    case .check(let names): _ = try names.map(workspace.kata)
    default: break
    }
    let isTried = isForShell || test != nil || arguments != nil || line == "swift test"
    try require(isTried, "Nothing tries this command: \(line)")
    if let filter = test?.filter {
      let isName = workspace.katas.contains { filter.hasPrefix($0.name) }
      try require(isName, "\(filter) isn't a kata. Correct it: \(line)")
    }
  }
}
