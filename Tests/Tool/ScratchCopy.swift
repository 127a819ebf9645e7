import Foundation

/// Git, in a folder. It ignores the user's settings and hooks, and any repository above the folder.
struct Git {
  var folder: URL

  /// - Throws: A problem if Git isn't installed.
  func result(_ arguments: [String]) async throws -> Subprocess.Result {
    let settings = ["user.name=kata", "user.email=kata@localhost", "init.defaultBranch=main"]
    let git = Subprocess(
      arguments: ["git"] + settings.flatMap { ["-c", $0] } + arguments, folder: folder,
      environment: [
        "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null", "GIT_DIR": nil,
        "GIT_WORK_TREE": nil, "GIT_INDEX_FILE": nil,
        "GIT_CEILING_DIRECTORIES": folder.deletingLastPathComponent().path,
      ])
    let result = try await git.run()
    // The status with which `env` says that it hasn't found a program
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
    let parent = FileManager.default.temporaryDirectory.appending(path: "kata-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: parent) }
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

  /// Takes back all changes since a commit.
  func restore(_ commit: String = "HEAD") async throws {
    try await git("checkout", "-q", "-f", "--detach", commit)
    try await git("clean", "-fdq")
  }

  /// Writes a file of tests, or applies a patch with the options of `git apply`. Returns what Git says.
  ///
  /// - Throws: A problem if the patch doesn't apply.
  @discardableResult
  func make(_ change: Change, _ options: String...) async throws -> String {
    if let path = change.block.testFile {
      try folder.appending(path: path).write(change.block.text)
      return ""
    }
    let file = temporaryFolder.appending(path: "patch")
    try file.write(change.patch)
    let result = try await git.result(["apply"] + options + [file.path])
    try require(result.status == 0, "the patch doesn't apply. \(result.output)")
    return result.output
  }

  /// Builds the package, and runs the tests that match a regular expression.
  ///
  /// It builds without debug information, which takes less time. It doesn't return within the second in which it began: the compiler compares whole seconds
  /// to tell whether a file has changed, so it could miss the next change.
  func runTests(
    _ filter: String, _ options: [String] = ["--disable-xctest"], attempt: String? = nil,
    limit: Duration = .seconds(1200)
  ) async throws -> TestRun {
    var flags = ["-gnone"]
    if let cache = Self.moduleCache { flags += ["-module-cache-path", cache.path] }
    // The second one has the tests of Swift Testing if XCTest runs, too.
    let reports = ["report.xml", "report-swift-testing.xml"].map {
      temporaryFolder.appending(path: $0)
    }
    for report in reports { try? FileManager.default.removeItem(at: report) }
    var swift = program(
      ["swift", "test"] + flags.flatMap { ["-Xswiftc", $0] } + options
        + ["--filter", filter, "--xunit-output", reports[0].path])
    swift.environment["ATTEMPT"] = .some(attempt)
    if !FileManager.default.isWritableFile(atPath: NSHomeDirectory()) {
      // SwiftPM keeps the modules for the manifest there.
      swift.environment["CLANG_MODULE_CACHE_PATH"] = temporaryFolder.path
    }
    swift.limit = limit
    let start = time(nil)
    var result = try await swift.run()
    result.output.replace("\(folder.path)/", with: "")
    while time(nil) == start { try await Task.sleep(for: .milliseconds(50)) }
    let isFull = result.output.contains("No space left on device")
    try require(!isFull, "The disk of \(folder.path) is full. Free some space, and try again.")
    return TestRun(result, reports: reports.compactMap(\.text))
  }

  /// A program that runs here.
  func program(_ arguments: [String]) -> Subprocess {
    Subprocess(
      arguments: arguments, folder: folder,
      environment: ["TMPDIR": temporaryFolder.path, "KATA": kata?.name, "ATTEMPT": nil],
      signature: folder.deletingLastPathComponent().lastPathComponent)
  }
}
