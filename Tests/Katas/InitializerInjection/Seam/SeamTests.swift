import Foundation
import TestSupport
import Testing

@testable import InitializerInjection

/// What a store asks the catalog, and what it does with the answers.
@MainActor
@Suite("InitializerInjection: seam", .namesModule)
struct SeamTests {

  @MainActor struct Connection {
    private let catalog = CatalogStub()

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
      // A store that gets none does
      _ = BookStore()
      #expect(created == 1)
    }

    @Test func `a new kind of store gets its connection in the same way`() {
      catalog.records["magazine/12"] = ["TI": "The Strand"]
      let magazines = MagazineStore(connection: catalog)
      #expect(magazines.message == "Ready.")
      #expect(magazines.title(ofIssue: 12) == "The Strand")
    }
  }

  @MainActor struct OneBook {
    private let catalog = CatalogStub()

    @Test(
      arguments: [
        ("0-306-40615-2", ["book/9780306406157", "copies/9780306406157"]),
        ("4006381333931", ["book/4006381333931", "copies/4006381333931"]), ("0306406151", []),
      ])
    func `the catalog is asked once, and only for an ISBN`(code: String, paths: [String]) {
      let store = BookStore(connection: catalog)
      _ = lookUp(code, in: store)
      _ = store.getBranches(code)
      #expect(catalog.paths == paths)
    }

    @Test func `a book has the data from the catalog, and the ISBN from the lookup`() {
      let store = BookStore(connection: catalog)
      catalog.records["book/9780306406157"] = [
        "TI": " Emma\t", "A1": "Austen", "PY": 1998, "isbn": "080442957X",
      ]
      let book = Book(
        isbn: "9780306406157", title: "Emma", author: "Austen", publicationYear: 1998)
      #expect(
        lookUp("0306406152", in: store)
          == Answer(book: book, success: true, message: "Emma, Austen (1998)"))
    }

    @Test(
      arguments: [
        (["AU": ["Austen"]], "Austen"),
        (["AU": ["Austen", "Joyce", "Woolf"], "A1": "Ignored"], "Austen, Joyce, Woolf"),
        (["AU": ["Austen", "Joyce", "Woolf", "Eliot"]], "Austen et al."),
        (["AU": [String](), "A1": "Joyce"], "Joyce"), (["AU": "Austen", "A1": "Joyce"], "Joyce"),
      ] as [([String: any Sendable], String)])
    func `up to three authors are listed, or else the text in A1`(
      record: [String: any Sendable], author: String
    ) {
      let store = BookStore(connection: catalog)
      catalog.records["book/9780306406157"] = record.merging(["TI": "Emma"]) { $1 }
      #expect(lookUp("9780306406157", in: store)?.book?.author == author)
    }

    @Test(
      arguments: [
        (1998, 1998), ("[1998]", 1998), ("1998-2003", 1998), (1000, 1000), ("2999", 2999),
        // Quirk: the first four digits, wherever they are
        ("12.3.98", 1239),
        // Not a year
        (999, nil), (3000, nil), ("n.d.", nil), ("１９９８", nil), (-1998, nil), (1998.5, nil),
        (nil, nil),
      ] as [((any Sendable)?, Int?)])
    func `a year may be text, and is left out if it can't be right`(
      value: (any Sendable)?, year: Int?
    ) {
      let store = BookStore(connection: catalog)
      catalog.records["book/9780306406157"] = ["TI": "Emma", "A1": "Austen", "PY": value]
        .compactMapValues { $0 }
      let answer = lookUp("9780306406157", in: store)
      #expect(answer?.book?.title == "Emma")
      #expect(answer?.book?.publicationYear == year)
    }

    @Test(
      arguments: [[:], ["TI": " \t"], ["TI": 7]] as [[String: any Sendable]])
    func `a record without a title isn't a book`(record: [String: any Sendable]) {
      let store = BookStore(connection: catalog)
      catalog.records["book/9780306406157"] = record.merging(["A1": "Austen"]) { $1 }
      #expect(
        lookUp("9780306406157", in: store)
          == Answer(success: true, message: "No title available for ISBN 9780306406157."))
    }

    @Test func `an answer with an error counts as no answer, whatever else it has`() {
      let store = BookStore(connection: catalog)
      catalog.records["book/9780306406157"] = ["TI": "Emma", "A1": "Austen", "error": ""]
      #expect(
        lookUp("9780306406157", in: store)
          == Answer(success: false, message: "ISBN 9780306406157 was not found in the catalog."))
    }
  }

  @MainActor struct Cache {
    private let catalog = CatalogStub()

    @Test(arguments: [
      (899.9, "Emma, Austen"), (900, "Ulysses, Joyce"),
      // A clock that's been set back
      (-9000, "Emma, Austen"),
    ])
    func `a book stays fresh for a quarter of an hour`(seconds: TimeInterval, message: String) {
      let store = BookStore(connection: catalog)
      catalog.records["book/9780306406157"] = ["TI": "Emma", "A1": "Austen"]
      _ = lookUp("9780306406157", in: store, at: 0)
      catalog.records["book/9780306406157"] = ["TI": "Ulysses", "A1": "Joyce"]
      #expect(lookUp("9780306406157", in: store, at: seconds)?.message == message)
    }

    @Test func `a lookup doesn't prolong the quarter of an hour`() {
      let store = BookStore(connection: catalog)
      catalog.records["book/9780306406157"] = ["TI": "Emma", "A1": "Austen"]
      _ = lookUp("9780306406157", in: store, at: 0)
      _ = lookUp("9780306406157", in: store, at: 600)
      catalog.records["book/9780306406157"] = ["TI": "Ulysses", "A1": "Joyce"]
      #expect(lookUp("9780306406157", in: store, at: 900)?.message == "Ulysses, Joyce")
    }

    @Test func `a new answer starts another quarter of an hour`() {
      let store = BookStore(connection: catalog)
      catalog.records["book/9780306406157"] = ["TI": "Emma", "A1": "Austen"]
      _ = lookUp("9780306406157", in: store, at: 0)
      catalog.records["book/9780306406157"] = ["TI": "Ulysses", "A1": "Joyce"]
      _ = lookUp("9780306406157", in: store, at: 900)
      catalog.records = [:]
      #expect(lookUp("9780306406157", in: store, at: 1799)?.message == "Ulysses, Joyce")
    }

    @Test func `a book is cached under both of its numbers`() {
      let store = BookStore(connection: catalog)
      catalog.records["book/9780306406157"] = ["TI": "Emma", "A1": "Austen"]
      _ = lookUp("0306406152", in: store)
      #expect(lookUp("9780306406157", in: store)?.message == "Emma, Austen")
      #expect(catalog.paths == ["book/9780306406157"])
    }

    @Test(arguments: [(secondsAgo: 800.0, requests: 1), (secondsAgo: 900, requests: 2)])
    func `without a time, a lookup or a list takes place now`(secondsAgo: Double, requests: Int) {
      let store = BookStore(connection: catalog)
      catalog.records["book/9780306406157"] = ["TI": "Emma", "A1": "Austen"]
      store.getBook("9780306406157", now: Date() - secondsAgo) { _, _ in }
      store.getBook("9780306406157") { _, _ in }
      store.getBooks(["9780306406157"]) { _, _ in }
      #expect(catalog.paths.count == requests)
    }

    @Test(
      arguments: [
        (nil, nil), (["TI": "Emma"], "Unknown author"),
        (["TI": "Emma", "A1": ""], "Unknown author"),
      ] as [([String: String]?, String?)])
    func `a missing book, or one without an author, is asked for again`(
      record: [String: String]?, author: String?
    ) {
      let store = BookStore(connection: catalog)
      catalog.records["book/9780306406157"] = record
      _ = lookUp("9780306406157", in: store)
      let answer = lookUp("9780306406157", in: store)
      #expect(answer?.success == false)
      #expect(answer?.book?.author == author)
      #expect(catalog.paths.count == 2)
    }

    @Test(arguments: [nil, ["error": "busy", "TI": "Ulysses"]] as [[String: String]?])
    func `an old book is better than none`(answer: [String: String]?) {
      let store = BookStore(connection: catalog)
      catalog.records["book/9780306406157"] = ["TI": "Emma", "A1": "Austen", "PY": 1998]
      _ = lookUp("9780306406157", in: store, at: 0)
      catalog.records["book/9780306406157"] = answer
      let emma = Book(
        isbn: "9780306406157", title: "Emma", author: "Austen", publicationYear: 1998)
      #expect(
        lookUp("9780306406157", in: store, at: 900)
          == Answer(book: emma, success: false, message: "Emma, Austen (1998) (offline)"))
    }

    @Test func `an old book stays, however often the catalog doesn't answer`() {
      let store = BookStore(connection: catalog)
      catalog.records["book/9780306406157"] = ["TI": "Emma", "A1": "Austen"]
      _ = lookUp("9780306406157", in: store, at: 0)
      catalog.records = [:]
      _ = lookUp("9780306406157", in: store, at: 900)
      #expect(lookUp("9780306406157", in: store, at: 1800)?.message == "Emma, Austen (offline)")
    }

    @Test(arguments: [["A1": "Joyce"], ["TI": "Ulysses"]])
    func `an incomplete record doesn't replace an old book`(record: [String: String]) {
      let store = BookStore(connection: catalog)
      catalog.records["book/9780306406157"] = ["TI": "Emma", "A1": "Austen"]
      _ = lookUp("9780306406157", in: store, at: 0)
      catalog.records["book/9780306406157"] = record
      _ = lookUp("9780306406157", in: store, at: 900)
      catalog.records["book/9780306406157"] = nil
      #expect(lookUp("9780306406157", in: store, at: 900)?.message == "Emma, Austen (offline)")
    }

    @Test func `a reset forgets the books`() {
      let store = BookStore(connection: catalog)
      catalog.records["book/9780306406157"] = ["TI": "Emma", "A1": "Austen"]
      _ = lookUp("9780306406157", in: store)
      catalog.records = [:]
      #expect(lookUp("9780306406157", in: store)?.message == "Emma, Austen")
      store.reset()
      #expect(
        lookUp("9780306406157", in: store)
          == Answer(success: false, message: "ISBN 9780306406157 was not found in the catalog."))
    }
  }

  @MainActor struct ReadingList {
    private let catalog = CatalogStub()

    @Test func `a list reports found, unknown, and cached books in order`() {
      let store = BookStore(connection: catalog)
      catalog.records["book/9780306406157"] = ["TI": "Emma", "A1": "Austen"]
      catalog.records["book/9780804429573"] = ["TI": "Ulysses", "PY": "1998"]
      let codes = ["080442957X", "9780131177055", "abc", "0306406152", "9780306406157"]
      #expect(
        printOut(codes, from: store, at: 0) == [
          "1. Ulysses, Unknown author (1998)",
          "2. ISBN 9780131177055 was not found in the catalog.",
          "3. Invalid ISBN: abc. Please enter 10 or 13 digits.",
          "4. Emma, Austen", "5. Emma, Austen", "3 of 5 found.",
        ])
    }

    @Test func `a list counts an old book as found`() {
      let store = BookStore(connection: catalog)
      catalog.records["book/9780306406157"] = ["TI": "Emma", "A1": "Austen"]
      _ = lookUp("9780306406157", in: store, at: 0)
      catalog.records = [:]
      #expect(
        printOut(["9780306406157"], from: store, at: 900)
          == ["1. Emma, Austen (offline)", "1 of 1 found."])
    }

    @Test(arguments: [
      (["0306406152"], true), (["0306406152", "abc"], true), (["080442957X", "0306406152"], false),
    ])
    func `a list has failed if one of its lookups has`(codes: [String], success: Bool) {
      let store = BookStore(connection: catalog)
      catalog.records["book/9780306406157"] = ["TI": "Emma", "A1": "Austen"]
      catalog.records["book/9780804429573"] = ["TI": "Ulysses"]
      var answers: [Bool] = []
      store.getBooks(codes) { _, success in answers.append(success) }
      #expect(answers == [success])
    }

    @Test func `a list is printed at the time that it's given`() {
      let store = BookStore(connection: catalog)
      catalog.records["book/9780306406157"] = ["TI": "Emma", "A1": "Austen"]
      _ = lookUp("9780306406157", in: store, at: 0)
      catalog.records = [:]
      let lines = printOut(["9780306406157"], from: store, at: 899)
      #expect(lines == ["1. Emma, Austen", "1 of 1 found."])
    }
  }

  @MainActor struct Branches {
    private let catalog = CatalogStub()

    @Test func `the branches that have a copy are listed in the order of the catalog`() {
      let store = BookStore(connection: catalog)
      catalog.records["copies/9780306406157"] = [
        "holdings": [
          ["loc": "Westpark", "avail": 1], ["loc": "Northgate", "avail": "12"],
          ["loc": "Westpark", "avail": 5],
        ]
      ]
      #expect(store.getBranches("0306406152") == ["Westpark", "Northgate", "Westpark"])
    }

    @Test(
      arguments: [
        ["loc": "Museum"], ["loc": "Museum", "avail": "some"], ["loc": "Museum", "avail": "0"],
        ["loc": "Museum", "avail": 0], ["avail": 3],
      ] as [[String: any Sendable]])
    func `a branch without a copy, or without a name, isn't listed`(
      branch: [String: any Sendable]
    ) {
      let store = BookStore(connection: catalog)
      catalog.records["copies/9780306406157"] = [
        "holdings": [branch, ["loc": "Westpark", "avail": 1]]
      ]
      #expect(store.getBranches("9780306406157") == ["Westpark"])
    }

    @Test(
      arguments: [
        nil, [:], ["holdings": "Westpark"],
        ["holdings": [["loc": "Westpark", "avail": "1"]], "error": "busy"],
      ] as [[String: any Sendable]?])
    func `without a list of branches, no branch has a copy`(record: [String: any Sendable]?) {
      let store = BookStore(connection: catalog)
      catalog.records["copies/9780306406157"] = record
      #expect(store.getBranches("9780306406157") == [])
    }
  }
}

// MARK: - The calls, as the app makes them

/// What the desk gets, or nil if it doesn't get exactly one answer.
@MainActor private func lookUp(
  _ code: String, in store: BookStore, at seconds: TimeInterval = 0
) -> Answer? {
  var answers: [Answer] = []
  store.getBook(code, now: date(seconds)) { book, success in
    answers.append(Answer(book: book, success: success, message: store.message))
  }
  return answers.count == 1 ? answers[0] : nil
}

/// The lines that the desk prints.
@MainActor private func printOut(
  _ codes: [String], from store: BookStore, at seconds: TimeInterval
) -> [String] {
  var printed: [String] = []
  store.getBooks(codes, now: date(seconds)) { lines, _ in printed += lines }
  return printed
}

private func date(_ seconds: TimeInterval) -> Date {
  Date(timeIntervalSinceReferenceDate: seconds)
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
/// In a record, `TI` is the title, `A1` the author, `AU` the authors, and `PY` the year of
/// publication.
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
