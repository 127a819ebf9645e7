//
//  Logging.swift
//  Roster
//
//  Copyright (c) 2014 Halden Mobile Ltd. All rights reserved.
//

import Foundation

let log = RosterLog()

class RosterLog: NSObject {
    let isEnabled = false
    func debug(_ message: String) { if isEnabled { NSLog("%@", message) } }
}
