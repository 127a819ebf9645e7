import Foundation

/// Git, in a folder.
struct Git {
  var folder: URL
  /// Whether it follows the user's settings, and finds a repository above the folder. In a copy, it
  /// does neither.
  var isUsers = false

  /// What a copy's programs get, so that Git in them means the copy: no variables of a hook that this
  /// program runs in, and no settings.
  static func environment(for folder: URL) -> [String: String?] {
    withoutVariables.merging([
      "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null",
      "GIT_CEILING_DIRECTORIES": folder.deletingLastPathComponent().path,
    ]) { $1 }
  }

  private static let withoutVariables: [String: String?] = Dictionary(
    uniqueKeysWithValues: ProcessInfo.processInfo.environment.keys
      .filter { $0.hasPrefix("GIT_") }.map { ($0, nil) })

  /// - Throws: A problem if Git isn't installed.
  func result(_ arguments: [String]) async throws -> Subprocess.Result {
    let settings = ["user.name=kata", "user.email=kata@localhost", "init.defaultBranch=main"]
    let options = isUsers ? [] : settings.flatMap { ["-c", $0] }
    var git = Subprocess(
      arguments: ["git"] + options + arguments, folder: folder, keepsErrorsApart: true)
    git.environment = isUsers ? Self.withoutVariables : Self.environment(for: folder)
    // What it says is read here, and quoted next to English.
    git.environment["LC_ALL"] = "C"
    let result = try await git.run()
    // The statuses with which a shell says that it hasn't found a program, or can't look for it
    try require(
      ![126, 127].contains(result.status), "Git isn't in your PATH. Install it, and try again.")
    return result
  }

  /// Returns what it prints.
  ///
  /// - Throws: A problem if Git fails, too.
  @discardableResult
  func callAsFunction(_ arguments: String...) async throws -> String {
    let result = try await result(arguments)
    try require(
      result.status == 0, "In \(folder.path), Git \(arguments) fails: \(result.errors)")
    return result.output
  }

  /// Commits all changes, and moves a branch there, if it isn't the current one.
  func commit(_ branch: String? = nil) async throws {
    try await self("add", "-A")
    try await self("commit", "-q", "--allow-empty", "-m", "Start")
    if let branch { try await self("branch", "-f", branch, "HEAD") }
  }

  /// Applies a patch: all of it, or nothing. Returns what Git says.
  ///
  /// - Throws: `PatchDoesNotFit`
  @discardableResult
  func apply(_ patch: String, _ options: [String] = []) async throws -> String {
    try await ScratchFolder.with { scratch in
      let file = scratch.appending(path: "patch")
      try file.write(patch)
      let result = try await result(["apply", "-v"] + options + [file.path])
      if result.status != 0 { throw PatchDoesNotFit(description: result.errors) }
      return result.errors
    }
  }
}

/// A patch whose lines aren't in the code. What Git says about it is the description.
struct PatchDoesNotFit: Error, CustomStringConvertible {
  let description: String
}
