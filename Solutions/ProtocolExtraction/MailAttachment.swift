//
//  MailAttachment.swift
//  Copyright © 2020 Larkpost Software. All rights reserved.
//

import Foundation

struct MailAttachment: Equatable {

    let location: URL

    /// As declared in the message. The file can have another size.
    let byteCount: Int

    var fileName: String {
        return self.location.lastPathComponent
    }

}
