import Foundation

/// The phone book of the telephone system, which exports it every night. A patient has one line:
/// `4711;(212) 555-0142;America/New_York;no`
enum PhoneBook {
  struct Entry: Equatable {
    var number: String

    /// Such as America/New_York, or nil if the patient lives near the practice.
    var timeZone: String?

    /// Reception enters this since the new law. The reminders came first.
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
