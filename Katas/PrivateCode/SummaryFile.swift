import Foundation

/// Attached to the mails of the support screen.
enum SummaryFile {

  private static let columnTitles = "day;sessions;seconds;longest\n"

  /// Set by the app extension
  static var sharedContainerFolder: URL?

  static var folder: URL {
    if let sharedFolder = sharedContainerFolder {
      return sharedFolder
    } else {
      return URL(fileURLWithPath: NSHomeDirectory()).appendingPathComponent("Documents")
    }
  }

  static var fileURL: URL {
    return folder.appendingPathComponent("Sessions.csv")
  }

  static func appendLines(_ lines: [String], encoding: String.Encoding = .utf8) -> Bool {
    if lines.isEmpty { return true }

    do {
      let fileManager = FileManager.default
      try fileManager.createDirectory(at: folder, withIntermediateDirectories: true, attributes: nil)

      var contents = Data(columnTitles.utf8)

      if fileManager.fileExists(atPath: fileURL.path) {
        contents = try Data(contentsOf: fileURL)

        // cut off in the last line
        if contents.last != UInt8(ascii: "\n") {
          contents.append(UInt8(ascii: "\n"))
        }
      }

      for line in lines {
        guard let data = (line + "\n").data(using: encoding) else { continue }
        contents.append(data)
      }
      try contents.write(to: fileURL, options: .atomic)
      return true

    } catch {
      return false
    }
  }

}
