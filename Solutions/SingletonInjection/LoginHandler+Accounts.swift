//
//  Copyright © 2018 Halden Mobile Ltd. All rights reserved.
//

import Foundation

private enum HMDefaultsKey: String {
    case username = "HMLoginUsername"
    case remember = "HMLoginRemember"
    case recent = "HMLoginRecent"
    case lastSuccess = "HMLoginLastSuccess"
    case version = "HMLoginVersion"
}

extension LoginHandler {

    /// HMSettingsViewController
    @discardableResult
    func forgetMe() -> Bool {
        defer {
            [HMDefaultsKey.username, .remember].forEach { defaults.removeObject(forKey: $0.rawValue) }
        }

        guard let username = previousUsername else { return false }
        guard let accounts = defaults.stringArray(forKey: HMDefaultsKey.recent.rawValue) else {
            return false
        }

        let others = accounts.filter { $0.lowercased() != username.lowercased() }
        defaults.set(others, forKey: HMDefaultsKey.recent.rawValue)
        DDLogDebug("[Login] forgetMe \(others.count)")

        return others.count < accounts.count
    }
}
