import Foundation

extension Account {

    private var isSignedInRightNow: Bool {
        if self.lastSignIn == nil {
            return false
        }
        return self.lastSignIn!.timeIntervalSinceNow > -15 * 60
    }

    /// A row of the sheet that the support desk opens when a customer calls.
    var supportSheetRow: String {
        let cal = self.customerCalendar
        let dateFormatter = DateFormatter()
        dateFormatter.calendar = cal
        dateFormatter.timeZone = self.timeZone
        dateFormatter.locale = Locale(identifier: "en_US_POSIX")
        dateFormatter.dateFormat = "yyyy-MM-dd"

        // Age
        let startOfBirthDate = cal.startOfDay(for: self.dateOfBirth)
        let ageComponents = cal.dateComponents([.year], from: startOfBirthDate, to: Date())

        var tierName = "-"
        if let loyaltyTier = try? self.loyaltyTier() {
            tierName = loyaltyTier.rawValue
        }

        // Status, same as status()
        let inactiveDays = self.numberOfDays(from: self.lastSignIn ?? self.memberSince, to: Date())
        var statusName = "active"
        if inactiveDays >= 365 {
            statusName = "closed"
        } else if inactiveDays >= 180 {
            statusName = "dormant"
        }

        var sheetColumns = [String]()
        sheetColumns.append(self.name)
        sheetColumns.append(dateFormatter.string(from: self.dateOfBirth))
        sheetColumns.append("\(ageComponents.year!)")
        sheetColumns.append(tierName)
        sheetColumns.append(statusName)
        sheetColumns.append("\(inactiveDays)")
        sheetColumns.append(self.isSignedInRightNow ? "online" : "offline")
        return sheetColumns.joined(separator: ";")
    }

}
