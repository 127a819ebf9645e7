import XCTest

@testable import MetatypeValue

/// The same test double in XCTest.
///
/// A test that calls main-actor code is `async` even if it doesn't await anything, because XCTest on
/// Linux crashes in a synchronous one.
final class SeamXCTests: XCTestCase {
  // XCTest runs one test at a time, so the shared disk can be reset after each test.
  @MainActor override func setUp() async throws {
    addTeardownBlock { @MainActor in SampleDocument.disk = FakeDisk() }
  }

  @MainActor func testALoaderCreatesRealDocumentsByDefault() async {
    let note = DocumentLoader().newDocument(at: file("a.txt"))
    XCTAssertTrue(type(of: note) == Document.self)
  }

  @MainActor func testANoteIsRecoveredFromItsBackupCopy() async throws {
    let disk = FakeDisk(["a.txt.backup": "Shopping"])
    let loader = disk.makeLoader()
    XCTAssertTrue(loader.loadDocument(at: file("a.txt")))
    let note = try XCTUnwrap(loader.currentDocument)
    XCTAssertEqual(note.title, "Shopping")
    XCTAssertTrue(note.isRecovered)
  }

  @MainActor func testANoteThatAColleagueHasLockedStillHasItsChanges() async {
    let disk = FakeDisk()
    let loader = disk.makeLoader(openAndChanged: "a.txt")
    disk.saveErrors = ["a.txt": LockedByColleague()]
    XCTAssertEqual(loader.saveAllDocuments(), [file("a.txt")])
    XCTAssertEqual(loader.documents.map(\.hasUnsavedChanges), [true])
  }
}
