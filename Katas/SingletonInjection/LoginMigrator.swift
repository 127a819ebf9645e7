//
//  LoginMigrator.swift
//  Roster
//
//  Copyright (c) 2014 Halden Mobile Ltd. All rights reserved.
//

import Foundation

private let kLoginVersionKey = "LoginVersion"
private let kLoginCurrentVersion : Int = 2

class LoginMigrator: NSObject {

    @discardableResult
    class func migrateIfNeeded(userDefaults: UserDefaults = UserDefaults.standard) -> Bool {

        if userDefaults.integer(forKey: kLoginVersionKey) >= kLoginCurrentVersion {
            return false
        }

        if let storedValue = userDefaults.object(forKey: "username") {
            userDefaults.set(storedValue, forKey: kLoginUsernameKey)
            userDefaults.removeObject(forKey: "username")
        }
        if let storedValue = userDefaults.object(forKey: "rememberMe") {
            userDefaults.set(storedValue, forKey: kLoginRememberKey)
            userDefaults.removeObject(forKey: "rememberMe")
        }
        if let storedValue = userDefaults.object(forKey: "failedLogins") {
            userDefaults.set(storedValue, forKey: "LoginFailures")
            userDefaults.removeObject(forKey: "failedLogins")
        }

        // 1.3
        let date = userDefaults.object(forKey: "lastLogin")
        if date != nil {
            userDefaults.set(date, forKey: kLoginLastSuccessKey)
            userDefaults.removeObject(forKey: "lastLogin")
        }

        userDefaults.set(kLoginCurrentVersion, forKey: kLoginVersionKey)

        return true
    }
}
