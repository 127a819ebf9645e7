import Foundation

/// What `AttachmentOpener` needs from the desktop.
protocol URLOpener {
  /// Opens a file, and returns whether that worked.
  func open(_ file: URL) -> Bool
}

extension SystemOpener: URLOpener {}

/// Opens mail attachments with the programs on the user's desktop.
final class AttachmentOpener {
  /// The maximum size of an attachment, in bytes.
  static let sizeLimit = 25 * 1_048_576

  /// How many attachments can be opened together.
  static let batchLimit = 10

  /// How many attachments the “Recently Opened” menu keeps.
  static let recentLimit = 5

  private static let blockedEndings: Set<String> = [
    "app", "bat", "cmd", "com", "exe", "jar", "js", "msi", "ps1", "scr", "sh", "vbs",
  ]

  /// The attachments that the desktop opened, most recent first. Each location occurs only once.
  private(set) var recentlyOpened: [MailAttachment] = []

  /// Opens an attachment, and remembers it as recently opened if that worked.
  func openAttachment(
    _ attachment: MailAttachment,
    with service: any URLOpener
  ) throws(AttachmentError) {
    try check(attachment)
    guard service.open(attachment.location) else {
      throw .refused(fileName: attachment.fileName)
    }
    recentlyOpened.removeAll { $0.location == attachment.location }
    recentlyOpened.insert(attachment, at: 0)
    recentlyOpened = Array(recentlyOpened.prefix(Self.recentLimit))
  }

  /// Opens attachments one by one, in order.
  ///
  /// Attachments that fail a check are skipped. After a refusal by the desktop, the rest aren't
  /// tried: the user has just seen one dialog, and doesn't need more of them.
  ///
  /// - Throws: `AttachmentError.tooMany`, without opening any.
  func openAll(
    _ attachments: [MailAttachment],
    with service: any URLOpener
  ) throws(AttachmentError) -> OpeningSummary {
    guard attachments.count <= Self.batchLimit else {
      throw .tooMany(count: attachments.count, limit: Self.batchLimit)
    }
    var summary = OpeningSummary()
    var remaining = ArraySlice(attachments)
    while let attachment = remaining.popFirst() {
      do {
        try openAttachment(attachment, with: service)
        summary.opened.append(attachment.fileName)
      } catch {
        summary.failures.append(error)
        if case .refused = error {
          summary.notTried = remaining.map(\.fileName)
          break
        }
      }
    }
    return summary
  }

  /// Opens the most recently opened attachment again.
  ///
  /// - Returns: `false` if nothing has been opened yet.
  func reopenLast(with service: any URLOpener) throws(AttachmentError) -> Bool {
    guard let attachment = recentlyOpened.first else { return false }
    try openAttachment(attachment, with: service)
    return true
  }

  private func check(_ attachment: MailAttachment) throws(AttachmentError) {
    let endings = attachment.fileName.lowercased().split(separator: ".").dropFirst()
    if let ending = endings.map(String.init).first(where: Self.blockedEndings.contains) {
      throw .blockedType(fileName: attachment.fileName, ending: ending)
    }
    guard attachment.byteCount <= Self.sizeLimit else {
      throw .tooLarge(
        fileName: attachment.fileName, byteCount: attachment.byteCount, limit: Self.sizeLimit)
    }
    guard FileManager.default.fileExists(atPath: attachment.location.path) else {
      throw .notDownloaded(fileName: attachment.fileName)
    }
  }
}
