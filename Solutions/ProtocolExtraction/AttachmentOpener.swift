//
//  AttachmentOpener.swift
//  Larkpost
//
//  Copyright © 2020 Larkpost Software. All rights reserved.
//

import Foundation

protocol URLOpener {
    func open(_ file: URL) -> Bool
}

extension SystemOpener: URLOpener {}

final class AttachmentOpener {

    static let maximumAttachmentSize = 25 * 1024 * 1024
    static let maximumBatchCount = 10
    static let maximumRecentCount = 5

    // blocked_types.yml
    private static let blockedExtensions: Set<String> = [
        "app", "bat", "cmd", "com", "exe", "jar", "js", "msi", "ps1", "scr", "sh", "vbs"
    ]

    private(set) var recentAttachments: [LPAttachment] = []
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
    func openAttachment(_ attachment: LPAttachment, with service: any URLOpener) -> Result<LPAttachment, LPAttachmentError> {
        let fileName = attachment.fileName
        let fileURL = attachment.fileURL

        let nameParts = fileName.lowercased().split(separator: ".")
        for namePart in nameParts.dropFirst() {
            let ext = String(namePart)
            if AttachmentOpener.blockedExtensions.contains(ext) {
                let error = LPAttachmentError.blockedType(fileName: fileName, fileExtension: ext)
                self.lastErrorMessage = error.localizedDescription
                return .failure(error)
            }
        }

        let maximumSize = AttachmentOpener.maximumAttachmentSize
        guard attachment.byteCount <= maximumSize else {
            let error = LPAttachmentError.tooLarge(fileName: fileName, byteCount: attachment.byteCount, limit: maximumSize)
            self.lastErrorMessage = error.localizedDescription
            return .failure(error)
        }

        guard self.fileManager.fileExists(atPath: fileURL.path) else {
            let error = LPAttachmentError.notDownloaded(fileName: fileName)
            self.lastErrorMessage = error.localizedDescription
            return .failure(error)
        }

        guard service.open(fileURL) else {
            let error = LPAttachmentError.refused(fileName: fileName)
            self.lastErrorMessage = error.localizedDescription
            return .failure(error)
        }

        self.lastErrorMessage = nil

        let recentIndex = self.recentAttachments.firstIndex(where: { $0.fileURL == fileURL })
        if recentIndex != nil {
            self.recentAttachments.remove(at: recentIndex!)
        }
        self.recentAttachments.insert(attachment, at: 0)
        if self.recentAttachments.count > AttachmentOpener.maximumRecentCount {
            self.recentAttachments.removeLast()
        }

        return .success(attachment)
    }

    /// LPMessageViewController, "Open All"
    func openAll(_ attachments: [LPAttachment], with service: any URLOpener) -> Result<LPOpeningSummary, LPAttachmentError> {
        let maximumCount = AttachmentOpener.maximumBatchCount
        if attachments.count > maximumCount {
            let err = LPAttachmentError.tooMany(count: attachments.count, limit: maximumCount)
            lastErrorMessage = err.localizedDescription
            return .failure(err)
        }

        var summary = LPOpeningSummary()
        var remainingAttachments: [LPAttachment] = attachments
        while remainingAttachments.count > 0 {
            let attachment = remainingAttachments.removeFirst()
            let openingResult = openAttachment(attachment, with: service)
            switch openingResult {
            case let .success(openedAttachment):
                summary.openedFileNames.append(openedAttachment.fileName)
            case let .failure(err):
                summary.failures.append(err)
                if case .refused = err {
                    summary.remainingFileNames = remainingAttachments.map { $0.fileName }
                    return .success(summary)
                }
            }
        }
        return .success(summary)
    }

}

// MARK: - LPMenuController

extension AttachmentOpener {

    var recentMenuTitles: [String] {
        return recentAttachments.map { $0.fileName }
    }

    var canReopenLastAttachment: Bool {
        return recentAttachments.count > 0
    }

    func reopenLastAttachment(with opener: any URLOpener) -> Bool {
        var openingResult = false
        if canReopenLastAttachment {
            let file = recentAttachments.first!.fileURL
            if fileManager.fileExists(atPath: file.path) {
                openingResult = opener.open(file)
            } else {
                recentAttachments.removeFirst()
            }
        }
        return openingResult
    }

}
