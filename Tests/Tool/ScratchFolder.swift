import Foundation

/// A folder among the temporary ones that is removed in the end.
///
/// While the program runs, it locks a file in the folder. If the program is killed, the lock is gone,
/// and the next start removes the folder.
enum ScratchFolder {
  private static let prefix = "kata-scratch-"

  static func with<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: prefix + UUID().uuidString)
    try folder.makeFolder()
    let file = open(lock(of: folder).path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    flock(file, LOCK_EX | LOCK_NB)
    defer {
      try? FileManager.default.removeItem(at: folder)
      close(file)
    }
    return try await body(folder)
  }

  /// Removes the folders of programs that were killed.
  static func sweep() {
    let parent = FileManager.default.temporaryDirectory
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let folder = parent.appending(path: name)
      let file = open(lock(of: folder).path, O_RDWR | O_CLOEXEC)
      guard file >= 0 else { continue }
      if flock(file, LOCK_EX | LOCK_NB) == 0 { try? FileManager.default.removeItem(at: folder) }
      close(file)
    }
  }

  private static func lock(of folder: URL) -> URL { folder.appending(path: "lock") }
}
