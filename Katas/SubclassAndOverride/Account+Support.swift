import Foundation

extension Account {

    private var isLoggedInRightNow: Bool {
        if self.lastSignIn == nil {
            return false
        }
        return self.lastSignIn!.timeIntervalSinceNow > -15 * 60
    }

    /// OBSupportViewController, Freshdesk import
    var freshdeskRow: String {
        let cal = self.customerCalendar
        let dateFormatter = DateFormatter()
        dateFormatter.calendar = cal
        dateFormatter.timeZone = self.timeZone
        dateFormatter.locale = Locale(identifier: "en_US_POSIX")
        dateFormatter.dateFormat = "yyyy-MM-dd"

        let startOfBirthDate = cal.startOfDay(for: self.dateOfBirth)
        let ageComponents = cal.dateComponents([.year], from: startOfBirthDate, to: Date())

        var tierName = "-"
        if let memberTier = try? self.clubTier() {
            tierName = memberTier.rawValue
        }

        let inactiveDays = self.numberOfDays(from: self.lastSignIn ?? self.memberSince, to: Date())
        var statusName = "active"
        if inactiveDays >= 365 {
            statusName = "closed"
        } else if inactiveDays >= 180 {
            statusName = "dormant"
        }

        var exportString = ""
        exportString += self.name + ";"
        exportString += dateFormatter.string(from: self.dateOfBirth) + ";"
        exportString += "\(ageComponents.year!)" + ";"
        exportString += tierName + ";"
        exportString += statusName + ";"
        exportString += "\(inactiveDays)" + ";"
        exportString += self.isLoggedInRightNow ? "online" : "offline"
        return exportString
    }
}
