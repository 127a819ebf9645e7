//
//  LoginHandler.swift
//  Roster
//
//  Copyright (c) 2014 Halden Mobile Ltd. All rights reserved.
//

import Foundation

let kLoginUsernameKey = "LoginUsername"
let kLoginRememberKey = "LoginRemember"
let kLoginLastSuccessKey = "LoginLastSuccess"
let kLoginFailureCountKey = "LoginFailures"
let kLoginLockedUntilKey = "LoginLockedUntil"
let kLoginRecentEmailsKey = "LoginRecent"
let kLoginErrorDomain = "LoginErrorDomain"

private let kLoginMaxRecentEmails : Int = 5

class LoginHandler: NSObject {

    override init() {
        super.init()

        LoginMigrator.migrateIfNeeded()
    }

    // MARK: - Properties

    var previousUsername: String? {
        get {
            return UserDefaults.standard.bool(forKey: kLoginRememberKey) ? UserDefaults.standard.string(forKey: kLoginUsernameKey) : nil
        }
    }

    var lastLoginDate: Date? {
        get {
            return UserDefaults.standard.object(forKey: kLoginLastSuccessKey) as? Date
        }
    }

    var recentAccounts: [String] {
        get {
            if let recentAccounts = UserDefaults.standard.stringArray(forKey: kLoginRecentEmailsKey) {
                return recentAccounts
            } else {
                return []
            }
        }
    }

    func secondsUntilUnlock(atDate date: Date) -> TimeInterval {
        if let lockedUntil = UserDefaults.standard.object(forKey: kLoginLockedUntilKey) as? Date {
            return max(0, lockedUntil.timeIntervalSince(date))
        }

        return 0
    }

    // MARK: - Login

    /// handleLoginResponse
    ///
    /// - parameter statusCode: status code
    /// - parameter username: username
    /// - returns: Bool
    func handleLoginResponse(statusCode: Int, username: String, rememberMe: Bool = true, atDate date: Date) -> Bool {

        let name = username.trimmingCharacters(in: CharacterSet.whitespaces)
        HMLog("login \(statusCode) \(rememberMe)")
        if name.isEmpty {
            return false
        }

        // 403 = wrong password, v1
        if statusCode == 401 || statusCode == 403 {

            if self.secondsUntilUnlock(atDate: date) > 0 {
                HMLog("loginFailed: locked")
                return false
            }

            var failureCount = UserDefaults.standard.integer(forKey: kLoginFailureCountKey)
            failureCount += 1
            UserDefaults.standard.set(failureCount, forKey: kLoginFailureCountKey)

            let secs = LockSchedule.lockDuration(forFailureCount: failureCount)
            let lockedUntil = date.addingTimeInterval(secs)
            UserDefaults.standard.set(lockedUntil, forKey: kLoginLockedUntilKey)

            HMLog("loginFailed: " + String(failureCount) + " \(secs)")
            return false
        }

        if (statusCode != 200) {
            HMLog("loginFailed: \(statusCode)")
            return false
        }

        UserDefaults.standard.set(name, forKey: kLoginUsernameKey)
        UserDefaults.standard.set(rememberMe, forKey: kLoginRememberKey)
        UserDefaults.standard.set(date, forKey: kLoginLastSuccessKey)
        UserDefaults.standard.removeObject(forKey: kLoginFailureCountKey)
        UserDefaults.standard.removeObject(forKey: kLoginLockedUntilKey)

        // LoginViewController, dropdown
        var accounts = Array<String>()
        accounts.append(name)
        for account in self.recentAccounts {

            if account.lowercased() == name.lowercased() {
                continue
            }

            if accounts.count < kLoginMaxRecentEmails {
                accounts.append(account)
            }
        }
        UserDefaults.standard.set(accounts, forKey: kLoginRecentEmailsKey)
        HMLog("loginSucceeded: \(accounts.count)")

        return true
    }

}
