//  DocumentLoader+Restoration.swift
//  Jotter
//  Copyright © 2018 Fernhill Apps. All rights reserved.

import Foundation

private let restorationLimit = 8

extension DocumentLoader {
    var restorationState: [String] {
        var paths = [String]()
        for document in documents {
            paths.append(document.fileURL.path)
        }
        return paths
    }

    // JTAppDelegate
    func restoreDocuments(fromPaths paths: [String]) -> [String] {
        var skippedPaths = [String]()

        for path in paths.suffix(restorationLimit) {
            let fileURL = URL(fileURLWithPath: path)
            var isAlreadyOpen = false
            for openDocument in documents {
                if openDocument.fileURL.standardizedFileURL == fileURL.standardizedFileURL {
                    isAlreadyOpen = true
                }
            }
            if isAlreadyOpen { continue }

            let document = Document(fileURL: fileURL)
            do {
                try document.load()
            } catch {
                let backupDocument = Document(fileURL: document.backupURL)
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
        let documentIndex = documents.firstIndex { $0.fileURL.standardizedFileURL == fileURL.standardizedFileURL }
        guard documentIndex != nil else { return false }

        let oldDocument = documents[documentIndex!] // undo stack
        let document = Document(fileURL: oldDocument.fileURL)
        do {
            try document.load()
        } catch {
            lastError = error
            return false
        }
        documents[documentIndex!] = document
        if currentDocument === oldDocument { currentDocument = document }
        return true
    }
}
