import Foundation
import TestSupport
import Testing

@testable import MetatypeValue

@MainActor
@Suite("MetatypeValue: characterization", .namesModule)
struct CharacterizationTests {
  private let folder: TemporaryFolder
  private let loader = DocumentLoader()

  init() throws { folder = try TemporaryFolder() }

  // MARK: A note and its file

  @Test(arguments: [
    ("Shopping\n\nMilk\n", "Shopping", "\nMilk\n"), (" Shopping \n Milk ", " Shopping ", " Milk "),
    ("Shopping", "Shopping", ""), ("", "Untitled", ""), (" \n", " ", ""),
    ("\n\nMilk", "Untitled", "\nMilk"),
    // Quirk: a Windows line ending doesn't end the title.
    ("Shopping\r\nMilk\nEggs", "Shopping\r\nMilk", "Eggs"),
  ])
  func `the first line of the file is the title`(text: String, title: String, body: String) throws {
    let note = try load("Errands\nBank")
    note.body = "changed"
    note.isRecovered = true
    try write(text, to: "a.txt")
    // Loading a note again discards its changes.
    try note.load()
    #expect([note.title, note.body] == [title, body])
    #expect([note.isRecovered, note.hasUnsavedChanges] == [false, false])
  }

  @Test(arguments: ["missing.txt", "utf16.txt", "folder"])
  func `a note that can't be loaded stays as it is`(name: String) throws {
    try utf16.write(to: file("utf16.txt"))
    try makeFolder("folder")
    let note = Document(fileURL: file(name))
    note.title = "Errands"
    note.body = "Bank"
    note.isRecovered = true
    #expect(throws: DocumentError.cannotLoadContent(file(name))) { try note.load() }
    #expect([note.title, note.body] == ["Errands", "Bank"])
    #expect([note.isRecovered, note.hasUnsavedChanges] == [true, true])
  }

  @Test(arguments: [
    (["Shopping", "Milk"], false), (["shopping", "Milk"], true), (["", "Milk"], true),
    (["Shopping", "milk"], true), (["Shopping", ""], true), (["Errands", "Bank"], true),
  ])
  func `only a different title or body is a change`(text: [String], isChange: Bool) throws {
    let note = try load("Shopping\nMilk")
    note.title = text[0]
    note.body = text[1]
    #expect(note.hasUnsavedChanges == isChange)
    // A change that's undone still counts.
    note.body = "Milk"
    note.title = "Shopping"
    #expect(note.hasUnsavedChanges == isChange)
  }

  // Quirk: the placeholder for a missing title isn't accepted as a title, but a file may contain it.
  @Test(arguments: [("", "\n"), ("Untitled", "Untitled\n"), ("Untitled\nMilk", "Untitled\nMilk")])
  func `Untitled isn't a new title, but an empty one is`(old: String, saved: String) throws {
    let note = try load(old)
    note.title = "Untitled"
    #expect(!note.hasUnsavedChanges)
    try note.save()
    #expect(text(of: "a.txt") == [saved])
    note.title = ""
    #expect(note.hasUnsavedChanges)
  }

  @Test(arguments: [
    ([" Shopping ", "Milk\nEggs"], " Shopping \nMilk\nEggs"), (["Einkäufe", ""], "Einkäufe\n"),
    (["", "🥛"], "\n🥛"), (["Untitled", " Milk\r\n "], "Untitled\n Milk\r\n "),
  ])
  func `a note is saved as its title and its body`(parts: [String], saved: String) throws {
    let note = try load("old")
    note.title = parts[0]
    note.body = parts[1]
    note.isRecovered = true
    try note.save()
    #expect(text(of: "a.txt") == [saved])
    #expect([note.isRecovered, note.hasUnsavedChanges] == [false, false])
  }

  @Test func `the backup copy is the file before the last save`() throws {
    let note = Document(fileURL: file("a.txt"))
    note.title = "First"
    try note.save()
    try note.load()
    for fromAnotherApp in [Data("First\nMilk".utf8), utf16, Data()] {
      try fromAnotherApp.write(to: file("a.txt"))
      try note.save()
      #expect(text(of: "a.txt") == ["First\n"])
      #expect(try Data(contentsOf: file("a.txt.backup")) == fromAnotherApp)
    }
    #expect(fileNames == ["a.txt", "a.txt.backup"])
  }

  // A file that's written in place also changes under its second name.
  @Test func `saving replaces the file and the backup copy as a whole`() throws {
    let note = try load("new")
    try write("old", to: "a.txt.backup")
    try FileManager.default.linkItem(at: file("a.txt"), to: file("b.txt"))
    try FileManager.default.linkItem(at: file("a.txt.backup"), to: file("b.txt.backup"))
    try note.save()
    #expect(text(of: "a.txt", "b.txt") == ["new\n", "new"])
    #expect(text(of: "a.txt.backup", "b.txt.backup") == ["new", "old"])
  }

  // Root ignores permissions, but nobody can write to a missing folder, or read or replace a folder.
  @Test(arguments: [("gone/a.txt", true), ("a.txt", false), ("sub", false)])
  func `a note that can't be saved still has its changes`(name: String, isRecovered: Bool) throws {
    try write("Shopping", to: "a.txt")
    try write("Bank", to: "sub.backup")
    for name in ["a.txt.backup", "sub"] { try makeFolder(name) }
    let note = Document(fileURL: file(name))
    note.title = "Errands"
    note.isRecovered = isRecovered
    #expect(throws: DocumentError.cannotSaveContent(file(name))) { try note.save() }
    #expect([note.isRecovered, note.hasUnsavedChanges] == [isRecovered, true])
    #expect(text(of: "a.txt", "sub.backup") == ["Shopping", "Bank"])
  }

  @Test func `an error message names the file`() {
    let errors = [DocumentError.cannotLoadContent(file("a.txt")), .cannotSaveContent(file("b"))]
    let messages = ["Could not open a.txt.", "Could not save b."]
    #expect(errors.map(\.localizedDescription) == messages)
  }

  // MARK: Opening

  @Test func `a note that can't be opened changes nothing and can be opened later`() throws {
    try openNotes("a", "b", "c", front: "b")
    try utf16.write(to: file("d.txt"))
    try utf16.write(to: file("d.txt.backup"))
    // A backup copy doesn't have a backup copy.
    try write("older", to: "d.txt.backup.backup")
    #expect(!loader.loadDocument(at: file("d.txt")))
    #expect(titles == ["a", "b", "c"])
    #expect(loader.currentDocument?.title == "b")
    // An empty note isn't recovered.
    try write("", to: "d.txt")
    #expect(loader.loadDocument(at: file("d.txt")))
    #expect(titles == ["a", "b", "c", "Untitled"])
    #expect(loader.documents.last?.isRecovered == false)
  }

  @Test func `opening an open note only brings it to the front`() throws {
    let notes = try openNotes("a", "b", "c")
    notes[0].body = "changed"
    for name in ["a.txt", "b.txt"] { try write("by another app", to: name) }
    try FileManager.default.removeItem(at: file("c.txt"))
    for (note, fileURL) in zip(notes, [file("a.txt"), file("b.txt"), file("c.txt")]) {
      #expect(loader.loadDocument(at: fileURL))
      #expect(loader.currentDocument === note)
    }
    #expect(loader.newDocument(at: file("a.txt")) === notes[0])
    #expect(loader.currentDocument === notes[0])
    #expect(loader.documents == notes)
    #expect(notes.map { [$0.title, $0.body] } == [["a", "changed"], ["b", ""], ["c", ""]])
  }

  @Test func `a path can be spelled in different ways`() throws {
    try write("Shopping", to: "a.txt")
    #expect(loader.loadDocument(at: file("./a.txt")))
    #expect(loader.loadDocument(at: file("a.txt")))
    #expect(loader.newDocument(at: file("a.txt")).title == "Shopping")
    #expect(loader.restoreDocuments(fromPaths: paths("a")) == [])
    #expect(loader.reloadDocument(at: file("a.txt")))
    // The first spelling stays.
    #expect(loader.restorationState == paths("./a"))
    #expect(loader.recentPaths == paths("./a"))
    #expect(loader.closeDocument(at: file("a.txt")))
  }

  @Test(arguments: Opening.allCases, ["sub/a.txt", "A.txt", "link.txt"])
  func `another folder, case, or link is another note`(opening: Opening, other: String) throws {
    try makeFolder("sub")
    for name in ["a.txt", "sub/a.txt", "A.txt"] { try write("Shopping", to: name) }
    let fileURL = file("a.txt")
    try FileManager.default.createSymbolicLink(at: file("link.txt"), withDestinationURL: fileURL)
    #expect(loader.loadDocument(at: fileURL))
    #expect(open(other, opening))
    for note in loader.documents { note.body = "changed" }
    #expect(loader.reloadDocument(at: file(other)))
    #expect(loader.documents.map(\.body) == ["changed", ""])
    #expect(loader.closeDocument(at: file(other)))
    #expect(loader.newDocument(at: file(other)).title == "Untitled")
    #expect(loader.restorationState == [fileURL.path, file(other).path])
  }

  @Test(arguments: Opening.allCases, ["my note.txt", "50%20off.txt"])
  func `a file name may have spaces and percent signs`(opening: Opening, name: String) throws {
    try write("Sale", to: name)
    #expect(open(name, opening))
    #expect(loader.restorationState == [folder.url.path + "/" + name])
    loader.documents.first?.body = "today"
    #expect(loader.saveAllDocuments() == [])
    #expect(fileNames == [name, "\(name).backup"])
  }

  @Test(arguments: Opening.allCases, ["a.txt", "a.txt.backup"])
  func `a closed note is read again when it's opened`(opening: Opening, source: String) throws {
    var closed: [Document] = []
    for title in ["one", "two"] {
      try write(title, to: source)
      #expect(open("a.txt", opening))
      closed += loader.documents
      #expect(loader.closeDocument(at: file("a.txt"), discardingChanges: true))
    }
    #expect(closed.map(\.title) == ["one", "two"])
  }

  @Test func `a new note is empty, even if there are files or it was closed before`() throws {
    try openNotes("b")
    try write("Shopping", to: "a.txt")
    try write("Errands", to: "a.txt.backup")
    for body in ["Milk", "Eggs"] {
      let note = loader.newDocument(at: file("a.txt"))
      #expect([note.title, note.body] == ["Untitled", ""])
      #expect([note.isRecovered, note.hasUnsavedChanges] == [false, false])
      #expect([loader.documents.last, loader.currentDocument] == [note, note])
      #expect(loader.saveAllDocuments() == [])
      note.body = body
      #expect(loader.closeDocument(at: file("a.txt"), discardingChanges: true))
    }
    #expect(text(of: "a.txt", "a.txt.backup") == ["Shopping", "Errands"])
  }

  // MARK: Recovering

  @Test(
    arguments: Opening.allCases,
    [
      ("Shopping\nMilk", ["Shopping", "Milk"], saved: "Shopping\nMilk"),
      ("", ["Untitled", ""], saved: "\n"),
      // Quirk: "Untitled" isn't accepted as a title, even if the user typed it.
      ("Untitled\nMilk", ["Untitled", "Milk"], saved: "\nMilk"),
    ])
  func `a missing note is recovered from its backup copy`(
    opening: Opening, backup: (text: String, parts: [String], saved: String)
  ) throws {
    try write(backup.text, to: "a.txt.backup")
    #expect(open("a.txt", opening))
    let note = try #require(loader.documents.first)
    #expect([note.title, note.body] == backup.parts)
    #expect([note.isRecovered, note.hasUnsavedChanges] == [true, true])
    #expect(fileNames == ["a.txt.backup"])
    #expect(loader.saveAllDocuments() == [])
    #expect(text(of: "a.txt") == [backup.saved])
  }

  @Test(arguments: Opening.allCases)
  func `an unreadable note is recovered and its good backup copy stays`(opening: Opening) throws {
    try utf16.write(to: file("a.txt"))
    try write("Shopping", to: "a.txt.backup")
    #expect(open("a.txt", opening))
    #expect(loader.restorationState == paths("a"))
    #expect(loader.loadDocument(at: file("a.txt")))
    let note = loader.newDocument(at: file("a.txt"))
    (note.title, note.body) = ("Errands", "Bank")
    #expect(note.isRecovered)
    #expect(loader.saveAllDocuments() == [])
    #expect(text(of: "a.txt", "a.txt.backup") == ["Errands\nBank", "Shopping"])
    // From now on, it's a note like any other.
    try note.save()
    #expect(text(of: "a.txt.backup") == ["Errands\nBank"])
  }

  @Test(arguments: Opening.allCases)
  func `a recovered note can be reloaded, but not simply closed`(opening: Opening) throws {
    // The backup copy can be open as a note itself.
    #expect(loader.loadDocument(at: try write("Shopping", to: "a.txt.backup")))
    loader.documents.first?.title = "Errands"
    #expect(open("a.txt", opening))
    #expect(!loader.closeDocument(at: file("a.txt")))
    #expect(!loader.reloadDocument(at: file("a.txt")))
    #expect(titles == ["Errands", "Shopping"])
    #expect(loader.reloadDocument(at: try write("Shopping", to: "a.txt")))
    #expect(titles == ["Errands", "Shopping"])
    #expect(loader.documents.last?.isRecovered == false)
    #expect(loader.closeDocument(at: file("a.txt")))
  }

  // MARK: Reloading, saving, and closing

  @Test func `reloading replaces the note, but neither its place nor the one in front`() throws {
    let notes = try openNotes("a", "b", "c", front: "b")
    for note in notes { note.body = "changed" }
    try write("b\nonce", to: "b.txt")
    #expect(loader.reloadDocument(at: file("b.txt")))
    #expect(loader.documents.map(\.body) == ["changed", "once", "changed"])
    #expect(loader.currentDocument?.body == "once")
    #expect(notes[1].body == "changed")
    #expect(loader.loadDocument(at: file("c.txt")))
    try write("b\ntwice", to: "b.txt")
    #expect(loader.reloadDocument(at: file("b.txt")))
    #expect(loader.documents.map(\.body) == ["changed", "twice", "changed"])
    #expect(loader.currentDocument === notes[2])
  }

  @Test(arguments: [true, false])
  func `a note that can't be reloaded stays as it is`(isMissing: Bool) throws {
    let notes = try openNotes("a", "b")
    notes[0].body = "changed"
    try write("older", to: "a.txt.backup")
    try utf16.write(to: file("a.txt"))
    if isMissing { try FileManager.default.removeItem(at: file("a.txt")) }
    #expect(!loader.loadDocument(at: file("c.txt")))
    #expect(!loader.reloadDocument(at: file("a.txt")))
    #expect(loader.lastError as? DocumentError == .cannotLoadContent(file("a.txt")))
    #expect(loader.documents == notes)
    #expect([notes[0].title, notes[0].body] == ["a", "changed"])
    #expect(loader.currentDocument === notes[1])
  }

  @Test func `when some changed notes can't be saved, the others still are`() throws {
    try makeFolder("sub")
    try openNotes("a", "sub/b", "c")
    let gone = loader.newDocument(at: file("gone/./d.txt"))
    for note in loader.documents { note.body = "new" }
    try openNotes("unchanged")
    try write("newer", to: "unchanged.txt")
    try FileManager.default.removeItem(at: file("sub"))
    #expect(loader.saveAllDocuments() == [file("sub/b.txt"), gone.fileURL])
    #expect(loader.lastError as? DocumentError == .cannotSaveContent(gone.fileURL))
    #expect(loader.documents.map(\.hasUnsavedChanges) == [false, true, false, true, false])
    #expect(loader.currentDocument?.title == "unchanged")
    #expect(text(of: "a.txt", "c.txt", "unchanged.txt") == ["a\nnew", "c\nnew", "newer"])
    // They can be saved later.
    for (name, failedURLs) in [("sub", [gone.fileURL]), ("gone", [])] {
      try makeFolder(name)
      #expect(loader.saveAllDocuments() == failedURLs)
      #expect((loader.lastError == nil) == failedURLs.isEmpty)
    }
    #expect(text(of: "sub/b.txt", "c.txt.backup") == ["sub/b\nnew", "c"])
  }

  @Test func `when the front note is closed, the last one comes to the front`() throws {
    let notes = try openNotes("a", "b", "c", front: "b")
    let last = loader.newDocument(at: file("0.txt"))
    #expect(loader.loadDocument(at: file("b.txt")))
    #expect(loader.restorationState == paths("a", "b", "c", "0"))
    #expect(loader.closeDocument(at: file("a.txt")))
    #expect(loader.restorationState == paths("b", "c", "0"))
    #expect(loader.currentDocument === notes[1])
    #expect(loader.closeDocument(at: file("b.txt")))
    #expect(loader.currentDocument === last)
    #expect(loader.closeDocument(at: file("0.txt")))
    #expect(loader.closeDocument(at: file("c.txt")))
    #expect([loader.documents.last, loader.currentDocument] == [nil, nil])
  }

  @Test func `a note with unsaved changes closes only when they are discarded, and once`() throws {
    let notes = try openNotes("a", "b")
    for note in notes { note.body = "changed" }
    #expect(!loader.closeDocument(at: file("a.txt")))
    #expect(loader.documents == notes)
    #expect(loader.currentDocument === notes[1])
    #expect(loader.closeDocument(at: file("a.txt"), discardingChanges: true))
    #expect(text(of: "a.txt") == ["a"])
    #expect(fileNames == ["a.txt", "b.txt"])
    // A closed note can't be reloaded, either.
    #expect(!loader.closeDocument(at: file("a.txt"), discardingChanges: true))
    #expect(!loader.reloadDocument(at: file("a.txt")))
    #expect(titles == ["b"])
  }

  // MARK: Errors and recent notes

  @Test func `the last error is about the note itself, until notes are opened or saved`() throws {
    try openNotes("d")
    #expect(!loader.loadDocument(at: file("b.txt")))
    #expect(loader.saveAllDocuments() == [])
    #expect(loader.lastError == nil)
    try write("a", to: "a.txt")
    try write("c", to: "c.txt.backup")
    // Note c is recovered. The second time, note a is only brought to the front.
    for name in ["a", "c", "a"] {
      #expect(!loader.loadDocument(at: file("b.txt")))
      #expect(loader.closeDocument(at: loader.newDocument(at: file("e.txt")).fileURL))
      #expect(loader.reloadDocument(at: file("d.txt")))
      #expect(loader.lastError as? DocumentError == .cannotLoadContent(file("b.txt")))
      #expect(loader.loadDocument(at: file("\(name).txt")))
      #expect(loader.lastError == nil)
      #expect(loader.recentPaths.first == paths(name).first)
    }
  }

  @Test func `the last five opened notes are recent, each of them once`() throws {
    try openNotes("a", "b", "c", "d", "e", front: "b")
    #expect(loader.recentPaths == paths("b", "e", "d", "c", "a"))
    try openNotes("f")
    #expect(loader.recentPaths == paths("f", "b", "e", "d", "c"))
    #expect(loader.loadDocument(at: file("a.txt")))
    #expect(loader.recentPaths == paths("a", "f", "b", "e", "d"))
    #expect(loader.closeDocument(at: file("b.txt")))
    #expect(loader.loadDocument(at: file("b.txt")))
    #expect(loader.recentPaths == paths("b", "a", "f", "e", "d"))
  }

  // Quirk: a note that's created or restored isn't recent until it's opened.
  @Test func `only opening a note changes which ones are recent`() throws {
    try makeFolder("sub")
    try openNotes("a", "sub/a")
    try write("c", to: "c.txt")
    #expect(loader.newDocument(at: file("d.txt")).title == "Untitled")
    #expect(loader.newDocument(at: file("a.txt")).title == "a")
    #expect(loader.reloadDocument(at: file("a.txt")))
    #expect(loader.closeDocument(at: file("sub/a.txt")))
    try FileManager.default.removeItem(at: file("sub"))
    #expect(loader.restoreDocuments(fromPaths: paths("a", "sub/a", "c")) == paths("sub/a"))
    #expect(loader.recentPaths == paths("sub/a", "a"))
    // A note that can no longer be opened isn't recent.
    #expect(!loader.loadDocument(at: file("sub/a.txt")))
    #expect(loader.recentPaths == paths("a"))
  }

  // MARK: The next launch

  @Test func `restoring opens what it can and returns the paths of the rest`() throws {
    try write("a", to: "a.txt.backup")
    try utf16.write(to: file("b.txt"))
    #expect(!loader.loadDocument(at: file("b.txt")))
    // An empty note isn't recovered.
    try write("", to: "c.txt")
    try write("older", to: "c.txt.backup")
    let state = paths("./gone", "a", "b", "c", "a", "./gone")
    #expect(loader.restoreDocuments(fromPaths: state) == paths("./gone", "b", "./gone"))
    #expect(titles == ["a", "Untitled"])
    #expect(loader.documents.map(\.isRecovered) == [true, false])
    #expect(loader.lastError as? DocumentError == .cannotLoadContent(file("b.txt")))
    #expect(loader.currentDocument === loader.documents.last)
  }

  @Test func `restoring leaves open notes alone`() throws {
    let notes = try openNotes("a", "b", "c", front: "b")
    notes[0].body = "changed"
    try write("d", to: "d.txt")
    #expect(loader.restoreDocuments(fromPaths: paths("d", "a", "gone")) == paths("gone"))
    #expect(titles == ["a", "b", "c", "d"])
    #expect(notes[0].body == "changed")
    #expect(loader.currentDocument === notes[1])
  }

  @Test(arguments: [
    (["1", "2", "3", "4", "5", "6", "7", "8", "9"], ["2", "3", "4", "5", "6", "7", "8"]),
    (["1", "2", "gone", "3", "3", "gone", "3", "3", "gone"], ["2", "3"]),
  ])
  func `restoring tries the last eight paths`(state: [String], restored: [String]) throws {
    // What's already open, missing, or repeated counts, too.
    for number in 1...8 { try write("\(number)", to: "\(number).txt") }
    try openNotes("9", "0")
    _ = loader.restoreDocuments(fromPaths: state.map { file("\($0).txt").path })
    #expect(titles == ["9", "0"] + restored)
  }

  // MARK: Notes and files

  /// The two ways to open a note that exists.
  enum Opening: CaseIterable { case byTheUser, atLaunch }

  private func open(_ name: String, _ opening: Opening) -> Bool {
    switch opening {
    case .byTheUser: loader.loadDocument(at: file(name))
    case .atLaunch: loader.restoreDocuments(fromPaths: [file(name).path]) == []
    }
  }

  /// Opens a note for each title, brings one of them to the front, and returns the open notes.
  @discardableResult
  private func openNotes(_ titles: String..., front: String? = nil) throws -> [Document] {
    for title in titles {
      try #require(loader.loadDocument(at: write(title, to: "\(title).txt")))
    }
    if let front { try #require(loader.loadDocument(at: file("\(front).txt"))) }
    try #require(loader.documents.count >= titles.count)
    return loader.documents
  }

  private func load(_ text: String) throws -> Document {
    let note = Document(fileURL: try write(text, to: "a.txt"))
    try note.load()
    return note
  }

  private var titles: [String] { loader.documents.map(\.title) }

  private func paths(_ titles: String...) -> [String] {
    titles.map { folder.url.path + "/\($0).txt" }
  }

  private func file(_ name: String) -> URL {
    folder.url.appendingPathComponent(name, isDirectory: false)
  }

  private var fileNames: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()) ?? []
  }

  private func text(of names: String...) -> [String?] {
    names.map { try? String(contentsOf: file($0), encoding: .utf8) }
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
