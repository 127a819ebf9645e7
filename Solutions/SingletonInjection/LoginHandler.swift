//
//  LoginHandler.swift
//  Roster
//
//  Copyright (c) 2014 Halden Mobile Ltd. All rights reserved.
//

import Foundation

let kHMLoginUsernameKey = "HMLoginUsername"
let kHMLoginRememberKey = "HMLoginRemember"
let kHMLoginLastSuccessKey = "HMLoginLastSuccess"
let kHMLoginFailureCountKey = "HMLoginFailures"
let kHMLoginLockedUntilKey = "HMLoginLockedUntil"
let kHMLoginRecentEmailsKey = "HMLoginRecent"
let kHMLoginErrorDomain = "com.haldenmobile.roster.login"

fileprivate let kHMLoginMaxRecentEmails = 5

class LoginHandler: NSObject {

    let defaults: UserDefaults

    override convenience init() {
        self.init(defaults: .standard)
    }

    init(defaults: UserDefaults) {
        self.defaults = defaults
        super.init()

        HMLoginMigrator.migrateIfNeeded(userDefaults: defaults)
    }

    // MARK: - Properties

    var previousUsername: String? {
        get {
            return self.defaults.bool(forKey: kHMLoginRememberKey) ? self.defaults.string(forKey: kHMLoginUsernameKey) : nil
        }
    }

    var lastLoginDate: Date? {
        get {
            return self.defaults.object(forKey: kHMLoginLastSuccessKey) as? Date
        }
    }

    var recentAccounts: [String] {
        get {
            let emails = self.defaults.stringArray(forKey: kHMLoginRecentEmailsKey)
            if emails != nil {
                return emails!
            } else {
                return []
            }
        }
    }

    // MARK: - Lock

    func secondsUntilUnlock(atDate date: Date) -> TimeInterval {
        let lockedUntil = self.defaults.object(forKey: kHMLoginLockedUntilKey) as? Date
        if lockedUntil != nil {
            let lockSeconds = lockedUntil!.timeIntervalSince(date)
            if lockSeconds > 0 {
                return lockSeconds
            }
        }

        return 0
    }

    func isLocked(atDate date: Date) -> Bool {
        return self.secondsUntilUnlock(atDate: date) > 0 ? true : false
    }

    // MARK: - Login

    /// HMLoginViewController, HMPinViewController
    func handleLoginResponse(statusCode: Int, username: String, rememberMe: Bool = true, atDate date: Date) -> Bool {

        let email = username.trimmingCharacters(in: CharacterSet.whitespaces)
        if email.isEmpty {
            DDLogWarn("[Login] no username, status \(statusCode)")
            return false
        }

        // 403 on Roster Server < 2.1
        if statusCode == 401 || statusCode == 403 {

            if self.isLocked(atDate: date) {
                DDLogWarn("[Login] locked, status \(statusCode)")
                return false
            }

            var failureCount = self.defaults.integer(forKey: kHMLoginFailureCountKey)
            failureCount += 1
            self.defaults.set(failureCount, forKey: kHMLoginFailureCountKey)

            let policy = HMLockSchedule.defaultPolicy()
            let lockSeconds = HMLockSchedule.lockDuration(forFailureCount: failureCount, policy: policy)
            let lockedUntil = date.addingTimeInterval(lockSeconds)
            self.defaults.set(lockedUntil, forKey: kHMLoginLockedUntilKey)

            var logParameters = [String: Any]()
            logParameters["status"] = statusCode
            logParameters["failures"] = failureCount
            logParameters["secs"] = lockSeconds
            logParameters["policy"] = policy
            DDLogWarn("[Login] failed \(logParameters)")
            return false
        }

        if statusCode != 200 {
            DDLogError("[Login] status \(statusCode)")
            return false
        }

        self.defaults.set(email, forKey: kHMLoginUsernameKey)
        self.defaults.set(rememberMe, forKey: kHMLoginRememberKey)
        self.defaults.set(date, forKey: kHMLoginLastSuccessKey)
        self.defaults.removeObject(forKey: kHMLoginFailureCountKey)
        self.defaults.removeObject(forKey: kHMLoginLockedUntilKey)

        var emails = [String]()
        emails.append(email)
        for account in self.recentAccounts {
            let storedEmail = account.lowercased()
            let enteredEmail = email.lowercased()
            if storedEmail == enteredEmail {
                continue
            }
            if emails.count < kHMLoginMaxRecentEmails {
                emails.append(account)
            }
        }
        self.defaults.set(emails, forKey: kHMLoginRecentEmailsKey)
        //print("recent \(emails)")

        var logParameters = [String: Any]()
        logParameters["status"] = statusCode
        logParameters["remember"] = rememberMe
        logParameters["recent"] = emails.count
        DDLogDebug("[Login] ok \(logParameters)")

        return true
    }

}
