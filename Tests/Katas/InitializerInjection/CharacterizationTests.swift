import Foundation
import TestSupport
import Testing

@testable import InitializerInjection

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
      ("978\u{a0}0306406157", "9780306406157"),
    ])
  func `if a book isn't in the catalog, the message has its 13 digits`(code: String, isbn: String) {
    #expect(
      lookUp(code) == Answer(success: false, message: "ISBN \(isbn) was not found in the catalog."))
  }

  @Test(
    arguments: [
      // Too few or too many digits
      "1", "030640615", "03064061520", "978030640615", "97803064061570",
      // An X in the wrong place, or in the long form
      "X", "08044295X7", "080442957XX", "978080442957X", "080442957X000",
      // Other characters, even digits of other scripts
      "abc", "ISBN 0306406152", "0306–40615–2", "0306406152.", "080442957A", "/306406152",
      "0306:06152", "０３０６４０６１５２", "0306406152\u{301}",
    ])
  func `a code without 10 or 13 digits isn't an ISBN`(code: String) {
    let message = "Invalid ISBN: \(code). Please enter 10 or 13 digits."
    #expect(lookUp(code) == Answer(success: true, message: message))
  }

  @Test(
    arguments: [
      "0306406151", "0306406153", "1306406152", "3006406152", "0804429571", "030640615X",
      "9780306406156", "9780306406175", "1780306406157", "978-0-306-40615-8", " 0306406151\n",
    ])
  func `a code with a wrong digit isn't an ISBN`(code: String) {
    let message = "Invalid ISBN: \(code). Please check the digits and scan again."
    #expect(lookUp(code) == Answer(success: true, message: message))
  }

  @Test(arguments: ["", " ", " -\n"])
  func `without any digits, the message asks for an ISBN`(code: String) {
    #expect(lookUp(code) == Answer(success: true, message: "Please scan or enter an ISBN."))
  }

  @Test func `the message is the one of the last lookup`() {
    let store = BookStore()
    _ = lookUp("0306406152", in: store)
    _ = lookUp("abc", in: store)
    #expect(store.message == "Invalid ISBN: abc. Please enter 10 or 13 digits.")
  }

  @Test func `an invalid code doesn't spoil the next lookup`() {
    let store = BookStore()
    let answer = lookUp("0306406152", in: store)
    _ = lookUp("abc", in: store)
    #expect(lookUp("0306406152", in: store) == answer)
  }

  @Test func `a new store is ready`() {
    #expect(BookStore().message == "Ready.")
  }

  @Test func `a store is ready again after a reset`() {
    let store = BookStore()
    _ = lookUp("0306406152", in: store)
    #expect(store.message == "ISBN 9780306406157 was not found in the catalog.")
    store.reset()
    #expect(store.message == "Ready.")
  }

  // MARK: The label printer

  @Test func `the label printer gets the ISBN of a lookup while it's answered`() {
    let store = BookStore()
    var printed: String?
    store.getBook("0-306-40615-2") { _, _ in printed = store.lastScannedISBN }
    #expect(printed == "9780306406157")
  }

  @Test func `an invalid code leaves the label printer alone`() {
    let store = BookStore()
    _ = lookUp("0306406152", in: store)
    _ = lookUp("abc", in: store)
    #expect(store.lastScannedISBN == "9780306406157")
  }

  @Test func `the label printer gets the last ISBN of a list`() {
    let store = BookStore()
    _ = printOut(["0306406152", "080442957X", "abc"], from: store)
    #expect(store.lastScannedISBN == "9780804429573")
  }

  @Test func `neither branches nor a reset change what the label printer gets`() {
    let store = BookStore()
    _ = lookUp("0306406152", in: store)
    _ = store.getBranches("9791090636071")
    store.reset()
    #expect(store.lastScannedISBN == "9780306406157")
  }

  // MARK: A reading list

  @Test func `a list has a line for each code, in order, and a total`() {
    let store = BookStore()
    let codes = [
      "9780306406157", "  ", "abc", "abc", "0-8044-2957-X", "", "9780306406157", "\n",
      " 0306-406151", "-",
    ]
    let lines = [
      "1. ISBN 9780306406157 was not found in the catalog.",
      "2. Invalid ISBN: abc. Please enter 10 or 13 digits.",
      "3. Invalid ISBN: abc. Please enter 10 or 13 digits.",
      "4. ISBN 9780804429573 was not found in the catalog.",
      "5. ISBN 9780306406157 was not found in the catalog.",
      "6. Invalid ISBN:  0306-406151. Please check the digits and scan again.",
      "7. Please scan or enter an ISBN.",
      "0 of 7 found.",
    ]
    #expect(printOut(codes, from: store) == Printout(lines: lines, success: false))
    #expect(store.message == "Please scan or enter an ISBN.")
  }

  @Test(
    arguments: [
      (["9780306406157"], false), (["abc"], true), (["abc", "", "0306406151"], true),
      (["abc", "9780306406157"], false), (["9780306406157", "abc"], false),
    ])
  func `a list has failed if one of its lookups has`(codes: [String], success: Bool) {
    #expect(printOut(codes)?.success == success)
  }

  @Test(arguments: [[], [""], [" ", "\t\n"]])
  func `a list without codes has no lines, not even a total`(codes: [String]) {
    let store = BookStore()
    _ = lookUp("abc", in: store)
    #expect(printOut(codes, from: store) == Printout(lines: [], success: true))
    #expect(store.message == "Invalid ISBN: abc. Please enter 10 or 13 digits.")
  }

  @Test func `a list can be printed twice`() {
    let store = BookStore()
    let list = printOut(["9780306406157", "abc"], from: store)
    #expect(printOut(["9780306406157", "abc"], from: store) == list)
  }

  // MARK: Labels

  @Test(arguments: [(1975, "Emma, Austen (1975)"), (nil, "Emma, Austen")])
  func `a label has the year, if it's known`(year: Int?, label: String) {
    let book = Book(
      isbn: "9780306406157", title: "Emma", author: "Austen", publicationYear: year)
    #expect(book.displayLabel == label)
  }

  // MARK: Branches

  @Test(arguments: ["9780306406157", "abc", ""])
  func `if the catalog doesn't answer, no branch has a copy and the message stays`(code: String) {
    let store = BookStore()
    _ = lookUp("9780131177055", in: store)
    #expect(store.getBranches(code) == [])
    #expect(store.message == "ISBN 9780131177055 was not found in the catalog.")
  }

  // MARK: The connection

  @Test func `a store can be created without arguments, as Objective-C and storyboards do it`() {
    let create: @MainActor () -> BookStore = BookStore.init
    #expect(create().message == "Ready.")
  }

  @Test func `a store connects when it is created`() {
    var stores: [BookStore] = []
    #expect(statuses { stores = [BookStore(), BookStore()] } == ["unavailable", "unavailable"])
    #expect(stores.count == 2)
  }

  @Test func `a store never connects again`() {
    let store = BookStore()
    #expect(statuses { callEverything(of: store) } == [])
  }

  @Test func `each store uses up its own license seat`() {
    let others = seats()
    let stores = [BookStore(), BookStore()]
    let taken = seats()
    #expect(taken.count == others.count + 2)
    #expect(Set(taken).count == Set(others).count + 2)
    withExtendedLifetime(stores) {}
  }

  @Test func `a store frees its license seat when it goes away`() {
    let others = seats()
    do {
      let store = BookStore()
      callEverything(of: store)
      #expect(seats().count == others.count + 1)
      withExtendedLifetime(store) {}
    }
    #expect(seats().count == others.count)
  }

  // MARK: The calls, as the app makes them

  /// What the desk gets, or nil if it doesn't get exactly one answer.
  private func lookUp(_ code: String, in store: BookStore = BookStore()) -> Answer? {
    var answers: [Answer] = []
    store.getBook(code) { book, success in
      answers.append(Answer(book: book, success: success, message: store.message))
    }
    return answers.count == 1 ? answers[0] : nil
  }

  /// What the desk prints, or nil if it doesn't get exactly one list.
  private func printOut(_ codes: [String], from store: BookStore = BookStore()) -> Printout? {
    var lists: [Printout] = []
    store.getBooks(codes) { lines, success in
      lists.append(Printout(lines: lines, success: success))
    }
    return lists.count == 1 ? lists[0] : nil
  }

  private func callEverything(of store: BookStore) {
    _ = lookUp("9780306406157", in: store)
    _ = printOut(["9780306406157", "9780804429573"], from: store)
    _ = store.getBranches("9780306406157")
    store.reset()
    _ = lookUp("9780306406157", in: store)
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

@MainActor
private struct Answer: @MainActor Equatable {
  var book: Book?
  var success: Bool
  var message: String
}

private struct Printout: Equatable {
  var lines: [String]
  var success: Bool
}

private struct Post {
  let sender: ObjectIdentifier?
  let status: String
}

@MainActor
private final class PostLog {
  var posts: [Post] = []
}
