import Foundation
import Synchronization

/// A run of `swift test`.
struct TestCommand {
  /// The only kata in the package, if it's not all of them
  var kata: Kata?
  var folder: URL
  /// For what programs write elsewhere, and for the reports
  var temporaryFolder: URL
  /// Whether the seam tests are compiled with the code in Katas
  var isAttempt = false
  /// A regular expression, which the tests to run match
  var filter = ""
  var options: [String] = []
  /// One at a time, so that only one test is running when they crash or hang. Then there's no report of
  /// tests in XCTest.
  var isParallel = true
  /// Without a variable, SwiftPM would take the value from a list in Package.swift.
  var environment: [String: String?] = [:]
  /// After how long without news from the tests they count as hanging.
  var patience = Duration.seconds(15)
  var onOutput: @Sendable (String) -> Void = { _ in }

  func run() async throws -> TestRun {
    let events = temporaryFolder.appending(path: "events.jsonl")
    let report = temporaryFolder.appending(path: "report.xml")
    for file in [events, report] { try? FileManager.default.removeItem(at: file) }
    let silence = Silence(of: events, patience)
    var swift = Subprocess(
      arguments: ["swift", "test", "--filter", filter] + options + [
        "--event-stream-version", "0", "--event-stream-output-path", events.path,
        isParallel ? "--parallel" : "--no-parallel", "--xunit-output", report.path,
      ], folder: folder, onOutput: onOutput, isStuck: silence.isTooLong)
    swift.environment = [
      "TMPDIR": temporaryFolder.path, "KATA": kata?.name ?? "",
      "ATTEMPT": isAttempt ? kata?.name ?? "" : "",
    ].merging(environment) { $1 }
    if !FileManager.default.isWritableFile(atPath: NSHomeDirectory()) {
      // SwiftPM keeps the modules for the manifest there.
      swift.environment["CLANG_MODULE_CACHE_PATH"] = temporaryFolder.path
    }
    var result = try await swift.run()
    // When another build ends, SwiftPM lets the next one begin before it has closed its database.
    for _ in 0..<20 where !events.isThere && result.output.contains("database is locked") {
      try await Task.sleep(for: .milliseconds(250))
      result = try await swift.run()
    }
    let isFull = !events.isThere && result.output.contains("No space left on device")
    try require(!isFull, "The disk of \(folder.path) is full. Free some space, and try again.")
    result.output.replace("\(folder.resolvingPath)/", with: "")
    result.output.replace("\(folder.path)/", with: "")
    return TestRun(result, events: events.text, report: report.text)
  }
}

/// Notices that tests have begun, and that nothing has happened since then for a while.
private final class Silence: Sendable {
  private let file: URL
  private let patience: Duration
  private let last = Mutex((size: 0, time: SuspendingClock.now))

  init(of file: URL, _ patience: Duration) {
    self.file = file
    self.patience = patience
  }

  @Sendable func isTooLong() -> Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
    let size = attributes?[.size] as? Int ?? 0
    return last.withLock { last in
      if size != last.size { last = (size, .now) }
      return size > 0 && last.time + patience < .now
    }
  }
}

extension URL {
  /// The path without symbolic links, as compilers print it. Foundation's own way to get it leaves out
  /// `/private` on a Mac.
  fileprivate var resolvingPath: String {
    guard let path = realpath(path, nil) else { return self.path }
    defer { free(path) }
    return String(cString: path)
  }
}
