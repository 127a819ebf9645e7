import Foundation

private let kLoginVersionKey = "LoginVersion"
private let kLoginCurrentVersion = 2

class LoginMigrator: NSObject {

    @discardableResult
    class func migrateIfNeeded(userDefaults: UserDefaults = UserDefaults.standard) -> Bool {

        if userDefaults.integer(forKey: kLoginVersionKey) >= kLoginCurrentVersion {
            return false
        }

        let keys = [
            "username": kLoginUsernameKey,
            "rememberMe": kLoginRememberKey,
            "failedLogins": kLoginFailureCountKey,
            "lastLogin": kLoginLastSuccessKey
        ]

        for (oldKey, newKey) in keys {

            if let obj = userDefaults.object(forKey: oldKey) {
                userDefaults.set(obj, forKey: newKey)
                userDefaults.removeObject(forKey: oldKey)
            }
        }

        userDefaults.set(kLoginCurrentVersion, forKey: kLoginVersionKey)

        return true
    }
}
