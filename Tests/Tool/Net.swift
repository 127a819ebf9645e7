/// Judges a net: puts each fault of a kata's drills into a copy of the code, and runs the learner's
/// characterization tests on it.
struct Net {
  let workspace: Workspace
  let kata: Kata
  let console: Console

  private enum Verdict {
    case caught(String)
    case missed
    /// The fault doesn't fit the code anymore.
    case skipped(String)
  }

  /// How many faults the tests caught and missed, and how many weren't tried.
  private struct Score {
    var caught = 0
    var missed = 0
    var skipped = 0

    var description: String {
      if caught + missed == 0 { return "Nothing was tried, so this says nothing about your tests." }
      return "\(caught) of \(caught + missed) caught"
        + (skipped > 0 ? ", \(skipped) not tried" : "")
        + (missed > 0 ? "\nFor each missed fault, write a test that fails with it." : "")
    }
  }

  /// Returns whether the tests catch all the faults that can be tried.
  func run() async throws -> Bool {
    let tests = workspace.paths(in: kata.tests).filter { !$0.hasPrefix(kata.seam) }
    try require(
      tests.contains { $0.hasSuffix(".swift") },
      "\(kata.tests) has no test to judge yet. Write a first one.")
    return try await ScratchCopy.with(workspace.paths(for: kata), for: kata, of: workspace) {
      copy in
      console.progress("Building \(kata.name) and running your tests, without a fault …")
      // The computer may sleep meanwhile, which isn't the tests' fault.
      let clock = SuspendingClock()
      let start = clock.now
      let run = try await copy.runTests("\(kata.name)BeforeTests")
      try require(run.verdict == .green, "Your tests should be green without a fault. \(run)")
      console.line("\(kata.name): \(run.tests.count) tests, all green without a fault.\n")
      try await copy.keepBuild(of: "start")
      // The first run builds everything. A run that takes much longer than that won't end.
      let limit = (clock.now - start) * 2 + .seconds(10)

      let faults = Change.all(for: kata, in: workspace).filter { $0.isDrill && $0.base == "start" }
      var score = Score()
      for (index, fault) in faults.enumerated() {
        let number = "\(index + 1)/\(faults.count)"
        console.progress("\(number)  \(fault.block.title) …")
        let start = clock.now
        show(try await judge(fault, in: copy, limit: limit), of: fault, number, &score)
        try await copy.restore()
        if index == 0, faults.count > 1 {
          let rest = (clock.now - start) * (faults.count - 1) / .seconds(1)
          console.line("The other \(faults.count - 1) will take about \(Int(rest) + 1) seconds.")
        }
      }
      console.line("\n\(score.description)")
      return score.caught > 0 && score.missed == 0
    }
  }

  private func judge(_ fault: Change, in copy: ScratchCopy, limit: Duration) async throws -> Verdict
  {
    do { try await copy.make(fault, "-C1") } catch is PatchDoesNotFit {
      return .skipped("its lines aren't in your code anymore")
    }
    let run = try await copy.runTests(of: fault, limit: limit)
    switch run.verdict {
    case .green: return .missed
    case .red:
      return .caught(run.failed.quoted)
    case .crashed, .hung: return .caught(run.verdict.rawValue)
    case .broken:
      // What's wrong with the compiler itself names no file of the kata.
      let isInKata = run.errors.contains { $0.contains("Katas/\(kata.name)/") }
      try require(isInKata, "With a fault, the code couldn't be built. \(run)")
      return .skipped("with your code, it doesn't compile")
    case .empty: throw Problem("With a fault, no test ran. \(run)")
    }
  }

  private func show(_ verdict: Verdict, of fault: Change, _ number: String, _ score: inout Score) {
    let title = fault.block.title
    switch verdict {
    case .caught(let reason):
      score.caught += 1
      console.line("\(number)  caught: \(title)\n      by \(reason)")
    case .missed:
      score.missed += 1
      console.line(
        "\(number)  MISSED: \(title)\n      in \(places(of: fault).joined(separator: ", "))")
    case .skipped(let reason):
      score.skipped += 1
      console.line("\(number)  not tried: \(title)\n      \(reason)")
    }
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
