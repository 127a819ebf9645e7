//
//  AttachmentOpener.swift
//  Larkpost
//
//  Copyright © 2020 Larkpost Software. All rights reserved.
//

import Foundation

final class AttachmentOpener {

    static let maximumAttachmentSize = 25 * 1024 * 1024 // see ComposeWindow
    static let maximumBatchCount = 10
    static let maximumRecentCount = 5

    private static let blockedExtensions: Set<String> = [
        "app", "bat", "cmd", "com", "exe", "jar", "js", "msi", "ps1", "scr", "sh", "vbs"
    ]

    // latest first
    private(set) var recentAttachments: [MailAttachment] = []
    private(set) var lastErrorMessage: String?

    private let fileManager: FileManager

    init(fileManager: FileManager = .default) {
        self.fileManager = fileManager
    }

    // MARK: - Opening

    /// Opens the attachment with the default app of the system.
    /// - Parameter attachment: The attachment.
    /// - Parameter service: The service that opens the attachment.
    @discardableResult
    func openAttachment(_ attachment: MailAttachment, with service: SystemOpener) -> Result<MailAttachment, AttachmentError> {
        let fileName = attachment.fileName
        let fileURL = attachment.fileURL
        DLog("\(fileName) \(attachment.byteCount)")

        // invoice.pdf.exe
        let parts = fileName.lowercased().split(separator: ".")
        for part in parts.dropFirst() {
            let ext = String(part)
            if AttachmentOpener.blockedExtensions.contains(ext) {
                let error = AttachmentError.blockedType(fileName: fileName, fileExtension: ext)
                self.lastErrorMessage = error.localizedDescription
                return .failure(error)
            }
        }

        guard attachment.byteCount <= AttachmentOpener.maximumAttachmentSize else {
            let error = AttachmentError.tooLarge(fileName: fileName, byteCount: attachment.byteCount, limit: AttachmentOpener.maximumAttachmentSize)
            self.lastErrorMessage = error.localizedDescription
            return .failure(error)
        }

        guard self.fileManager.fileExists(atPath: fileURL.path) else {
            let error = AttachmentError.notDownloaded(fileName: fileName)
            self.lastErrorMessage = error.localizedDescription
            return .failure(error)
        }

        guard service.open(fileURL) else {
            let error = AttachmentError.refused(fileName: fileName)
            self.lastErrorMessage = error.localizedDescription
            return .failure(error)
        }

        self.lastErrorMessage = nil
        // menu
        if let recentIndex = self.recentAttachments.firstIndex(where: { $0.fileURL == fileURL }) {
            self.recentAttachments.remove(at: recentIndex)
        }
        self.recentAttachments.insert(attachment, at: 0)
        if self.recentAttachments.count > AttachmentOpener.maximumRecentCount {
            self.recentAttachments.removeLast()
        }

        return .success(attachment)
    }

    /// Used by the "Open All" button
    func openAll(_ attachments: [MailAttachment], with service: SystemOpener) -> Result<OpeningSummary, AttachmentError> {
        let count = attachments.count
        if count > AttachmentOpener.maximumBatchCount {
            let err = AttachmentError.tooMany(count: count, limit: AttachmentOpener.maximumBatchCount)
            lastErrorMessage = err.localizedDescription
            return .failure(err)
        }

        var summary = OpeningSummary()
        var remainingAttachments: [MailAttachment] = attachments
        while remainingAttachments.count > 0 {
            let attachment = remainingAttachments.removeFirst()
            let openingResult = openAttachment(attachment, with: service)
            switch openingResult {
            case let .success(openedAttachment):
                summary.openedFileNames.append(openedAttachment.fileName)
            case let .failure(err):
                summary.failures.append(err)
                if case .refused = err {
                    // same for the others
                    DLog("refused, \(remainingAttachments.count) of \(attachments.count) left")
                    summary.remainingFileNames = remainingAttachments.map { $0.fileName }
                    return .success(summary)
                }
            }
        }
        return .success(summary)
    }

}

// MARK: - Main menu

extension AttachmentOpener {

    var canReopenLastAttachment: Bool {
        return recentAttachments.count > 0
    }

    func reopenLastAttachment(with opener: SystemOpener) -> Bool {
        var openingResult = false
        if canReopenLastAttachment {
            let file = recentAttachments.first!.fileURL
            if fileManager.fileExists(atPath: file.path) {
                openingResult = opener.open(file)
            } else {
                DLog("gone: \(file.path)")
                recentAttachments.removeFirst()
            }
        }
        return openingResult
    }

}
