import Foundation

nonisolated struct Page: Equatable {
  let name: String
  var detail = ""
}

/// Shows one page on top of another.
final class Router {
  private(set) var pages = [Page(name: "calendar")]

  func open(_ page: Page) {
    // Otherwise the same message would pile up every ten minutes
    guard page != pages.last else { return }
    pages.append(page)
  }

  func goBack() {
    guard pages.count > 1 else { return }
    pages.removeLast()
  }
}

/// Shared by the whole app.
enum App {
  private(set) static var router = Router()
  private(set) static var userName: String?
  private static var reminders: ReminderService?

  static func launch() {
    userName = nil
    router = Router()
    reminders = ReminderService()
  }

  /// Receptionists share a computer. Nobody sees the pages of whoever was there before.
  static func signIn(as name: String) {
    userName = name
    router = Router()
  }

  /// A timer calls this every ten minutes while the app is running.
  static func timerDidFire(calendar: [Appointment]) {
    reminders?.sendReminders(for: calendar)
  }
}
