import Foundation
import Testing

@testable import ProtocolExtractionAfter
@testable import ProtocolExtractionBefore

/// The module that a characterization test runs against.
enum Version: String, CaseIterable, CustomTestStringConvertible {
  case before, after

  var testDescription: String { rawValue }
}

/// What came of a call, in types that both modules share.
struct Outcome {
  /// The error that was thrown, as it describes itself.
  var error: String?

  var opened: [String] = []
  var failures: [String] = []
  var notTried: [String] = []

  /// What the user gets to read.
  var notice: String?

  /// The locations of the recently opened attachments after the call.
  var recentlyOpened: [URL] = []
}

// The two branches of a switch read the same. The types that they name do not come from the same
// module.
@MainActor extension Version {
  func openAttachment(at location: URL, byteCount: Int = 1) -> Outcome {
    var outcome = Outcome()
    switch self {
    case .before:
      typealias MailAttachment = ProtocolExtractionBefore.MailAttachment
      let opener = ProtocolExtractionBefore.AttachmentOpener()
      let service = ProtocolExtractionBefore.SystemOpener()
      let attachment = MailAttachment(location: location, byteCount: byteCount)
      do {
        try opener.openAttachment(attachment, with: service)
      } catch {
        outcome.error = String(describing: error)
        outcome.notice = error.localizedDescription
      }
      outcome.recentlyOpened = opener.recentlyOpened.map(\.location)
    case .after:
      typealias MailAttachment = ProtocolExtractionAfter.MailAttachment
      let opener = ProtocolExtractionAfter.AttachmentOpener()
      let service = ProtocolExtractionAfter.SystemOpener()
      let attachment = MailAttachment(location: location, byteCount: byteCount)
      do {
        try opener.openAttachment(attachment, with: service)
      } catch {
        outcome.error = String(describing: error)
        outcome.notice = error.localizedDescription
      }
      outcome.recentlyOpened = opener.recentlyOpened.map(\.location)
    }
    return outcome
  }

  /// Opens attachments with one opener, and gives the error of each.
  func openOneAfterAnother(_ files: [(location: URL, byteCount: Int)]) -> [String?] {
    switch self {
    case .before:
      let opener = ProtocolExtractionBefore.AttachmentOpener()
      return files.map { location, byteCount in
        do {
          try opener.openAttachment(
            ProtocolExtractionBefore.MailAttachment(location: location, byteCount: byteCount),
            with: ProtocolExtractionBefore.SystemOpener())
          return nil
        } catch {
          return String(describing: error)
        }
      }
    case .after:
      let opener = ProtocolExtractionAfter.AttachmentOpener()
      return files.map { location, byteCount in
        do {
          try opener.openAttachment(
            ProtocolExtractionAfter.MailAttachment(location: location, byteCount: byteCount),
            with: ProtocolExtractionAfter.SystemOpener())
          return nil
        } catch {
          return String(describing: error)
        }
      }
    }
  }

  /// Opens attachments of one byte each.
  func openAll(_ locations: [URL]) -> Outcome {
    var outcome = Outcome()
    switch self {
    case .before:
      typealias MailAttachment = ProtocolExtractionBefore.MailAttachment
      let opener = ProtocolExtractionBefore.AttachmentOpener()
      let service = ProtocolExtractionBefore.SystemOpener()
      let attachments = locations.map { MailAttachment(location: $0, byteCount: 1) }
      do {
        let summary = try opener.openAll(attachments, with: service)
        outcome.opened = summary.opened
        outcome.failures = summary.failures.map(String.init(describing:))
        outcome.notTried = summary.notTried
        outcome.notice = summary.notice
      } catch {
        outcome.error = String(describing: error)
        outcome.notice = error.localizedDescription
      }
      outcome.recentlyOpened = opener.recentlyOpened.map(\.location)
    case .after:
      typealias MailAttachment = ProtocolExtractionAfter.MailAttachment
      let opener = ProtocolExtractionAfter.AttachmentOpener()
      let service = ProtocolExtractionAfter.SystemOpener()
      let attachments = locations.map { MailAttachment(location: $0, byteCount: 1) }
      do {
        let summary = try opener.openAll(attachments, with: service)
        outcome.opened = summary.opened
        outcome.failures = summary.failures.map(String.init(describing:))
        outcome.notTried = summary.notTried
        outcome.notice = summary.notice
      } catch {
        outcome.error = String(describing: error)
        outcome.notice = error.localizedDescription
      }
      outcome.recentlyOpened = opener.recentlyOpened.map(\.location)
    }
    return outcome
  }

  /// What `reopenLast` of a new opener returns.
  func reopenLast() throws -> Bool {
    switch self {
    case .before:
      try ProtocolExtractionBefore.AttachmentOpener()
        .reopenLast(with: ProtocolExtractionBefore.SystemOpener())
    case .after:
      try ProtocolExtractionAfter.AttachmentOpener()
        .reopenLast(with: ProtocolExtractionAfter.SystemOpener())
    }
  }

  /// The message of `AttachmentError.tooLarge`.
  func tooLargeMessage(byteCount: Int, limit: Int) -> String {
    switch self {
    case .before:
      ProtocolExtractionBefore.AttachmentError
        .tooLarge(fileName: "film.mov", byteCount: byteCount, limit: limit).localizedDescription
    case .after:
      ProtocolExtractionAfter.AttachmentError
        .tooLarge(fileName: "film.mov", byteCount: byteCount, limit: limit).localizedDescription
    }
  }

  /// The notice of a summary in which the desktop refused each file in `refused`.
  func notice(opened: [String], refused: [String], notTried: [String]) -> String? {
    switch self {
    case .before:
      ProtocolExtractionBefore.OpeningSummary(
        opened: opened, failures: refused.map { .refused(fileName: $0) }, notTried: notTried
      ).notice
    case .after:
      ProtocolExtractionAfter.OpeningSummary(
        opened: opened, failures: refused.map { .refused(fileName: $0) }, notTried: notTried
      ).notice
    }
  }

  /// How many attachments the list of recently opened ones holds.
  var recentLimit: Int {
    switch self {
    case .before: ProtocolExtractionBefore.AttachmentOpener.recentLimit
    case .after: ProtocolExtractionAfter.AttachmentOpener.recentLimit
    }
  }
}
