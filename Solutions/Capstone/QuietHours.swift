import Foundation

/// The hours in which no patient gets a text: from 9 p.m. to 8 a.m.
enum QuietHours {
    static func contain(_ moment: Date, in timeZone: TimeZone) -> Bool {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        let hour = calendar.component(.hour, from: moment)
        return hour < 8 || hour >= 21
    }
}
