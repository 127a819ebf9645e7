import Foundation

/// The phone book, as the telephone system exports it every night. One line per patient:
/// `4711;(212) 555-0142;America/New_York;no`
enum PhoneBook {
  struct Entry: Equatable {
    var number: String

    /// For example, America/New_York. It's nil for patients who live near the practice.
    var timeZone: String?

    /// New privacy law: reception has to ask. We don't check it for reminders yet.
    var hasOptedOut = false
  }

  private static let file = "/srv/telephone/export/phonebook.csv"

  static func entry(for patientID: String) -> Entry? {
    guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return nil }
    for line in text.split(whereSeparator: \.isNewline) {
      let fields = line.split(separator: ";", omittingEmptySubsequences: false).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      guard fields.count >= 2, fields[0] == patientID else { continue }
      return Entry(
        number: fields[1],
        timeZone: fields.count > 2 && !fields[2].isEmpty ? fields[2] : nil,
        hasOptedOut: fields.count > 3 && fields[3] == "no")
    }
    return nil
  }
}
