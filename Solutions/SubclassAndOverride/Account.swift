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
        let daysBetween = startOfLastDay.timeIntervalSince(startOfFirstDay) / 86400
        // We have to round here, not all the days have the same length.
        return Int(daysBetween.rounded())
    }

    // MARK: - Sign-in

    func signIn() throws {
        guard status() != .closed else { throw AccountError.closed }
        lastSignIn = now
    }

    func daysOfInactivity() -> NumberOfDays {
        return numberOfDays(from: lastSignIn ?? memberSince, to: now)
    }

    func status() -> AccountStatus {
        let inactiveDays = daysOfInactivity()
        if inactiveDays >= Account.closedAfterDays {
            return .closed
        } else if inactiveDays >= Account.dormantAfterDays {
            return .dormant
        } else {
            return .active
        }
    }

    // MARK: - Loyalty

    func loyaltyTier() throws -> LoyaltyTier {
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

    /// Returns the age of the customer in years.
    /// - Throws: An error if the date of birth is in the future.
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

    func isOfAge(in market: Market) -> Bool {
        guard let customerAge = try? age() else { return false }
        return customerAge >= market.minimumAgeForAlcohol
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
        // Not sure what the calendar does here if the customer was born on 29 February.
        return customerCalendar.date(from: birthdayComponents)!
    }

}

// MARK: - Page header

extension Account {

    func greeting() -> String {
        let cal = self.customerCalendar
        let monthNames = ["January", "February", "March", "April", "May", "June", "July",
                          "August", "September", "October", "November", "December"]

        // The server doesn't know the time zone of the customer, so the app has to do this.
        let currentHour = cal.component(.hour, from: now)
        var greetingText = "Good evening, \(self.name)."
        if currentHour >= 5 && currentHour < 12 {
            greetingText = "Good morning, \(self.name)."
        } else if currentHour >= 12 && currentHour < 18 {
            greetingText = "Good afternoon, \(self.name)."
        }

        // We don't use a DateFormatter here. The page header is in English in all countries.
        let todayComponents = cal.dateComponents([.year, .month, .day], from: now)
        greetingText += " Today is \(todayComponents.day!) \(monthNames[todayComponents.month! - 1]) \(todayComponents.year!)."

        let startOfToday = cal.startOfDay(for: now)
        let currentYear = cal.component(.year, from: startOfToday)
        if self.birthday(inYear: currentYear) == startOfToday {
            let ageReachedToday = currentYear - cal.component(.year, from: self.dateOfBirth)
            if ageReachedToday > 0 && ageReachedToday % 10 == 0 {
                greetingText += " Happy birthday and welcome to your \(ageReachedToday)s!"
            } else {
                greetingText += " Happy birthday!"
            }
        } else if self.daysUntilBirthday() <= 7 {
            greetingText += " Only \(self.daysUntilBirthday()) days until your birthday."
        }

        // Marketing wanted this line for new members as well.
        if let loyaltyTier = try? self.loyaltyTier() {
            let tierName = loyaltyTier.rawValue.capitalized
            let memberSinceComponents = cal.dateComponents([.year, .month, .day], from: self.memberSince)
            greetingText += "\n\(tierName) member since \(memberSinceComponents.day!) \(monthNames[memberSinceComponents.month! - 1]) \(memberSinceComponents.year!)."
        }

        // Dormant accounts
        let inactiveDays = self.numberOfDays(from: self.lastSignIn ?? self.memberSince, to: now)
        if inactiveDays >= 180 && inactiveDays < 365 {
            greetingText += "\nYour account will be closed in \(365 - inactiveDays) days."
        }

        return greetingText
    }

}
