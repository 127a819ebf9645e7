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

  /// Keeps what is built for a commit, from which changes are tried.
  func keepBuild(of commit: String) async throws {
    let kept = keptBuild(of: commit)
    try? FileManager.default.removeItem(at: kept)
    try await copyFolder(build, to: kept)
  }

  /// Puts what was kept of a commit in the place of what is built now.
  private func restoreBuild(of commit: String) async throws {
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
  /// takes less time. SwiftPM needs an index of the tests, but not of the system's modules, whose many
  /// files would take longer to copy than all others.
  func runTests(
    _ filter: String, _ options: [String] = ["--disable-xctest"], isAttempt: Bool = false,
    limit: Duration = .seconds(1200)
  ) async throws -> TestRun {
    var flags = [
      "-gnone", "-whole-module-optimization", "-disable-batch-mode",
      "-no-emit-module-separately-wmo", "-num-threads", "1", "-index-ignore-system-modules",
      "-index-ignore-clang-modules",
    ]
    if let cache = Self.moduleCache { flags += ["-module-cache-path", cache.path] }
    var command = TestCommand(kata: kata, folder: folder, temporaryFolder: temporaryFolder)
    command.isAttempt = isAttempt
    command.filter = filter
    command.options = flags.flatMap { ["-Xswiftc", $0] } + options
    command.limit = limit
    return try await command.run()
  }

  /// Runs the tests of a change that has been made to a commit whose build is kept. Unless the change
  /// is kept, too, the tests that are built afterwards are the commit's again. The code isn't: it's
  /// compiled for each change.
  func runTests(of change: Change, limit: Duration = .seconds(1200)) async throws -> TestRun {
    guard let plan = try await plan(for: change) else {
      let run = try await runTests(change.filter, isAttempt: change.attempt != nil, limit: limit)
      if !change.isKept { try await restoreBuild(of: change.base) }
      return run
    }
    let interface = plan.interface
    do {
      let run = try await buildAndRunTests(change.filter, by: plan, limit: limit)
      // If the interface is the same, the tests that are built still fit.
      if plan.interface != interface { try await restoreBuild(of: change.base) }
      return run
    } catch {
      try await restoreBuild(of: change.base)
      throw error
    }
  }

  /// The commands that build a change, if it changes nothing but the content of the files with a kata's
  /// code. What's kept of `end` doesn't fit: it was built with the tests that a walkthrough adds.
  private func plan(for change: Change) async throws -> BuildPlan? {
    guard !change.isKept, change.base != "end",
      let plan = BuildPlan(of: change.kata, in: build),
      plan.hasSeamTests == (change.attempt != nil)
    else { return nil }
    let status = try await git.result(["status", "--porcelain", "--untracked-files=all"]).output
    let changes = status.lines.filter { !$0.isEmpty }
    return changes.allSatisfy { $0.hasPrefix(" M \(change.kata.code)/") } ? plan : nil
  }

  private func buildAndRunTests(
    _ filter: String, by plan: BuildPlan, limit: Duration
  ) async throws -> TestRun {
    let interface = plan.interface
    var result = try await program(plan.code).run()
    // The tests are compiled again only if what they see of the code has changed.
    if result.status == 0, plan.interface != interface {
      for tests in plan.tests where result.status == 0 { result = try await program(tests).run() }
    }
    if result.status == 0 { result = try await program(plan.link).run() }
    let events = temporaryFolder.appending(path: "events.jsonl")
    try? FileManager.default.removeItem(at: events)
    if result.status == 0 {
      var tests = program([
        plan.product, "--testing-library", "swift-testing", "--filter", filter,
        "--event-stream-version", "0", "--event-stream-output-path", events.path,
      ])
      tests.limit = limit
      result = try await tests.run()
    }
    try result.requireSpace(on: folder)
    result.makePathsRelative(to: folder)
    return TestRun(result, events: events.text)
  }

  /// A program that runs here.
  func program(_ arguments: [String]) -> Subprocess {
    Subprocess(
      arguments: arguments, folder: folder,
      environment: ["TMPDIR": temporaryFolder.path, "KATA": kata?.name, "ATTEMPT": nil])
  }
}
