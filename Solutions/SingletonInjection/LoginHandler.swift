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
private let kLoginDebugLogging : Bool = false

class LoginHandler: NSObject {

    let defaults: UserDefaults

    init(defaults: UserDefaults = .standard) {
        self.defaults = defaults
        super.init()

        LoginMigrator.migrateIfNeeded(userDefaults: defaults)
    }

    // MARK: - Properties

    var previousUsername: String? {
        get {
            if self.defaults.bool(forKey: kLoginRememberKey) == false {
                return nil
            }

            return self.defaults.string(forKey: kLoginUsernameKey)
        }
    }

    var lastLoginDate: Date? {
        get {
            return self.defaults.object(forKey: kLoginLastSuccessKey) as? Date
        }
    }

    var recentAccounts: [String] {
        get {
            if let recentAccounts = self.defaults.stringArray(forKey: kLoginRecentEmailsKey) {
                return recentAccounts
            } else {
                return []
            }
        }
    }

    func secondsUntilUnlock(atDate date: Date) -> TimeInterval {
        if let lockedUntil = self.defaults.object(forKey: kLoginLockedUntilKey) as? Date {
            return max(0, lockedUntil.timeIntervalSince(date))
        }

        return 0
    }

    // MARK: - Login

    /// Handles the response of the login request.
    /// - returns: true if the user is logged in
    func handleLoginResponse(statusCode: Int, username: String, rememberMe: Bool = true, atDate date: Date) -> Bool {

        let name = username.trimmingCharacters(in: CharacterSet.whitespaces)
        if name.isEmpty {
            if kLoginDebugLogging {
                NSLog("LoginHandler: no user name")
            }
            return false
        }

        // The old server sends 403 here if the password is wrong
        if statusCode == 401 || statusCode == 403 {

            if self.secondsUntilUnlock(atDate: date) > 0 {
                if kLoginDebugLogging {
                    NSLog("LoginHandler loginFailed: still locked")
                }
                return false
            }

            // The server doesn't lock the account, we have to count the failures here
            var failureCount = self.defaults.integer(forKey: kLoginFailureCountKey)
            failureCount += 1
            self.defaults.set(failureCount, forKey: kLoginFailureCountKey)

            let secs = LockSchedule.lockDuration(forFailureCount: failureCount)
            let lockedUntil = date.addingTimeInterval(secs)
            self.defaults.set(lockedUntil, forKey: kLoginLockedUntilKey)

            if kLoginDebugLogging {
                NSLog("LoginHandler loginFailed: %ld, locked for %.0f", failureCount, secs)
            }
            return false
        }

        if statusCode != 200 {
            if kLoginDebugLogging {
                NSLog("LoginHandler: status %ld", statusCode)
            }
            return false
        }

        self.defaults.set(name, forKey: kLoginUsernameKey)
        self.defaults.set(rememberMe, forKey: kLoginRememberKey)
        self.defaults.set(date, forKey: kLoginLastSuccessKey)
        self.defaults.removeObject(forKey: kLoginFailureCountKey)
        self.defaults.removeObject(forKey: kLoginLockedUntilKey)

        // Move the account to the top of the list that is shown below the user name field
        var accounts = [String]()
        accounts.append(name)
        for account in self.recentAccounts {

            if account.lowercased() == name.lowercased() {
                continue
            }

            if accounts.count < kLoginMaxRecentEmails {
                accounts.append(account)
            }
        }
        self.defaults.set(accounts, forKey: kLoginRecentEmailsKey)

        if kLoginDebugLogging {
            NSLog("LoginHandler loginSucceeded: %ld accounts", accounts.count)
        }

        return true
    }

}
