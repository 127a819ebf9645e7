import Foundation
import TestSupport
import Testing

@testable import Capstone

/// Pins what the reminders do on a computer without a modem and without a phone book: the letters
/// they write, the pages they open, and the values they store.
///
/// It's always noon in these tests, so they stay green whatever the code does at night.
@MainActor
@Suite("Capstone: characterization", .namesModule)
struct CharacterizationTests {

  // MARK: Who is reminded

  @Test(
    arguments: [
      // Nobody has chosen a lead time, so it's a day
      (nil, 23.99, true), (nil, 24.01, false), (nil, -0.01, false), (nil, -48, false),
      // From an hour to a week
      (1, 0.99, true), (1, 1.01, false), (168, 167.99, true), (168, 168.01, false),
    ] as [(Int?, Double, Bool)])
  func `a reminder goes out once its appointment is near enough`(
    leadHours: Int?, hours: Double, isReminded: Bool
  ) throws {
    try atDesk(["reminders.leadHours": leadHours]) { desk in
      ReminderService().sendReminders(for: [desk.appointment("A-1", in: hours)])
      #expect(desk.letters.keys.sorted() == (isReminded ? ["A-1.txt"] : []))
    }
  }

  @Test(arguments: [(0, 23.99, true), (0, 24.01, false), (-5, 23.99, true), (169, 24.01, false)])
  func `a lead time that makes no sense means a day`(
    leadHours: Int, hours: Double, isReminded: Bool
  ) throws {
    try atDesk(["reminders.leadHours": leadHours]) { desk in
      ReminderService().sendReminders(for: [desk.appointment("A-1", in: hours)])
      #expect(desk.letters.keys.sorted() == (isReminded ? ["A-1.txt"] : []))
    }
  }

  // A support engineer stored text.
  @Test(arguments: [(47.99, true), (48.01, false)])
  func `a lead time may be stored as text`(hours: Double, isReminded: Bool) throws {
    try atDesk(["reminders.leadHours": "48"]) { desk in
      ReminderService().sendReminders(for: [desk.appointment("A-1", in: hours)])
      #expect(desk.letters.keys.sorted() == (isReminded ? ["A-1.txt"] : []))
    }
  }

  @Test func `an appointment that has started since the launch gets no reminder`() throws {
    try atDesk { desk in
      let service = ReminderService()
      desk.waitForTheClock()
      service.sendReminders(for: [desk.appointment("A-1", at: Date()), desk.appointment("A-2")])
      #expect(desk.letters.keys.sorted() == ["A-2.txt"])
    }
  }

  @Test func `an appointment that has started doesn't keep later ones from theirs`() throws {
    try atDesk { desk in
      ReminderService().sendReminders(for: [
        desk.appointment("A-1", in: -1), desk.appointment("A-2", in: 2),
      ])
      #expect(desk.letters.keys.sorted() == ["A-2.txt"])
    }
  }

  @Test func `an appointment becomes due while the app is running`() throws {
    try atDesk { desk in
      let service = ReminderService()
      let appointment = desk.appointment("A-1", at: Date(timeIntervalSinceNow: 86_400))
      desk.waitForTheClock()
      service.sendReminders(for: [appointment])
      #expect(desk.letters.keys.sorted() == ["A-1.txt"])
    }
  }

  @Test func `an appointment that's in the calendar twice gets one reminder`() throws {
    try atDesk { desk in
      ReminderService().sendReminders(for: [desk.appointment("A-1"), desk.appointment("A-1")])
      #expect(desk.pages == [PDPage(name: "Summary", detail: "Texts: 0, letters: 1")])
      #expect(desk.count == 1)
    }
  }

  @Test func `an appointment gets no second reminder at the next run`() throws {
    try atDesk { desk in
      let service = ReminderService()
      service.sendReminders(for: [desk.appointment("A-1")])
      desk.removeLetters()
      service.sendReminders(for: [desk.appointment("A-1")])
      #expect(desk.letters == [:])
      #expect(desk.count == 1)
    }
  }

  @Test func `two appointments at the same time get two reminders`() throws {
    try atDesk { desk in
      ReminderService().sendReminders(for: [desk.appointment("A-1"), desk.appointment("A-2")])
      #expect(desk.letters.keys.sorted() == ["A-1.txt", "A-2.txt"])
    }
  }

  @Test func `a rescheduled appointment gets a new reminder`() throws {
    try atDesk { desk in
      let service = ReminderService()
      service.sendReminders(for: [desk.appointment("A-1", in: 2)])
      desk.removeLetters()
      service.sendReminders(for: [desk.appointment("A-1", in: 3)])
      #expect(desk.letters.keys.sorted() == ["A-1.txt"])
    }
  }

  @Test func `an appointment that's moved and moved back gets no third reminder`() throws {
    try atDesk { desk in
      let service = ReminderService()
      service.sendReminders(for: [desk.appointment("A-1", in: 2)])
      service.sendReminders(for: [desk.appointment("A-1", in: 3)])
      desk.removeLetters()
      service.sendReminders(for: [desk.appointment("A-1", in: 2)])
      #expect(desk.letters == [:])
      #expect(desk.count == 2)
    }
  }

  // MARK: The letter

  @Test func `a letter has the date, the address, and the text`() throws {
    try atDesk { desk in
      let date = desk.tomorrow(hour: 0, minute: 5)
      ReminderService().sendReminders(for: [desk.appointment("A-1", at: date, kind: "checkup")])
      #expect(
        desk.letters == [
          "A-1.txt": """
          \(desk.today)

          Ada Byron
          12 Elm Street, Albany

          Dear Ada Byron, this is a reminder of your checkup on \(desk.tomorrow), 12:05 AM.

          """
        ])
    }
  }

  @Test func `each patient gets a letter of their own`() throws {
    try atDesk { desk in
      ReminderService().sendReminders(for: [
        desk.appointment("A-1"), desk.appointment("A-2", of: grace),
      ])
      let letter = try #require(desk.letters["A-2.txt"])
      #expect(letter.contains("\nGrace Hopper\n1 Bay Road, Albany\n\nDear Grace Hopper, "))
    }
  }

  @Test(
    arguments: [
      // The practice's name, how the text ends
      (nil, ""), ("", ""), ("Green Practice", " Green Practice"),
    ] as [(String?, String)])
  func `the text ends with the practice's name, if it has one`(name: String?, ending: String) throws
  {
    try atDesk(["practice.name": name]) { desk in
      let date = desk.tomorrow(hour: 9, minute: 30)
      ReminderService().sendReminders(for: [desk.appointment("A-1", at: date, kind: "checkup")])
      let text = "Dear Ada Byron, this is a reminder of your checkup on \(desk.tomorrow), 9:30 AM."
      #expect(desk.lastLines == [text + ending])
    }
  }

  @Test func `for a blood test, there's a hint before the practice's name`() throws {
    try atDesk(["practice.name": "Green Practice"]) { desk in
      let date = desk.tomorrow(hour: 9, minute: 30)
      ReminderService().sendReminders(for: [desk.appointment("A-1", at: date, kind: "blood test")])
      let text = """
        Dear Ada Byron, this is a reminder of your blood test on \(desk.tomorrow), 9:30 AM. \
        Please don't eat beforehand. Green Practice
        """
      #expect(desk.lastLines == [text])
    }
  }

  // A quirk
  @Test func `with capital letters, a blood test comes without a hint`() throws {
    try atDesk { desk in
      let date = desk.tomorrow(hour: 9, minute: 30)
      ReminderService().sendReminders(for: [desk.appointment("A-1", at: date, kind: "Blood Test")])
      let text =
        "Dear Ada Byron, this is a reminder of your Blood Test on \(desk.tomorrow), 9:30 AM."
      #expect(desk.lastLines == [text])
    }
  }

  // Nobody knows what this flag is for. It's often stored as text.
  @Test(arguments: [true, "YES"] as [any Sendable])
  func `with the flag, the text doesn't name the kind`(flag: any Sendable) throws {
    try atDesk(["reminders.alternative": flag]) { desk in
      let date = desk.tomorrow(hour: 11, minute: 5)
      ReminderService().sendReminders(for: [desk.appointment("A-1", at: date, kind: "blood test")])
      let text = """
        Dear Ada Byron, this is a reminder of your appointment on \(desk.tomorrow), 11:05 AM. \
        Please don't eat beforehand.
        """
      #expect(desk.lastLines == [text])
    }
  }

  // A quirk: the limit is meant for text messages. Paper has more room.
  @Test(arguments: [(160, 160, "éé!"), (161, 160, "éé..."), (400, 160, "éé...")])
  func `a long text is cut off, even in a letter`(
    length: Int, expectedLength: Int, ending: String
  ) throws {
    try atDesk { desk in
      let date = desk.tomorrow(hour: 9, minute: 30)
      let start = "Dear Ada Byron, this is a reminder of your visit on \(desk.tomorrow), 9:30 AM. "
      let name = String(repeating: "é", count: length - start.count - 1) + "!"
      desk.settings.set(name, forKey: "practice.name")
      ReminderService().sendReminders(for: [desk.appointment("A-1", at: date, kind: "visit")])
      let text = try #require(desk.lastLines.first)
      #expect(text.count == expectedLength)
      #expect(text.hasPrefix(start + "é"))
      #expect(text.hasSuffix(ending))
    }
  }

  @Test func `times are in the practice's time zone`() throws {
    try atDesk { desk in
      let date = desk.tomorrow(hour: 9, minute: 30)
      desk.settings.set(desk.anHourWest, forKey: "practice.timeZone")
      ReminderService().sendReminders(for: [desk.appointment("A-1", at: date)])
      #expect(desk.lastLines.first?.hasSuffix(" on \(desk.tomorrow), 8:30 AM.") == true)
    }
  }

  @Test(arguments: ["Nowhere/Land", "", nil] as [String?])
  func `a practice without a time zone uses its computer's`(name: String?) throws {
    try atDesk { desk in
      let date = desk.now + 72_000
      desk.settings.set(TimeZone.current.identifier, forKey: "practice.timeZone")
      ReminderService().sendReminders(for: [desk.appointment("A-1", at: date)])
      desk.settings.set(name, forKey: "practice.timeZone")
      ReminderService().sendReminders(for: [desk.appointment("A-2", at: date)])
      #expect(desk.lastLines.count == 2)
      #expect(desk.lastLines.first == desk.lastLines.last)
    }
  }

  // MARK: Settings that change while the app is running

  @Test func `the name of the practice applies from the next run`() throws {
    try atDesk(["practice.name": "Old"]) { desk in
      let service = ReminderService()
      service.sendReminders(for: [desk.appointment("A-1")])
      desk.settings.set("New", forKey: "practice.name")
      service.sendReminders(for: [desk.appointment("A-2")])
      #expect(desk.letters["A-2.txt"]?.hasSuffix(". New\n") == true)
    }
  }

  @Test func `the flag applies from the next run`() throws {
    try atDesk { desk in
      let service = ReminderService()
      service.sendReminders(for: [desk.appointment("A-1")])
      desk.settings.set(true, forKey: "reminders.alternative")
      service.sendReminders(for: [desk.appointment("A-2", kind: "checkup")])
      let letter = try #require(desk.letters["P-1.txt"])
      #expect(letter.contains("reminder of your appointment on "))
    }
  }

  @Test func `the time zone of the practice applies from the next run`() throws {
    try atDesk { desk in
      let service = ReminderService()
      let date = desk.tomorrow(hour: 9, minute: 30)
      service.sendReminders(for: [desk.appointment("A-1", at: date)])
      desk.settings.set(desk.anHourWest, forKey: "practice.timeZone")
      service.sendReminders(for: [desk.appointment("A-2", at: date)])
      #expect(desk.lastLines.last?.hasSuffix(" on \(desk.tomorrow), 8:30 AM.") == true)
    }
  }

  @Test func `the lead time applies from the next run`() throws {
    try atDesk { desk in
      let service = ReminderService()
      service.sendReminders(for: [desk.appointment("A-1", in: 30)])
      #expect(desk.letters == [:])
      desk.settings.set(48, forKey: "reminders.leadHours")
      service.sendReminders(for: [desk.appointment("A-1", in: 30)])
      #expect(desk.letters.keys.sorted() == ["A-1.txt"])
    }
  }

  @Test func `the limit applies from the next run`() throws {
    try atDesk(["reminders.limit": 0]) { desk in
      let service = ReminderService()
      service.sendReminders(for: [desk.appointment("A-1")])
      #expect(desk.letters == [:])
      desk.settings.set(1, forKey: "reminders.limit")
      service.sendReminders(for: [desk.appointment("A-1")])
      #expect(desk.letters.keys.sorted() == ["A-1.txt"])
    }
  }

  // MARK: The file

  @Test func `a letter is named after its appointment, without slashes`() throws {
    try atDesk { desk in
      ReminderService().sendReminders(for: [desk.appointment("../2026/A-1")])
      #expect(desk.letters.keys.sorted() == ["..-2026-A-1.txt"])
    }
  }

  @Test func `a letter replaces one with the same name`() throws {
    try atDesk { desk in
      let service = ReminderService()
      service.sendReminders(for: [desk.appointment("A/1", kind: "vaccination against tetanus")])
      #expect(desk.letters["A-1.txt"]?.contains("vaccination") == true)
      service.sendReminders(for: [desk.appointment("A-1", kind: "checkup")])
      #expect(desk.letters.keys.sorted() == ["A-1.txt"])
      #expect(desk.letters["A-1.txt"]?.contains("vaccination") == false)
    }
  }

  @Test func `with the flag, a letter is named after the patient, without slashes`() throws {
    try atDesk(["reminders.alternative": true]) { desk in
      ReminderService().sendReminders(for: [desk.appointment("A-1", of: grace)])
      #expect(desk.letters.keys.sorted() == ["P-2.txt"])
    }
  }

  // A quirk: one letter replaces the other, but both are in the summary.
  @Test func `with the flag, only the last letter to a patient is left`() throws {
    try atDesk(["reminders.alternative": true, "reminders.leadHours": 48]) { desk in
      ReminderService().sendReminders(for: [
        desk.appointment("A-1"), desk.appointment("A-2", at: desk.tomorrow(hour: 14, minute: 5)),
      ])
      #expect(desk.letters.keys.sorted() == ["P-1.txt"])
      #expect(desk.lastLines.last?.hasSuffix(" on \(desk.tomorrow), 2:05 PM.") == true)
      #expect(desk.pages == [PDPage(name: "Summary", detail: "Texts: 0, letters: 2")])
    }
  }

  @Test func `letters that can't be written are reported, one by one`() throws {
    try atDesk { desk in
      try desk.putFileInTheWay()
      ReminderService().sendReminders(for: [desk.appointment("A-2"), desk.appointment("A-1")])
      #expect(
        desk.pages == [
          PDPage(name: "Alert", detail: "Could not write letter A-1"),
          PDPage(name: "Alert", detail: "Could not write letter A-2"),
        ])
    }
  }

  // A quirk: nothing has gone out, but it counts.
  @Test func `a letter that can't be written counts`() throws {
    try atDesk { desk in
      try desk.putFileInTheWay()
      ReminderService().sendReminders(for: [desk.appointment("A-1")])
      #expect(desk.count == 1)
    }
  }

  @Test func `a letter that can't be written is tried again at the next run, and counts again`()
    throws
  {
    try atDesk { desk in
      let service = ReminderService()
      try desk.putFileInTheWay()
      service.sendReminders(for: [desk.appointment("A-1")])
      desk.settings.set(desk.folder.path, forKey: "reminders.folder")
      service.sendReminders(for: [desk.appointment("A-1")])
      #expect(desk.letters.keys.sorted() == ["A-1.txt"])
      #expect(desk.count == 2)
    }
  }

  @Test func `one letter that can't be written doesn't stop the others`() throws {
    try atDesk { desk in
      try desk.putFolderInTheWay(of: "A-2.txt")
      ReminderService().sendReminders(for: ["A-1", "A-2", "A-3"].map { desk.appointment($0) })
      #expect(desk.letters.keys.sorted() == ["A-1.txt", "A-3.txt"])
    }
  }

  // MARK: Text messages that can't be sent

  @Test(
    arguments: [
      "2125550142", "(212) 555-0142", "tel. 212.555.0142", "+1 212 555 0142", "0012125550142",
      // The shortest, and the longest
      "+12345678", "+123456789012345", "00 123 456 789 012 345",
    ])
  func `without a modem, a number that can be dialed means an alert and a letter`(phone: String) throws {
    try atDesk { desk in
      ReminderService().sendReminders(for: [desk.appointment("A-1", phone: phone)])
      #expect(desk.letters.keys.sorted() == ["A-1.txt"])
      #expect(desk.pages == [noModem, PDPage(name: "Summary", detail: "Texts: 0, letters: 1")])
    }
  }

  @Test(
    arguments: [
      nil, "", "none", "+", "5550142", "12125550142", "+1234567", "+1234567890123456",
      "++12125550142", "1+2125550142", "212555+142", "２１２５５５０１４２", "001234567",
    ])
  func `a patient without a number that can be dialed gets a letter`(phone: String?) throws {
    try atDesk { desk in
      ReminderService().sendReminders(for: [desk.appointment("A-1", phone: phone)])
      #expect(desk.letters.keys.sorted() == ["A-1.txt"])
      #expect(desk.pages == [PDPage(name: "Summary", detail: "Texts: 0, letters: 1")])
    }
  }

  @Test func `without a modem and without a disk, both are reported`() throws {
    try atDesk { desk in
      try desk.putFileInTheWay()
      ReminderService().sendReminders(for: [desk.appointment("A-1", phone: "2125550142")])
      #expect(desk.pages == [noModem, PDPage(name: "Alert", detail: "Could not write letter A-1")])
    }
  }

  @Test func `a reminder that became neither a text nor a letter is tried again`() throws {
    try atDesk { desk in
      let service = ReminderService()
      try desk.putFileInTheWay()
      service.sendReminders(for: [desk.appointment("A-1", phone: "2125550142")])
      desk.settings.set(desk.folder.path, forKey: "reminders.folder")
      service.sendReminders(for: [desk.appointment("A-1", phone: "2125550142")])
      #expect(desk.letters.keys.sorted() == ["A-1.txt"])
    }
  }

  @Test func `a modem that's down doesn't keep the next patient from a letter`() throws {
    try atDesk { desk in
      ReminderService().sendReminders(for: [
        desk.appointment("A-1", phone: "2125550142"), desk.appointment("A-2", phone: "2125550142"),
      ])
      #expect(desk.letters.keys.sorted() == ["A-1.txt", "A-2.txt"])
    }
  }

  // MARK: The limit

  @Test func `the earliest appointments come first, and by ID at the same time`() throws {
    try atDesk(["reminders.limit": 3]) { desk in
      ReminderService().sendReminders(for: [
        desk.appointment("A-5", in: 3), desk.appointment("A-9", in: 2),
        desk.appointment("A-1", in: 3.01), desk.appointment("A-3", in: 3),
      ])
      #expect(desk.letters.keys.sorted() == ["A-3.txt", "A-5.txt", "A-9.txt"])
    }
  }

  @Test(
    arguments: [
      (nil, 50), (51, 51), (2, 2), (0, 0), (-1, 0),
      // A quirk: a lead time may be stored as text, but a limit like that is ignored
      ("2", 50),
    ] as [((any Sendable)?, Int)])
  func `fifty reminders go out in a day, unless there's another limit`(
    limit: (any Sendable)?, letters: Int
  ) throws {
    try atDesk(["reminders.limit": limit]) { desk in
      ReminderService().sendReminders(for: (1...52).map { desk.appointment("A-\($0)") })
      #expect(desk.letters.count == letters)
    }
  }

  @Test(
    arguments: [
      // The count before, the letters of this run, and the count after it
      (0, 3, 3), (1, 2, 3), (2, 1, 3), (3, 0, 3), (4, 0, 4),
    ])
  func `what went out earlier in the day counts`(before: Int, letters: Int, after: Int) throws {
    try atDesk(["reminders.limit": 3, "reminders.count": before]) { desk in
      desk.settings.set(desk.today, forKey: "reminders.day")
      ReminderService().sendReminders(for: (1...5).map { desk.appointment("A-\($0)") })
      #expect(desk.letters.count == letters)
      #expect(desk.count == after)
    }
  }

  @Test(arguments: [0, -1])
  func `with a limit of zero or less, every reminder waits`(limit: Int) throws {
    try atDesk(["reminders.limit": limit]) { desk in
      ReminderService().sendReminders(for: [desk.appointment("A-1")])
      #expect(desk.pages == [PDPage(name: "Limit", detail: "1 waiting until tomorrow")])
    }
  }

  @Test func `what's over the limit waits until tomorrow`() throws {
    try atDesk(["reminders.limit": 1]) { desk in
      ReminderService().sendReminders(for: ["A-1", "A-2", "A-3"].map { desk.appointment($0) })
      #expect(
        desk.pages == [
          PDPage(name: "Limit", detail: "2 waiting until tomorrow"),
          PDPage(name: "Summary", detail: "Texts: 0, letters: 1"),
        ])
    }
  }

  @Test(arguments: ["2019-12-31", "9999-01-01", "", nil] as [String?])
  func `the limit starts over on another day`(day: String?) throws {
    try atDesk(["reminders.limit": 2, "reminders.day": day, "reminders.count": 2]) { desk in
      ReminderService().sendReminders(for: ["A-1", "A-2", "A-3"].map { desk.appointment($0) })
      #expect(desk.letters.keys.sorted() == ["A-1.txt", "A-2.txt"])
      #expect(desk.settings.string(forKey: "reminders.day") == desk.today)
      #expect(desk.count == 2)
    }
  }

  @Test func `the limit starts over while the app is running`() throws {
    try atDesk(["reminders.limit": 1]) { desk in
      let service = ReminderService()
      service.sendReminders(for: [desk.appointment("A-1"), desk.appointment("A-2")])
      #expect(desk.letters.keys.sorted() == ["A-1.txt"])
      desk.settings.set("2019-12-31", forKey: "reminders.day")
      service.sendReminders(for: [desk.appointment("A-1"), desk.appointment("A-2")])
      #expect(desk.letters.keys.sorted() == ["A-1.txt", "A-2.txt"])
    }
  }

  @Test func `a new day starts even if nobody is reminded`() throws {
    try atDesk(["reminders.day": "2019-12-31", "reminders.count": 2]) { desk in
      ReminderService().sendReminders(for: [])
      #expect(desk.settings.string(forKey: "reminders.day") == desk.today)
      #expect(desk.count == 0)
    }
  }

  // MARK: Canceled appointments

  // A quirk: nothing goes out, but it counts.
  @Test func `a canceled appointment gets no reminder, but counts`() throws {
    try atDesk { desk in
      ReminderService().sendReminders(for: [desk.appointment("A-1", isCancelled: true)])
      #expect(desk.letters == [:])
      #expect(desk.pages == [])
      #expect(desk.count == 1)
    }
  }

  @Test func `a canceled appointment counts once while the app is running`() throws {
    try atDesk { desk in
      let service = ReminderService()
      service.sendReminders(for: [desk.appointment("A-1", isCancelled: true)])
      service.sendReminders(for: [desk.appointment("A-1", isCancelled: true)])
      #expect(desk.count == 1)
    }
  }

  @Test func `a canceled appointment counts again after a launch`() throws {
    try atDesk { desk in
      App.launch()
      App.timerDidFire(calendar: [desk.appointment("A-1", isCancelled: true)])
      App.launch()
      App.timerDidFire(calendar: [desk.appointment("A-1", isCancelled: true)])
      #expect(desk.count == 2)
    }
  }

  @Test func `a canceled appointment counts again when it's rescheduled`() throws {
    try atDesk { desk in
      let service = ReminderService()
      service.sendReminders(for: [desk.appointment("A-1", in: 2, isCancelled: true)])
      service.sendReminders(for: [desk.appointment("A-1", in: 3, isCancelled: true)])
      #expect(desk.count == 2)
    }
  }

  @Test func `an appointment that's canceled after its reminder doesn't count again`() throws {
    try atDesk { desk in
      let service = ReminderService()
      service.sendReminders(for: [desk.appointment("A-1")])
      service.sendReminders(for: [desk.appointment("A-1", isCancelled: true)])
      #expect(desk.count == 1)
    }
  }

  // A quirk, too
  @Test func `an appointment that's reinstated gets no reminder`() throws {
    try atDesk { desk in
      let service = ReminderService()
      service.sendReminders(for: [desk.appointment("A-1", isCancelled: true)])
      service.sendReminders(for: [desk.appointment("A-1"), desk.appointment("A-2")])
      #expect(desk.letters.keys.sorted() == ["A-2.txt"])
      #expect(desk.count == 2)
    }
  }

  @Test func `a canceled appointment waits, too, when the limit is reached`() throws {
    try atDesk(["reminders.limit": 0]) { desk in
      let canceled = desk.appointment("A-1", isCancelled: true)
      ReminderService().sendReminders(for: [canceled, desk.appointment("A-2")])
      #expect(desk.pages == [PDPage(name: "Limit", detail: "2 waiting until tomorrow")])
    }
  }

  // MARK: Pages

  @Test func `problems come first, then the limit, then what was sent`() throws {
    try atDesk(["reminders.limit": 3]) { desk in
      try desk.putFolderInTheWay(of: "A-1.txt")
      ReminderService().sendReminders(for: [
        desk.appointment("A-1"), desk.appointment("A-2", phone: "2125550142"),
        desk.appointment("A-3", phone: "2125550142"), desk.appointment("A-4"),
      ])
      #expect(
        desk.pages == [
          noModem, PDPage(name: "Alert", detail: "Could not write letter A-1"),
          PDPage(name: "Limit", detail: "1 waiting until tomorrow"),
          PDPage(name: "Summary", detail: "Texts: 0, letters: 2"),
        ])
    }
  }

  @Test func `a run that has nothing to report opens no page`() throws {
    try atDesk { desk in
      ReminderService().sendReminders(for: [])
      #expect(desk.pages == [])
    }
  }

  @Test func `a page that's already on top isn't opened again`() throws {
    try atDesk(["reminders.limit": 0]) { desk in
      let service = ReminderService()
      service.sendReminders(for: [desk.appointment("A-1")])
      service.sendReminders(for: [desk.appointment("A-1")])
      #expect(desk.pages == [PDPage(name: "Limit", detail: "1 waiting until tomorrow")])
    }
  }

  @Test func `a page that's further down is opened again`() throws {
    try atDesk { desk in
      let service = ReminderService()
      service.sendReminders(for: [desk.appointment("A-1", phone: "2125550142")])
      service.sendReminders(for: [desk.appointment("A-2", phone: "2125550142")])
      let sent = PDPage(name: "Summary", detail: "Texts: 0, letters: 1")
      #expect(desk.pages == [noModem, sent, noModem, sent])
    }
  }

  @Test func `pages open for whoever is signed in at the time`() throws {
    try atDesk { desk in
      let service = ReminderService()
      service.sendReminders(for: [desk.appointment("A-1", phone: "2125550142")])
      App.signIn(as: "Lou")
      service.sendReminders(for: [desk.appointment("A-2", phone: "2125550142")])
      #expect(desk.pages == [noModem, PDPage(name: "Summary", detail: "Texts: 0, letters: 1")])
    }
  }

  @Test func `signing in sets the name of the user and starts with the calendar`() throws {
    try atDesk { _ in
      App.router.open(PDPage(name: "Help"))
      App.signIn(as: "Lou")
      #expect(App.userName == "Lou")
      #expect(App.router.pages == [PDPage(name: "Calendar")])
    }
  }

  @Test func `a launch signs out and starts with the calendar`() throws {
    try atDesk { _ in
      App.router.open(PDPage(name: "Help"))
      App.launch()
      #expect(App.userName == nil)
      #expect(App.router.pages == [PDPage(name: "Calendar")])
    }
  }

  // MARK: Remind again

  @Test(arguments: [false, true])
  func `without a modem, reminding again reports that, even during a pause`(isPaused: Bool) throws {
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
  func `without a number to dial, reminding again names the patient`(phone: String?) throws {
    try atDesk { desk in
      let service = ReminderService()
      App.signIn(as: "Lou")
      #expect(service.remindAgain(desk.appointment("A-1", phone: phone)) == false)
      #expect(desk.pages == [PDPage(name: "Alert", detail: "No phone number for Ada Byron")])
    }
  }

  @Test func `nobody is reminded again of an appointment that's canceled`() throws {
    try atDesk { desk in
      let canceled = desk.appointment("A-1", isCancelled: true)
      #expect(ReminderService().remindAgain(canceled) == false)
      #expect(desk.pages == [])
    }
  }

  @Test func `nobody is reminded again of an appointment that has started`() throws {
    try atDesk { desk in
      let service = ReminderService()
      desk.waitForTheClock()
      #expect(service.remindAgain(desk.appointment("A-1", at: Date())) == false)
      #expect(desk.pages == [])
    }
  }

  @Test func `reminding again leaves the reminder and the limit alone`() throws {
    try atDesk(["reminders.limit": 1]) { desk in
      let service = ReminderService()
      desk.settings.set(desk.today, forKey: "reminders.day")
      _ = service.remindAgain(desk.appointment("A-1", phone: "2125550142"))
      service.sendReminders(for: [
        desk.appointment("A-1", phone: "2125550142"), desk.appointment("A-2"),
      ])
      #expect(desk.letters.keys.sorted() == ["A-1.txt"])
    }
  }

  // MARK: Paused, and the status

  @Test(arguments: [true, "YES"] as [any Sendable])
  func `during a pause, no reminder goes out, and the status says so`(isPaused: any Sendable) throws
  {
    try atDesk(["reminders.paused": isPaused]) { desk in
      let service = ReminderService()
      service.sendReminders(for: [desk.appointment("A-1")])
      #expect(desk.letters == [:])
      #expect(service.statusLine() == "Reminders are paused")
    }
  }

  @Test func `during a pause, nothing is stored`() throws {
    try atDesk(["reminders.paused": true, "reminders.day": "2019-12-31"]) { desk in
      ReminderService().sendReminders(for: [desk.appointment("A-1")])
      #expect(desk.settings.string(forKey: "reminders.day") == "2019-12-31")
      #expect(desk.settings.object(forKey: "reminders.lastRun") == nil)
    }
  }

  @Test func `a reminder goes out once a pause is over`() throws {
    try atDesk(["reminders.paused": true]) { desk in
      let service = ReminderService()
      service.sendReminders(for: [desk.appointment("A-1")])
      #expect(desk.letters == [:])
      desk.settings.set(false, forKey: "reminders.paused")
      service.sendReminders(for: [desk.appointment("A-1")])
      #expect(desk.letters.keys.sorted() == ["A-1.txt"])
    }
  }

  @Test(
    arguments: [
      (-0.1, "Please check this computer's clock"), (0, "Reminders are up to date"),
      (14.9, "Reminders are up to date"), (15, "Last reminders 15 minutes ago"),
      (15.9, "Last reminders 15 minutes ago"), (119.9, "Last reminders 119 minutes ago"),
      (120, "Reminders have stopped"), (1e9, "Reminders have stopped"),
    ])
  func `the status says how long ago the last run was`(minutes: Double, line: String) throws {
    try atDesk { desk in
      desk.settings.set(desk.now, forKey: "reminders.lastRun")
      #expect(ReminderService().statusLine(now: desk.now + minutes * 60) == line)
    }
  }

  @Test func `before the first run, the status says that there are no reminders yet`() throws {
    try atDesk { _ in #expect(ReminderService().statusLine() == "No reminders yet") }
  }

  @Test func `the status is about now, even if the service was created long ago`() throws {
    try atDesk { desk in
      let service = ReminderService()
      desk.waitForTheClock()
      desk.settings.set(Date(), forKey: "reminders.lastRun")
      #expect(service.statusLine() == "Reminders are up to date")
    }
  }

  @Test func `every run is recorded, even if nobody is reminded`() throws {
    try atDesk(["reminders.lastRun": Date.distantPast]) { desk in
      let service = ReminderService()
      desk.waitForTheClock()
      let start = Date()
      service.sendReminders(for: [])
      let lastRun = try #require(desk.settings.object(forKey: "reminders.lastRun") as? Date)
      #expect((start...Date()).contains(lastRun))
    }
  }
}

// MARK: - The practice

private let ada = Patient(id: "P-1", name: "Ada Byron", address: "12 Elm Street, Albany")
private let grace = Patient(id: "P/2", name: "Grace Hopper", address: "1 Bay Road, Albany")

private let noModem = PDPage(name: "Alert", detail: "Could not send text: no device")

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
  private let temporary = try? TemporaryFolder()

  init() throws {
    let minutes = Int(now.timeIntervalSince1970 / 60) % 1440
    timeZone = try #require(TimeZone(secondsFromGMT: (750 - minutes) * 60))
  }

  /// The identifier of the time zone an hour to the west
  var anHourWest: String {
    TimeZone(secondsFromGMT: timeZone.secondsFromGMT() - 3600)?.identifier ?? ""
  }

  /// Returns when `Date()` is later than it is now, which takes much less than a second.
  func waitForTheClock() {
    let start = Date()
    while Date() <= start {}
  }

  func appointment(
    _ id: String, of patient: Patient = ada, in hours: Double = 2, at date: Date? = nil,
    kind: String = "appointment", phone: String? = nil, isCancelled: Bool = false
  ) -> Appointment {
    Appointment(
      id: id, patient: patient, date: date ?? now + hours * 3600, kind: kind,
      isCancelled: isCancelled, phone: phone)
  }

  // MARK: What comes out

  /// How many reminders have counted toward the limit today
  var count: Int { settings.integer(forKey: "reminders.count") }

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

  /// The last line of each letter, in the order of the file names
  var lastLines: [String] {
    letters.sorted { $0.key < $1.key }.compactMap {
      $0.value.split(separator: "\n").last.map(String.init)
    }
  }

  // MARK: The disk

  /// It doesn't exist yet. The code has to create it.
  var folder: URL {
    (temporary?.url ?? URL(fileURLWithPath: "/dev/null")).appendingPathComponent("mail/out")
  }

  func removeLetters() {
    try? FileManager.default.removeItem(at: folder)
  }

  /// Makes a file of what should be a folder, so no letter can be written.
  func putFileInTheWay() throws {
    let url = try #require(temporary?.url.appendingPathComponent("file"))
    try Data().write(to: url)
    settings.set(url.appendingPathComponent("folder").path, forKey: "reminders.folder")
  }

  /// Makes a folder of what should be a file, so this letter can't be written.
  func putFolderInTheWay(of letter: String) throws {
    let url = folder.appendingPathComponent("\(letter)/folder", isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  // MARK: Dates

  private var calendar: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    return calendar
  }

  /// Such as "2026-03-05"
  var today: String {
    let day = calendar.dateComponents([.year, .month, .day], from: now)
    return String(format: "%04d-%02d-%02d", day.year ?? 0, day.month ?? 0, day.day ?? 0)
  }

  /// Such as "Friday, March 6"
  var tomorrow: String {
    let day = calendar.dateComponents([.weekday, .month, .day], from: now + 86_400)
    let weekdays = "? Sunday Monday Tuesday Wednesday Thursday Friday Saturday"
      .split(separator: " ")
    let months = """
      ? January February March April May June July August September October November December
      """.split(separator: " ")
    return "\(weekdays[day.weekday ?? 0]), \(months[day.month ?? 0]) \(day.day ?? 0)"
  }

  func tomorrow(hour: Int, minute: Int) -> Date {
    calendar.startOfDay(for: now) + 86_400 + Double(hour * 60 + minute) * 60
  }
}
