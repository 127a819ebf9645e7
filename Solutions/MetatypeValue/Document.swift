// Copyright (c) 2015 Fernhill Apps. All rights reserved.

import Foundation

let kUntitledTitle = "Untitled"
let kBackupExtension = "backup"
let kDebugLogging = false

func DLog(_ message: String) { if kDebugLogging { NSLog("%@", message) } }

enum DocumentError: Error, LocalizedError, Equatable {
    case cannotLoadContent(URL)
    case cannotSaveContent(URL)

    var errorDescription: String? {
        switch self {
        case .cannotLoadContent(let location): return "“\(location.lastPathComponent)” cannot be opened."
        case .cannotSaveContent(let location): return "“\(location.lastPathComponent)” cannot be saved."
        }
    }
}

/// A note. The first line of the file is the title, the rest is the body.
class Document: NSObject {

    let fileURL: URL
    var isRecovered = false
    var hasUnsavedChanges : Bool = false
    var tag = 0
    private var titleContent = ""

    var title: String {
        get { return titleContent.isEmpty ? kUntitledTitle : titleContent }
        set {
            if newValue == self.title { return }
            self.titleContent = newValue
            hasUnsavedChanges = true
        }
    }

    var body = "" {
        didSet { if (body != oldValue) { self.hasUnsavedChanges = true } }
    }

    var backupURL: URL {
        return fileURL.appendingPathExtension(kBackupExtension)
    }

    required init(fileURL: URL) {
        self.fileURL = fileURL
        super.init()
    }

    func load() throws {
        let contents: String
        do {
            contents = try String(contentsOf: self.fileURL, encoding: .utf8)
        } catch let error {
            DLog("loadFromDisk: \(fileURL.path) \(error)")
            throw DocumentError.cannotLoadContent(self.fileURL)
        }

        if let idx = contents.firstIndex(of: "\n") {
            titleContent = String(contents[..<idx])
            body = String(contents[contents.index(after: idx)...])
        } else {
            titleContent = contents
            body = ""
        }

        isRecovered = false
        self.hasUnsavedChanges = false
    }

    func save() throws {
        do {
            if isRecovered == false && FileManager.default.fileExists(atPath: self.fileURL.path) {
                let previousContents = try Data(contentsOf: fileURL)
                try previousContents.write(to: backupURL, options: .atomic)
            }
            let contents = titleContent + "\n" + body
            try contents.write(to: self.fileURL, atomically: true, encoding: .utf8)
        } catch let error {
            DLog("Could not write \(fileURL.path): \(error)")
            throw DocumentError.cannotSaveContent(self.fileURL)
        }
        self.isRecovered = false
        self.hasUnsavedChanges = false
    }
}
