import Foundation
import TestSupport
import Testing

@testable import ProtocolExtraction

/// Pins what `AttachmentOpener` does until an app opens the file.
///
/// The files in these tests don't exist, since opening one would open a window on your desktop. If
/// the error is `notDownloaded`, the attachment has passed the other checks.
@MainActor
@Suite("ProtocolExtraction: characterization", .namesModule)
struct CharacterizationTests {
  private let opener = AttachmentOpener()
  private let desktop = SystemOpener()

  // MARK: One attachment

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

  @Test(arguments: [("SETUP.MSI", "msi"), ("Run.Js", "js")])
  func `a blocked extension counts in upper case, too`(fileName: String, fileExtension: String) {
    let result = opener.openAttachment(missing(fileName), with: desktop)
    #expect(
      result == .failure(.blockedType(fileName: fileName, fileExtension: fileExtension)))
  }

  @Test(
    arguments: [
      // Several extensions: the first blocked one counts, even if it isn't the last (a quirk)
      ("invoice.pdf.exe", "exe"), ("run.sh.bat", "sh"), ("www.example.com.html", "com"),
      ("update.js.cmd.exe.txt", "js"),
    ])
  func `a blocked extension anywhere in the name counts`(
    fileName: String, fileExtension: String
  ) {
    let result = opener.openAttachment(missing(fileName), with: desktop)
    #expect(
      result == .failure(.blockedType(fileName: fileName, fileExtension: fileExtension)))
  }

  @Test(arguments: [("setup..exe", "exe"), ("setup.exe.", "exe")])
  func `dots before and after a blocked extension don't hide it`(
    fileName: String, fileExtension: String
  ) {
    let result = opener.openAttachment(missing(fileName), with: desktop)
    #expect(
      result == .failure(.blockedType(fileName: fileName, fileExtension: fileExtension)))
  }

  @Test(arguments: ["minutes", "minutes.2024.pdf", "résumé 50%.docx"])
  func `any other type passes the check`(fileName: String) {
    let result = opener.openAttachment(missing(fileName), with: desktop)
    #expect(result == .failure(.notDownloaded(fileName: fileName)))
  }

  /// A quirk
  @Test(arguments: ["exe", ".bat", "com.pdf", ".exe.txt"])
  func `a name that begins with a blocked extension passes the check`(fileName: String) {
    let result = opener.openAttachment(missing(fileName), with: desktop)
    #expect(result == .failure(.notDownloaded(fileName: fileName)))
  }

  @Test(arguments: ["setup.exec", "setup.mexe", "setup-exe.pdf", "setup.éxe"])
  func `an extension that only resembles a blocked one passes the check`(fileName: String) {
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
    let result = opener.openAttachment(film, with: desktop)
    #expect(result == .failure(.notDownloaded(fileName: "film.mov")))
    let longerFilm = LPAttachment(fileURL: film.fileURL, byteCount: 26_214_401)
    let laterResult = opener.openAttachment(longerFilm, with: desktop)
    #expect(
      laterResult
        == .failure(.tooLarge(fileName: "film.mov", byteCount: 26_214_401, limit: 26_214_400)))
  }

  @Test func `the type is checked before the size`() {
    let result = opener.openAttachment(missing("setup.exe", byteCount: 26_214_401), with: desktop)
    #expect(result == .failure(.blockedType(fileName: "setup.exe", fileExtension: "exe")))
  }

  // MARK: Several attachments

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

  // MARK: Explanations

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

  /// A quirk
  @Test func `the explanation rounds a size down to whole megabytes`() {
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
    #expect(opener.lastErrorMessage != nil)
    opener.openAttachment(missing("minutes.txt"), with: desktop)
    #expect(opener.lastErrorMessage == "“minutes.txt” can't be found. Please download it again.")
  }

  @Test func `at first, nothing is explained`() {
    #expect(opener.lastErrorMessage == nil)
  }

  @Test func `opening no attachments leaves the explanation as it was`() {
    opener.openAttachment(missing("minutes.txt"), with: desktop)
    _ = opener.openAll([], with: desktop)
    #expect(opener.lastErrorMessage == "“minutes.txt” can't be found. Please download it again.")
  }

  @Test func `if nothing has been opened, reopening leaves the explanation as it was`() {
    opener.openAttachment(missing("minutes.txt"), with: desktop)
    #expect(!opener.reopenLastAttachment(with: desktop))
    #expect(opener.lastErrorMessage == "“minutes.txt” can't be found. Please download it again.")
  }

  // MARK: The notice after a batch

  @Test func `the notice lists every failure in order`() {
    let summary = LPOpeningSummary(failures: [
      .notDownloaded(fileName: "minutes.txt"),
      .blockedType(fileName: "Setup.exe", fileExtension: "exe"),
      .notDownloaded(fileName: "minutes.txt"),
    ])
    #expect(
      summary.notice == """
        Opened 0 of 3 attachments.
        “minutes.txt” can't be found. Please download it again.
        “Setup.exe” can't be opened because “.exe” files may harm your computer.
        “minutes.txt” can't be found. Please download it again.
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

  @Test func `opening no attachments shows no notice`() throws {
    #expect(try opener.openAll([], with: desktop).get().notice == nil)
  }

  @Test func `a batch shows no notice if everything was opened`() {
    #expect(LPOpeningSummary(openedFileNames: ["a.txt", "b.txt"]).notice == nil)
  }

  // MARK: Recently opened

  @Test func `an attachment that wasn't opened isn't in the menu`() {
    opener.openAttachment(missing("setup.exe"), with: desktop)
    opener.openAttachment(missing("minutes.txt"), with: desktop)
    #expect(opener.recentAttachments == [])
    #expect(opener.recentMenuTitles == [])
  }
}

/// An attachment in a folder that doesn't exist.
private func missing(_ fileName: String, byteCount: Int = 1) -> LPAttachment {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  return LPAttachment(
    fileURL: folder.appendingPathComponent(fileName), byteCount: byteCount)
}
