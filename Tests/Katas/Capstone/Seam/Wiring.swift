import Foundation

@testable import Capstone

/// Connects the acceptance tests to your code. This file is yours. Make each method do what its
/// error says, using the seams you've opened. Test doubles go below the class.
///
/// Each test creates its own bench, and puts the stored values back.
@MainActor
final class Wiring: Bench {
  init(folder: URL) {}

  func setClock(to moment: Date) throws {
    throw NotWired("Make this the current time for the reminder service.")
  }

  func setStoredValue(_ value: Any?, forKey key: String) throws {
    throw NotWired("Store the value where the reminder service looks for it.")
  }

  func setPhoneBook(_ entries: [String: PhoneBook.Entry]) throws {
    throw NotWired("Make the reminder service use these entries as its phone book.")
  }

  func setGateway(accepts: Bool) throws {
    throw NotWired("Make your double of the gateway accept texts, or refuse them.")
  }

  func whileSending(_ action: @escaping (Message) -> Void) throws {
    throw NotWired("Make your double of the gateway call this with each text that it's given.")
  }

  func restart() throws {
    throw NotWired("Create a new reminder service in the same surroundings.")
  }

  func run(_ calendar: [Appointment]) throws {
    throw NotWired("Send the reminders for these appointments.")
  }

  func remindAgain(_ appointment: Appointment) throws -> Bool {
    throw NotWired("Have the reminder service remind again of this appointment.")
  }

  func messagesSent() throws -> [Message] {
    throw NotWired("Return the texts that your double of the gateway has accepted.")
  }

  func filesWritten() throws -> [String: String] {
    throw NotWired("Return the letters. If they're on disk, read the bench's folder.")
  }

  func pagesShown() throws -> [PDPage] {
    throw NotWired("Return the pages that have opened. Leave out the calendar, the first page.")
  }

  func storedValues() throws -> [String: Any] {
    throw NotWired("Return the stored values. If they're in UserDefaults, filter them by name.")
  }
}
