//
//  HMLoginMigrator.swift
//  Roster
//
//  Copyright (c) 2014 Halden Mobile Ltd. All rights reserved.
//

import Foundation

fileprivate let kHMLoginVersionKey = "HMLoginVersion"
fileprivate let kHMLoginCurrentVersion = 2

class HMLoginMigrator: NSObject {

    @discardableResult
    class func migrateIfNeeded(userDefaults: UserDefaults = UserDefaults.standard) -> Bool {

        if userDefaults.integer(forKey: kHMLoginVersionKey) >= kHMLoginCurrentVersion {
            return false
        }

        var value = userDefaults.object(forKey: "username")
        if value != nil {
            userDefaults.set(value, forKey: kHMLoginUsernameKey)
            userDefaults.removeObject(forKey: "username")
        }

        value = userDefaults.object(forKey: "rememberMe")
        if value != nil {
            userDefaults.set(value, forKey: kHMLoginRememberKey)
            userDefaults.removeObject(forKey: "rememberMe")
        }

        value = userDefaults.object(forKey: "failedLogins")
        if value != nil {
            userDefaults.set(value, forKey: kHMLoginFailureCountKey)
            userDefaults.removeObject(forKey: "failedLogins")
        }

        value = userDefaults.object(forKey: "lastLogin")
        if value != nil {
            userDefaults.set(value, forKey: kHMLoginLastSuccessKey)
            userDefaults.removeObject(forKey: "lastLogin")
        }

        userDefaults.set(kHMLoginCurrentVersion, forKey: kHMLoginVersionKey)

        return true
    }
}
