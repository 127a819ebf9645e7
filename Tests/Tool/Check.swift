import Foundation

/// Checks that what the package says about itself is true, on copies outside the checkout.
struct Check {
  let workspace: Workspace
  let console: Console

  private typealias Part = (name: String, run: @Sendable () async throws -> Findings)

  /// How many parts run at a time: one more than there are cores, since each part also waits, but no
  /// more than four, since each one starts as many compilers as there are cores. On macOS, two test
  /// processes share one domain of user defaults, and some katas clear theirs.
  private static var width: Int {
    #if os(macOS)
      1
    #else
      min(ProcessInfo.processInfo.activeProcessorCount + 1, 4)
    #endif
  }

  /// Returns whether everything is true.
  ///
  /// - Parameter names: The katas to check. If there are none, all of them, and everything else.
  func run(_ names: [String]) async throws -> Bool {
    try require(
      !workspace.paths(in: "Solutions").isEmpty,
      "There are no solutions to check. Is it a hand-out?")
    let katas = names.isEmpty ? workspace.katas : try names.map(workspace.kata)
    var parts: [Part] = [("files and pages", checkPages)]
    // The longest first, so that the parts end together. Many changes have all the tests compiled.
    let sizes = katas.map { kata in
      let tests = workspace.paths(in: kata.tests) + workspace.paths(in: kata.solutionTests)
      let lines = tests.compactMap { workspace.text($0)?.lines.count }.reduce(0, +)
      return (kata, size: Change.all(for: kata, in: workspace).count * lines)
    }
    parts += sizes.sorted { $0.size > $1.size }.map { kata, _ in
      (kata.name, { try await check(kata) })
    }
    let start = ContinuousClock.now
    let total = try await run(parts)
    console.line(
      "\n\(total.passed) passed, \(total.problems.count) failed, \(seconds(since: start)) s")
    return total.problems.isEmpty
  }

  private func run(_ parts: [Part]) async throws -> Findings {
    try await withThrowingTaskGroup(of: Findings.self) { group in
      var total = Findings()
      for (index, part) in parts.enumerated() {
        if index >= Self.width, let findings = try await group.next() { total += findings }
        group.addTask {
          let start = ContinuousClock.now
          let findings = try await part.run()
          let word = findings.problems.isEmpty ? "ok  " : "FAIL"
          let lines =
            findings.problems.map { "\($0)\n" } + [
              "\(word)  \(part.name): \(findings.passed) passed, \(seconds(since: start)) s"
            ]
          console.line(lines.text)
          return findings
        }
      }
      for try await findings in group { total += findings }
      return total
    }
  }

  private func check(_ kata: Kata) async throws -> Findings {
    try await ScratchCopy.with(workspace.paths(for: kata), for: kata, of: workspace) { copy in
      var check = KataCheck(workspace, kata, in: copy)
      try await check.run()
      return check.findings
    }
  }

  @Sendable private func checkPages() async throws -> Findings {
    var layout = LayoutCheck(workspace)
    layout.run()
    var pages = PageCheck(workspace)
    try await pages.run()
    var findings = layout.findings
    findings += pages.findings
    try await ScratchCopy.with(workspace.paths, of: workspace) { copy in
      for command in ShellCommand.all(on: workspace.pages) where command.isForShell {
        let result = try await copy.program(["bash", "-c", command.line]).run()
        // `diff` says with 1 that it has found differences.
        let isRight = result.status == 0 || command.line.contains("diff ") && result.status == 1
        findings.expect(isRight, "\(command.place): \(command.line) fails. \(result.output)")
        try await copy.restore()
      }
      findings += try await checkIllustrations(in: copy)
      findings += try await checkHandout(of: workspace.katas, in: copy)
      findings += try await checkHandout(of: workspace.katas.suffix(2), in: copy)
    }
    findings += try await checkTemplate()
    return findings
  }

  /// Samples that aren't compiled are Swift all the same.
  private func checkIllustrations(in copy: ScratchCopy) async throws -> Findings {
    var findings = Findings()
    let file = copy.folder.appending(path: "Illustration.swift")
    for page in workspace.pages {
      for block in page.blocks("swift illustration") {
        try file.write(block.text)
        let parse = ["swiftc", "-frontend", "-parse", file.path]
        let result = try await copy.program(parse).run()
        findings.expect(
          result.status == 0, "\(page.place(of: block)): this isn't Swift. \(result.output)")
      }
    }
    try await copy.restore()
    return findings
  }

  /// A hand-out has no broken links, its package is valid, its commands name what's in it, and it
  /// mentions nothing else. `KataCheck` builds its katas.
  private func checkHandout(of katas: [Kata], in copy: ScratchCopy) async throws -> Findings {
    let folder = copy.folder.deletingLastPathComponent().appending(path: UUID().uuidString)
    let original = try await Workspace(root: copy.folder)
    try await Handout(original, katas).write(to: folder)
    let handout = try await Workspace(root: folder)
    var pages = PageCheck(handout)
    let others = original.katas.map(\.name).filter { name in !katas.contains { $0.name == name } }
    for page in handout.pages {
      pages.checkLinks(on: page)
      pages.checkMentions(of: others + ["Solutions", "walkthrough"], on: page)
    }
    for command in ShellCommand.all(on: handout.pages) {
      try await pages.checkNames(in: command)
    }
    var findings = pages.findings
    let describe = ["swift", "package", "--package-path", folder.path, "describe"]
    let result = try await copy.program(describe).run()
    findings.expect(result.status == 0, "A hand-out isn't a package. \(result.output)")
    return findings
  }

  /// A new kata builds, and is green.
  private func checkTemplate() async throws -> Findings {
    let kata = Kata(name: "MyKata")
    let paths = workspace.paths(for: kata) + ["Tests/Solutions"]
    return try await ScratchCopy.with(paths, for: kata, of: workspace) { copy in
      for (path, text) in try Scaffold(workspace, kata).files() {
        try copy.folder.appending(path: path).write(text)
      }
      var findings = Findings()
      let run = try await copy.runTests(kata.name, isAttempt: true)
      findings.expect(run.verdict == .green, "docs/AddingAKata.md, a new kata: \(run)")
      return findings
    }
  }
}

private func seconds(since start: ContinuousClock.Instant) -> Int {
  Int((ContinuousClock.now - start) / .seconds(1))
}
