import Foundation
import Testing

#if ATTEMPT
  @testable import ProtocolExtractionBefore
#else
  @testable import ProtocolExtractionAfter
#endif

/// What `AttachmentOpener` does with the desktop's answers, which the seam makes testable.
@MainActor
@Suite("ProtocolExtraction: seam")
struct SeamTests {
  private let downloads: TemporaryFolder
  private let opener = AttachmentOpener()
  private let desktop = URLOpenerSpy()

  init() throws {
    downloads = try TemporaryFolder()
  }

  // MARK: One attachment

  @Test func `a downloaded file is handed to the desktop once`() throws {
    let minutes = try downloads.addAttachment("minutes.txt")
    try open(minutes)
    #expect(desktop.opened == [minutes.location])
  }

  @Test(arguments: ["minutes", "minutes.pdf", "exe", ".bat", "setup.exec", "résumé.docx"])
  func `a type that is not blocked is opened`(fileName: String) throws {
    let attachment = try downloads.addAttachment(fileName)
    try open(attachment)
    #expect(desktop.opened == [attachment.location])
  }

  @Test(arguments: [0, 1, 26_214_399, 26_214_400])
  func `a size up to 25 MB is opened`(byteCount: Int) throws {
    let film = try downloads.addAttachment("film.mov", byteCount: byteCount)
    try open(film)
    #expect(desktop.opened == [film.location])
  }

  @Test func `the desktop is not asked about a blocked type`() throws {
    let setup = try downloads.addAttachment("setup.exe")
    #expect(throws: AttachmentError.blockedType(fileName: "setup.exe", ending: "exe")) {
      try open(setup)
    }
    #expect(desktop.opened == [])
  }

  @Test func `the desktop is not asked about a file that is too large`() throws {
    let film = try downloads.addAttachment("film.mov", byteCount: 26_214_401)
    let tooLarge = AttachmentError.tooLarge(
      fileName: "film.mov", byteCount: 26_214_401, limit: 26_214_400)
    #expect(throws: tooLarge) {
      try open(film)
    }
    #expect(desktop.opened == [])
  }

  @Test func `the desktop is not asked about a missing file`() throws {
    let minutes = try downloads.addAttachment("minutes.txt")
    try downloads.remove(minutes)
    #expect(throws: AttachmentError.notDownloaded(fileName: "minutes.txt")) {
      try open(minutes)
    }
    #expect(desktop.opened == [])
  }

  @Test func `a refusal by the desktop is an error`() throws {
    let song = try downloads.addAttachment("song.xyz")
    desktop.refuses = [song.location]
    #expect(throws: AttachmentError.refused(fileName: "song.xyz")) {
      try open(song)
    }
    #expect(desktop.opened == [song.location])
  }

  @Test func `a file is handed over as it is spelled, and listed so`() throws {
    let minutes = try downloads.addAttachment("minutes.txt")
    let again = MailAttachment(
      location: downloads.url.appendingPathComponent("./minutes.txt"), byteCount: 1)
    try open(minutes)
    try open(again)
    #expect(desktop.opened == [minutes.location, again.location])
    #expect(opener.recentlyOpened.map(\.location) == [again.location, minutes.location])
  }

  @Test func `a folder is opened as well, and the declared size is what counts`() throws {
    let folder = MailAttachment(location: downloads.url, byteCount: 1)
    let large = try downloads.addAttachment("film.mov", content: Data(count: 26_214_401))
    try open(folder)
    try open(large)
    #expect(desktop.opened == [downloads.url, large.location])
  }

  @Test func `what failed once may work the next time`() throws {
    let minutes = try downloads.addAttachment("minutes.txt")
    try downloads.remove(minutes)
    #expect(throws: AttachmentError.notDownloaded(fileName: "minutes.txt")) {
      try open(minutes)
    }
    _ = try downloads.addAttachment("minutes.txt")
    desktop.refuses = [minutes.location]
    #expect(throws: AttachmentError.refused(fileName: "minutes.txt")) {
      try open(minutes)
    }
    desktop.refuses = []
    try open(minutes)
    #expect(desktop.opened == [minutes.location, minutes.location])
  }

  // MARK: Recently opened

  @Test func `the most recently opened comes first`() throws {
    let files = try downloads.addAttachments("a.txt", "b.txt", "c.txt")
    for file in files {
      try open(file)
    }
    #expect(opener.recentlyOpened.map(\.fileName) == ["c.txt", "b.txt", "a.txt"])
  }

  @Test func `a file opened again moves to the front`() throws {
    let files = try downloads.addAttachments("a.txt", "b.txt", "c.txt")
    for file in files + [files[0]] {
      try open(file)
    }
    #expect(opener.recentlyOpened.map(\.fileName) == ["a.txt", "c.txt", "b.txt"])
  }

  @Test func `files of the same name in two folders are two files`() throws {
    let archive = try TemporaryFolder()
    let downloaded = try downloads.addAttachment("minutes.txt")
    let archived = try archive.addAttachment("minutes.txt")
    try open(downloaded)
    try open(archived)
    #expect(opener.recentlyOpened.map(\.location) == [archived.location, downloaded.location])
  }

  @Test func `a file opened again counts with its latest size`() throws {
    let first = try downloads.addAttachment("minutes.txt", byteCount: 100)
    let second = MailAttachment(location: first.location, byteCount: 200)
    try open(first)
    try open(second)
    #expect(opener.recentlyOpened.map(\.byteCount) == [200])
  }

  @Test func `the sixth file pushes the oldest out`() throws {
    let files = try downloads.addAttachments(
      "a.txt", "b.txt", "c.txt", "d.txt", "e.txt", "f.txt")
    for file in files.prefix(5) {
      try open(file)
    }
    #expect(
      opener.recentlyOpened.map(\.fileName) == ["e.txt", "d.txt", "c.txt", "b.txt", "a.txt"])
    try open(files[5])
    #expect(
      opener.recentlyOpened.map(\.fileName) == ["f.txt", "e.txt", "d.txt", "c.txt", "b.txt"])
  }

  @Test func `a refused file leaves the list as it was`() throws {
    let files = try downloads.addAttachments("a.txt", "b.txt")
    for file in files {
      try open(file)
    }
    desktop.refuses = [files[0].location]
    #expect(throws: AttachmentError.refused(fileName: "a.txt")) {
      try open(files[0])
    }
    #expect(opener.recentlyOpened.map(\.fileName) == ["b.txt", "a.txt"])
  }

  @Test func `a file of a full list that is opened again pushes none out`() throws {
    let files = try downloads.addAttachments("a.txt", "b.txt", "c.txt", "d.txt", "e.txt")
    for file in files + [files[2]] {
      try open(file)
    }
    #expect(
      opener.recentlyOpened.map(\.fileName) == ["c.txt", "e.txt", "d.txt", "b.txt", "a.txt"])
  }

  @Test func `no failure changes the list`() throws {
    let files = try downloads.addAttachments("a.txt", "b.txt", "c.txt")
    for file in files {
      try open(file)
    }
    let large = MailAttachment(location: files[0].location, byteCount: 26_214_401)
    let tooLarge = AttachmentError.tooLarge(
      fileName: "a.txt", byteCount: 26_214_401, limit: 26_214_400)
    #expect(throws: tooLarge) {
      try open(large)
    }
    #expect(throws: AttachmentError.tooMany(count: 11, limit: 10)) {
      try openAll(Array(repeating: files[0], count: 11))
    }
    try downloads.remove(files[1])
    #expect(throws: AttachmentError.notDownloaded(fileName: "b.txt")) {
      try open(files[1])
    }
    #expect(opener.recentlyOpened.map(\.fileName) == ["c.txt", "b.txt", "a.txt"])
    try open(files[2])
    #expect(opener.recentlyOpened.map(\.fileName) == ["c.txt", "b.txt", "a.txt"])
  }

  // MARK: Several attachments

  @Test func `several are opened in the order given`() throws {
    let files = try downloads.addAttachments("a.txt", "b.txt", "c.txt")
    let summary = try openAll(files)
    #expect(desktop.opened == files.map(\.location))
    #expect(summary == OpeningSummary(opened: ["a.txt", "b.txt", "c.txt"]))
    #expect(summary.notice == nil)
    #expect(opener.recentlyOpened.map(\.fileName) == ["c.txt", "b.txt", "a.txt"])
  }

  @Test func `a file that fails a check does not keep the next from being opened`() throws {
    let files = try downloads.addAttachments("a.txt", "setup.exe", "c.txt")
    let summary = try openAll(files)
    #expect(desktop.opened == [files[0].location, files[2].location])
    #expect(
      summary
        == OpeningSummary(
          opened: ["a.txt", "c.txt"],
          failures: [.blockedType(fileName: "setup.exe", ending: "exe")]))
    #expect(
      summary.notice == """
        2 of 3 attachments opened.
        “setup.exe” was not opened: “.exe” files can run programs on this computer.
        """)
  }

  @Test func `after a refusal by the desktop the rest is not tried`() throws {
    let files = try downloads.addAttachments("a.txt", "song.xyz", "c.txt", "setup.exe")
    desktop.refuses = [files[1].location]
    let summary = try openAll(files)
    #expect(desktop.opened == [files[0].location, files[1].location])
    #expect(
      summary
        == OpeningSummary(
          opened: ["a.txt"],
          failures: [.refused(fileName: "song.xyz")],
          notTried: ["c.txt", "setup.exe"]))
    #expect(
      summary.notice == """
        1 of 4 attachments opened.
        “song.xyz” was not opened: no program on this computer took it.
        Not tried: c.txt, setup.exe.
        """)
    #expect(opener.recentlyOpened.map(\.fileName) == ["a.txt"])
  }

  @Test func `when the desktop refuses the last file there is nothing left to try`() throws {
    let files = try downloads.addAttachments("a.txt", "song.xyz")
    desktop.refuses = [files[1].location]
    let summary = try openAll(files)
    #expect(
      summary.notice == """
        1 of 2 attachments opened.
        “song.xyz” was not opened: no program on this computer took it.
        """)
  }

  @Test func `ten are opened together`() throws {
    let files = try (1...10).map { try downloads.addAttachment("page \($0).txt") }
    let summary = try openAll(files)
    #expect(desktop.opened == files.map(\.location))
    #expect(summary.notice == nil)
  }

  @Test func `of eleven none is opened`() throws {
    let files = try (1...11).map { try downloads.addAttachment("page \($0).txt") }
    #expect(throws: AttachmentError.tooMany(count: 11, limit: 10)) {
      try openAll(files)
    }
    #expect(desktop.opened == [])
  }

  @Test func `files are neither sorted nor taken for one another`() throws {
    let other = try TemporaryFolder()
    let files = [
      try downloads.addAttachment("z.txt"), try downloads.addAttachment("b.txt"),
      try other.addAttachment("b.txt"), try downloads.addAttachment("y.txt"),
      try downloads.addAttachment("a.txt"), try other.addAttachment("a.txt"),
    ]
    desktop.refuses = [files[2].location]
    let summary = try openAll(files)
    #expect(desktop.opened == files.prefix(3).map(\.location))
    #expect(
      summary
        == OpeningSummary(
          opened: ["z.txt", "b.txt"],
          failures: [.refused(fileName: "b.txt")],
          notTried: ["y.txt", "a.txt", "a.txt"]))
  }

  @Test func `a file that is there twice is opened twice`() throws {
    let files = try downloads.addAttachments("a.txt", "b.txt")
    let summary = try openAll([files[0], files[1], files[0]])
    #expect(desktop.opened == [files[0].location, files[1].location, files[0].location])
    #expect(summary.opened == ["a.txt", "b.txt", "a.txt"])
    #expect(opener.recentlyOpened.map(\.fileName) == ["a.txt", "b.txt"])
  }

  // MARK: Reopening

  @Test func `the most recently opened file is opened again`() throws {
    let files = try downloads.addAttachments("a.txt", "b.txt")
    for file in files {
      try open(file)
    }
    #expect(try reopenLast())
    #expect(desktop.opened == [files[0].location, files[1].location, files[1].location])
    #expect(opener.recentlyOpened.map(\.fileName) == ["b.txt", "a.txt"])
  }

  @Test func `a file that is gone is not opened again`() throws {
    let minutes = try downloads.addAttachment("minutes.txt")
    try open(minutes)
    try downloads.remove(minutes)
    #expect(throws: AttachmentError.notDownloaded(fileName: "minutes.txt")) {
      try reopenLast()
    }
    #expect(desktop.opened == [minutes.location])
    #expect(opener.recentlyOpened.map(\.fileName) == ["minutes.txt"])
  }

  @Test func `the desktop is not asked when there is nothing to open again`() throws {
    #expect(try !reopenLast())
    #expect(desktop.opened == [])
  }

  @Test func `a refusal on reopening leaves the list as it was`() throws {
    let files = try downloads.addAttachments("a.txt", "b.txt")
    for file in files {
      try open(file)
    }
    desktop.refuses = [files[1].location]
    #expect(throws: AttachmentError.refused(fileName: "b.txt")) {
      try reopenLast()
    }
    #expect(desktop.opened == [files[0].location, files[1].location, files[1].location])
    #expect(opener.recentlyOpened.map(\.fileName) == ["b.txt", "a.txt"])
  }

  // MARK: The default

  @Test func `the vendor's service still fits`() {
    let service: any URLOpener = SystemOpener()
    #expect(!service.open(downloads.url.appendingPathComponent("missing.txt")))
  }

  // MARK: The calls

  private func open(_ attachment: MailAttachment) throws {
    try opener.openAttachment(attachment, with: desktop)
  }

  private func openAll(_ attachments: [MailAttachment]) throws -> OpeningSummary {
    try opener.openAll(attachments, with: desktop)
  }

  private func reopenLast() throws -> Bool {
    try opener.reopenLast(with: desktop)
  }
}

// MARK: - Test doubles

/// Notes what the desktop is asked to open, in order, and accepts all but what it is told to refuse.
@MainActor
final class URLOpenerSpy: URLOpener {
  private(set) var opened: [URL] = []
  var refuses: Set<URL> = []

  func open(_ file: URL) -> Bool {
    opened.append(file)
    return !refuses.contains(file)
  }
}

// MARK: - Files

/// A new folder that is removed together with this object.
@MainActor
final class TemporaryFolder {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// Writes a file, whatever size the attachment declares.
  func addAttachment(
    _ fileName: String, byteCount: Int = 1, content: Data = Data()
  ) throws -> MailAttachment {
    let location = url.appendingPathComponent(fileName)
    try content.write(to: location)
    return MailAttachment(location: location, byteCount: byteCount)
  }

  func addAttachments(_ fileNames: String...) throws -> [MailAttachment] {
    try fileNames.map { try addAttachment($0) }
  }

  func remove(_ attachment: MailAttachment) throws {
    try FileManager.default.removeItem(at: attachment.location)
  }
}
