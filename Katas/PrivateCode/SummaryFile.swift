import Foundation

/// The finished days. The support screen mails this file.
enum SummaryFile {
  /// The app extension sets it, since it has no documents of its own.
  static var sharedFolder: URL?

  static var folder: URL {
    sharedFolder ?? URL(fileURLWithPath: NSHomeDirectory() + "/Documents")
  }

  static var url: URL { folder.appendingPathComponent("Sessions.csv") }

  static func append(_ lines: [String]) throws {
    guard !lines.isEmpty else { return }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var data = Data("day;sessions;seconds;longest\n".utf8)
    if FileManager.default.fileExists(atPath: url.path) {
      data = try Data(contentsOf: url)
      // The battery died while it was being written
      if data.last != UInt8(ascii: "\n") {
        data.append(UInt8(ascii: "\n"))
      }
    }
    data.append(Data((lines.joined(separator: "\n") + "\n").utf8))
    try data.write(to: url, options: .atomic)
  }
}
