import Foundation
import TestSupport
import Testing

@testable import CapstoneBefore

/// Your net goes here, and into files beside this one.
@MainActor
@Suite("Capstone: characterization", .namesModule)
struct CharacterizationTests {
  // The stored values belong to the whole process. So the test puts back what was there, and
  // doesn't wait for anything in between.
  @Test func `before the first run, there are no reminders`() {
    let previous = UserDefaults.standard.object(forKey: ReminderKey.lastRun)
    defer { UserDefaults.standard.set(previous, forKey: ReminderKey.lastRun) }
    UserDefaults.standard.removeObject(forKey: ReminderKey.lastRun)
    #expect(ReminderService().statusLine == "No reminders yet")
  }
}
