import Foundation

/// A file that came with a message.
struct MailAttachment {
  /// Where the file is once it has been downloaded.
  let location: URL

  /// The size declared in the message, in bytes.
  let byteCount: Int

  /// The file name that the user sees.
  var fileName: String { location.lastPathComponent }
}
