import Foundation

enum QuietHours {
    static func contain(_ date: Date, in timeZone: TimeZone) -> Bool {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        let hour = calendar.component(.hour, from: date)
        return hour < 8 || hour >= 21
    }
}
