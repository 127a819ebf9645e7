import Foundation
import TestSupport
import Testing

@testable import MetatypeValue

/// What `DocumentLoader` does with documents that never touch the disk.
@Suite("MetatypeValue: seam", .namesModule)
struct SeamTests {
  @MainActor
  struct DocumentType {
    @Test func `a loader creates real documents by default`() {
      let loader = DocumentLoader()
      #expect(loader.documentType == Document.self)
      #expect(type(of: loader.newDocument(at: file("a.txt"))) == Document.self)
    }

    @Test func `a new note is a document of the loader's type`() {
      let loader = FakeDisk().makeLoader()
      #expect(loader.newDocument(at: file("a.txt")) is SampleDocument)
    }

    // A real document can't be loaded, because its file is only on the fake disk.
    @Test(arguments: [Action.open, .restore], ["a.txt", "recovered.txt"])
    func `a note is opened, restored, or recovered as a document of the loader's type`(
      action: Action, name: String
    ) {
      let disk = FakeDisk(["a.txt": "Shopping", "recovered.txt.backup": "Shopping"])
      let loader = disk.makeLoader()
      #expect(perform(action, on: name, with: loader))
      #expect(loader.documents.first is SampleDocument)
      #expect(loader.documents.map(\.title) == ["Shopping"])
    }

    // The note was opened while the loader still created real documents.
    @Test func `a note is reloaded as a document of the loader's type at that moment`() {
      let loader = DocumentLoader()
      _ = loader.newDocument(at: file("a.txt"))
      FakeDisk(["a.txt": "Shopping"]).use(in: loader)
      #expect(loader.reloadDocument(at: file("a.txt")))
      #expect(loader.documents.first is SampleDocument)
    }

    @Test func `a loader whose type is set later uses it from then on`() {
      let loader = DocumentLoader()
      #expect(!loader.loadDocument(at: file("a.txt")))
      FakeDisk(["a.txt": "Shopping"]).use(in: loader)
      #expect(loader.loadDocument(at: file("a.txt")))
    }

    @Test func `no other loader is affected`() {
      _ = FakeDisk().makeLoader()
      #expect(DocumentLoader().documentType == Document.self)
    }
  }

  @MainActor
  struct CallsInOrder {
    @Test func `the backup copy isn't loaded if the note can be`() {
      let disk = FakeDisk(["a.txt": "A", "a.txt.backup": "older"])
      #expect(disk.makeLoader().loadDocument(at: file("a.txt")))
      #expect(disk.log == [.create("a.txt"), .load("a.txt")])
    }

    @Test func `neither the file nor the backup copy is tried twice`() {
      let disk = FakeDisk()
      #expect(!disk.makeLoader().loadDocument(at: file("a.txt")))
      #expect(
        disk.log == [
          .create("a.txt"), .load("a.txt"), .create("a.txt.backup"), .load("a.txt.backup"),
        ])
    }

    @Test(arguments: Action.allCases)
    func `a note that's open isn't created or loaded again`(action: Action) {
      let disk = FakeDisk(["a.txt": "A"])
      let loader = disk.makeLoader(openAndChanged: "a.txt")
      #expect(perform(action, on: "a.txt", with: loader))
      #expect(disk.log == [])
    }

    @Test func `reloading creates and loads one document`() {
      let disk = FakeDisk(["a.txt": "A", "b.txt": "B"])
      let loader = disk.makeLoader(openAndChanged: "a.txt", "b.txt")
      #expect(loader.reloadDocument(at: file("a.txt")))
      #expect(disk.log == [.create("a.txt"), .load("a.txt")])
    }

    @Test func `notes are restored one after the other`() {
      let disk = FakeDisk(["a.txt": "A", "c.txt": "C"])
      let state = ["a.txt", "b.txt", "c.txt"].map { file($0).path }
      #expect(disk.makeLoader().restoreDocuments(fromPaths: state) == [file("b.txt").path])
      #expect(
        disk.log == [
          .create("a.txt"), .load("a.txt"),
          .create("b.txt"), .load("b.txt"), .create("b.txt.backup"), .load("b.txt.backup"),
          .create("c.txt"), .load("c.txt"),
        ])
    }

    @Test func `a note that can't be saved isn't tried again right away`() {
      let disk = FakeDisk()
      let loader = disk.makeLoader(openAndChanged: "a.txt", "b.txt", "c.txt")
      disk.saveErrors = ["b.txt": LockedByColleague()]
      #expect(loader.saveAllDocuments() == [file("b.txt")])
      #expect(disk.log == [.save("a.txt"), .save("b.txt"), .save("c.txt")])
    }
  }

  /// No file system produces these failures on demand.
  @MainActor
  struct LockedNotes {
    @Test func `a user who opens a note learns that a colleague has locked it`() {
      let disk = FakeDisk(["a.txt": "A"])
      let loader = disk.makeLoader()
      disk.loadErrors = ["a.txt": LockedByColleague()]
      #expect(!loader.loadDocument(at: file("a.txt")))
      #expect(loader.lastError is LockedByColleague)
    }

    @Test func `a user who saves a note learns that a colleague has locked it`() {
      let disk = FakeDisk()
      let loader = disk.makeLoader(openAndChanged: "a.txt")
      disk.saveErrors = ["a.txt": LockedByColleague()]
      #expect(loader.saveAllDocuments() == [file("a.txt")])
      #expect(loader.lastError is LockedByColleague)
    }

    @Test func `a note that a colleague has locked is recovered from its backup copy`() {
      let disk = FakeDisk(["a.txt": "new", "a.txt.backup": "old"])
      let loader = disk.makeLoader()
      disk.loadErrors = ["a.txt": LockedByColleague()]
      #expect(loader.loadDocument(at: file("a.txt")))
      #expect(loader.documents.map(\.title) == ["old"])
    }

    @Test func `a note that's locked for a moment can be opened later`() {
      let disk = FakeDisk(["a.txt": "A"])
      let loader = disk.makeLoader()
      disk.loadErrors = ["a.txt": LockedByColleague()]
      #expect(!loader.loadDocument(at: file("a.txt")))
      disk.loadErrors = [:]
      #expect(loader.loadDocument(at: file("a.txt")))
      #expect(loader.documents.map(\.isRecovered) == [false])
    }
  }

  /// What a user or the app does to get a note on the screen.
  enum Action: CaseIterable { case open, create, restore }
}

/// - Returns: Whether it succeeds.
@MainActor
private func perform(
  _ action: SeamTests.Action, on name: String, with loader: DocumentLoader
) -> Bool {
  switch action {
  case .open: loader.loadDocument(at: file(name))
  case .create: loader.newDocument(at: file(name)) === loader.currentDocument
  case .restore: loader.restoreDocuments(fromPaths: [file(name).path]) == []
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
  private(set) var log: [Access] = []

  /// What a document did, with the name of its file
  enum Access: Equatable {
    case create(String)
    case load(String)
    case save(String)
  }

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
    forgetLog()
    return loader
  }

  func record(_ access: Access) {
    log.append(access)
  }

  func forgetLog() {
    log = []
  }
}

/// A document on the fake disk.
@MainActor
final class SampleDocument: Document {
  /// The disk of the running test. The loader creates the documents, so a test can't pass it to them.
  static var disk = FakeDisk()

  required init(fileURL: URL) {
    super.init(fileURL: fileURL)
    Self.disk.record(.create(fileURL.lastPathComponent))
  }

  override func load() throws {
    let name = fileURL.lastPathComponent
    Self.disk.record(.load(name))
    if let error = Self.disk.loadErrors[name] { throw error }
    guard let title = Self.disk.titles[name] else { throw DocumentError.cannotLoadContent(fileURL) }
    self.title = title
    hasUnsavedChanges = false
  }

  override func save() throws {
    let name = fileURL.lastPathComponent
    Self.disk.record(.save(name))
    if let error = Self.disk.saveErrors[name] { throw error }
    hasUnsavedChanges = false
  }
}

struct LockedByColleague: Error {}
