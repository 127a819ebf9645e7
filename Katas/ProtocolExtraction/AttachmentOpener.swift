//
//  AttachmentOpener.swift
//  Copyright © 2020 Larkpost Software. All rights reserved.
//

import Foundation

final class AttachmentOpener {

    static let maximumAttachmentSize = 25 * 1024 * 1024
    static let maximumBatchCount = 10
    static let maximumRecentCount = 5

    private static let blockedExtensions: Set<String> = [
        "app", "bat", "cmd", "com", "exe", "jar", "js", "msi", "ps1", "scr", "sh", "vbs"
    ]

    /// The "Recently Opened" menu, latest first.
    private(set) var recentAttachments: [MailAttachment] = []
    private(set) var lastErrorMessage: String?

    private let fileManager: FileManager

    init(fileManager: FileManager = .default) {
        self.fileManager = fileManager
    }


    // MARK: - Opening

    @discardableResult
    func openAttachment(_ attachment: MailAttachment, with service: SystemOpener) -> Result<MailAttachment, AttachmentError> {

        let fileName = attachment.fileName
        let location = attachment.location

        // any of them, not just the last one
        let extensions = fileName.lowercased().split(separator: ".").dropFirst().map { String($0) }

        for ext in extensions {
            if AttachmentOpener.blockedExtensions.contains(ext) {
                let error = AttachmentError.blockedType(fileName: fileName, fileExtension: ext)
                lastErrorMessage = error.localizedDescription
                return .failure(error)
            }
        }

        guard attachment.byteCount <= AttachmentOpener.maximumAttachmentSize else {
            let error = AttachmentError.tooLarge(
                fileName: fileName,
                byteCount: attachment.byteCount,
                limit: AttachmentOpener.maximumAttachmentSize
            )
            self.lastErrorMessage = error.localizedDescription
            return .failure(error)
        }

        // Check if the file is still there
        if fileManager.fileExists(atPath: location.path) == false {

            let error = AttachmentError.notDownloaded(fileName: fileName)
            self.lastErrorMessage = error.localizedDescription

            return .failure(error)
        }

        guard service.open(location) else {
            let error = AttachmentError.refused(fileName: fileName)
            lastErrorMessage = error.localizedDescription
            return .failure(error)
        }

        lastErrorMessage = nil

        // Move it to the top
        if let idx = recentAttachments.firstIndex(where: { $0.location == location }) {
            recentAttachments.remove(at: idx)
        }
        recentAttachments.insert(attachment, at: 0)

        if (recentAttachments.count > AttachmentOpener.maximumRecentCount) {
            recentAttachments.removeLast()
        }
        return .success(attachment)
    }

    func openAll(_ attachments: [MailAttachment], with service: SystemOpener) -> Result<OpeningSummary, AttachmentError> {
        let count = attachments.count
        guard count <= AttachmentOpener.maximumBatchCount else {
            let error = AttachmentError.tooMany(count: count, limit: AttachmentOpener.maximumBatchCount)
            lastErrorMessage = error.localizedDescription
            return .failure(error)
        }

        var summary = OpeningSummary()
        var remainingAttachments = attachments

        while !remainingAttachments.isEmpty {
            let attachment = remainingAttachments.removeFirst()

            let result = openAttachment(attachment, with: service)
            switch result {
            case .success(let openedAttachment):
                summary.openedFileNames.append(openedAttachment.fileName)

            case .failure(let error):
                summary.failures.append(error)
                // not worth trying the others
                if case .refused = error {
                    summary.remainingFileNames = remainingAttachments.map { $0.fileName }
                    return .success(summary)
                }
            }
        }

        return .success(summary)
    }

}

// MARK: - Keyboard shortcut

extension AttachmentOpener {

    func reopenLastAttachment(with opener: SystemOpener) -> Bool {
        var success = false

        if !recentAttachments.isEmpty {
            let file = recentAttachments.first!.location

            if fileManager.fileExists(atPath: file.path) {
                success = opener.open(file)
            } else {
                // gone, remove it from the menu
                recentAttachments.removeFirst()
                return false
            }
        }
        return success
    }

}
