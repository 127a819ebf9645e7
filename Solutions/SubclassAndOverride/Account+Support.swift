//
//  Account+Support.swift
//  Corkboard
//
//  Copyright © 2020 Corkboard Inc. All rights reserved.
//

import Foundation

extension Account {

    private var isSignedInRightNow: Bool {
        guard let mostRecentSignIn = lastSignIn else { return false }
        return mostRecentSignIn.timeIntervalSince(now) > -15 * 60
    }

    /// A row of the sheet that the support desk opens when a customer calls.
    var supportSheetRow: String {
        let fmt = DateFormatter()
        fmt.calendar = customerCalendar
        fmt.timeZone = self.timeZone
        fmt.locale = Locale(identifier: "en_US_POSIX")
        fmt.dateFormat = "yyyy-MM-dd"

        let startOfBirthDate = customerCalendar.startOfDay(for: dateOfBirth)
        let completedYears = customerCalendar.dateComponents([.year], from: startOfBirthDate, to: now).year

        // same as status()
        let daysWithoutSignIn = numberOfDays(from: lastSignIn ?? memberSince, to: now)
        var accountStatus = AccountStatus.active
        if daysWithoutSignIn >= 180 {
            accountStatus = daysWithoutSignIn < 365 ? .dormant : .closed
        }

        var columns: [String?] = [name, fmt.string(from: dateOfBirth)]
        columns += [completedYears.map { "\($0)" }, try? loyaltyTier().rawValue]
        columns.append(accountStatus.rawValue)
        columns.append("\(daysWithoutSignIn)")
        columns.append(isSignedInRightNow == false ? "offline" : "online")

        return columns.map { $0 ?? "-" }.joined(separator: ";")
    }

}
