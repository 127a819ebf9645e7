import Foundation

/// Answers two questions after each save in a kata's code or tests: are the characterization tests still
/// green, and is the kata done?
///
/// It builds where the learner builds, and with the same variables, so both can use each other's files.
struct Watch {
  let workspace: Workspace
  let kata: Kata
  let console: Console

  /// Returns only when it's cancelled.
  func run() async throws {
    try await ScratchFolder.with { folder in
      var sources = Sources(of: kata, in: workspace.root)
      while true {
        let current = sources
        sources = try await withThrowingTaskGroup(of: Sources?.self) { group in
          group.addTask {
            try await answer(in: folder)
            return nil
          }
          group.addTask { try await change(after: current) }
          while let next = try await group.next() {
            guard let next else { continue }
            // A save during a run ends that run.
            group.cancelAll()
            return next
          }
          return current
        }
      }
    }
  }

  /// Waits until the files are others, and have stopped changing.
  private func change(after old: Sources) async throws -> Sources {
    var last = old
    while true {
      try await Task.sleep(for: .milliseconds(150))
      let new = Sources(of: kata, in: workspace.root)
      // The compiler compares whole seconds. A second save within the second of a build would be
      // missed, so no build begins before the second of a save is over.
      if new != old, new == last, !new.hasSave(in: Date().timeIntervalSince1970.rounded(.down)) {
        return new
      }
      last = new
    }
  }

  private func answer(in folder: URL) async throws {
    console.clear()
    console.line("\(kata.name), \(Date().formatted(date: .omitted, time: .standard))")
    console.progress("Running the tests …")
    let hasNet = Sources(of: kata, in: workspace.root).hasNet(of: kata)
    let both = try await run("\(kata.name)(Before|Attempt)Tests", isAttempt: true, in: folder)
    var (net, seam) = (both.part("\(kata.name)BeforeTests"), both.part("\(kata.name)AttemptTests"))
    if ![.green, .red, .empty].contains(both.verdict) {
      // Most often, only the seam tests don't compile, crash, or hang.
      seam = both
      if hasNet { net = try await run("\(kata.name)BeforeTests", isAttempt: false, in: folder) }
    }
    console.line(hasNet ? Report.safety(net) : Report.withoutNet)
    if !hasNet || net.verdict != .broken {
      let checklist = workspace.page("\(kata.docs)/README.md").checklist
      console.line(Report.completion(seam, checklist: net.verdict == .green ? checklist : []))
    }
    console.line("Waiting for the next save. Press Control-C to stop.\n")
  }

  private func run(_ filter: String, isAttempt: Bool, in folder: URL) async throws -> TestRun {
    var command = TestCommand(
      kata: kata, folder: workspace.root, temporaryFolder: folder, isAttempt: isAttempt,
      filter: filter, options: ["-q"],
      onOutput: { text in
        if text.contains("Another instance of SwiftPM") {
          console.line("Another build is running in this folder. Waiting for it to end …")
        }
      })
    let run = try await command.run()
    guard [.crashed, .hung].contains(run.verdict), run.tests.count(where: \.isRunning) > 1
    else { return run }
    command.isParallel = false
    let again = try await command.run()
    return again.verdict == run.verdict ? again : run
  }
}

/// The state of the files that a build of a kata reads.
private struct Sources: Equatable, Sendable {
  private struct File: Equatable {
    var path: String
    var size: Int
    var modified: TimeInterval
  }

  private var files: [File] = []

  init(of kata: Kata, in root: URL) {
    for folder in [kata.code, kata.tests] {
      let paths = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
      while let path = paths?.nextObject() as? String {
        guard path.hasSuffix(".swift"), let attributes = paths?.fileAttributes else { continue }
        files.append(
          File(
            path: "\(folder)/\(path)", size: attributes[.size] as? Int ?? 0,
            modified: (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0))
      }
    }
    files.sort { $0.path < $1.path }
  }

  /// Whether a file was saved in the second that begins then. A file from the future wasn't.
  func hasSave(in second: TimeInterval) -> Bool {
    files.contains { second..<second + 1 ~= $0.modified }
  }

  /// Whether there are characterization tests.
  func hasNet(of kata: Kata) -> Bool {
    files.contains { $0.path.hasPrefix("\(kata.tests)/") && !$0.path.hasPrefix("\(kata.seam)/") }
  }
}

/// The answers, in a few lines each.
enum Report {
  static func safety(_ run: TestRun) -> String {
    switch run.verdict {
    case .green: "Safe: \(run.tests.count) characterization tests pass."
    case .red: failures("Not safe", run)
    case .broken: "It doesn't compile.\n\(firstError(run))"
    case .empty: withoutNet
    case .crashed, .hung: "Not safe: \(end(run))"
    }
  }

  static let withoutNet = "There's no characterization test yet."

  /// - Parameter checklist: What tests can't see, and the learner has to look at
  static func completion(_ run: TestRun, checklist: [String]) -> String {
    switch run.verdict {
    case .green:
      (["Done: \(run.tests.count) seam tests pass."]
        + (checklist.isEmpty ? [] : ["Look at the rest of the checklist yourself:"])
        + checklist.map { "  [ ] \($0)" }).text
    case .red: failures("Not done", run)
    case .broken: "Not done: the seam tests don't compile.\n\(firstError(run))"
    case .empty: "There are no seam tests."
    case .crashed, .hung: "Not done: \(end(run))"
    }
  }

  private static func failures(_ answer: String, _ run: TestRun) -> String {
    let red = run.tests.filter(\.isRed)
    let lines = red.prefix(5).flatMap { test in
      ["  \(test.name)"]
        + test.issues.prefix(1).map { issue in
          let place = issue.place.split(separator: "/").last ?? ""
          return "    \(place): \(shortened(issue.text))"
        }
    }
    let more = red.count > 5 ? ["  … and \(red.count - 5) more"] : []
    return (["\(answer): \(red.count) of \(run.tests.count) tests fail."] + lines + more).text
  }

  private static func firstError(_ run: TestRun) -> String {
    // The first error that names a file. The ones before only say that a command failed.
    let error = run.errors.first { $0.contains(/\.swift:\d+:/) } ?? run.errors.first
    return "  \(error ?? run.output.lines.last { !$0.isEmpty } ?? "")"
  }

  /// How a run ends that doesn't come to its end
  private static func end(_ run: TestRun) -> String {
    let names = run.tests.filter(\.isRunning).map(\.name)
    let crash = run.output.lines.first { $0.contains("Fatal error: ") }
    let reason = crash.map { "\n  \(shortened($0))" } ?? ""
    return (run.verdict == .hung ? "the tests hang." : "the tests crash.")
      + (names.isEmpty ? "" : " They ran \(names.prefix(3).quoted)\(names.count > 3 ? ", …" : ".")")
      + reason
  }

  private static func shortened(_ text: String) -> String {
    let line = text.lines.first ?? ""
    return line.count > 160 ? "\(line.prefix(160))…" : line
  }
}
