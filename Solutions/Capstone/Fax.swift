import Foundation

/// Writes a page into the folder. Everything in this folder goes out with the next mail.
class Fax: NSObject {

    let fileURL: URL
    var printedLines = [String]()

    init(fileURL: URL) {
        self.fileURL = fileURL
        super.init()
    }

    func write() -> Bool {
        let letterFolderURL = self.fileURL.deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(at: letterFolderURL, withIntermediateDirectories: true, attributes: nil)
            let letterContents = self.printedLines.joined(separator: "\n") + "\n"
            try letterContents.write(to: self.fileURL, atomically: true, encoding: .utf8)
        } catch {
            if kDebugLogging { NSLog("Fax: \(error)") }
            return false
        }
        return true
    }
}
