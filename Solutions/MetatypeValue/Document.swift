// Copyright (c) 2015 Fernhill Apps. All rights reserved.

import Foundation

let kUntitledTitle = "Untitled"
let kBackupExtension = "backup"

enum DocumentError: Error, LocalizedError, Equatable {
    case cannotLoadContent(URL)
    case cannotSaveContent(URL)

    var errorDescription: String? {
        switch self {
        case .cannotLoadContent(let location): return NSLocalizedString("Could not open", comment: "alert") + " \(location.lastPathComponent)."
        case .cannotSaveContent(let location): return "Could not save \(location.lastPathComponent)."
        }
    }
}

class Document: NSObject {

    let fileURL: URL
    var isRecovered: Bool = false
    var hasUnsavedChanges: Bool = false
    var tag: Int = 0
    private var titleContent: String = ""

    var title: String {
        get { return self.titleContent.isEmpty ? kUntitledTitle : self.titleContent }
        set {
            if newValue == self.title { return }
            self.titleContent = newValue
            self.hasUnsavedChanges = true
        }
    }

    var body: String = "" {
        didSet { if self.body != oldValue { self.hasUnsavedChanges = true } }
    }

    var backupURL: URL {
        return self.fileURL.appendingPathExtension(kBackupExtension)
    }

    required init(fileURL: URL) {
        self.fileURL = fileURL
        super.init()
    }

    /// Loads the document.
    func load() throws {
        let contents: String
        do {
            contents = try String(contentsOf: self.fileURL, encoding: .utf8)
        } catch let error {
            LogVerbose("loadFromDisk: \(self.fileURL.path) \(error)")
            throw DocumentError.cannotLoadContent(self.fileURL)
        }

        if let idx = contents.firstIndex(of: "\n") {
            titleContent = String(contents[..<idx])
            body = String(contents[contents.index(after: idx)...])
        } else { // title only
            self.titleContent = contents
            self.body = ""
        }

        self.isRecovered = false
        self.hasUnsavedChanges = false
    }


    func save() throws {

        do {
            // backup first (USB sticks)
            if (self.isRecovered == false) && FileManager.default.fileExists(atPath: self.fileURL.path) {
                let tmp = try Data(contentsOf: fileURL)
                try tmp.write(to: self.backupURL, options: .atomic)
            }
            let contents = self.titleContent + "\n" + self.body
            try contents.write(to: self.fileURL, atomically: true, encoding: .utf8)
        } catch let error {
            LogVerbose("save \(error) " + self.fileURL.path)
            throw DocumentError.cannotSaveContent(self.fileURL)
        }
        self.isRecovered = false
        self.hasUnsavedChanges = false
    }
}
