import Foundation

/// Why attachments weren't opened.
enum AttachmentError: Error, Equatable {
  /// The file name has a blocked ending.
  case blockedType(fileName: String, ending: String)

  /// The attachment is larger than the limit. Both sizes are in bytes.
  case tooLarge(fileName: String, byteCount: Int, limit: Int)

  /// The file isn't where the download put it.
  case notDownloaded(fileName: String)

  /// The desktop didn't open the file.
  case refused(fileName: String)

  /// There are more attachments than can be opened together.
  case tooMany(count: Int, limit: Int)
}

extension AttachmentError: LocalizedError {
  /// A message for the user.
  var errorDescription: String? {
    switch self {
    case .blockedType(let fileName, let ending):
      "“\(fileName)” was not opened: “.\(ending)” files can run programs on this computer."
    case .tooLarge(let fileName, let byteCount, let limit):
      "“\(fileName)” was not opened: it has \(megabytes(byteCount)), the limit is "
        + "\(megabytes(limit))."
    case .notDownloaded(let fileName):
      "“\(fileName)” was not opened: it is no longer on this computer. Download it again."
    case .refused(let fileName):
      "“\(fileName)” was not opened: no program on this computer took it."
    case .tooMany(let count, let limit):
      "\(count) attachments were not opened: \(limit) can be opened together."
    }
  }

  private func megabytes(_ byteCount: Int) -> String {
    "\(byteCount / 1_048_576) MB"
  }
}
