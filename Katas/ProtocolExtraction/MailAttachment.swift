//
//  MailAttachment.swift
//  Larkpost
//
//  Copyright © 2020 Larkpost Software. All rights reserved.
//

import Foundation

struct MailAttachment: Equatable {

    let fileURL: URL
    let byteCount: Int // from the header

    var fileName: String {
        return self.fileURL.lastPathComponent
    }

}
