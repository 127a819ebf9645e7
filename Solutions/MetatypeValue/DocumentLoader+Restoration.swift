//  DocumentLoader+Restoration.swift
//  Jotter
//  Copyright © 2018 Fernhill Apps. All rights reserved.

import Foundation

private let restorationLimit = 8

extension DocumentLoader {
    var restorationState: [String] {
        return documents.map { $0.fileURL.path }
    }

    // JTAppDelegate
    func restoreDocuments(fromPaths paths: [String]) -> [String] {
        var skippedPaths = [String]()

        for path in paths.suffix(restorationLimit) {
            let fileURL = URL(fileURLWithPath: path)
            if indexOfDocument(at: fileURL) != nil { continue }

            let document = documentType.init(fileURL: fileURL)
            do {
                try document.load()
            } catch {
                let backupDocument = documentType.init(fileURL: document.backupURL)
                do {
                    try backupDocument.load()
                } catch {
                    CLSLogv("restore %@ %@", getVaList([path, error.localizedDescription]))
                    skippedPaths.append(path)
                    continue
                }
                document.title = backupDocument.title
                document.body = backupDocument.body
                document.isRecovered = true
                document.hasUnsavedChanges = true
            }
            documents.append(document)
        }
        if currentDocument == nil {
            currentDocument = documents.last
        }
        return skippedPaths
    }

    func reloadDocument(at fileURL: URL) -> Bool {
        guard let documentIndex = indexOfDocument(at: fileURL) else { return false }

        let oldDocument = documents[documentIndex] // undo stack
        let document = documentType.init(fileURL: oldDocument.fileURL)
        do {
            try document.load()
        } catch {
            lastError = error
            return false
        }
        documents[documentIndex] = document
        if currentDocument === oldDocument { currentDocument = document }
        return true
    }

    private func indexOfDocument(at fileURL: URL) -> Int? {
        return documents.firstIndex { $0.fileURL.standardizedFileURL == fileURL.standardizedFileURL }
    }
}
