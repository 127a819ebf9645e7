import Foundation
import TestSupport
import Testing

@testable import MetatypeValue

@MainActor
@Suite("MetatypeValue: characterization", .namesModule)
struct CharacterizationTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  // MARK: A note and its file

  @Test(arguments: [
    ("Shopping\n\nMilk\n", "Shopping", "\nMilk\n"), (" Shopping \n Milk ", " Shopping ", " Milk "),
    ("Shopping", "Shopping", ""), (" \n", " ", ""),
  ])
  func `the first line of the file is the title`(text: String, title: String, body: String) throws {
    let note = try load(text)
    #expect(Snapshot(note) == Snapshot(title: title, body: body))
  }

  @Test(arguments: [("", ""), ("\n\nMilk", "\nMilk")])
  func `a note whose first line is empty is untitled`(text: String, body: String) throws {
    let note = try load(text)
    #expect(Snapshot(note) == Snapshot(title: "Untitled", body: body))
  }

  // Quirk
  @Test func `a Windows line ending doesn't end the title`() throws {
    let note = try load("Shopping\r\nMilk\nEggs")
    #expect(Snapshot(note) == Snapshot(title: "Shopping\r\nMilk", body: "Eggs"))
  }

  @Test func `loading a note again discards its changes`() throws {
    let note = try load("Shopping\nMilk")
    note.title = "Errands"
    note.body = "Bank"
    note.isRecovered = true
    try note.load()
    #expect(Snapshot(note) == Snapshot(title: "Shopping", body: "Milk"))
  }

  @Test(arguments: ["missing.txt", "utf16.txt", "folder"])
  func `a note that can't be loaded stays as it is`(name: String) throws {
    try utf16.write(to: file("utf16.txt"))
    try makeFolder("folder")
    let note = Document(fileURL: file(name))
    note.title = "Errands"
    note.body = "Bank"
    #expect(throws: DocumentError.cannotLoadContent(file(name))) { try note.load() }
    #expect(Snapshot(note) == Snapshot(title: "Errands", body: "Bank", hasUnsavedChanges: true))
  }

  @Test(arguments: [("shopping", "Milk"), ("", "Milk"), ("Shopping", "milk"), ("Shopping", "")])
  func `a different title or body is a change`(title: String, body: String) throws {
    let note = try load("Shopping\nMilk")
    note.title = title
    note.body = body
    #expect(note.hasUnsavedChanges)
  }

  @Test func `the same title and body aren't a change`() throws {
    let note = try load("Shopping\nMilk")
    note.title = "Shopping"
    note.body = "Milk"
    #expect(!note.hasUnsavedChanges)
  }

  @Test func `a change that's undone still counts`() throws {
    let note = try load("Shopping\nMilk")
    note.body = "Eggs"
    note.body = "Milk"
    #expect(note.hasUnsavedChanges)
  }

  // Quirk: the placeholder for a missing title isn't accepted as a title …
  @Test func `an untitled note can't be given the title Untitled`() throws {
    let note = try load("")
    note.title = "Untitled"
    #expect(!note.hasUnsavedChanges)
    try note.save()
    #expect(text(of: "a.txt") == "\n")
  }

  // … but a file may contain it.
  @Test func `a file may have the title Untitled`() throws {
    let note = try load("Untitled\nMilk")
    note.body = "Eggs"
    try note.save()
    #expect(text(of: "a.txt") == "Untitled\nEggs")
  }

  @Test(arguments: [
    (" Shopping ", "Milk\nEggs", " Shopping \nMilk\nEggs"), ("Einkäufe", "", "Einkäufe\n"),
    ("", "🥛", "\n🥛"), ("Shopping", " Milk\r\n ", "Shopping\n Milk\r\n "),
  ])
  func `a note is saved as its title and its body`(
    title: String, body: String, saved: String
  ) throws {
    let note = try load("old")
    note.title = title
    note.body = body
    try note.save()
    #expect(text(of: "a.txt") == saved)
  }

  @Test func `a note that's saved has no unsaved changes, and isn't recovered anymore`() throws {
    let note = try load("Shopping")
    note.body = "Milk"
    note.isRecovered = true
    try note.save()
    #expect(Snapshot(note) == Snapshot(title: "Shopping", body: "Milk"))
  }

  @Test func `the first save makes no backup copy`() throws {
    let note = Document(fileURL: file("a.txt"))
    note.title = "Shopping"
    try note.save()
    #expect(fileNames == ["a.txt"])
  }

  @Test func `the backup copy is the note before the last save`() throws {
    let note = try load("one")
    note.title = "two"
    try note.save()
    note.title = "three"
    try note.save()
    #expect(text(of: "a.txt") == "three\n")
    #expect(text(of: "a.txt.backup") == "two\n")
  }

  @Test func `a file that another app has written is backed up as it is`() throws {
    let note = try load("Shopping")
    try utf16.write(to: file("a.txt"))
    try note.save()
    #expect(try Data(contentsOf: file("a.txt.backup")) == utf16)
  }

  // A file that's written in place also changes under its second name.
  @Test(arguments: ["a.txt", "a.txt.backup"])
  func `saving replaces the file and the backup copy as a whole`(name: String) throws {
    let note = try load("new")
    try write("older", to: "a.txt.backup")
    let before = text(of: name)
    try FileManager.default.linkItem(at: file(name), to: file("second name"))
    try note.save()
    #expect(text(of: name) != before)
    #expect(text(of: "second name") == before)
  }

  // Root ignores permissions, but nobody can write to a missing folder, or replace a folder.
  @Test(arguments: ["gone/a.txt", "folder"])
  func `a note that can't be saved stays as it is`(name: String) throws {
    try makeFolder("folder")
    let note = Document(fileURL: file(name))
    note.title = "Errands"
    note.isRecovered = true
    #expect(throws: DocumentError.cannotSaveContent(file(name))) { try note.save() }
    let snapshot = Snapshot(
      title: "Errands", body: "", isRecovered: true, hasUnsavedChanges: true)
    #expect(Snapshot(note) == snapshot)
  }

  @Test func `a note isn't saved if its backup copy can't be written`() throws {
    let note = try load("Shopping")
    note.title = "Errands"
    try makeFolder("a.txt.backup")
    #expect(throws: DocumentError.cannotSaveContent(file("a.txt"))) { try note.save() }
    #expect(text(of: "a.txt") == "Shopping")
    #expect(note.hasUnsavedChanges)
  }

  @Test func `an error message names the file`() {
    let error = DocumentError.cannotLoadContent(file("a.txt"))
    #expect(error.localizedDescription == "Could not open a.txt.")
    let otherError = DocumentError.cannotSaveContent(file("b"))
    #expect(otherError.localizedDescription == "Could not save b.")
  }

  // MARK: Opening

  // The type of the constant is what a storyboard needs: an initializer without parameters.
  @Test func `a storyboard can create a loader`() {
    let create: () -> DocumentLoader = DocumentLoader.init
    #expect(create().documents == [])
  }

  @Test func `a note that can't be opened changes nothing`() throws {
    let loader = DocumentLoader()
    let notes = try openNotes("a", "b", in: loader)
    #expect(loader.loadDocument(at: file("a.txt")))
    try utf16.write(to: file("c.txt"))
    try utf16.write(to: file("c.txt.backup"))
    #expect(!loader.loadDocument(at: file("c.txt")))
    #expect(loader.documents == notes)
    #expect(loader.currentDocument === notes[0])
  }

  @Test func `a note that couldn't be opened can be opened later`() throws {
    let loader = DocumentLoader()
    #expect(!loader.loadDocument(at: file("a.txt")))
    try write("Shopping", to: "a.txt")
    #expect(loader.loadDocument(at: file("a.txt")))
    #expect(loader.currentDocument?.title == "Shopping")
  }

  @Test func `opening an open note only brings it to the front`() throws {
    let loader = DocumentLoader()
    let notes = try openNotes("a", "b", in: loader)
    #expect(loader.loadDocument(at: file("a.txt")))
    #expect(loader.currentDocument === notes[0])
    #expect(loader.documents == notes)
  }

  @Test func `opening an open note keeps its changes, even if another app has changed its file`()
    throws
  {
    let loader = DocumentLoader()
    let notes = try openNotes("a", in: loader)
    notes[0].body = "changed"
    try write("by another app", to: "a.txt")
    #expect(loader.loadDocument(at: file("a.txt")))
    #expect(
      Snapshot(notes[0]) == Snapshot(title: "a", body: "changed", hasUnsavedChanges: true))
  }

  @Test func `creating a note that's open only brings it to the front`() throws {
    let loader = DocumentLoader()
    let notes = try openNotes("a", "b", in: loader)
    #expect(loader.newDocument(at: file("a.txt")) === notes[0])
    #expect(loader.currentDocument === notes[0])
    #expect(loader.documents == notes)
  }

  @Test(arguments: Opening.allCases)
  func `another spelling of a path is the same note`(opening: Opening) throws {
    let loader = DocumentLoader()
    try write("Shopping", to: "a.txt")
    #expect(loader.loadDocument(at: file("./a.txt")))
    #expect(open("a.txt", in: loader, opening))
    #expect(loader.restorationState == [path("./a.txt")])
  }

  @Test func `a note that's opened using another spelling of its path is recent once`() throws {
    let loader = DocumentLoader()
    try write("Shopping", to: "a.txt")
    #expect(loader.loadDocument(at: file("./a.txt")))
    #expect(loader.loadDocument(at: file("a.txt")))
    #expect(loader.recentPaths == [path("./a.txt")])
  }

  @Test func `creating an open note using another spelling of its path returns it`() {
    let loader = DocumentLoader()
    let note = loader.newDocument(at: file("./a.txt"))
    #expect(loader.newDocument(at: file("a.txt")) === note)
  }

  @Test func `a note can be reloaded using another spelling of its path`() throws {
    let loader = DocumentLoader()
    try write("Shopping", to: "a.txt")
    #expect(loader.loadDocument(at: file("./a.txt")))
    try write("Errands", to: "a.txt")
    #expect(loader.reloadDocument(at: file("a.txt")))
    #expect(loader.documents.map(\.title) == ["Errands"])
  }

  @Test func `a note can be closed using another spelling of its path`() {
    let loader = DocumentLoader()
    _ = loader.newDocument(at: file("./a.txt"))
    #expect(loader.closeDocument(at: file("a.txt")))
    #expect(loader.documents == [])
  }

  @Test(arguments: Opening.allCases, ["sub/a.txt", "A.txt", "link.txt"])
  func `another folder, case, or link is another note`(opening: Opening, other: String) throws {
    let loader = DocumentLoader()
    try makeFolder("sub")
    for name in ["a.txt", "sub/a.txt", "A.txt"] { try write("Shopping", to: name) }
    try FileManager.default.createSymbolicLink(
      at: file("link.txt"), withDestinationURL: file("a.txt"))
    #expect(loader.loadDocument(at: file("a.txt")))
    #expect(open(other, in: loader, opening))
    #expect(loader.restorationState == [path("a.txt"), path(other)])
  }

  @Test func `reloading a note leaves another one with the same file name alone`() throws {
    let loader = DocumentLoader()
    try makeFolder("sub")
    for note in try openNotes("a", "sub/a", in: loader) { note.body = "changed" }
    #expect(loader.reloadDocument(at: file("sub/a.txt")))
    #expect(loader.documents.map(\.body) == ["changed", ""])
  }

  @Test func `closing a note leaves another one with the same file name and title open`() throws {
    let loader = DocumentLoader()
    try makeFolder("sub")
    try write("Shopping", to: "a.txt")
    try write("Shopping", to: "sub/a.txt")
    #expect(loader.loadDocument(at: file("a.txt")))
    #expect(loader.loadDocument(at: file("sub/a.txt")))
    #expect(loader.closeDocument(at: file("sub/a.txt")))
    #expect(loader.restorationState == [path("a.txt")])
  }

  @Test(arguments: Opening.allCases, ["my note.txt", "50%20off.txt"])
  func `a file name may have spaces and percent signs`(opening: Opening, name: String) throws {
    let loader = DocumentLoader()
    try write("Sale", to: name)
    #expect(open(name, in: loader, opening))
    loader.documents.first?.body = "today"
    #expect(loader.saveAllDocuments() == [])
    #expect(text(of: name) == "Sale\ntoday")
  }

  @Test(arguments: Opening.allCases)
  func `a closed note is read again when it's opened`(opening: Opening) throws {
    let loader = DocumentLoader()
    try openNotes("a", in: loader)
    #expect(loader.closeDocument(at: file("a.txt")))
    try write("by another app", to: "a.txt")
    #expect(open("a.txt", in: loader, opening))
    #expect(loader.documents.map(\.title) == ["by another app"])
  }

  @Test func `a new note is empty, even if its file and a backup copy exist`() throws {
    let loader = DocumentLoader()
    try write("Shopping", to: "a.txt")
    try write("Errands", to: "a.txt.backup")
    let note = loader.newDocument(at: file("a.txt"))
    #expect(Snapshot(note) == Snapshot(title: "Untitled", body: ""))
  }

  @Test func `a new note is in front`() throws {
    let loader = DocumentLoader()
    try openNotes("a", in: loader)
    let note = loader.newDocument(at: file("b.txt"))
    #expect(loader.currentDocument === note)
  }

  @Test func `a new note that was closed before is empty again`() {
    let loader = DocumentLoader()
    loader.newDocument(at: file("a.txt")).body = "Milk"
    #expect(loader.closeDocument(at: file("a.txt"), discardingChanges: true))
    #expect(loader.newDocument(at: file("a.txt")).body == "")
  }

  // MARK: Recovering

  @Test(
    arguments: Opening.allCases,
    [("Shopping\nMilk", "Shopping", "Milk"), ("", "Untitled", "")])
  func `a missing note is recovered from its backup copy`(
    opening: Opening, backup: (text: String, title: String, body: String)
  ) throws {
    let loader = DocumentLoader()
    try write(backup.text, to: "a.txt.backup")
    #expect(open("a.txt", in: loader, opening))
    let snapshot = Snapshot(
      title: backup.title, body: backup.body, isRecovered: true, hasUnsavedChanges: true)
    #expect(loader.documents.map(Snapshot.init) == [snapshot])
  }

  @Test(arguments: Opening.allCases)
  func `an unreadable note is recovered from its backup copy`(opening: Opening) throws {
    let loader = DocumentLoader()
    try utf16.write(to: file("a.txt"))
    try write("Shopping", to: "a.txt.backup")
    #expect(open("a.txt", in: loader, opening))
    #expect(loader.documents.map(\.title) == ["Shopping"])
  }

  @Test(arguments: Opening.allCases)
  func `saving a recovered note leaves its good backup copy alone`(opening: Opening) throws {
    let loader = DocumentLoader()
    try utf16.write(to: file("a.txt"))
    try write("Shopping", to: "a.txt.backup")
    #expect(open("a.txt", in: loader, opening))
    #expect(loader.saveAllDocuments() == [])
    #expect(text(of: "a.txt") == "Shopping\n")
    #expect(text(of: "a.txt.backup") == "Shopping")
  }

  @Test func `the second save of a recovered note makes a backup copy again`() throws {
    let loader = DocumentLoader()
    let note = try openRecoveredNote(in: loader)
    note.title = "Errands"
    try note.save()
    note.title = "Chores"
    try note.save()
    #expect(text(of: "a.txt.backup") == "Errands\n")
  }

  // Quirk: even if the user typed it
  @Test(arguments: Opening.allCases)
  func `a recovered note loses the title Untitled`(opening: Opening) throws {
    let loader = DocumentLoader()
    try write("Untitled\nMilk", to: "a.txt.backup")
    #expect(open("a.txt", in: loader, opening))
    #expect(loader.saveAllDocuments() == [])
    #expect(text(of: "a.txt") == "\nMilk")
  }

  @Test(arguments: Opening.allCases)
  func `an empty note isn't recovered`(opening: Opening) throws {
    let loader = DocumentLoader()
    try write("", to: "a.txt")
    try write("older", to: "a.txt.backup")
    #expect(open("a.txt", in: loader, opening))
    #expect(loader.documents.map(Snapshot.init) == [Snapshot(title: "Untitled", body: "")])
  }

  @Test func `a backup copy isn't recovered from a backup copy of its own`() throws {
    let loader = DocumentLoader()
    try write("older", to: "a.txt.backup.backup")
    #expect(!loader.loadDocument(at: file("a.txt")))
  }

  @Test func `a recovered note closes after it's saved`() throws {
    let loader = DocumentLoader()
    try openRecoveredNote(in: loader)
    #expect(!loader.closeDocument(at: file("a.txt")))
    #expect(loader.saveAllDocuments() == [])
    #expect(loader.closeDocument(at: file("a.txt")))
  }

  @Test func `a recovered note is reloaded when its file is back`() throws {
    let loader = DocumentLoader()
    try openRecoveredNote(in: loader)
    try write("Errands", to: "a.txt")
    #expect(loader.reloadDocument(at: file("a.txt")))
    #expect(loader.documents.map(Snapshot.init) == [Snapshot(title: "Errands", body: "")])
  }

  @Test func `the delegate learns which note was recovered`() throws {
    let loader = DocumentLoader()
    let delegate = DelegateSpy()
    loader.delegate = delegate
    try openNotes("a", in: loader)
    try write("Shopping", to: "b.txt.backup")
    #expect(loader.loadDocument(at: file("b.txt")))
    #expect(delegate.recovered.map(\.fileURL) == [file("b.txt")])
  }

  // Quirk: only the user's own click is worth a message.
  @Test func `the delegate doesn't hear of notes that are recovered at launch`() throws {
    let loader = DocumentLoader()
    let delegate = DelegateSpy()
    loader.delegate = delegate
    try write("Shopping", to: "a.txt.backup")
    #expect(loader.restoreDocuments(fromPaths: [path("a.txt")]) == [])
    #expect(delegate.recovered == [])
  }

  @Test func `a loader doesn't keep its delegate alive`() {
    let loader = DocumentLoader()
    var delegate: DelegateSpy? = DelegateSpy()
    loader.delegate = delegate
    #expect(loader.delegate != nil)
    delegate = nil
    #expect(loader.delegate == nil)
  }

  // MARK: Reloading

  @Test func `reloading reads the file, and keeps the note's place`() throws {
    let loader = DocumentLoader()
    for note in try openNotes("a", "b", "c", in: loader) { note.body = "changed" }
    try write("b\nby another app", to: "b.txt")
    #expect(loader.reloadDocument(at: file("b.txt")))
    #expect(loader.documents.map(\.body) == ["changed", "by another app", "changed"])
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

  @Test func `reloading the front note leaves it in front`() throws {
    let loader = DocumentLoader()
    try openNotes("a", "b", in: loader)
    try write("by another app", to: "b.txt")
    #expect(loader.reloadDocument(at: file("b.txt")))
    #expect(loader.currentDocument === loader.documents[1])
    #expect(loader.currentDocument?.title == "by another app")
  }

  @Test func `reloading another note doesn't bring it to the front`() throws {
    let loader = DocumentLoader()
    let notes = try openNotes("a", "b", in: loader)
    try write("by another app", to: "a.txt")
    #expect(loader.reloadDocument(at: file("a.txt")))
    #expect(loader.documents.map(\.title) == ["by another app", "b"])
    #expect(loader.currentDocument === notes[1])
  }

  @Test(arguments: [true, false])
  func `a note that can't be reloaded stays as it is`(isMissing: Bool) throws {
    let loader = DocumentLoader()
    let notes = try openNotes("a", in: loader)
    notes[0].body = "changed"
    try write("older", to: "a.txt.backup")
    if isMissing {
      try FileManager.default.removeItem(at: file("a.txt"))
    } else {
      try utf16.write(to: file("a.txt"))
    }
    #expect(!loader.reloadDocument(at: file("a.txt")))
    #expect(loader.documents == notes)
    #expect(notes[0].body == "changed")
  }

  @Test func `the last error says which note couldn't be reloaded`() {
    let loader = DocumentLoader()
    _ = loader.newDocument(at: file("missing.txt"))
    #expect(!loader.reloadDocument(at: file("missing.txt")))
    #expect(loader.lastError as? DocumentError == .cannotLoadContent(file("missing.txt")))
  }

  @Test func `a note that isn't open can't be reloaded`() throws {
    let loader = DocumentLoader()
    let notes = try openNotes("b", in: loader)
    try write("Shopping", to: "a.txt")
    #expect(!loader.reloadDocument(at: file("a.txt")))
    #expect(loader.documents == notes)
  }

  // MARK: Saving

  @Test func `when a changed note can't be saved, the others still are`() throws {
    let loader = DocumentLoader()
    try makeFolder("sub")
    for note in try openNotes("a", "sub/b", "c", in: loader) { note.body = "new" }
    try FileManager.default.removeItem(at: file("sub"))
    #expect(loader.saveAllDocuments() == [file("sub/b.txt")])
    #expect(text(of: "a.txt") == "a\nnew")
    #expect(text(of: "c.txt") == "c\nnew")
  }

  @Test func `the last error is about the last note that couldn't be saved`() {
    let loader = DocumentLoader()
    for name in ["a.txt", "b.txt"] {
      loader.newDocument(at: file("gone/\(name)")).body = "new"
    }
    #expect(loader.saveAllDocuments() == [file("gone/a.txt"), file("gone/b.txt")])
    #expect(loader.lastError as? DocumentError == .cannotSaveContent(file("gone/b.txt")))
  }

  @Test func `a note that couldn't be saved can be saved later`() throws {
    let loader = DocumentLoader()
    loader.newDocument(at: file("gone/a.txt")).body = "new"
    #expect(loader.saveAllDocuments() == [file("gone/a.txt")])
    try makeFolder("gone")
    #expect(loader.saveAllDocuments() == [])
    #expect(text(of: "gone/a.txt") == "\nnew")
  }

  @Test func `an unchanged note isn't saved`() throws {
    let loader = DocumentLoader()
    try openNotes("a", in: loader)
    try write("by another app", to: "a.txt")
    #expect(loader.saveAllDocuments() == [])
    #expect(text(of: "a.txt") == "by another app")
  }

  // MARK: Closing

  @Test func `when the front note is closed, the last one comes to the front`() throws {
    let loader = DocumentLoader()
    let notes = try openNotes("a", "b", "c", in: loader)
    #expect(loader.loadDocument(at: file("a.txt")))
    #expect(loader.closeDocument(at: file("a.txt")))
    #expect(loader.currentDocument === notes[2])
  }

  @Test func `when another note is closed, the front one stays in front`() throws {
    let loader = DocumentLoader()
    let notes = try openNotes("a", "b", "c", in: loader)
    #expect(loader.loadDocument(at: file("b.txt")))
    #expect(loader.closeDocument(at: file("a.txt")))
    #expect(loader.documents == [notes[1], notes[2]])
    #expect(loader.currentDocument === notes[1])
  }

  @Test func `when the only note is closed, none is in front`() throws {
    let loader = DocumentLoader()
    try openNotes("a", in: loader)
    #expect(loader.closeDocument(at: file("a.txt")))
    #expect(loader.currentDocument == nil)
  }

  @Test func `a note with unsaved changes doesn't close`() throws {
    let loader = DocumentLoader()
    let notes = try openNotes("a", in: loader)
    notes[0].body = "changed"
    #expect(!loader.closeDocument(at: file("a.txt")))
    #expect(loader.documents == notes)
  }

  @Test func `a note can be closed without saving its changes`() throws {
    let loader = DocumentLoader()
    try openNotes("a", in: loader)[0].body = "changed"
    #expect(loader.closeDocument(at: file("a.txt"), discardingChanges: true))
    #expect(loader.documents == [])
    #expect(text(of: "a.txt") == "a")
  }

  @Test func `a note that isn't open can't be closed`() throws {
    let loader = DocumentLoader()
    let notes = try openNotes("b", in: loader)
    #expect(!loader.closeDocument(at: file("a.txt")))
    #expect(loader.documents == notes)
  }

  // MARK: The last error

  @Test(arguments: ["closed.txt", "open.txt", "recovered.txt"])
  func `opening a note clears the last error`(name: String) throws {
    let loader = DocumentLoader()
    try write("a", to: "closed.txt")
    try openNotes("open", in: loader)
    try write("c", to: "recovered.txt.backup")
    try failToOpen("missing.txt", in: loader)
    #expect(loader.loadDocument(at: file(name)))
    #expect(loader.lastError == nil)
  }

  @Test func `saving clears the last error`() throws {
    let loader = DocumentLoader()
    try failToOpen("missing.txt", in: loader)
    #expect(loader.saveAllDocuments() == [])
    #expect(loader.lastError == nil)
  }

  enum Quiet: CaseIterable { case creating, reloading, restoring, closing }

  // Quirk
  @Test(arguments: Quiet.allCases)
  func `creating, reloading, restoring, and closing leave the last error as it was`(
    action: Quiet
  ) throws {
    let loader = DocumentLoader()
    try openNotes("a", in: loader)
    try failToOpen("missing.txt", in: loader)
    switch action {
    case .creating: _ = loader.newDocument(at: file("b.txt"))
    case .reloading: #expect(loader.reloadDocument(at: file("a.txt")))
    case .restoring:
      try write("b", to: "b.txt")
      let paths = [path("gone.txt"), path("b.txt")]
      #expect(loader.restoreDocuments(fromPaths: paths) == [path("gone.txt")])
    case .closing: #expect(loader.closeDocument(at: file("a.txt")))
    }
    #expect(loader.lastError as? DocumentError == .cannotLoadContent(file("missing.txt")))
  }

  // MARK: Recent notes

  @Test func `the last five opened notes are recent, the latest first`() throws {
    let loader = DocumentLoader()
    try openNotes("a", "b", "c", "d", "e", "f", in: loader)
    #expect(loader.recentPaths == ["f", "e", "d", "c", "b"].map { path("\($0).txt") })
  }

  @Test func `a note that's opened again is recent once`() throws {
    let loader = DocumentLoader()
    try openNotes("a", "b", "c", in: loader)
    #expect(loader.loadDocument(at: file("b.txt")))
    #expect(loader.recentPaths == ["b", "c", "a"].map { path("\($0).txt") })
  }

  @Test func `a note that's open, but not recent, can be recent again`() throws {
    let loader = DocumentLoader()
    try openNotes("a", "b", "c", "d", "e", "f", in: loader)
    #expect(loader.loadDocument(at: file("a.txt")))
    #expect(loader.recentPaths == ["a", "f", "e", "d", "c"].map { path("\($0).txt") })
  }

  @Test func `a closed note stays recent`() throws {
    let loader = DocumentLoader()
    try openNotes("a", in: loader)
    #expect(loader.closeDocument(at: file("a.txt")))
    #expect(loader.recentPaths == [path("a.txt")])
  }

  // Quirk
  @Test func `a note that's created or restored isn't recent`() throws {
    let loader = DocumentLoader()
    try openNotes("c", in: loader)
    try write("a", to: "a.txt")
    _ = loader.newDocument(at: file("b.txt"))
    #expect(loader.restoreDocuments(fromPaths: [path("a.txt")]) == [])
    #expect(loader.recentPaths == [path("c.txt")])
  }

  @Test func `a note that can no longer be opened isn't recent`() throws {
    let loader = DocumentLoader()
    try openNotes("a", "b", in: loader)
    #expect(loader.closeDocument(at: file("a.txt")))
    try FileManager.default.removeItem(at: file("a.txt"))
    #expect(!loader.loadDocument(at: file("a.txt")))
    #expect(loader.recentPaths == [path("b.txt")])
  }

  // Quirk
  @Test func `a note that can't be restored stays recent`() throws {
    let loader = DocumentLoader()
    try openNotes("a", in: loader)
    #expect(loader.closeDocument(at: file("a.txt")))
    try FileManager.default.removeItem(at: file("a.txt"))
    #expect(loader.restoreDocuments(fromPaths: [path("a.txt")]) == [path("a.txt")])
    #expect(loader.recentPaths == [path("a.txt")])
  }

  // MARK: The next launch

  @Test func `open notes are restored in order`() throws {
    let loader = DocumentLoader()
    try openNotes("b", "a", in: loader)
    #expect(loader.restorationState == [path("b.txt"), path("a.txt")])
    let nextLoader = DocumentLoader()
    #expect(nextLoader.restoreDocuments(fromPaths: loader.restorationState) == [])
    #expect(nextLoader.documents.map(\.title) == ["b", "a"])
  }

  @Test func `at launch, the last note that's restored is in front`() throws {
    let loader = DocumentLoader()
    try write("a", to: "a.txt")
    try write("b", to: "b.txt")
    #expect(loader.restoreDocuments(fromPaths: [path("b.txt"), path("a.txt")]) == [])
    #expect(loader.currentDocument?.title == "a")
  }

  @Test func `restoring opens what it can, and returns the paths of the rest`() throws {
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

  @Test func `restoring leaves an open note alone`() throws {
    let loader = DocumentLoader()
    let notes = try openNotes("a", in: loader)
    notes[0].body = "changed"
    #expect(loader.restoreDocuments(fromPaths: [path("a.txt")]) == [])
    #expect(loader.documents == notes)
    #expect(notes[0].body == "changed")
  }

  // Whether the restored note was open or not
  @Test(arguments: ["a", "c"])
  func `restoring leaves the front note in front`(title: String) throws {
    let loader = DocumentLoader()
    let notes = try openNotes("a", "b", in: loader)
    try write("c", to: "c.txt")
    #expect(loader.restoreDocuments(fromPaths: [path("\(title).txt")]) == [])
    #expect(loader.documents.map(\.title).contains(title))
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
    try write("1", to: "1.txt")
    try write("2", to: "2.txt")
    let titles = ["1", "2", title, title, title, title, title, title, title]
    _ = loader.restoreDocuments(fromPaths: titles.map { path("\($0).txt") })
    #expect(loader.documents.map(\.title) == ["open", "2"])
  }

  // MARK: Notes and files

  /// The two ways to open a note that exists.
  enum Opening: CaseIterable { case byTheUser, atLaunch }

  private func open(_ name: String, in loader: DocumentLoader, _ opening: Opening) -> Bool {
    switch opening {
    case .byTheUser: loader.loadDocument(at: file(name))
    case .atLaunch: loader.restoreDocuments(fromPaths: [path(name)]) == []
    }
  }

  /// Opens a note for each title, and returns the open notes. The last one is in front.
  @discardableResult
  private func openNotes(_ titles: String..., in loader: DocumentLoader) throws -> [Document] {
    for title in titles {
      try #require(loader.loadDocument(at: write(title, to: "\(title).txt")))
    }
    try #require(loader.currentDocument === loader.documents.last)
    return loader.documents
  }

  /// Opens a.txt, which is missing. Its backup copy says "Shopping".
  @discardableResult
  private func openRecoveredNote(in loader: DocumentLoader) throws -> Document {
    try write("Shopping", to: "a.txt.backup")
    try #require(loader.loadDocument(at: file("a.txt")))
    return try #require(loader.documents.first)
  }

  /// Sets the last error by trying to open a note that doesn't exist.
  private func failToOpen(_ name: String, in loader: DocumentLoader) throws {
    #expect(!loader.loadDocument(at: file(name)))
    try #require(loader.lastError != nil)
  }

  private func load(_ text: String) throws -> Document {
    let note = Document(fileURL: try write(text, to: "a.txt"))
    try note.load()
    return note
  }

  private func file(_ name: String) -> URL {
    folder.url.appendingPathComponent(name, isDirectory: false)
  }

  private func path(_ name: String) -> String {
    folder.url.path + "/" + name
  }

  private var fileNames: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()) ?? []
  }

  private func text(of name: String) -> String? {
    try? String(contentsOf: file(name), encoding: .utf8)
  }

  @discardableResult
  private func write(_ text: String, to name: String) throws -> URL {
    try Data(text.utf8).write(to: file(name))
    return file(name)
  }

  /// The letter A in UTF-16, which isn't valid UTF-8.
  private let utf16 = Data([0xFF, 0xFE, 0x41, 0x00])

  private func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(at: file(name), withIntermediateDirectories: false)
  }
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

@MainActor
private final class DelegateSpy: DocumentLoaderDelegate {
  private(set) var recovered: [Document] = []

  func documentLoader(_ documentLoader: DocumentLoader, didRecoverDocument document: Document) {
    recovered.append(document)
  }
}
