import Foundation
import TestSupport
import Testing

@testable import InitializerInjection

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
    let store = BookStore(connection: catalog)
    store.getBook("9780306406157") { _, _ in }
    store.getBooks(["9780804429573"]) { _, _ in }
    _ = store.getBranches("9780131177055")
    #expect(created == 0)
    #expect(
      catalog.paths == ["book/9780306406157", "book/9780804429573", "copies/9780131177055"])
  }

  @Test func `a new kind of store gets its connection in the same way`() {
    catalog.records["magazine/12"] = ["TI": "The Strand"]
    let magazines = MagazineStore(connection: catalog)
    #expect(magazines.message == "Ready.")
    #expect(magazines.title(ofIssue: 12) == "The Strand")
  }

  @Test func `stores that share a connection don't share their books`() {
    catalog.records["book/9780306406157"] = ["TI": "Emma", "A1": "Austen"]
    let other = BookStore(connection: catalog)
    for store in [store, other, store, other] {
      store.getBook("9780306406157") { _, _ in }
    }
    #expect(catalog.paths == ["book/9780306406157", "book/9780306406157"])
  }

  @Test func `a store goes away even if it has found books`() {
    catalog.records["book/9780306406157"] = ["TI": "Emma", "A1": "Austen", "LA": "it"]
    catalog.records["copies/9780306406157"] = ["holdings": [["loc": "Westpark", "avail": 1]]]
    weak var goneStore: BookStore?
    do {
      let store = BookStore(connection: catalog)
      store.getBooks(["9780306406157"]) { _, _ in }
      #expect(store.getBranches("9780306406157") == ["Westpark"])
      goneStore = store
    }
    #expect(goneStore == nil)
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
      "TI": " Emma\t", "A1": "Austen", "LA": "en", "PY": 1998, "isbn": "080442957X",
    ]
    let book = Book(
      isbn: "9780306406157", title: "Emma", author: "Austen", language: "English",
      publicationYear: 1998)
    #expect(
      lookUp("0306406152") == Answer(book: book, success: true, message: "Emma, Austen (1998)"))
  }

  @Test(
    arguments: [
      (["AU": ["Austen"]], "Austen", true),
      (["AU": ["Austen", "Joyce"]], "Austen, Joyce", true),
      (["AU": ["Austen", "Joyce", "Woolf"]], "Austen, Joyce, Woolf", true),
      (["AU": ["Austen", "Joyce", "Woolf", "Eliot"]], "Austen et al.", true),
      (["AU": ["Austen"], "A1": "Joyce"], "Austen", true),
      // No list of names
      (["A1": "Joyce"], "Joyce", true), (["A1": "Joyce, James"], "Joyce, James", true),
      (["AU": [String](), "A1": "Joyce"], "Joyce", true),
      (["AU": "Austen", "A1": "Joyce"], "Joyce", true),
      (["AU": ["Austen", 7] as [any Sendable], "A1": "Joyce"], "Joyce", true),
      // No author: worth asking again
      ([:], "Unknown author", false), (["A1": ""], "Unknown author", false),
      (["AU": [String]()], "Unknown author", false),
      (["A1": 7, "AU": [7]], "Unknown author", false),
      // An empty name in a list counts as an author, and so does a blank one (a quirk)
      (["AU": [""]], "", true), (["A1": " "], " ", true),
    ] as [([String: any Sendable], String, Bool)])
  func `the authors are listed, up to three of them`(
    record: [String: any Sendable], author: String, success: Bool
  ) {
    catalog.records["book/9780306406157"] = record.merging(["TI": "Emma"]) { $1 }
    let answer = lookUp("9780306406157")
    #expect(answer?.book?.author == author)
    #expect(answer?.success == success)
  }

  @Test(
    arguments: [
      ("de", "German"), ("en", "English"), ("es", "Spanish"), ("fr", "French"),
      ("it", "Italian"), ("DE-at", "German"),
      // Only the first two letters count, so Estonian becomes Spanish (a quirk)
      ("est", "Spanish"),
      ("nl", "nl"), ("NL-be", "NL-be"), ("d", "d"), (" de", " de"),
      ("", nil), (49, nil), (["de"], nil), (nil, nil),
    ] as [((any Sendable)?, String?)])
  func `a language is shown by name, or else by code`(code: (any Sendable)?, language: String?) {
    catalog.records["book/9780306406157"] = ["TI": "Emma", "A1": "Austen", "LA": code]
      .compactMapValues { $0 }
    let answer = lookUp("9780306406157")
    #expect(answer?.book?.title == "Emma")
    #expect(answer?.book?.language == language)
  }

  @Test(
    arguments: [
      (1998, 1998), ("1998", 1998), ("c1998", 1998), ("[1998]", 1998), ("1998-2003", 1998),
      (1000, 1000), (2999, 2999), ("1000", 1000), ("2999", 2999),
      // The first four digits, wherever they are (a quirk)
      ("12.3.98", 1239), ("19980", 1998), ("-1998", 1998),
      // Not a year
      (999, nil), (3000, nil), ("0999", nil), ("3000", nil), ("98", nil), ("n.d.", nil), ("", nil),
      ("１９９８", nil), (-1998, nil), (Int.max, nil), (Int.min, nil), (1998.5, nil),
      (Double.nan, nil), ([1998], nil), (nil, nil),
    ] as [((any Sendable)?, Int?)])
  func `a year may be text, and is left out if it can't be right`(
    value: (any Sendable)?, year: Int?
  ) {
    catalog.records["book/9780306406157"] = ["TI": "Emma", "A1": "Austen", "PY": value]
      .compactMapValues { $0 }
    let answer = lookUp("9780306406157")
    #expect(answer?.book?.title == "Emma")
    #expect(answer?.book?.publicationYear == year)
  }

  @Test(
    arguments: [[:], ["TI": ""], ["TI": " \t"], ["TI": 7]] as [[String: any Sendable]])
  func `a record without a title isn't a book`(record: [String: any Sendable]) {
    catalog.records["book/9780306406157"] = record.merging(["A1": "Austen"]) { $1 }
    #expect(
      lookUp("9780306406157")
        == Answer(success: true, message: "No title available for ISBN 9780306406157."))
  }

  @Test func `an answer with an error counts as no answer, whatever else it has`() {
    for error in ["busy", "", 0, NSNull()] as [Any] {
      catalog.records["book/9780306406157"] = ["TI": "Emma", "A1": "Austen", "error": error]
      #expect(
        lookUp("9780306406157")
          == Answer(success: false, message: "ISBN 9780306406157 was not found in the catalog."))
    }
  }

  @Test func `each lookup gets its own answer, whatever came before`() {
    catalog.records = [
      "book/9780306406157": [
        "TI": "Emma", "AU": ["Austen"], "LA": "it", "PY": "1998",
      ],
      "book/9780131177055": ["A1": "Joyce"],
      "book/9791090636071": ["TI": "Orlando"],
    ]
    let emma = Book(
      isbn: "9780306406157", title: "Emma", author: "Austen", language: "Italian",
      publicationYear: 1998)
    let orlando = Book(
      isbn: "9791090636071", title: "Orlando", author: "Unknown author", language: nil,
      publicationYear: nil)
    let lookups = [
      (
        "9780306406157",
        Answer(book: emma, success: true, message: "Emma, Austen (1998), in Italian")
      ),
      (
        "9780804429573",
        Answer(success: false, message: "ISBN 9780804429573 was not found in the catalog.")
      ),
      (
        "9780131177055",
        Answer(success: true, message: "No title available for ISBN 9780131177055.")
      ),
      ("9791090636071", Answer(book: orlando, success: false, message: "Orlando, Unknown author")),
      ("", Answer(success: true, message: "Please scan or enter an ISBN.")),
    ]
    for (first, _) in lookups {
      for (second, answer) in lookups {
        store.reset()
        _ = lookUp(first)
        #expect(lookUp(second) == answer, "after “\(first)”")
      }
    }
  }

  // MARK: Cached books

  @Test func `a book stays fresh for a quarter of an hour`() {
    catalog.records["book/9780306406157"] = ["TI": "Emma", "A1": "Austen"]
    _ = lookUp("9780306406157", at: 0)
    catalog.records["book/9780306406157"] = ["TI": "Ulysses", "A1": "Joyce"]
    // A lookup doesn't prolong it, and a clock that is set back doesn't matter
    for seconds in [600, 899.9, -9000] {
      #expect(lookUp("9780306406157", at: seconds)?.message == "Emma, Austen")
    }
    #expect(lookUp("9780306406157", at: 900)?.message == "Ulysses, Joyce")
    // A new answer does prolong it
    #expect(lookUp("9780306406157", at: 1799.9)?.success == true)
    #expect(catalog.paths.count == 2)
  }

  @Test func `each book has its own quarter of an hour, under both of its numbers`() {
    catalog.records["book/9780306406157"] = ["TI": "Emma", "A1": "Austen"]
    catalog.records["book/9780804429573"] = ["TI": "Ulysses", "A1": "Joyce"]
    _ = lookUp("0306406152", at: 0)
    _ = lookUp("9780804429573", at: 800)
    #expect(lookUp("9780306406157", at: 899)?.message == "Emma, Austen")
    #expect(store.lastScannedISBN == "9780306406157")
    #expect(lookUp("080442957X", at: 900)?.message == "Ulysses, Joyce")
    #expect(catalog.paths == ["book/9780306406157", "book/9780804429573"])
    _ = lookUp("9780306406157", at: 900)
    #expect(catalog.paths.count == 3)
  }

  @Test func `without a time, a lookup takes place at the time of the call`() {
    catalog.records["book/9780306406157"] = ["TI": "Emma", "A1": "Austen"]
    store.getBook("9780804429573") { _, _ in }
    waitForTheClock()
    store.getBook("9780306406157", now: Date() - 900) { _, _ in }
    store.getBook("9780306406157") { _, _ in }
    #expect(catalog.paths.count == 3)
    store.reset()
    store.getBook("9780306406157", now: Date() - 800) { _, _ in }
    store.getBook("9780306406157") { _, _ in }
    #expect(catalog.paths.count == 4)
  }

  @Test func `without a time, a list is printed at the time of the call`() {
    catalog.records["book/9780306406157"] = ["TI": "Emma", "A1": "Austen"]
    store.getBooks(["9780804429573"]) { _, _ in }
    waitForTheClock()
    store.getBook("9780306406157", now: Date() - 900) { _, _ in }
    store.getBooks(["9780306406157"]) { _, _ in }
    #expect(catalog.paths.count == 3)
    store.reset()
    store.getBook("9780306406157", now: Date() - 800) { _, _ in }
    store.getBooks(["9780306406157"]) { _, _ in }
    #expect(catalog.paths.count == 4)
  }

  @Test func `neither a missing book nor an incomplete one is cached`() {
    _ = lookUp("9780306406157")
    catalog.records["book/9780306406157"] = ["TI": "Emma"]
    for _ in 1...2 {
      #expect(lookUp("9780306406157")?.message == "Emma, Unknown author")
    }
    catalog.records = [:]
    #expect(
      lookUp("9780306406157")
        == Answer(success: false, message: "ISBN 9780306406157 was not found in the catalog."))
    #expect(catalog.paths.count == 4)
  }

  @Test func `an old book is better than none, until the catalog answers again`() {
    let path = "book/9780306406157"
    let emma = Book(
      isbn: "9780306406157", title: "Emma", author: "Austen", language: nil, publicationYear: 1998)
    catalog.records[path] = ["TI": "Emma", "A1": "Austen", "PY": 1998]
    _ = lookUp("9780306406157", at: 0)
    for record in [nil, ["error": "busy", "TI": "Ulysses"], nil] as [[String: Any]?] {
      catalog.records[path] = record
      #expect(
        lookUp("9780306406157", at: 900)
          == Answer(book: emma, success: false, message: "Emma, Austen (1998) (offline)"))
    }
    catalog.records[path] = ["TI": "Ulysses", "A1": "Joyce"]
    #expect(lookUp("9780306406157", at: 900)?.message == "Ulysses, Joyce")
    catalog.records[path] = nil
    #expect(lookUp("9780306406157", at: 1799)?.message == "Ulysses, Joyce")
    #expect(lookUp("9780306406157", at: 1800)?.message == "Ulysses, Joyce (offline)")
  }

  @Test func `an incomplete record doesn't replace an old book`() {
    let path = "book/9780306406157"
    catalog.records[path] = ["TI": "Emma", "A1": "Austen"]
    _ = lookUp("9780306406157", at: 0)
    catalog.records[path] = ["A1": "Joyce"]
    #expect(
      lookUp("9780306406157", at: 900)
        == Answer(success: true, message: "No title available for ISBN 9780306406157."))
    catalog.records[path] = ["TI": "Ulysses"]
    #expect(lookUp("9780306406157", at: 900)?.message == "Ulysses, Unknown author")
    catalog.records[path] = nil
    #expect(lookUp("9780306406157", at: 900)?.message == "Emma, Austen (offline)")
  }

  @Test func `a reset forgets the books, and the next lookup starts another quarter of an hour`() {
    catalog.records["book/9780306406157"] = ["TI": "Emma", "A1": "Austen"]
    _ = lookUp("9780306406157", at: 0)
    store.reset()
    catalog.records = [:]
    #expect(
      lookUp("9780306406157", at: 0)?.message == "ISBN 9780306406157 was not found in the catalog.")
    catalog.records["book/9780306406157"] = ["TI": "Emma", "A1": "Austen"]
    _ = lookUp("9780306406157", at: 300)
    #expect(lookUp("9780306406157", at: 1199)?.success == true)
    #expect(catalog.paths.count == 3)
  }

  @Test func `a book is cached before the desk gets it`() {
    catalog.records["book/9780306406157"] = ["TI": "Emma", "A1": "Austen"]
    store.getBook("9780306406157", now: date(0)) { _, _ in
      #expect(lookUp("9780306406157")?.message == "Emma, Austen")
    }
    #expect(catalog.paths.count == 1)
  }

  // MARK: A reading list

  @Test func `a list reports found, cached, and unknown books in order`() {
    catalog.records["book/9780306406157"] = ["TI": "Emma", "A1": "Austen"]
    catalog.records["book/9780804429573"] = ["TI": "Ulysses", "PY": "1998"]
    _ = lookUp("9780306406157", at: 0)
    catalog.records["book/9780306406157"] = nil
    let codes = ["080442957X", "9780131177055", "abc", "0306406152", "9780306406157"]
    let lines = [
      "1. Ulysses, Unknown author (1998)",
      "2. ISBN 9780131177055 was not found in the catalog.",
      "3. Invalid ISBN: abc. Please enter 10 or 13 digits.",
    ]
    #expect(
      printOut(codes, at: 899)
        == lines + ["4. Emma, Austen", "5. Emma, Austen", "3 of 5 found."])
    #expect(
      printOut(codes, at: 900)
        == lines + ["4. Emma, Austen (offline)", "5. Emma, Austen (offline)", "3 of 5 found."])
    #expect(
      catalog.paths == [
        "book/9780306406157", "book/9780804429573", "book/9780131177055", "book/9780804429573",
        "book/9780131177055", "book/9780306406157", "book/9780306406157",
      ])
  }

  @Test func `a list is worth asking for again if one of its books is`() {
    catalog.records["book/9780306406157"] = ["TI": "Emma", "A1": "Austen"]
    catalog.records["book/9780804429573"] = ["TI": "Ulysses"]
    var successes: [Bool] = []
    for codes in [["0306406152"], ["080442957X", "0306406152"], ["0306406152", "abc"]] {
      store.getBooks(codes) { _, success in successes.append(success) }
    }
    #expect(successes == [true, false, true])
  }

  @Test func `a book that a list has found is cached for the desk`() {
    catalog.records["book/9780306406157"] = ["TI": "Emma", "A1": "Austen"]
    #expect(printOut(["9780306406157"], at: 0) == ["1. Emma, Austen", "1 of 1 found."])
    #expect(lookUp("9780306406157", at: 899)?.success == true)
    #expect(catalog.paths.count == 1)
    _ = lookUp("9780306406157", at: 900)
    #expect(catalog.paths.count == 2)
  }

  // MARK: Branches

  @Test func `the branches that have a copy are listed in the order of the catalog`() {
    catalog.records["copies/9780306406157"] = [
      "holdings": [
        ["loc": "Westpark", "avail": 1], ["loc": "Museum"], ["loc": "Museum", "avail": "some"],
        ["loc": "Northgate", "avail": "12"], ["loc": "Elm Street", "avail": "0"],
        ["loc": "Airport", "avail": -1], ["loc": "Harbor", "avail": 0],
        ["avail": 3], ["loc": 4, "avail": 3],
        ["loc": " Bridge", "avail": 2], ["loc": "Westpark", "avail": 5],
      ]
    ]
    #expect(store.getBranches("0306406152") == ["Westpark", "Northgate", " Bridge", "Westpark"])
    #expect(store.message == "Ready.")
  }

  @Test func `without a list of branches, no branch has a copy`() {
    let branches = [["loc": "Westpark", "avail": 1]] as [[String: Any]]
    catalog.records["copies/9780306406157"] = ["holdings": branches]
    #expect(store.getBranches("9780306406157") == ["Westpark"])
    for record in [
      nil, [:], ["holdings": "Westpark"], ["holdings": branches + ["Harbor"] as [Any]],
      ["holdings": branches, "error": "busy"], ["holdings": branches, "error": 7],
    ] as [[String: Any]?] {
      catalog.records["copies/9780306406157"] = record
      #expect(store.getBranches("9780306406157") == [])
    }
  }

  @Test func `branches are asked for each time, but never without an ISBN`() {
    catalog.records["book/9780306406157"] = ["TI": "Emma", "A1": "Austen"]
    catalog.records["copies/9780306406157"] = ["holdings": [["loc": "Westpark", "avail": 1]]]
    _ = lookUp("9780306406157")
    _ = store.getBranches("abc") + store.getBranches("") + store.getBranches("0306406151")
    #expect(catalog.paths == ["book/9780306406157"])
    _ = store.getBranches("9780306406157") + store.getBranches("9780306406157")
    #expect(
      catalog.paths == ["book/9780306406157", "copies/9780306406157", "copies/9780306406157"])
    #expect(store.message == "Emma, Austen")
  }

  // MARK: Calls

  /// What the desk gets, or nil if it doesn't get exactly one answer.
  private func lookUp(_ code: String, at seconds: TimeInterval = 0) -> Answer? {
    var answers: [Answer] = []
    store.getBook(code, now: date(seconds)) { book, success in
      answers.append(Answer(book: book, success: success, message: store.message))
    }
    return answers.count == 1 ? answers[0] : nil
  }

  /// The lines that the desk prints.
  private func printOut(_ codes: [String], at seconds: TimeInterval) -> [String] {
    var printed: [String] = []
    store.getBooks(codes, now: date(seconds)) { lines, _ in printed += lines }
    return printed
  }

  private func date(_ seconds: TimeInterval) -> Date {
    Date(timeIntervalSinceReferenceDate: seconds)
  }

  /// Returns once the clock has moved on, a microsecond later at most.
  private func waitForTheClock() {
    let start = Date()
    while Date() <= start {}
  }
}

@MainActor
private struct Answer: @MainActor Equatable {
  var book: Book?
  var success: Bool
  var message: String
}

// MARK: - Test doubles

/// A stub that answers with the records of the test, and records the requested paths.
///
/// In a record, `TI` is the title, `A1` the author, `AU` the authors, `LA` the language, and `PY` the
/// year of publication.
@MainActor
final class CatalogStub: Catalog {
  var records: [String: [String: Any]] = [:]
  private(set) var paths: [String] = []

  func request(_ path: String) -> [String: Any]? {
    paths.append(path)
    return records[path]
  }
}

/// The smallest subclass of `Store`.
@MainActor
private final class MagazineStore: Store {
  func title(ofIssue number: Int) -> String? {
    connection.request("magazine/\(number)")?["TI"] as? String
  }
}
