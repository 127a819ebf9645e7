import Foundation

struct OpeningSummary: Equatable {

    var openedFileNames = [String]()
    var failures = [AttachmentError]()
    var remainingFileNames = [String]()

    var notice: String? {
        if failures.count == 0 {
            return nil
        }

        let total = openedFileNames.count + failures.count + remainingFileNames.count
        var lines = ["Opened \(openedFileNames.count) of \(total) attachments."]
        for i in 0..<failures.count {
            lines.append(failures[i].localizedDescription)
        }
        if !remainingFileNames.isEmpty {
            lines.append("Skipped: " + remainingFileNames.joined(separator: ", "))
        }
        return lines.joined(separator: "\n")
    }

}
