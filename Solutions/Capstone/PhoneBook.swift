import Foundation

enum PhoneBook {

    struct Entry: Equatable {
        var number: String

        var timeZone: String? // nil = practice

        var hasOptedOut = false
    }

    private static let exportPath = "/srv/telephone/export/phonebook.csv"

    static func entry(for patientID: String) -> Entry? {
        guard let contents = try? String(contentsOfFile: exportPath, encoding: .utf8) else { return nil }
        for row in contents.split(whereSeparator: { $0.isNewline }) {
            let columns = row.split(separator: ";", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
            if columns.count < 2 || columns[0] != patientID { continue }
            return Entry(number: columns[1],
                         timeZone: columns.count > 2 && !columns[2].isEmpty ? columns[2] : nil,
                         hasOptedOut: columns.count > 3 && columns[3] == "no")
        }
        return nil
    }
}
