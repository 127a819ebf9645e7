import Foundation
import TestSupport
import Testing

#if SOLUTION
  @testable import ProtocolExtractionAfter
#else
  @testable import ProtocolExtractionBefore
#endif

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
    try opener.openAttachment(attachment, with: desktop)
    #expect(desktop.opened == [attachment.location])
  }

  @Test(
    arguments: [
      ("setup.exe", 1, .blockedType(fileName: "setup.exe", ending: "exe")),
      (
        "film.mov", 26_214_401,
        .tooLarge(fileName: "film.mov", byteCount: 26_214_401, limit: 26_214_400)
      ),
    ] as [(String, Int, AttachmentError)])
  func `the desktop isn't asked about an attachment that fails a check`(
    fileName: String, byteCount: Int, error: AttachmentError
  ) throws {
    let attachment = try download(fileName, byteCount: byteCount)
    #expect(throws: error) {
      try opener.openAttachment(attachment, with: desktop)
    }
    #expect(desktop.opened == [])
  }

  @Test func `the type and the size come from the message, not from the file on disk`() throws {
    let film = try download("film.mov", byteCount: 1)
    let file = try FileHandle(forWritingTo: film.location)
    try file.truncate(atOffset: 26_214_401)
    try file.close()
    let link = downloads.url.appendingPathComponent("link.txt")
    try FileManager.default.createSymbolicLink(
      at: link, withDestinationURL: download("setup.exe").location)
    let folder = downloads.url.appendingPathComponent("photos")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    let locations = [film.location, link, folder]
    let summary = try opener.openAll(
      locations.map { MailAttachment(location: $0, byteCount: 1) }, with: desktop)
    #expect(desktop.opened == locations)
    #expect(summary == OpeningSummary(opened: ["film.mov", "link.txt", "photos"]))
  }

  @Test func `an attachment that couldn't be opened can be opened later`() throws {
    let minutes = try download("minutes.txt")
    try FileManager.default.removeItem(at: minutes.location)
    #expect(throws: AttachmentError.notDownloaded(fileName: "minutes.txt")) {
      try opener.openAttachment(minutes, with: desktop)
    }
    _ = try download("minutes.txt")
    desktop.answer = { _ in false }
    #expect(throws: AttachmentError.refused(fileName: "minutes.txt")) {
      try opener.openAttachment(minutes, with: desktop)
    }
    #expect(opener.recentlyOpened.isEmpty)
    desktop.answer = { _ in true }
    try opener.openAttachment(minutes, with: desktop)
    #expect(desktop.opened == [minutes.location, minutes.location])
  }

  // MARK: Recently opened

  @Test func `the menu lists the last five attachments, the most recent first`() throws {
    let files = try ["a", "b", "c", "d", "e", "f"].map { try download($0) }
    for file in files {
      try opener.openAttachment(file, with: desktop)
    }
    #expect(opener.recentlyOpened.map(\.fileName) == ["f", "e", "d", "c", "b"])
    try opener.openAttachment(files[3], with: desktop)
    #expect(opener.recentlyOpened.map(\.fileName) == ["d", "f", "e", "c", "b"])
  }

  @Test func `a link to a file is listed separately, as is another spelling of its path`() throws {
    let minutes = try download("minutes.txt").location
    let link = downloads.url.appendingPathComponent("link.txt")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: minutes)
    let locations = [minutes, link, downloads.url.appendingPathComponent("./minutes.txt")]
    for location in locations {
      try opener.openAttachment(MailAttachment(location: location, byteCount: 1), with: desktop)
    }
    #expect(desktop.opened == locations)
    #expect(opener.recentlyOpened.map(\.location) == locations.reversed())
  }

  @Test func `an attachment opened again is listed with its latest size`() throws {
    for byteCount in [100, 200] {
      try opener.openAttachment(download("minutes.txt", byteCount: byteCount), with: desktop)
    }
    #expect(opener.recentlyOpened.map(\.byteCount) == [200])
  }

  // MARK: Several attachments

  @Test func `a batch is opened in order, without the attachments that fail a check`() throws {
    let archive = try TemporaryFolder()
    let files = [
      try download("z.txt"),
      try download("setup.exe"),
      try download("b.txt"),
      try download("film.mov", byteCount: 26_214_401),
      try download("b.txt", to: archive),
      MailAttachment(location: downloads.url.appendingPathComponent("missing.txt"), byteCount: 1),
      try download("a.txt"),
      try download("z.txt"),
    ]
    let summary = try opener.openAll(files, with: desktop)
    #expect(desktop.opened == [0, 2, 4, 6, 7].map { files[$0].location })
    #expect(
      summary
        == OpeningSummary(
          opened: ["z.txt", "b.txt", "b.txt", "a.txt", "z.txt"],
          failures: [
            .blockedType(fileName: "setup.exe", ending: "exe"),
            .tooLarge(fileName: "film.mov", byteCount: 26_214_401, limit: 26_214_400),
            .notDownloaded(fileName: "missing.txt"),
          ]))
    #expect(opener.recentlyOpened.map(\.location) == [7, 6, 4, 2].map { files[$0].location })
  }

  @Test func `after a refusal, the rest of the batch isn't tried`() throws {
    let song = try download("song.xyz")
    let other = try download("a.txt")
    for file in [song, other] {
      try opener.openAttachment(file, with: desktop)
    }
    desktop.answer = { $0 != song.location }
    let summary = try opener.openAll(
      [download("setup.exe"), download("b.txt"), song, other, download("run.sh"), song],
      with: desktop)
    #expect(desktop.opened.map(\.lastPathComponent) == ["song.xyz", "a.txt", "b.txt", "song.xyz"])
    #expect(
      summary
        == OpeningSummary(
          opened: ["b.txt"],
          failures: [
            .blockedType(fileName: "setup.exe", ending: "exe"), .refused(fileName: "song.xyz"),
          ],
          notTried: ["a.txt", "run.sh", "song.xyz"]))
    #expect(opener.recentlyOpened.map(\.fileName) == ["b.txt", "a.txt", "song.xyz"])
  }

  @Test func `a refusal doesn't stop the next batch`() throws {
    let files = [try download("a.txt"), try download("b.txt")]
    desktop.answer = { _ in false }
    _ = try opener.openAll(files, with: desktop)
    desktop.answer = { _ in true }
    let summary = try opener.openAll(files, with: desktop)
    #expect(summary == OpeningSummary(opened: ["a.txt", "b.txt"]))
    #expect(desktop.opened.map(\.lastPathComponent) == ["a.txt", "a.txt", "b.txt"])
  }

  @Test func `each attachment of a batch is checked when its turn comes`() throws {
    let first = try download("first.txt")
    let second = try download("second.txt")
    desktop.answer = { _ in
      try? FileManager.default.removeItem(at: second.location)
      return true
    }
    let summary = try opener.openAll([first, second], with: desktop)
    #expect(
      summary
        == OpeningSummary(
          opened: ["first.txt"], failures: [.notDownloaded(fileName: "second.txt")]))
  }

  @Test func `ten attachments are opened together, but eleven aren't`() throws {
    let files = try (1...11).map { try download("page \($0)") }
    let pages = ["page 10", "page 9", "page 8", "page 7", "page 6"]
    _ = try opener.openAll(Array(files.prefix(10)), with: desktop)
    #expect(desktop.opened == files.prefix(10).map(\.location))
    #expect(opener.recentlyOpened.map(\.fileName) == pages)
    #expect(throws: AttachmentError.tooMany(count: 11, limit: 10)) {
      try opener.openAll(files, with: desktop)
    }
    #expect(desktop.opened.count == 10)
    #expect(opener.recentlyOpened.map(\.fileName) == pages)
  }

  // MARK: Reopening

  @Test func `the most recently opened attachment is opened again`() throws {
    let files = [try download("a.txt"), try download("b.txt")]
    _ = try opener.openAll(files, with: desktop)
    let otherDesktop = URLOpenerSpy()
    #expect(try opener.reopenLast(with: otherDesktop))
    #expect(otherDesktop.opened == [files[1].location])
    #expect(desktop.opened == files.map(\.location))
    #expect(opener.recentlyOpened.map(\.fileName) == ["b.txt", "a.txt"])
  }

  @Test func `an attachment that can't be reopened stays in the menu`() throws {
    let files = [try download("a.txt"), try download("b.txt")]
    _ = try opener.openAll(files, with: desktop)
    desktop.answer = { _ in false }
    #expect(throws: AttachmentError.refused(fileName: "b.txt")) {
      try opener.reopenLast(with: desktop)
    }
    try FileManager.default.removeItem(at: files[1].location)
    #expect(throws: AttachmentError.notDownloaded(fileName: "b.txt")) {
      try opener.reopenLast(with: desktop)
    }
    #expect(desktop.opened.map(\.lastPathComponent) == ["a.txt", "b.txt", "b.txt"])
    #expect(opener.recentlyOpened.map(\.fileName) == ["b.txt", "a.txt"])
  }

  @Test func `each opener has its own menu`() throws {
    try opener.openAttachment(download("minutes.txt"), with: desktop)
    #expect(try !AttachmentOpener().reopenLast(with: desktop))
  }

  // MARK: Files

  /// Writes an empty file, whatever size the attachment declares.
  private func download(
    _ fileName: String, byteCount: Int = 1, to folder: TemporaryFolder? = nil
  ) throws -> MailAttachment {
    let location = (folder ?? downloads).url.appendingPathComponent(fileName)
    try Data().write(to: location)
    return MailAttachment(location: location, byteCount: byteCount)
  }
}

// MARK: - Test doubles

/// Records what the desktop is asked to open, and answers as the test says, without opening anything.
@MainActor
final class URLOpenerSpy: URLOpener {
  private(set) var opened: [URL] = []
  var answer: (URL) -> Bool = { _ in true }

  func open(_ file: URL) -> Bool {
    opened.append(file)
    return answer(file)
  }
}
