import Foundation

class Account {

    typealias NumberOfDays = Int

    static let dormantAfterDays: NumberOfDays = 180
    static let closedAfterDays: NumberOfDays = 365

    let name: String
    let dateOfBirth: Date
    let memberSince: Date
    let timeZone: TimeZone
    let preferredLanguageCode: String
    private(set) var lastSignIn: Date?

    var now: Date {
        return Date()
    }

    var customerCalendar: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        return calendar
    }

    init(name: String, dateOfBirth: Date, memberSince: Date, timeZone: TimeZone,
         lastSignIn: Date? = nil, preferredLanguageCode: String = "en") {
        self.name = name
        self.dateOfBirth = dateOfBirth
        self.memberSince = memberSince
        self.timeZone = timeZone
        self.lastSignIn = lastSignIn
        self.preferredLanguageCode = preferredLanguageCode
    }

    func numberOfDays(from startDate: Date, to endDate: Date) -> NumberOfDays {
        let cal = customerCalendar
        let interval = cal.startOfDay(for: endDate).timeIntervalSince(cal.startOfDay(for: startDate))
        return Int((interval / 86400).rounded()) // DST
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
            return AccountStatus.active
        }
    }

    // MARK: - Loyalty

    func loyaltyTier() throws -> LoyaltyTier {
        let joiningYear = customerCalendar.component(.year, from: memberSince)
        let yearsOfMembership = customerCalendar.component(.year, from: now) - joiningYear

        switch yearsOfMembership {
        case ..<0: throw AccountError.joinedInTheFuture
        case 0: return .new
        case 1..<3: return .bronze
        case 3..<7: return .silver
        default: return .gold
        }
    }

}

// MARK: - Birthday

extension Account {

    func age() throws -> Int {
        let startOfToday = customerCalendar.startOfDay(for: now)
        guard customerCalendar.startOfDay(for: dateOfBirth) <= startOfToday else { throw AccountError.bornInTheFuture }

        let currentYear = customerCalendar.component(.year, from: startOfToday)
        let yearsSinceBirth = currentYear - customerCalendar.component(.year, from: dateOfBirth)
        return startOfToday < birthday(inYear: currentYear) ? yearsSinceBirth - 1 : yearsSinceBirth
    }

    func isOfAge(in market: Market) -> Bool {
        if let customerAge = try? age() {
            return customerAge >= market.minimumAgeForAlcohol
        }
        return false
    }

    func daysUntilBirthday() -> NumberOfDays {
        let startOfToday = customerCalendar.startOfDay(for: now)
        let currentYear = customerCalendar.component(.year, from: startOfToday)

        var upcomingBirthday = birthday(inYear: currentYear)
        if (upcomingBirthday < startOfToday) {
            upcomingBirthday = self.birthday(inYear: currentYear + 1)
        }
        return numberOfDays(from: startOfToday, to: upcomingBirthday)
    }

    func isBirthday() -> Bool {
        return daysUntilBirthday() == 0
    }

    // 29 Feb?
    private func birthday(inYear calendarYear: Int) -> Date {
        var comps = customerCalendar.dateComponents([.month, .day], from: dateOfBirth)
        comps.year = calendarYear
        return customerCalendar.date(from: comps)!
    }

}

// MARK: - Page header

extension Account {

    func greeting() -> String {

        let monthNames = ["January", "February", "March", "April", "May", "June", "July",
                          "August", "September", "October", "November", "December"]
        let longDateString: (Date) -> String = { date in
            let comps = self.customerCalendar.dateComponents([.year, .month, .day], from: date)
            return "\(comps.day!) \(monthNames[comps.month! - 1]) \(comps.year!)"
        }

        let currentHour = customerCalendar.component(.hour, from: now)
        var salutation = "Good evening"
        if currentHour >= 5 && currentHour < 12 {
            salutation = "Good morning"
        } else if (currentHour >= 12 && currentHour < 18) {
            salutation = "Good afternoon"
        }

        var greetingText = "\(salutation), \(name). It is \(longDateString(now))."


        let startOfToday = customerCalendar.startOfDay(for: now)
        let currentYear = customerCalendar.component(.year, from: startOfToday)
        let birthdayThisYear = birthday(inYear: currentYear)

        // Birthday
        if birthdayThisYear == startOfToday {

            let ageReachedToday = currentYear - self.customerCalendar.component(.year, from: dateOfBirth)
            if ageReachedToday > 0 && ageReachedToday % 10 == 0 {
                greetingText += " Happy birthday, and welcome to your \(ageReachedToday)s!"
            } else {
                greetingText += " Happy birthday!"
            }

        } else if daysUntilBirthday() <= 7 {
            let daysUntil : Int
            daysUntil = daysUntilBirthday()
            greetingText += " Only \(daysUntil) days until your birthday."
        }

        if let currentTier = try? loyaltyTier() {
            let tierName = currentTier.rawValue.capitalized
            greetingText = greetingText + "\n\(tierName) member since \(longDateString(memberSince))."
        }

        // Dormant accounts
        let inactiveDays = numberOfDays(from: lastSignIn ?? memberSince, to: now)
        if inactiveDays >= Account.dormantAfterDays && inactiveDays < Account.closedAfterDays {
            let daysUntilClosing = Account.closedAfterDays - inactiveDays
            greetingText += "\nYour account will be closed in \(daysUntilClosing) days."
        }

        return greetingText
    }

}
