import Foundation

final class BookStore: Store {
  // Books stay fresh until the desk closes for the day.
  static let keepFor: TimeInterval = 15 * 60

  private static let languages = [
    "de": "German", "en": "English", "es": "Spanish", "fr": "French", "it": "Italian",
  ]

  private var shelf: [String: (book: Book, date: Date)] = [:]

  override func reset() {
    super.reset()
    shelf = [:]
  }

  /// Calls `completion` with the book, and with `false` if asking again later may help.
  func getBook(_ code: String, now: Date = Date(), completion: (Book?, Bool) -> Void) {
    let isbn: String
    do {
      isbn = try ISBN.normalize(code)
    } catch {
      message = error.message
      completion(nil, true)
      return
    }

    let known = shelf[isbn]
    if let known, now.timeIntervalSince(known.date) < Self.keepFor {
      message = known.book.label
      completion(known.book, true)
      return
    }

    guard let record = connection.request("book/\(isbn)"), record["error"] == nil else {
      if let known {
        message = "\(known.book.label). Not confirmed."
      } else {
        message = "ISBN \(isbn) isn't in the catalog."
      }
      completion(known?.book, false)
      return
    }

    let title = (record["title"] as? String ?? "").trimmingCharacters(in: .whitespaces)
    if title.isEmpty {
      message = "The catalog has no title for ISBN \(isbn)."
      completion(nil, true)
      return
    }

    var isComplete = true
    let author: String
    if let names = record["authors"] as? [String], let first = names.first {
      author = names.count > 3 ? "\(first) and others" : names.joined(separator: ", ")
    } else if let name = record["author"] as? String, !name.isEmpty {
      author = name
    } else {
      author = "unknown author"
      isComplete = false
    }

    var language: String?
    if let code = record["language"] as? String, !code.isEmpty {
      language = Self.languages[String(code.lowercased().prefix(2))] ?? code
    }

    var year: Int?
    if let number = record["year"] as? Int {
      year = number
    } else if let text = record["year"] as? String {
      // Catalogers write c1998, [1998], or 1998-2003.
      year = Int(text.filter(\.isNumber).prefix(4))
    }
    if let number = year, number < 1000 || number > 2999 {
      year = nil
    }

    let book = Book(isbn: isbn, title: title, author: author, language: language, year: year)
    if isComplete {
      shelf[isbn] = (book, now)
    }
    message = book.label
    completion(book, isComplete)
  }

  /// Looks up a reading list, and calls `completion` with the lines to print.
  func getBooks(_ codes: [String], now: Date = Date(), completion: ([String], Bool) -> Void) {
    var lines: [String] = []
    var found = 0
    var allDone = true
    for code in codes where !code.trimmingCharacters(in: .whitespacesAndNewlines).isEmpty {
      getBook(code, now: now) { book, done in
        found += book == nil ? 0 : 1
        allDone = allDone && done
        lines.append("\(lines.count + 1). \(message)")
      }
    }
    if !lines.isEmpty {
      lines.append("\(found) of \(lines.count) found.")
    }
    completion(lines, allDone)
  }
}
