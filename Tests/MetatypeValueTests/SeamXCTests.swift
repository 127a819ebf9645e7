import XCTest

#if ATTEMPT
  @testable import MetatypeValueBefore
#else
  @testable import MetatypeValueAfter
#endif

/// The tests of `SeamTests`, for teams that use XCTest.
final class SeamXCTests: XCTestCase {
  private let loader = DocumentLoader()
  private var disk: FakeDisk!

  // XCTest runs the tests of a process one after the other, so a new disk for each is enough.
  @MainActor override func setUp() async throws {
    disk = FakeDisk()
    SampleDocument.disk = disk
    loader.documentType = SampleDocument.self
  }

  @MainActor override func tearDown() async throws {
    disk = nil
    SampleDocument.disk = FakeDisk()
  }

  // MARK: The type

  @MainActor func testALoaderCreatesRealDocumentsUnlessToldOtherwise() async {
    XCTAssertTrue(DocumentLoader().documentType == Document.self)
    let document = DocumentLoader().newDocument(at: file("a.txt"))
    XCTAssertTrue(type(of: document) == Document.self)
  }

  @MainActor func testEveryDocumentThatIsOpenedIsOfTheGivenType() async {
    disk.notes = [file("a.txt"): "A", file("b.txt.backup"): "B"]
    XCTAssertTrue(loader.loadDocument(at: file("a.txt")))
    XCTAssertTrue(loader.loadDocument(at: file("b.txt")))
    _ = loader.newDocument(at: file("c.txt"))
    XCTAssertTrue(loader.reloadDocument(at: file("a.txt")))
    XCTAssertEqual(loader.documents.map { $0 is SampleDocument }, [true, true, true])
  }

  @MainActor func testTheTypeIsAskedForEachTime() async {
    let real = newDocument(at: "a.txt", of: Document.self)
    XCTAssertTrue(type(of: real) == Document.self)
    let sample = newDocument(at: "b.txt", of: SampleDocument.self)
    XCTAssertTrue(sample is SampleDocument)
    XCTAssertEqual(loader.documents.map(\.fileURL), [file("a.txt"), file("b.txt")])
    disk.notes = [file("a.txt"): "A"]
    XCTAssertTrue(loader.reloadDocument(at: file("a.txt")))
    XCTAssertEqual(loader.documents.map { $0 is SampleDocument }, [true, true])
  }

  // MARK: The order of things

  @MainActor func testADocumentIsCreatedThenLoaded() async {
    disk.notes = [file("a.txt"): "A"]
    XCTAssertTrue(loader.loadDocument(at: file("a.txt")))
    XCTAssertEqual(disk.log, ["create a.txt", "load a.txt"])
  }

  @MainActor func testTheBackupCopyIsCreatedAndLoadedOnlyWhenLoadingFails() async {
    disk.notes = [file("a.txt.backup"): "A"]
    XCTAssertTrue(loader.loadDocument(at: file("a.txt")))
    XCTAssertEqual(
      disk.log, ["create a.txt", "load a.txt", "create a.txt.backup", "load a.txt.backup"])
    XCTAssertEqual(loader.current?.title, "A")
    XCTAssertEqual(loader.current?.body, "body of A")
    XCTAssertEqual(loader.current?.isRecovered, true)
    XCTAssertEqual(loader.current?.hasUnsavedChanges, true)
  }

  @MainActor func testNeitherTheFileNorTheBackupCopyIsTriedTwice() async {
    XCTAssertFalse(loader.loadDocument(at: file("a.txt")))
    XCTAssertEqual(
      disk.log, ["create a.txt", "load a.txt", "create a.txt.backup", "load a.txt.backup"])
    XCTAssertTrue(loader.documents.isEmpty)
    XCTAssertNil(loader.current)
  }

  @MainActor func testAnOpenDocumentIsNeitherCreatedNorLoadedAgain() async {
    disk.notes = [file("a.txt"): "A"]
    XCTAssertTrue(loader.loadDocument(at: file("a.txt")))
    XCTAssertTrue(loader.loadDocument(at: file("a.txt")))
    XCTAssertIdentical(loader.newDocument(at: file("a.txt")), loader.current)
    XCTAssertEqual(disk.log, ["create a.txt", "load a.txt"])
  }

  @MainActor func testANewDocumentIsNotLoaded() async {
    disk.notes = [file("a.txt"): "A"]
    let document = loader.newDocument(at: file("a.txt"))
    XCTAssertEqual(disk.log, ["create a.txt"])
    XCTAssertEqual(document.title, "Untitled")
    XCTAssertIdentical(loader.current, document)
  }

  @MainActor func testReloadingLoadsAnotherDocumentAndLeavesTheBackupCopyAlone() async {
    disk.notes = [file("a.txt"): "A", file("b.txt"): "B"]
    XCTAssertTrue(loader.loadDocument(at: file("a.txt")))
    disk.log = []
    disk.notes = [file("a.txt"): "A2"]
    XCTAssertTrue(loader.reloadDocument(at: file("a.txt")))
    XCTAssertEqual(disk.log, ["create a.txt", "load a.txt"])
    XCTAssertEqual(loader.current?.title, "A2")
    disk.notes = [file("a.txt.backup"): "A1"]
    XCTAssertFalse(loader.reloadDocument(at: file("a.txt")))
    XCTAssertEqual(disk.log, ["create a.txt", "load a.txt", "create a.txt", "load a.txt"])
    XCTAssertEqual(loader.current?.title, "A2")
  }

  @MainActor func testDocumentsAreOpenedAgainOneAfterTheOther() async {
    disk.notes = [file("a.txt"): "A", file("c.txt"): "C"]
    XCTAssertEqual(
      loader.restore(["/notes/a.txt", "/notes/b.txt", "/notes/c.txt"]), ["/notes/b.txt"])
    XCTAssertEqual(
      disk.log,
      [
        "create a.txt", "load a.txt",
        "create b.txt", "load b.txt", "create b.txt.backup", "load b.txt.backup",
        "create c.txt", "load c.txt",
      ])
    XCTAssertEqual(loader.restorationState, ["/notes/a.txt", "/notes/c.txt"])
  }

  // MARK: Failures that no file system gives on demand

  @MainActor func testTheSecondOfThreeSavesFails() async {
    openChangedDocuments("a.txt", "b.txt", "c.txt")
    disk.failsSaving = [file("b.txt"): DocumentError.cannotSaveContent(file("b.txt"))]
    XCTAssertEqual(loader.saveAll(), [file("b.txt")])
    XCTAssertEqual(disk.log, ["save a.txt", "save b.txt", "save c.txt"])
    XCTAssertEqual(loader.documents.map(\.hasUnsavedChanges), [false, true, false])
  }

  @MainActor func testAllThreeSavesFail() async {
    openChangedDocuments("a.txt", "b.txt", "c.txt")
    for name in ["a.txt", "b.txt", "c.txt"] {
      disk.failsSaving[file(name)] = DocumentError.cannotSaveContent(file(name))
    }
    XCTAssertEqual(loader.saveAll(), [file("a.txt"), file("b.txt"), file("c.txt")])
    XCTAssertEqual(disk.log, ["save a.txt", "save b.txt", "save c.txt"])
  }

  @MainActor func testOnlyWhatFailedIsSavedTheNextTime() async {
    openChangedDocuments("a.txt", "b.txt", "c.txt")
    disk.failsSaving = [file("b.txt"): DocumentError.cannotSaveContent(file("b.txt"))]
    XCTAssertEqual(loader.saveAll(), [file("b.txt")])
    disk.log = []
    disk.failsSaving = [:]
    XCTAssertEqual(loader.saveAll(), [])
    XCTAssertEqual(disk.log, ["save b.txt"])
  }

  @MainActor func testAFailureThatIsNotTheFileSystemsCountsAsWell() async {
    openChangedDocuments("a.txt", "b.txt")
    disk.failsSaving = [file("a.txt"): LockedByColleague()]
    XCTAssertEqual(loader.saveAll(), [file("a.txt")])
    XCTAssertEqual(disk.log, ["save a.txt", "save b.txt"])
    disk.log = []
    disk.failsLoading = [file("a.txt"): LockedByColleague(), file("c.txt"): LockedByColleague()]
    XCTAssertFalse(loader.reloadDocument(at: file("a.txt")))
    XCTAssertFalse(loader.loadDocument(at: file("c.txt")))
    XCTAssertEqual(loader.documents.map(\.fileURL), [file("a.txt"), file("b.txt")])
  }

  @MainActor func testANoteIsRecoveredAfterAnyFailure() async {
    disk.notes = [file("a.txt"): "new", file("a.txt.backup"): "old"]
    disk.failsLoading = [file("a.txt"): LockedByColleague()]
    XCTAssertTrue(loader.loadDocument(at: file("a.txt")))
    XCTAssertEqual(loader.current?.title, "old")
    XCTAssertEqual(loader.current?.isRecovered, true)
  }

  @MainActor func testALoadThatFailedWorksLater() async {
    disk.notes = [file("a.txt"): "A"]
    disk.failsLoading = [file("a.txt"): LockedByColleague()]
    XCTAssertFalse(loader.loadDocument(at: file("a.txt")))
    disk.failsLoading = [:]
    XCTAssertTrue(loader.loadDocument(at: file("a.txt")))
    XCTAssertEqual(loader.current?.title, "A")
    XCTAssertEqual(loader.current?.isRecovered, false)
  }

  // MARK: Closing

  @MainActor func testClosingNeitherSavesNorLoads() async {
    openChangedDocuments("a.txt", "b.txt")
    XCTAssertFalse(loader.closeDocument(at: file("b.txt")))
    XCTAssertTrue(loader.closeDocument(at: file("b.txt"), discardingChanges: true))
    XCTAssertEqual(loader.documents.map(\.fileURL), [file("a.txt")])
    XCTAssertIdentical(loader.current, loader.documents.first)
    XCTAssertEqual(disk.log, [])
  }

  @MainActor func testADocumentThatCouldNotBeSavedCannotBeClosed() async {
    openChangedDocuments("a.txt")
    disk.failsSaving = [file("a.txt"): LockedByColleague()]
    XCTAssertEqual(loader.saveAll(), [file("a.txt")])
    XCTAssertFalse(loader.closeDocument(at: file("a.txt")))
    disk.failsSaving = [:]
    XCTAssertEqual(loader.saveAll(), [])
    XCTAssertTrue(loader.closeDocument(at: file("a.txt")))
  }

  @MainActor private func newDocument(
    at name: String, of type: Document.Type
  ) -> Document {
    loader.documentType = type
    return loader.newDocument(at: file(name))
  }

  @MainActor private func openChangedDocuments(_ names: String...) {
    for name in names {
      loader.newDocument(at: file(name)).body = "changed"
    }
    disk.log = []
  }
}
