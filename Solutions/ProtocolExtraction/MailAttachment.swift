import Foundation

/// A file that came with a message.
struct MailAttachment {
  /// Where the file is once it has been downloaded.
  let location: URL

  /// The size that the message declares, in bytes.
  let byteCount: Int

  /// The name that the sender gave to the file.
  var fileName: String { location.lastPathComponent }
}
