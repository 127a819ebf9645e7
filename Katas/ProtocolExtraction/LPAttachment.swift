//
//  LPAttachment.swift
//  Larkpost
//
//  Copyright © 2020 Larkpost Software. All rights reserved.
//

import Foundation

struct LPAttachment: Equatable {

    let fileURL: URL
    let byteCount: Int // Content-Disposition

    var fileName: String {
        return self.fileURL.lastPathComponent
    }

}
