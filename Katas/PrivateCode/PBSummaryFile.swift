//  Copyright © 2020 Pacebook Labs. All rights reserved.

import Foundation

/// Attachment, see PBSupportViewController
enum PBSummaryFile {

  // set by the widget
  static var sharedContainerURL: URL?

  static var folderURL: URL {
    if let url = self.sharedContainerURL { return url }
    return URL(fileURLWithPath: NSHomeDirectory()).appendingPathComponent("Documents")
  }

  static var fileURL: URL {
    return folderURL.appendingPathComponent(PBConstants.summaryFileName)
  }

  static var exists: Bool {
    return FileManager.default.fileExists(atPath: fileURL.path)
  }

  static func appendLines(_ lines: [String]) -> Bool {
    if lines.count == 0 { return true }
    let newline = UInt8(ascii: "\n")
    do {
      try FileManager.default.createDirectory(at: self.folderURL, withIntermediateDirectories: true, attributes: nil)

      var contents: Data
      if exists {
        contents = try Data(contentsOf: self.fileURL)
        if contents.last != newline { contents.append(newline) }
      } else {
        contents = Data((PBConstants.summaryHeader + "\n").utf8)
      }
      for i in 0..<lines.count {
        contents.append(Data((lines[i] + "\n").utf8))
      }
      try contents.write(to: self.fileURL, options: .atomic)
      return true
    } catch {
      SentrySDK.capture(error: error)
      return false
    }
  }

}
