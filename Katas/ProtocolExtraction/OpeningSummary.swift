struct OpeningSummary: Equatable {
    var openedFileNames: [String] = []
    var failures = [AttachmentError]()
    var remainingFileNames : [String] = []

    /// Text of the notice, nil if everything was opened
    var notice: String? {
        if failures.isEmpty { return nil }

        let total = openedFileNames.count + failures.count + remainingFileNames.count
        var lines = ["\(openedFileNames.count) of \(total) attachments opened."]

        for failure in failures {
            lines.append(failure.localizedDescription)
        }
        if remainingFileNames.count > 0 {

            let names = remainingFileNames.joined(separator: ", ")
            lines.append("Not tried: \(names).")
        }

        return lines.joined(separator: "\n")
    }
}
