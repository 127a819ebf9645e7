//
//  LPAttachmentError.swift
//  Larkpost
//
//  Copyright © 2020 Larkpost Software. All rights reserved.
//

import Foundation

enum LPAttachmentError: Error, Equatable {

    case blockedType(fileName: String, fileExtension: String)
    case tooLarge(fileName: String, byteCount: Int, limit: Int)
    case notDownloaded(fileName: String)
    case refused(fileName: String)
    case tooMany(count: Int, limit: Int)

}

// MARK: - LocalizedError

extension LPAttachmentError: LocalizedError {

    var errorDescription: String? {
        switch self {
        case let .blockedType(fileName, fileExtension):
            return "“\(fileName)” can't be opened because “.\(fileExtension)” files may harm your computer."
        case let .tooLarge(fileName, byteCount, limit):
            return "“\(fileName)” can't be opened because it is too large (\(self.megabytes(byteCount))). The limit is \(self.megabytes(limit))."
        case let .notDownloaded(fileName):
            return "“\(fileName)” can't be found. Please download it again."
        case let .refused(fileName):
            return "“\(fileName)” can't be opened. You may not have an app for this type of file."
        case let .tooMany(count, limit):
            return "You can only open \(limit) attachments at once (\(count) selected)."
        }
    }

    private func megabytes(_ byteCount: Int) -> String {
        let size = byteCount / 1024 / 1024
        return String(size) + " MB"
    }
}
