import Foundation

/// A new, empty folder that is removed, with what is in it, when nobody holds it any more.
public final class TemporaryFolder {
  public let url = FileManager.default.temporaryDirectory
    .appendingPathComponent(UUID().uuidString, isDirectory: true)

  public init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }
}
