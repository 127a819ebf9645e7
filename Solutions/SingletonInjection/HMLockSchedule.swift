//
//  HMLockSchedule.swift
//  Roster
//
//  Copyright (c) 2014 Halden Mobile Ltd. All rights reserved.
//

import Foundation

class HMLockSchedule: NSObject {

    static func lockDuration(forFailureCount failureCount: Int) -> TimeInterval {
        if failureCount < 3 {
            return 0
        }
        if failureCount == 3 {
            return 30
        }
        if failureCount == 4 {
            return 60
        }
        if failureCount == 5 {
            return 2 * 60
        }
        if failureCount == 6 {
            return 4 * 60
        }
        if failureCount == 7 {
            return 8 * 60
        }
        return 15 * 60
    }

}
