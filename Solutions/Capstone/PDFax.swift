import Foundation

class PDFax: NSObject {

    let fileURL: URL
    var lines = [String]()

    init(fileURL: URL) {
        self.fileURL = fileURL
        super.init()
    }

    func write() -> Bool {
        do {
            let directoryURL = self.fileURL.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: directoryURL, withIntermediateDirectories: true, attributes: nil)
            let contents = self.lines.joined(separator: "\n") + "\n"
            try contents.write(to: self.fileURL, atomically: true, encoding: .utf8)
        } catch {
            PDLog("\(self.fileURL.path) \(error)")
            return false
        }
        return true
    }
}
