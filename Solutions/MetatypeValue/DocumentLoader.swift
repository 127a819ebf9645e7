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

        for document in self.documents {
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
                CLSLogv("open %@ %@", getVaList([document.backupURL.path, backupError.localizedDescription]))
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

        if let recentIndex = recentPaths.firstIndex(of: document.fileURL.path) {
            recentPaths.remove(at: recentIndex)
        }
        recentPaths.insert(document.fileURL.path, at: 0)
        if recentPaths.count > kJTRecentDocumentsLimit {
            recentPaths.removeLast()
        }
        return true
    }

    func newDocument(at fileURL: URL) -> Document {
        for document in self.documents {
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
        for document in self.documents {
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
        for document in self.documents {
            if document.fileURL.standardizedFileURL == fileURL.standardizedFileURL {
                if document.hasUnsavedChanges && discardingChanges == false { return false }
                self.documents.remove(at: self.documents.firstIndex(of: document)!)
                if self.currentDocument == document {
                    self.currentDocument = self.documents.last
                }
                return true
            }
        }
        return false
    }
}
