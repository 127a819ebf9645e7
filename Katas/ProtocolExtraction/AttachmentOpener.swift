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

        // Check all the extensions, not just the last one (invoice.pdf.exe)
        let parts = fileName.lowercased().split(separator: ".")
        for part in parts.dropFirst() {
            let ext = String(part)
            guard !AttachmentOpener.blockedExtensions.contains(ext) else {
                let error = AttachmentError.blockedType(fileName: fileName, fileExtension: ext)
                self.lastErrorMessage = error.localizedDescription
                return .failure(error)
            }
        }

        // Check the size
        guard attachment.byteCount <= AttachmentOpener.maximumAttachmentSize else {
            let error = AttachmentError.tooLarge(fileName: fileName, byteCount: attachment.byteCount, limit: AttachmentOpener.maximumAttachmentSize)
            self.lastErrorMessage = error.localizedDescription
            return .failure(error)
        }

        // Check if the file is still there
        guard self.fileManager.fileExists(atPath: location.path) else {
            let error = AttachmentError.notDownloaded(fileName: fileName)
            self.lastErrorMessage = error.localizedDescription
            return .failure(error)
        }

        // Open it
        guard service.open(location) else {
            let error = AttachmentError.refused(fileName: fileName)
            self.lastErrorMessage = error.localizedDescription
            return .failure(error)
        }
        self.lastErrorMessage = nil

        // Move it to the top
        if let recentIndex = self.recentAttachments.firstIndex(where: { $0.location == location }) {
            self.recentAttachments.remove(at: recentIndex)
        }
        self.recentAttachments.insert(attachment, at: 0)
        if self.recentAttachments.count > AttachmentOpener.maximumRecentCount {
            self.recentAttachments.removeLast()
        }

        return .success(attachment)
    }

    func openAll(_ attachments: [MailAttachment], with service: SystemOpener) -> Result<OpeningSummary, AttachmentError> {
        let count = attachments.count
        if count > AttachmentOpener.maximumBatchCount {
            let err = AttachmentError.tooMany(count: count, limit: AttachmentOpener.maximumBatchCount)
            lastErrorMessage = err.localizedDescription
            return .failure(err)
        }

        var summary = OpeningSummary()
        var remainingAttachments = attachments

        while (remainingAttachments.count > 0) {
            let attachment = remainingAttachments.removeFirst()
            let openingResult = openAttachment(attachment, with: service)
            switch openingResult {
            case let .success(openedAttachment):
                summary.openedFileNames.append(openedAttachment.fileName)
            case let .failure(err):
                summary.failures.append(err)
                if case .refused = err {
                    // not worth trying the others
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
        var openingResult = false
        if recentAttachments.count > 0 {
            let file = recentAttachments.first!.location
            if fileManager.fileExists(atPath: file.path) {
                openingResult = opener.open(file)
            } else {
                // gone, remove it from the menu
                recentAttachments.removeFirst()
            }
        }
        return openingResult
    }

}
