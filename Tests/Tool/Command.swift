import Foundation

/// What the arguments ask for.
enum Command: Equatable {
  case list
  case watch(String)
  case apply(String, title: String?)
  case undo(String)
  case net(String)
  /// All katas if no names are given
  case handout(String, [String])
  case check([String])
  case renew(String)
  case new(String)

  static let usage = """
    swift run kata                          lists the katas
    swift run kata watch KATA               answers after each save: still safe? done?
    swift run kata apply KATA               lists the kata's drills
    swift run kata apply KATA "TITLE"       makes the change that a page shows under this heading
    swift run kata apply KATA --undo        takes that change back
    swift run kata net KATA                 judges your net: which faults do your tests catch?
    swift run kata handout FOLDER [KATA …]  writes a workspace without spoilers

    For authors of katas:
    swift run kata check [KATA …]           checks that what the pages say is true
    swift run kata renew KATA               updates the patches on the pages after a change of the code
    swift run kata new KATA                 creates the files of a kata
    """

  init(_ arguments: [String]) throws {
    let values = Array(arguments.dropFirst())
    switch (arguments.first, values.count) {
    case (nil, _), ("help", _), ("--help", _), ("-h", _): self = .list
    case ("watch", 1): self = .watch(values[0])
    case ("apply", 1...2) where values.contains("--undo"):
      let names = values.filter { $0 != "--undo" }
      guard names.count == 1 else {
        throw Problem("apply takes the name of a kata:\n\(Self.usage)")
      }
      self = .undo(names[0])
    case ("apply", 1...2): self = .apply(values[0], title: values.dropFirst().first)
    case ("net", 1): self = .net(values[0])
    case ("handout", 1...): self = .handout(values[0], Array(values.dropFirst()))
    case ("check", _): self = .check(values)
    case ("renew", 1): self = .renew(values[0])
    case ("new", 1): self = .new(values[0])
    case ("apply", 3...):
      throw Problem("Put the title between quotation marks:\n\(Self.usage)")
    case (let name?, _):
      let names = ["watch", "apply", "net", "handout", "check", "renew", "new"]
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
    case .watch(let name):
      try await Watch(workspace: workspace, kata: workspace.kata(name), console: console).run()
    case .apply(let name, let title?):
      let kata = try workspace.kata(name)
      for line in try await Practice(workspace: workspace, kata: kata).apply(title) {
        console.line(line)
      }
    case .apply(let name, nil):
      console.line(try Practice(workspace: workspace, kata: workspace.kata(name)).list)
    case .undo(let name):
      let kata = try workspace.kata(name)
      console.line(try await Practice(workspace: workspace, kata: kata).undo())
    case .net(let name):
      return try await Net(workspace: workspace, kata: workspace.kata(name), console: console).run()
    case .handout(let path, let names):
      let katas = names.isEmpty ? workspace.katas : try names.map(workspace.kata)
      try await Handout(workspace, katas).write(to: URL(filePath: path))
      console.line("\(path) is ready. Go there, and begin as its README.md says.")
    case .check(let names):
      return try await Check(workspace: workspace, console: console).run(names)
    case .renew(let name):
      var renewal = Renewal(workspace, try workspace.kata(name))
      try await renewal.run()
      try renewal.write()
      for place in renewal.renewed { console.line("Renewed: \(place)") }
      for problem in renewal.problems { console.line("By hand: \(problem)") }
      return renewal.problems.isEmpty
    case .new(let name):
      for (path, text) in try Scaffold(workspace, Kata(name: name)).files() {
        try workspace.root.appending(path: path).write(text)
      }
      console.line("\(name) is there. What's to write: swift run kata check \(name)")
    }
    return true
  }
}
