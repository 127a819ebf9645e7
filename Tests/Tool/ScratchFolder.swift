import Foundation

/// A folder among the temporary ones that is removed in the end.
///
/// While the program runs, it locks the folder. If the program is killed, the lock is gone, and a later
/// start removes the folder.
enum ScratchFolder {
  static let prefix = "kata-copy-"

  static func with<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: prefix + UUID().uuidString)
    try folder.makeFolder()
    let file = open(folder.path, O_RDONLY | O_CLOEXEC)
    flock(file, LOCK_EX | LOCK_NB)
    defer {
      try? FileManager.default.removeItem(at: folder)
      close(file)
    }
    return try await body(folder)
  }

  /// Removes the folders of programs that were killed. A folder of the last minute may belong to a
  /// program that hasn't locked it yet.
  static func sweep() {
    let parent = FileManager.default.temporaryDirectory
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let folder = parent.appending(path: name)
      let attributes = try? FileManager.default.attributesOfItem(atPath: folder.path)
      guard let date = attributes?[.modificationDate] as? Date, date < Date() - 60 else { continue }
      let file = open(folder.path, O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { continue }
      if flock(file, LOCK_EX | LOCK_NB) == 0 { try? FileManager.default.removeItem(at: folder) }
      close(file)
    }
  }
}
