import Foundation

/// What the arguments ask for.
enum Command: Equatable {
  case list
  case net(String)
  case handout(String)
  /// All katas if there's no name
  case check([String])
  case renew(String)
  case new(String)

  static let usage = """
    swift run kata                 lists the katas
    swift run kata net KATA        judges your net: which faults do your tests catch?
    swift run kata handout FOLDER  writes a workspace without spoilers
    swift run kata check [KATA …]  checks that what the pages say is true
    swift run kata renew KATA      updates the patches on the pages after a change of the code
    swift run kata new KATA        creates the files of a kata
    """

  init(_ arguments: [String]) throws {
    let values = Array(arguments.dropFirst())
    switch (arguments.first, values.count) {
    case (nil, _), ("help", _), ("--help", _), ("-h", _): self = .list
    case ("net", 1): self = .net(values[0])
    case ("handout", 1): self = .handout(values[0])
    case ("check", _): self = .check(values)
    case ("renew", 1): self = .renew(values[0])
    case ("new", 1): self = .new(values[0])
    case (let name?, _):
      let names = ["net", "handout", "check", "renew", "new"]
      throw Problem(
        names.contains(name)
          ? "\(name) takes one name:\n\(Self.usage)"
          : "There's no command \(name). Did you mean \(name.nearest(of: names))?\n\(Self.usage)")
    }
  }

  /// Returns whether everything is as it should be.
  func run(in workspace: Workspace, _ console: Console) async throws -> Bool {
    switch self {
    case .list:
      try await Overview(workspace: workspace).show(on: console)
    case .net(let name):
      return try await Net(workspace: workspace, kata: workspace.kata(name), console: console).run()
    case .handout(let path):
      try await Handout(workspace).write(to: URL(filePath: path))
      console.line("\(path) is ready. Go there, and begin with: swift test")
    case .check(let names):
      return try await Check(workspace: workspace, console: console).run(names)
    case .renew(let name):
      var renewal = Renewal(workspace, try workspace.kata(name))
      try await renewal.run()
      for (path, text) in renewal.pages { try workspace.root.appending(path: path).write(text) }
      for place in renewal.renewed { console.line("Renewed: \(place)") }
      for problem in renewal.problems { console.line("By hand: \(problem)") }
      return renewal.problems.isEmpty
    case .new(let name):
      for (path, text) in try Scaffold(workspace, Kata(name: name)).files()
      where text != workspace.text(path) {
        try workspace.root.appending(path: path).write(text)
      }
      console.line("\(name) is there. What's to write: swift run kata check \(name)")
    }
    return true
  }
}
