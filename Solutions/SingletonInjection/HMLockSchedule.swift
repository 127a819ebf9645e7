//
//  HMLockSchedule.swift
//  Roster
//
//  Copyright (c) 2014 Halden Mobile Ltd. All rights reserved.
//

import Foundation

class HMLockSchedule: NSObject {

    class func defaultPolicy() -> [String: Any] {
        var policy = [String: Any]()
        policy["LockAfter"] = 3
        policy["LockSecs"] = 30
        policy["LockSecsMax"] = 900
        return policy
    }

    static func lockDuration(forFailureCount failureCount: Int, policy: [String: Any]? = nil) -> TimeInterval {
        var lockAfter = 3
        if policy != nil {
            lockAfter = policy!["LockAfter"] as! Int
        }

        if failureCount < lockAfter {
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
