//
//  MailAttachment.swift
//  Copyright © 2020 Larkpost Software. All rights reserved.
//

import Foundation

struct MailAttachment: Equatable {

    let location: URL

    /// The size from the message. The file can be larger, some mail clients send 0 here.
    let byteCount: Int

    var fileName: String {
        return self.location.lastPathComponent
    }

}
