import Foundation

@testable import Capstone

/// Connects the acceptance tests to the solution, which has seams for the clock, the gateway, and
/// the phone book. The stored values, letters, and pages are the real ones.
@MainActor
final class Wiring: Bench {
  private let folder: URL
  private let surroundings = Surroundings()
  private let gateway = TextSenderSpy()
  private var service: ReminderService

  init(folder: URL) {
    self.folder = folder
    service = Self.start(in: surroundings, with: gateway)
  }

  private static func start(
    in surroundings: Surroundings, with gateway: TextSenderSpy
  ) -> ReminderService {
    ReminderService(
      now: { surroundings.now }, gateway: gateway,
      phoneBook: { surroundings.phoneBook[$0] })
  }

  func setClock(to moment: Date) {
    surroundings.now = moment
  }

  func setStoredValue(_ value: Any?, forKey key: String) {
    UserDefaults.standard.set(value, forKey: key)
  }

  func setPhoneBook(_ entries: [String: PhoneBook.Entry]) {
    surroundings.phoneBook = entries
  }

  func setGateway(accepts: Bool) {
    gateway.accepts = accepts
  }

  func whileSending(_ action: @escaping (Message) -> Void) {
    gateway.whileSending = action
  }

  func restart() {
    service = Self.start(in: surroundings, with: gateway)
  }

  func run(_ calendar: [Appointment]) {
    service.sendReminders(for: calendar)
  }

  func remindAgain(_ appointment: Appointment) -> Bool {
    service.remindAgain(appointment)
  }

  func messagesSent() -> [Message] {
    gateway.messages
  }

  func filesWritten() throws -> [String: String] {
    var files: [String: String] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      files[name] = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }
    return files
  }

  func pagesShown() -> [PDPage] {
    Array(App.router.pages.dropFirst())
  }

  func storedValues() -> [String: Any] {
    UserDefaults.standard.dictionaryRepresentation().filter {
      $0.key.hasPrefix("reminders.") || $0.key.hasPrefix("practice.")
    }
  }
}

// MARK: - Test doubles

/// A stopped clock, and a phone book.
@MainActor
private final class Surroundings {
  var now = Date(timeIntervalSince1970: 0)
  var phoneBook: [String: PhoneBook.Entry] = [:]
}

@MainActor
private final class TextSenderSpy: TextSender {
  var accepts = true
  var whileSending: (Message) -> Void = { _ in }
  private(set) var messages: [Message] = []

  var status: TextGateway.Status { accepts ? .ready : .refused }

  func send(_ text: String, to number: String) -> Bool {
    let message = Message(number: number, text: text)
    whileSending(message)
    if accepts { messages.append(message) }
    return accepts
  }
}
