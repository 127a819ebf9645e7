//  Document.swift
//  Jotter
//  Copyright (c) 2015 Fernhill Apps. All rights reserved.

import Foundation

let kJTUntitledTitle = "Untitled"
let kJTBackupExtension = "backup"

enum DocumentError: Error, LocalizedError, Equatable {
    case cannotLoadContent(URL)
    case cannotSaveContent(URL)

    var errorDescription: String? {
        var str = ""
        switch self {
        case .cannotLoadContent(let fileURL):
            str = String(format: NSLocalizedString("Could not open %@.", comment: "JTDocument"), fileURL.lastPathComponent)
        case .cannotSaveContent(let fileURL):
            str = String(format: NSLocalizedString("Could not save %@.", comment: "JTDocument"), fileURL.lastPathComponent)
        }
        return str
    }
}

class Document: NSObject {
    let fileURL: URL
    var isRecovered = false
    var hasUnsavedChanges = false
    var windowFrame: String? // NSStringFromRect
    fileprivate var titleContent = ""

    var title: String {
        get {
            if self.titleContent.isEmpty {
                return kJTUntitledTitle
            }
            return self.titleContent
        }
        set {
            if newValue == title { return }
            self.titleContent = newValue
            self.hasUnsavedChanges = true
        }
    }

    var body = "" {
        didSet { if body != oldValue { hasUnsavedChanges = true } }
    }

    var backupURL: URL {
        return fileURL.appendingPathExtension(kJTBackupExtension)
    }

    required init(fileURL: URL) {
        self.fileURL = fileURL
        super.init()
    }

    func load() throws {
        let str: String
        do {
            str = try String(contentsOf: self.fileURL, encoding: .utf8)
        } catch let error {
            CLSLogv("load %@ %@", getVaList([self.fileURL.path, error.localizedDescription]))
            throw DocumentError.cannotLoadContent(self.fileURL)
        }
        if let idx = str.firstIndex(of: "\n") {
            self.titleContent = String(str[..<idx])
            self.body = String(str[str.index(after: idx)...])
        } else {
            self.titleContent = str
            self.body = ""
        }
        self.isRecovered = false
        self.hasUnsavedChanges = false
    }

    func save() throws {
        do {
            // no copyItem, see Dropbox thread
            if isRecovered == false && FileManager.default.fileExists(atPath: fileURL.path) {
                let data = try Data(contentsOf: fileURL)
                try data.write(to: backupURL, options: .atomic)
            }
            let fileContents = titleContent + "\n" + body
            try fileContents.write(to: fileURL, atomically: true, encoding: .utf8)
        } catch let error {
            CLSLogv("save %@ %@", getVaList([fileURL.path, error.localizedDescription]))
            throw DocumentError.cannotSaveContent(fileURL)
        }
        isRecovered = false
        hasUnsavedChanges = false
    }
}
