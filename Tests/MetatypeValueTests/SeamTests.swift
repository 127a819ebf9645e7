import Foundation
import Testing

#if ATTEMPT
  @testable import MetatypeValueBefore
#else
  @testable import MetatypeValueAfter
#endif

/// What `DocumentLoader` does with documents that never touch the disk.
///
/// `SampleDocument` is created by the loader, so a test cannot hand anything to an instance of it.
/// What the documents do is shared through `SampleDocument.disk`. Two rules keep that from leaking
/// into the next test: `init` puts a new disk there, and the tests run one after the other.
@MainActor
@Suite("MetatypeValue: seam", .serialized)
struct SeamTests {
  private let loader = DocumentLoader()
  private let disk = FakeDisk()

  init() {
    SampleDocument.disk = disk
    loader.documentType = SampleDocument.self
  }

  // MARK: The type

  @Test func `a loader creates real documents unless told otherwise`() {
    #expect(DocumentLoader().documentType == Document.self)
    let document = DocumentLoader().newDocument(at: file("a.txt"))
    #expect(type(of: document) == Document.self)
  }

  @Test func `every document that is opened is of the given type`() {
    disk.notes = [file("a.txt"): "A", file("b.txt.backup"): "B"]
    #expect(loader.loadDocument(at: file("a.txt")))
    #expect(loader.loadDocument(at: file("b.txt")))
    _ = loader.newDocument(at: file("c.txt"))
    #expect(loader.reloadDocument(at: file("a.txt")))
    #expect(loader.documents.map { $0 is SampleDocument } == [true, true, true])
  }

  @Test func `the type is asked for each time`() {
    let real = newDocument(at: "a.txt", of: Document.self)
    #expect(type(of: real) == Document.self)
    let sample = newDocument(at: "b.txt", of: SampleDocument.self)
    #expect(sample is SampleDocument)
    #expect(loader.documents.map(\.fileURL) == [file("a.txt"), file("b.txt")])
    disk.notes = [file("a.txt"): "A"]
    #expect(loader.reloadDocument(at: file("a.txt")))
    #expect(loader.documents.map { $0 is SampleDocument } == [true, true])
  }

  // MARK: The order of things

  @Test func `a document is created, then loaded`() {
    disk.notes = [file("a.txt"): "A"]
    #expect(loader.loadDocument(at: file("a.txt")))
    #expect(disk.log == ["create a.txt", "load a.txt"])
  }

  @Test func `the backup copy is created and loaded only when loading fails`() {
    disk.notes = [file("a.txt.backup"): "A"]
    #expect(loader.loadDocument(at: file("a.txt")))
    #expect(
      disk.log == ["create a.txt", "load a.txt", "create a.txt.backup", "load a.txt.backup"])
    #expect(loader.current?.title == "A")
    #expect(loader.current?.body == "body of A")
    #expect(loader.current?.isRecovered == true)
    #expect(loader.current?.hasUnsavedChanges == true)
  }

  @Test func `neither the file nor the backup copy is tried twice`() {
    #expect(!loader.loadDocument(at: file("a.txt")))
    #expect(
      disk.log == ["create a.txt", "load a.txt", "create a.txt.backup", "load a.txt.backup"])
    #expect(loader.documents.isEmpty)
    #expect(loader.current == nil)
  }

  @Test func `an open document is neither created nor loaded again`() {
    disk.notes = [file("a.txt"): "A"]
    #expect(loader.loadDocument(at: file("a.txt")))
    #expect(loader.loadDocument(at: file("a.txt")))
    #expect(loader.newDocument(at: file("a.txt")) === loader.current)
    #expect(disk.log == ["create a.txt", "load a.txt"])
  }

  @Test func `a new document is not loaded`() {
    disk.notes = [file("a.txt"): "A"]
    let document = loader.newDocument(at: file("a.txt"))
    #expect(disk.log == ["create a.txt"])
    #expect(document.title == "Untitled")
    #expect(loader.current === document)
  }

  @Test func `reloading loads another document and leaves the backup copy alone`() {
    disk.notes = [file("a.txt"): "A", file("b.txt"): "B"]
    #expect(loader.loadDocument(at: file("a.txt")))
    disk.log = []
    disk.notes = [file("a.txt"): "A2"]
    #expect(loader.reloadDocument(at: file("a.txt")))
    #expect(disk.log == ["create a.txt", "load a.txt"])
    #expect(loader.current?.title == "A2")
    disk.notes = [file("a.txt.backup"): "A1"]
    #expect(!loader.reloadDocument(at: file("a.txt")))
    #expect(
      disk.log == ["create a.txt", "load a.txt", "create a.txt", "load a.txt"])
    #expect(loader.current?.title == "A2")
  }

  @Test func `documents are opened again one after the other`() {
    disk.notes = [file("a.txt"): "A", file("c.txt"): "C"]
    #expect(loader.restore(["/notes/a.txt", "/notes/b.txt", "/notes/c.txt"]) == ["/notes/b.txt"])
    #expect(
      disk.log == [
        "create a.txt", "load a.txt",
        "create b.txt", "load b.txt", "create b.txt.backup", "load b.txt.backup",
        "create c.txt", "load c.txt",
      ])
    #expect(loader.restorationState == ["/notes/a.txt", "/notes/c.txt"])
  }

  // MARK: Failures that no file system gives on demand

  @Test func `the second of three saves fails`() {
    openChangedDocuments("a.txt", "b.txt", "c.txt")
    disk.failsSaving = [file("b.txt"): DocumentError.cannotSaveContent(file("b.txt"))]
    #expect(loader.saveAll() == [file("b.txt")])
    #expect(disk.log == ["save a.txt", "save b.txt", "save c.txt"])
    #expect(loader.documents.map(\.hasUnsavedChanges) == [false, true, false])
  }

  @Test func `all three saves fail`() {
    openChangedDocuments("a.txt", "b.txt", "c.txt")
    for name in ["a.txt", "b.txt", "c.txt"] {
      disk.failsSaving[file(name)] = DocumentError.cannotSaveContent(file(name))
    }
    #expect(loader.saveAll() == [file("a.txt"), file("b.txt"), file("c.txt")])
    #expect(disk.log == ["save a.txt", "save b.txt", "save c.txt"])
  }

  @Test func `only what failed is saved the next time`() {
    openChangedDocuments("a.txt", "b.txt", "c.txt")
    disk.failsSaving = [file("b.txt"): DocumentError.cannotSaveContent(file("b.txt"))]
    #expect(loader.saveAll() == [file("b.txt")])
    disk.log = []
    disk.failsSaving = [:]
    #expect(loader.saveAll() == [])
    #expect(disk.log == ["save b.txt"])
  }

  @Test func `a failure that is not the file system's counts as well`() {
    openChangedDocuments("a.txt", "b.txt")
    disk.failsSaving = [file("a.txt"): LockedByColleague()]
    #expect(loader.saveAll() == [file("a.txt")])
    #expect(disk.log == ["save a.txt", "save b.txt"])
    disk.log = []
    disk.failsLoading = [file("a.txt"): LockedByColleague(), file("c.txt"): LockedByColleague()]
    #expect(!loader.reloadDocument(at: file("a.txt")))
    #expect(!loader.loadDocument(at: file("c.txt")))
    #expect(loader.documents.map(\.fileURL) == [file("a.txt"), file("b.txt")])
  }

  @Test func `a note is recovered after any failure`() {
    disk.notes = [file("a.txt"): "new", file("a.txt.backup"): "old"]
    disk.failsLoading = [file("a.txt"): LockedByColleague()]
    #expect(loader.loadDocument(at: file("a.txt")))
    #expect(loader.current?.title == "old")
    #expect(loader.current?.isRecovered == true)
  }

  @Test func `a load that failed works later`() {
    disk.notes = [file("a.txt"): "A"]
    disk.failsLoading = [file("a.txt"): LockedByColleague()]
    #expect(!loader.loadDocument(at: file("a.txt")))
    disk.failsLoading = [:]
    #expect(loader.loadDocument(at: file("a.txt")))
    #expect(loader.current?.title == "A")
    #expect(loader.current?.isRecovered == false)
  }

  // MARK: Closing

  @Test func `closing neither saves nor loads`() {
    openChangedDocuments("a.txt", "b.txt")
    #expect(!loader.closeDocument(at: file("b.txt")))
    #expect(loader.closeDocument(at: file("b.txt"), discardingChanges: true))
    #expect(loader.documents.map(\.fileURL) == [file("a.txt")])
    #expect(loader.current === loader.documents.first)
    #expect(disk.log == [])
  }

  @Test func `a document that could not be saved cannot be closed`() {
    openChangedDocuments("a.txt")
    disk.failsSaving = [file("a.txt"): LockedByColleague()]
    #expect(loader.saveAll() == [file("a.txt")])
    #expect(!loader.closeDocument(at: file("a.txt")))
    disk.failsSaving = [:]
    #expect(loader.saveAll() == [])
    #expect(loader.closeDocument(at: file("a.txt")))
  }

  private func newDocument(at name: String, of type: Document.Type) -> Document {
    loader.documentType = type
    return loader.newDocument(at: file(name))
  }

  private func openChangedDocuments(_ names: String...) {
    for name in names {
      loader.newDocument(at: file(name)).body = "changed"
    }
    disk.log = []
  }
}

/// A location that only the fake disk knows.
func file(_ name: String) -> URL {
  URL(fileURLWithPath: "/notes/\(name)")
}

// MARK: - Test doubles

/// A fake for the disk: what there is to load, and what happened, in order.
@MainActor
final class FakeDisk {
  /// The titles of the notes that can be loaded.
  var notes: [URL: String] = [:]
  var failsLoading: [URL: any Error] = [:]
  var failsSaving: [URL: any Error] = [:]
  var log: [String] = []
}

/// A document that works on a fake disk.
@MainActor
final class SampleDocument: Document {
  /// The disk of the running test, which each test replaces before it does anything else.
  static var disk = FakeDisk()

  required init(fileURL: URL) {
    super.init(fileURL: fileURL)
    Self.disk.log.append("create \(fileURL.lastPathComponent)")
  }

  override func load() throws {
    Self.disk.log.append("load \(fileURL.lastPathComponent)")
    if let error = Self.disk.failsLoading[fileURL] { throw error }
    guard let note = Self.disk.notes[fileURL] else {
      throw DocumentError.cannotLoadContent(fileURL)
    }
    title = note
    body = "body of \(note)"
    hasUnsavedChanges = false
  }

  override func save() throws {
    Self.disk.log.append("save \(fileURL.lastPathComponent)")
    if let error = Self.disk.failsSaving[fileURL] { throw error }
    hasUnsavedChanges = false
  }
}

struct LockedByColleague: Error {}
