// Copyright (c) 2015 Fernhill Apps. All rights reserved.

import Foundation

private let kRecentDocumentsLimit = 5

// This object is created by Main.storyboard together with the window
class DocumentLoader: NSObject {

    var documents: [Document] = []
    var currentDocument: Document?
    var lastError: Error?
    var recentPaths: [String] = [] // The newest path is the first one, same as in the menu

    @discardableResult
    func loadDocument(at location: URL) -> Bool {

        self.lastError = nil

        for doc in self.documents {
            if doc.fileURL.standardizedFileURL == location.standardizedFileURL {
                DLog("openDocument: \(location.path) is already open")

                let path = doc.fileURL.path
                if self.recentPaths.contains(path) {
                    self.recentPaths.remove(at: self.recentPaths.firstIndex(of: path)!)
                }
                self.recentPaths.insert(path, at: 0)
                if self.recentPaths.count > kRecentDocumentsLimit {
                    self.recentPaths.removeLast()
                }

                self.currentDocument = doc
                return true
            }
        }

        let document = Document(fileURL: location)
        do {
            try document.load()
        } catch let error {
            DLog("\(error), trying the backup")
            let backupDocument = Document(fileURL: document.backupURL)

            do {
                try backupDocument.load()
            } catch let backupError {
                DLog("openDocument: giving up, \(backupError)")
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

        // Update the recent paths. NSDocumentController would do this, but we don't use it.
        var tmp = self.recentPaths.filter { $0 != location.path }
        tmp.insert(location.path, at: 0)
        self.recentPaths = Array(tmp.prefix(kRecentDocumentsLimit))

        return true
    }

    func newDocument(at location: URL) -> Document {
        if let openDocument = self.openDocument(at: location) {
            self.currentDocument = openDocument
            return openDocument
        }
        let document = Document(fileURL: location)
        self.documents.append(document)
        self.currentDocument = document
        return document
    }

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
        return failedLocations
    }

    func closeDocument(at location: URL, discardingChanges: Bool = false) -> Bool {
        guard let openDocument = self.openDocument(at: location) else { return false }
        if openDocument.hasUnsavedChanges && discardingChanges == false { return false }

        self.documents = self.documents.filter { $0 != openDocument }
        if self.currentDocument == openDocument {
            self.currentDocument = self.documents.last
        }
        return true
    }

    private func openDocument(at location: URL) -> Document? {
        return self.documents.filter { $0.fileURL.standardizedFileURL == location.standardizedFileURL }.first
    }
}
