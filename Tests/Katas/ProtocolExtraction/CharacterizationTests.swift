import Foundation
import TestSupport
import Testing

#if SOLUTION
  @testable import ProtocolExtractionAfter
#else
  @testable import ProtocolExtractionBefore
#endif

/// Pins what `AttachmentOpener` does before it asks the desktop.
///
/// The files in these tests don't exist, since opening one would open a window on your desktop. If the
/// error is `notDownloaded`, the attachment has passed the other checks.
@MainActor
@Suite("ProtocolExtraction: characterization", .namesModule)
struct CharacterizationTests {
  private let opener = AttachmentOpener()

  // MARK: One attachment

  @Test(
    arguments: [
      "app", "bat", "cmd", "com", "exe", "jar", "js", "msi", "ps1", "scr", "sh", "vbs",
    ])
  func `a file of a blocked type isn't opened`(ending: String) {
    #expect(throws: AttachmentError.blockedType(fileName: "setup.\(ending)", ending: ending)) {
      try open(missing("setup.\(ending)"))
    }
  }

  @Test(
    arguments: [
      // Upper case
      ("SETUP.MSI", "msi"), ("Run.Js", "js"),
      // Several endings: the first blocked one counts, even if it isn't the last (a quirk)
      ("invoice.pdf.exe", "exe"), ("run.sh.bat", "sh"), ("www.example.com.html", "com"),
      // Dots with nothing between or after them
      ("setup..exe", "exe"), ("setup.exe.", "exe"), ("..setup.exe", "exe"),
    ])
  func `a blocked ending anywhere in the name counts`(fileName: String, ending: String) {
    #expect(throws: AttachmentError.blockedType(fileName: fileName, ending: ending)) {
      try open(missing(fileName))
    }
  }

  @Test(
    arguments: [
      "minutes", "minutes.2024.pdf", "résumé 50%.docx",
      // A name that's only a blocked ending, or begins with one (a quirk)
      "exe", ".bat", "com.pdf", ".exe.txt",
      // Similar to a blocked ending
      "setup.exec", "setup.mexe", "setup.exe ", "setup-exe.pdf", "setup.éxe",
    ])
  func `any other type passes the check`(fileName: String) {
    #expect(throws: AttachmentError.notDownloaded(fileName: fileName)) {
      try open(missing(fileName))
    }
  }

  @Test(arguments: [-1, 0, 26_214_400])
  func `a file of up to 25 MB passes the check`(byteCount: Int) {
    #expect(throws: AttachmentError.notDownloaded(fileName: "film.mov")) {
      try open(missing("film.mov", byteCount: byteCount))
    }
  }

  @Test(arguments: [26_214_401, 4_294_967_297])
  func `one byte more than 25 MB is too large`(byteCount: Int) {
    let tooLarge = AttachmentError.tooLarge(
      fileName: "film.mov", byteCount: byteCount, limit: 26_214_400)
    #expect(throws: tooLarge) {
      try open(missing("film.mov", byteCount: byteCount))
    }
  }

  @Test func `the type is checked before the size`() {
    #expect(throws: AttachmentError.blockedType(fileName: "setup.exe", ending: "exe")) {
      try open(missing("setup.exe", byteCount: 26_214_401))
    }
  }

  @Test func `a link to a missing file counts as missing`() throws {
    let folder = try TemporaryFolder()
    let link = folder.url.appendingPathComponent("minutes.txt")
    try FileManager.default.createSymbolicLink(
      at: link, withDestinationURL: folder.url.appendingPathComponent("missing.txt"))
    #expect(throws: AttachmentError.notDownloaded(fileName: "minutes.txt")) {
      try open(MailAttachment(location: link, byteCount: 1))
    }
  }

  // MARK: Several attachments

  @Test func `a batch continues after each failed check`() throws {
    let minutes = missing("minutes.txt")
    let film = missing("film.mov", byteCount: 26_214_401)
    let smallFilm = MailAttachment(location: film.location, byteCount: 1)
    let summary = try openAll([
      minutes, film, missing("setup.exe"), smallFilm, missing("minutes.txt"), film, minutes,
    ])
    let tooLarge = AttachmentError.tooLarge(
      fileName: "film.mov", byteCount: 26_214_401, limit: 26_214_400)
    #expect(
      summary
        == OpeningSummary(
          opened: [],
          failures: [
            .notDownloaded(fileName: "minutes.txt"),
            tooLarge,
            .blockedType(fileName: "setup.exe", ending: "exe"),
            .notDownloaded(fileName: "film.mov"),
            .notDownloaded(fileName: "minutes.txt"),
            tooLarge,
            .notDownloaded(fileName: "minutes.txt"),
          ],
          notTried: []))
  }

  @Test func `a second batch doesn't repeat the failures of the first`() throws {
    _ = try openAll([missing("setup.exe"), missing("minutes.txt")])
    #expect(
      try openAll([missing("agenda.txt")])
        == OpeningSummary(failures: [.notDownloaded(fileName: "agenda.txt")]))
  }

  @Test func `ten attachments can be opened together`() throws {
    let summary = try openAll(Array(repeating: missing("page.txt"), count: 10))
    #expect(
      summary.failures == Array(repeating: .notDownloaded(fileName: "page.txt"), count: 10))
  }

  @Test(arguments: [11, 100])
  func `more than ten attachments are too many, even if they're blocked anyway`(count: Int) {
    #expect(throws: AttachmentError.tooMany(count: count, limit: 10)) {
      try openAll(Array(repeating: missing("setup.exe"), count: count))
    }
  }

  // MARK: Messages

  @Test(
    arguments: [
      (
        .blockedType(fileName: "Setup.EXE", ending: "exe"),
        "“Setup.EXE” was not opened: “.exe” files can run programs on this computer."
      ),
      // Sizes are rounded down to whole megabytes (a quirk)
      (
        .tooLarge(fileName: "film.mov", byteCount: 27_262_975, limit: 26_214_400),
        "“film.mov” was not opened: it has 25 MB, the limit is 25 MB."
      ),
      (
        .tooLarge(fileName: "film.mov", byteCount: 1_073_741_824, limit: 2_097_151),
        "“film.mov” was not opened: it has 1024 MB, the limit is 1 MB."
      ),
      (
        .notDownloaded(fileName: "minutes.txt"),
        "“minutes.txt” was not opened: it is no longer on this computer. Download it again."
      ),
      (
        .refused(fileName: "song.xyz"),
        "“song.xyz” was not opened: no program on this computer took it."
      ),
      (
        .tooMany(count: 4, limit: 3),
        "4 attachments were not opened: 3 can be opened together."
      ),
    ] as [(AttachmentError, String)])
  func `an error tells the user why nothing was opened`(error: AttachmentError, message: String) {
    #expect(error.localizedDescription == message)
  }

  @Test func `the notice for a batch lists every failure in order`() throws {
    let summary = try openAll([
      missing("minutes.txt"), missing("Setup.exe"), missing("agenda.txt"), missing("minutes.txt"),
    ])
    #expect(
      summary.notice == """
        0 of 4 attachments opened.
        “minutes.txt” was not opened: it is no longer on this computer. Download it again.
        “Setup.exe” was not opened: “.exe” files can run programs on this computer.
        “agenda.txt” was not opened: it is no longer on this computer. Download it again.
        “minutes.txt” was not opened: it is no longer on this computer. Download it again.
        """)
  }

  @Test func `the notice after a refusal lists the attachments that weren't tried`() {
    let summary = OpeningSummary(
      opened: ["z.txt", "a.txt"], failures: [.refused(fileName: "m.txt")],
      notTried: ["y.txt", "b.txt", "y.txt"])
    #expect(
      summary.notice == """
        2 of 6 attachments opened.
        “m.txt” was not opened: no program on this computer took it.
        Not tried: y.txt, b.txt, y.txt.
        """)
  }

  @Test func `opening no attachments shows no notice`() throws {
    #expect(try openAll([]).notice == nil)
  }

  @Test func `a batch shows no notice if everything was opened`() {
    #expect(OpeningSummary(opened: ["a.txt", "b.txt"]).notice == nil)
  }

  // MARK: Recently opened

  @Test func `nothing can be reopened at first, or after a failed attempt`() throws {
    #expect(try !reopenLast())
    #expect(throws: AttachmentError.notDownloaded(fileName: "minutes.txt")) {
      try open(missing("minutes.txt"))
    }
    #expect(try !reopenLast())
    #expect(opener.recentlyOpened.isEmpty)
  }

  @Test func `the menu keeps five recently opened attachments`() {
    #expect(AttachmentOpener.recentLimit == 5)
  }

  // MARK: The calls, as the app makes them

  private func open(_ attachment: MailAttachment) throws(AttachmentError) {
    try opener.openAttachment(attachment, with: SystemOpener())
  }

  private func openAll(_ attachments: [MailAttachment]) throws(AttachmentError) -> OpeningSummary {
    try opener.openAll(attachments, with: SystemOpener())
  }

  private func reopenLast() throws(AttachmentError) -> Bool {
    try opener.reopenLast(with: SystemOpener())
  }
}

/// An attachment in a folder that doesn't exist.
private func missing(_ fileName: String, byteCount: Int = 1) -> MailAttachment {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  return MailAttachment(
    location: folder.appendingPathComponent(fileName), byteCount: byteCount)
}
