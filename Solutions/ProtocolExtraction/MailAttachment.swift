import Foundation

/// A file that came with a message.
struct MailAttachment {
  /// Where the file is once it has been downloaded.
  let location: URL

  /// The size that the message declares, in bytes.
  let byteCount: Int

  /// The name of the file, as people see it.
  var fileName: String { location.lastPathComponent }
}
