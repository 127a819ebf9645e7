//
//  BookStore.swift
//  LendingDesk
//
//  Copyright (c) 2015 Marden Library Software. All rights reserved.
//

import Foundation

fileprivate let kLDBookCacheDuration: TimeInterval = 15 * 60
fileprivate let kLDMaximumAuthorCount = 3

class BookStore: Store {
    fileprivate var cachedBooks = [String: Book]()
    fileprivate var cacheDates = [String: Date]()

    fileprivate(set) var lastScannedISBN: String?    // Zebra

    override func reset() {
        super.reset()
        self.cachedBooks.removeAll()
        self.cacheDates.removeAll()
    }

    /// - parameter completion: success = false -> retry (see LDScanViewController)
    func getBook(_ scannedCode: String, now: Date = Date(), completion: (_ book: Book?, _ success: Bool) -> Void) {

        var isbn = ""
        do {
            isbn = try LDISBNUtils.validate(scannedCode)
        } catch let error as NSError {
            Flurry.logEvent("Scan_Invalid", withParameters: ["code": error.code])
            self.message = error.localizedDescription
            completion(nil, true)
            return
        }
        self.lastScannedISBN = isbn

        let cachedBook = self.cachedBooks[isbn]
        let cacheDate = self.cacheDates[isbn]
        if cachedBook != nil && cacheDate != nil {
            if now.timeIntervalSince(cacheDate!) < kLDBookCacheDuration {
                self.message = cachedBook!.displayLabel
                completion(cachedBook, true)
                return
            }
        }

        guard let record = self.connection.request("book/" + isbn), record["error"] == nil else {
            var parameters = [String: Any]()
            parameters["isbn"] = isbn
            parameters["cached"] = cachedBook != nil
            Flurry.logEvent("Book_Offline", withParameters: parameters)
            if cachedBook != nil {
                self.message = cachedBook!.displayLabel + " (offline)"
            } else {
                self.message = "ISBN \(isbn) was not found in the catalog."
            }
            completion(cachedBook, false)
            return
        }

        let title = self.trimmedStringForKey("TI", catalogRecord: record)
        if title.count == 0 {
            Flurry.logEvent("Book_No_Title", withParameters: ["isbn": isbn])
            self.message = "No title available for ISBN \(isbn)."
            completion(nil, true)
            return
        }

        var isComplete = true
        var author = ""
        let authorNames = record["AU"] as? [String] ?? [String]()
        if authorNames.count > kLDMaximumAuthorCount {
            author = authorNames[0] + " et al."
        } else if authorNames.count > 0 {
            for i in 0..<authorNames.count {
                if i > 0 {
                    author += ", "
                }
                author += authorNames[i]
            }
        } else if let authorString = record["A1"] as? String {
            author = authorString
        }
        if authorNames.count == 0 && author.count == 0 {
            author = "Unknown author"
            isComplete = false
        }

        // c1998, [1998]
        var publicationYear = record["PY"] as? Int
        if let yearString = record["PY"] as? String {
            var yearDigits = ""
            let yearParts = yearString.components(separatedBy: CharacterSet.decimalDigits.inverted)
            for i in 0..<yearParts.count {
                yearDigits += yearParts[i]
            }
            publicationYear = Int(yearDigits.prefix(4))
        }
        if publicationYear != nil {
            if publicationYear! < 1000 || publicationYear! > 2999 {
                publicationYear = nil
            }
        }

        let book = Book(isbn: isbn, title: title, author: author, publicationYear: publicationYear)
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

        for i in 0..<scannedCodes.count {
            let trimmedCode = scannedCodes[i].trimmingCharacters(in: CharacterSet.whitespacesAndNewlines)
            if trimmedCode.count == 0 {
                continue
            }
            self.getBook(scannedCodes[i], now: now, completion: { (book, success) -> Void in
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

    fileprivate func trimmedStringForKey(_ key: String, catalogRecord: [String: Any]) -> String {
        let fieldString = catalogRecord[key] as? String ?? ""
        return fieldString.trimmingCharacters(in: CharacterSet.whitespaces)
    }
}

// MARK: - Branches (3.0)

extension BookStore {
    func getBranches(_ scannedCode: String) -> [String] {
        guard let isbn = try? LDISBNUtils.validate(scannedCode) else { return [] }

        guard let record = connection.request("copies/\(isbn)"), record["error"] == nil,
            let branches = record["holdings"] as? [[String: Any]] else {
            Flurry.logEvent("Branches_Failed", withParameters: ["isbn": isbn])
            return []
        }

        var printableLines = [String]()
        for i in 0..<branches.count {
            let branch = branches[i]
            var foundCount = 0
            if let copyCount = branch["avail"] as? Int {
                foundCount = copyCount
            } else if let availableString = branch["avail"] as? String, let copyCount = Int(availableString) {
                foundCount = copyCount
            }
            if foundCount > 0, let branchName = branch["loc"] as? String {
                printableLines.append(branchName)
            }
        }
        return printableLines
    }
}
