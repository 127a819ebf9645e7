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

  /// The options of `swift test`, and `ATTEMPT`
  var test: (options: [String], attempt: String?)? {
    line.wholeMatch(of: /(?:ATTEMPT=(\S+) )?swift test(.*)/)
      .map { (String($0.2).words, $0.1.map(String.init)) }
  }

  /// The regular expression that chooses tests
  var filter: Substring? { line.firstMatch(of: /--filter (\S+)/)?.1 }

  /// The arguments of a command that runs this program
  private var arguments: [String]? {
    line.wholeMatch(of: /swift run kata(.*)/).map { String($0.1).words }
  }

  var isForShell: Bool { test == nil && arguments == nil }

  /// - Throws: A problem if it names something that isn't a kata, or isn't a command.
  func checkNames(in workspace: Workspace) throws {
    switch try arguments.map(Command.init) {
    case .net(let name), .renew(let name): _ = try workspace.kata(name)
    case .check(let names): _ = try names.map(workspace.kata)
    default: break
    }
    let isName = workspace.katas.contains { (filter ?? "").hasPrefix($0.name) }
    try require(filter == nil || isName, "\(filter ?? "") isn't a kata. Correct it: \(line)")
  }
}
