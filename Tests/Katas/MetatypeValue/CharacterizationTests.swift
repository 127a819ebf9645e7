import Foundation
import TestSupport
import Testing

#if SOLUTION
  @testable import MetatypeValueAfter
#else
  @testable import MetatypeValueBefore
#endif

/// What `Document` and `DocumentLoader` do with real files.
@MainActor
@Suite("MetatypeValue: characterization", .namesModule)
struct CharacterizationTests {
  private let folder: TemporaryFolder
  private let loader = DocumentLoader()

  init() throws {
    folder = try TemporaryFolder()
  }

  // MARK: A document and its file

  @Test(arguments: [
    ("Shopping\n\nMilk\n", "Shopping/\nMilk\n"), (" Shopping \n Milk ", " Shopping / Milk "),
    ("Shopping", "Shopping/"), ("", "Untitled/"), ("\n\nMilk", "Untitled/\nMilk"), (" \n", " /"),
    // Quirk: a Windows line ending doesn't end the title.
    ("Shopping\r\nMilk\nEggs", "Shopping\r\nMilk/Eggs"),
  ])
  func `the first line of the file is the title`(text: String, expected: String) throws {
    #expect(try row(load(text)) == expected)
  }

  @Test func `loading a document again discards its changes`() throws {
    let document = try load("Shopping\nMilk")
    document.title = "Errands"
    document.body = "Bank"
    document.isRecovered = true
    try write("Shopping\nEggs", to: "a.txt")
    try document.load()
    #expect(row(document) == "Shopping/Eggs")
  }

  @Test(arguments: ["./missing.txt", "utf16.txt", "folder"])
  func `a document that can't be loaded stays as it is`(name: String) throws {
    try utf16.write(to: file("utf16.txt"))
    try makeFolder("folder")
    let document = Document(fileURL: file(name))
    document.title = "Errands"
    document.body = "Bank"
    document.isRecovered = true
    #expect(throws: DocumentError.cannotLoadContent(file(name))) { try document.load() }
    #expect(row(document) == "Errands/Bank recovered unsaved")
  }

  @Test(arguments: [
    ("Shopping", "Milk", false), ("shopping", "Milk", true), ("", "Milk", true),
    ("Shopping", "milk", true), ("Shopping", "", true), ("Errands", "Bank", true),
  ])
  func `only a new title or body is a change`(title: String, body: String, isChange: Bool) throws {
    let document = try load("Shopping\nMilk")
    document.title = title
    document.body = body
    #expect(document.hasUnsavedChanges == isChange)
    // A change that's undone still counts.
    document.body = "Milk"
    document.title = "Shopping"
    #expect(document.hasUnsavedChanges == isChange)
  }

  // Quirk: the placeholder for a missing title isn't accepted as a title.
  @Test(arguments: [("Untitled", "Untitled/"), ("", "Untitled/ unsaved")])
  func `an empty title or Untitled counts as no title`(title: String, expected: String) throws {
    let document = try load("")
    document.title = title
    #expect(row(document) == expected)
    try document.save()
    #expect(read("a.txt") == ["\n"])
  }

  @Test(arguments: [
    (" Shopping ", "Milk\nEggs", " Shopping \nMilk\nEggs"), ("Einkäufe", "", "Einkäufe\n"),
    ("", "🥛", "\n🥛"), ("Untitled", " Milk\r\n ", "Untitled\n Milk\r\n "),
  ])
  func `a document is saved as title and body`(title: String, body: String, text: String) throws {
    let document = try load("old")
    document.title = title
    document.body = body
    try document.save()
    #expect(read("a.txt") == [text])
    #expect(!document.hasUnsavedChanges)
    try load(text).save()
    #expect(read("a.txt") == [text])
  }

  @Test func `saving keeps the previous file as the backup copy, even if it isn't text`() throws {
    let document = Document(fileURL: file("a.txt"))
    document.title = "First"
    try document.save()
    #expect(fileNames() == ["a.txt"])
    try document.save()
    #expect(read("a.txt.backup") == ["First\n"])
    try utf16.write(to: document.fileURL)
    try document.save()
    #expect(try Data(contentsOf: document.backupURL) == utf16)
    #expect(fileNames() == ["a.txt", "a.txt.backup"])
  }

  // A file that's written in place also changes under its second name.
  @Test func `saving replaces the file and the backup copy as a whole`() throws {
    let document = try load("old")
    try write("older", to: "a.txt.backup")
    try FileManager.default.linkItem(at: document.fileURL, to: file("b.txt"))
    try FileManager.default.linkItem(at: document.backupURL, to: file("b.txt.backup"))
    try document.save()
    #expect(read("a.txt", "b.txt") == ["old\n", "old"])
    #expect(read("a.txt.backup", "b.txt.backup") == ["old", "older"])
  }

  // Root ignores permissions, but nobody can write to a folder that's gone.
  @Test func `a document that can't be saved keeps its changes`() throws {
    let document = Document(fileURL: file("gone/./a.txt"))
    document.title = "Shopping"
    document.isRecovered = true
    #expect(throws: DocumentError.cannotSaveContent(document.fileURL)) { try document.save() }
    #expect(row(document) == "Shopping/ recovered unsaved")
  }

  @Test func `a document isn't saved if its backup copy can't be written`() throws {
    let document = try load("Shopping")
    document.title = "Errands"
    try makeFolder("a.txt.backup")
    #expect(throws: DocumentError.cannotSaveContent(document.fileURL)) { try document.save() }
    #expect(row(document) == "Errands/ unsaved")
    #expect(read("a.txt") == ["Shopping"])
  }

  @Test func `an error message names the file`() {
    let file = URL(fileURLWithPath: "/notes/a.txt")
    let errors: [DocumentError] = [.cannotLoadContent(file), .cannotSaveContent(file)]
    let messages = ["“a.txt” cannot be opened.", "“a.txt” cannot be saved."]
    #expect(errors.map(\.localizedDescription) == messages)
  }

  // MARK: Opening and creating

  @Test func `a document that can't be opened changes nothing and can be opened later`() throws {
    try open("a", "b", "c", front: 1)
    try utf16.write(to: file("d.txt"))
    try utf16.write(to: file("d.txt.backup"))
    // A backup copy has no backup copy of its own.
    try write("older", to: "d.txt.backup.backup")
    #expect(!loader.loadDocument(at: file("d.txt")))
    #expect(rows == ["a/", "b/ front", "c/"])
    try write("d", to: "d.txt.backup")
    #expect(loader.loadDocument(at: file("d.txt")))
    #expect(rows == ["a/", "b/", "c/", "d/ recovered unsaved front"])
  }

  @Test func `opening an open document only brings it to the front`() throws {
    let locations = try open("a", "b", "c", front: 2)
    let documents = loader.documents
    documents.first?.body = "changed"
    try write("by another app", to: "a/n.txt")
    #expect(loader.loadDocument(at: locations[0]))
    #expect(rows == ["a/changed unsaved front", "b/", "c/"])
    try FileManager.default.removeItem(at: locations[1])
    #expect(loader.loadDocument(at: locations[1]))
    #expect(rows == ["a/changed unsaved", "b/ front", "c/"])
    #expect(
      zip(locations, documents).map { loader.newDocument(at: $0) === $1 } == [true, true, true])
    #expect(rows == ["a/changed unsaved", "b/", "c/ front"])
  }

  @Test(arguments: [("./a.txt", "a.txt"), ("a.txt", "./a.txt"), ("sub/../a.txt", "a.txt")])
  func `a location can be spelled in different ways`(spelling: String, other: String) throws {
    try makeFolder("sub")
    try write("Shopping", to: "a.txt")
    #expect(loader.loadDocument(at: file(spelling)))
    #expect(loader.loadDocument(at: file(other)))
    #expect(loader.reloadDocument(at: file(other)))
    // A document keeps the spelling it was opened with.
    #expect(loader.documents.map(\.fileURL) == [file(spelling)])
    #expect(loader.restorationState == [folder.url.path + "/" + spelling])
    #expect(loader.closeDocument(at: file(other)))
    #expect(loader.newDocument(at: file(spelling)).fileURL == file(spelling))
  }

  @Test(arguments: ["link.txt", "A.txt", "sub/a.txt"])
  func `a link, different case, or another folder is a different document`(name: String) throws {
    try makeFolder("sub")
    for name in ["a.txt", "A.txt", "sub/a.txt"] { try write("Shopping", to: name) }
    let location = file("a.txt")
    try FileManager.default.createSymbolicLink(at: file("link.txt"), withDestinationURL: location)
    #expect(loader.restore([location.path, file(name).path]) == [])
    loader.current?.body = "Milk"
    #expect(loader.reloadDocument(at: location))
    #expect(rows == ["Shopping/", "Shopping/Milk unsaved front"])
    #expect(loader.closeDocument(at: location))
    #expect(rows == ["Shopping/Milk unsaved front"])
  }

  @Test(arguments: ["my note é.txt", "100%25.txt"])
  func `a file name may have spaces, accents, and percent signs`(name: String) throws {
    let path = try write("Shopping", to: name).path
    #expect(loader.restore([path, "/gone/\(name)"]) == ["/gone/\(name)"])
    #expect(loader.restorationState == [folder.url.path + "/" + name])
    loader.current?.body = "Milk"
    #expect(loader.saveAll() == [])
    #expect(fileNames() == [name, "\(name).backup"])
  }

  @Test func `a new document is empty, even if there's a file or a backup copy`() throws {
    try write("Errands", to: "b.txt.backup")
    let a = loader.newDocument(at: try write("Shopping", to: "a.txt"))
    let b = loader.newDocument(at: file("b.txt"))
    #expect(loader.documents.map { [$0 === a, $0 === b] } == [[true, false], [false, true]])
    #expect(rows == ["Untitled/", "Untitled/ front"])
    #expect(loader.loadDocument(at: file("a.txt")))
    #expect(rows == ["Untitled/ front", "Untitled/"])
    #expect(loader.saveAll() == [])
    #expect(fileNames() == ["a.txt", "b.txt.backup"])
  }

  // MARK: Recovering

  @Test(arguments: [
    ("Shopping\nMilk", "Shopping/Milk", "Shopping\nMilk"), ("", "Untitled/", "\n"),
    // Quirk: "Untitled" isn't accepted as a title, even if the user typed it.
    ("Untitled\nMilk", "Untitled/Milk", "\nMilk"),
  ])
  func `a missing document is recovered`(backup: String, expected: String, text: String) throws {
    try write(backup, to: "a.txt.backup")
    #expect(loader.loadDocument(at: file("a.txt")))
    #expect(rows == [expected + " recovered unsaved front"])
    #expect(fileNames() == ["a.txt.backup"])
    #expect(loader.saveAll() == [])
    #expect(read("a.txt") == [text])
  }

  @Test func `an unreadable document is recovered and keeps its good backup copy`() throws {
    try utf16.write(to: file("a.txt"))
    try write("Shopping", to: "a.txt.backup")
    #expect(loader.loadDocument(at: file("a.txt")))
    #expect(loader.documents.map(\.fileURL) == [file("a.txt")])
    #expect(try Data(contentsOf: file("a.txt")) == utf16)
    #expect(loader.saveAll() == [])
    #expect(read("a.txt", "a.txt.backup") == ["Shopping\n", "Shopping"])
    // From now on, it's a document like any other.
    loader.current?.title = "Errands"
    #expect(loader.saveAll() == [])
    #expect(read("a.txt", "a.txt.backup") == ["Errands\n", "Shopping\n"])
  }

  @Test func `a recovered document can be reloaded, but not closed without discarding it`() throws {
    // The backup copy can be open as a document of its own.
    #expect(loader.loadDocument(at: try write("Shopping", to: "a.txt.backup")))
    loader.current?.title = "Errands"
    #expect(loader.loadDocument(at: file("a.txt")))
    #expect(!loader.closeDocument(at: file("a.txt")))
    #expect(!loader.reloadDocument(at: file("a.txt")))
    #expect(rows == ["Errands/ unsaved", "Shopping/ recovered unsaved front"])
    #expect(loader.reloadDocument(at: try write("Bank", to: "a.txt")))
    #expect(rows == ["Errands/ unsaved", "Bank/ front"])
  }

  // MARK: Reloading, saving, and closing

  @Test func `reloading a document changes neither its place nor which one is in front`() throws {
    let locations = try open("a", "b", "c", front: 1)
    let documents = loader.documents
    let old = try #require(loader.current)
    for document in documents { document.body = "changed" }
    try write("b\nonce", to: "b/n.txt")
    #expect(loader.reloadDocument(at: locations[1]))
    #expect(rows == ["a/changed unsaved", "b/once front", "c/changed unsaved"])
    #expect(zip(documents, loader.documents).map { $0 === $1 } == [true, false, true])
    #expect(row(old) == "b/changed unsaved")
    #expect(loader.loadDocument(at: locations[2]))
    try write("b\ntwice", to: "b/n.txt")
    #expect(loader.reloadDocument(at: locations[1]))
    #expect(rows == ["a/changed unsaved", "b/twice", "c/changed unsaved front"])
  }

  @Test(arguments: [true, false])
  func `a document that can't be reloaded stays as it is`(isMissing: Bool) throws {
    let locations = try open("a", "b", front: 1)
    let document = try #require(loader.documents.first)
    document.body = "changed"
    try utf16.write(to: locations[0])
    if isMissing { try FileManager.default.removeItem(at: locations[0]) }
    #expect(!loader.reloadDocument(at: locations[0]))
    #expect(loader.documents.first === document)
    #expect(rows == ["a/changed unsaved", "b/ front"])
  }

  @Test func `only documents with unsaved changes are saved`() throws {
    try open("a", "b", "c", front: 1)
    loader.current?.body = "changed"
    for name in ["a/n.txt", "c/n.txt"] { try write("other", to: name) }
    #expect(loader.saveAll() == [])
    #expect(read("a/n.txt", "b/n.txt", "c/n.txt") == ["other", "b\nchanged", "other"])
    #expect(rows == ["a/", "b/changed front", "c/"])
  }

  @Test func `when one document can't be saved, the others still are`() throws {
    let gone = loader.newDocument(at: file("gone/./n.txt"))
    let locations = try open("a", "b", "c", front: 0)
    for document in loader.documents { document.body = "new" }
    try FileManager.default.removeItem(at: file("b"))
    #expect(loader.saveAll() == [gone.fileURL, locations[1]])
    #expect(rows == ["Untitled/new unsaved", "a/new front", "b/new unsaved", "c/new"])
    #expect(read("a/n.txt", "b/n.txt", "c/n.txt") == ["a\nnew", nil, "c\nnew"])
    try makeFolder("b")
    #expect(loader.saveAll() == [gone.fileURL])
    #expect(read("a/n.txt.backup", "b/n.txt") == ["a", "b\nnew"])
  }

  @Test func `when the front document is closed, the last one comes to the front`() throws {
    let locations = try open("a", "b", "c", "d", front: 1)
    #expect(loader.closeDocument(at: locations[0]))
    #expect(rows == ["b/ front", "c/", "d/"])
    #expect(loader.closeDocument(at: locations[1], discardingChanges: true))
    #expect(rows == ["c/", "d/ front"])
    #expect(loader.closeDocument(at: locations[3]))
    #expect(loader.closeDocument(at: locations[2]))
    #expect(rows == [])
    #expect(loader.current == nil)
  }

  @Test func `a document with unsaved changes closes only when they are discarded`() throws {
    let locations = try open("a", "b", front: 0)
    for document in loader.documents { document.body = "changed" }
    #expect(!loader.closeDocument(at: locations[0]))
    #expect(loader.closeDocument(at: locations[0], discardingChanges: true))
    #expect(rows == ["b/changed unsaved front"])
    // A closed document can be opened again, but not reloaded or closed.
    #expect(!loader.reloadDocument(at: locations[0]))
    #expect(!loader.closeDocument(at: locations[0], discardingChanges: true))
    #expect(loader.loadDocument(at: locations[0]))
    #expect(rows == ["b/changed unsaved", "a/ front"])
    #expect(read("a/n.txt", "a/n.txt.backup") == ["a", "old"])
  }

  // MARK: The next start of the app

  @Test func `the restoration state lists the open documents in order`() throws {
    let paths = try open("b", "a", front: 0).map(\.path)
    #expect(loader.restorationState == paths)
    let new = loader.newDocument(at: file("new.txt"))
    #expect(loader.restorationState == paths + [new.fileURL.path])
    #expect(loader.closeDocument(at: new.fileURL))
    #expect(loader.restorationState == paths)
  }

  @Test func `restoring opens what it can and returns the paths of the rest`() throws {
    try open("a", "b", front: 1)
    loader.documents.first?.body = "changed"
    try write("c", to: "c.txt")
    try write("d", to: "d.txt.backup")
    try utf16.write(to: file("utf16.txt"))
    let names = ["./gone.txt", "d.txt", "utf16.txt", "c.txt", "a/n.txt", "./gone.txt"]
    let state = names.map { folder.url.path + "/" + $0 }
    #expect(loader.restore(state) == [state[0], state[2], state[0]])
    #expect(rows == ["a/changed unsaved front", "b/", "d/ recovered unsaved", "c/"])
  }

  @Test func `restoring opens the last eight paths, no matter what is open`() throws {
    let paths = try (1...9).map { try write("\($0)", to: "\($0).txt").path }
    #expect(loader.loadDocument(at: file("9.txt")))
    #expect(loader.restore(paths + paths.dropLast()) == [])
    #expect(loader.documents.map(\.title) == ["9", "1", "2", "3", "4", "5", "6", "7", "8"])
    #expect(loader.restorationState.count == 9)
    let next = DocumentLoader()
    #expect(next.restore(loader.restorationState) == [])
    #expect(next.documents.map(\.title) == ["1", "2", "3", "4", "5", "6", "7", "8"])
  }

  @Test func `missing and repeated paths count toward the eight`() throws {
    let a = try write("a", to: "a.txt").path
    let b = try write("b", to: "b.txt").path
    let gone = file("gone.txt").path
    #expect(loader.restore([a, b, b, b, b, gone, gone, gone, gone]) == [gone, gone, gone, gone])
    #expect(rows == ["b/ front"])
  }

  // MARK: Documents and files

  /// The letter A in UTF-16, which isn't valid UTF-8.
  private let utf16 = Data([0xFF, 0xFE, 0x41, 0x00])

  private func load(_ text: String) throws -> Document {
    let document = Document(fileURL: try write(text, to: "a.txt"))
    try document.load()
    return document
  }

  /// Opens documents with the same file name in different folders, each with a backup copy.
  @discardableResult
  private func open(_ folders: String..., front: Int) throws -> [URL] {
    let locations = try folders.map {
      try makeFolder($0)
      try write("old", to: "\($0)/n.txt.backup")
      return try write($0, to: "\($0)/n.txt")
    }
    for location in locations + [locations[front]] {
      #expect(loader.loadDocument(at: location))
    }
    return locations
  }

  private func file(_ name: String) -> URL {
    folder.url.appendingPathComponent(name, isDirectory: false)
  }

  private func fileNames() -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()) ?? []
  }

  @discardableResult
  private func write(_ text: String, to name: String) throws -> URL {
    try Data(text.utf8).write(to: file(name))
    return file(name)
  }

  private func read(_ names: String...) -> [String?] {
    names.map { try? String(decoding: Data(contentsOf: file($0)), as: UTF8.self) }
  }

  private func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(at: file(name), withIntermediateDirectories: false)
  }

  private var rows: [String] {
    loader.documents.map { $0 === loader.current ? row($0) + " front" : row($0) }
  }

  /// The title, body, and flags of a document.
  private func row(_ document: Document) -> String {
    "\(document.title)/\(document.body)" + (document.isRecovered ? " recovered" : "")
      + (document.hasUnsavedChanges ? " unsaved" : "")
  }
}
