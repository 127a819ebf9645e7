//
//  Copyright © 2018 Halden Mobile Ltd. All rights reserved.
//

import Foundation

private enum LoginKey: String {
    case username = "LoginUsername"
    case remember = "LoginRemember"
    case recent = "LoginRecent"
}

// MARK: - Forget me

extension LoginHandler {

    /// SettingsViewController
    @discardableResult
    func forgetMe() -> Bool {
        defer {
            [LoginKey.username, .remember].forEach { defaults.removeObject(forKey: $0.rawValue) }
        }

        guard let username = previousUsername else { return false }
        guard let accounts = defaults.stringArray(forKey: LoginKey.recent.rawValue) else {
            return false
        }

        let others = accounts.filter { $0.lowercased() != username.lowercased() }
        defaults.set(others, forKey: LoginKey.recent.rawValue)

        return others.count < accounts.count
    }
}
