import Foundation
import TestSupport
import Testing

@testable import MetatypeValue

/// What `DocumentLoader` does with documents that never touch the disk.
@MainActor
@Suite("MetatypeValue: seam", .namesModule)
struct SeamTests {
  // MARK: The type

  @Test func `a loader creates real documents by default`() {
    let loader = DocumentLoader()
    #expect(loader.documentType == Document.self)
    #expect(type(of: loader.newDocument(at: file("a.txt"))) == Document.self)
  }

  // A real document can't be loaded, because its file is only on the fake disk.
  @Test func `every document that a loader creates is of its type`() {
    let disk = FakeDisk(["a.txt": "A", "b.txt.backup": "B", "c.txt": "C", "d.txt.backup": "D"])
    let loader = disk.makeLoader()
    #expect(loader.loadDocument(at: file("a.txt")))
    #expect(loader.loadDocument(at: file("b.txt")))
    #expect(loader.restoreDocuments(fromPaths: [file("c.txt").path, file("d.txt").path]) == [])
    _ = loader.newDocument(at: file("e.txt"))
    #expect(loader.reloadDocument(at: file("a.txt")))
    #expect(loader.documents.map(\.title) == ["A", "B", "C", "D", "Untitled"])
    #expect(Set(loader.documents.map { "\(type(of: $0))" }) == ["SampleDocument"])
  }

  @Test func `a loader whose type is set later creates documents of the new type`() {
    let loader = DocumentLoader()
    let path = file("c.txt").path
    _ = loader.newDocument(at: file("a.txt"))
    #expect(!loader.loadDocument(at: file("b.txt")))
    #expect(loader.restoreDocuments(fromPaths: [path]) == [path])
    FakeDisk(["a.txt": "A", "b.txt.backup": "B", "c.txt.backup": "C"]).use(in: loader)
    _ = loader.newDocument(at: file("d.txt"))
    #expect(loader.reloadDocument(at: file("a.txt")))
    #expect(loader.loadDocument(at: file("b.txt")))
    #expect(loader.restoreDocuments(fromPaths: [path]) == [])
    #expect(loader.documents.map(\.title) == ["A", "Untitled", "B", "C"])
    #expect(Set(loader.documents.map { "\(type(of: $0))" }) == ["SampleDocument"])
    // No other loader is affected.
    #expect(DocumentLoader().documentType == Document.self)
  }

  // MARK: What happens, in order

  @Test func `the backup copy is loaded only when loading fails`() {
    let disk = FakeDisk(["a.txt": "A", "b.txt.backup": "B"])
    let loader = disk.makeLoader()
    #expect(loader.loadDocument(at: file("a.txt")))
    #expect(disk.takeLog() == ["create a.txt", "load a.txt"])
    #expect(loader.loadDocument(at: file("b.txt")))
    let recovery = ["create b.txt", "load b.txt", "create b.txt.backup", "load b.txt.backup"]
    #expect(disk.takeLog() == recovery)
    #expect(loader.documents.map(\.isRecovered) == [false, true])
  }

  @Test func `neither the file nor the backup copy is tried twice`() {
    let disk = FakeDisk()
    #expect(!disk.makeLoader().loadDocument(at: file("a.txt")))
    let attempts = ["create a.txt", "load a.txt", "create a.txt.backup", "load a.txt.backup"]
    #expect(disk.takeLog() == attempts)
  }

  @Test func `an open document isn't created or loaded again`() {
    let disk = FakeDisk(["a.txt": "A"])
    let loader = disk.makeLoader()
    let document = loader.newDocument(at: file("a.txt"))
    #expect(loader.newDocument(at: file("a.txt")) === document)
    #expect(loader.loadDocument(at: file("a.txt")))
    #expect(loader.restoreDocuments(fromPaths: [file("a.txt").path]) == [])
    #expect(disk.takeLog() == ["create a.txt"])
  }

  @Test func `reloading creates and loads one document`() {
    let disk = FakeDisk(["a.txt": "A", "b.txt": "B"])
    let loader = disk.makeLoader(openAndChanged: "a.txt", "b.txt")
    #expect(loader.reloadDocument(at: file("a.txt")))
    #expect(disk.takeLog() == ["create a.txt", "load a.txt"])
  }

  @Test func `documents are restored one after the other`() {
    let disk = FakeDisk(["a.txt": "A", "c.txt": "C"])
    let state = ["a.txt", "b.txt", "c.txt"].map { file($0).path }
    #expect(disk.makeLoader().restoreDocuments(fromPaths: state) == [state[1]])
    #expect(
      disk.takeLog() == [
        "create a.txt", "load a.txt",
        "create b.txt", "load b.txt", "create b.txt.backup", "load b.txt.backup",
        "create c.txt", "load c.txt",
      ])
  }

  @Test func `closing neither saves nor loads`() {
    let disk = FakeDisk()
    let loader = disk.makeLoader(openAndChanged: "a.txt", "b.txt")
    #expect(!loader.closeDocument(at: file("a.txt")))
    #expect(loader.closeDocument(at: file("a.txt"), discardingChanges: true))
    #expect(disk.takeLog() == [])
  }

  // MARK: Failures that no file system produces on demand

  @Test func `only the document that failed is saved the next time`() {
    let disk = FakeDisk()
    let loader = disk.makeLoader(openAndChanged: "a.txt", "b.txt", "c.txt")
    disk.saveErrors = ["b.txt": LockedByColleague()]
    #expect(loader.saveAllDocuments() == [file("b.txt")])
    #expect(disk.takeLog() == ["save a.txt", "save b.txt", "save c.txt"])
    disk.saveErrors = [:]
    #expect(loader.saveAllDocuments() == [])
    #expect(disk.takeLog() == ["save b.txt"])
  }

  @Test func `the user learns that a colleague has locked the file`() {
    let disk = FakeDisk(["a.txt": "A"])
    let loader = disk.makeLoader(openAndChanged: "b.txt")
    disk.loadErrors = ["a.txt": LockedByColleague()]
    #expect(!loader.loadDocument(at: file("a.txt")))
    #expect(loader.lastError is LockedByColleague)
    disk.saveErrors = ["b.txt": LockedByColleague()]
    #expect(loader.saveAllDocuments() == [file("b.txt")])
    #expect(loader.lastError is LockedByColleague)
  }

  @Test func `a document is recovered after any error`() {
    let disk = FakeDisk(["a.txt": "new", "a.txt.backup": "old"])
    let loader = disk.makeLoader()
    disk.loadErrors = ["a.txt": LockedByColleague()]
    #expect(loader.loadDocument(at: file("a.txt")))
    #expect(loader.documents.map(\.title) == ["old"])
    #expect(!loader.reloadDocument(at: file("a.txt")))
  }

  @Test func `a document that's locked for a moment can be opened later`() {
    let disk = FakeDisk(["a.txt": "A", "a.txt.backup": "A"])
    let loader = disk.makeLoader()
    disk.loadErrors = ["a.txt": LockedByColleague(), "a.txt.backup": LockedByColleague()]
    #expect(!loader.loadDocument(at: file("a.txt")))
    disk.loadErrors = [:]
    #expect(loader.loadDocument(at: file("a.txt")))
    #expect(loader.documents.map(\.isRecovered) == [false])
  }
}

/// A file URL that only the fake disk knows. A real document can't even be saved there.
func file(_ name: String) -> URL {
  URL(fileURLWithPath: "/dev/null/notes/\(name)")
}

// MARK: - Test doubles

/// A fake disk: the titles of the documents that can be loaded, by file name, and a log.
@MainActor
final class FakeDisk {
  var titles: [String: String]
  var loadErrors: [String: any Error] = [:]
  var saveErrors: [String: any Error] = [:]
  var log: [String] = []

  init(_ titles: [String: String] = [:]) {
    self.titles = titles
  }

  /// Makes the documents that the loader creates use this disk.
  ///
  /// All sample documents share one disk. That's safe in a test that's synchronous and on the main
  /// actor, because no other main-actor test runs until it returns.
  func use(in loader: DocumentLoader) {
    SampleDocument.disk = self
    loader.documentType = SampleDocument.self
  }

  /// Makes a loader that uses this disk, with new documents that have unsaved changes.
  func makeLoader(openAndChanged names: String...) -> DocumentLoader {
    let loader = DocumentLoader()
    use(in: loader)
    for name in names {
      loader.newDocument(at: file(name)).body = "changed"
    }
    log = []
    return loader
  }

  /// Returns the log since the last call.
  func takeLog() -> [String] {
    defer { log = [] }
    return log
  }
}

/// A document on the fake disk.
@MainActor
final class SampleDocument: Document {
  /// The disk of the running test. The loader creates the documents, so a test can't pass it to them.
  static var disk = FakeDisk()

  required init(fileURL: URL) {
    super.init(fileURL: fileURL)
    Self.disk.log.append("create \(fileURL.lastPathComponent)")
  }

  override func load() throws {
    let name = fileURL.lastPathComponent
    Self.disk.log.append("load \(name)")
    if let error = Self.disk.loadErrors[name] { throw error }
    guard let title = Self.disk.titles[name] else { throw DocumentError.cannotLoadContent(fileURL) }
    self.title = title
    hasUnsavedChanges = false
  }

  override func save() throws {
    let name = fileURL.lastPathComponent
    Self.disk.log.append("save \(name)")
    if let error = Self.disk.saveErrors[name] { throw error }
    hasUnsavedChanges = false
  }
}

struct LockedByColleague: Error {}
