import Foundation

/// A run of `swift test`.
struct TestCommand {
  /// The only kata in the package, if it's not all of them
  var kata: Kata?
  var folder: URL
  /// For what programs write elsewhere, and for the report
  var temporaryFolder: URL
  /// Whether the seam tests are compiled with the code in Katas
  var isAttempt = false
  /// A regular expression, which the tests to run match
  var filter = ""
  var options = ["--disable-xctest"]
  var limit = Duration.seconds(1200)
  var onOutput: @Sendable (String) -> Void = { _ in }

  func run() async throws -> TestRun {
    let events = temporaryFolder.appending(path: "events.jsonl")
    let report = temporaryFolder.appending(path: "report.xml")
    for file in [events, report] { try? FileManager.default.removeItem(at: file) }
    // Without XCTest, the report would have the tests of Swift Testing.
    let hasXCTest = !options.contains("--disable-xctest")
    var swift = Subprocess(
      arguments: ["swift", "test", "--filter", filter] + options + [
        "--event-stream-version", "0", "--event-stream-output-path", events.path,
      ] + (hasXCTest ? ["--xunit-output", report.path] : []), folder: folder, limit: limit,
      onOutput: onOutput)
    swift.environment = [
      "TMPDIR": temporaryFolder.path, "KATA": kata?.name, "ATTEMPT": isAttempt ? kata?.name : nil,
    ]
    if !FileManager.default.isWritableFile(atPath: NSHomeDirectory()) {
      // SwiftPM keeps the modules for the manifest there.
      swift.environment["CLANG_MODULE_CACHE_PATH"] = temporaryFolder.path
    }
    var result = try await swift.run()
    // When another build ends, SwiftPM lets the next one begin before it has closed its database.
    for _ in 0..<20 where result.output.contains("database is locked") {
      try await Task.sleep(for: .milliseconds(250))
      result = try await swift.run()
    }
    try result.requireSpace(on: folder)
    result.makePathsRelative(to: folder)
    return TestRun(result, events: events.text, report: report.text)
  }
}

extension Subprocess.Result {
  mutating func makePathsRelative(to folder: URL) {
    output.replace("\(folder.resolvingPath)/", with: "")
    output.replace("\(folder.path)/", with: "")
  }

  /// - Throws: A problem if the program says that the disk of a folder is full.
  func requireSpace(on folder: URL) throws {
    let isFull = output.contains("No space left on device")
    try require(!isFull, "The disk of \(folder.path) is full. Free some space, and try again.")
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
