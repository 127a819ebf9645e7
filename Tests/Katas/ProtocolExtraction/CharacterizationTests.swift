import Foundation
import TestSupport
import Testing

@testable import ProtocolExtraction

/// Pins what `AttachmentOpener` does until an app opens the file.
///
/// The signatures of `openAttachment`, `openAll`, and `reopenLastAttachment` change, and somebody
/// may tidy up the lines around their calls. These lines decide which attachments pass the checks
/// and in which order, which error and message a failure leaves, what a batch makes of it, and what
/// the menu lists. The tests look at the results, the message, and the menu.
///
/// The files don't exist, since opening one would open a window on your desktop. If the error is
/// `notDownloaded`, the attachment has passed the other checks.
@MainActor
@Suite("ProtocolExtraction: characterization", .namesModule)
struct CharacterizationTests {
  @MainActor struct Checks {
    private let opener = AttachmentOpener()
    private let desktop = SystemOpener()

    @Test(
      arguments: [
        "app", "bat", "cmd", "com", "exe", "jar", "js", "msi", "ps1", "scr", "sh", "vbs",
      ])
    func `a file of a blocked type isn't opened`(fileExtension: String) {
      let result = opener.openAttachment(missing("setup.\(fileExtension)"), with: desktop)
      #expect(
        result
          == .failure(
            .blockedType(fileName: "setup.\(fileExtension)", fileExtension: fileExtension)))
    }

    @Test(
      arguments: [
        ("invoice.pdf.exe", "exe"), ("SETUP.MSI", "msi"), ("Run.Js", "js"), ("setup..exe", "exe"),
        ("setup.exe.", "exe"),
      ])
    func `more extensions, upper case, and more dots don't hide a blocked extension`(
      fileName: String, fileExtension: String
    ) {
      let result = opener.openAttachment(missing(fileName), with: desktop)
      #expect(
        result == .failure(.blockedType(fileName: fileName, fileExtension: fileExtension)))
    }

    @Test(
      .tags(.quirk),
      arguments: [
        ("run.sh.bat", "sh"), ("www.example.com.html", "com"), ("update.js.cmd.exe.txt", "js"),
      ])
    func `the first blocked extension counts, even if it isn't the last extension`(
      fileName: String, fileExtension: String
    ) {
      let result = opener.openAttachment(missing(fileName), with: desktop)
      #expect(
        result == .failure(.blockedType(fileName: fileName, fileExtension: fileExtension)))
    }

    @Test(
      arguments: [
        "minutes", "minutes.2024.pdf", "résumé 50%.docx",
        // Similar to a blocked extension
        "setup.exec", "setup.mexe", "setup-exe.pdf", "setup.éxe",
      ])
    func `any other type passes the check`(fileName: String) {
      let result = opener.openAttachment(missing(fileName), with: desktop)
      #expect(result == .failure(.notDownloaded(fileName: fileName)))
    }

    @Test(.tags(.quirk), arguments: ["exe", ".bat", "com.pdf", ".exe.txt"])
    func `a name that begins with a blocked extension passes the check`(fileName: String) {
      let result = opener.openAttachment(missing(fileName), with: desktop)
      #expect(result == .failure(.notDownloaded(fileName: fileName)))
    }

    @Test(arguments: [0, 26_214_399, 26_214_400])
    func `a file of up to 25 MB passes the check`(byteCount: Int) {
      let result = opener.openAttachment(missing("film.mov", byteCount: byteCount), with: desktop)
      #expect(result == .failure(.notDownloaded(fileName: "film.mov")))
    }

    @Test func `one byte more than 25 MB is too large`() {
      let result = opener.openAttachment(missing("film.mov", byteCount: 26_214_401), with: desktop)
      #expect(
        result
          == .failure(.tooLarge(fileName: "film.mov", byteCount: 26_214_401, limit: 26_214_400)))
    }

    /// A new message may declare another size for the file of an earlier one.
    @Test func `the size is checked again for a file that has passed before`() {
      let film = missing("film.mov", byteCount: 1)
      opener.openAttachment(film, with: desktop)
      let longerFilm = LPAttachment(fileURL: film.fileURL, byteCount: 26_214_401)
      let result = opener.openAttachment(longerFilm, with: desktop)
      #expect(
        result
          == .failure(.tooLarge(fileName: "film.mov", byteCount: 26_214_401, limit: 26_214_400)))
    }

    @Test func `the type is checked before the size`() {
      let result = opener.openAttachment(missing("setup.exe", byteCount: 26_214_401), with: desktop)
      #expect(result == .failure(.blockedType(fileName: "setup.exe", fileExtension: "exe")))
    }

    @Test func `an attachment that wasn't opened isn't in the menu`() {
      opener.openAttachment(missing("setup.exe"), with: desktop)
      opener.openAttachment(missing("minutes.txt"), with: desktop)
      #expect(opener.recentAttachments == [])
    }
  }

  @MainActor struct Batches {
    private let opener = AttachmentOpener()
    private let desktop = SystemOpener()

    @Test func `a batch continues after each failed check`() {
      let film = missing("film.mov", byteCount: 26_214_401)
      let result = opener.openAll(
        [film, missing("setup.exe"), missing("minutes.txt"), missing("agenda.txt")], with: desktop)
      let failures: [LPAttachmentError] = [
        .tooLarge(fileName: "film.mov", byteCount: 26_214_401, limit: 26_214_400),
        .blockedType(fileName: "setup.exe", fileExtension: "exe"),
        .notDownloaded(fileName: "minutes.txt"),
        .notDownloaded(fileName: "agenda.txt"),
      ]
      #expect(result == .success(LPOpeningSummary(failures: failures)))
    }

    @Test func `a batch doesn't repeat the failures of the one before`() {
      _ = opener.openAll([missing("setup.exe"), missing("minutes.txt")], with: desktop)
      let result = opener.openAll([missing("agenda.txt")], with: desktop)
      let summary = LPOpeningSummary(failures: [.notDownloaded(fileName: "agenda.txt")])
      #expect(result == .success(summary))
    }

    @Test func `ten attachments aren't too many, even if they're all the same`() {
      let files = Array(repeating: missing("page.txt"), count: 10)
      let result = opener.openAll(files, with: desktop)
      let failures = Array(
        repeating: LPAttachmentError.notDownloaded(fileName: "page.txt"), count: 10)
      #expect(result == .success(LPOpeningSummary(failures: failures)))
    }

    @Test func `eleven attachments are too many, even if they're blocked anyway`() {
      let files = Array(repeating: missing("setup.exe"), count: 11)
      let result = opener.openAll(files, with: desktop)
      #expect(result == .failure(.tooMany(count: 11, limit: 10)))
    }

    @Test(arguments: [[], ["agenda.txt", "budget.txt"]])
    func `a batch without a failure shows no notice`(openedFileNames: [String]) {
      #expect(LPOpeningSummary(openedFileNames: openedFileNames).notice == nil)
    }

    @Test func `the notice lists every failure in order`() throws {
      let files = [missing("minutes.txt"), missing("Setup.exe")]
      let summary = try opener.openAll(files, with: desktop).get()
      #expect(
        summary.notice == """
          Opened 0 of 2 attachments.
          “minutes.txt” can't be found. Please download it again.
          “Setup.exe” can't be opened because “.exe” files may harm your computer.
          """)
    }

    @Test func `the notice lists the attachments that weren't tried`() {
      let summary = LPOpeningSummary(
        openedFileNames: ["agenda.txt", "budget.txt"], failures: [.refused(fileName: "song.xyz")],
        remainingFileNames: ["page.txt", "film.mov", "page.txt"])
      #expect(
        summary.notice == """
          Opened 2 of 6 attachments.
          “song.xyz” can't be opened. You may not have an app for this type of file.
          Skipped: page.txt, film.mov, page.txt
          """)
    }
  }

  @MainActor struct Explanations {
    private let opener = AttachmentOpener()
    private let desktop = SystemOpener()

    @Test(
      arguments: [
        (
          "Setup.EXE", 1,
          "“Setup.EXE” can't be opened because “.exe” files may harm your computer."
        ),
        (
          "film.mov", 26 * 1024 * 1024,
          "“film.mov” can't be opened because it is too large (26 MB). The limit is 25 MB."
        ),
        (
          "minutes.txt", 1,
          "“minutes.txt” can't be found. Please download it again."
        ),
      ])
    func `a failed check is explained`(fileName: String, byteCount: Int, message: String) {
      opener.openAttachment(missing(fileName, byteCount: byteCount), with: desktop)
      #expect(opener.lastErrorMessage == message)
    }

    @Test(.tags(.quirk)) func `the explanation rounds a size down to whole megabytes`() {
      let film = missing("film.mov", byteCount: 26 * 1024 * 1024 - 1)
      opener.openAttachment(film, with: desktop)
      #expect(
        opener.lastErrorMessage
          == "“film.mov” can't be opened because it is too large (25 MB). The limit is 25 MB.")
    }

    @Test func `too many attachments are explained`() {
      _ = opener.openAll(Array(repeating: missing("setup.exe"), count: 12), with: desktop)
      #expect(
        opener.lastErrorMessage == "You can only open 10 attachments at once (12 selected).")
    }

    @Test func `an explanation replaces the one before`() {
      opener.openAttachment(missing("setup.exe"), with: desktop)
      opener.openAttachment(missing("minutes.txt"), with: desktop)
      #expect(opener.lastErrorMessage == "“minutes.txt” can't be found. Please download it again.")
    }

    @Test func `opening no attachments leaves the explanation as it was`() {
      opener.openAttachment(missing("minutes.txt"), with: desktop)
      #expect(opener.openAll([], with: desktop) == .success(LPOpeningSummary()))
      #expect(opener.lastErrorMessage == "“minutes.txt” can't be found. Please download it again.")
    }

    @Test func `if nothing has been opened, reopening leaves the explanation as it was`() {
      opener.openAttachment(missing("minutes.txt"), with: desktop)
      #expect(!opener.reopenLastAttachment(with: desktop))
      #expect(opener.lastErrorMessage == "“minutes.txt” can't be found. Please download it again.")
    }
  }
}

/// An attachment in a folder that doesn't exist.
private func missing(_ fileName: String, byteCount: Int = 1) -> LPAttachment {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  return LPAttachment(
    fileURL: folder.appendingPathComponent(fileName), byteCount: byteCount)
}
