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

    /// Gets the book for the scanned code.
    /// - parameter scannedCode: the scanned code
    /// - parameter completion: success is false if it can help to ask the server again later
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
        let cacheDate = self.cacheDates[isbn]
        if cachedBook != nil && cacheDate != nil && now.timeIntervalSince(cacheDate!) < kBookCacheDuration {
            self.message = cachedBook!.displayLabel
            completion(cachedBook, true)
            return
        }

        guard let record = self.connection.request("book/" + isbn), record["error"] == nil else {
            if kBookStoreDebugLogging {
                NSLog("getBook: no record for \(isbn)")
            }
            if cachedBook != nil {
                self.message = cachedBook!.displayLabel + " (offline)"
            } else {
                self.message = "ISBN \(isbn) was not found in the catalog."
            }
            completion(cachedBook, false)
            return
        }

        var title = record["title"] as? String ?? ""
        title = title.trimmingCharacters(in: CharacterSet.whitespaces)
        if title.count == 0 {
            self.message = "No title available for ISBN \(isbn)."
            completion(nil, true)
            return
        }

        // Not all the servers send the array with the authors, some send only one string
        var isComplete = true
        var author = ""
        let authorNames = record["authors"] as? [String] ?? [String]()
        if authorNames.count > kBookMaximumAuthorCount {
            author = authorNames[0] + " et al."
        } else if authorNames.count > 0 {
            author = authorNames.joined(separator: ", ")
        } else if let authorString = record["author"] as? String {
            author = authorString
        }
        if authorNames.count == 0 && author.count == 0 {
            author = "Unknown author"
            isComplete = false
        }

        var language: String?
        if let languageString = record["language"] as? String, languageString.count > 0 {
            let languageCode = String(languageString.lowercased().prefix(2))
            language = self.languageNames[languageCode] ?? languageString
        }

        // The year is not always a number. We have seen c1998, [1998] and 1998-2003
        var publicationYear = record["year"] as? Int
        if let yearString = record["year"] as? String {
            let yearDigits = yearString.components(separatedBy: CharacterSet.decimalDigits.inverted).joined()
            publicationYear = Int(yearDigits.prefix(4))
        }
        if publicationYear != nil && (publicationYear! < 1000 || publicationYear! > 2999) {
            publicationYear = nil
        }

        let book = Book(isbn: isbn, title: title, author: author, language: language, publicationYear: publicationYear)
        // Don't cache books without an author, for some of them the server sends it later
        if isComplete {
            self.cachedBooks[isbn] = book
            self.cacheDates[isbn] = now
        }
        self.message = book.displayLabel
        completion(book, isComplete)
    }

    func getBooks(_ scannedCodes: [String], now: Date = Date(), completion: (_ printableLines: [String], _ success: Bool) -> Void) {
        var printableLines = [String]()
        var foundCount = 0
        var allSucceeded = true

        for scannedCode in scannedCodes {
            if scannedCode.trimmingCharacters(in: CharacterSet.whitespacesAndNewlines).count == 0 {
                continue
            }

            self.getBook(scannedCode, now: now, completion: { (book, success) -> Void in
                if book != nil {
                    foundCount += 1
                }
                if success == false {
                    allSucceeded = false
                }
                printableLines.append("\(printableLines.count + 1). " + self.message)
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

    /// Returns the names of the branches that have a copy to lend
    func getBranches(_ scannedCode: String) -> [String] {
        guard let isbn = try? ISBNValidator.validate(scannedCode) else { return [] }

        guard let record = connection.request("copies/\(isbn)"), record["error"] == nil,
            let branches = record["branches"] as? [[String: Any]] else {
            if kBookStoreDebugLogging {
                NSLog("getBranches: no record for \(isbn)")
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
