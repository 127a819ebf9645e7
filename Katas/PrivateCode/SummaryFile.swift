//  Copyright © 2020 Pacebook Labs. All rights reserved.

import Foundation

/// This file is attached to the mail that is sent from the support screen.
enum SummaryFile {

  /// The app extension sets this. It has no access to the home folder of the app.
  static var sharedContainerFolder: URL?

  static var folder: URL {
    if let sharedFolder = self.sharedContainerFolder { return sharedFolder }
    return URL(fileURLWithPath: NSHomeDirectory()).appendingPathComponent("Documents")
  }

  static var fileURL: URL {
    return self.folder.appendingPathComponent("Sessions.csv")
  }

  static func appendLines(_ lines: [String]) -> Bool {
    if lines.isEmpty { return true }
    do {
      try FileManager.default.createDirectory(at: self.folder, withIntermediateDirectories: true, attributes: nil)

      var contents = Data("day;sessions;seconds;longest\n".utf8)
      if FileManager.default.fileExists(atPath: self.fileURL.path) {
        contents = try Data(contentsOf: self.fileURL)
        // Older versions didn't write the file atomically, so the last line can be cut off.
        if contents.last != UInt8(ascii: "\n") { contents.append(UInt8(ascii: "\n")) }
      }
      for line in lines {
        contents.append(Data((line + "\n").utf8))
      }
      try contents.write(to: self.fileURL, options: .atomic)
      return true
    } catch {
      return false
    }
  }

}
