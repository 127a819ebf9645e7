//
//  LockSchedule.swift
//  Roster
//
//  Copyright (c) 2014 Halden Mobile Ltd. All rights reserved.
//

import Foundation

private let kLockFailuresBeforeLock : Int = 3
private let kLockFirstDuration : TimeInterval = 30
private let kLockLongestDuration : TimeInterval = 15 * 60 // 15 min

class LockSchedule: NSObject {

    static func lockDuration(forFailureCount failureCount: Int) -> TimeInterval {
        if failureCount < kLockFailuresBeforeLock {
            return 0
        }

        let n = Double(failureCount - 3)
        return min(kLockFirstDuration * pow(2.0, n), kLockLongestDuration)
    }

}
