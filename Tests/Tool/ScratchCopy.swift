import Foundation

/// A copy of files in a repository of its own, to change, build, and throw away.
struct ScratchCopy {
  let folder: URL
  /// The only kata in the package, if it's not all of them
  let kata: Kata?
  var git: Git { Git(folder: folder) }
  /// For what programs write elsewhere, such as SwiftPM's locks.
  private let temporaryFolder: URL

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
      try await copy.git.commit()
      return try await body(copy)
    }
  }

  /// Takes back all changes since a commit, and what has been built since `keepBuild(of:)`.
  func restore(_ base: Change.Base = .start) async throws {
    try await git("checkout", "-q", "-f", "--detach", base.branch)
    try await git("clean", "-fdq")
    let kept = keptBuild(of: base)
    guard kept.isThere else { return }
    try FileManager.default.removeItem(at: build)
    try await copyFolder(kept, to: build)
  }

  /// Keeps what is built for a commit, from which changes are tried.
  ///
  /// The compiler compares whole seconds. After a change of what has been built in this second, it might
  /// think that nothing is new.
  func keepBuild(of base: Change.Base) async throws {
    try? FileManager.default.removeItem(at: keptBuild(of: base))
    try await copyFolder(build, to: keptBuild(of: base))
  }

  private var build: URL { folder.appending(path: ".build") }

  private func keptBuild(of base: Change.Base) -> URL {
    temporaryFolder.appending(path: "kept-\(base.branch)")
  }

  /// Copies a folder with the dates of its files.
  private func copyFolder(_ source: URL, to target: URL) async throws {
    let copy = try await program(["cp", "-Rp", source.path, target.path]).run()
    try require(copy.status == 0, "\(source.path) can't be copied. \(copy.output)")
  }

  /// Builds the package without debug information, and runs the tests that match a regular expression.
  func runTests(
    _ filter: String, _ options: [String] = [], isAttempt: Bool = false
  ) async throws -> TestRun {
    try await TestCommand(
      kata: kata, folder: folder, temporaryFolder: temporaryFolder, isAttempt: isAttempt,
      filter: filter, options: ["-Xswiftc", "-gnone"] + options,
      environment: Git.environment(for: folder)
    ).run()
  }

  /// A program that runs here.
  func program(_ arguments: [String]) -> Subprocess {
    let environment: [String: String?] = [
      "TMPDIR": temporaryFolder.path, "KATA": kata?.name ?? "", "ATTEMPT": "",
    ]
    return Subprocess(
      arguments: arguments, folder: folder,
      environment: environment.merging(Git.environment(for: folder)) { $1 })
  }
}
