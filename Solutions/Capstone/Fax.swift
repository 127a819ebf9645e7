import Foundation

enum FaxError: Error { case notWritten }

/// A sheet of paper. Whatever is in the folder goes out with the next mail.
final class Fax {
  let fileURL: URL
  var lines: [String] = []

  init(fileURL: URL) {
    self.fileURL = fileURL
  }

  /// Replaces any sheet with the same name.
  func write() throws(FaxError) {
    let folder = fileURL.deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let text = lines.joined(separator: "\n") + "\n"
      try text.write(to: fileURL, atomically: true, encoding: .utf8)
    } catch {
      throw .notWritten
    }
  }
}
