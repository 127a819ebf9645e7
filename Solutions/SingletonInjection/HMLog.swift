//
//  HMLog.swift
//  Roster
//
//  Copyright (c) 2014 Halden Mobile Ltd. All rights reserved.
//

import Foundation

func HMLog(_ message: String) {
    #if HM_DEBUG
    NSLog("%@", message)
    #endif
}
