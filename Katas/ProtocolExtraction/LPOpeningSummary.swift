import Foundation

struct LPOpeningSummary: Equatable {

    var openedFileNames = [String]()
    var failures = [LPAttachmentError]()
    var remainingFileNames = [String]()

    var openedCount: Int {
        return openedFileNames.count
    }

    var failedCount: Int {
        return failures.count
    }

    var skippedCount: Int {
        return remainingFileNames.count
    }

    var notice: String? {
        if failedCount == 0 {
            return nil
        }

        let totalCount = openedCount + failedCount + skippedCount
        var lines = ["Opened \(openedCount) of \(totalCount) attachments."]
        for failure in failures {
            lines.append(failure.localizedDescription)
        }
        if skippedCount > 0 {
            lines.append("Skipped: " + remainingFileNames.joined(separator: ", "))
        }
        return lines.joined(separator: "\n")
    }
}
