//  Debug.swift
//  Copyright (c) 2015 Fernhill Apps. All rights reserved.

import Foundation

func LogVerbose(_ message: String) {
    #if LOG_VERBOSE
    NSLog("%@", message)
    #endif
}
