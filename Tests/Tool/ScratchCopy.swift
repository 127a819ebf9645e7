import Foundation

/// Git, in a folder.
struct Git {
  var folder: URL
  /// Whether it follows the user's settings, and finds a repository above the folder. In a copy, it
  /// does neither.
  var isUsers = false

  /// - Throws: A problem if Git isn't installed.
  func result(_ arguments: [String]) async throws -> Subprocess.Result {
    let settings = ["user.name=kata", "user.email=kata@localhost", "init.defaultBranch=main"]
    let options = isUsers ? [] : settings.flatMap { ["-c", $0] }
    var git = Subprocess(arguments: ["git"] + options + arguments, folder: folder)
    git.environment = ["GIT_DIR": nil, "GIT_WORK_TREE": nil, "GIT_INDEX_FILE": nil]
    if !isUsers {
      git.environment["GIT_CONFIG_GLOBAL"] = "/dev/null"
      git.environment["GIT_CONFIG_SYSTEM"] = "/dev/null"
      git.environment["GIT_CEILING_DIRECTORIES"] = folder.deletingLastPathComponent().path
    }
    let result = try await git.run()
    // The status with which a shell says that it hasn't found a program
    try require(result.status != 127, "Git isn't in your PATH. Install it, and try again.")
    return result
  }

  /// - Throws: A problem if Git fails, too.
  func callAsFunction(_ arguments: String...) async throws {
    let result = try await result(arguments)
    try require(result.status == 0, "In \(folder.path), Git \(arguments) fails: \(result.output)")
  }

  /// Commits all changes, and moves a branch there, if it isn't the current one.
  func commit(_ branch: String? = nil) async throws {
    try await self("add", "-A")
    try await self("commit", "-q", "--allow-empty", "-m", "Start")
    if let branch { try await self("branch", "-f", branch, "HEAD") }
  }
}

/// A patch whose lines aren't in the code. What Git says about it is the description.
struct PatchDoesNotFit: Error, CustomStringConvertible {
  let description: String
}

/// A copy of files in a repository of its own, to change, build, and throw away.
struct ScratchCopy {
  let folder: URL
  /// The only kata in the package, if it's not all of them
  let kata: Kata?
  var git: Git { Git(folder: folder) }
  /// For what programs write elsewhere, such as SwiftPM's locks.
  private let temporaryFolder: URL

  /// Where the compiler keeps the system's modules for all copies: next to this program. It needs
  /// their path to be always the same.
  private static let moduleCache: URL? = {
    let folder = Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent()
    guard let folder, FileManager.default.isWritableFile(atPath: folder.path) else { return nil }
    return folder.appending(path: "CopiesModuleCache")
  }()

  /// Creates a copy, and removes it when `body` is over.
  static func with<Result>(
    _ paths: [String], for kata: Kata? = nil, of workspace: Workspace,
    _ body: (ScratchCopy) async throws -> Result
  ) async throws -> Result {
    try await ScratchFolder.with { parent in
      let copy = ScratchCopy(
        folder: parent.appending(path: "copy"), kata: kata,
        temporaryFolder: parent.appending(path: "tmp"))
      try copy.folder.makeFolder()
      try copy.temporaryFolder.makeFolder()
      try workspace.copy(paths, to: copy.folder)
      try await copy.git("init", "-q")
      try await copy.git.commit("start")
      return try await body(copy)
    }
  }

  /// Takes back all changes since a commit.
  func restore(_ commit: String = "HEAD") async throws {
    try await git("checkout", "-q", "-f", "--detach", commit)
    try await git("clean", "-fdq")
  }

  /// Keeps what is built now, for `restoreBuild`.
  func keepBuild(of commit: String = "HEAD") async throws {
    let kept = keptBuild(of: commit)
    try? FileManager.default.removeItem(at: kept)
    try await copyFolder(build, to: kept)
  }

  /// Puts what was kept of a commit in the place of what is built now, if that would take longer to
  /// build again: a change to the interface of a module has the module's tests compiled, and they'd be
  /// compiled once more when the change is taken back.
  func restoreBuild(of commit: String = "HEAD", after run: TestRun) async throws {
    guard run.verdict == .broken || run.hasCompiledTests else { return }
    try FileManager.default.removeItem(at: build)
    try await copyFolder(keptBuild(of: commit), to: build)
  }

  private var build: URL { folder.appending(path: ".build") }

  private func keptBuild(of commit: String) -> URL {
    temporaryFolder.appending(path: "kept-\(commit)")
  }

  /// Copies a folder with the dates of its files, by which the compiler tells what it has compiled.
  private func copyFolder(_ source: URL, to target: URL) async throws {
    let copy = try await program(["cp", "-Rp", source.path, target.path]).run()
    try require(copy.status == 0, "\(source.path) can't be copied. \(copy.output)")
  }

  /// Writes a file of tests, or applies a patch with the options of `git apply`. Returns what Git says.
  ///
  /// - Throws: `PatchDoesNotFit`
  @discardableResult
  func make(_ change: Change, _ options: String...) async throws -> String {
    if let path = change.block.testFile {
      try folder.appending(path: path).write(change.block.text)
      return ""
    }
    let file = temporaryFolder.appending(path: "patch")
    try file.write(change.patch)
    let result = try await git.result(["apply"] + options + [file.path])
    if result.status != 0 { throw PatchDoesNotFit(description: result.output) }
    return result.output
  }

  /// Builds the package, and runs the tests that match a regular expression.
  ///
  /// It builds without debug information, and has one compiler compile all files of a module, which
  /// takes less time. It doesn't return within the second in which it began: the compiler compares
  /// whole seconds to tell whether a file has changed, so it could miss the next change.
  func runTests(
    _ filter: String, _ options: [String] = ["--disable-xctest"], isAttempt: Bool = false,
    limit: Duration = .seconds(1200)
  ) async throws -> TestRun {
    var flags = [
      "-gnone", "-whole-module-optimization", "-disable-batch-mode",
      "-no-emit-module-separately-wmo", "-num-threads", "1",
    ]
    if let cache = Self.moduleCache { flags += ["-module-cache-path", cache.path] }
    var command = TestCommand(kata: kata, folder: folder, temporaryFolder: temporaryFolder)
    command.isAttempt = isAttempt
    command.filter = filter
    command.options = flags.flatMap { ["-Xswiftc", $0] } + options
    command.limit = limit
    let start = time(nil)
    let run = try await command.run()
    while time(nil) == start { try await Task.sleep(for: .milliseconds(50)) }
    return run
  }

  /// A program that runs here.
  func program(_ arguments: [String]) -> Subprocess {
    Subprocess(
      arguments: arguments, folder: folder,
      environment: ["TMPDIR": temporaryFolder.path, "KATA": kata?.name, "ATTEMPT": nil])
  }
}

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
    result.output.replace("\(folder.resolvingPath)/", with: "")
    result.output.replace("\(folder.path)/", with: "")
    let isFull = result.output.contains("No space left on device")
    try require(!isFull, "The disk of \(folder.path) is full. Free some space, and try again.")
    return TestRun(result, events: events.text, report: report.text)
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
