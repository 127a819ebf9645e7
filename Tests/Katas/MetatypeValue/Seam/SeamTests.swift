import Foundation
import TestSupport
import Testing

#if SOLUTION
  @testable import MetatypeValueAfter
#else
  @testable import MetatypeValueBefore
#endif

/// What `DocumentLoader` does with documents that never touch the disk.
@MainActor
@Suite("MetatypeValue: seam", .namesModule)
struct SeamTests {
  // MARK: The type

  @Test func `a loader creates real documents by default`() {
    #expect(FakeDisk().makeLoader().documentType == SampleDocument.self)
    let loader = DocumentLoader()
    #expect(loader.documentType == Document.self)
    #expect(type(of: loader.newDocument(at: file("a.txt"))) == Document.self)
  }

  @Test func `every document that the loader creates is of the given type`() {
    let disk = FakeDisk(["a.txt": "A", "b.txt.backup": "B"])
    let loader = disk.makeLoader()
    #expect(loader.loadDocument(at: file("a.txt")))
    #expect(loader.loadDocument(at: file("b.txt")))
    _ = loader.newDocument(at: file("c.txt"))
    #expect(loader.reloadDocument(at: file("a.txt")))
    #expect(loader.documents.map { $0 is SampleDocument } == [true, true, true])
    _ = disk.takeLog()
    // From now on, nothing happens on the fake disk, and there are no such files on the real one.
    loader.documentType = Document.self
    #expect(!loader.loadDocument(at: file("d.txt")))
    #expect(!loader.reloadDocument(at: file("a.txt")))
    _ = loader.newDocument(at: file("e.txt"))
    #expect(loader.documents.map { $0 is SampleDocument } == [true, true, true, false])
    #expect(disk.takeLog() == [])
  }

  // MARK: What happens, in order

  @Test func `the backup copy is created and loaded only when loading fails`() {
    let disk = FakeDisk(["a.txt": "A", "b.txt.backup": "B"])
    let loader = disk.makeLoader()
    #expect(loader.loadDocument(at: file("a.txt")))
    #expect(disk.takeLog() == ["create a.txt", "load a.txt"])
    #expect(loader.loadDocument(at: file("b.txt")))
    #expect(
      disk.takeLog()
        == ["create b.txt", "load b.txt", "create b.txt.backup", "load b.txt.backup"])
    #expect(loader.documents.map(\.title) == ["A", "B"])
    #expect(loader.documents.map(\.isRecovered) == [false, true])
  }

  @Test func `neither the file nor the backup copy is tried twice`() {
    let disk = FakeDisk()
    #expect(!disk.makeLoader().loadDocument(at: file("a.txt")))
    #expect(
      disk.takeLog()
        == ["create a.txt", "load a.txt", "create a.txt.backup", "load a.txt.backup"])
  }

  @Test func `an open document isn't created or loaded again`() {
    let disk = FakeDisk(["a.txt": "A"])
    let loader = disk.makeLoader()
    let document = loader.newDocument(at: file("a.txt"))
    #expect(loader.newDocument(at: file("a.txt")) === document)
    #expect(loader.loadDocument(at: file("a.txt")))
    #expect(disk.takeLog() == ["create a.txt"])
  }

  @Test func `reloading creates and loads one document`() {
    let disk = FakeDisk(["a.txt": "A", "b.txt": "B"])
    let loader = disk.makeLoader()
    _ = loader.newDocument(at: file("a.txt"))
    _ = loader.newDocument(at: file("b.txt"))
    #expect(loader.reloadDocument(at: file("a.txt")))
    #expect(disk.takeLog() == ["create a.txt", "create b.txt", "create a.txt", "load a.txt"])
  }

  @Test func `documents are restored one after the other`() {
    let disk = FakeDisk(["a.txt": "A", "c.txt": "C"])
    let paths = ["/notes/a.txt", "/notes/b.txt", "/notes/c.txt"]
    #expect(disk.makeLoader().restore(paths) == ["/notes/b.txt"])
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
    disk.saveErrors = ["b.txt": DocumentError.cannotSaveContent(file("b.txt"))]
    #expect(loader.saveAll() == [file("b.txt")])
    #expect(disk.takeLog() == ["save a.txt", "save b.txt", "save c.txt"])
    disk.saveErrors = [:]
    #expect(loader.saveAll() == [])
    #expect(disk.takeLog() == ["save b.txt"])
  }

  @Test func `a document that a colleague has locked isn't saved`() {
    let disk = FakeDisk()
    let loader = disk.makeLoader(openAndChanged: "a.txt", "b.txt")
    disk.saveErrors = ["a.txt": LockedByColleague()]
    #expect(loader.saveAll() == [file("a.txt")])
    #expect(loader.documents.map(\.hasUnsavedChanges) == [true, false])
  }

  @Test func `a document is recovered after any error`() {
    let disk = FakeDisk(["a.txt": "new", "a.txt.backup": "old"])
    let loader = disk.makeLoader()
    disk.loadErrors = ["a.txt": LockedByColleague()]
    #expect(loader.loadDocument(at: file("a.txt")))
    #expect(loader.documents.map { [$0.title, "\($0.isRecovered)"] } == [["old", "true"]])
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

/// A location that only the fake disk knows.
func file(_ name: String) -> URL {
  URL(fileURLWithPath: "/notes/\(name)")
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

  /// Makes a loader whose documents are on this disk.
  ///
  /// All sample documents share one disk. That's safe in a test that's synchronous and on the main
  /// actor, because no other test runs until it returns.
  func makeLoader(openAndChanged names: String...) -> DocumentLoader {
    SampleDocument.disk = self
    let loader = DocumentLoader()
    loader.documentType = SampleDocument.self
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
