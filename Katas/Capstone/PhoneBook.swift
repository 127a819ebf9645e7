import Foundation

/// The phone book, as the telephone system exports it every night. One line per patient:
/// `4711;(212) 555-0142;America/New_York;no`
enum PhoneBook {

    struct Entry: Equatable {
        var number: String

        // This is nil for most of the patients, they live in the same time zone as the practice
        var timeZone: String?

        // Not checked by the reminders yet
        var hasOptedOut = false
    }

    private static let exportPath = "/srv/telephone/export/phonebook.csv"

    static func entry(for patientID: String) -> Entry? {
        guard let exportedText = try? String(contentsOfFile: exportPath, encoding: .utf8) else { return nil }
        for exportedLine in exportedText.split(whereSeparator: { $0.isNewline }) {
            let columns = exportedLine.split(separator: ";", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
            guard columns.count >= 2, columns[0] == patientID else { continue }
            return Entry(number: columns[1],
                         timeZone: columns.count > 2 && !columns[2].isEmpty ? columns[2] : nil,
                         hasOptedOut: columns.count > 3 && columns[3] == "no")
        }
        return nil
    }
}
