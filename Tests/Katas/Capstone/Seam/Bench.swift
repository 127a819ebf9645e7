import Foundation

@testable import Capstone

/// The app on a workbench. The acceptance tests set up its surroundings and read what comes out.
/// They know nothing about your seams: `Wiring.swift` connects the two.
@MainActor
protocol Bench: AnyObject {
  /// Starts the app for the first time. The folder is new and empty. The tests store its path as
  /// the folder for letters.
  init(folder: URL)

  /// Sets the clock, which then stands still until the next call.
  func setClock(to moment: Date) throws

  /// Stores a value under the app's own name for it. `nil` removes it.
  func setStoredValue(_ value: Any?, forKey key: String) throws

  /// Replaces the phone book with these entries, by the patient's ID.
  func setPhoneBook(_ entries: [String: PhoneBook.Entry]) throws

  /// Lets the gateway accept texts, as it does at first, or refuse them. When it refuses them, its
  /// status isn't ready.
  func setGateway(accepts: Bool) throws

  /// Has this action called each time that a text reaches the gateway, before it's accepted or
  /// refused.
  func whileSending(_ action: @escaping (Message) -> Void) throws

  /// Starts the app again. It loses what it had in memory. The clock, the stored values, the phone
  /// book, and the gateway stay as they are.
  func restart() throws

  /// Lets the timer fire once.
  func run(_ calendar: [Appointment]) throws

  /// Presses the button "Remind again" of an appointment, and returns whether a text went out.
  func remindAgain(_ appointment: Appointment) throws -> Bool

  /// The texts that the gateway has accepted on this bench, in order.
  func messagesSent() throws -> [Message]

  /// The text of each letter written on this bench, by its file name.
  func filesWritten() throws -> [String: String]

  /// The pages opened on this bench, in order.
  func pagesShown() throws -> [PDPage]

  /// All values stored now under names that begin with `reminders.` or `practice.`
  func storedValues() throws -> [String: Any]
}

nonisolated struct Message: Equatable {
  let number: String
  let text: String
}

/// Each method of the bench throws this until you wire it.
struct NotWired: Error, CustomStringConvertible {
  let description: String

  init(_ task: String) {
    description = "Not wired yet. \(task)"
  }
}
