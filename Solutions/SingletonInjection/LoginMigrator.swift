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

        if (userDefaults.integer(forKey: kLoginVersionKey) >= kLoginCurrentVersion) {
            return false
        }

        if let obj = userDefaults.object(forKey: "username") {
            userDefaults.set(obj, forKey: kLoginUsernameKey)
            userDefaults.removeObject(forKey: "username")
        }
        if let obj = userDefaults.object(forKey: "rememberMe") {
            userDefaults.set(obj, forKey: kLoginRememberKey)
            userDefaults.removeObject(forKey: "rememberMe")
        }
        if let obj = userDefaults.object(forKey: "failedLogins") {
            userDefaults.set(obj, forKey: kLoginFailureCountKey)
            userDefaults.removeObject(forKey: "failedLogins")
        }
        if let obj = userDefaults.object(forKey: "lastLogin") {
            userDefaults.set(obj, forKey: kLoginLastSuccessKey)
            userDefaults.removeObject(forKey: "lastLogin")
        }

        userDefaults.set(kLoginCurrentVersion, forKey: kLoginVersionKey)

        return true
    }
}
