//
//  Account.swift
//  Oddbarrel
//
//  Copyright © 2018 Oddbarrel GmbH. All rights reserved.
//

import Foundation

class Account {

    typealias NumberOfDays = Int

    static let dormantAfterDays: NumberOfDays = 180
    static let closedAfterDays: NumberOfDays = 365

    let name: String
    let dateOfBirth: Date
    let memberSince: Date
    let timeZone: TimeZone
    private(set) var lastSignIn: Date?

    var now: Date {
        return Date()
    }

    var customerCalendar: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        return calendar
    }

    init(name: String, dateOfBirth: Date, memberSince: Date, timeZone: TimeZone, lastSignIn: Date? = nil) {
        self.name = name
        self.dateOfBirth = dateOfBirth
        self.memberSince = memberSince
        self.timeZone = timeZone
        self.lastSignIn = lastSignIn
    }

    func numberOfDays(from startDate: Date, to endDate: Date) -> NumberOfDays {
        let startOfFirstDay = customerCalendar.startOfDay(for: startDate)
        let startOfLastDay = customerCalendar.startOfDay(for: endDate)
        let daysBetween: Double = startOfLastDay.timeIntervalSince(startOfFirstDay) / 86400
        return Int(daysBetween.rounded())
    }

    // MARK: - Sign-in

    func signIn() throws {
        guard !isClosed else { throw AccountError.closed }
        lastSignIn = now
    }

    func daysOfInactivity() -> NumberOfDays {
        return numberOfDays(from: lastSignIn ?? memberSince, to: now)
    }

    func status() -> OBAccountStatus {
        let inactiveDays = daysOfInactivity()
        if inactiveDays >= Account.closedAfterDays {
            return .closed
        } else if inactiveDays >= Account.dormantAfterDays {
            return .dormant
        } else {
            return .active
        }
    }

    var isDormant: Bool {
        return status() == .dormant
    }

    var isClosed: Bool {
        return status() == .closed
    }

    // MARK: - Barrel Club

    func clubTier() throws -> OBClubTier {
        let joiningYear = customerCalendar.component(.year, from: memberSince)
        let currentYear = customerCalendar.component(.year, from: now)
        guard joiningYear <= currentYear else { throw AccountError.joinedInTheFuture }

        let yearsOfMembership = currentYear - joiningYear
        if yearsOfMembership >= 7 {
            return .gold
        } else if yearsOfMembership >= 3 {
            return .silver
        } else if yearsOfMembership >= 1 {
            return .bronze
        } else {
            return .new
        }
    }
}

// MARK: - Birthday

extension Account {

    func age() throws -> Int {
        let startOfToday = customerCalendar.startOfDay(for: now)
        let startOfBirthDate = customerCalendar.startOfDay(for: dateOfBirth)
        guard startOfBirthDate <= startOfToday else { throw AccountError.bornInTheFuture }

        let currentYear = customerCalendar.component(.year, from: startOfToday)
        let birthYear = customerCalendar.component(.year, from: dateOfBirth)
        if startOfToday < birthday(inYear: currentYear) {
            return currentYear - birthYear - 1
        } else {
            return currentYear - birthYear
        }
    }

    func isOfAge(in market: OBMarket) -> Bool {
        guard let customerAge = try? age() else { return false }
        return customerAge >= market.legalDrinkingAge
    }

    func daysUntilBirthday() -> NumberOfDays {
        let startOfToday = customerCalendar.startOfDay(for: now)
        let currentYear = customerCalendar.component(.year, from: startOfToday)

        if birthday(inYear: currentYear) < startOfToday {
            return numberOfDays(from: startOfToday, to: birthday(inYear: currentYear + 1))
        } else {
            return numberOfDays(from: startOfToday, to: birthday(inYear: currentYear))
        }
    }

    func isBirthday() -> Bool {
        return daysUntilBirthday() == 0
    }

    private func birthday(inYear calendarYear: Int) -> Date {
        var birthdayComponents = customerCalendar.dateComponents([.month, .day], from: dateOfBirth)
        birthdayComponents.year = calendarYear
        return customerCalendar.date(from: birthdayComponents)!
    }
}

// MARK: - OBHomeHeaderView

extension Account {

    func greeting() -> String {
        let cal = customerCalendar
        let monthNames = ["January", "February", "March", "April", "May", "June", "July",
                          "August", "September", "October", "November", "December"]

        let currentHour = cal.component(.hour, from: now)
        var greetingText = ""
        if currentHour >= 5 && currentHour < 12 {
            greetingText = "Good morning, \(name)."
        } else if currentHour >= 12 && currentHour < 18 {
            greetingText = "Good afternoon, \(name)."
        } else {
            greetingText = "Good evening, \(name)."
        }

        let todayComponents = cal.dateComponents([.year, .month, .day], from: now)
        let todayMonth = monthNames[todayComponents.month! - 1]
        let todayString = "\(todayComponents.day!) \(todayMonth) \(todayComponents.year!)"
        greetingText += " Today is \(todayString)."

        let startOfToday = cal.startOfDay(for: now)
        let currentYear = cal.component(.year, from: startOfToday)
        if birthday(inYear: currentYear) == startOfToday {
            let newAge = currentYear - cal.component(.year, from: dateOfBirth)
            if newAge > 0 && newAge % 10 == 0 {
                greetingText += " Happy birthday and welcome to your \(newAge)s!"
            } else {
                greetingText += " Happy birthday!"
            }
        } else if daysUntilBirthday() <= 7 {
            greetingText += " Only \(daysUntilBirthday()) days until your birthday."
        }

        if let memberTier = try? clubTier() {
            let joinedComponents = cal.dateComponents([.year, .month, .day], from: memberSince)
            let joinedMonth = monthNames[joinedComponents.month! - 1]
            let joinedString = "\(joinedComponents.day!) \(joinedMonth) \(joinedComponents.year!)"
            switch memberTier {
            case .new:
                greetingText += "\nNew member since \(joinedString)."
            case .bronze:
                greetingText += "\nBronze member since \(joinedString)."
            case .silver:
                greetingText += "\nSilver member since \(joinedString)."
            case .gold:
                greetingText += "\nGold member since \(joinedString)."
            }
        }

        let inactiveDays = numberOfDays(from: lastSignIn ?? memberSince, to: now)
        if inactiveDays >= 180 {
            let daysLeft = 365 - inactiveDays
            if daysLeft > 0 {
                greetingText += "\nYour account will be closed in \(daysLeft) days."
            }
        }

        return greetingText
    }

}
