import Foundation

#if SOLUTION
  @testable import CapstoneAfter
#else
  @testable import CapstoneBefore
#endif

/// The app on a workbench: the acceptance tests set what is around the reminders, and read what comes
/// out. They know nothing of your seams. `Wiring.swift` connects the two.
@MainActor
protocol Bench: AnyObject {
  /// An app that has just started. The folder is new and empty. The tests store it as the one for
  /// letters.
  init(folder: URL)

  /// Sets the clock. It stands still until the next call.
  func setClock(to moment: Date) throws

  /// Stores a value under the name that the app has for it, or removes it.
  func setStoredValue(_ value: Any?, forKey key: String) throws

  /// Replaces the phone book: an entry for each patient's number.
  func setPhoneBook(_ entries: [String: PhoneBook.Entry]) throws

  /// Lets the gateway accept text messages, as it does at first, or refuse them.
  func setGateway(accepts: Bool) throws

  /// Starts the app again. What it had in memory is gone. The clock, the stored values, the phone
  /// book, and the gateway stay as they are.
  func restart() throws

  /// Lets the timer fire once.
  func run(_ calendar: [Appointment]) throws

  /// The text messages that the gateway has accepted, in their order, since the bench was made.
  func messagesSent() throws -> [Message]

  /// The text of each letter that has been written since then, by the name of its file.
  func filesWritten() throws -> [String: String]

  /// The pages that have opened since then, in their order.
  func pagesShown() throws -> [Page]
}

nonisolated struct Message: Equatable {
  let number: String
  let text: String
}

/// What a method of the bench throws until you wire it.
struct NotWired: Error, CustomStringConvertible {
  let description: String

  init(_ task: String) {
    description = "Not wired yet. \(task)"
  }
}
