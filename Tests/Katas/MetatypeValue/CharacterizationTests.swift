import Foundation
import TestSupport
import Testing

@testable import MetatypeValue

/// Pins what the six lines that create a document decide. They're in four methods of
/// `DocumentLoader`: two of the lines are for backup copies.
///
/// A change in these lines can use the wrong file, create an object too many, or keep one for too
/// long. So the tests look at the loader's notes and at the front note, at which objects they are and
/// what they contain, and at what follows from them: the delegate's calls, the last error, and the
/// recent notes. The code that saves and closes notes doesn't change. Of that code, the tests cover
/// what could lose a note's text, and little else.
@Suite("MetatypeValue: characterization", .namesModule)
struct CharacterizationTests {
  @MainActor
  struct Opening: NotesOnDisk {
    let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    // The type of the constant is what a storyboard needs: an initializer without parameters.
    @Test func `a storyboard can create a loader`() {
      let create: () -> DocumentLoader = DocumentLoader.init
      #expect(create().documents == [])
    }

    @Test(arguments: [
      ("Shopping\n\nMilk\n", "Shopping", "\nMilk\n"), (" Shopping ", " Shopping ", ""),
      // The first line is empty.
      ("\nMilk", "Untitled", "Milk"),
    ])
    func `the first line of the file is the title`(
      text: String, title: String, body: String
    ) throws {
      let loader = DocumentLoader()
      #expect(loader.loadDocument(at: try write(text, to: "a.txt")))
      #expect(loader.documents.map(Snapshot.init) == [Snapshot(title: title, body: body)])
    }

    @Test(.tags(.quirk))
    func `a Windows line ending doesn't end the title`() throws {
      let loader = DocumentLoader()
      #expect(loader.loadDocument(at: try write("Shopping\r\nMilk\nEggs", to: "a.txt")))
      #expect(loader.currentDocument?.title == "Shopping\r\nMilk")
    }

    @Test(arguments: [Action.open, .create])
    func `a note that's opened or created is the last one, and in front`(action: Action) throws {
      let loader = DocumentLoader()
      try openNotes("a", "b", in: loader)
      #expect(loader.loadDocument(at: file("a.txt")))
      try write("c", to: "c.txt")
      #expect(perform(action, on: "c.txt", with: loader))
      #expect(loader.restorationState == [path("a.txt"), path("b.txt"), path("c.txt")])
      #expect(loader.currentDocument === loader.documents.last)
    }

    @Test func `a new note is empty, even if its file exists and was open before`() throws {
      let loader = DocumentLoader()
      try write("Shopping", to: "a.txt")
      loader.newDocument(at: file("a.txt")).body = "Milk"
      #expect(loader.closeDocument(at: file("a.txt"), discardingChanges: true))
      let note = loader.newDocument(at: file("a.txt"))
      #expect(Snapshot(note) == Snapshot(title: "Untitled", body: ""))
      #expect(loader.documents == [note])
    }

    @Test(arguments: [Action.open, .restore])
    func `a note that was open before is read again`(action: Action) throws {
      let loader = DocumentLoader()
      try write("Shopping", to: "a.txt")
      #expect(perform(action, on: "a.txt", with: loader))
      #expect(loader.closeDocument(at: file("a.txt")))
      try write("by another app", to: "a.txt")
      #expect(perform(action, on: "a.txt", with: loader))
      #expect(loader.documents.map(\.title) == ["by another app"])
    }

    @Test(arguments: [Action.open, .create])
    func `a note that's open is only brought to the front`(action: Action) throws {
      let loader = DocumentLoader()
      let notes = try openNotes("a", "b", in: loader)
      notes[0].body = "changed"
      #expect(perform(action, on: "a.txt", with: loader))
      #expect(loader.currentDocument === notes[0])
      #expect(loader.documents == notes)
      #expect(notes[0].body == "changed")
    }

    @Test(arguments: Action.allCases)
    func `another spelling of a path is the same note, which keeps its path`(
      action: Action
    ) throws {
      let loader = DocumentLoader()
      try write("Shopping", to: "a.txt")
      #expect(loader.loadDocument(at: file("./a.txt")))
      #expect(perform(action, on: "a.txt", with: loader))
      #expect(loader.restorationState == [path("./a.txt")])
    }

    @Test func `a note that can't be opened leaves the open notes as they are`() throws {
      let loader = DocumentLoader()
      let notes = try openNotes("a", "b", in: loader)
      #expect(loader.loadDocument(at: file("a.txt")))
      #expect(!loader.loadDocument(at: file("missing.txt")))
      #expect(loader.documents == notes)
      #expect(loader.currentDocument === notes[0])
    }
  }

  @MainActor
  struct Recovering: NotesOnDisk {
    let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    @Test(
      arguments: [Action.open, .restore],
      [
        ("missing.txt", "Shopping\nMilk", "Shopping", "Milk"),
        ("utf16.txt", "Shopping\nMilk", "Shopping", "Milk"),
        // Even an empty backup copy has to be saved as the note.
        ("missing.txt", "", "Untitled", ""),
      ])
    func `a missing or unreadable note is recovered from its backup copy`(
      action: Action, note: (name: String, backup: String, title: String, body: String)
    ) throws {
      let loader = DocumentLoader()
      try utf16.write(to: file("utf16.txt"))
      try write(note.backup, to: "\(note.name).backup")
      #expect(perform(action, on: note.name, with: loader))
      let recovered = Snapshot(
        title: note.title, body: note.body, isRecovered: true, hasUnsavedChanges: true)
      #expect(loader.documents.map(Snapshot.init) == [recovered])
      #expect(loader.restorationState == [path(note.name)])
    }

    @Test(.tags(.quirk), arguments: [Action.open, .restore])
    func `a recovered note loses the title Untitled`(action: Action) throws {
      let loader = DocumentLoader()
      try write("Untitled\nMilk", to: "a.txt.backup")
      #expect(perform(action, on: "a.txt", with: loader))
      #expect(loader.saveAllDocuments() == [])
      #expect(text(of: "a.txt") == "\nMilk")
    }

    @Test(arguments: [Action.open, .restore])
    func `an empty note isn't recovered`(action: Action) throws {
      let loader = DocumentLoader()
      try write("", to: "a.txt")
      try write("older", to: "a.txt.backup")
      #expect(perform(action, on: "a.txt", with: loader))
      #expect(loader.documents.map(Snapshot.init) == [Snapshot(title: "Untitled", body: "")])
    }

    @Test(arguments: [Action.open, .restore])
    func `a backup copy isn't recovered from a backup copy of its own`(action: Action) throws {
      let loader = DocumentLoader()
      try write("older", to: "a.txt.backup.backup")
      #expect(!perform(action, on: "a.txt", with: loader))
      #expect(loader.documents == [])
    }

    @Test func `the delegate learns which note is recovered, just before it's open`() throws {
      let loader = DocumentLoader()
      let delegate = DelegateSpy()
      loader.delegate = delegate
      try openNotes("a", in: loader)
      try write("Shopping\nMilk", to: "b.txt.backup")
      #expect(loader.loadDocument(at: file("b.txt")))
      let recovered = Snapshot(
        title: "Shopping", body: "Milk", isRecovered: true, hasUnsavedChanges: true)
      #expect(delegate.calls == [.init(url: file("b.txt"), note: recovered, openNotes: 1)])
    }

    @Test(.tags(.quirk))
    func `the delegate doesn't hear of notes that are recovered at launch`() throws {
      let loader = DocumentLoader()
      let delegate = DelegateSpy()
      loader.delegate = delegate
      try write("Shopping", to: "a.txt.backup")
      #expect(loader.restoreDocuments(fromPaths: [path("a.txt")]) == [])
      #expect(delegate.calls == [])
    }
  }

  @MainActor
  struct Reloading: NotesOnDisk {
    let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    @Test func `reloading reads the file, and leaves the note where it is`() throws {
      let loader = DocumentLoader()
      let notes = try openNotes("a", "b", "c", in: loader)
      for note in notes { note.body = "changed" }
      try write("b\nby another app", to: "b.txt")
      #expect(loader.reloadDocument(at: file("b.txt")))
      #expect(loader.documents.map(\.body) == ["changed", "by another app", "changed"])
      #expect(loader.currentDocument === notes[2])
    }

    @Test func `the front note is still in front after it's reloaded`() throws {
      let loader = DocumentLoader()
      try openNotes("a", "b", in: loader)
      try write("by another app", to: "b.txt")
      #expect(loader.reloadDocument(at: file("b.txt")))
      #expect(loader.currentDocument === loader.documents[1])
      #expect(loader.currentDocument?.title == "by another app")
    }

    // The undo stack has it.
    @Test func `reloading leaves the old object as it was`() throws {
      let loader = DocumentLoader()
      let note = try openNotes("a", in: loader)[0]
      note.body = "changed"
      #expect(loader.reloadDocument(at: file("a.txt")))
      #expect(loader.documents.map(\.body) == [""])
      #expect(note.body == "changed")
    }

    @Test func `a note isn't reloaded from its backup copy`() throws {
      let loader = DocumentLoader()
      let notes = try openNotes("a", in: loader)
      notes[0].body = "changed"
      try FileManager.default.moveItem(at: file("a.txt"), to: file("a.txt.backup"))
      #expect(!loader.reloadDocument(at: file("a.txt")))
      #expect(loader.documents == notes)
      #expect(notes[0].body == "changed")
    }

    @Test func `a note that isn't open can't be reloaded`() throws {
      let loader = DocumentLoader()
      let notes = try openNotes("b", in: loader)
      try write("Shopping", to: "a.txt")
      #expect(!loader.reloadDocument(at: file("a.txt")))
      #expect(loader.documents == notes)
    }
  }

  @MainActor
  struct Saving: NotesOnDisk {
    let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: [
      ("Errands", "Milk", "Errands\nMilk"), ("Shopping", " Eggs\n", "Shopping\n Eggs\n"),
      ("", "Milk", "\nMilk"),
    ])
    func `a changed note is saved as its title and its body`(
      title: String, body: String, saved: String
    ) throws {
      let loader = DocumentLoader()
      #expect(loader.loadDocument(at: try write("Shopping\nMilk", to: "a.txt")))
      loader.currentDocument?.title = title
      loader.currentDocument?.body = body
      #expect(loader.saveAllDocuments() == [])
      #expect(text(of: "a.txt") == saved)
    }

    @Test func `an unchanged note isn't saved`() throws {
      let loader = DocumentLoader()
      try openNotes("a", in: loader)
      try write("by another app", to: "a.txt")
      #expect(loader.saveAllDocuments() == [])
      #expect(text(of: "a.txt") == "by another app")
    }

    @Test(.tags(.quirk))
    func `an untitled note can't be given the title Untitled`() {
      let note = DocumentLoader().newDocument(at: file("a.txt"))
      note.title = "Untitled"
      #expect(!note.hasUnsavedChanges)
    }

    @Test func `the backup copy is the note before the last save`() throws {
      let loader = DocumentLoader()
      try openNotes("one", in: loader)
      for title in ["two", "three"] {
        loader.currentDocument?.title = title
        #expect(loader.saveAllDocuments() == [])
      }
      #expect(text(of: "one.txt") == "three\n")
      #expect(text(of: "one.txt.backup") == "two\n")
    }

    @Test(arguments: [Action.open, .restore])
    func `saving a recovered note leaves its good backup copy alone`(action: Action) throws {
      let loader = DocumentLoader()
      try utf16.write(to: file("a.txt"))
      try write("Shopping", to: "a.txt.backup")
      #expect(perform(action, on: "a.txt", with: loader))
      #expect(loader.saveAllDocuments() == [])
      #expect(text(of: "a.txt") == "Shopping\n")
      #expect(text(of: "a.txt.backup") == "Shopping")
    }

    @Test func `a recovered note that's saved is like any other`() throws {
      let loader = DocumentLoader()
      try write("Shopping", to: "a.txt.backup")
      #expect(loader.loadDocument(at: file("a.txt")))
      #expect(loader.saveAllDocuments() == [])
      #expect(loader.documents.map(Snapshot.init) == [Snapshot(title: "Shopping", body: "")])
    }

    @Test func `a note isn't saved if its backup copy can't be written`() throws {
      let loader = DocumentLoader()
      let note = try openNotes("a", in: loader)[0]
      note.body = "changed"
      try makeFolder("a.txt.backup")
      #expect(loader.saveAllDocuments() == [file("a.txt")])
      #expect(text(of: "a.txt") == "a")
      #expect(note.hasUnsavedChanges)
    }

    @Test func `when a changed note can't be saved, the others still are`() throws {
      let loader = DocumentLoader()
      try makeFolder("sub")
      for note in try openNotes("a", "sub/b", "c", in: loader) { note.body = "new" }
      try FileManager.default.removeItem(at: file("sub"))
      #expect(loader.saveAllDocuments() == [file("sub/b.txt")])
      #expect(text(of: "a.txt") == "a\nnew")
      #expect(text(of: "c.txt") == "c\nnew")
    }
  }

  @MainActor
  struct Closing: NotesOnDisk {
    let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    @Test func `a note with unsaved changes closes only if they're discarded`() throws {
      let loader = DocumentLoader()
      let notes = try openNotes("a", in: loader)
      notes[0].body = "changed"
      #expect(!loader.closeDocument(at: file("a.txt")))
      #expect(loader.documents == notes)
      #expect(loader.closeDocument(at: file("a.txt"), discardingChanges: true))
      #expect(loader.documents == [])
    }

    @Test func `when the front note is closed, the last one comes to the front`() throws {
      let loader = DocumentLoader()
      let notes = try openNotes("a", "b", "c", in: loader)
      #expect(loader.loadDocument(at: file("a.txt")))
      #expect(loader.closeDocument(at: file("a.txt")))
      #expect(loader.documents == [notes[1], notes[2]])
      #expect(loader.currentDocument === notes[2])
    }
  }

  @MainActor
  struct Restoring: NotesOnDisk {
    let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    @Test func `at the next launch, the open notes are restored in order, the last in front`()
      throws
    {
      let loader = DocumentLoader()
      try openNotes("b", "a", in: loader)
      let nextLoader = DocumentLoader()
      #expect(nextLoader.restoreDocuments(fromPaths: loader.restorationState) == [])
      #expect(nextLoader.restorationState == [path("b.txt"), path("a.txt")])
      #expect(nextLoader.currentDocument?.title == "a")
    }

    @Test func `restoring skips what it can't open, and returns these paths`() throws {
      let loader = DocumentLoader()
      try write("a", to: "a.txt")
      try utf16.write(to: file("b.txt"))
      let state = ["gone.txt", "b.txt", "a.txt", "gone.txt"].map(path)
      let rest = ["gone.txt", "b.txt", "gone.txt"].map(path)
      #expect(loader.restoreDocuments(fromPaths: state) == rest)
      #expect(loader.documents.map(\.title) == ["a"])
    }

    @Test func `a note that's listed twice is restored once`() throws {
      let loader = DocumentLoader()
      try write("a", to: "a.txt")
      #expect(loader.restoreDocuments(fromPaths: [path("a.txt"), path("a.txt")]) == [])
      #expect(loader.documents.map(\.title) == ["a"])
    }

    @Test func `restoring leaves open notes as they are, and the front one in front`() throws {
      let loader = DocumentLoader()
      let notes = try openNotes("a", "b", in: loader)
      notes[0].body = "changed"
      try write("c", to: "c.txt")
      #expect(loader.restoreDocuments(fromPaths: [path("a.txt"), path("c.txt")]) == [])
      #expect(loader.documents.dropLast() == notes[...])
      #expect(loader.documents.map(\.body) == ["changed", "", ""])
      #expect(loader.currentDocument === notes[1])
    }

    @Test func `restoring tries the last eight paths`() throws {
      let loader = DocumentLoader()
      let titles = ["1", "2", "3", "4", "5", "6", "7", "8", "9"]
      for title in titles { try write(title, to: "\(title).txt") }
      #expect(loader.restoreDocuments(fromPaths: titles.map { path("\($0).txt") }) == [])
      #expect(loader.documents.map(\.title) == ["2", "3", "4", "5", "6", "7", "8", "9"])
    }

    @Test(arguments: ["open", "missing"])
    func `a note that's open or missing counts toward the eight`(title: String) throws {
      let loader = DocumentLoader()
      try openNotes("open", in: loader)
      for title in ["1", "2"] { try write(title, to: "\(title).txt") }
      let titles = ["1", "2", title, title, title, title, title, title, title]
      _ = loader.restoreDocuments(fromPaths: titles.map { path("\($0).txt") })
      #expect(loader.documents.map(\.title) == ["open", "2"])
    }
  }

  @MainActor
  struct RecentNotes: NotesOnDisk {
    let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    @Test func `the last five opened notes are recent, the latest first`() throws {
      let loader = DocumentLoader()
      try openNotes("a", "b", "c", "d", "e", "f", in: loader)
      #expect(loader.recentPaths == ["f", "e", "d", "c", "b"].map { path("\($0).txt") })
    }

    @Test(arguments: ["a.txt", "./a.txt"])
    func `a note that's opened again is recent once`(name: String) throws {
      let loader = DocumentLoader()
      try openNotes("a", "b", in: loader)
      #expect(loader.loadDocument(at: file(name)))
      #expect(loader.recentPaths == [path("a.txt"), path("b.txt")])
    }

    @Test(.tags(.quirk), arguments: [Action.create, .restore])
    func `a note that's created or restored isn't recent`(action: Action) throws {
      let loader = DocumentLoader()
      try openNotes("a", in: loader)
      try write("b", to: "b.txt")
      #expect(perform(action, on: "b.txt", with: loader))
      #expect(loader.recentPaths == [path("a.txt")])
    }

    @Test func `a note that can no longer be opened isn't recent`() throws {
      let loader = DocumentLoader()
      try openNotes("a", "b", in: loader)
      #expect(loader.closeDocument(at: file("a.txt")))
      try FileManager.default.removeItem(at: file("a.txt"))
      #expect(!loader.loadDocument(at: file("a.txt")))
      #expect(loader.recentPaths == [path("b.txt")])
    }

    @Test(.tags(.quirk))
    func `a note that can't be restored stays recent`() throws {
      let loader = DocumentLoader()
      try openNotes("a", in: loader)
      #expect(loader.closeDocument(at: file("a.txt")))
      try FileManager.default.removeItem(at: file("a.txt"))
      #expect(loader.restoreDocuments(fromPaths: [path("a.txt")]) == [path("a.txt")])
      #expect(loader.recentPaths == [path("a.txt")])
    }
  }

  @MainActor
  struct LastError: NotesOnDisk {
    let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    @Test func `the last error says which note couldn't be opened`() {
      let loader = DocumentLoader()
      #expect(!loader.loadDocument(at: file("missing.txt")))
      #expect(loader.lastError?.localizedDescription == "Could not open missing.txt.")
    }

    @Test func `the last error says which note couldn't be reloaded`() {
      let loader = DocumentLoader()
      _ = loader.newDocument(at: file("missing.txt"))
      #expect(!loader.reloadDocument(at: file("missing.txt")))
      #expect(loader.lastError?.localizedDescription == "Could not open missing.txt.")
    }

    @Test func `the last error is about the last note that couldn't be saved`() {
      let loader = DocumentLoader()
      for name in ["gone/a.txt", "gone/b.txt"] { loader.newDocument(at: file(name)).body = "new" }
      #expect(loader.saveAllDocuments() == [file("gone/a.txt"), file("gone/b.txt")])
      #expect(loader.lastError?.localizedDescription == "Could not save b.txt.")
    }

    @Test(arguments: ["closed.txt", "open.txt", "recovered.txt"])
    func `opening a note clears the last error`(name: String) throws {
      let loader = DocumentLoader()
      try write("a", to: "closed.txt")
      try openNotes("open", in: loader)
      try write("c", to: "recovered.txt.backup")
      #expect(!loader.loadDocument(at: file("missing.txt")))
      #expect(loader.loadDocument(at: file(name)))
      #expect(loader.lastError == nil)
    }

    @Test func `saving clears the last error`() {
      let loader = DocumentLoader()
      #expect(!loader.loadDocument(at: file("missing.txt")))
      #expect(loader.saveAllDocuments() == [])
      #expect(loader.lastError == nil)
    }

    @Test(
      .tags(.quirk),
      arguments: [(Action.create, "b.txt"), (.restore, "b.txt"), (.reload, "a.txt")])
    func `creating, restoring, and reloading leave the last error`(
      action: Action, name: String
    ) throws {
      let loader = DocumentLoader()
      try openNotes("a", in: loader)
      try write("b", to: "b.txt")
      #expect(!loader.loadDocument(at: file("missing.txt")))
      #expect(perform(action, on: name, with: loader))
      #expect(loader.lastError?.localizedDescription == "Could not open missing.txt.")
    }

    @Test(.tags(.quirk))
    func `a note that can't be restored isn't the last error`() {
      let loader = DocumentLoader()
      #expect(loader.restoreDocuments(fromPaths: [path("gone.txt")]) == [path("gone.txt")])
      #expect(loader.lastError == nil)
    }
  }

  /// What a user or the app does with a note, apart from saving and closing it.
  enum Action: CaseIterable { case open, create, restore, reload }
}

// MARK: - Notes and files

/// A suite whose notes are in a folder of their own.
@MainActor
private protocol NotesOnDisk {
  var folder: TemporaryFolder { get }
}

extension NotesOnDisk {
  /// - Returns: Whether it succeeds.
  func perform(
    _ action: CharacterizationTests.Action, on name: String, with loader: DocumentLoader
  ) -> Bool {
    switch action {
    case .open: loader.loadDocument(at: file(name))
    case .create: loader.newDocument(at: file(name)) === loader.currentDocument
    case .restore: loader.restoreDocuments(fromPaths: [path(name)]) == []
    case .reload: loader.reloadDocument(at: file(name))
    }
  }

  /// Opens a note for each title, and returns the open notes. The last one is in front.
  @discardableResult
  func openNotes(_ titles: String..., in loader: DocumentLoader) throws -> [Document] {
    for title in titles {
      try #require(loader.loadDocument(at: write(title, to: "\(title).txt")))
    }
    try #require(loader.currentDocument === loader.documents.last)
    return loader.documents
  }

  func file(_ name: String) -> URL {
    folder.url.appendingPathComponent(name, isDirectory: false)
  }

  func path(_ name: String) -> String {
    folder.url.path + "/" + name
  }

  func text(of name: String) -> String? {
    try? String(contentsOf: file(name), encoding: .utf8)
  }

  @discardableResult
  func write(_ text: String, to name: String) throws -> URL {
    try Data(text.utf8).write(to: file(name))
    return file(name)
  }

  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(at: file(name), withIntermediateDirectories: false)
  }

  /// The letter A in UTF-16, which isn't valid UTF-8.
  var utf16: Data { Data([0xFF, 0xFE, 0x41, 0x00]) }
}

/// A note as its window shows it.
private struct Snapshot: Equatable {
  var title: String
  var body: String
  var isRecovered = false
  var hasUnsavedChanges = false
}

extension Snapshot {
  @MainActor init(_ note: Document) {
    title = note.title
    body = note.body
    isRecovered = note.isRecovered
    hasUnsavedChanges = note.hasUnsavedChanges
  }
}

// MARK: - Test doubles

/// Records the recovered notes, and how many notes are open at that moment.
@MainActor
private final class DelegateSpy: DocumentLoaderDelegate {
  struct Call: Equatable {
    var url: URL
    var note: Snapshot
    var openNotes: Int
  }

  private(set) var calls: [Call] = []

  func documentLoader(_ documentLoader: DocumentLoader, didRecoverDocument document: Document) {
    calls.append(
      Call(
        url: document.fileURL, note: Snapshot(document),
        openNotes: documentLoader.documents.count))
  }
}
