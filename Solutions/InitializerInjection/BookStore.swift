//
//  BookStore.swift
//  LendingDesk
//
//  Copyright (c) 2015 Marden Library Software. All rights reserved.
//

import Foundation

private let kBookCacheDuration: TimeInterval = 15 * 60
private let kBookMaximumAuthorCount = 3
private let kBookStoreDebugLogging = false

class BookStore: Store {

    private var cachedBooks = [String: Book]()
    private var cacheDates = [String: Date]()


    private let languageNames = [
        "de": "German",
        "en": "English",
        "es": "Spanish",
        "fr": "French",
        "it": "Italian"
    ]

    override func reset() {
        super.reset()
        self.cachedBooks.removeAll()
        self.cacheDates.removeAll()
    }

    // success is false if asking again later may help
    func getBook(_ scannedCode: String, now: Date = Date(), completion: (_ book: Book?, _ success: Bool) -> Void) {

        let isbn: String
        do {
            isbn = try ISBNValidator.validate(scannedCode)
        } catch let error {
            self.message = error.localizedDescription
            completion(nil, true)
            return
        }

        let cachedBook = self.cachedBooks[isbn]
        if let cacheDate = self.cacheDates[isbn], cachedBook != nil {
            if now.timeIntervalSince(cacheDate) < kBookCacheDuration {
                self.message = cachedBook!.displayLabel
                completion(cachedBook, true)
                return
            }
        }

        guard let record = self.connection.request("book/" + isbn), record["error"] == nil else {
            if kBookStoreDebugLogging {
                NSLog("BookStore: no record for \(isbn)")
            }

            if cachedBook != nil {
                self.message = cachedBook!.displayLabel + ". Not confirmed."
            } else {
                self.message = "ISBN \(isbn) isn't in the catalog."
            }
            completion(cachedBook, false)
            return
        }

        var title = record["title"] as? String ?? ""
        title = title.trimmingCharacters(in: CharacterSet.whitespaces)
        if title.isEmpty {
            if kBookStoreDebugLogging {
                NSLog("BookStore: record without title for \(isbn)")
            }
            self.message = "The catalog has no title for ISBN \(isbn)."
            completion(nil, true)
            return
        }

        // Authors. Not all servers send the array
        var isComplete = true
        var author = ""
        let authorNames = record["authors"] as? [String] ?? []
        if authorNames.count > kBookMaximumAuthorCount {
            author = authorNames[0] + " and others"
        } else if authorNames.count > 0 {
            author = authorNames.joined(separator: ", ")
        } else if let singleAuthor = record["author"] as? String, singleAuthor.isEmpty == false {
            author = singleAuthor
        } else {
            author = "unknown author"
            isComplete = false
        }

        var language : String?
        if let languageCode = record["language"] as? String, languageCode != "" {
            let shortCode = String(languageCode.lowercased().prefix(2))
            language = self.languageNames[shortCode] ?? languageCode
        }


        var publicationYear = record["year"] as? Int
        if let yearText = record["year"] as? String {
            // c1998, [1998], 1998-2003
            let digits = yearText.components(separatedBy: CharacterSet.decimalDigits.inverted).joined()
            publicationYear = Int(digits.prefix(4))
        }

        if publicationYear != nil && (publicationYear! < 1000 || publicationYear! > 2999) {
            publicationYear = nil
        }

        let book = Book(isbn: isbn, title: title, author: author, language: language, publicationYear: publicationYear)
        if isComplete {
            self.cachedBooks[isbn] = book
            self.cacheDates[isbn] = now
        } else if kBookStoreDebugLogging {
            NSLog("BookStore: incomplete record for \(isbn)")
        }

        self.message = book.displayLabel
        completion(book, isComplete)
    }

    func getBooks(_ scannedCodes: [String], now: Date = Date(), completion: (_ printableLines: [String], _ success: Bool) -> Void) {
        var printableLines = [String]()
        var foundCount = 0
        var allSucceeded = true

        for scannedCode in scannedCodes {
            if scannedCode.trimmingCharacters(in: CharacterSet.whitespacesAndNewlines).isEmpty {
                continue
            }

            self.getBook(scannedCode, now: now, completion: { (book, success) -> Void in

                if book != nil {
                    foundCount += 1
                }
                if (success == false) {
                    allSucceeded = false
                }
                printableLines.append("\(printableLines.count + 1). \(self.message)")
            })
        }

        if printableLines.count > 0 {
            printableLines.append("\(foundCount) of \(printableLines.count) found.")
        }
        completion(printableLines, allSucceeded)
    }
}

// MARK: - Branches (3.0)

extension BookStore {

    /// Names of the branches that have a copy to lend
    func getBranches(_ scannedCode: String) -> [String] {
        guard let isbn = try? ISBNValidator.validate(scannedCode) else { return [] }

        guard let record = connection.request("copies/\(isbn)"), record["error"] == nil,
            let branches = record["branches"] as? [[String: Any]] else {
            if kBookStoreDebugLogging {
                NSLog("getCopies: no branches for \(isbn)")
            }
            return []
        }

        return branches.compactMap { branch -> String? in
            let copyCount = branch["copies"] as? Int ?? Int(branch["copies"] as? String ?? "") ?? 0
            guard copyCount > 0, let branchName = branch["name"] as? String else { return nil }
            return branchName
        }
    }

}
