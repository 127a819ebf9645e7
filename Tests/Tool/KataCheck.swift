/// Checks that what the pages say about one kata's code is true, in a copy that has only this kata,
/// and no Solutions, like a hand-out.
struct KataCheck {
  let workspace: Workspace
  let kata: Kata
  let copy: ScratchCopy
  private(set) var findings = Findings()
  private var isCapstone: Bool { workspace.isCapstone(kata) }

  init(_ workspace: Workspace, _ kata: Kata, in copy: ScratchCopy) {
    self.workspace = workspace
    self.kata = kata
    self.copy = copy
  }

  mutating func run() async throws {
    try await checkCommands(isSolved: false)
    try await checkAttempt()
    try await copy.addBranches(for: kata, of: workspace)
    try await checkStart()
    let changes = Change.all(for: kata, in: workspace)
    for change in changes where change.base == .start { try await check(change) }
    for change in changes where change.base == .above { try await check(change) }
    try await checkEnd()
    for change in changes where change.base == .end { try await check(change) }
  }

  /// With the untouched kata, the seam tests don't compile. The capstone's do, and say what's missing.
  private mutating func checkAttempt() async throws {
    let readme = workspace.page("\(kata.docs)/README.md")
    let quotes = readme.prose.text.quotes.filter { $0.contains(/^error: |^Not wired yet/) }
    let run = try await copy.runTests(kata.name, isAttempt: true)
    let seam = "\(readme.path), the missing seam"
    findings.add(try await problem(at: seam) { try Claim(quotes: quotes).check(run) })
    guard isCapstone else { return }
    let methods = workspace.text(kata.wiring)?.ranges(of: "throw NotWired").count ?? 0
    let unwired = run.issues.map { $0.text.ranges(of: "Not wired yet.").count }.reduce(0, +)
    findings.expect(
      run.failed.count == 1 && unwired == methods,
      "\(kata.wiring) lacks \(methods) methods, but the first run lists \(unwired). \(run)")
  }

  /// The code before passes the characterization tests. The capstone's stand next to its solution.
  private mutating func checkStart() async throws {
    try await copy.restore()
    let run = try await copy.runTests("\(kata.name)BeforeTests")
    findings.expect(run.verdict == .green, "\(kata.code), with its characterization tests: \(run)")
    for base in [Change.Base.start, .above] { try await copy.keepBuild(of: base) }
  }

  private mutating func check(_ change: Change) async throws {
    try await copy.restore(change.base)
    let copy = copy
    let problem = try await problem(at: change.place) {
      try await copy.git.apply(change.patch)
      let run = try await copy.runTests(change.filter, isAttempt: change.isAttempt)
      try change.claim?.check(run, isComplete: change.isDrill || change.isFaultOfSeamTest)
      if change.isFaultOfSeamTest {
        let others = run.tests.filter { $0.isRed && !$0.suite.contains("Own") }.map(\.name)
        try require(others.isEmpty, "the supplied tests \(others.quoted) see this fault, too.")
      }
      try require(change.claim != nil || run.verdict == .green, "it should be green. \(run)")
    }
    findings.add(problem)
    guard change.isKept else { return }
    try await copy.git.commit(change.base.branch)
    try await copy.keepBuild(of: change.base)
  }

  /// The steps of the walkthrough end in the solution. With it, the seam tests pass, in both frameworks.
  private mutating func checkEnd() async throws {
    let rest = try await copy.git("diff", "above", "end", "--", kata.code)
    findings.expect(
      rest.isEmpty, "\(kata.docs)/Walkthrough.md: the steps don't end in the solution. \(rest)")
    // What's built for the last step is nearly what's needed now.
    try await copy.restore(rest.isEmpty ? .above : .end)
    let run = try await copy.runTests("\(kata.name)AttemptTests", isAttempt: true)
    findings.expect(run.verdict == .green, "\(kata.seam), with the solution: \(run)")
    let xctests = workspace.text("\(kata.seam)/SeamXCTests.swift") == nil ? [] : ["SeamXCTests"]
    for suite in (isCapstone ? ["AcceptanceTests"] : ["SeamTests"]) + xctests {
      let isRun = run.tests.contains { $0.suite.contains(suite) }
      findings.expect(isRun, "\(kata.seam): \(suite) didn't run. Give the suite this name.")
    }
    try await checkCommands(isSolved: true)
    try await copy.keepBuild(of: .end)
  }

  /// The commands on all pages that test this kata, with the seam tests if it's solved
  private mutating func checkCommands(isSolved: Bool) async throws {
    for command in ShellCommand.all(on: workspace.pages) {
      guard let test = command.test, test.kata == kata.name, test.isAttempt == isSolved
      else { continue }
      let run = try await copy.runTests(
        test.filter, test.options, isAttempt: test.isAttempt)
      findings.expect(run.verdict == .green, "\(command.place): \(command.line)\n\(run)")
    }
  }
}

extension ScratchCopy {
  /// Adds the branches of changes: so far, `above` is the code before, too.
  ///
  /// Learners of the capstone write a net, and wire a bench. Here, the ones next to the solution take
  /// their place.
  func addBranches(for kata: Kata, of workspace: Workspace) async throws {
    func take(_ path: String, as newPath: String) throws {
      if let text = workspace.text(path) { try folder.appending(path: newPath).write(text) }
    }
    let net = "CharacterizationTests.swift"
    try take("\(kata.solutionTests)/\(net)", as: "\(kata.tests)/\(net)")
    try take("\(kata.solutionTests)/Wiring.swift", as: kata.wiring)
    try await git.commit("above")
    try await git("checkout", "-q", "--detach")
    for path in workspace.paths(in: kata.solution) {
      try take(path, as: path.replacing(kata.solution, with: kata.code))
    }
    try await git.commit("end")
  }
}
