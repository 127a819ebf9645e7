import Foundation
import TestSupport
import Testing

@testable import InitializerInjection

/// Pins when a store connects, and what it does until the catalog answers.
///
/// You're about to edit the line of `Store` that creates the connection, and its initializer. They
/// decide when a store connects, how often, and how long it uses up a license seat, and whether
/// `BookStore()` still works. The tests see that in the notifications that connections post. The line
/// with `reset()` is next to them, so the message of a new store is pinned, too.
///
/// The vendor's helper program isn't installed where these tests run, so no book is ever found.
@MainActor
@Suite("InitializerInjection: characterization", .namesModule)
struct CharacterizationTests {

  @MainActor struct Connection {
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
  }

  @MainActor struct OneBook {
    @Test(
      arguments: [
        // The short form: its last digit, which may be an X, is calculated differently
        ("0306406152", "9780306406157"), ("080442957x", "9780804429573"),
        ("0000000043", "9780000000040"),
        // The long form, and separators
        ("9780306406157", "9780306406157"), (" 978-0 306--40615 7\n", "9780306406157"),
      ])
    func `if a book isn't in the catalog, the message has its 13 digits`(
      code: String, isbn: String
    ) {
      let message = "ISBN \(isbn) was not found in the catalog."
      #expect(lookUp(code) == Answer(success: false, message: message))
    }

    @Test(.tags(.quirk)) func `even a bag of coffee is looked up, if its 13 digits are right`() {
      let message = "ISBN 4006381333931 was not found in the catalog."
      #expect(lookUp("4006381333931") == Answer(success: false, message: message))
    }

    @Test(
      arguments: [
        ("", "Please scan or enter an ISBN."),
        ("030640615", "Invalid ISBN: 030640615. Please enter 10 or 13 digits."),
        // An X in the long form, and digits of another script
        ("080442957X000", "Invalid ISBN: 080442957X000. Please enter 10 or 13 digits."),
        ("０３０６４０６１５２", "Invalid ISBN: ０３０６４０６１５２. Please enter 10 or 13 digits."),
        ("0306406151", "Invalid ISBN: 0306406151. Please check the digits and scan again."),
        ("9780306406156", "Invalid ISBN: 9780306406156. Please check the digits and scan again."),
      ])
    func `the message says why a code isn't an ISBN`(code: String, message: String) {
      #expect(lookUp(code) == Answer(success: true, message: message))
    }

    @Test func `the label printer gets the last ISBN, even while the lookup is answered`() {
      let store = BookStore()
      var printed: String?
      store.getBook("0-306-40615-2") { _, _ in printed = store.lastScannedISBN }
      #expect(printed == "9780306406157")
      _ = lookUp("abc", in: store)
      #expect(store.lastScannedISBN == "9780306406157")
    }

    @Test func `a store is ready again after a reset`() {
      let store = BookStore()
      _ = lookUp("0306406152", in: store)
      #expect(store.message == "ISBN 9780306406157 was not found in the catalog.")
      store.reset()
      #expect(store.message == "Ready.")
    }
  }

  @MainActor struct ReadingList {
    @Test func `a list has a line for each code, in order, and a total`() {
      let codes = ["9780306406157", "  ", "abc", "abc", "0-8044-2957-X", "9780306406157", "-"]
      let lines = [
        "1. ISBN 9780306406157 was not found in the catalog.",
        "2. Invalid ISBN: abc. Please enter 10 or 13 digits.",
        "3. Invalid ISBN: abc. Please enter 10 or 13 digits.",
        "4. ISBN 9780804429573 was not found in the catalog.",
        "5. ISBN 9780306406157 was not found in the catalog.",
        "6. Please scan or enter an ISBN.",
        "0 of 6 found.",
      ]
      #expect(printOut(codes) == Printout(lines: lines, success: false))
    }

    @Test(arguments: [[], [" ", "\t\n"]])
    func `a list without codes has no lines, not even a total`(codes: [String]) {
      #expect(printOut(codes) == Printout(lines: [], success: true))
    }
  }

  @MainActor struct Branches {
    @Test(arguments: ["9780306406157", "abc"])
    func `if the catalog doesn't answer, no branch has a copy and the message stays`(code: String) {
      let store = BookStore()
      _ = lookUp("9780131177055", in: store)
      #expect(store.getBranches(code) == [])
      #expect(store.message == "ISBN 9780131177055 was not found in the catalog.")
    }
  }
}

// MARK: - The calls, as the app makes them

/// What the desk gets, or nil if it doesn't get exactly one answer.
@MainActor private func lookUp(_ code: String, in store: BookStore = BookStore()) -> Answer? {
  var answers: [Answer] = []
  store.getBook(code) { book, success in
    answers.append(Answer(book: book, success: success, message: store.message))
  }
  return answers.count == 1 ? answers[0] : nil
}

/// What the desk prints, or nil if it doesn't get exactly one list.
@MainActor private func printOut(
  _ codes: [String], from store: BookStore = BookStore()
) -> Printout? {
  var lists: [Printout] = []
  store.getBooks(codes) { lines, success in
    lists.append(Printout(lines: lines, success: success))
  }
  return lists.count == 1 ? lists[0] : nil
}

@MainActor private func callEverything(of store: BookStore) {
  _ = lookUp("9780306406157", in: store)
  _ = printOut(["9780306406157", "9780804429573"], from: store)
  _ = store.getBranches("9780306406157")
  store.reset()
  _ = lookUp("9780306406157", in: store)
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

// MARK: - What connections post

// No other suite gets in between: a test that doesn't suspend has the main actor to itself.

/// The statuses that connections report while `body` runs.
@MainActor private func statuses(during body: () -> Void) -> [String] {
  posts("DeskLinkStatusDidChange", during: body).map(\.status)
}

/// The connections that exist.
@MainActor private func seats() -> [ObjectIdentifier?] {
  posts("DeskLinkSeatInUse") {
    NotificationCenter.default.post(name: Notification.Name("DeskLinkCountSeats"), object: nil)
  }.map(\.sender)
}

@MainActor private func posts(_ name: String, during body: () -> Void) -> [Post] {
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

private struct Post {
  let sender: ObjectIdentifier?
  let status: String
}

@MainActor
private final class PostLog {
  var posts: [Post] = []
}
