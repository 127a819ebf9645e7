//  DocumentLoader+Restoration.swift
//  Copyright © 2018 Fernhill Apps. All rights reserved.

import Foundation

private let kRestoreLimit = 8 // same as iOS

extension DocumentLoader {

    var restorationState: [String] { return documents.map { $0.fileURL.path } }

    func restoreDocuments(fromPaths paths: [String]) -> [String] {
        var skippedPaths = [String]()

        for path in paths.suffix(kRestoreLimit) {
            let location = URL(fileURLWithPath: path)
            let isAlreadyOpen = documents.contains { $0.fileURL.standardizedFileURL == location.standardizedFileURL }
            if isAlreadyOpen { continue }

            let document = documentType.init(fileURL: location)
            if (try? document.load()) == nil {
                // backup, see loadDocument
                let backup = documentType.init(fileURL: document.backupURL)
                guard (try? backup.load()) != nil else {
                    LogVerbose("restore: skipped \(path)")
                    skippedPaths.append(path)
                    continue
                }

                document.title = backup.title
                document.body = backup.body
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

    func reloadDocument(at location: URL) -> Bool {
        let url = location.standardizedFileURL
        guard let index = documents.firstIndex(where: { $0.fileURL.standardizedFileURL == url }) else { return false }

        let oldDocument = documents[index] // undo
        let document = documentType.init(fileURL: oldDocument.fileURL)
        do {
            try document.load()
        } catch {
            lastError = error
            return false
        }
        documents[index] = document
        if currentDocument === oldDocument { currentDocument = document }
        return true
    }
}
