import Foundation
import Testing

/// What `Document` and `DocumentLoader` do with real files, on either version.
@MainActor
@Suite("MetatypeValue: characterization")
struct CharacterizationTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  // MARK: A document

  @Test(arguments: Version.allCases)
  func `a document is empty and untitled at first`(version: Version) throws {
    let location = try folder.write("Shopping\nMilk", to: "a.txt")
    let document = version.makeDocument(at: location)
    #expect(document.fileURL == location)
    #expect(document.title == "Untitled")
    #expect(document.body == "")
    #expect(!document.hasUnsavedChanges)
    #expect(!document.isRecovered)
  }

  @Test(
    arguments: Version.allCases,
    [
      ("Shopping\nMilk\nEggs", "Shopping", "Milk\nEggs"),
      ("Shopping\n\nMilk\n", "Shopping", "\nMilk\n"),
      ("Einkäufe\n🥛", "Einkäufe", "🥛"),
      (" Shopping \n Milk ", " Shopping ", " Milk "),
      // Only this character ends a line
      ("A\rB\u{2028}C\nD", "A\rB\u{2028}C", "D"),
      // No body
      ("Shopping", "Shopping", ""), ("Shopping\n", "Shopping", ""),
      // No title
      ("", "Untitled", ""), ("\nMilk", "Untitled", "Milk"), ("\n\n", "Untitled", "\n"),
      // The quirk: a line that ends as on Windows does not end the title
      ("Shopping\r\nMilk", "Shopping\r\nMilk", ""), ("A\r\nB\nC", "A\r\nB", "C"),
    ])
  func `the first line is the title`(
    version: Version, note: (text: String, title: String, body: String)
  ) throws {
    let document = version.makeDocument(at: try folder.write(note.text, to: "a.txt"))
    try document.load()
    #expect(document.title == note.title)
    #expect(document.body == note.body)
    #expect(!document.hasUnsavedChanges)
  }

  @Test(arguments: Version.allCases)
  func `loading drops changes`(version: Version) throws {
    let document = version.makeDocument(at: try folder.write("Shopping\nMilk", to: "a.txt"))
    document.title = "Errands"
    document.body = "Bank"
    document.isRecovered = true
    try document.load()
    #expect(document.title == "Shopping")
    #expect(document.body == "Milk")
    #expect(!document.hasUnsavedChanges)
    #expect(!document.isRecovered)
  }

  @Test(arguments: Version.allCases)
  func `a file that is missing or not UTF-8 cannot be loaded`(version: Version) throws {
    let missing = folder.location("missing.txt")
    let latin1 = folder.location("latin1.txt")
    try Data([0x5A, 0xFC, 0x67, 0x65]).write(to: latin1)
    for location in [missing, latin1, folder.url] {
      let document = version.makeDocument(at: location)
      document.title = "Errands"
      document.isRecovered = true
      expect("cannotLoadContent", of: location, "cannot be opened") { try document.load() }
      #expect(document.title == "Errands")
      #expect(document.hasUnsavedChanges)
      #expect(document.isRecovered)
    }
  }

  @Test(
    arguments: Version.allCases,
    [
      ("Shopping", "Milk\nEggs", "Shopping\nMilk\nEggs"), ("Einkäufe", "🥛", "Einkäufe\n🥛"),
      ("Shopping", "", "Shopping\n"), ("", "Milk", "\nMilk"), ("", "", "\n"),
      (" Shopping ", " Milk\r\nEggs\r", " Shopping \n Milk\r\nEggs\r"), (" ", "", " \n"),
      // A title of two lines is a title and a body when it is loaded again
      ("Shopping\nfood", "Milk", "Shopping\nfood\nMilk"),
    ])
  func `a document is saved as title and body`(
    version: Version, note: (title: String, body: String, text: String)
  ) throws {
    let document = version.makeDocument(at: folder.location("a.txt"))
    document.title = note.title
    document.body = note.body
    try document.save()
    #expect(folder.read("a.txt") == note.text)
    #expect(!document.hasUnsavedChanges)
  }

  @Test(arguments: Version.allCases)
  func `an untitled document is not saved as Untitled`(version: Version) throws {
    let document = version.makeDocument(at: folder.location("a.txt"))
    document.title = "Untitled"
    #expect(!document.hasUnsavedChanges)
    try document.save()
    #expect(folder.read("a.txt") == "\n")
  }

  @Test(arguments: Version.allCases)
  func `only a change counts as a change`(version: Version) throws {
    let document = version.makeDocument(at: try folder.write("Shopping\nMilk", to: "a.txt"))
    try document.load()
    document.title = "Shopping"
    document.body = "Milk"
    #expect(!document.hasUnsavedChanges)
    document.title = "Errands"
    #expect(document.hasUnsavedChanges)
    #expect(document.title == "Errands")
    try document.save()
    document.body = "Bank"
    #expect(document.hasUnsavedChanges)
    #expect(document.body == "Bank")
  }

  @Test(arguments: Version.allCases)
  func `a change stays a change until the document is saved`(version: Version) throws {
    let document = version.makeDocument(at: try folder.write("Shopping\nMilk", to: "a.txt"))
    try document.load()
    document.title = "Errands"
    document.body = "Milk"
    #expect(document.hasUnsavedChanges)
    document.title = "Shopping"
    #expect(document.hasUnsavedChanges)
    try document.load()
    document.body = "Eggs"
    document.title = "Shopping"
    #expect(document.hasUnsavedChanges)
    document.body = "Milk"
    #expect(document.hasUnsavedChanges)
  }

  @Test(arguments: Version.allCases)
  func `spaces and letter case are a change, another form of the same letters is none`(
    version: Version
  ) throws {
    let document = version.makeDocument(at: try folder.write("Caf\u{E9}\nMilk", to: "a.txt"))
    try document.load()
    document.title = "Cafe\u{301}"
    #expect(!document.hasUnsavedChanges)
    document.title = "caf\u{E9}"
    #expect(document.hasUnsavedChanges)
    try document.save()
    document.title = "caf\u{E9} "
    #expect(document.hasUnsavedChanges)
  }

  @Test(arguments: Version.allCases)
  func `the title Untitled stays when a document is loaded and saved`(version: Version) throws {
    let document = version.makeDocument(at: try folder.write("Untitled\nMilk", to: "a.txt"))
    try document.load()
    document.body = "Eggs"
    try document.save()
    #expect(folder.read("a.txt") == "Untitled\nEggs")
  }

  @Test(arguments: Version.allCases)
  func `taking the title away is a change, also where there was none`(version: Version) {
    let document = version.makeDocument(at: folder.location("a.txt"))
    document.title = ""
    #expect(document.hasUnsavedChanges)
    #expect(document.title == "Untitled")
  }

  @Test(arguments: Version.allCases)
  func `saving keeps what was there as the backup copy`(version: Version) throws {
    let document = version.makeDocument(at: folder.location("a.txt"))
    #expect(document.backupURL == folder.location("a.txt.backup"))
    document.title = "First"
    try document.save()
    #expect(folder.names() == ["a.txt"])
    document.title = "Second"
    try document.save()
    #expect(folder.read("a.txt.backup") == "First\n")
    document.title = "Third"
    try document.save()
    #expect(folder.read("a.txt") == "Third\n")
    #expect(folder.read("a.txt.backup") == "Second\n")
    #expect(folder.names() == ["a.txt", "a.txt.backup"])
  }

  @Test(arguments: Version.allCases)
  func `the backup copy is of what is there when the document is saved`(version: Version) throws {
    let document = version.makeDocument(at: try folder.write("First", to: "a.txt"))
    try document.load()
    try folder.write("by another app", to: "a.txt")
    try document.save()
    #expect(folder.read("a.txt.backup") == "by another app")
    try document.save()
    #expect(folder.read("a.txt.backup") == "First\n")
    let new = version.makeDocument(at: folder.location("b.txt"))
    try folder.write("", to: "b.txt")
    try new.save()
    #expect(folder.read("b.txt.backup") == "")
  }

  @Test(arguments: Version.allCases)
  func `the backup copy has the same bytes, text or not`(version: Version) throws {
    let bytes = Data([0xFF, 0x41, 0x0D, 0x0A])
    try bytes.write(to: folder.location("a.txt"))
    try version.makeDocument(at: folder.location("a.txt")).save()
    #expect(try Data(contentsOf: folder.location("a.txt.backup")) == bytes)
  }

  // A file written in place would change under its second name too.
  @Test(arguments: Version.allCases)
  func `saving replaces the file and the backup copy as a whole`(version: Version) throws {
    let document = version.makeDocument(at: try folder.write("old", to: "a.txt"))
    try folder.write("older", to: "a.txt.backup")
    try folder.link("a.txt", as: "second name")
    try folder.link("a.txt.backup", as: "second name of the backup copy")
    try document.save()
    #expect(folder.read("second name") == "old")
    #expect(folder.read("second name of the backup copy") == "older")
    #expect(folder.read("a.txt") == "\n")
    #expect(folder.read("a.txt.backup") == "old")
  }

  @Test(arguments: Version.allCases)
  func `saving a recovered document leaves the backup copy alone`(version: Version) throws {
    let document = version.makeDocument(at: try folder.write("broken", to: "a.txt"))
    try folder.write("good", to: "a.txt.backup")
    document.title = "good"
    document.isRecovered = true
    try document.save()
    #expect(folder.read("a.txt") == "good\n")
    #expect(folder.read("a.txt.backup") == "good")
    #expect(!document.isRecovered)
  }

  // File permissions do not bind root. A folder that is gone keeps everyone from writing.
  @Test(arguments: Version.allCases)
  func `a document cannot be saved in a folder that is gone`(version: Version) throws {
    let location = folder.location("gone/a.txt")
    let document = version.makeDocument(at: location)
    document.title = "Shopping"
    document.isRecovered = true
    expect("cannotSaveContent", of: location, "cannot be saved") { try document.save() }
    #expect(document.hasUnsavedChanges)
    #expect(document.isRecovered)
  }

  @Test(arguments: Version.allCases)
  func `a document is not saved without its backup copy`(version: Version) throws {
    let document = version.makeDocument(at: try folder.write("Shopping\nMilk", to: "a.txt"))
    try folder.makeFolder("a.txt.backup")
    document.title = "Errands"
    expect("cannotSaveContent", of: document.fileURL, "cannot be saved") { try document.save() }
    #expect(document.hasUnsavedChanges)
    #expect(folder.read("a.txt") == "Shopping\nMilk")
  }

  // MARK: Opening

  @Test(arguments: Version.allCases)
  func `a document is opened and brought to the front`(version: Version) throws {
    let loader = version.makeLoader()
    #expect(loader.documents.isEmpty)
    #expect(loader.current == nil)
    #expect(loader.loadDocument(at: try folder.write("Shopping\nMilk", to: "a.txt")))
    #expect(loader.documents.map(\.title) == ["Shopping"])
    #expect(loader.documents.map(\.body) == ["Milk"])
    #expect(loader.current === loader.documents.first)
    #expect(loader.current?.isRecovered == false)
    #expect(loader.current?.hasUnsavedChanges == false)
    #expect(loader.loadDocument(at: try folder.write("Errands", to: "b.txt")))
    #expect(loader.documents.map(\.title) == ["Shopping", "Errands"])
    #expect(loader.current?.title == "Errands")
  }

  @Test(arguments: Version.allCases)
  func `a document that cannot be loaded is not opened`(version: Version) throws {
    let loader = version.makeLoader()
    #expect(!loader.loadDocument(at: folder.location("missing.txt")))
    #expect(loader.documents.isEmpty)
    #expect(loader.current == nil)
    loader.loadAll([try folder.write("Shopping", to: "a.txt")])
    #expect(!loader.loadDocument(at: folder.location("missing.txt")))
    #expect(loader.documents.map(\.title) == ["Shopping"])
    #expect(loader.current?.title == "Shopping")
  }

  @Test(arguments: Version.allCases)
  func `a document is not opened twice`(version: Version) throws {
    let loader = version.makeLoader()
    let a = try folder.write("Shopping", to: "a.txt")
    let b = try folder.write("Errands", to: "b.txt")
    loader.loadAll([a, b])
    let first = try #require(loader.documents.first)
    first.title = "Shopping list"
    #expect(loader.loadDocument(at: a))
    #expect(loader.documents.map(\.title) == ["Shopping list", "Errands"])
    #expect(loader.current === first)
  }

  @Test(arguments: Version.allCases)
  func `an open document is not read again, and need not be there`(version: Version) throws {
    let loader = version.makeLoader()
    let a = try folder.write("Shopping", to: "a.txt")
    loader.loadAll([a, try folder.write("Errands", to: "b.txt")])
    try folder.write("by another app", to: "a.txt")
    #expect(loader.loadDocument(at: a))
    #expect(loader.current?.title == "Shopping")
    try folder.remove("a.txt")
    #expect(loader.loadDocument(at: a))
    #expect(loader.documents.count == 2)
  }

  @Test(arguments: Version.allCases)
  func `a name may have spaces, percent signs and letters of any kind`(version: Version) throws {
    let loader = version.makeLoader()
    let name = "my note é 100%25.txt"
    loader.loadAll([try folder.write("Shopping", to: name)])
    loader.current?.body = "Milk"
    #expect(loader.saveAll() == [])
    #expect(folder.read(name) == "Shopping\nMilk")
    #expect(folder.read("\(name).backup") == "Shopping")
    #expect(loader.restorationState == [folder.path(name)])
    #expect(loader.restore(["/gone/\(name)"]) == ["/gone/\(name)"])
    let gone = folder.location("gone/\(name)")
    expect("cannotLoadContent", of: gone, "cannot be opened") {
      try version.makeDocument(at: gone).load()
    }
  }

  @Test(arguments: Version.allCases)
  func `a link, or another letter case, is another location`(version: Version) throws {
    let loader = version.makeLoader()
    try folder.write("Shopping", to: "a.txt")
    try FileManager.default.createSymbolicLink(
      at: folder.location("link.txt"), withDestinationURL: folder.location("a.txt"))
    loader.loadAll([folder.location("a.txt"), folder.location("link.txt")])
    _ = loader.newDocument(at: folder.location("A.txt"))
    #expect(loader.documents.count == 3)
  }

  @Test(arguments: Version.allCases, ["./a.txt", "sub/../a.txt"])
  func `another spelling of a location is the same location`(
    version: Version, spelling: String
  ) throws {
    let loader = version.makeLoader()
    try folder.makeFolder("sub")
    loader.loadAll([try folder.write("Shopping", to: "a.txt")])
    #expect(loader.loadDocument(at: folder.location(spelling)))
    #expect(loader.newDocument(at: folder.location(spelling)) === loader.documents.first)
    #expect(loader.reloadDocument(at: folder.location(spelling)))
    #expect(loader.documents.count == 1)
    #expect(loader.close(folder.location(spelling)))
    // And the other way round
    #expect(loader.loadDocument(at: folder.location(spelling)))
    #expect(loader.loadDocument(at: folder.location("a.txt")))
    #expect(loader.documents.count == 1)
  }

  // Only the comparison standardizes.
  @Test(arguments: Version.allCases)
  func `a document keeps the spelling that it was opened with`(version: Version) throws {
    let loader = version.makeLoader()
    try folder.write("Shopping", to: "a.txt")
    #expect(loader.loadDocument(at: folder.location("./a.txt")))
    #expect(
      loader.newDocument(at: folder.location("./b.txt")).fileURL == folder.location("./b.txt"))
    #expect(loader.reloadDocument(at: folder.location("a.txt")))
    #expect(
      loader.documents.map(\.fileURL)
        == [folder.location("./a.txt"), folder.location("./b.txt")])
    #expect(loader.restorationState == [folder.path("./a.txt"), folder.path("./b.txt")])
    #expect(folder.path("./a.txt").hasSuffix("/./a.txt"))
    #expect(loader.restore([folder.path("gone/./c.txt")]) == [folder.path("gone/./c.txt")])
  }

  // MARK: Recovering

  @Test(arguments: Version.allCases)
  func `a document is recovered when its file is missing`(version: Version) throws {
    let loader = version.makeLoader()
    try folder.write("Shopping\nMilk", to: "a.txt.backup")
    #expect(loader.loadDocument(at: folder.location("a.txt")))
    let document = try #require(loader.current)
    #expect(loader.documents.count == 1)
    #expect(document.fileURL == folder.location("a.txt"))
    #expect(document.title == "Shopping")
    #expect(document.body == "Milk")
    #expect(document.isRecovered)
    #expect(document.hasUnsavedChanges)
  }

  @Test(arguments: Version.allCases)
  func `a document is recovered when its file is not UTF-8`(version: Version) throws {
    let loader = version.makeLoader()
    try Data([0xFF, 0xFF]).write(to: folder.location("a.txt"))
    try folder.write("Shopping", to: "a.txt.backup")
    #expect(loader.loadDocument(at: folder.location("a.txt")))
    #expect(loader.current?.title == "Shopping")
    #expect(loader.current?.isRecovered == true)
  }

  @Test(arguments: Version.allCases)
  func `the file is preferred to its backup copy`(version: Version) throws {
    let loader = version.makeLoader()
    try folder.write("Old\nold", to: "a.txt.backup")
    #expect(loader.loadDocument(at: try folder.write("New\nnew", to: "a.txt")))
    #expect(loader.current?.title == "New")
    #expect(loader.current?.body == "new")
    #expect(loader.current?.isRecovered == false)
  }

  @Test(arguments: Version.allCases)
  func `a backup copy without content is recovered as well`(version: Version) throws {
    let loader = version.makeLoader()
    try folder.write("", to: "a.txt.backup")
    #expect(loader.loadDocument(at: folder.location("a.txt")))
    #expect(loader.current?.title == "Untitled")
    #expect(loader.current?.isRecovered == true)
    #expect(loader.current?.hasUnsavedChanges == true)
  }

  // The quirk: that word is what a note without a title shows, so it is not taken for a title.
  @Test(arguments: Version.allCases)
  func `the title Untitled is lost when a document is recovered`(version: Version) throws {
    let loader = version.makeLoader()
    try folder.write("Untitled\nMilk", to: "a.txt.backup")
    #expect(loader.loadDocument(at: folder.location("a.txt")))
    #expect(loader.saveAll() == [])
    #expect(folder.read("a.txt") == "\nMilk")
  }

  @Test(arguments: Version.allCases)
  func `a document without a readable file or backup copy is not opened`(version: Version) throws {
    let loader = version.makeLoader()
    try Data([0xFF, 0xFF]).write(to: folder.location("a.txt"))
    try Data([0xFF, 0xFF]).write(to: folder.location("a.txt.backup"))
    #expect(!loader.loadDocument(at: folder.location("a.txt")))
    #expect(loader.documents.isEmpty)
  }

  @Test(arguments: Version.allCases)
  func `recovering writes nothing`(version: Version) throws {
    let loader = version.makeLoader()
    let broken = Data([0xFF, 0xFF])
    try broken.write(to: folder.location("a.txt"))
    try folder.write("Shopping", to: "a.txt.backup")
    loader.loadAll([folder.location("a.txt")])
    #expect(folder.names() == ["a.txt", "a.txt.backup"])
    #expect(try Data(contentsOf: folder.location("a.txt")) == broken)
    #expect(folder.read("a.txt.backup") == "Shopping")
    #expect(loader.saveAll() == [])
    #expect(folder.names() == ["a.txt", "a.txt.backup"])
  }

  @Test(arguments: Version.allCases)
  func `a backup copy has no backup copy itself`(version: Version) throws {
    let loader = version.makeLoader()
    try folder.write("Shopping", to: "a.txt.backup.backup")
    #expect(!loader.loadDocument(at: folder.location("a.txt")))
    #expect(loader.documents.isEmpty)
  }

  @Test(arguments: Version.allCases)
  func `a document is recovered from the file, also when the backup copy is open`(
    version: Version
  ) throws {
    let loader = version.makeLoader()
    loader.loadAll([try folder.write("Shopping", to: "a.txt.backup")])
    loader.current?.title = "Errands"
    loader.loadAll([folder.location("a.txt")])
    #expect(loader.documents.map(\.title) == ["Errands", "Shopping"])
    #expect(loader.documents.map(\.isRecovered) == [false, true])
  }

  @Test(arguments: Version.allCases)
  func `a recovered document is closed only when it may be discarded`(version: Version) throws {
    let loader = version.makeLoader()
    try folder.write("Shopping", to: "a.txt.backup")
    loader.loadAll([folder.location("a.txt")])
    #expect(!loader.close(folder.location("a.txt")))
    #expect(loader.closeDocument(at: folder.location("a.txt"), discardingChanges: true))
    #expect(folder.names() == ["a.txt.backup"])
    #expect(!loader.close(folder.location("a.txt")))
  }

  @Test(arguments: Version.allCases)
  func `a recovered document that is reloaded is recovered no more`(version: Version) throws {
    let loader = version.makeLoader()
    try folder.write("Shopping", to: "a.txt.backup")
    loader.loadAll([folder.location("a.txt")])
    try folder.write("Errands", to: "a.txt")
    #expect(loader.reloadDocument(at: folder.location("a.txt")))
    #expect(loader.current?.title == "Errands")
    #expect(loader.current?.isRecovered == false)
  }

  @Test(arguments: Version.allCases)
  func `saving a recovered document mends its file`(version: Version) throws {
    let loader = version.makeLoader()
    try folder.write("Shopping\nMilk", to: "a.txt.backup")
    loader.loadAll([folder.location("a.txt")])
    #expect(loader.saveAll() == [])
    #expect(folder.read("a.txt") == "Shopping\nMilk")
    #expect(folder.read("a.txt.backup") == "Shopping\nMilk")
    #expect(loader.current?.isRecovered == false)
    #expect(loader.current?.hasUnsavedChanges == false)
  }

  // MARK: New documents

  @Test(arguments: Version.allCases)
  func `a new document is empty and in front, and not written`(version: Version) throws {
    let loader = version.makeLoader()
    loader.loadAll([try folder.write("Errands", to: "b.txt")])
    let document = loader.newDocument(at: folder.location("a.txt"))
    #expect(document.fileURL == folder.location("a.txt"))
    #expect(document.title == "Untitled")
    #expect(document.body == "")
    #expect(!document.hasUnsavedChanges)
    #expect(loader.documents.map(\.title) == ["Errands", "Untitled"])
    #expect(loader.current === document)
    #expect(loader.saveAll() == [])
    #expect(folder.names() == ["b.txt"])
  }

  @Test(arguments: Version.allCases)
  func `a new document does not read the file that is there`(version: Version) throws {
    let loader = version.makeLoader()
    let document = loader.newDocument(at: try folder.write("Shopping\nMilk", to: "a.txt"))
    #expect(document.title == "Untitled")
    #expect(document.body == "")
    #expect(folder.read("a.txt") == "Shopping\nMilk")
    // Nor does it when it is brought to the front
    #expect(loader.loadDocument(at: folder.location("a.txt")))
    #expect(loader.current === document)
    #expect(document.title == "Untitled")
    _ = loader.newDocument(at: folder.location("b.txt"))
    #expect(loader.documents.count == 2)
  }

  @Test(arguments: Version.allCases)
  func `a new document where one is open is that one`(version: Version) throws {
    let loader = version.makeLoader()
    let a = try folder.write("Shopping", to: "a.txt")
    loader.loadAll([a, try folder.write("Errands", to: "b.txt")])
    let document = loader.newDocument(at: a)
    #expect(document.title == "Shopping")
    #expect(document === loader.documents.first)
    #expect(loader.documents.count == 2)
    #expect(loader.current === document)
  }

  // MARK: Reloading

  @Test(arguments: Version.allCases)
  func `reloading drops changes and reads the file again`(version: Version) throws {
    let loader = version.makeLoader()
    let a = try folder.write("Shopping", to: "a.txt")
    loader.loadAll([a, try folder.write("Errands", to: "b.txt")])
    #expect(loader.loadDocument(at: a))
    loader.documents.first?.body = "Milk"
    try folder.write("Shopping\nEggs", to: "a.txt")
    #expect(loader.reloadDocument(at: a))
    #expect(loader.documents.map(\.title) == ["Shopping", "Errands"])
    #expect(loader.documents.first?.fileURL == a)
    #expect(loader.documents.first?.body == "Eggs")
    #expect(loader.documents.first?.hasUnsavedChanges == false)
    #expect(loader.current === loader.documents.first)
  }

  @Test(arguments: Version.allCases)
  func `reloading does not bring a document to the front`(version: Version) throws {
    let loader = version.makeLoader()
    let a = try folder.write("Shopping", to: "a.txt")
    loader.loadAll([a, try folder.write("Errands", to: "b.txt")])
    #expect(loader.reloadDocument(at: a))
    #expect(loader.current === loader.documents.last)
    #expect(loader.current?.title == "Errands")
  }

  @Test(arguments: Version.allCases)
  func `reloading gives a new object`(version: Version) throws {
    let loader = version.makeLoader()
    let a = try folder.write("Shopping", to: "a.txt")
    loader.loadAll([a])
    let old = try #require(loader.current)
    old.body = "Milk"
    #expect(loader.reloadDocument(at: a))
    #expect(loader.current !== old)
    #expect(old.body == "Milk")
    #expect(old.hasUnsavedChanges)
  }

  @Test(arguments: Version.allCases)
  func `a document whose file is gone stays as it is, even with a backup copy`(
    version: Version
  ) throws {
    let loader = version.makeLoader()
    let a = try folder.write("Shopping", to: "a.txt")
    loader.loadAll([a])
    let document = try #require(loader.current)
    document.body = "Milk"
    try folder.remove("a.txt")
    try folder.write("Old", to: "a.txt.backup")
    #expect(!loader.reloadDocument(at: a))
    #expect(loader.current === document)
    #expect(loader.documents.first === document)
    #expect(document.body == "Milk")
    #expect(document.hasUnsavedChanges)
  }

  @Test(arguments: Version.allCases)
  func `only an open document can be reloaded`(version: Version) throws {
    let loader = version.makeLoader()
    #expect(!loader.reloadDocument(at: try folder.write("Shopping", to: "a.txt")))
    #expect(loader.documents.isEmpty)
    #expect(loader.current == nil)
  }

  // MARK: Saving all

  @Test(arguments: Version.allCases)
  func `only documents with changes are saved`(version: Version) throws {
    let loader = version.makeLoader()
    loader.loadAll([
      try folder.write("Shopping", to: "a.txt"), try folder.write("Errands", to: "b.txt"),
    ])
    loader.documents.last?.body = "Bank"
    try folder.write("changed by another app", to: "a.txt")
    #expect(loader.saveAll() == [])
    #expect(folder.read("a.txt") == "changed by another app")
    #expect(folder.read("b.txt") == "Errands\nBank")
    #expect(loader.documents.map(\.hasUnsavedChanges) == [false, false])
  }

  @Test(arguments: Version.allCases)
  func `a document that cannot be saved does not keep the others from being saved`(
    version: Version
  ) throws {
    let loader = version.makeLoader()
    let locations = try ["a", "b", "c", "d"].map { name in
      try folder.makeFolder(name)
      return try folder.write(name, to: "\(name)/note.txt")
    }
    loader.loadAll(locations)
    for document in loader.documents { document.body = "changed" }
    try folder.remove("b")
    try folder.remove("d")
    #expect(loader.saveAll() == [locations[1], locations[3]])
    #expect(folder.read("a/note.txt") == "a\nchanged")
    #expect(folder.read("c/note.txt") == "c\nchanged")
    #expect(loader.documents.map(\.hasUnsavedChanges) == [false, true, false, true])
    try folder.makeFolder("b")
    #expect(loader.saveAll() == [locations[3]])
    #expect(folder.read("b/note.txt") == "b\nchanged")
  }

  @Test(arguments: Version.allCases)
  func `an emptied document is saved, and a failure keeps the spelling`(version: Version) throws {
    let loader = version.makeLoader()
    loader.newDocument(at: folder.location("a.txt")).title = ""
    let gone = folder.location("gone/./b.txt")
    loader.newDocument(at: gone).title = "Errands"
    #expect(loader.saveAll() == [gone])
    #expect(folder.read("a.txt") == "\n")
    let document = try #require(loader.documents.last)
    expect("cannotSaveContent", of: gone, "cannot be saved") { try document.save() }
    expect("cannotLoadContent", of: gone, "cannot be opened") { try document.load() }
  }

  // MARK: Closing

  @Test(arguments: Version.allCases)
  func `closing the front document brings the last one to the front`(version: Version) throws {
    let loader = version.makeLoader()
    let locations = try ["a", "b", "c"].map { try folder.write($0, to: "\($0).txt") }
    loader.loadAll(locations)
    #expect(loader.loadDocument(at: locations[0]))
    #expect(loader.close(locations[0]))
    #expect(loader.documents.map(\.title) == ["b", "c"])
    #expect(loader.current?.title == "c")
    #expect(loader.close(locations[1]))
    #expect(loader.close(locations[2]))
    #expect(loader.documents.isEmpty)
    #expect(loader.current == nil)
  }

  @Test(arguments: Version.allCases)
  func `neither the neighbour nor the previous one comes to the front`(version: Version) throws {
    let loader = version.makeLoader()
    let locations = try ["a", "b", "c"].map { try folder.write($0, to: "\($0).txt") }
    loader.loadAll(locations)
    #expect(loader.loadDocument(at: locations[0]))
    #expect(loader.loadDocument(at: locations[1]))
    #expect(loader.close(locations[1]))
    #expect(loader.current?.title == "c")
  }

  @Test(arguments: Version.allCases)
  func `closing another document leaves the front one there`(version: Version) throws {
    let loader = version.makeLoader()
    let locations = try ["a", "b", "c"].map { try folder.write($0, to: "\($0).txt") }
    loader.loadAll(locations)
    #expect(loader.loadDocument(at: locations[1]))
    #expect(loader.close(locations[0]))
    #expect(loader.documents.map(\.title) == ["b", "c"])
    #expect(loader.current?.title == "b")
  }

  @Test(arguments: Version.allCases)
  func `a document with changes is only closed when they may be discarded`(
    version: Version
  ) throws {
    let loader = version.makeLoader()
    let a = try folder.write("Shopping", to: "a.txt")
    loader.loadAll([a])
    loader.current?.body = "Milk"
    #expect(!loader.close(a))
    #expect(!loader.closeDocument(at: a, discardingChanges: false))
    #expect(loader.documents.count == 1)
    #expect(loader.current?.body == "Milk")
    #expect(loader.closeDocument(at: a, discardingChanges: true))
    #expect(loader.documents.isEmpty)
    #expect(folder.read("a.txt") == "Shopping")
  }

  @Test(arguments: Version.allCases)
  func `a document without changes is closed either way`(version: Version) throws {
    let loader = version.makeLoader()
    let a = try folder.write("Shopping", to: "a.txt")
    loader.loadAll([a])
    #expect(loader.closeDocument(at: a, discardingChanges: true))
    loader.loadAll([a])
    #expect(loader.closeDocument(at: a, discardingChanges: false))
    #expect(loader.documents.isEmpty)
  }

  @Test(arguments: Version.allCases)
  func `only an open document can be closed`(version: Version) throws {
    let loader = version.makeLoader()
    loader.loadAll([try folder.write("Shopping", to: "a.txt")])
    #expect(!loader.close(try folder.write("Errands", to: "b.txt")))
    #expect(!loader.closeDocument(at: folder.location("b.txt"), discardingChanges: true))
    #expect(loader.documents.map(\.title) == ["Shopping"])
  }

  // MARK: The next start of the app

  @Test(arguments: Version.allCases)
  func `the state holds the paths of the open documents`(version: Version) throws {
    let loader = version.makeLoader()
    #expect(loader.restorationState == [])
    let b = try folder.write("Errands", to: "b.txt")
    loader.loadAll([b, try folder.write("Shopping", to: "a.txt")])
    _ = loader.newDocument(at: folder.location("new.txt"))
    #expect(
      loader.restorationState
        == [folder.path("b.txt"), folder.path("a.txt"), folder.path("new.txt")])
    #expect(loader.close(b))
    #expect(loader.restorationState == [folder.path("a.txt"), folder.path("new.txt")])
  }

  @Test(arguments: Version.allCases)
  func `what was open is opened again, and what is gone is skipped`(version: Version) throws {
    let loader = version.makeLoader()
    try folder.write("Shopping", to: "a.txt")
    try folder.write("Errands", to: "c.txt.backup")
    let state = ["a.txt", "b.txt", "c.txt", "d.txt"].map(folder.path)
    #expect(loader.restore(state) == [folder.path("b.txt"), folder.path("d.txt")])
    #expect(loader.documents.map(\.title) == ["Shopping", "Errands"])
    #expect(loader.documents.map(\.isRecovered) == [false, true])
    #expect(loader.current?.title == "Errands")
    #expect(loader.restore([]) == [])
    #expect(loader.documents.count == 2)
  }

  @Test(arguments: Version.allCases)
  func `only the last eight are opened again`(version: Version) throws {
    #expect(version.restoreLimit == 8)
    let names = ["1", "2", "3", "4", "5", "6", "7", "8", "9"]
    let state = try names.map { try folder.write($0, to: "\($0).txt").path }
    let nine = version.makeLoader()
    #expect(nine.restore(state) == [])
    #expect(nine.documents.map(\.title) == ["2", "3", "4", "5", "6", "7", "8", "9"])
    let eight = version.makeLoader()
    #expect(eight.restore(Array(state.prefix(8))) == [])
    #expect(eight.documents.map(\.title) == ["1", "2", "3", "4", "5", "6", "7", "8"])
  }

  @Test(arguments: Version.allCases)
  func `what is gone counts among the eight`(version: Version) throws {
    let loader = version.makeLoader()
    try folder.write("Shopping", to: "a.txt")
    let gone = (1...8).map { folder.path("gone \($0).txt") }
    #expect(loader.restore([folder.path("a.txt")] + gone) == gone)
    #expect(loader.documents.isEmpty)
  }

  @Test(arguments: Version.allCases)
  func `the limit is of what is opened again, not of what is open`(version: Version) throws {
    let loader = version.makeLoader()
    let names = ["1", "2", "3", "4", "5", "6", "7", "8", "9"]
    let locations = try names.map { try folder.write($0, to: "\($0).txt") }
    loader.loadAll([locations[8]])
    #expect(loader.restore(locations.prefix(8).map(\.path)) == [])
    #expect(
      loader.documents.map(\.title) == ["9", "1", "2", "3", "4", "5", "6", "7", "8"])
    #expect(loader.current?.title == "8")
    #expect(loader.loadDocument(at: locations[0]))
    #expect(loader.restorationState == ([locations[8]] + locations.prefix(8)).map(\.path))
  }

  @Test(arguments: Version.allCases)
  func `the same path counts as often as it is there`(version: Version) throws {
    let loader = version.makeLoader()
    let a = try folder.write("A", to: "a.txt").path
    let b = try folder.write("B", to: "b.txt").path
    #expect(loader.restore([a] + Array(repeating: b, count: 8)) == [])
    #expect(loader.documents.map(\.title) == ["B"])
    let gone = folder.path("gone.txt")
    #expect(loader.restore([gone, gone]) == [gone, gone])
  }

  @Test(arguments: Version.allCases)
  func `what cannot be read is skipped as well`(version: Version) throws {
    let loader = version.makeLoader()
    try Data([0xFF]).write(to: folder.location("a.txt"))
    #expect(loader.restore([folder.path("a.txt")]) == [folder.path("a.txt")])
  }

  /// Expects an error that describes itself as the case of `DocumentError` does.
  private func expect(
    _ errorCase: String,
    of location: URL,
    _ message: String,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ call: () throws -> Void
  ) {
    let error = #expect(throws: (any Error).self, sourceLocation: sourceLocation, performing: call)
    guard let error else { return }
    #expect(
      String(describing: error) == "\(errorCase)(\(location.debugDescription))",
      sourceLocation: sourceLocation)
    #expect(
      error.localizedDescription == "“\(location.lastPathComponent)” \(message).",
      sourceLocation: sourceLocation)
  }
}

extension LoaderUnderTest {
  /// Opens documents that can all be loaded.
  fileprivate func loadAll(
    _ locations: [URL], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for location in locations {
      #expect(loadDocument(at: location), sourceLocation: sourceLocation)
    }
  }
}

// MARK: - Files

/// A new folder that is removed together with this object.
@MainActor
private final class TemporaryFolder {
  let url = FileManager.default.temporaryDirectory
    .appendingPathComponent(UUID().uuidString, isDirectory: true)

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  func location(_ name: String) -> URL {
    url.appendingPathComponent(name, isDirectory: false)
  }

  func path(_ name: String) -> String {
    location(name).path
  }

  @discardableResult
  func write(_ text: String, to name: String) throws -> URL {
    try Data(text.utf8).write(to: location(name))
    return location(name)
  }

  func read(_ name: String) -> String? {
    try? String(decoding: Data(contentsOf: location(name)), as: UTF8.self)
  }

  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      at: location(name), withIntermediateDirectories: false)
  }

  func link(_ name: String, as other: String) throws {
    try FileManager.default.linkItem(at: location(name), to: location(other))
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(at: location(name))
  }

  /// The names of what is in the folder, sorted.
  func names() -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: url.path).sorted()) ?? []
  }
}
