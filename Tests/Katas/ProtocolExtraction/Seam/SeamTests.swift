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

  @Test(
    arguments: [
      ("setup.exe", 1, .blockedType(fileName: "setup.exe", fileExtension: "exe")),
      (
        "film.mov", 26_214_401,
        .tooLarge(fileName: "film.mov", byteCount: 26_214_401, limit: 26_214_400)
      ),
    ] as [(String, Int, LPAttachmentError)])
  func `the desktop isn't asked about an attachment that fails a check`(
    fileName: String, byteCount: Int, error: LPAttachmentError
  ) throws {
    let result = try opener.openAttachment(download(fileName, byteCount: byteCount), with: desktop)
    #expect(result == .failure(error))
    #expect(desktop.opened == [])
  }

  @Test func `the size comes from the message, not from the file on disk`() throws {
    let film = try download("film.mov", byteCount: 1)
    let file = try FileHandle(forWritingTo: film.fileURL)
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
    #expect(opener.recentAttachments == [minutes])
  }

  @Test func `an attachment that was downloaded again can be opened`() throws {
    let minutes = try download("minutes.txt")
    try FileManager.default.removeItem(at: minutes.fileURL)
    let failure = opener.openAttachment(minutes, with: desktop)
    #expect(failure == .failure(.notDownloaded(fileName: "minutes.txt")))
    _ = try download("minutes.txt")
    #expect(opener.openAttachment(minutes, with: desktop) == .success(minutes))
  }

  // MARK: Explanations

  @Test func `a refusal is explained`() throws {
    try opener.openAttachment(download("setup.exe"), with: desktop)
    desktop.answer = { _ in false }
    try opener.openAttachment(download("song.xyz"), with: desktop)
    #expect(
      opener.lastErrorMessage
        == "“song.xyz” can't be opened. You may not have an app for this type of file.")
  }

  @Test func `the explanation of a failure disappears when an attachment is opened`() throws {
    try opener.openAttachment(download("setup.exe"), with: desktop)
    try opener.openAttachment(download("minutes.txt"), with: desktop)
    #expect(opener.lastErrorMessage == nil)
  }

  @Test func `a batch leaves an explanation only if its last attachment fails`() throws {
    _ = try opener.openAll([download("run.sh"), download("a.txt")], with: desktop)
    #expect(opener.lastErrorMessage == nil)
    _ = try opener.openAll([download("a.txt"), download("run.sh")], with: desktop)
    #expect(
      opener.lastErrorMessage
        == "“run.sh” can't be opened because “.sh” files may harm your computer.")
  }

  // MARK: Recently opened

  @Test func `the menu lists the last five attachments, the most recent first`() throws {
    let files = try ["a", "b", "c", "d", "e", "f"].map { try download($0) }
    for file in files {
      opener.openAttachment(file, with: desktop)
    }
    #expect(opener.recentMenuTitles == ["f", "e", "d", "c", "b"])
    opener.openAttachment(files[3], with: desktop)
    #expect(opener.recentMenuTitles == ["d", "f", "e", "c", "b"])
  }

  @Test func `an attachment opened again is listed with its latest size`() throws {
    for byteCount in [100, 200] {
      try opener.openAttachment(download("minutes.txt", byteCount: byteCount), with: desktop)
    }
    #expect(opener.recentAttachments.map(\.byteCount) == [200])
  }

  @Test func `an attachment that fails a second time stays in the menu`() throws {
    let files = [try download("a.txt"), try download("b.txt")]
    _ = opener.openAll(files, with: desktop)
    desktop.answer = { _ in false }
    let refusal = opener.openAttachment(files[0], with: desktop)
    #expect(refusal == .failure(.refused(fileName: "a.txt")))
    try FileManager.default.removeItem(at: files[0].fileURL)
    let failure = opener.openAttachment(files[0], with: desktop)
    #expect(failure == .failure(.notDownloaded(fileName: "a.txt")))
    #expect(opener.recentAttachments == [files[1], files[0]])
  }

  @Test func `each opener has its own menu`() throws {
    try opener.openAttachment(download("minutes.txt"), with: desktop)
    let other = AttachmentOpener()
    #expect(other.recentAttachments == [])
  }

  // MARK: Several attachments

  @Test func `a batch is opened in order, without the attachments that fail a check`() throws {
    let archive = try TemporaryFolder()
    let z = try download("z.txt")
    let setup = try download("setup.exe")
    let b = try download("b.txt")
    let film = try download("film.mov", byteCount: 26_214_401)
    let archivedB = try download("b.txt", to: archive)
    let missing = LPAttachment(
      fileURL: downloads.url.appendingPathComponent("missing.txt"), byteCount: 1)
    let result = opener.openAll([z, setup, b, film, archivedB, missing, z], with: desktop)
    let summary = LPOpeningSummary(
      openedFileNames: ["z.txt", "b.txt", "b.txt", "z.txt"],
      failures: [
        .blockedType(fileName: "setup.exe", fileExtension: "exe"),
        .tooLarge(fileName: "film.mov", byteCount: 26_214_401, limit: 26_214_400),
        .notDownloaded(fileName: "missing.txt"),
      ])
    #expect(result == .success(summary))
    #expect(desktop.opened == [z, b, archivedB, z].map(\.fileURL))
    #expect(opener.recentAttachments == [z, archivedB, b])
  }

  @Test func `after a refusal, the rest of the batch isn't tried`() throws {
    let files = try ["a.txt", "setup.exe", "song.xyz", "c.txt", "b.txt", "c.txt"]
      .map { try download($0) }
    desktop.answer = { $0.lastPathComponent != "song.xyz" }
    let result = opener.openAll(files, with: desktop)
    let summary = LPOpeningSummary(
      openedFileNames: ["a.txt"],
      failures: [
        .blockedType(fileName: "setup.exe", fileExtension: "exe"), .refused(fileName: "song.xyz"),
      ],
      remainingFileNames: ["c.txt", "b.txt", "c.txt"])
    #expect(result == .success(summary))
    #expect(desktop.opened == [files[0].fileURL, files[2].fileURL])
    #expect(opener.recentAttachments == [files[0]])
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

  @Test func `ten attachments are opened together, but eleven aren't`() throws {
    let files = try (1...11).map { try download("page \($0)") }
    _ = opener.openAll(Array(files.prefix(10)), with: desktop)
    #expect(desktop.opened == files.prefix(10).map(\.fileURL))
    let result = opener.openAll(files, with: desktop)
    #expect(result == .failure(.tooMany(count: 11, limit: 10)))
    #expect(desktop.opened.count == 10)
  }

  // MARK: Reopening

  @Test func `the most recently opened attachment is opened again`() throws {
    let files = [try download("a.txt"), try download("b.txt")]
    _ = opener.openAll(files, with: desktop)
    let otherDesktop = URLOpenerSpy()
    #expect(opener.reopenLastAttachment(with: otherDesktop))
    #expect(otherDesktop.opened == [files[1].fileURL])
    #expect(desktop.opened == files.map(\.fileURL))
    #expect(opener.recentAttachments == [files[1], files[0]])
  }

  @Test func `an attachment that's refused when it's reopened stays in the menu`() throws {
    let minutes = try download("minutes.txt")
    opener.openAttachment(minutes, with: desktop)
    desktop.answer = { _ in false }
    #expect(!opener.reopenLastAttachment(with: desktop))
    #expect(desktop.opened == [minutes.fileURL, minutes.fileURL])
    #expect(opener.recentAttachments == [minutes])
    desktop.answer = { _ in true }
    #expect(opener.reopenLastAttachment(with: desktop))
  }

  @Test func `a missing attachment leaves the menu, and the one before can be reopened`() throws {
    let files = try ["a.txt", "b.txt", "c.txt"].map { try download($0) }
    _ = opener.openAll(files, with: desktop)
    try FileManager.default.removeItem(at: files[0].fileURL)
    try FileManager.default.removeItem(at: files[2].fileURL)
    #expect(!opener.reopenLastAttachment(with: desktop))
    #expect(opener.recentAttachments == [files[1], files[0]])
    #expect(opener.reopenLastAttachment(with: desktop))
    #expect(desktop.opened.map(\.lastPathComponent) == ["a.txt", "b.txt", "c.txt", "b.txt"])
  }

  /// A failure of the shortcut isn't explained, and its success doesn't clear an earlier
  /// explanation (a quirk).
  @Test func `reopening an attachment leaves the explanation as it was`() throws {
    let explanation = "“run.sh” can't be opened because “.sh” files may harm your computer."
    let minutes = try download("minutes.txt")
    _ = try opener.openAll([minutes, download("run.sh")], with: desktop)
    #expect(opener.reopenLastAttachment(with: desktop))
    #expect(opener.lastErrorMessage == explanation)
    desktop.answer = { _ in false }
    #expect(!opener.reopenLastAttachment(with: desktop))
    #expect(opener.lastErrorMessage == explanation)
    try FileManager.default.removeItem(at: minutes.fileURL)
    #expect(!opener.reopenLastAttachment(with: desktop))
    #expect(opener.lastErrorMessage == explanation)
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
