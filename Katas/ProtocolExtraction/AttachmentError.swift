//
//  AttachmentError.swift
//  Copyright © 2020 Larkpost Software. All rights reserved.
//

import Foundation

enum AttachmentError: Error, Equatable {
    case blockedType(fileName: String, fileExtension: String)
    case tooLarge(fileName: String, byteCount: Int, limit: Int)
    case notDownloaded(fileName: String)
    case refused(fileName: String)

    case tooMany(count: Int, limit: Int)
}

// MARK: - LocalizedError

extension AttachmentError: LocalizedError {

    var errorDescription: String? {
        switch self {
        case .blockedType(let fileName, let fileExtension):
            return "“\(fileName)” was not opened: “.\(fileExtension)” files can run programs on this computer."

        case .tooLarge(let fileName, let byteCount, let limit):
            let size = megabytes(byteCount)
            return "“\(fileName)” was not opened: it is \(size), and the limit is \(megabytes(limit))."

        case .notDownloaded(let fileName):
            return "“\(fileName)” was not opened: it is no longer on this computer. Download it again."
        case .refused(let fileName):
            return "“\(fileName)” was not opened: no app could open it."
        case let .tooMany(count, limit):
            return "\(count) attachments were not opened: only \(limit) can be opened together."
        }
    }

    private func megabytes(_ byteCount: Int) -> String {
        let mb = byteCount / 1_048_576
        return "\(mb) MB"
    }

}
