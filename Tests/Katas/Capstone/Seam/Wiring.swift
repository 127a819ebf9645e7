import Foundation

@testable import CapstoneBefore

/// Connects the acceptance tests to your code. This file is yours: let each method do what its error
/// says, with the seams that you have opened. Test doubles go below the class.
///
/// Each test makes a bench of its own.
@MainActor
final class Wiring: Bench {
  init(folder: URL) {}

  func setClock(to moment: Date) throws {
    throw NotWired("Let the reminders take this moment for the current one.")
  }

  func setStoredValue(_ value: Any?, forKey key: String) throws {
    throw NotWired("Store the value where the reminders look for it.")
  }

  func setPhoneBook(_ entries: [String: PhoneBook.Entry]) throws {
    throw NotWired("Let the reminders find these entries in place of the real phone book.")
  }

  func setGateway(accepts: Bool) throws {
    throw NotWired("Let what stands in for the gateway accept texts, or refuse them.")
  }

  func restart() throws {
    throw NotWired("Make the reminders again, with the same surroundings.")
  }

  func run(_ calendar: [Appointment]) throws {
    throw NotWired("Send the reminders for these appointments.")
  }

  func messagesSent() throws -> [Message] {
    throw NotWired("Return what has reached the place of the gateway, without what it refused.")
  }

  func filesWritten() throws -> [String: String] {
    throw NotWired("Return the letters. If they are on disk, read the folder of the bench.")
  }

  func pagesShown() throws -> [Page] {
    throw NotWired("Return the pages, but not the calendar, which is there from the start.")
  }
}
