struct OpeningSummary: Equatable {

    var openedFileNames = [String]()
    var failures = [AttachmentError]()
    var remainingFileNames = [String]()

    /// Returns the text of the notice, or nil if we could open everything.
    var notice: String? {
        if failures.count == 0 {
            return nil
        }

        let total = openedFileNames.count + failures.count + remainingFileNames.count
        var lines = ["Opened \(openedFileNames.count) of \(total) attachments."]
        for err in failures {
            lines.append(err.localizedDescription)
        }
        if remainingFileNames.count > 0 {
            let names = remainingFileNames.joined(separator: ", ")
            lines.append("Skipped: \(names)")
        }
        return lines.joined(separator: "\n")
    }

}
