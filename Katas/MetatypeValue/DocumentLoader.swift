// Copyright (c) 2015 Fernhill Apps. All rights reserved.

import Foundation

private let kRecentDocumentsLimit = 5

// Main.storyboard
class DocumentLoader: NSObject {

    var documents: [Document] = []
    var currentDocument: Document?
    var recentPaths = Array<String>() // File > Open Recent

    @discardableResult
    func loadDocument(at location: URL) -> Bool {

        self.lastError = nil

        for doc in self.documents {
            if doc.fileURL.standardizedFileURL == location.standardizedFileURL {
                LogVerbose("openDocument: already open")

                let path = doc.fileURL.path
                if self.recentPaths.contains(path) {
                    self.recentPaths.remove(at: self.recentPaths.firstIndex(of: path)!)
                }
                self.recentPaths.insert(path, at: 0)
                if (recentPaths.count > 5) {
                    recentPaths.removeLast()
                }

                currentDocument = doc
                return true
            }
        }

        let document = Document(fileURL: location)
        do {
            try document.load()
        } catch let error {
            LogVerbose("openDocument: \(error)")
            // backup
            let backupDocument = Document(fileURL: document.backupURL)

            do {
                try backupDocument.load()
            } catch let backupError {
                LogVerbose("openDocument: \(backupError)")
                self.recentPaths = self.recentPaths.filter { $0 != location.path }
                self.lastError = error
                return false
            }

            document.title = backupDocument.title
            document.body = backupDocument.body
            document.isRecovered = true
            document.hasUnsavedChanges = true
        }

        self.documents.append(document)
        self.currentDocument = document

        // recents
        var tmp = self.recentPaths.filter { $0 != location.path }
        tmp.insert(location.path, at: 0)
        self.recentPaths = Array(tmp.prefix(kRecentDocumentsLimit))

        return true
    }

    func newDocument(at location: URL) -> Document {
        let openDocument = self.openDocument(at: location)
        if openDocument != nil {
            currentDocument = openDocument
            return openDocument!
        }
        let document = Document(fileURL: location)
        self.documents.append(document)
        self.currentDocument = document
        return document
    }

    // MainWindowController
    var lastError: Error?

    func saveAllDocuments() -> [URL] {
        self.lastError = nil
        var failedLocations: [URL] = []
        for document in self.documents where document.hasUnsavedChanges {
            do {
                try document.save()
            } catch let error {
                failedLocations.append(document.fileURL)
                self.lastError = error
            }
        }
        LogVerbose("saveAllDocuments: \(documents.count) \(failedLocations.count)")
        return failedLocations
    }

    func closeDocument(at location: URL, discardingChanges: Bool = false) -> Bool {
        guard let openDocument = self.openDocument(at: location) else { return false }
        if openDocument.hasUnsavedChanges && discardingChanges == false { return false }

        let idx = documents.firstIndex(of: openDocument)!
        documents.remove(at: idx)
        if self.currentDocument == openDocument {
            self.currentDocument = self.documents.last
        }
        return true
    }

    private func openDocument(at location: URL) -> Document? {
        var result: Document? = nil
        for i in 0..<documents.count {
            if documents[i].fileURL.standardizedFileURL == location.standardizedFileURL {
                result = documents[i]
                break
            }
        }
        return result
    }
}
