//  DocumentLoader.swift
//  Jotter
//  Copyright (c) 2015 Fernhill Apps. All rights reserved.

import Foundation

fileprivate let kJTRecentDocumentsLimit = 5

protocol DocumentLoaderDelegate: AnyObject {
    func documentLoader(_ documentLoader: DocumentLoader, didRecoverDocument document: Document)
}

// Main.storyboard
class DocumentLoader: NSObject {
    weak var delegate: DocumentLoaderDelegate?
    var documents: [Document] = []
    var currentDocument: Document?
    var recentPaths: [String] = []
    var lastError: Error?

    @discardableResult
    func loadDocument(at fileURL: URL) -> Bool {
        self.lastError = nil

        if let openDocument = self.openDocument(at: fileURL) {
            CLSLogv("already open %@", getVaList([fileURL.path]))
            self.currentDocument = openDocument
            self.addRecentPath(openDocument.fileURL.path)
            return true
        }

        let document = Document(fileURL: fileURL)
        do {
            try document.load()
        } catch let error {
            CLSLogv("open %@ %@", getVaList([fileURL.path, error.localizedDescription]))
            let backupDocument = Document(fileURL: document.backupURL)
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
            self.delegate?.documentLoader(self, didRecoverDocument: document)
        }
        self.documents.append(document)
        self.currentDocument = document
        self.addRecentPath(document.fileURL.path)
        return true
    }

    fileprivate func openDocument(at fileURL: URL) -> Document? {
        for document in self.documents {
            if document.fileURL.standardizedFileURL == fileURL.standardizedFileURL {
                return document
            }
        }
        return nil
    }

    fileprivate func addRecentPath(_ path: String) {
        if let recentIndex = recentPaths.firstIndex(of: path) {
            recentPaths.remove(at: recentIndex)
        }
        self.recentPaths.insert(path, at: 0)
        if self.recentPaths.count > kJTRecentDocumentsLimit {
            self.recentPaths.removeLast()
        }
    }

    func newDocument(at fileURL: URL) -> Document {
        if let openDocument = self.openDocument(at: fileURL) {
            self.currentDocument = openDocument
            return openDocument
        }
        let document = Document(fileURL: fileURL)
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
        guard let document = self.openDocument(at: fileURL) else { return false }
        if document.hasUnsavedChanges && discardingChanges == false { return false }
        self.documents.removeAll { $0 === document }
        if self.currentDocument === document {
            self.currentDocument = self.documents.last
        }
        return true
    }
}
