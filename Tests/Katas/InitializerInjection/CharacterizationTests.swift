import Foundation
import TestSupport
import Testing

#if SOLUTION
  @testable import InitializerInjectionAfter
#else
  @testable import InitializerInjectionBefore
#endif

/// Pins what a store does until the catalog answers.
///
/// The vendor's helper program isn't installed where these tests run, so no book is ever found.
@MainActor
@Suite("InitializerInjection: characterization", .namesModule)
struct CharacterizationTests {
  // MARK: One book

  @Test(
    arguments: [
      // The short form: its last digit, which may be an X, is calculated differently
      ("0306406152", "9780306406157"), ("0131177052", "9780131177055"),
      ("080442957X", "9780804429573"), ("080442957x", "9780804429573"),
      ("0000000051", "9780000000057"), ("0000000043", "9780000000040"),
      // The long form
      ("9780306406157", "9780306406157"), ("9791090636071", "9791090636071"),
      // Anything else with 13 digits, such as a bag of coffee (a quirk)
      ("4006381333931", "4006381333931"), ("0000000000000", "0000000000000"),
      // Separators anywhere, even several in a row
      ("0-306-40615-2", "9780306406157"), ("978 0 306 40615 7", "9780306406157"),
      ("-03\t0640--6152\r\n", "9780306406157"), ("080442957-X", "9780804429573"),
    ])
  func `if a book isn't in the catalog, the message has its 13 digits`(code: String, isbn: String) {
    #expect(answers(to: code) == ["nil, false: ISBN \(isbn) isn't in the catalog."])
  }

  @Test(
    arguments: [
      // Too few or too many digits
      "1", "030640615", "03064061520", "978030640615", "97803064061570",
      // An X in the wrong place, or in the long form
      "X", "08044295X7", "080442957XX", "978080442957X", "080442957X000",
      // Other characters, even digits of other scripts
      "abc", "ISBN 0306406152", "0306–40615–2", "0306406152.", "080442957A", "０３０６４０６１５２",
      "0306406152\u{301}",
    ])
  func `a code without 10 or 13 digits isn't an ISBN`(code: String) {
    let message = "“\(code)” isn't an ISBN: it must have 10 or 13 digits."
    #expect(answers(to: code) == ["nil, true: \(message)"])
  }

  @Test(
    arguments: [
      "0306406151", "0306406153", "1306406152", "3006406152", "0804429571", "030640615X",
      "9780306406156", "9780306406175", "1780306406157", "978-0-306-40615-8",
    ])
  func `a code with a wrong digit isn't an ISBN`(code: String) {
    let message = "“\(code)” isn't an ISBN: a digit is wrong. Scan it again."
    #expect(answers(to: code) == ["nil, true: \(message)"])
  }

  @Test(arguments: ["", " ", " -\n"])
  func `without any digits, the message asks for an ISBN`(code: String) {
    #expect(answers(to: code) == ["nil, true: Scan or type an ISBN."])
  }

  @Test func `each lookup gets its own answer, whatever came before`() {
    let store = BookStore()
    let codes = ["9780306406157", "abc", "080442957X", "9780306406157", "", "9780306406157"]
    #expect(
      codes.flatMap { answers(to: $0, from: store) } == [
        "nil, false: ISBN 9780306406157 isn't in the catalog.",
        "nil, true: “abc” isn't an ISBN: it must have 10 or 13 digits.",
        "nil, false: ISBN 9780804429573 isn't in the catalog.",
        "nil, false: ISBN 9780306406157 isn't in the catalog.",
        "nil, true: Scan or type an ISBN.",
        "nil, false: ISBN 9780306406157 isn't in the catalog.",
      ])
    #expect(store.message == "ISBN 9780306406157 isn't in the catalog.")
  }

  @Test func `a store is ready at first, and after a reset`() {
    let store = BookStore()
    let first = store.message
    _ = answers(to: "abc", from: store)
    store.reset()
    #expect([first, store.message] == ["Ready.", "Ready."])
  }

  // MARK: A reading list

  @Test func `a list has a line for each code, in order, and a total`() {
    let store = BookStore()
    let codes = [
      "9780306406157", "  ", "abc", "0-8044-2957-X", "", "9780306406157", "\n", "0306-406151", "-",
    ]
    let lines = [
      "1. ISBN 9780306406157 isn't in the catalog.",
      "2. “abc” isn't an ISBN: it must have 10 or 13 digits.",
      "3. ISBN 9780804429573 isn't in the catalog.",
      "4. ISBN 9780306406157 isn't in the catalog.",
      "5. “0306-406151” isn't an ISBN: a digit is wrong. Scan it again.",
      "6. Scan or type an ISBN.",
      "0 of 6 found.",
    ]
    #expect(lists(for: codes, from: store) == [lines + ["false"]])
    #expect(store.message == "Scan or type an ISBN.")
    #expect(lists(for: codes, from: store) == [lines + ["false"]])
  }

  @Test(
    arguments: [
      (["9780306406157"], "false"), (["abc"], "true"), (["abc", "", "0306406151"], "true"),
      (["abc", "9780306406157"], "false"), (["9780306406157", "abc"], "false"),
    ])
  func `a list is worth asking for again if one of its books is`(codes: [String], done: String) {
    #expect(lists(for: codes).map(\.last) == [done])
  }

  @Test(arguments: [[], [""], [" ", "\t\n"]])
  func `a list without codes has no lines, not even a total`(codes: [String]) {
    #expect(lists(for: codes) == [["true"]])
  }

  // MARK: Labels

  @Test(
    arguments: [
      ("Italian", 1975, "Emma, Austen (1975), in Italian"), ("nl", nil, "Emma, Austen, in nl"),
      (nil, 2024, "Emma, Austen (2024)"), (nil, nil, "Emma, Austen"),
      // English isn't mentioned, but only in this spelling (a quirk)
      ("English", 1975, "Emma, Austen (1975)"), ("english", nil, "Emma, Austen, in english"),
    ] as [(String?, Int?, String)])
  func `a label shows what's known about a book`(language: String?, year: Int?, label: String) {
    let book = Book(
      isbn: "9780306406157", title: "Emma", author: "Austen", language: language, year: year)
    #expect(book.label == label)
  }

  // MARK: The connection

  @Test func `a store connects when it is created, and never again`() {
    var stores: [BookStore] = []
    #expect(statuses { stores = [BookStore(), BookStore()] } == ["unavailable", "unavailable"])
    let later = statuses {
      for store in stores {
        store.getBook("9780306406157") { _, _ in }
        store.getBooks(["9780306406157", "9780804429573"]) { _, _ in }
        store.reset()
      }
    }
    #expect(later == [])
  }

  @Test func `each store takes its own seat, and frees it when it goes away`() {
    let others = seats()
    var stores: [BookStore] = []
    let taken = (1...3).map { _ in
      stores.append(BookStore())
      return Set(seats()).count - others.count
    }
    #expect(taken == [1, 2, 3])
    #expect(seats().count == others.count + 3)
    stores.removeFirst()
    #expect(seats().count == others.count + 2)
  }

  // MARK: The calls, as the app makes them

  /// What the desk gets: a book or nil, whether that's final, and the message.
  private func answers(to code: String, from store: BookStore = BookStore()) -> [String] {
    var answers: [String] = []
    store.getBook(code) { book, done in
      answers.append("\(book?.label ?? "nil"), \(done): \(store.message)")
    }
    return answers
  }

  /// What the desk prints, and whether that's final.
  private func lists(for codes: [String], from store: BookStore = BookStore()) -> [[String]] {
    var lists: [[String]] = []
    store.getBooks(codes) { lines, done in lists.append(lines + ["\(done)"]) }
    return lists
  }

  // MARK: What connections post

  // No other suite gets in between: a test that doesn't suspend has the main actor to itself.

  /// The statuses that connections report while `body` runs.
  private func statuses(during body: () -> Void) -> [String] {
    posts("DeskLinkStatusDidChange", during: body).map(\.status)
  }

  /// The connections that exist.
  private func seats() -> [ObjectIdentifier?] {
    posts("DeskLinkSeatInUse") {
      NotificationCenter.default.post(name: Notification.Name("DeskLinkCountSeats"), object: nil)
    }.map(\.sender)
  }

  private func posts(_ name: String, during body: () -> Void) -> [Post] {
    let log = PostLog()
    let observer = NotificationCenter.default.addObserver(
      forName: Notification.Name(name), object: nil, queue: nil
    ) { notification in
      let post = Post(
        sender: (notification.object as? CatalogueConnection).map(ObjectIdentifier.init),
        status: notification.userInfo?["status"] as? String ?? "")
      MainActor.assumeIsolated { log.posts.append(post) }
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    body()
    return log.posts
  }
}

private struct Post {
  let sender: ObjectIdentifier?
  let status: String
}

@MainActor
private final class PostLog {
  var posts: [Post] = []
}
