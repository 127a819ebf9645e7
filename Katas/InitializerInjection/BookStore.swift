//
//  BookStore.swift
//  LendingDesk
//
//  Copyright (c) 2015 Marden Library Software. All rights reserved.
//

import Foundation

fileprivate let kBookCacheDuration: TimeInterval = 15 * 60
fileprivate let kBookMaximumAuthorCount = 3

class BookStore: Store {

    fileprivate var cachedBooks = [String: Book]()
    fileprivate var cacheDates = Dictionary<String, Date>()

    fileprivate let languageNames = ["de": "German", "en": "English", "es": "Spanish", "fr": "French", "it": "Italian"]

    override func reset() {
        super.reset()
        self.cachedBooks.removeAll()
        self.cacheDates.removeAll()
    }

    private(set) var lastScannedISBN: String?    // label printer

    /// - parameter completion: success = false -> retry (see ScanViewController)
    func getBook(_ scannedCode: String, now: Date = Date(), completion: (_ book: Book?, _ success: Bool) -> Void) {

        var isbn = ""
        do {
            isbn = try ISBNValidator.validate(scannedCode)
        } catch let error as NSError {
            LDLog("getBook \(scannedCode) \(error.code)")
            self.message = error.localizedDescription
            completion(nil, true)
            return
        }
        lastScannedISBN = isbn

        let cachedBook = self.cachedBooks[isbn]
        if cachedBook != nil {
            if let cacheDate = self.cacheDates[isbn] {
                if now.timeIntervalSince(cacheDate) < kBookCacheDuration {
                    self.message = cachedBook!.displayLabel
                    completion(cachedBook, true)
                    return
                }
            }
        }

        let record = connection.request("book/" + isbn)
        if record == nil || record!["error"] != nil {
            LDLog("getBook \(isbn) \(String(describing: record))")
            // offline?
            if cachedBook != nil {
                self.message = cachedBook!.displayLabel + " (offline)"
            } else {
                message = "ISBN \(isbn) was not found in the catalog."
            }
            completion(cachedBook, false)
            return
        }
        let dictionary = record!

        var title = dictionary["title"] as? String ?? ""
        title = title.trimmingCharacters(in: CharacterSet.whitespaces)
        if title.isEmpty {
            message = "No title available for ISBN \(isbn)."
            completion(nil, true)
            return
        }

        // Authors (array or string)
        var isComplete = true
        var author = ""
        let authorNames = dictionary["authors"] as? [String] ?? [String]()
        if authorNames.count > kBookMaximumAuthorCount {
            author = authorNames[0] + " et al."
        } else if authorNames.count > 0 {
            for i in 0..<authorNames.count {
                if i > 0 { author += ", " }
                author += authorNames[i]
            }
        } else if let authorString = dictionary["author"] as? String {
            author = authorString
        }

        var language: String? = nil
        if let languageString = dictionary["language"] as? String {
            if (languageString != "") {
                let languageCode = String(languageString.lowercased().prefix(2))
                language = languageNames[languageCode] ?? languageString
            }
        }

        if authorNames.count == 0 && author.count == 0 {
            author = NSLocalizedString("Unknown author", comment: "")
            isComplete = false
        }

        var publicationYear = dictionary["year"] as? Int
        if let yearString = dictionary["year"] as? String {
            // c1998, [1998], 1998-2003
            let components = yearString.components(separatedBy: CharacterSet.decimalDigits.inverted)
            publicationYear = Int(components.joined().prefix(4))
        }
        if publicationYear != nil {
            if publicationYear! < 1000 || publicationYear! > 2999 {
                publicationYear = nil
            }
        }

        let book = Book(isbn: isbn, title: title, author: author, language: language, publicationYear: publicationYear)
        if isComplete {
            self.cachedBooks[isbn] = book
            cacheDates[isbn] = now
            LDLog("cached: \(cachedBooks.count)")
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
            printableLines.append(String(format: "%d of %d found.", foundCount, printableLines.count))
        }
        completion(printableLines, allSucceeded)
    }
}

// MARK: - Branches (3.0)

extension BookStore {

    func getBranches(_ scannedCode: String) -> [String] {
        guard let isbn = try? ISBNValidator.validate(scannedCode) else { return [] }

        guard let record = connection.request("copies/\(isbn)"), record["error"] == nil,
            let branches = record["branches"] as? [[String: Any]] else {
            LDLog("getBranches \(isbn)")
            return []
        }

        return branches.compactMap { branch -> String? in
            let copyCount = branch["copies"] as? Int ?? Int(branch["copies"] as? String ?? "") ?? 0
            guard copyCount > 0, let branchName = branch["name"] as? String else { return nil }
            return branchName
        }
    }
}
