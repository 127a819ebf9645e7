import XCTest

@testable import MetatypeValue

/// The same test double in XCTest.
///
/// A test that calls main-actor code is `async` even if it doesn't await anything, because XCTest on
/// Linux crashes in a synchronous one.
final class SeamXCTests: XCTestCase {
  @MainActor private let disk = FakeDisk(["a.txt": "A", "b.txt.backup": "B"])
  @MainActor private let loader = DocumentLoader()

  // XCTest runs one test at a time, so the shared disk can be set here, and reset after the test.
  @MainActor override func setUp() async throws {
    disk.use(in: loader)
    addTeardownBlock { @MainActor in SampleDocument.disk = FakeDisk() }
  }

  @MainActor func testALoaderCreatesRealDocumentsByDefault() async {
    XCTAssertTrue(DocumentLoader().documentType == Document.self)
  }

  @MainActor func testTheBackupCopyIsLoadedOnlyWhenLoadingFails() async throws {
    XCTAssertTrue(loader.loadDocument(at: file("a.txt")))
    XCTAssertTrue(loader.loadDocument(at: file("b.txt")))
    XCTAssertEqual(
      disk.log,
      [
        "create a.txt", "load a.txt",
        "create b.txt", "load b.txt", "create b.txt.backup", "load b.txt.backup",
      ])
    let recovered = try XCTUnwrap(loader.currentDocument)
    XCTAssertEqual(recovered.title, "B")
    XCTAssertTrue(recovered.isRecovered)
  }

  @MainActor func testADocumentThatAColleagueHasLockedIsNotSaved() async {
    for name in ["a.txt", "b.txt"] { loader.newDocument(at: file(name)).body = "changed" }
    disk.saveErrors = ["a.txt": LockedByColleague()]
    XCTAssertEqual(loader.saveAllDocuments(), [file("a.txt")])
    XCTAssertEqual(loader.documents.map(\.hasUnsavedChanges), [true, false])
  }
}
