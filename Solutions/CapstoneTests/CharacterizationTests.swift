import Foundation
import TestSupport
import Testing

#if SOLUTION
  @testable import CapstoneAfter
#else
  @testable import CapstoneBefore
#endif

/// Pins what the reminders do on a computer without a modem and without a phone book: the letters they
/// write, the pages they open, and the values they store.
///
/// It's always noon in these tests, so they stay green whatever the code does at night.
@MainActor
@Suite("Capstone: characterization", .namesModule)
struct CharacterizationTests {

  // MARK: Who is reminded

  @Test(
    arguments: [
      // The default is a day, and so is any stored number that makes no sense.
      (nil, [-48, -0.01, 0.01, 23.99, 24.01, 200], ["0.01", "23.99"]),
      (0, [23.99, 24.01], ["23.99"]), (-5, [23.99, 24.01], ["23.99"]),
      (169, [23.99, 24.01], ["23.99"]), (.max, [23.99, 24.01], ["23.99"]),
      (1, [0.99, 1.01], ["0.99"]), (48, [24.01, 47.99, 48.01], ["24.01", "47.99"]),
      (168, [-1, 167.99, 168.01], ["167.99"]),
    ] as [(Int?, [Double], [String])])
  func `a reminder goes out once its appointment is near enough`(
    leadHours: Int?, hours: [Double], reminded: [String]
  ) throws {
    let letters = try atNoon(["reminders.leadHours": leadHours]) { desk in
      ReminderService().sendReminders(for: hours.map { appointment("\($0)", in: $0) })
      return desk.names
    }
    #expect(letters == reminded)
  }

  @Test func `an appointment that has already started gets no reminder`() throws {
    let letters = try atNoon { desk in
      let service = ReminderService()
      let launch = Date()
      while Date() <= launch {}
      service.sendReminders(for: [appointment("A-1", at: Date()), appointment("A-2")])
      return desk.names
    }
    #expect(letters == ["A-2"])
  }

  @Test func `an appointment becomes due while the app is running`() throws {
    let letters = try atNoon { desk in
      let service = ReminderService()
      let appointment = appointment("A-1", at: Date(timeIntervalSinceNow: 86_400))
      while Date(timeIntervalSinceNow: 86_400) <= appointment.date {}
      service.sendReminders(for: [appointment])
      return desk.names
    }
    #expect(letters == ["A-1"])
  }

  @Test func `impossible dates are skipped`() throws {
    let letters = try atNoon { desk in
      let dates = [Double.nan, .infinity, -.infinity, .greatestFiniteMagnitude]
      let odd = dates.map { appointment("odd", at: Date(timeIntervalSinceReferenceDate: $0)) }
      ReminderService().sendReminders(for: odd + [appointment("A-1")] + odd)
      return desk.names
    }
    #expect(letters == ["A-1"])
  }

  @Test func `an empty calendar opens no page`() throws {
    let pages = try atNoon { desk in
      ReminderService().sendReminders(for: [])
      return desk.pages
    }
    #expect(pages == [])
  }

  @Test func `while the app is running, each appointment gets one reminder`() throws {
    try atNoon { desk in
      let service = ReminderService()
      service.sendReminders(for: [appointment("A-1")])
      desk.removeLetters()
      service.sendReminders(for: [appointment("A-1"), appointment("A-2"), appointment("A-2")])
      #expect(desk.names == ["A-2"])
      #expect(desk.pages == ["reminders: 0 texts, 1 letters"])
      #expect(desk.count == 2)
    }
  }

  @Test func `a rescheduled or second appointment gets a reminder, too`() throws {
    try atNoon { desk in
      let service = ReminderService()
      service.sendReminders(for: [appointment("A-1", in: 2)])
      desk.removeLetters()
      service.sendReminders(for: [appointment("A-1", in: 3), appointment("A-2", in: 2)])
      #expect(desk.names == ["A-1", "A-2"])
      #expect(desk.pages.last == "reminders: 0 texts, 2 letters")
    }
  }

  // MARK: The letter

  @Test func `a letter has the date, the address, and the text`() throws {
    try atNoon { desk in
      let date = desk.tomorrow(hour: 0, minute: 5)
      ReminderService().sendReminders(for: [appointment("A-1", at: date, kind: "checkup")])
      #expect(
        desk.letters == [
          "A-1": """
          \(desk.today)

          Ada Byron
          12 Elm Street, Albany

          Dear Ada Byron, this is a reminder of your checkup on \(desk.tomorrow), 12:05 AM.

          """
        ])
    }
  }

  @Test(
    arguments: [
      (
        "blood test", false, "Green Practice", "blood test",
        " Please don't eat beforehand. Green Practice"
      ),
      ("Blood Test", false, "", "Blood Test", ""),
      // Nobody knows what this flag is for
      (
        "blood test", true, "Green Practice", "appointment",
        " Please don't eat beforehand. Green Practice"
      ),
      ("vaccination", true, nil, "appointment", ""),
    ] as [(String, Bool, String?, String, String)])
  func `the text depends on the kind of appointment`(
    kind: String, alternative: Bool, practice: String?, what: String, ending: String
  ) throws {
    try atNoon(["reminders.alternative": alternative, "practice.name": practice]) { desk in
      let date = desk.tomorrow(hour: 9, minute: 30)
      ReminderService().sendReminders(for: [appointment("A-1", at: date, kind: kind)])
      let text =
        "Dear Ada Byron, this is a reminder of your \(what) on \(desk.tomorrow), 9:30 AM.\(ending)"
      #expect(desk.texts == [text])
    }
  }

  // A quirk: the limit is meant for text messages. Paper has more room.
  @Test(arguments: [(160, 160, false), (161, 160, true), (400, 160, true)])
  func `a long text is cut off, even in a letter`(length: Int, expected: Int, isCut: Bool) throws {
    try atNoon { desk in
      let date = desk.tomorrow(hour: 9, minute: 30)
      let start =
        "Dear Ada Byron, this is a reminder of your checkup on \(desk.tomorrow), 9:30 AM. "
      desk["practice.name"] = String(repeating: "é", count: length - start.count - 1) + "!"
      ReminderService().sendReminders(for: [appointment("A-1", at: date, kind: "checkup")])
      let text = try #require(desk.texts.first)
      #expect(text.count == expected)
      #expect(text.hasPrefix(start + "é"))
      #expect(text.hasSuffix(isCut ? "éé..." : "éé!"))
    }
  }

  @Test func `the settings are read at each run`() throws {
    try atNoon(["practice.name": "Old"]) { desk in
      let service = ReminderService()
      service.sendReminders(for: [appointment("A-1")])
      desk["practice.name"] = "New"
      desk["reminders.alternative"] = true
      desk["reminders.leadHours"] = 100
      desk["reminders.limit"] = 2
      desk["practice.timeZone"] = desk.west
      let date = desk.tomorrow(hour: 22, minute: 0)
      service.sendReminders(for: [appointment("A-2", at: date, kind: "checkup")])
      #expect(desk.names == ["A-1", "P-1"])
      #expect(
        desk.texts.last?.hasSuffix(" your appointment on \(desk.tomorrow), 9:00 PM. New") == true)
      service.sendReminders(for: [appointment("A-3")])
      #expect(desk.pages.last == "limit: 1 waiting until tomorrow")
    }
  }

  @Test func `times are in the practice's time zone`() throws {
    try atNoon { desk in
      let date = desk.tomorrow(hour: 9, minute: 30)
      desk["practice.timeZone"] = desk.west
      ReminderService().sendReminders(for: [appointment("A-1", at: date)])
      #expect(desk.texts.first?.hasSuffix(" on \(desk.tomorrow), 8:30 AM.") == true)
    }
  }

  @Test(arguments: ["Nowhere/Land", "", nil] as [String?])
  func `a practice without a time zone uses its computer's`(name: String?) throws {
    try atNoon { desk in
      let date = Date(timeIntervalSinceNow: 72_000)
      desk["practice.timeZone"] = TimeZone.current.identifier
      ReminderService().sendReminders(for: [appointment("A-1", at: date)])
      desk["practice.timeZone"] = name
      ReminderService().sendReminders(for: [appointment("A-2", at: date)])
      #expect(desk.names == ["A-1", "A-2"])
      #expect(desk.texts.first == desk.texts.last)
    }
  }

  // MARK: The file

  @Test func `a letter is named after its appointment and replaces one with the same name`() throws
  {
    try atNoon { desk in
      ReminderService().sendReminders(for: [appointment("../2026/A-1", kind: "checkup")])
      #expect(desk.names == ["..-2026-A-1"])
      let second = appointment("..-2026-A-1", in: 3, kind: "vaccination")
      ReminderService().sendReminders(for: [second])
      #expect(desk.names == ["..-2026-A-1"])
      #expect(desk.letters.values.first?.contains("vaccination") == true)
      #expect(desk.letters.values.first?.contains("checkup") == false)
    }
  }

  // The same flag: of two letters to one patient, only the last is left.
  @Test func `with the flag, a letter is named after the patient`() throws {
    try atNoon(["reminders.alternative": true]) { desk in
      let grace = Patient(id: "P/2", name: "Grace Hopper", address: "1 Bay Road, Albany")
      ReminderService().sendReminders(
        for: [
          appointment("A-1"), appointment("A-2", in: 3),
          Appointment(id: "A-3", patient: grace, date: start + 7200),
        ])
      #expect(desk.names == ["P-1", "P-2"])
      #expect(desk.letters["P-2"]?.contains("\nGrace Hopper\n1 Bay Road, Albany\n") == true)
      #expect(desk.pages == ["reminders: 0 texts, 3 letters"])
    }
  }

  @Test func `a letter that can't be written counts, and is tried again at every run`() throws {
    try atNoon { desk in
      let service = ReminderService()
      let appointments = ["A-3", "A-1", "A-2"].map { appointment($0) }
      desk["reminders.folder"] = try desk.fileInTheWay().path
      service.sendReminders(for: appointments)
      #expect(
        desk.pages == [
          "problem: Not written: A-1", "problem: Not written: A-2", "problem: Not written: A-3",
        ])
      #expect(desk.count == 3)
      desk["reminders.folder"] = desk.folder.path
      service.sendReminders(for: appointments)
      #expect(desk.names == ["A-1", "A-2", "A-3"])
      #expect(desk.pages.last == "reminders: 0 texts, 3 letters")
      #expect(desk.count == 6)
    }
  }

  @Test func `one letter that can't be written doesn't stop the others`() throws {
    try atNoon { desk in
      let folder = desk.folder.appendingPathComponent("A-2.txt/in the way", isDirectory: true)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      ReminderService().sendReminders(for: ["A-1", "A-2", "A-3"].map { appointment($0) })
      #expect(desk.letters.keys.sorted() == ["A-1", "A-3"])
      #expect(desk.pages == ["problem: Not written: A-2", "reminders: 0 texts, 2 letters"])
    }
  }

  // MARK: Text messages that can't be sent

  @Test(
    arguments: [
      "2125550142", "(212) 555-0142", "+1 212 555 0142", "0012125550142", "+12345678",
      "00 123 456 789 012 345", "12345678901x", "tel. 212.555.0142",
    ])
  func `without a modem, a patient with a number gets a letter`(phone: String) throws {
    try atNoon { desk in
      let dialable = phone.hasSuffix("x") ? "+\(phone)" : phone
      ReminderService().sendReminders(for: [appointment("A-1", phone: dialable)])
      #expect(desk.names == ["A-1"])
      #expect(desk.pages == ["problem: Text messages: no device", "reminders: 0 texts, 1 letters"])
    }
  }

  @Test(
    arguments: [
      "", "none", "5550142", "12125550142", "+1234567", "+1234567890123456", "++12125550142",
      "1+2125550142", "212555+142", "２１２５５５０１４２", "0123456789012", "001234567",
      "+",
    ])
  func `a number that can't be dialed goes straight to a letter`(phone: String) throws {
    try atNoon { desk in
      ReminderService().sendReminders(for: [appointment("A-1", phone: phone)])
      #expect(desk.names == ["A-1"])
      #expect(desk.pages == ["reminders: 0 texts, 1 letters"])
    }
  }

  // MARK: The limit

  @Test func `the earliest appointments come first`() throws {
    try atNoon(["reminders.limit": 3]) { desk in
      let now = start
      let appointments = [
        appointment("A-5", at: now + 8000), appointment("A-9", at: now + 7000),
        appointment("A-4", at: now + 9000), appointment("A-3", at: now + 8000),
        appointment("A-1", at: now + 8001), appointment("A-0", at: now - 9),
      ]
      ReminderService().sendReminders(for: appointments)
      #expect(desk.names == ["A-3", "A-5", "A-9"])
      #expect(desk.pages == ["limit: 2 waiting until tomorrow", "reminders: 0 texts, 3 letters"])
      #expect(desk.count == 3)
    }
  }

  @Test(
    arguments: [
      (nil, 0, 50), (nil, 49, 1), (nil, 50, 0), (0, 0, 0), (-1, 0, 0), (1, 0, 1), (2, 3, 0),
      (5, -2, 7), (1_000_000, 3, 55),
    ] as [(Int?, Int, Int)])
  func `the daily limit includes what went out earlier in the day`(
    limit: Int?, before: Int, letters: Int
  ) throws {
    try atNoon(["reminders.limit": limit]) { desk in
      desk["reminders.day"] = desk.today
      desk["reminders.count"] = before
      ReminderService().sendReminders(for: (100..<155).map { appointment("A-\($0)") })
      #expect(desk.names.count == letters)
      let page = "limit: \(55 - letters) waiting until tomorrow"
      #expect(desk.pages.contains(page) == (letters < 55))
      #expect(desk.count == before + letters)
    }
  }

  @Test(arguments: ["2019-12-31", "9999-01-01", "", nil] as [String?])
  func `the limit starts over every day`(day: String?) throws {
    try atNoon(["reminders.limit": 2, "reminders.day": day, "reminders.count": 2]) { desk in
      let service = ReminderService()
      service.sendReminders(for: ["A-1", "A-2", "A-3"].map { appointment($0) })
      #expect(desk.names == ["A-1", "A-2"])
      #expect(desk["reminders.day"] as? String == desk.today)
      #expect(desk.count == 2)
      desk["reminders.day"] = day
      service.sendReminders(for: ["A-1", "A-2", "A-3"].map { appointment($0) })
      #expect(desk.names == ["A-1", "A-2", "A-3"])
      #expect(desk.count == 1)
    }
  }

  @Test func `a new day starts even if nobody is reminded`() throws {
    try atNoon(["reminders.day": "2019-12-31", "reminders.count": 2]) { desk in
      ReminderService().sendReminders(for: [])
      #expect(desk["reminders.day"] as? String == desk.today)
      #expect(desk.count == 0)
    }
  }

  // A quirk: nothing goes out, but it counts. Once reinstated, the appointment gets no reminder.
  @Test func `a canceled appointment counts toward the limit, once until the next start`() throws {
    try atNoon(["reminders.limit": 4]) { desk in
      let service = ReminderService()
      var canceled = appointment("A-1", in: 1)
      canceled.isCancelled = true
      service.sendReminders(for: [appointment("A-2"), canceled])
      #expect(desk.names == ["A-2"])
      #expect(desk.count == 2)
      #expect(desk.pages == ["reminders: 0 texts, 1 letters"])
      service.sendReminders(for: [canceled])
      canceled.isCancelled = false
      service.sendReminders(for: [canceled])
      #expect(desk.names == ["A-2"])
      #expect(desk.count == 2)
      canceled.isCancelled = true
      ReminderService().sendReminders(for: [canceled])
      #expect(desk.count == 3)
      canceled.date += 1
      service.sendReminders(for: [canceled, appointment("A-3")])
      #expect(desk.names == ["A-2"])
      #expect(desk.pages.last == "limit: 1 waiting until tomorrow")
    }
  }

  @Test func `a canceled appointment counts again after a launch`() throws {
    try atNoon { desk in
      var canceled = appointment("A-1")
      canceled.isCancelled = true
      for _ in 1...2 {
        App.launch()
        for _ in 1...2 { App.timerDidFire(calendar: [canceled]) }
      }
      #expect(desk.count == 2)
      canceled.date = start - 60
      App.timerDidFire(calendar: [canceled])
      #expect(desk.count == 2)
    }
  }

  @Test func `a canceled appointment waits, too, when the limit is reached`() throws {
    try atNoon(["reminders.limit": 0]) { desk in
      var canceled = appointment("A-1")
      canceled.isCancelled = true
      ReminderService().sendReminders(for: [canceled, appointment("A-2")])
      #expect(desk.pages == ["limit: 2 waiting until tomorrow"])
    }
  }

  // MARK: Pages

  @Test func `problems come first, then the limit, then what was sent`() throws {
    try atNoon(["reminders.limit": 3]) { desk in
      let folder = desk.folder.appendingPathComponent("A-2.txt/in the way", isDirectory: true)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let phones = [nil, "2125550142", "2125550142", nil, nil]
      let appointments = phones.enumerated().map {
        appointment("A-\($0.offset)", phone: $0.element)
      }
      ReminderService().sendReminders(for: appointments)
      #expect(
        desk.pages == [
          "problem: Text messages: no device", "problem: Not written: A-2",
          "limit: 2 waiting until tomorrow", "reminders: 0 texts, 2 letters",
        ])
    }
  }

  @Test func `pages open for whoever is signed in at the time`() throws {
    try atNoon { desk in
      App.launch()
      #expect(App.userName == nil)
      App.timerDidFire(calendar: [appointment("A-1")])
      #expect(desk.pages == ["reminders: 0 texts, 1 letters"])
      App.signIn(as: "Kim")
      #expect(desk.pages == [])
      #expect(App.userName == "Kim")
      App.timerDidFire(calendar: [appointment("A-1"), appointment("A-2", phone: "2125550142")])
      let pages = ["problem: Text messages: no device", "reminders: 0 texts, 1 letters"]
      #expect(desk.pages == pages)
      App.router.goBack()
      App.timerDidFire(calendar: [appointment("A-3", phone: "2125550142")])
      #expect(desk.pages == pages)
      App.timerDidFire(calendar: [appointment("A-3"), appointment("A-6", phone: "2125550142")])
      #expect(desk.pages == pages + pages)
      desk["reminders.folder"] = try desk.fileInTheWay().path
      desk["reminders.limit"] = 5
      App.signIn(as: "Lou")
      App.timerDidFire(calendar: [appointment("A-4"), appointment("A-5")])
      #expect(desk.pages == ["problem: Not written: A-4", "limit: 1 waiting until tomorrow"])
      App.launch()
      #expect(App.userName == nil)
      #expect(App.router.pages == [Page(name: "calendar")])
      App.router.open(Page(name: "help"))
      App.router.goBack()
      App.router.goBack()
      #expect(App.router.pages == [Page(name: "calendar")])
    }
  }

  // MARK: Paused, and the status

  @Test func `while reminders are paused, nothing happens`() throws {
    try atNoon(["reminders.paused": true, "reminders.day": "2019-12-31"]) { desk in
      let service = ReminderService()
      service.sendReminders(for: [appointment("A-1")])
      #expect(desk.names == [])
      #expect(desk.pages == [])
      #expect(desk["reminders.day"] as? String == "2019-12-31")
      #expect(desk["reminders.lastRun"] == nil)
      #expect(service.statusLine == "Reminders are paused")
      desk["reminders.paused"] = false
      service.sendReminders(for: [appointment("A-1")])
      #expect(desk.names == ["A-1"])
      #expect(service.statusLine == "Reminders are up to date")
    }
  }

  @Test(
    arguments: [
      (nil, "No reminders yet"), (0, "Reminders are up to date"),
      (14.9, "Reminders are up to date"),
      (15, "Reminders are 15 minutes old"), (15.9, "Reminders are 15 minutes old"),
      (119.9, "Reminders are 119 minutes old"), (120, "Reminders have stopped"),
      (1e300, "Reminders have stopped"), (-1, "Check this computer's clock"),
    ] as [(Double?, String)])
  func `the status says how long ago the last run was`(minutes: Double?, line: String) throws {
    try atNoon { desk in
      let service = ReminderService()
      desk["reminders.lastRun"] = minutes.map { Date(timeIntervalSinceNow: $0 * -60) }
      #expect(service.statusLine == line)
    }
  }

  @Test func `every run is recorded, even if nobody is reminded`() throws {
    try atNoon(["reminders.lastRun": Date.distantPast]) { desk in
      let service = ReminderService()
      #expect(service.statusLine == "Reminders have stopped")
      let start = Date()
      service.sendReminders(for: [])
      let lastRun = try #require(desk["reminders.lastRun"] as? Date)
      #expect(abs(lastRun.timeIntervalSince(start)) < 60)
    }
  }
}

// MARK: - The practice

/// When the running test began
@MainActor
private var start = Date()

@MainActor
private let ada = Patient(id: "P-1", name: "Ada Byron", address: "12 Elm Street, Albany")

@MainActor
private func appointment(
  _ id: String, in hours: Double = 2, kind: String = "appointment", phone: String? = nil
) -> Appointment {
  appointment(id, at: start + hours * 3600, kind: kind, phone: phone)
}

@MainActor
private func appointment(
  _ id: String, at date: Date, kind: String = "appointment", phone: String? = nil
) -> Appointment {
  Appointment(id: id, patient: ada, date: date, kind: kind, phone: phone)
}

/// Runs a test with these stored values, and puts the previous ones back. The whole process shares
/// them, so all of this stays on the main actor and doesn't wait.
@MainActor
private func atNoon<Result>(
  _ values: [String: Any?] = [:], body: (Desk) throws -> Result
) throws -> Result {
  func stored() -> [String: Any] {
    UserDefaults.standard.dictionaryRepresentation().filter {
      $0.key.hasPrefix("reminders.") || $0.key.hasPrefix("practice.")
    }
  }
  let previous = stored()
  for key in previous.keys { UserDefaults.standard.removeObject(forKey: key) }
  defer {
    for key in stored().keys { UserDefaults.standard.removeObject(forKey: key) }
    for (key, value) in previous { UserDefaults.standard.set(value, forKey: key) }
  }
  start = Date()
  let desk = try Desk()
  desk["reminders.folder"] = desk.folder.path
  desk["practice.timeZone"] = desk.timeZone.identifier
  for (key, value) in values { desk[key] = value }
  App.signIn(as: "Kim")
  return try body(desk)
}

/// What the reception desk sees, in a time zone where it's half past twelve now.
@MainActor
private final class Desk {
  let timeZone: TimeZone
  private let temporary = try? TemporaryFolder()
  private let now = start

  init() throws {
    let minutes = Int(now.timeIntervalSince1970 / 60) % 1440
    timeZone = try #require(TimeZone(secondsFromGMT: (750 - minutes) * 60))
  }

  /// It doesn't exist yet. The code has to create it.
  var folder: URL {
    (temporary?.url ?? URL(fileURLWithPath: "/dev/null")).appendingPathComponent("mail/out")
  }

  /// The time zone an hour to the west
  var west: String {
    TimeZone(secondsFromGMT: timeZone.secondsFromGMT() - 3600)?.identifier ?? ""
  }

  subscript(key: String) -> Any? {
    get { UserDefaults.standard.object(forKey: key) }
    set { UserDefaults.standard.set(newValue, forKey: key) }
  }

  var count: Int { UserDefaults.standard.integer(forKey: "reminders.count") }

  /// The pages opened on top of the calendar
  var pages: [String] {
    App.router.pages.dropFirst().map { "\($0.name): \($0.detail)" }
  }

  var letters: [String: String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    var letters: [String: String] = [:]
    for file in files where file.hasSuffix(".txt") {
      let url = folder.appendingPathComponent(file)
      letters[String(file.dropLast(4))] = try? String(contentsOf: url, encoding: .utf8)
    }
    return letters
  }

  var names: [String] { letters.keys.sorted() }

  /// The last line of each letter
  var texts: [String] {
    letters.sorted { $0.key < $1.key }.compactMap {
      $0.value.split(separator: "\n").last.map(String.init)
    }
  }

  func removeLetters() {
    try? FileManager.default.removeItem(at: folder)
    App.signIn(as: "Kim")
  }

  func fileInTheWay() throws -> URL {
    let url = try #require(temporary?.url.appendingPathComponent("file"))
    try Data().write(to: url)
    return url.appendingPathComponent("folder")
  }

  // MARK: Dates

  private var calendar: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    return calendar
  }

  var today: String {
    let day = calendar.dateComponents([.year, .month, .day], from: now)
    return String(format: "%04d-%02d-%02d", day.year ?? 0, day.month ?? 0, day.day ?? 0)
  }

  /// Such as "Friday, March 6"
  var tomorrow: String {
    let day = calendar.dateComponents([.weekday, .month, .day], from: now + 86_400)
    let weekdays = [
      "", "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    ]
    let months = [
      "", "January", "February", "March", "April", "May", "June", "July", "August", "September",
      "October", "November", "December",
    ]
    return "\(weekdays[day.weekday ?? 0]), \(months[day.month ?? 0]) \(day.day ?? 0)"
  }

  func tomorrow(hour: Int, minute: Int) -> Date {
    calendar.startOfDay(for: now) + 86_400 + Double(hour * 60 + minute) * 60
  }
}
