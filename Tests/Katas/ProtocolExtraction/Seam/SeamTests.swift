import Foundation
import TestSupport
import Testing

@testable import ProtocolExtraction

/// What `AttachmentOpener` asks of the desktop, and what it does with the answers.
@MainActor
@Suite("ProtocolExtraction: seam", .namesModule)
struct SeamTests {
  private let opener = AttachmentOpener()
  private let desktop = URLOpenerSpy()
  private let downloads: TemporaryFolder

  init() throws {
    downloads = try TemporaryFolder()
  }

  // MARK: One attachment

  @Test(arguments: ["minutes.txt", "résumé 50%.docx", ".bat"])
  func `an attachment that passes the checks is handed to the desktop once`(
    fileName: String
  ) throws {
    let attachment = try download(fileName)
    let result = opener.openAttachment(attachment, with: desktop)
    #expect(result == .success(attachment))
    #expect(desktop.opened == [attachment.fileURL])
  }

  @Test(arguments: [("setup.exe", 1), ("film.mov", 26_214_401)])
  func `the desktop isn't asked about an attachment that fails a check`(
    fileName: String, byteCount: Int
  ) throws {
    try opener.openAttachment(download(fileName, byteCount: byteCount), with: desktop)
    let minutes = try download("minutes.txt")
    opener.openAttachment(minutes, with: desktop)
    #expect(desktop.opened == [minutes.fileURL])
  }

  @Test func `the size comes from the message, not from the file on disk`() throws {
    let film = try download("film.mov", byteCount: 1)
    let file = try FileHandle(forWritingTo: film.fileURL)
    // One byte more than the limit
    try file.truncate(atOffset: 26_214_401)
    try file.close()
    #expect(opener.openAttachment(film, with: desktop) == .success(film))
  }

  @Test func `an attachment that was refused can be opened later`() throws {
    let minutes = try download("minutes.txt")
    desktop.answer = { _ in false }
    let refusal = opener.openAttachment(minutes, with: desktop)
    #expect(refusal == .failure(.refused(fileName: "minutes.txt")))
    #expect(opener.recentAttachments == [])
    desktop.answer = { _ in true }
    #expect(opener.openAttachment(minutes, with: desktop) == .success(minutes))
    #expect(desktop.opened == [minutes.fileURL, minutes.fileURL])
  }

  @Test func `an attachment can be opened twice in a row`() throws {
    let minutes = try download("minutes.txt")
    opener.openAttachment(minutes, with: desktop)
    opener.openAttachment(minutes, with: desktop)
    #expect(desktop.opened == [minutes.fileURL, minutes.fileURL])
  }

  @Test func `an attachment that was missing can be opened after its download`() throws {
    let minutes = LPAttachment(
      fileURL: downloads.url.appendingPathComponent("minutes.txt"), byteCount: 1)
    let failure = opener.openAttachment(minutes, with: desktop)
    #expect(failure == .failure(.notDownloaded(fileName: "minutes.txt")))
    _ = try download("minutes.txt")
    #expect(opener.openAttachment(minutes, with: desktop) == .success(minutes))
  }

  // MARK: Explanations

  @Test func `a refusal is explained`() throws {
    desktop.answer = { _ in false }
    try opener.openAttachment(download("song.xyz"), with: desktop)
    #expect(
      opener.lastErrorMessage
        == "“song.xyz” can't be opened. You may not have an app for this type of file.")
  }

  @Test func `the explanation of a failure disappears when an attachment is opened`() throws {
    try opener.openAttachment(download("setup.exe"), with: desktop)
    #expect(opener.lastErrorMessage != nil)
    try opener.openAttachment(download("minutes.txt"), with: desktop)
    #expect(opener.lastErrorMessage == nil)
  }

  @Test func `a batch leaves no explanation if its last attachment was opened`() throws {
    let result = try opener.openAll([download("run.sh"), download("minutes.txt")], with: desktop)
    let summary = LPOpeningSummary(
      openedFileNames: ["minutes.txt"],
      failures: [.blockedType(fileName: "run.sh", fileExtension: "sh")])
    #expect(result == .success(summary))
    #expect(opener.lastErrorMessage == nil)
  }

  @Test func `a batch leaves the explanation of a failure at its end`() throws {
    _ = try opener.openAll([download("minutes.txt"), download("run.sh")], with: desktop)
    #expect(
      opener.lastErrorMessage
        == "“run.sh” can't be opened because “.sh” files may harm your computer.")
  }

  // MARK: Recently opened

  @Test func `the menu lists the last five attachments, the most recent first`() throws {
    for fileName in ["a", "b", "c", "d", "e", "f"] {
      try opener.openAttachment(download(fileName), with: desktop)
    }
    #expect(opener.recentMenuTitles == ["f", "e", "d", "c", "b"])
  }

  @Test func `an attachment that's opened again moves to the top of the menu`() throws {
    for fileName in ["a", "b", "c", "d", "e", "b"] {
      try opener.openAttachment(download(fileName), with: desktop)
    }
    #expect(opener.recentMenuTitles == ["b", "e", "d", "c", "a"])
  }

  @Test func `an attachment that's opened again is listed with its latest size`() throws {
    try opener.openAttachment(download("minutes.txt", byteCount: 100), with: desktop)
    try opener.openAttachment(download("minutes.txt", byteCount: 200), with: desktop)
    #expect(opener.recentAttachments.map(\.byteCount) == [200])
  }

  @Test func `two attachments with the same name are both in the menu`() throws {
    let archive = try TemporaryFolder()
    let minutes = try download("minutes.txt")
    let archivedMinutes = try download("minutes.txt", to: archive)
    opener.openAttachment(minutes, with: desktop)
    opener.openAttachment(archivedMinutes, with: desktop)
    #expect(opener.recentAttachments == [archivedMinutes, minutes])
    #expect(opener.recentMenuTitles == ["minutes.txt", "minutes.txt"])
  }

  @Test func `an attachment that's missing the second time stays in the menu`() throws {
    let minutes = try download("minutes.txt")
    opener.openAttachment(minutes, with: desktop)
    try FileManager.default.removeItem(at: minutes.fileURL)
    let failure = opener.openAttachment(minutes, with: desktop)
    #expect(failure == .failure(.notDownloaded(fileName: "minutes.txt")))
    #expect(opener.recentAttachments == [minutes])
  }

  @Test func `each opener has its own menu`() throws {
    try opener.openAttachment(download("minutes.txt"), with: desktop)
    let otherOpener = AttachmentOpener()
    #expect(opener.recentMenuTitles == ["minutes.txt"])
    #expect(otherOpener.recentMenuTitles == [])
  }

  // MARK: Several attachments

  @Test func `a batch is opened in order, without the attachments that fail a check`() throws {
    let song = try download("song.mp3")
    let film = try download("film.mov", byteCount: 26_214_401)
    let agenda = try download("agenda.txt")
    let result = opener.openAll([song, film, agenda], with: desktop)
    let summary = LPOpeningSummary(
      openedFileNames: ["song.mp3", "agenda.txt"],
      failures: [.tooLarge(fileName: "film.mov", byteCount: 26_214_401, limit: 26_214_400)])
    #expect(result == .success(summary))
    #expect(desktop.opened == [song.fileURL, agenda.fileURL])
  }

  @Test func `an attachment that's in a batch twice is opened twice`() throws {
    let page = try download("page.txt")
    let result = opener.openAll([page, page], with: desktop)
    #expect(result == .success(LPOpeningSummary(openedFileNames: ["page.txt", "page.txt"])))
    #expect(desktop.opened == [page.fileURL, page.fileURL])
  }

  @Test func `after a refusal, the rest of the batch isn't tried`() throws {
    let agenda = try download("agenda.txt")
    let song = try download("song.xyz")
    let page = try download("page.txt")
    desktop.answer = { $0 == agenda.fileURL }
    let result = opener.openAll([agenda, song, page, page], with: desktop)
    let summary = LPOpeningSummary(
      openedFileNames: ["agenda.txt"], failures: [.refused(fileName: "song.xyz")],
      remainingFileNames: ["page.txt", "page.txt"])
    #expect(result == .success(summary))
    #expect(desktop.opened == [agenda.fileURL, song.fileURL])
  }

  @Test func `a refusal doesn't stop the next batch`() throws {
    let files = [try download("a.txt"), try download("b.txt")]
    desktop.answer = { _ in false }
    _ = opener.openAll(files, with: desktop)
    desktop.answer = { _ in true }
    let result = opener.openAll(files, with: desktop)
    #expect(result == .success(LPOpeningSummary(openedFileNames: ["a.txt", "b.txt"])))
    #expect(desktop.opened.map(\.lastPathComponent) == ["a.txt", "a.txt", "b.txt"])
  }

  @Test func `each attachment of a batch is checked when its turn comes`() throws {
    let first = try download("first.txt")
    let second = try download("second.txt")
    desktop.answer = { _ in
      try? FileManager.default.removeItem(at: second.fileURL)
      return true
    }
    let result = opener.openAll([first, second], with: desktop)
    let summary = LPOpeningSummary(
      openedFileNames: ["first.txt"], failures: [.notDownloaded(fileName: "second.txt")])
    #expect(result == .success(summary))
  }

  @Test func `ten attachments are opened together`() throws {
    let pages = try (1...10).map { try download("page \($0)") }
    _ = opener.openAll(pages, with: desktop)
    #expect(desktop.opened == pages.map(\.fileURL))
  }

  @Test func `none of eleven attachments is opened`() throws {
    let pages = try (1...11).map { try download("page \($0)") }
    let result = opener.openAll(pages, with: desktop)
    #expect(result == .failure(.tooMany(count: 11, limit: 10)))
    #expect(desktop.opened == [])
  }

  // MARK: Reopening

  @Test func `the shortcut reopens the most recently opened attachment`() throws {
    let agenda = try download("agenda.txt")
    let minutes = try download("minutes.txt")
    // With another spy, so that this one records only the shortcut
    _ = opener.openAll([agenda, minutes], with: URLOpenerSpy())
    #expect(opener.reopenLastAttachment(with: desktop))
    #expect(desktop.opened == [minutes.fileURL])
  }

  @Test func `reopening an attachment leaves the menu as it was`() throws {
    let agenda = try download("agenda.txt")
    let minutes = try download("minutes.txt")
    _ = opener.openAll([agenda, minutes], with: desktop)
    #expect(opener.reopenLastAttachment(with: desktop))
    #expect(desktop.opened == [agenda.fileURL, minutes.fileURL, minutes.fileURL])
    #expect(opener.recentAttachments == [minutes, agenda])
  }

  @Test func `an attachment that's refused by the shortcut stays in the menu`() throws {
    let minutes = try download("minutes.txt")
    opener.openAttachment(minutes, with: desktop)
    desktop.answer = { _ in false }
    #expect(!opener.reopenLastAttachment(with: desktop))
    #expect(desktop.opened == [minutes.fileURL, minutes.fileURL])
    #expect(opener.recentAttachments == [minutes])
  }

  /// If the next attachment is missing, too, it stays until somebody uses the shortcut again.
  @Test func `the shortcut removes a missing attachment from the menu`() throws {
    let agenda = try download("agenda.txt")
    let song = try download("song.mp3")
    let minutes = try download("minutes.txt")
    // With another spy, so that this one records only the shortcut
    _ = opener.openAll([agenda, song, minutes], with: URLOpenerSpy())
    for missing in [song, minutes] { try FileManager.default.removeItem(at: missing.fileURL) }
    #expect(!opener.reopenLastAttachment(with: desktop))
    #expect(desktop.opened == [])
    #expect(opener.recentAttachments == [song, agenda])
  }

  /// Only opening an attachment clears the explanation.
  @Test(.tags(.quirk)) func `reopening an attachment leaves the explanation as it was`() throws {
    _ = try opener.openAll([download("minutes.txt"), download("run.sh")], with: desktop)
    #expect(opener.reopenLastAttachment(with: desktop))
    #expect(desktop.opened.map(\.lastPathComponent) == ["minutes.txt", "minutes.txt"])
    #expect(
      opener.lastErrorMessage
        == "“run.sh” can't be opened because “.sh” files may harm your computer.")
  }

  @Test(.tags(.quirk)) func `a refusal isn't explained to a user of the shortcut`() throws {
    try opener.openAttachment(download("minutes.txt"), with: desktop)
    desktop.answer = { _ in false }
    #expect(!opener.reopenLastAttachment(with: desktop))
    #expect(opener.lastErrorMessage == nil)
  }

  @Test(.tags(.quirk)) func `a missing file isn't explained to a user of the shortcut`() throws {
    let minutes = try download("minutes.txt")
    opener.openAttachment(minutes, with: desktop)
    try FileManager.default.removeItem(at: minutes.fileURL)
    #expect(!opener.reopenLastAttachment(with: desktop))
    #expect(opener.lastErrorMessage == nil)
  }

  // MARK: Files

  /// Writes an empty file, whatever size the attachment declares.
  private func download(
    _ fileName: String, byteCount: Int = 1, to folder: TemporaryFolder? = nil
  ) throws -> LPAttachment {
    let fileURL = (folder ?? downloads).url.appendingPathComponent(fileName)
    try Data().write(to: fileURL)
    return LPAttachment(fileURL: fileURL, byteCount: byteCount)
  }
}

// MARK: - Test doubles

/// Records what the desktop is asked to open, and answers as the test says, without opening
/// anything.
@MainActor
final class URLOpenerSpy: URLOpener {
  private(set) var opened: [URL] = []
  var answer: (URL) -> Bool = { _ in true }

  func open(_ file: URL) -> Bool {
    opened.append(file)
    return answer(file)
  }
}
