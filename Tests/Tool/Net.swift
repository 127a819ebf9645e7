/// Judges a net: puts each fault of a kata's drills into a copy of the code, and runs the learner's
/// characterization tests on it.
struct Net {
  let workspace: Workspace
  let kata: Kata
  let console: Console

  private enum Verdict {
    case caught(String)
    /// Where the fault is: enough to look there, and not the answer
    case missed(places: [String])
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
      let run = try await copy.runTests("\(kata.name)BeforeTests")
      try require(run.verdict == .green, "Your tests should be green without a fault. \(run)")
      console.line("\(kata.name): \(run.tests.count) tests, all green without a fault.\n")
      try await copy.keepBuild(of: .start)

      let faults = Change.all(for: kata, in: workspace).filter { $0.isDrill && !$0.isAttempt }
      var score = Score()
      for (index, fault) in faults.enumerated() {
        let number = "\(index + 1)/\(faults.count)"
        console.progress("\(number)  \(fault.block.title) …")
        // The computer may sleep meanwhile.
        let clock = SuspendingClock()
        let start = clock.now
        try await copy.restore()
        show(try await judge(fault, in: copy), of: fault, number, &score)
        if index == 0, faults.count > 1 {
          let rest = (clock.now - start) * (faults.count - 1) / .seconds(1)
          console.line("The other \(faults.count - 1) will take about \(Int(rest) + 1) seconds.")
        }
      }
      console.line("\n\(score.description)")
      return score.caught > 0 && score.missed == 0
    }
  }

  private func judge(_ fault: Change, in copy: ScratchCopy) async throws -> Verdict {
    do { try await copy.git.apply(fault.patch, ["-C1"]) } catch is PatchDoesNotFit {
      return .skipped("its lines aren't in your code anymore")
    }
    let places = places(of: try await copy.git("diff", "-U0"))
    let run = try await copy.runTests(fault.filter)
    switch run.verdict {
    case .green: return .missed(places: places)
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
    case .missed(let places):
      score.missed += 1
      console.line("\(number)  MISSED: \(title)\n      in \(places.joined(separator: ", "))")
    case .skipped(let reason):
      score.skipped += 1
      console.line("\(number)  not tried: \(title)\n      \(reason)")
    }
  }

  /// The files and members that a diff changes.
  private func places(of diff: String) -> [String] {
    Patch(diff).places.flatMap { path, line in
      let lines = workspace.text(path)?.lines ?? []
      let file = path.split(separator: "/").last.map(String.init)
      return [file, enclosingMember(of: line, in: lines)].compactMap { $0 }
    }.unique
  }
}

/// The name of the method, initializer, or computed property that a line is in.
func enclosingMember(of line: Int, in lines: [String]) -> String? {
  let start = /\b(?:func\s+([^\s(<]+)|(init)[?!]?[(<]|var\s+(\w+)\b.*\{\s*$)/
  return lines.prefix(line).reversed().lazy.compactMap { $0.firstMatch(of: start) }.first
    .flatMap { $0.1 ?? $0.2 ?? $0.3 }.map(String.init)
}
