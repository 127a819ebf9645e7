import Foundation
import TestSupport
import Testing

@testable import Capstone

/// The net for the ticket. The effect sketch: the seams will replace each `Date()`, both lookups in
/// the phone book, and the gateway. These decide, each time anew, who is due, which day counts, and
/// whether there's a text, a letter, or an alert. The rules will go into the loop of
/// `sendReminders(for:)`, whose order decides what goes out, counts, waits, and is tried again. The
/// button keeps its own rules. Tests look at the letters, the pages, and the stored count, day, and
/// last run. The wording, the form of numbers, the status, and the router don't change, so one or
/// two tests represent each of them.
///
/// It's always noon in these tests, so they stay green whatever the code does at night.
@MainActor
@Suite("Capstone: characterization", .namesModule)
struct CharacterizationTests {}

extension CharacterizationTests {
  @MainActor struct WhoIsReminded {
    @Test(
      arguments: [
        // Nobody has chosen a lead time, so it's a day
        (nil, 23.99, true), (nil, 24.01, false), (nil, -0.01, false),
        // From an hour to a week. Any other lead time means a day.
        (1, 0.99, true), (1, 1.01, false), (168, 167.99, true), (168, 168.01, false),
        (0, 23.99, true), (169, 24.01, false),
      ] as [(Int?, Double, Bool)])
    func `a reminder goes out once its appointment is near enough`(
      leadHours: Int?, hours: Double, isReminded: Bool
    ) throws {
      try atDesk(["reminders.leadHours": leadHours]) { desk in
        ReminderService().sendReminders(for: [desk.appointment("A-1", in: hours)])
        #expect(desk.letterNames == (isReminded ? ["A-1.txt"] : []))
      }
    }

    @Test func `an appointment becomes due while the app is running`() throws {
      try atDesk { desk in
        let service = ReminderService()
        let appointment = desk.appointment("A-1", at: Date(timeIntervalSinceNow: 86_400))
        desk.waitForTheClock()
        service.sendReminders(for: [appointment])
        #expect(desk.letterNames == ["A-1.txt"])
      }
    }

    @Test func `an appointment that has started since the launch gets no reminder`() throws {
      try atDesk { desk in
        let service = ReminderService()
        desk.waitForTheClock()
        service.sendReminders(for: [desk.appointment("A-1", at: Date()), desk.appointment("A-2")])
        #expect(desk.letterNames == ["A-2.txt"])
      }
    }
  }

  @MainActor struct Letters {
    @Test func `each letter has the date, the patient's address, and the text`() throws {
      try atDesk(["practice.name": "Green Practice"]) { desk in
        let date = desk.tomorrow(hour: 0, minute: 5)
        ReminderService().sendReminders(for: [
          desk.appointment("2026/A-1", at: date, kind: "checkup"),
          desk.appointment("A-2", of: grace, at: date, kind: "blood test"),
        ])
        #expect(
          desk.letters == [
            "2026-A-1.txt": """
            \(desk.today)

            Ada Byron
            12 Elm Street, Albany

            Dear Ada Byron, this is a reminder of your checkup on \(desk.tomorrow), 12:05 AM. \
            Green Practice

            """,
            "A-2.txt": """
            \(desk.today)

            Grace Hopper
            1 Bay Road, Albany

            Dear Grace Hopper, this is a reminder of your blood test on \(desk.tomorrow), 12:05 AM. \
            Please don't eat beforehand. Green Practice

            """,
          ])
      }
    }

    @Test(
      arguments: [
        ("2125550142", true), ("tel. (212) 555-0142", true), ("+1 212 555 0142", true),
        ("0012125550142", true), ("+12345678", true),
        // None of these can be dialed
        (nil, false), ("", false), ("none", false), ("5550142", false), ("12125550142", false),
        ("+1234567", false),
      ] as [(String?, Bool)])
    func `without a number to dial, or without a modem, a patient gets a letter`(
      phone: String?, isDialed: Bool
    ) throws {
      try atDesk { desk in
        ReminderService().sendReminders(for: [desk.appointment("A-1", phone: phone)])
        #expect(desk.letterNames == ["A-1.txt"])
        #expect(desk.pages == (isDialed ? [noModem, summary(1)] : [summary(1)]))
      }
    }

    // Paper has more room, but the limit for text messages applies to letters, too.
    @Test(.tags(.quirk)) func `a letter's text is cut off after 160 characters`() throws {
      try atDesk(["practice.name": String(repeating: "x", count: 100)]) { desk in
        ReminderService().sendReminders(for: [desk.appointment("A-1")])
        let text = try #require(desk.lastLines.first)
        #expect(text.count == 160)
        #expect(text.hasSuffix("xxx..."))
      }
    }

    // Nobody knows what the flag is for.
    @Test(.tags(.quirk))
    func `with the flag, a letter is named after the patient, and doesn't name the kind`() throws {
      try atDesk(["reminders.alternative": true]) { desk in
        ReminderService().sendReminders(for: [desk.appointment("A-1", of: grace, kind: "checkup")])
        let letter = try #require(desk.letters["P-2.txt"])
        #expect(letter.contains("reminder of your appointment on "))
      }
    }
  }

  @MainActor struct TheSameReminder {
    @Test(
      arguments: [
        // In the calendar twice, and in two runs
        ([[2, 2]], 1), ([[2], [2]], 1),
        // Rescheduled, and moved back
        ([[2], [3]], 2), ([[2], [3], [2]], 2),
      ])
    func `an appointment gets one reminder for each of its times`(
      hoursOfEachRun: [[Double]], count: Int
    ) throws {
      try atDesk { desk in
        let service = ReminderService()
        for hours in hoursOfEachRun {
          service.sendReminders(for: hours.map { desk.appointment("A-1", in: $0) })
        }
        #expect(desk.count == count)
      }
    }

    @Test(.tags(.quirk), arguments: [nil, "2125550142"])
    func `a reminder that became neither a text nor a letter is tried again, and counts again`(
      phone: String?
    ) throws {
      try atDesk { desk in
        let service = ReminderService()
        try desk.putFolderInTheWay(of: "A-1.txt")
        service.sendReminders(for: [desk.appointment("A-1", phone: phone)])
        try FileManager.default.removeItem(at: desk.folder)
        service.sendReminders(for: [desk.appointment("A-1", phone: phone)])
        #expect(desk.letterNames == ["A-1.txt"])
        #expect(desk.count == 2)
      }
    }
  }

  @MainActor struct DailyLimit {
    @Test(arguments: [(nil, 50), (2, 2), (0, 0), (-1, 0)] as [(Int?, Int)])
    func `fifty reminders go out in a day, unless there's another limit`(
      limit: Int?, letters: Int
    ) throws {
      try atDesk(["reminders.limit": limit]) { desk in
        ReminderService().sendReminders(for: (1...52).map { desk.appointment("A-\($0)") })
        #expect(desk.letterNames.count == letters)
      }
    }

    // A lead time that's stored as text applies.
    @Test(.tags(.quirk)) func `a limit that's stored as text is ignored`() throws {
      try atDesk(["reminders.limit": "2"]) { desk in
        ReminderService().sendReminders(for: (1...3).map { desk.appointment("A-\($0)") })
        #expect(desk.letterNames.count == 3)
      }
    }

    @Test func `the earliest appointments come first, and by ID at the same time`() throws {
      try atDesk(["reminders.limit": 3]) { desk in
        ReminderService().sendReminders(for: [
          desk.appointment("A-5", in: 3), desk.appointment("A-9", in: 2),
          desk.appointment("A-1", in: 3.01), desk.appointment("A-7", in: 3),
          desk.appointment("A-3", in: 3),
        ])
        #expect(desk.letterNames == ["A-3.txt", "A-5.txt", "A-9.txt"])
      }
    }

    // The count before, the letters of this run, and the count after it
    @Test(arguments: [(1, 2, 3), (3, 0, 3), (4, 0, 4)])
    func `what went out earlier in the day counts`(before: Int, letters: Int, after: Int) throws {
      try atDesk(["reminders.limit": 3, "reminders.count": before]) { desk in
        desk.settings.set(desk.today, forKey: "reminders.day")
        ReminderService().sendReminders(for: (1...5).map { desk.appointment("A-\($0)") })
        #expect(desk.letterNames.count == letters)
        #expect(desk.count == after)
      }
    }

    @Test func `what's over the limit waits until the next day`() throws {
      try atDesk(["reminders.limit": 1]) { desk in
        let service = ReminderService()
        let calendar = ["A-1", "A-2", "A-3"].map { desk.appointment($0) }
        service.sendReminders(for: calendar)
        #expect(desk.pages == [waiting(2), summary(1)])
        desk.settings.set("2019-12-31", forKey: "reminders.day")
        service.sendReminders(for: calendar)
        #expect(desk.letterNames == ["A-1.txt", "A-2.txt"])
      }
    }

    @Test func `what has gone out doesn't wait`() throws {
      try atDesk(["reminders.limit": 1]) { desk in
        let service = ReminderService()
        service.sendReminders(for: [desk.appointment("A-1")])
        service.sendReminders(for: [desk.appointment("A-1")])
        #expect(desk.pages == [summary(1)])
      }
    }

    @Test(arguments: ["2019-12-31", "9999-01-01", nil] as [String?])
    func `the count starts over on another day`(day: String?) throws {
      try atDesk(["reminders.day": day, "reminders.count": 50]) { desk in
        ReminderService().sendReminders(for: [desk.appointment("A-1")])
        #expect(desk.settings.string(forKey: "reminders.day") == desk.today)
        #expect(desk.count == 1)
      }
    }

    @Test func `which day it is depends on the practice's time zone`() throws {
      try atDesk { desk in
        let service = ReminderService()
        service.sendReminders(for: [desk.appointment("A-1")])
        desk.settings.set(desk.timeZoneWithAnotherDay, forKey: "practice.timeZone")
        service.sendReminders(for: [desk.appointment("A-2")])
        #expect(desk.settings.string(forKey: "reminders.day") != desk.today)
        #expect(desk.count == 1)
      }
    }
  }

  @MainActor struct CanceledAppointments {
    @Test(.tags(.quirk)) func `a canceled appointment gets no reminder, but counts`() throws {
      try atDesk { desk in
        ReminderService().sendReminders(for: [desk.appointment("A-1", isCancelled: true)])
        #expect(desk.letters == [:])
        #expect(desk.pages == [])
        #expect(desk.count == 1)
      }
    }

    @Test(
      arguments: [
        // Two runs with the same time, and with two
        ([(2, true), (2, true)], 1), ([(2, true), (3, true)], 2),
        // Canceled after its reminder, and reinstated
        ([(2, false), (2, true)], 1), ([(2, true), (2, false)], 1),
      ] as [([(Double, Bool)], Int)])
    func `an appointment counts once for each of its times, canceled or not`(
      runs: [(hours: Double, isCancelled: Bool)], count: Int
    ) throws {
      try atDesk { desk in
        let service = ReminderService()
        for run in runs {
          service.sendReminders(for: [
            desk.appointment("A-1", in: run.hours, isCancelled: run.isCancelled)
          ])
        }
        #expect(desk.count == count)
      }
    }

    @Test(.tags(.quirk)) func `a canceled appointment counts again after a launch`() throws {
      try atDesk { desk in
        App.launch()
        App.timerDidFire(calendar: [desk.appointment("A-1", isCancelled: true)])
        App.timerDidFire(calendar: [desk.appointment("A-1", isCancelled: true)])
        App.launch()
        App.timerDidFire(calendar: [desk.appointment("A-1", isCancelled: true)])
        #expect(desk.count == 2)
      }
    }

    @Test(.tags(.quirk)) func `a reinstated appointment gets no reminder`() throws {
      try atDesk { desk in
        let service = ReminderService()
        service.sendReminders(for: [desk.appointment("A-1", isCancelled: true)])
        service.sendReminders(for: [desk.appointment("A-1"), desk.appointment("A-2")])
        #expect(desk.letterNames == ["A-2.txt"])
      }
    }

    @Test(.tags(.quirk)) func `a canceled appointment waits, too, when the limit is reached`()
      throws
    {
      try atDesk(["reminders.limit": 0]) { desk in
        let canceled = desk.appointment("A-1", isCancelled: true)
        ReminderService().sendReminders(for: [canceled, desk.appointment("A-2")])
        #expect(desk.pages == [waiting(2)])
      }
    }
  }

  @MainActor struct Pages {
    @Test func `problems come first, then the limit, then what was sent`() throws {
      try atDesk(["reminders.limit": 4]) { desk in
        try desk.putFolderInTheWay(of: "A-1.txt")
        try desk.putFolderInTheWay(of: "A-2.txt")
        ReminderService().sendReminders(for: [
          desk.appointment("A-2", phone: "2125550142"), desk.appointment("A-1"),
          desk.appointment("A-3", phone: "2125550142"), desk.appointment("A-4"),
          desk.appointment("A-5"),
        ])
        #expect(
          desk.pages == [
            noModem, PDPage(name: "Alert", detail: "Could not write letter A-1"),
            PDPage(name: "Alert", detail: "Could not write letter A-2"), waiting(1), summary(2),
          ])
      }
    }

    @Test func `pages open for whoever is signed in at the time`() throws {
      try atDesk { desk in
        let service = ReminderService()
        service.sendReminders(for: [desk.appointment("A-1", phone: "2125550142")])
        App.signIn(as: "Lou")
        service.sendReminders(for: [desk.appointment("A-2", phone: "2125550142")])
        #expect(desk.pages == [noModem, summary(1)])
      }
    }
  }

  @MainActor struct RemindAgain {
    @Test(arguments: [false, true])
    func `without a modem, the button reports that, even during a pause`(isPaused: Bool) throws {
      try atDesk(["reminders.paused": isPaused]) { desk in
        App.launch()
        App.signIn(as: "Lou")
        let appointment = desk.appointment("A-1", phone: "2125550142")
        #expect(App.remindAgainButtonTapped(appointment: appointment) == false)
        #expect(desk.pages == [noModem])
        #expect(desk.letters == [:])
      }
    }

    @Test(arguments: [nil, "5550142"])
    func `without a number to dial, the button names the patient`(phone: String?) throws {
      try atDesk { desk in
        let service = ReminderService()
        App.signIn(as: "Lou")
        #expect(service.remindAgain(desk.appointment("A-1", phone: phone)) == false)
        #expect(desk.pages == [PDPage(name: "Alert", detail: "No phone number for Ada Byron")])
      }
    }

    @Test func `the button does nothing if the appointment is canceled or has started`() throws {
      try atDesk { desk in
        let service = ReminderService()
        desk.waitForTheClock()
        _ = service.remindAgain(desk.appointment("A-1", isCancelled: true))
        _ = service.remindAgain(desk.appointment("A-2", at: Date()))
        #expect(desk.pages == [])
      }
    }

    @Test func `the button neither replaces the reminder nor counts toward the limit`() throws {
      try atDesk(["reminders.limit": 1]) { desk in
        let service = ReminderService()
        desk.settings.set(desk.today, forKey: "reminders.day")
        let appointment = desk.appointment("A-1", phone: "2125550142")
        _ = service.remindAgain(appointment)
        service.sendReminders(for: [appointment])
        #expect(desk.letterNames == ["A-1.txt"])
      }
    }

    @Test func `the button works after the reminder, and when the limit is reached`() throws {
      try atDesk(["reminders.limit": 1]) { desk in
        let service = ReminderService()
        let appointment = desk.appointment("A-1", phone: "2125550142")
        service.sendReminders(for: [appointment])
        _ = service.remindAgain(appointment)
        #expect(desk.pages == [noModem, summary(1), noModem])
      }
    }
  }

  @MainActor struct SettingsAndStatus {
    @Test(
      arguments: [
        ("reminders.paused", true, false), ("reminders.leadHours", 1, 24),
        ("reminders.limit", 0, 1),
      ] as [(String, any Sendable, any Sendable)])
    func `a setting applies from the next run`(
      key: String, before: any Sendable, after: any Sendable
    ) throws {
      try atDesk([key: before]) { desk in
        let service = ReminderService()
        service.sendReminders(for: [desk.appointment("A-1")])
        #expect(desk.letterNames == [])
        desk.settings.set(after, forKey: key)
        service.sendReminders(for: [desk.appointment("A-1")])
        #expect(desk.letterNames == ["A-1.txt"])
      }
    }

    @Test func `the time zone, the name, and the flag apply from the next run`() throws {
      try atDesk { desk in
        let service = ReminderService()
        let date = desk.tomorrow(hour: 9, minute: 30)
        service.sendReminders(for: [desk.appointment("A-1", at: date)])
        desk.settings.set(desk.anHourWest, forKey: "practice.timeZone")
        desk.settings.set("New Practice", forKey: "practice.name")
        desk.settings.set(true, forKey: "reminders.alternative")
        service.sendReminders(for: [desk.appointment("A-2", at: date, kind: "checkup")])
        let text =
          "this is a reminder of your appointment on \(desk.tomorrow), 8:30 AM. New Practice"
        #expect(desk.lastLines.last == "Dear Ada Byron, \(text)")
      }
    }

    // One that doesn't exist, and none
    @Test(arguments: ["Nowhere/Land", nil] as [String?])
    func `a practice without a valid time zone uses its computer's`(identifier: String?) throws {
      try atDesk(["practice.timeZone": TimeZone.current.identifier]) { desk in
        ReminderService().sendReminders(for: [desk.appointment("A-1")])
        desk.settings.set(identifier, forKey: "practice.timeZone")
        ReminderService().sendReminders(for: [desk.appointment("A-2")])
        #expect(desk.lastLines.count == 2)
        #expect(desk.lastLines.first == desk.lastLines.last)
      }
    }

    @Test func `during a pause, nothing goes out, no day starts, and no run is recorded`() throws {
      try atDesk(["reminders.paused": true, "reminders.day": "2019-12-31"]) { desk in
        ReminderService().sendReminders(for: [desk.appointment("A-1")])
        #expect(desk.letters == [:])
        #expect(desk.settings.string(forKey: "reminders.day") == "2019-12-31")
        #expect(desk.lastRun == nil)
      }
    }

    @Test func `during a pause, the status says so`() throws {
      try atDesk(["reminders.paused": true]) { _ in
        #expect(ReminderService().statusLine() == "Reminders are paused")
      }
    }

    @Test func `the status is about now, even if the service was created long ago`() throws {
      try atDesk { desk in
        let service = ReminderService()
        desk.waitForTheClock()
        desk.settings.set(Date(), forKey: "reminders.lastRun")
        #expect(service.statusLine() == "Reminders are up to date")
      }
    }

    @Test func `a run that reminds nobody starts a new day, and is recorded when it's over`() throws
    {
      try atDesk(["reminders.day": "2019-12-31", "reminders.count": 2]) { desk in
        let service = ReminderService()
        desk.waitForTheClock()
        let start = Date()
        service.sendReminders(for: [])
        #expect(desk.settings.string(forKey: "reminders.day") == desk.today)
        #expect(desk.count == 0)
        #expect(desk.pages == [])
        let lastRun = try #require(desk.lastRun)
        #expect((start...Date()).contains(lastRun))
      }
    }
  }
}

// MARK: - The practice

private let ada = Patient(id: "P-1", name: "Ada Byron", address: "12 Elm Street, Albany")
private let grace = Patient(id: "P/2", name: "Grace Hopper", address: "1 Bay Road, Albany")

private let noModem = PDPage(name: "Alert", detail: "Could not send text: no device")

private func waiting(_ count: Int) -> PDPage {
  PDPage(name: "Limit", detail: "\(count) waiting until tomorrow")
}

private func summary(_ letters: Int) -> PDPage {
  PDPage(name: "Summary", detail: "Texts: 0, letters: \(letters)")
}

/// Runs a test with these stored values, and puts the previous ones back. The whole process shares
/// them, so all of this stays on the main actor and doesn't wait.
@MainActor
private func atDesk(_ values: [String: Any?] = [:], body: (Desk) throws -> Void) throws {
  let defaults = UserDefaults.standard
  func stored() -> [String: Any] {
    defaults.dictionaryRepresentation().filter {
      $0.key.hasPrefix("reminders.") || $0.key.hasPrefix("practice.")
    }
  }
  let previous = stored()
  for key in previous.keys { defaults.removeObject(forKey: key) }
  defer {
    for key in stored().keys { defaults.removeObject(forKey: key) }
    for (key, value) in previous { defaults.set(value, forKey: key) }
  }
  let desk = try Desk()
  defaults.set(desk.folder.path, forKey: "reminders.folder")
  defaults.set(desk.timeZone.identifier, forKey: "practice.timeZone")
  for (key, value) in values { defaults.set(value, forKey: key) }
  App.signIn(as: "Kim")
  try body(desk)
}

/// What the reception desk sees, in a time zone where it's half past twelve now.
@MainActor
private final class Desk {
  /// In whole seconds, so that user defaults give back exactly what was stored
  let now = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down))
  let timeZone: TimeZone
  let settings = UserDefaults.standard
  /// It doesn't exist yet. The code has to create it.
  let folder: URL
  private let temporary: TemporaryFolder

  init() throws {
    let minutes = Int(now.timeIntervalSince1970 / 60) % 1440
    timeZone = try #require(TimeZone(secondsFromGMT: (750 - minutes) * 60))
    temporary = try TemporaryFolder()
    folder = temporary.url.appendingPathComponent("mail/out")
  }

  // MARK: What comes out

  /// How many reminders have counted toward the limit today
  var count: Int { settings.integer(forKey: "reminders.count") }

  var lastRun: Date? { settings.object(forKey: "reminders.lastRun") as? Date }

  /// The pages opened on top of the calendar
  var pages: [PDPage] { Array(App.router.pages.dropFirst()) }

  /// The text of each letter, by its file name
  var letters: [String: String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.reduce(into: [:]) { letters, name in
      letters[name] = try? String(
        contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }
  }

  var letterNames: [String] { letters.keys.sorted() }

  /// The last line of each letter, in the order of the file names
  var lastLines: [String] {
    letters.sorted { $0.key < $1.key }.compactMap {
      $0.value.split(separator: "\n").last.map(String.init)
    }
  }

  // MARK: What goes wrong

  /// Makes a folder of what should be a file, so this letter can't be written.
  func putFolderInTheWay(of letter: String) throws {
    let url = folder.appendingPathComponent("\(letter)/folder", isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  // MARK: Appointments and dates

  func appointment(
    _ id: String, of patient: Patient = ada, in hours: Double = 2, at date: Date? = nil,
    kind: String = "appointment", phone: String? = nil, isCancelled: Bool = false
  ) -> Appointment {
    Appointment(
      id: id, patient: patient, date: date ?? now + hours * 3600, kind: kind,
      isCancelled: isCancelled, phone: phone)
  }

  /// Returns when `Date()` is later than it is now, which takes much less than a second.
  func waitForTheClock() {
    let (start, limit) = (Date(), ContinuousClock.now + .seconds(1))
    while Date() <= start, ContinuousClock.now < limit {}
  }

  /// Such as "2026-03-05"
  var today: String {
    now.formatted(Date.ISO8601FormatStyle(timeZone: timeZone).year().month().day())
  }

  /// Such as "Friday, March 6"
  var tomorrow: String {
    (now + 86_400).formatted(
      Date.VerbatimFormatStyle(
        format: "\(weekday: .wide), \(month: .wide) \(day: .defaultDigits)",
        locale: Locale(identifier: "en_US"), timeZone: timeZone,
        calendar: Calendar(identifier: .gregorian)))
  }

  func tomorrow(hour: Int, minute: Int) -> Date {
    let halfPastTwelve = now - now.timeIntervalSince1970.truncatingRemainder(dividingBy: 60)
    return halfPastTwelve + Double((24 + hour) * 60 + minute - 750) * 60
  }

  /// The identifier of the time zone an hour to the west
  var anHourWest: String { identifier(hoursEast: -1) }

  /// A time zone where it's tomorrow, or yesterday
  var timeZoneWithAnotherDay: String {
    identifier(hoursEast: timeZone.secondsFromGMT() > 0 ? -13 : 12)
  }

  private func identifier(hoursEast hours: Int) -> String {
    TimeZone(secondsFromGMT: timeZone.secondsFromGMT() + hours * 3600)?.identifier ?? ""
  }
}
