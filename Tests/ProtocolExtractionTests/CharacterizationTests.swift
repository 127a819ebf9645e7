import Foundation
import Testing

/// What `AttachmentOpener` does up to the call of the desktop service, on either version.
///
/// No test here may reach that call with a file that exists: a window would open. So all the files
/// are missing ones, and a check is seen to pass when the next one fails.
@MainActor
@Suite("ProtocolExtraction: characterization")
struct CharacterizationTests {
  // MARK: One attachment

  @Test(arguments: Version.allCases)
  func `a missing file is not opened`(version: Version) {
    let outcome = version.openAttachment(at: missingFile("minutes.txt"))
    #expect(outcome.error == #"notDownloaded(fileName: "minutes.txt")"#)
    #expect(
      outcome.notice
        == "“minutes.txt” was not opened: it is no longer on this computer. Download it again.")
    #expect(outcome.recentlyOpened == [])
  }

  @Test(arguments: Version.allCases, [-1, 0, 1, 26_214_399, 26_214_400])
  func `25 MB and less passes the size limit`(version: Version, byteCount: Int) {
    let outcome = version.openAttachment(at: missingFile("film.mov"), byteCount: byteCount)
    #expect(outcome.error == #"notDownloaded(fileName: "film.mov")"#)
  }

  @Test(arguments: Version.allCases, [26_214_401, 26_214_402, 2_147_483_648, 4_294_967_297])
  func `one byte more than 25 MB is too large`(version: Version, byteCount: Int) {
    let outcome = version.openAttachment(at: missingFile("film.mov"), byteCount: byteCount)
    #expect(
      outcome.error
        == #"tooLarge(fileName: "film.mov", byteCount: \#(byteCount), limit: 26214400)"#)
    #expect(outcome.recentlyOpened == [])
  }

  @Test(
    arguments: Version.allCases,
    ["app", "bat", "cmd", "com", "exe", "jar", "js", "msi", "ps1", "scr", "sh", "vbs"])
  func `a blocked type is not opened`(version: Version, ending: String) {
    let outcome = version.openAttachment(at: missingFile("setup.\(ending)"))
    #expect(
      outcome.error == #"blockedType(fileName: "setup.\#(ending)", ending: "\#(ending)")"#)
    #expect(
      outcome.notice
        == "“setup.\(ending)” was not opened: “.\(ending)” files can run programs on this computer."
    )
    #expect(outcome.recentlyOpened == [])
  }

  @Test(
    arguments: Version.allCases,
    [
      // Any letter case
      ("Setup.EXE", "exe"), ("Setup.Exe", "exe"), ("SETUP.MSI", "msi"), ("Run.JS", "js"),
      // More than one ending
      ("invoice.pdf.exe", "exe"), ("invoice.pdf.zip.SCR", "scr"), ("run.sh.bat", "sh"),
      // Dots that do not separate anything
      ("setup..exe", "exe"), ("setup.exe.", "exe"), ("..setup.exe", "exe"),
      // The quirk: any ending counts, also one that is not the last
      ("invoice.exe.pdf", "exe"), ("www.example.com.html", "com"), ("notes.sh.txt", "sh"),
    ])
  func `each ending of a name counts`(version: Version, name: (file: String, ending: String)) {
    let outcome = version.openAttachment(at: missingFile(name.file))
    #expect(
      outcome.error
        == #"blockedType(fileName: "\#(name.file)", ending: "\#(name.ending)")"#)
  }

  @Test(
    arguments: Version.allCases,
    [
      // Not an ending, but the name itself
      "exe", "com.pdf", ".bat", ".exe.txt",
      // Only part of an ending
      "setup.exec", "setup.mexe", "setup.exe_", "setup.exe ", "set-exe.pdf", "exe-files.zip",
      // Only what looks like a blocked type, or a dot
      "setup.éxe", "setup.ｅｘｅ", "setup.exe\u{301}", "setup․exe", "a%2Eexe.txt",
      // Nothing that resembles a blocked type
      "minutes", "minutes.pdf", "minutes.2024.pdf", "résumé.docx",
    ])
  func `any other type passes`(version: Version, fileName: String) {
    let outcome = version.openAttachment(at: missingFile(fileName))
    #expect(outcome.error == #"notDownloaded(fileName: "\#(fileName)")"#)
  }

  @Test(arguments: Version.allCases)
  func `the type is checked before the size`(version: Version) {
    let outcome = version.openAttachment(at: missingFile("setup.exe"), byteCount: 26_214_401)
    #expect(outcome.error == #"blockedType(fileName: "setup.exe", ending: "exe")"#)
  }

  @Test(arguments: Version.allCases)
  func `a check is made anew each time`(version: Version) {
    let film = missingFile("film.mov")
    #expect(
      version.openOneAfterAnother([(film, 26_214_401), (film, 1), (film, 26_214_401)]) == [
        #"tooLarge(fileName: "film.mov", byteCount: 26214401, limit: 26214400)"#,
        #"notDownloaded(fileName: "film.mov")"#,
        #"tooLarge(fileName: "film.mov", byteCount: 26214401, limit: 26214400)"#,
      ])
  }

  @Test(arguments: Version.allCases)
  func `a link to a missing file is a missing file`(version: Version) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let link = folder.appendingPathComponent("minutes.txt")
    try FileManager.default.createSymbolicLink(
      at: link, withDestinationURL: missingFile("minutes.txt"))
    let outcome = version.openAttachment(at: link)
    #expect(outcome.error == #"notDownloaded(fileName: "minutes.txt")"#)
  }

  // MARK: Messages

  @Test(
    arguments: Version.allCases,
    [
      // The quirk: whole megabytes, cut off
      (26_214_401, "25 MB"), (27_262_975, "25 MB"),
      (27_262_976, "26 MB"), (1_073_741_824, "1024 MB"),
    ])
  func `the message for a file that is too large`(
    version: Version, size: (byteCount: Int, text: String)
  ) {
    let outcome = version.openAttachment(at: missingFile("film.mov"), byteCount: size.byteCount)
    #expect(
      outcome.notice
        == "“film.mov” was not opened: it has \(size.text), the limit is 25 MB.")
  }

  @Test(arguments: Version.allCases)
  func `the limit in the message is cut off as well`(version: Version) {
    #expect(
      version.tooLargeMessage(byteCount: 3_145_728, limit: 2_097_151)
        == "“film.mov” was not opened: it has 3 MB, the limit is 1 MB.")
  }

  // MARK: Several attachments

  @Test(arguments: Version.allCases)
  func `opening none comes to nothing`(version: Version) {
    let outcome = version.openAll([])
    #expect(outcome.error == nil)
    #expect(outcome.opened == [])
    #expect(outcome.failures == [])
    #expect(outcome.notTried == [])
    #expect(outcome.notice == nil)
  }

  @Test(arguments: Version.allCases)
  func `a file that fails a check does not keep the next from being tried`(version: Version) {
    let outcome = version.openAll([
      missingFile("setup.exe"), missingFile("minutes.txt"), missingFile("agenda.txt"),
    ])
    #expect(outcome.error == nil)
    #expect(outcome.opened == [])
    #expect(
      outcome.failures == [
        #"blockedType(fileName: "setup.exe", ending: "exe")"#,
        #"notDownloaded(fileName: "minutes.txt")"#,
        #"notDownloaded(fileName: "agenda.txt")"#,
      ])
    #expect(outcome.notTried == [])
    #expect(
      outcome.notice == """
        0 of 3 attachments opened.
        “setup.exe” was not opened: “.exe” files can run programs on this computer.
        “minutes.txt” was not opened: it is no longer on this computer. Download it again.
        “agenda.txt” was not opened: it is no longer on this computer. Download it again.
        """)
    #expect(outcome.recentlyOpened == [])
  }

  @Test(arguments: Version.allCases)
  func `failures are reported in order, and as often as they occur`(version: Version) {
    let minutes = missingFile("minutes.txt")
    let outcome = version.openAll([minutes, missingFile("setup.exe"), minutes])
    #expect(
      outcome.failures == [
        #"notDownloaded(fileName: "minutes.txt")"#,
        #"blockedType(fileName: "setup.exe", ending: "exe")"#,
        #"notDownloaded(fileName: "minutes.txt")"#,
      ])
    #expect(
      outcome.notice == """
        0 of 3 attachments opened.
        “minutes.txt” was not opened: it is no longer on this computer. Download it again.
        “setup.exe” was not opened: “.exe” files can run programs on this computer.
        “minutes.txt” was not opened: it is no longer on this computer. Download it again.
        """)
  }

  @Test(arguments: Version.allCases)
  func `attachments are too many even if they are the same or all blocked`(version: Version) {
    let minutes = missingFile("minutes.txt")
    #expect(
      version.openAll(Array(repeating: minutes, count: 100)).error
        == "tooMany(count: 100, limit: 10)")
    #expect(
      version.openAll((1...11).map { missingFile("\($0).exe") }).error
        == "tooMany(count: 11, limit: 10)")
  }

  @Test(arguments: Version.allCases)
  func `ten can be opened together`(version: Version) {
    let outcome = version.openAll((1...10).map { missingFile("page \($0).txt") })
    #expect(outcome.error == nil)
    #expect(outcome.failures.count == 10)
    #expect(outcome.failures.first == #"notDownloaded(fileName: "page 1.txt")"#)
    #expect(outcome.failures.last == #"notDownloaded(fileName: "page 10.txt")"#)
  }

  @Test(arguments: Version.allCases, [11, 12])
  func `eleven are too many`(version: Version, count: Int) {
    let outcome = version.openAll((1...count).map { missingFile("page \($0).txt") })
    #expect(outcome.error == "tooMany(count: \(count), limit: 10)")
    #expect(
      outcome.notice == "\(count) attachments were not opened: 10 can be opened together.")
    #expect(outcome.recentlyOpened == [])
  }

  @Test(arguments: Version.allCases)
  func `the notice counts what was opened, refused and not tried`(version: Version) {
    #expect(
      version.notice(opened: ["a.txt", "b.txt"], refused: ["c.txt"], notTried: ["d.txt", "e.txt"])
        == """
        2 of 5 attachments opened.
        “c.txt” was not opened: no program on this computer took it.
        Not tried: d.txt, e.txt.
        """)
  }

  @Test(arguments: Version.allCases)
  func `the notice keeps order and repetition`(version: Version) {
    #expect(
      version.notice(opened: [], refused: ["z.txt"], notTried: [])
        == """
        0 of 1 attachments opened.
        “z.txt” was not opened: no program on this computer took it.
        """)
    #expect(
      version.notice(opened: ["z.txt", "a.txt"], refused: ["m.txt"], notTried: ["z", "a", "z"])
        == """
        2 of 6 attachments opened.
        “m.txt” was not opened: no program on this computer took it.
        Not tried: z, a, z.
        """)
  }

  @Test(arguments: Version.allCases)
  func `there is no notice when everything was opened`(version: Version) {
    #expect(version.notice(opened: ["a.txt"], refused: [], notTried: []) == nil)
  }

  // MARK: Recently opened

  @Test(arguments: Version.allCases)
  func `there is nothing to reopen at first`(version: Version) throws {
    #expect(try !version.reopenLast())
  }

  @Test(arguments: Version.allCases)
  func `five attachments count as recently opened`(version: Version) {
    #expect(version.recentLimit == 5)
  }
}

/// The location of a file in a folder that does not exist.
private func missingFile(_ name: String) -> URL {
  FileManager.default.temporaryDirectory
    .appendingPathComponent(UUID().uuidString)
    .appendingPathComponent(name)
}
