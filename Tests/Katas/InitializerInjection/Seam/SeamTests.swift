import Foundation
import TestSupport
import Testing

#if SOLUTION
  @testable import InitializerInjectionAfter
#else
  @testable import InitializerInjectionBefore
#endif

/// What a store asks the catalog, and what it does with the answers.
@MainActor
@Suite("InitializerInjection: seam", .namesModule)
struct SeamTests {
  private let catalog = CatalogStub()
  private let store: BookStore

  init() {
    store = BookStore(connection: catalog)
  }

  // MARK: The connection

  @Test func `a store that gets a connection doesn't create one`() {
    var created = 0
    let observer = NotificationCenter.default.addObserver(
      forName: CatalogueConnection.statusDidChange, object: nil, queue: nil
    ) { _ in
      MainActor.assumeIsolated { created += 1 }
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    BookStore(connection: catalog).getBook("9780306406157") { _, _ in }
    #expect(created == 0)
    #expect(catalog.paths == ["book/9780306406157"])
  }

  @Test func `stores that share a connection don't share their books`() {
    catalog.records["book/9780306406157"] = ["title": "Emma", "author": "Austen"]
    let other = BookStore(connection: catalog)
    _ = lookUp() + lookUp(in: other) + lookUp() + lookUp(in: other)
    #expect(catalog.paths == ["book/9780306406157", "book/9780306406157"])
  }

  // MARK: The request

  @Test(
    arguments: [
      ("9780306406157", ["book/9780306406157"]), ("0-306-40615-2", ["book/9780306406157"]),
      ("080442957x", ["book/9780804429573"]), ("4006381333931", ["book/4006381333931"]),
      ("0306406151", []), ("abc", []), ("", []),
    ])
  func `the catalog is asked once, and only for an ISBN`(code: String, paths: [String]) {
    _ = lookUp(code)
    #expect(catalog.paths == paths)
  }

  // MARK: The answer

  @Test func `a book has the data from the catalog, and the ISBN from the lookup`() {
    catalog.records["book/9780306406157"] = [
      "title": " Emma\t", "author": "Austen", "language": "en", "year": 1998, "isbn": "080442957X",
    ]
    var books: [Book?] = []
    store.getBook("0306406152") { book, _ in books.append(book) }
    let book = Book(
      isbn: "9780306406157", title: "Emma", author: "Austen", language: "English", year: 1998)
    #expect(books == [book])
    #expect(store.message == "Emma, Austen (1998)")
  }

  @Test(
    arguments: [
      (["authors": ["Austen"]], "Austen", true),
      (["authors": ["Austen", "Joyce"]], "Austen, Joyce", true),
      (["authors": ["Austen", "Joyce", "Woolf"]], "Austen, Joyce, Woolf", true),
      (["authors": ["Austen", "Joyce", "Woolf", "Eliot"]], "Austen and others", true),
      (["authors": ["Austen"], "author": "Joyce"], "Austen", true),
      // No list
      (["author": "Joyce"], "Joyce", true),
      (["authors": [String](), "author": "Joyce"], "Joyce", true),
      (["authors": "Austen", "author": "Joyce"], "Joyce", true),
      (["authors": ["Austen", 7] as [any Sendable], "author": "Joyce"], "Joyce", true),
      // No author: worth asking again
      ([:], "unknown author", false), (["author": ""], "unknown author", false),
      (["author": 7, "authors": [7]], "unknown author", false),
    ] as [([String: any Sendable], String, Bool)])
  func `the authors are listed, up to three of them`(
    record: [String: any Sendable], author: String, done: Bool
  ) {
    catalog.records["book/9780306406157"] = record.merging(["title": "Emma"]) { $1 }
    #expect(lookUp() == ["Emma, \(author), \(done): Emma, \(author)"])
  }

  @Test(
    arguments: [
      ("de", "German"), ("en", "English"), ("es", "Spanish"), ("fr", "French"),
      ("it", "Italian"), ("DE-at", "German"),
      // Only two letters count, so Estonian becomes Spanish (a quirk)
      ("est", "Spanish"),
      ("nl", "nl"), ("NL-be", "NL-be"), ("", nil), (49, nil), (nil, nil),
    ] as [((any Sendable)?, String?)])
  func `a language is shown by name, or else by code`(code: (any Sendable)?, language: String?) {
    catalog.records["book/9780306406157"] = ["title": "Emma", "author": "Austen", "language": code]
      .compactMapValues { $0 }
    var languages: [String?] = []
    store.getBook("9780306406157") { book, _ in languages.append(book?.language) }
    #expect(languages == [language])
  }

  @Test(
    arguments: [
      (1998, 1998), ("1998", 1998), ("c1998", 1998), ("[1998]", 1998), ("1998-2003", 1998),
      (1000, 1000), (2999, 2999), ("2999", 2999),
      // The first four digits, wherever they are (a quirk)
      ("12.3.98", 1239), ("19980", 1998), ("-1998", 1998),
      // Not a year
      (999, nil), (3000, nil), ("3000", nil), ("98", nil), ("n.d.", nil), ("", nil),
      ("１９９８", nil), (-1998, nil), (Int.max, nil), (Int.min, nil), (1998.5, nil),
      (Double.nan, nil), ([1998], nil), (nil, nil),
    ] as [((any Sendable)?, Int?)])
  func `a year may be text, and is left out if it can't be right`(
    value: (any Sendable)?, year: Int?
  ) {
    catalog.records["book/9780306406157"] = ["title": "Emma", "author": "Austen", "year": value]
      .compactMapValues { $0 }
    var years: [Int?] = []
    store.getBook("9780306406157") { book, _ in years.append(book?.year) }
    #expect(years == [year])
  }

  @Test(arguments: [[:], ["title": " \t"], ["title": 7]] as [[String: any Sendable]])
  func `a record without a title isn't a book`(record: [String: any Sendable]) {
    catalog.records["book/9780306406157"] = record.merging(["author": "Austen"]) { $1 }
    #expect(lookUp() == ["nil, true: The catalog has no title for ISBN 9780306406157."])
  }

  @Test func `an answer with an error counts as no answer, whatever else it has`() {
    catalog.records["book/9780306406157"] = ["title": "Emma", "author": "Austen", "error": ""]
    #expect(lookUp() == ["nil, false: ISBN 9780306406157 isn't in the catalog."])
  }

  // MARK: What is kept

  @Test func `a book stays fresh for a quarter of an hour, under both of its numbers`() {
    catalog.records["book/9780306406157"] = ["title": "Emma", "author": "Austen"]
    catalog.records["book/9780804429573"] = ["title": "Ulysses", "author": "Joyce"]
    _ = lookUp(at: 0) + lookUp("080442957X", at: 800)
    catalog.records = ["book/9780306406157": ["title": "Emma", "author": "Austen", "year": 1998]]
    // A clock that is set back doesn't matter
    for (code, seconds) in [("0306406152", 899.9), ("9780306406157", -9000)] {
      #expect(lookUp(code, at: seconds) == ["Emma, Austen, true: Emma, Austen"])
    }
    #expect(lookUp("080442957X", at: 900) == ["Ulysses, Joyce, true: Ulysses, Joyce"])
    #expect(catalog.paths == ["book/9780306406157", "book/9780804429573"])
    // A lookup doesn't keep it fresh for longer. A new answer does
    for seconds in [900, 1799.9] {
      #expect(lookUp(at: seconds) == ["Emma, Austen (1998), true: Emma, Austen (1998)"])
      #expect(catalog.paths.count == 3)
    }
  }

  @Test func `a lookup uses the current time, unless the desk passes another`() {
    catalog.records["book/9780306406157"] = ["title": "Emma", "author": "Austen"]
    store.getBook("9780306406157", now: Date() - 800) { _, _ in }
    store.getBook("9780306406157") { _, _ in }
    store.getBooks(["9780306406157"]) { _, _ in }
    #expect(catalog.paths.count == 1)
    store.reset()
    store.getBook("9780306406157", now: Date() - 901) { _, _ in }
    store.getBook("9780306406157") { _, _ in }
    #expect(catalog.paths.count == 3)
    store.reset()
    store.getBook("9780306406157", now: Date() - 901) { _, _ in }
    store.getBooks(["9780306406157"]) { _, _ in }
    #expect(catalog.paths.count == 5)
  }

  @Test func `neither a missing book nor an incomplete one is kept`() {
    let missing = ["nil, false: ISBN 9780306406157 isn't in the catalog."]
    #expect(lookUp() == missing)
    catalog.records["book/9780306406157"] = ["title": "Emma"]
    let incomplete = ["Emma, unknown author, false: Emma, unknown author"]
    #expect([lookUp(), lookUp()] == [incomplete, incomplete])
    catalog.records = [:]
    #expect(lookUp() == missing)
    #expect(catalog.paths.count == 4)
  }

  @Test func `an old book is better than none, until the catalog answers again`() {
    let path = "book/9780306406157"
    catalog.records[path] = ["title": "Emma", "author": "Austen"]
    _ = lookUp(at: 0)
    for record in [nil, ["error": "busy", "title": "Ulysses"], nil] as [[String: Any]?] {
      catalog.records[path] = record
      #expect(lookUp(at: 900) == ["Emma, Austen, false: Emma, Austen. Not confirmed."])
    }
    catalog.records[path] = ["title": "Ulysses", "author": "Joyce"]
    #expect(lookUp(at: 900) == ["Ulysses, Joyce, true: Ulysses, Joyce"])
    #expect(catalog.paths.count == 5)
  }

  @Test func `an incomplete record doesn't replace an old book`() {
    let path = "book/9780306406157"
    catalog.records[path] = ["title": "Emma", "author": "Austen"]
    _ = lookUp(at: 0)
    catalog.records[path] = ["author": "Joyce"]
    #expect(lookUp(at: 900) == ["nil, true: The catalog has no title for ISBN 9780306406157."])
    catalog.records[path] = ["title": "Ulysses"]
    #expect(lookUp(at: 900) == ["Ulysses, unknown author, false: Ulysses, unknown author"])
    catalog.records = [:]
    #expect(lookUp(at: 900) == ["Emma, Austen, false: Emma, Austen. Not confirmed."])
  }

  @Test func `a reset forgets the books`() {
    catalog.records["book/9780306406157"] = ["title": "Emma", "author": "Austen"]
    _ = lookUp()
    store.reset()
    catalog.records = [:]
    #expect(lookUp() == ["nil, false: ISBN 9780306406157 isn't in the catalog."])
  }

  @Test func `a book is kept before the desk gets it`() {
    catalog.records["book/9780306406157"] = ["title": "Emma", "author": "Austen"]
    var answers: [String] = []
    store.getBook("9780306406157", now: moment(0)) { _, _ in answers = lookUp() }
    #expect(answers == ["Emma, Austen, true: Emma, Austen"])
    #expect(catalog.paths.count == 1)
  }

  // MARK: A reading list

  @Test func `a list reports found and unknown books in order`() {
    catalog.records["book/9780306406157"] = ["title": "Emma", "author": "Austen"]
    catalog.records["book/9780804429573"] = ["title": "Ulysses", "year": "1998"]
    _ = lookUp(at: 0)
    catalog.records["book/9780306406157"] = nil
    var lists: [[String]] = []
    let codes = ["080442957X", "9780131177055", "abc", "0306406152"]
    for seconds in [899.0, 900] {
      store.getBooks(codes, now: moment(seconds)) { lines, done in
        lists.append(lines + ["\(done)"])
      }
    }
    let lines = [
      "1. Ulysses, unknown author (1998)",
      "2. ISBN 9780131177055 isn't in the catalog.",
      "3. “abc” isn't an ISBN: it must have 10 or 13 digits.",
    ]
    #expect(
      lists == [
        lines + ["4. Emma, Austen", "2 of 4 found.", "false"],
        lines + ["4. Emma, Austen. Not confirmed.", "2 of 4 found.", "false"],
      ])
    #expect(
      catalog.paths.map { $0.suffix(3) } == ["157", "573", "055", "573", "055", "157"])
  }

  @Test func `a list is final when all its books are`() {
    catalog.records["book/9780306406157"] = ["title": "Emma", "author": "Austen"]
    catalog.records["book/9780804429573"] = ["title": "Ulysses", "author": "Joyce"]
    var lists: [[String]] = []
    store.getBooks(["9780306406157", "9780804429573"]) { lists.append($0 + ["\($1)"]) }
    #expect(lists == [["1. Emma, Austen", "2. Ulysses, Joyce", "2 of 2 found.", "true"]])
  }

  // MARK: Calls

  /// What the desk gets: a book or nil, whether that's final, and the message.
  private func lookUp(
    _ code: String = "9780306406157", at seconds: TimeInterval = 0, in other: BookStore? = nil
  ) -> [String] {
    let store = other ?? store
    var answers: [String] = []
    store.getBook(code, now: moment(seconds)) { book, done in
      answers.append("\(book?.label ?? "nil"), \(done): \(store.message)")
    }
    return answers
  }

  private func moment(_ seconds: TimeInterval) -> Date {
    Date(timeIntervalSinceReferenceDate: seconds)
  }
}

// MARK: - Test doubles

/// A stub that answers with the records of the test, and remembers the requested paths.
@MainActor
final class CatalogStub: Catalog {
  var records: [String: [String: Any]] = [:]
  private(set) var paths: [String] = []

  func request(_ path: String) -> [String: Any]? {
    paths.append(path)
    return records[path]
  }
}
