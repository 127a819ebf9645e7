import Foundation

nonisolated struct Page: Equatable {
  let name: String
  var detail = ""
}

/// Shows one page on top of another.
final class Router {
  private(set) var pages = [Page(name: "calendar")]

  func open(_ page: Page) {
    // The same news every ten minutes would pile up
    guard page != pages.last else { return }
    pages.append(page)
  }

  func goBack() {
    guard pages.count > 1 else { return }
    pages.removeLast()
  }
}

/// What every part of the app can reach.
enum App {
  private(set) static var router = Router()
  private(set) static var userName: String?
  private static var reminders: ReminderService?

  static func launch() {
    userName = nil
    router = Router()
    reminders = ReminderService()
  }

  /// At the reception desk, people take turns. Nobody sees the pages of the one before.
  static func signIn(as name: String) {
    userName = name
    router = Router()
  }

  /// A timer calls this every ten minutes, for as long as the app runs.
  static func timerDidFire(calendar: [Appointment]) {
    reminders?.sendReminders(for: calendar)
  }
}
