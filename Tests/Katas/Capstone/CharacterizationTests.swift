import Foundation
import TestSupport
import Testing

@testable import Capstone

/// Your net. Write it here, and in files next to this one.
@MainActor
@Suite("Capstone: characterization", .namesModule)
struct CharacterizationTests {
  // The whole process shares the stored values. So the test puts back what was there, and there's
  // no `await` in it.
  @Test func `before the first run, the status says that there are no reminders yet`() {
    let previous = UserDefaults.standard.object(forKey: "reminders.lastRun")
    defer { UserDefaults.standard.set(previous, forKey: "reminders.lastRun") }
    UserDefaults.standard.removeObject(forKey: "reminders.lastRun")
    #expect(ReminderService().statusLine() == "No reminders yet")
  }
}
