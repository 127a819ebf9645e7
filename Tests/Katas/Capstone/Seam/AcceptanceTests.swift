import Foundation
import TestSupport
import Testing

#if SOLUTION
  @testable import CapstoneAfter
#else
  @testable import CapstoneBefore
#endif

/// What is still missing in `Wiring.swift`. The acceptance tests wait until it's nothing.
@MainActor
@Suite("Capstone: wiring", .namesModule)
struct WiringTests {
  @Test(arguments: BenchMethod.allCases)
  func `each method of the bench is wired`(method: BenchMethod) throws {
    try practice(at: noon, isReady: false) { try method.call($0) }
  }
}

/// The ticket, and what must not change with it.
@MainActor
@Suite("Capstone: acceptance", .namesModule, .enabled("Wire the bench first") { await isWired() })
struct AcceptanceTests {

  // MARK: No text message at night

  @Test(
    arguments: [
      // The patient lives where the practice is
      ("2030-05-14T20:59:59-04:00", nil, true), ("2030-05-14T21:00:00-04:00", nil, false),
      ("2030-05-14T23:59:59-04:00", nil, false), ("2030-05-15T00:00:00-04:00", nil, false),
      ("2030-05-15T07:59:59-04:00", nil, false), ("2030-05-15T08:00:00-04:00", nil, true),
      // In Los Angeles, it's three hours earlier, and in Berlin, six hours later
      ("2030-05-14T21:00:00-04:00", "America/Los_Angeles", true),
      ("2030-05-15T08:00:00-04:00", "America/Los_Angeles", false),
      ("2030-05-14T14:59:59-04:00", "Europe/Berlin", true),
      ("2030-05-14T15:00:00-04:00", "Europe/Berlin", false),
      ("2030-05-15T02:00:00-04:00", "Europe/Berlin", true),
      // A time zone that the computer doesn't know
      ("2030-05-14T20:59:59-04:00", "Nowhere/Land", true),
      ("2030-05-14T21:00:00-04:00", "Nowhere/Land", false),
    ] as [(String, String?, Bool)])
  func `a text goes out from 8 a.m. to 9 p.m. where the patient lives`(
    moment: String, timeZone: String?, isSent: Bool
  ) throws {
    try practice(at: moment) { bench in
      try bench.setPhoneBook(["ada": .init(number: "2125550142", timeZone: timeZone)])
      try bench.run([visit("A-1", ada)])
      #expect(try bench.messagesSent() == (isSent ? [adasText] : []))
      #expect(try bench.filesWritten() == [:])
    }
  }

  @Test(
    arguments: [
      // When the clocks go forward in New York, and when they go back
      ("2030-03-10T07:59:00-04:00", "2030-03-10T12:00:00-04:00", false),
      ("2030-03-10T08:00:00-04:00", "2030-03-10T12:00:00-04:00", true),
      ("2030-11-03T07:59:00-05:00", "2030-11-03T12:00:00-05:00", false),
      ("2030-11-03T08:00:00-05:00", "2030-11-03T12:00:00-05:00", true),
    ])
  func `8 a.m. is 8 a.m. on the day the clocks change`(
    moment: String, date: String, isSent: Bool
  ) throws {
    try practice(at: moment) { bench in
      try bench.run([visit("A-1", ada, at: date)])
      #expect(try bench.messagesSent().count == (isSent ? 1 : 0))
    }
  }

  @Test func `what the night holds back goes out at 8 a.m., once`() throws {
    try practice(at: "2030-05-14T22:00:00-04:00") { bench in
      let calendar = [visit("A-1", ada)]
      try bench.run(calendar)
      try bench.run(calendar)
      #expect(try bench.pagesShown() == [])
      try bench.setClock(to: date("2030-05-15T08:00:00-04:00"))
      try bench.run(calendar)
      try bench.run(calendar)
      #expect(try bench.messagesSent() == [adasText])
      #expect(try bench.pagesShown() == [Page(name: "reminders", detail: "1 texts, 0 letters")])
    }
  }

  @Test func `what the night holds back survives a restart`() throws {
    try practice(at: "2030-05-14T22:00:00-04:00") { bench in
      try bench.run([visit("A-1", ada)])
      try bench.restart()
      try bench.run([visit("A-1", ada)])
      try bench.setClock(to: date("2030-05-15T08:10:00-04:00"))
      try bench.restart()
      try bench.run([visit("A-1", ada)])
      #expect(try bench.messagesSent() == [adasText])
    }
  }

  @Test func `a reminder that would come too late doesn't come`() throws {
    try practice(at: "2030-05-14T22:00:00-04:00") { bench in
      let calendar = [visit("A-1", ada, at: "2030-05-15T07:30:00-04:00")]
      try bench.run(calendar)
      try bench.setClock(to: date("2030-05-15T08:00:00-04:00"))
      try bench.run(calendar)
      #expect(try bench.messagesSent() == [])
      #expect(try bench.filesWritten() == [:])
    }
  }

  @Test func `of several patients, those who sleep are left for later`() throws {
    try practice(at: "2030-05-14T21:30:00-04:00") { bench in
      try bench.setPhoneBook([
        "ada": .init(number: "2125550142"),
        "grace": .init(number: "2135550199", timeZone: "America/Los_Angeles"),
        "joan": .init(number: "2135550155", timeZone: "America/Los_Angeles"),
      ])
      let calendar = [
        visit("A-1", grace), visit("A-2", ada, at: "2030-05-15T09:00:00-04:00"), visit("A-3", joan),
      ]
      try bench.run(calendar)
      #expect(try bench.messagesSent().map(\.number) == ["+12135550199", "+12135550155"])
      try bench.setClock(to: date("2030-05-15T08:00:00-04:00"))
      try bench.run(calendar)
      #expect(
        try bench.messagesSent().map(\.number) == ["+12135550199", "+12135550155", "+12125550142"])
    }
  }

  @Test func `letters are written at any hour`() throws {
    try practice(at: "2030-05-14T23:00:00-04:00") { bench in
      try bench.setPhoneBook(["joan": .init(number: "ask her sister")])
      try bench.run([visit("A-1", grace), visit("A-2", joan)])
      #expect(try bench.filesWritten().keys.sorted() == ["A-1.txt", "A-2.txt"])
      #expect(try bench.pagesShown() == [Page(name: "reminders", detail: "0 texts, 2 letters")])
    }
  }

  @Test func `a number left for one appointment rings in the patient's time zone, too`() throws {
    try practice(at: "2030-05-14T15:00:00-04:00") { bench in
      try bench.setPhoneBook(["ada": .init(number: "", timeZone: "Europe/Berlin")])
      var atHers = visit("A-1", ada)
      atHers.phone = "+49 30 555 0142"
      var unknown = visit("A-2", grace)
      unknown.phone = "213 555 0199"
      try bench.run([atHers, unknown])
      #expect(try bench.messagesSent().map(\.number) == ["+12135550199"])
      #expect(try bench.filesWritten() == [:])
    }
  }

  @Test func `what is held back takes no place of the limit`() throws {
    try practice(at: "2030-05-15T07:00:00-04:00") { bench in
      try bench.setStoredValue(2, forKey: "reminders.limit")
      let calendar = [visit("A-1", ada), visit("A-2", ada), visit("A-3", ada)]
      for _ in 1...3 { try bench.run(calendar) }
      #expect(try bench.messagesSent() == [])
      #expect(try bench.pagesShown() == [])
      try bench.setClock(to: date("2030-05-15T08:00:00-04:00"))
      try bench.run(calendar)
      #expect(try bench.messagesSent().count == 2)
      #expect(try bench.pagesShown().contains(Page(name: "limit", detail: "1 wait until tomorrow")))
    }
  }

  // MARK: Nobody gets the same reminder twice

  @Test func `after a restart, nobody gets the same text or letter again`() throws {
    try practice(at: noon) { bench in
      let calendar = [visit("A-1", ada), visit("A-2", grace)]
      try bench.run(calendar)
      for _ in 1...2 {
        try bench.restart()
        try bench.run(calendar)
      }
      #expect(try bench.messagesSent() == [adasText])
      #expect(try bench.pagesShown() == [Page(name: "reminders", detail: "1 texts, 1 letters")])
    }
  }

  @Test func `after a restart, others are reminded, and so is who has a new date`() throws {
    try practice(at: noon) { bench in
      try bench.run([visit("A-1", ada)])
      try bench.restart()
      let later = visit("A-1", ada, at: "2030-05-15T10:00:00-04:00")
      try bench.run([visit("A-1", ada), later, visit("A-2", ada)])
      #expect(
        try bench.messagesSent() == [
          adasText, adasText,
          Message(
            number: "+12125550142",
            text: "Dear Ada Byron, we expect you for your checkup on Wednesday, May 15, 10:00 AM."),
        ])
    }
  }

  @Test func `a restart days later still knows what has gone out`() throws {
    try practice(at: "2030-05-10T12:00:00-04:00") { bench in
      try bench.setStoredValue(168, forKey: "reminders.leadHours")
      let calendar = [
        visit("A-1", ada), visit("A-2", ada, at: "2030-05-11T09:30:00-04:00"),
        visit("A-3", ada, at: "2030-05-16T09:30:00-04:00"),
      ]
      try bench.run(calendar)
      for day in 12...15 {
        try bench.setClock(to: date("2030-05-\(day)T12:00:00-04:00"))
        try bench.restart()
        try bench.run(calendar + [visit("B-\(day)", ada, at: "2030-05-16T09:30:00-04:00")])
      }
      #expect(try bench.messagesSent().count == 7)
    }
  }

  @Test func `what couldn't be written hasn't gone out, and is tried again after a restart`() throws
  {
    try practice(at: noon) { bench in
      try bench.setGateway(accepts: false)
      try bench.setStoredValue("/dev/null/out", forKey: "reminders.folder")
      try bench.run([visit("A-1", ada)])
      // A bench that keeps the letters in memory has no disk that fails
      guard try bench.filesWritten() == [:] else { return }
      try bench.setGateway(accepts: true)
      try bench.restart()
      try bench.run([visit("A-1", ada)])
      #expect(try bench.messagesSent() == [adasText])
    }
  }

  // MARK: Who has opted out

  @Test func `who has opted out gets no text and no letter, and takes no place`() throws {
    try practice(at: noon) { bench in
      try bench.setStoredValue(1, forKey: "reminders.limit")
      try bench.setPhoneBook([
        "ada": .init(number: "2125550142"),
        "grace": .init(number: "2135550199", hasOptedOut: true),
        "joan": .init(number: "", hasOptedOut: true),
      ])
      var called = visit("A-2", grace, at: "2030-05-15T09:00:00-04:00")
      called.phone = "2135550100"
      let early = visit("A-1", grace, at: "2030-05-15T08:00:00-04:00")
      let silent = visit("A-3", joan, at: "2030-05-15T07:00:00-04:00")
      try bench.run([silent, early, called, visit("A-4", ada)])
      #expect(try bench.messagesSent() == [adasText])
      #expect(try bench.filesWritten() == [:])
      #expect(try bench.pagesShown() == [Page(name: "reminders", detail: "1 texts, 0 letters")])
    }
  }

  @Test func `who opts in again is reminded`() throws {
    try practice(at: noon) { bench in
      try bench.setPhoneBook(["ada": .init(number: "2125550142", hasOptedOut: true)])
      try bench.run([visit("A-1", ada)])
      try bench.setPhoneBook(["ada": .init(number: "2125550142")])
      try bench.run([visit("A-1", ada)])
      #expect(try bench.messagesSent() == [adasText])
    }
  }

  // MARK: What must not change

  @Test func `texts are in the practice's time, wherever the patient is`() throws {
    try practice(at: noon) { bench in
      try bench.setStoredValue("Green Practice", forKey: "practice.name")
      try bench.setPhoneBook(["ada": .init(number: "00491705550142", timeZone: "Europe/London")])
      var appointment = visit("A-1", ada, at: "2030-05-14T14:05:00-04:00")
      appointment.kind = "blood test"
      try bench.run([appointment])
      let text = """
        Dear Ada Byron, we expect you for your blood test on Tuesday, May 14, 2:05 PM. \
        Please don't eat before. Green Practice
        """
      #expect(try bench.messagesSent() == [Message(number: "+491705550142", text: text)])
    }
  }

  @Test func `a text has 160 characters at most`() throws {
    try practice(at: noon) { bench in
      try bench.setStoredValue(String(repeating: "x", count: 100), forKey: "practice.name")
      try bench.run([visit("A-1", ada)])
      let text = try bench.messagesSent().first?.text
      #expect(text?.count == 160)
      #expect(text?.hasSuffix("xxx...") == true)
    }
  }

  @Test func `the earliest appointment comes first, and the limit counts letters, too`() throws {
    try practice(at: noon) { bench in
      try bench.setStoredValue(3, forKey: "reminders.limit")
      try bench.setPhoneBook([
        "ada": .init(number: "2125550142"), "joan": .init(number: "2135550155"),
      ])
      try bench.run([
        visit("A-5", ada), visit("A-4", joan), visit("A-6", ada),
        visit("A-9", grace, at: "2030-05-15T09:00:00-04:00"),
      ])
      #expect(try bench.messagesSent().map(\.number) == ["+12135550155", "+12125550142"])
      #expect(try bench.filesWritten().keys.sorted() == ["A-9.txt"])
      try bench.setClock(to: date("2030-05-15T08:15:00-04:00"))
      try bench.run([visit("A-6", ada)])
      #expect(try bench.messagesSent().count == 3)
      #expect(
        try bench.pagesShown() == [
          Page(name: "limit", detail: "1 wait until tomorrow"),
          Page(name: "reminders", detail: "2 texts, 1 letters"),
          Page(name: "reminders", detail: "1 texts, 0 letters"),
        ])
    }
  }

  @Test func `a canceled appointment takes a place, by night and after a restart, too`() throws {
    try practice(at: "2030-05-14T23:00:00-04:00") { bench in
      try bench.setStoredValue(3, forKey: "reminders.limit")
      var canceled = visit("A-1", ada)
      canceled.isCancelled = true
      for _ in 1...2 {
        try bench.run([canceled])
        try bench.run([canceled])
        try bench.restart()
      }
      try bench.run([visit("A-2", grace), visit("A-3", grace)])
      #expect(try bench.filesWritten().keys.sorted() == ["A-2.txt"])
      #expect(try bench.messagesSent() == [])
    }
  }

  @Test func `a text that the gateway refuses becomes a letter`() throws {
    try practice(at: noon) { bench in
      try bench.setGateway(accepts: false)
      try bench.run([visit("A-1", ada)])
      #expect(try bench.messagesSent() == [])
      #expect(try bench.filesWritten() == ["A-1.txt": adasLetter])
      #expect(
        try bench.pagesShown().map(\.name) == ["problem", "reminders"])
    }
  }

  @Test(arguments: [(24, "2030-05-15T12:00:00-04:00", 1), (24, "2030-05-15T12:00:01-04:00", 0)])
  func `a reminder is due exactly so many hours before`(
    leadHours: Int, date: String, sent: Int
  ) throws {
    try practice(at: noon) { bench in
      try bench.setStoredValue(leadHours, forKey: "reminders.leadHours")
      try bench.run([visit("A-1", ada, at: date), visit("A-2", ada, at: noon)])
      #expect(try bench.messagesSent().count == sent)
    }
  }

  @Test func `a new day begins at midnight in the practice`() throws {
    try practice(at: "2030-05-14T23:59:59-04:00") { bench in
      try bench.setStoredValue(1, forKey: "reminders.limit")
      try bench.run([visit("A-1", grace), visit("A-2", grace)])
      try bench.setClock(to: date("2030-05-15T00:00:00-04:00"))
      try bench.run([visit("A-2", grace), visit("A-3", grace)])
      #expect(try bench.filesWritten().keys.sorted() == ["A-1.txt", "A-2.txt"])
    }
  }
}

// MARK: - The practice

private let noon = "2030-05-14T12:00:00-04:00"

private let adasText = Message(
  number: "+12125550142",
  text: "Dear Ada Byron, we expect you for your checkup on Wednesday, May 15, 9:30 AM.")

private let adasLetter = """
  2030-05-14

  Ada Byron
  12 Elm Street, Albany

  Dear Ada Byron, we expect you for your checkup on Wednesday, May 15, 9:30 AM.

  """

@MainActor private let ada = patient("ada", "Ada Byron")
@MainActor private let grace = patient("grace", "Grace Hopper")
@MainActor private let joan = patient("joan", "Joan Clarke")

@MainActor
private func patient(_ id: String, _ name: String) -> Patient {
  Patient(id: id, name: name, address: "12 Elm Street, Albany")
}

@MainActor
private func visit(
  _ id: String, _ patient: Patient, at moment: String = "2030-05-15T09:30:00-04:00"
) -> Appointment {
  Appointment(id: id, patient: patient, date: date(moment), kind: "checkup")
}

private func date(_ moment: String) -> Date {
  (try? Date(moment, strategy: .iso8601)) ?? .distantPast
}

/// A practice in New York that has Ada's number only. Afterward, the values that the process has
/// stored are as they were. Nothing else runs in between, as it's the main actor's and doesn't wait.
@MainActor
private func practice(
  at moment: String,
  isReady: Bool = true,
  body: (any Bench) throws -> Void
) throws {
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
  let folder = try TemporaryFolder()
  App.signIn(as: "Kim")
  let bench: any Bench = Wiring(folder: folder.url)
  if isReady {
    try bench.setClock(to: date(moment))
    try bench.setStoredValue(folder.url.path, forKey: "reminders.folder")
    try bench.setStoredValue("America/New_York", forKey: "practice.timeZone")
    try bench.setPhoneBook(["ada": .init(number: "2125550142")])
  }
  try body(bench)
}

// MARK: - What is wired

enum BenchMethod: String, CaseIterable {
  case setClock, setStoredValue, setPhoneBook, setGateway, restart, run
  case messagesSent, filesWritten, pagesShown

  @MainActor
  func call(_ bench: any Bench) throws {
    switch self {
    case .setClock: try bench.setClock(to: date(noon))
    case .setStoredValue: try bench.setStoredValue(nil, forKey: "practice.name")
    case .setPhoneBook: try bench.setPhoneBook([:])
    case .setGateway: try bench.setGateway(accepts: true)
    case .restart: try bench.restart()
    case .run: try bench.run([])
    case .messagesSent: #expect(try bench.messagesSent() == [])
    case .filesWritten: #expect(try bench.filesWritten() == [:])
    case .pagesShown: #expect(try bench.pagesShown() == [])
    }
  }
}

@MainActor
private func isWired() -> Bool {
  BenchMethod.allCases.allSatisfy { method in
    do {
      try practice(at: noon, isReady: false) { try method.call($0) }
      return true
    } catch {
      return !(error is NotWired)
    }
  }
}
