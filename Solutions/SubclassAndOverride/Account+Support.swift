import Foundation

extension Account {

    private var isSignedInRightNow: Bool {
        if self.lastSignIn == nil {
            return false
        }
        return self.lastSignIn!.timeIntervalSince(now) > -15 * 60
    }

    /// CSV for SupportViewController
    var supportSheetRow: String {
        let cal = self.customerCalendar
        let dateFormatter = DateFormatter()
        dateFormatter.calendar = cal
        dateFormatter.timeZone = self.timeZone
        dateFormatter.locale = Locale(identifier: "en_US_POSIX")
        dateFormatter.dateFormat = "yyyy-MM-dd"

        let startOfBirthDate = cal.startOfDay(for: self.dateOfBirth)
        let ageComponents = cal.dateComponents([.year], from: startOfBirthDate, to: now)

        var tierName = "-"
        if let loyaltyTier = try? self.loyaltyTier() {
            tierName = loyaltyTier.rawValue
        }

        // status
        let inactiveDays = self.numberOfDays(from: self.lastSignIn ?? self.memberSince, to: now)
        var statusName = "active"
        if inactiveDays >= 365 {
            statusName = "closed"
        } else if inactiveDays >= 180 {
            statusName = "dormant"
        }

        var sheetColumns = Array<String>()
        sheetColumns.append(name)
        sheetColumns.append(dateFormatter.string(from: dateOfBirth))
        sheetColumns.append("\(ageComponents.year!)")
        sheetColumns.append(tierName)
        sheetColumns.append(statusName)
        sheetColumns.append(String(inactiveDays))
        sheetColumns.append(self.isSignedInRightNow ? "online" : "offline")
        return sheetColumns.joined(separator: ";")
    }

}
