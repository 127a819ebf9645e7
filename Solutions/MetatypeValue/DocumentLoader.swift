//  DocumentLoader.swift
//  Jotter
//  Copyright (c) 2015 Fernhill Apps. All rights reserved.

import Foundation

fileprivate let kJTRecentDocumentsLimit = 5

// Main.storyboard
class DocumentLoader: NSObject {
    var documentType: Document.Type = Document.self
    var documents: [Document] = []
    var currentDocument: Document?
    var recentPaths: [String] = []
    var lastError: Error?

    @discardableResult
    func loadDocument(at fileURL: URL) -> Bool {
        self.lastError = nil

        for i in 0..<self.documents.count {
            let document = self.documents[i]
            if document.fileURL.standardizedFileURL == fileURL.standardizedFileURL {
                if let recentIndex = recentPaths.firstIndex(of: document.fileURL.path) {
                    recentPaths.remove(at: recentIndex)
                }
                recentPaths.insert(document.fileURL.path, at: 0)
                if recentPaths.count > kJTRecentDocumentsLimit {
                    recentPaths.removeLast()
                }
                CLSLogv("already open %@", getVaList([fileURL.path]))
                self.currentDocument = document
                return true
            }
        }

        let document = self.documentType.init(fileURL: fileURL)
        do {
            try document.load()
        } catch let error {
            CLSLogv("open %@ %@", getVaList([fileURL.path, error.localizedDescription]))
            let backupDocument = self.documentType.init(fileURL: document.backupURL)
            do {
                try backupDocument.load()
            } catch let backupError {
                let errorDescription = backupError.localizedDescription
                CLSLogv("open %@ %@", getVaList([document.backupURL.path, errorDescription]))
                if let recentIndex = recentPaths.firstIndex(of: document.fileURL.path) {
                    recentPaths.remove(at: recentIndex)
                }
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
        let recentPath = document.fileURL.path
        self.addRecentPath(recentPath, limit: 10)
        return true
    }

    fileprivate func addRecentPath(_ path: String, limit: Int) {
        for i in 0..<self.recentPaths.count {
            if self.recentPaths[i] == path {
                self.recentPaths.remove(at: i)
                break
            }
        }
        self.recentPaths.insert(path, at: 0)
        if self.recentPaths.count > kJTRecentDocumentsLimit {
            self.recentPaths.removeLast()
        }
    }

    func newDocument(at fileURL: URL) -> Document {
        for i in 0..<self.documents.count {
            let document = self.documents[i]
            if document.fileURL.standardizedFileURL == fileURL.standardizedFileURL {
                self.currentDocument = document
                return document
            }
        }
        let document = self.documentType.init(fileURL: fileURL)
        self.documents.append(document)
        self.currentDocument = document
        return document
    }

    func saveAllDocuments() -> [URL] {
        self.lastError = nil
        var failedURLs: [URL] = []
        for i in 0..<self.documents.count {
            let document = self.documents[i]
            if document.hasUnsavedChanges == false { continue }
            do {
                try document.save()
            } catch let error {
                failedURLs.append(document.fileURL)
                self.lastError = error
            }
        }
        CLSLogv("saveAll %d %d", getVaList([self.documents.count, failedURLs.count]))
        return failedURLs
    }

    func closeDocument(at fileURL: URL, discardingChanges: Bool = false) -> Bool {
        for i in 0..<self.documents.count {
            let document = self.documents[i]
            if document.fileURL.standardizedFileURL == fileURL.standardizedFileURL {
                if document.hasUnsavedChanges && discardingChanges == false { return false }
                self.documents.remove(at: i)
                if self.currentDocument == document {
                    self.currentDocument = self.documents.last
                }
                return true
            }
        }
        return false
    }
}
