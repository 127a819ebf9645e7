/// Judges a net: puts each fault of a kata's drills into a copy of the code, and runs the learner's
/// characterization tests on it.
struct Net {
  let workspace: Workspace
  let kata: Kata
  let console: Console

  /// How many faults the tests caught and missed, and how many don't fit the code anymore.
  private struct Score {
    var caught = 0
    var missed = 0
    var skipped = 0

    var description: String {
      "\(caught) of \(caught + missed) caught" + (skipped > 0 ? ", \(skipped) not tried" : "")
        + (missed > 0 ? "\nFor each missed fault, write a test that fails with it." : "")
    }
  }

  /// Returns whether the tests catch all the faults.
  func run() async throws -> Bool {
    let tests = workspace.paths(in: kata.tests).filter { !$0.hasPrefix(kata.seam) }
    try require(
      tests.contains { $0.hasSuffix(".swift") },
      "\(kata.tests) has no test to judge yet. Write a first one.")
    return try await ScratchCopy.with(workspace.paths(for: kata), for: kata, of: workspace) { copy in
      console.progress("Building \(kata.name) and running your tests, without a fault …")
      let start = ContinuousClock.now
      let run = try await copy.runTests("\(kata.name)BeforeTests")
      try require(run.verdict == .green, "Your tests should be green without a fault. \(run)")
      console.line("\(kata.name): \(run.tests.count) tests, all green without a fault.\n")
      // The first run builds everything. A run that takes much longer than that won't end.
      let limit = (ContinuousClock.now - start) * 2 + .seconds(30)

      let faults = Change.all(for: kata, in: workspace).filter(\.isDrill)
      var score = Score()
      for (index, fault) in faults.enumerated() {
        let number = "\(index + 1)/\(faults.count)"
        console.progress("\(number)  \(fault.block.title) …")
        let verdict = try await judge(fault, in: copy, limit: limit, &score)
        console.line("\(number)  \(verdict)")
        try await copy.restore()
      }
      console.line("\n\(score.description)")
      return score.missed == 0
    }
  }

  private func judge(_ fault: Change, in copy: ScratchCopy, limit: Duration, _ score: inout Score)
    async throws -> String
  {
    let title = fault.block.title
    let run: TestRun
    do {
      try await copy.make(fault, "-C1")
      run = try await copy.runTests(fault.filter, limit: limit)
      try require(![.broken, .empty].contains(run.verdict), "")
    } catch is Problem {
      score.skipped += 1
      return "not tried: \(title)\n      It doesn't fit your code anymore."
    }
    if run.verdict == .green {
      score.missed += 1
      return "MISSED: \(title)\n      in \(places(of: fault).joined(separator: ", "))"
    }
    score.caught += 1
    let more = run.failed.count > 1 ? " and \(run.failed.count - 1) more" : ""
    let reason =
      run.verdict == .red ? "\(run.failed.prefix(1).quoted)\(more)" : "\(run.verdict.rawValue)"
    return "caught: \(title)\n      by \(reason)"
  }

  /// The files and members that a fault changes: enough to look there, and not the answer.
  private func places(of fault: Change) -> [String] {
    Patch(fault.patch).hunks.flatMap { hunk in
      let lines = workspace.text(hunk.path)?.lines ?? []
      let member = enclosingMember(of: hunk.start + hunk.context.before, in: lines)
      return [hunk.path.split(separator: "/").last.map(String.init), member].compactMap { $0 }
    }.unique
  }
}

/// The name of the method, initializer, or computed property that a line is in.
func enclosingMember(of line: Int, in lines: [String]) -> String? {
  let start = /\b(?:func\s+([^\s(<]+)|(init)[?!]?[(<]|var\s+(\w+)\b.*\{\s*$)/
  return lines.prefix(line).reversed().lazy.compactMap { $0.firstMatch(of: start) }.first
    .flatMap { $0.1 ?? $0.2 ?? $0.3 }.map(String.init)
}
