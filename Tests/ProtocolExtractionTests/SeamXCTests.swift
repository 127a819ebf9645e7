import XCTest

#if ATTEMPT
  @testable import ProtocolExtractionBefore
#else
  @testable import ProtocolExtractionAfter
#endif

/// The tests of `SeamTests`, for teams that use XCTest.
final class SeamXCTests: XCTestCase {
  private let opener = AttachmentOpener()
  private let desktop = URLOpenerSpy()
  private var downloads: TemporaryFolder!

  override func setUp() async throws {
    downloads = try await TemporaryFolder()
  }

  override func tearDown() async throws {
    downloads = nil
  }

  // MARK: One attachment

  @MainActor func testDownloadedFileIsHandedToTheDesktopOnce() async throws {
    let minutes = try downloads.addAttachment("minutes.txt")
    try open(minutes)
    XCTAssertEqual(desktop.opened, [minutes.location])
  }

  @MainActor func testTypeThatIsNotBlockedIsOpened() async throws {
    for fileName in ["minutes", "minutes.pdf", "exe", ".bat", "setup.exec", "résumé.docx"] {
      let attachment = try downloads.addAttachment(fileName)
      try open(attachment)
      XCTAssertEqual(desktop.opened.last, attachment.location)
    }
  }

  @MainActor func testSizeUpTo25MBIsOpened() async throws {
    for byteCount in [0, 1, 26_214_399, 26_214_400] {
      let film = try downloads.addAttachment("\(byteCount).mov", byteCount: byteCount)
      try open(film)
      XCTAssertEqual(desktop.opened.last, film.location)
    }
  }

  @MainActor func testDesktopIsNotAskedAboutBlockedType() async throws {
    let setup = try downloads.addAttachment("setup.exe")
    assertThrows(.blockedType(fileName: "setup.exe", ending: "exe")) {
      try open(setup)
    }
    XCTAssertEqual(desktop.opened, [])
  }

  @MainActor func testDesktopIsNotAskedAboutFileThatIsTooLarge() async throws {
    let film = try downloads.addAttachment("film.mov", byteCount: 26_214_401)
    assertThrows(.tooLarge(fileName: "film.mov", byteCount: 26_214_401, limit: 26_214_400)) {
      try open(film)
    }
    XCTAssertEqual(desktop.opened, [])
  }

  @MainActor func testDesktopIsNotAskedAboutMissingFile() async throws {
    let minutes = try downloads.addAttachment("minutes.txt")
    try downloads.remove(minutes)
    assertThrows(.notDownloaded(fileName: "minutes.txt")) {
      try open(minutes)
    }
    XCTAssertEqual(desktop.opened, [])
  }

  @MainActor func testRefusalByTheDesktopIsAnError() async throws {
    let song = try downloads.addAttachment("song.xyz")
    desktop.refuses = [song.location]
    assertThrows(.refused(fileName: "song.xyz")) {
      try open(song)
    }
    XCTAssertEqual(desktop.opened, [song.location])
  }

  @MainActor func testAFileIsHandedOverAsItIsSpelledAndListedSo() async throws {
    let minutes = try downloads.addAttachment("minutes.txt")
    let again = MailAttachment(
      location: downloads.url.appendingPathComponent("./minutes.txt"), byteCount: 1)
    try open(minutes)
    try open(again)
    XCTAssertEqual(desktop.opened, [minutes.location, again.location])
    XCTAssertEqual(opener.recentlyOpened.map(\.location), [again.location, minutes.location])
  }

  @MainActor func testAFolderIsOpenedAsWellAndTheDeclaredSizeIsWhatCounts() async throws {
    let folder = MailAttachment(location: downloads.url, byteCount: 1)
    let large = try downloads.addAttachment("film.mov", content: Data(count: 26_214_401))
    try open(folder)
    try open(large)
    XCTAssertEqual(desktop.opened, [downloads.url, large.location])
  }

  @MainActor func testWhatFailedOnceMayWorkTheNextTime() async throws {
    let minutes = try downloads.addAttachment("minutes.txt")
    try downloads.remove(minutes)
    assertThrows(.notDownloaded(fileName: "minutes.txt")) {
      try open(minutes)
    }
    _ = try downloads.addAttachment("minutes.txt")
    desktop.refuses = [minutes.location]
    assertThrows(.refused(fileName: "minutes.txt")) {
      try open(minutes)
    }
    desktop.refuses = []
    try open(minutes)
    XCTAssertEqual(desktop.opened, [minutes.location, minutes.location])
  }

  // MARK: Recently opened

  @MainActor func testMostRecentlyOpenedComesFirst() async throws {
    for file in try downloads.addAttachments("a.txt", "b.txt", "c.txt") {
      try open(file)
    }
    XCTAssertEqual(opener.recentlyOpened.map(\.fileName), ["c.txt", "b.txt", "a.txt"])
  }

  @MainActor func testFileOpenedAgainMovesToTheFront() async throws {
    let files = try downloads.addAttachments("a.txt", "b.txt", "c.txt")
    for file in files + [files[0]] {
      try open(file)
    }
    XCTAssertEqual(opener.recentlyOpened.map(\.fileName), ["a.txt", "c.txt", "b.txt"])
  }

  @MainActor func testFilesOfTheSameNameInTwoFoldersAreTwoFiles() async throws {
    let archive = try TemporaryFolder()
    let downloaded = try downloads.addAttachment("minutes.txt")
    let archived = try archive.addAttachment("minutes.txt")
    try open(downloaded)
    try open(archived)
    XCTAssertEqual(
      opener.recentlyOpened.map(\.location), [archived.location, downloaded.location])
  }

  @MainActor func testFileOpenedAgainCountsWithItsLatestSize() async throws {
    let first = try downloads.addAttachment("minutes.txt", byteCount: 100)
    let second = MailAttachment(location: first.location, byteCount: 200)
    try open(first)
    try open(second)
    XCTAssertEqual(opener.recentlyOpened.map(\.byteCount), [200])
  }

  @MainActor func testSixthFilePushesTheOldestOut() async throws {
    let files = try downloads.addAttachments(
      "a.txt", "b.txt", "c.txt", "d.txt", "e.txt", "f.txt")
    for file in files.prefix(5) {
      try open(file)
    }
    XCTAssertEqual(
      opener.recentlyOpened.map(\.fileName), ["e.txt", "d.txt", "c.txt", "b.txt", "a.txt"])
    try open(files[5])
    XCTAssertEqual(
      opener.recentlyOpened.map(\.fileName), ["f.txt", "e.txt", "d.txt", "c.txt", "b.txt"])
  }

  @MainActor func testRefusedFileLeavesTheListAsItWas() async throws {
    let files = try downloads.addAttachments("a.txt", "b.txt")
    for file in files {
      try open(file)
    }
    desktop.refuses = [files[0].location]
    assertThrows(.refused(fileName: "a.txt")) {
      try open(files[0])
    }
    XCTAssertEqual(opener.recentlyOpened.map(\.fileName), ["b.txt", "a.txt"])
  }

  @MainActor func testAFileOfAFullListThatIsOpenedAgainPushesNoneOut() async throws {
    let files = try downloads.addAttachments("a.txt", "b.txt", "c.txt", "d.txt", "e.txt")
    for file in files + [files[2]] {
      try open(file)
    }
    XCTAssertEqual(
      opener.recentlyOpened.map(\.fileName), ["c.txt", "e.txt", "d.txt", "b.txt", "a.txt"])
  }

  @MainActor func testNoFailureChangesTheList() async throws {
    let files = try downloads.addAttachments("a.txt", "b.txt", "c.txt")
    for file in files {
      try open(file)
    }
    let large = MailAttachment(location: files[0].location, byteCount: 26_214_401)
    let tooLarge = AttachmentError.tooLarge(
      fileName: "a.txt", byteCount: 26_214_401, limit: 26_214_400)
    assertThrows(tooLarge) {
      try open(large)
    }
    assertThrows(.tooMany(count: 11, limit: 10)) {
      try openAll(Array(repeating: files[0], count: 11))
    }
    try downloads.remove(files[1])
    assertThrows(.notDownloaded(fileName: "b.txt")) {
      try open(files[1])
    }
    XCTAssertEqual(opener.recentlyOpened.map(\.fileName), ["c.txt", "b.txt", "a.txt"])
    try open(files[2])
    XCTAssertEqual(opener.recentlyOpened.map(\.fileName), ["c.txt", "b.txt", "a.txt"])
  }

  // MARK: Several attachments

  @MainActor func testSeveralAreOpenedInTheOrderGiven() async throws {
    let files = try downloads.addAttachments("a.txt", "b.txt", "c.txt")
    let summary = try openAll(files)
    XCTAssertEqual(desktop.opened, files.map(\.location))
    XCTAssertEqual(summary, OpeningSummary(opened: ["a.txt", "b.txt", "c.txt"]))
    XCTAssertNil(summary.notice)
    XCTAssertEqual(opener.recentlyOpened.map(\.fileName), ["c.txt", "b.txt", "a.txt"])
  }

  @MainActor func testFileThatFailsACheckDoesNotKeepTheNextFromBeingOpened() async throws {
    let files = try downloads.addAttachments("a.txt", "setup.exe", "c.txt")
    let summary = try openAll(files)
    XCTAssertEqual(desktop.opened, [files[0].location, files[2].location])
    XCTAssertEqual(
      summary,
      OpeningSummary(
        opened: ["a.txt", "c.txt"],
        failures: [.blockedType(fileName: "setup.exe", ending: "exe")]))
    XCTAssertEqual(
      summary.notice,
      """
      2 of 3 attachments opened.
      “setup.exe” was not opened: “.exe” files can run programs on this computer.
      """)
  }

  @MainActor func testAfterARefusalByTheDesktopTheRestIsNotTried() async throws {
    let files = try downloads.addAttachments("a.txt", "song.xyz", "c.txt", "setup.exe")
    desktop.refuses = [files[1].location]
    let summary = try openAll(files)
    XCTAssertEqual(desktop.opened, [files[0].location, files[1].location])
    XCTAssertEqual(
      summary,
      OpeningSummary(
        opened: ["a.txt"],
        failures: [.refused(fileName: "song.xyz")],
        notTried: ["c.txt", "setup.exe"]))
    XCTAssertEqual(
      summary.notice,
      """
      1 of 4 attachments opened.
      “song.xyz” was not opened: no program on this computer took it.
      Not tried: c.txt, setup.exe.
      """)
    XCTAssertEqual(opener.recentlyOpened.map(\.fileName), ["a.txt"])
  }

  @MainActor func testWhenTheDesktopRefusesTheLastFileThereIsNothingLeftToTry() async throws {
    let files = try downloads.addAttachments("a.txt", "song.xyz")
    desktop.refuses = [files[1].location]
    let summary = try openAll(files)
    XCTAssertEqual(
      summary.notice,
      """
      1 of 2 attachments opened.
      “song.xyz” was not opened: no program on this computer took it.
      """)
  }

  @MainActor func testTenAreOpenedTogether() async throws {
    let files = try (1...10).map { try downloads.addAttachment("page \($0).txt") }
    let summary = try openAll(files)
    XCTAssertEqual(desktop.opened, files.map(\.location))
    XCTAssertNil(summary.notice)
  }

  @MainActor func testOfElevenNoneIsOpened() async throws {
    let files = try (1...11).map { try downloads.addAttachment("page \($0).txt") }
    assertThrows(.tooMany(count: 11, limit: 10)) {
      try openAll(files)
    }
    XCTAssertEqual(desktop.opened, [])
  }

  @MainActor func testFilesAreNeitherSortedNorTakenForOneAnother() async throws {
    let other = try TemporaryFolder()
    let files = [
      try downloads.addAttachment("z.txt"), try downloads.addAttachment("b.txt"),
      try other.addAttachment("b.txt"), try downloads.addAttachment("y.txt"),
      try downloads.addAttachment("a.txt"), try other.addAttachment("a.txt"),
    ]
    desktop.refuses = [files[2].location]
    let summary = try openAll(files)
    XCTAssertEqual(desktop.opened, files.prefix(3).map(\.location))
    XCTAssertEqual(
      summary,
      OpeningSummary(
        opened: ["z.txt", "b.txt"],
        failures: [.refused(fileName: "b.txt")],
        notTried: ["y.txt", "a.txt", "a.txt"]))
  }

  @MainActor func testAFileThatIsThereTwiceIsOpenedTwice() async throws {
    let files = try downloads.addAttachments("a.txt", "b.txt")
    let summary = try openAll([files[0], files[1], files[0]])
    XCTAssertEqual(desktop.opened, [files[0].location, files[1].location, files[0].location])
    XCTAssertEqual(summary.opened, ["a.txt", "b.txt", "a.txt"])
    XCTAssertEqual(opener.recentlyOpened.map(\.fileName), ["a.txt", "b.txt"])
  }

  // MARK: Reopening

  @MainActor func testMostRecentlyOpenedFileIsOpenedAgain() async throws {
    let files = try downloads.addAttachments("a.txt", "b.txt")
    for file in files {
      try open(file)
    }
    XCTAssertTrue(try reopenLast())
    XCTAssertEqual(desktop.opened, [files[0].location, files[1].location, files[1].location])
    XCTAssertEqual(opener.recentlyOpened.map(\.fileName), ["b.txt", "a.txt"])
  }

  @MainActor func testFileThatIsGoneIsNotOpenedAgain() async throws {
    let minutes = try downloads.addAttachment("minutes.txt")
    try open(minutes)
    try downloads.remove(minutes)
    assertThrows(.notDownloaded(fileName: "minutes.txt")) {
      try reopenLast()
    }
    XCTAssertEqual(desktop.opened, [minutes.location])
    XCTAssertEqual(opener.recentlyOpened.map(\.fileName), ["minutes.txt"])
  }

  @MainActor func testDesktopIsNotAskedWhenThereIsNothingToOpenAgain() async throws {
    XCTAssertFalse(try reopenLast())
    XCTAssertEqual(desktop.opened, [])
  }

  @MainActor func testARefusalOnReopeningLeavesTheListAsItWas() async throws {
    let files = try downloads.addAttachments("a.txt", "b.txt")
    for file in files {
      try open(file)
    }
    desktop.refuses = [files[1].location]
    assertThrows(.refused(fileName: "b.txt")) {
      try reopenLast()
    }
    XCTAssertEqual(desktop.opened, [files[0].location, files[1].location, files[1].location])
    XCTAssertEqual(opener.recentlyOpened.map(\.fileName), ["b.txt", "a.txt"])
  }

  // MARK: The default

  @MainActor func testVendorsServiceStillFits() async throws {
    let service: any URLOpener = SystemOpener()
    XCTAssertFalse(service.open(downloads.url.appendingPathComponent("missing.txt")))
  }

  // MARK: The calls

  @MainActor private func open(_ attachment: MailAttachment) throws {
    try opener.openAttachment(attachment, with: desktop)
  }

  @MainActor private func openAll(_ attachments: [MailAttachment]) throws -> OpeningSummary {
    try opener.openAll(attachments, with: desktop)
  }

  @MainActor private func reopenLast() throws -> Bool {
    try opener.reopenLast(with: desktop)
  }

  @MainActor private func assertThrows<Value>(
    _ expected: AttachmentError,
    file: StaticString = #filePath,
    line: UInt = #line,
    _ call: () throws -> Value
  ) {
    XCTAssertThrowsError(try call(), file: file, line: line) { error in
      XCTAssertEqual(error as? AttachmentError, expected, file: file, line: line)
    }
  }
}
