import Foundation
import TestSupport
import Testing

#if SOLUTION
  @testable import CapstoneAfter
#else
  @testable import CapstoneBefore
#endif

/// Lists what is still missing in `Wiring.swift`. Until nothing is, the acceptance tests are skipped.
@MainActor
@Suite("Capstone: wiring", .namesModule)
struct WiringTests {
  @Test(arguments: BenchMethod.allCases)
  func `each method of the bench is wired`(method: BenchMethod) throws {
    try practice(at: noon, isReady: false) { try method.call($0) }
  }
}

/// The ticket, and what must not change with it: one suite for each heading.
@Suite("Capstone: acceptance", .namesModule, .enabled("Wire the bench first") { await isWired() })
enum AcceptanceTests {}

// MARK: - The ticket

extension AcceptanceTests {
  @MainActor
  @Suite("No text message at night")
  struct NoTextAtNight {
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
        // The computer doesn't know this time zone, so the practice's counts
        ("2030-05-14T20:59:59-04:00", "Nowhere/Land", true),
        ("2030-05-14T21:00:00-04:00", "Nowhere/Land", false),
      ] as [(String, String?, Bool)])
    func `texts go out only between 8 a.m. and 9 p.m. where the patient lives`(
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

    @Test func `a text held back at night goes out at 8 a.m., once`() throws {
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

    @Test func `a text held back at night still goes out after a restart`() throws {
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

    @Test func `a text held back past the start of its appointment never goes out`() throws {
      try practice(at: "2030-05-14T22:00:00-04:00") { bench in
        let calendar = [visit("A-1", ada, at: "2030-05-15T07:30:00-04:00")]
        try bench.run(calendar)
        try bench.setClock(to: date("2030-05-15T08:00:00-04:00"))
        try bench.run(calendar)
        #expect(try bench.messagesSent() == [])
        #expect(try bench.filesWritten() == [:])
      }
    }

    @Test func `while some patients are asleep, the others get their texts`() throws {
      try practice(at: "2030-05-14T21:30:00-04:00") { bench in
        try bench.setPhoneBook([
          "ada": .init(number: "2125550142"),
          "grace": .init(number: "2135550199", timeZone: "America/Los_Angeles"),
          "joan": .init(number: "2135550155", timeZone: "America/Los_Angeles"),
        ])
        let calendar = [
          visit("A-1", grace), visit("A-2", ada, at: "2030-05-15T09:00:00-04:00"),
          visit("A-3", joan),
        ]
        try bench.run(calendar)
        #expect(try bench.messagesSent().map(\.number) == ["+12135550199", "+12135550155"])
        try bench.setClock(to: date("2030-05-15T08:00:00-04:00"))
        try bench.run(calendar)
        #expect(
          try bench.messagesSent().map(\.number) == [
            "+12135550199", "+12135550155", "+12125550142",
          ])
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

    @Test func `a number left for one appointment keeps to the patient's time zone, too`() throws {
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

    @Test func `a text held back at night doesn't count toward the limit`() throws {
      try practice(at: "2030-05-15T07:00:00-04:00") { bench in
        try bench.setStoredValue(2, forKey: "reminders.limit")
        let calendar = [visit("A-1", ada), visit("A-2", ada), visit("A-3", ada)]
        for _ in 1...3 { try bench.run(calendar) }
        #expect(try bench.messagesSent() == [])
        #expect(try bench.pagesShown() == [])
        try bench.setClock(to: date("2030-05-15T08:00:00-04:00"))
        try bench.run(calendar)
        #expect(try bench.messagesSent().count == 2)
        #expect(
          try bench.pagesShown().contains(Page(name: "limit", detail: "1 waiting until tomorrow")))
      }
    }

    @Test func `at night, a text waits even if the modem is down`() throws {
      try practice(at: "2030-05-14T22:00:00-04:00") { bench in
        try bench.setGateway(accepts: false)
        try bench.run([visit("A-1", ada)])
        #expect(try bench.filesWritten() == [:])
        #expect(try bench.pagesShown() == [])
        try bench.setClock(to: date("2030-05-15T08:00:00-04:00"))
        try bench.run([visit("A-1", ada)])
        #expect(try bench.filesWritten().keys.sorted() == ["A-1.txt"])
      }
    }

    @Test func `a text held back at night isn't one that waits until tomorrow`() throws {
      try practice(at: "2030-05-14T22:00:00-04:00") { bench in
        try bench.setStoredValue(1, forKey: "reminders.limit")
        try bench.run([visit("A-1", grace), visit("A-2", ada), visit("A-3", grace)])
        #expect(
          try bench.pagesShown() == [
            Page(name: "limit", detail: "1 waiting until tomorrow"),
            Page(name: "reminders", detail: "0 texts, 1 letters"),
          ])
      }
    }
  }
}

extension AcceptanceTests {
  @MainActor
  @Suite("Nobody gets the same reminder twice")
  struct NobodyTwice {
    @Test func `after a restart, nobody gets the same text or letter again`() throws {
      try practice(at: noon) { bench in
        try bench.setStoredValue(2, forKey: "reminders.limit")
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

    @Test func `after a restart, new and rescheduled appointments still get reminders`() throws {
      try practice(at: noon) { bench in
        try bench.setStoredValue(3, forKey: "reminders.limit")
        try bench.run([visit("A-1", ada)])
        try bench.restart()
        let later = visit("A-1", ada, at: "2030-05-15T10:00:00-04:00")
        try bench.run([visit("A-1", ada), later, visit("A-2", ada)])
        #expect(
          try bench.messagesSent() == [
            adasText, adasText,
            Message(
              number: "+12125550142",
              text: """
                Dear Ada Byron, this is a reminder of your checkup on Wednesday, May 15, 10:00 AM.
                """),
          ])
      }
    }

    @Test func `restarts over several days don't repeat a reminder`() throws {
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

    @Test func `a letter that couldn't be written is tried again after a restart`() throws {
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

    // The app is started again while the second text is on its way.
    @Test func `after a crash in the middle of a run, earlier texts don't go out again`() throws {
      try practice(at: noon) { bench in
        try bench.setPhoneBook([
          "ada": .init(number: "2125550142"), "joan": .init(number: "2135550155"),
        ])
        let calendar = [visit("A-1", ada), visit("A-2", joan)]
        var hasCrashed = false
        try bench.whileSending { message in
          guard message != adasText, !hasCrashed else { return }
          hasCrashed = true
          #expect(throws: Never.self) {
            try bench.restart()
            try bench.run(calendar)
          }
        }
        try bench.run(calendar)
        #expect(try bench.messagesSent().filter { $0 == adasText } == [adasText])
      }
    }

    @Test func `a year later, the record of old reminders is gone`() throws {
      try practice(at: noon) { bench in
        try bench.run((10..<30).map { visit("A-\($0)", ada) })
        let before = try storedBytes()
        try bench.setClock(to: date("2031-05-14T12:00:00-04:00"))
        try bench.restart()
        try bench.run([visit("A-30", ada, at: "2031-05-15T09:30:00-04:00")])
        #expect(try storedBytes() <= before)
      }
    }
  }
}

extension AcceptanceTests {
  @MainActor
  @Suite("Patients who have opted out")
  struct OptedOut {
    @Test func `patients who opted out get nothing and don't count toward the limit`() throws {
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

    @Test func `a patient who opts back in is reminded`() throws {
      try practice(at: noon) { bench in
        try bench.setPhoneBook(["ada": .init(number: "2125550142", hasOptedOut: true)])
        try bench.run([visit("A-1", ada)])
        #expect(try bench.messagesSent() == [])
        try bench.setPhoneBook(["ada": .init(number: "2125550142")])
        try bench.run([visit("A-1", ada)])
        #expect(try bench.messagesSent() == [adasText])
      }
    }

  }
}

// MARK: - The rest

extension AcceptanceTests {
  @MainActor
  @Suite("What must not change")
  struct WhatMustNotChange {
    @Test func `texts give the practice's local time, wherever the patient is`() throws {
      try practice(at: noon) { bench in
        try bench.setStoredValue("Green Practice", forKey: "practice.name")
        try bench.setPhoneBook(["ada": .init(number: "00491705550142", timeZone: "Europe/London")])
        var appointment = visit("A-1", ada, at: "2030-05-14T14:05:00-04:00")
        appointment.kind = "blood test"
        try bench.run([appointment])
        let text = """
          Dear Ada Byron, this is a reminder of your blood test on Tuesday, May 14, 2:05 PM. \
          Please don't eat beforehand. Green Practice
          """
        #expect(try bench.messagesSent() == [Message(number: "+491705550142", text: text)])
      }
    }

    @Test func `a text has at most 160 characters`() throws {
      try practice(at: noon) { bench in
        try bench.setStoredValue(String(repeating: "x", count: 100), forKey: "practice.name")
        try bench.run([visit("A-1", ada)])
        let text = try bench.messagesSent().first?.text
        #expect(text?.count == 160)
        #expect(text?.hasSuffix("xxx...") == true)
      }
    }

    @Test func `the earliest appointments come first, and letters count toward the limit`() throws {
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
            Page(name: "limit", detail: "1 waiting until tomorrow"),
            Page(name: "reminders", detail: "2 texts, 1 letters"),
            Page(name: "reminders", detail: "1 texts, 0 letters"),
          ])
      }
    }

    @Test func `a canceled appointment counts, even at night and after a restart`() throws {
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

    @Test func `a canceled appointment counts even if the patient has opted out`() throws {
      try practice(at: noon) { bench in
        try bench.setStoredValue(1, forKey: "reminders.limit")
        try bench.setPhoneBook(["ada": .init(number: "2125550142", hasOptedOut: true)])
        var canceled = visit("A-1", ada)
        canceled.isCancelled = true
        try bench.run([canceled, visit("A-2", grace)])
        #expect(try bench.pagesShown() == [Page(name: "limit", detail: "1 waiting until tomorrow")])
      }
    }

    @Test func `an appointment canceled after its reminder counts again after a restart`() throws {
      try practice(at: noon) { bench in
        try bench.setStoredValue(2, forKey: "reminders.limit")
        var appointment = visit("A-1", ada)
        try bench.run([appointment])
        appointment.isCancelled = true
        try bench.restart()
        try bench.run([appointment, visit("A-2", grace)])
        #expect(try bench.filesWritten() == [:])
        #expect(
          try bench.pagesShown().last == Page(name: "limit", detail: "1 waiting until tomorrow"))
      }
    }

    @Test func `an appointment that's reinstated gets its reminder after a restart`() throws {
      try practice(at: noon) { bench in
        var appointment = visit("A-1", ada)
        appointment.isCancelled = true
        try bench.run([appointment])
        appointment.isCancelled = false
        try bench.run([appointment])
        #expect(try bench.messagesSent() == [])
        try bench.restart()
        try bench.run([appointment])
        #expect(try bench.messagesSent() == [adasText])
      }
    }

    @Test func `a text that the gateway refuses goes out as a letter`() throws {
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
    func `a reminder is due exactly when the lead time begins`(
      leadHours: Int, date: String, sent: Int
    ) throws {
      try practice(at: noon) { bench in
        try bench.setStoredValue(leadHours, forKey: "reminders.leadHours")
        try bench.run([visit("A-1", ada, at: date), visit("A-2", ada, at: noon)])
        #expect(try bench.messagesSent().count == sent)
      }
    }

    @Test func `a new day starts at midnight in the practice's time zone`() throws {
      try practice(at: "2030-05-14T23:59:59-04:00") { bench in
        try bench.setStoredValue(1, forKey: "reminders.limit")
        try bench.run([visit("A-1", grace), visit("A-2", grace)])
        try bench.setClock(to: date("2030-05-15T00:00:00-04:00"))
        try bench.run([visit("A-2", grace), visit("A-3", grace)])
        #expect(try bench.filesWritten().keys.sorted() == ["A-1.txt", "A-2.txt"])
      }
    }
  }
}

// MARK: - The practice

private let noon = "2030-05-14T12:00:00-04:00"

private let adasText = Message(
  number: "+12125550142",
  text: "Dear Ada Byron, this is a reminder of your checkup on Wednesday, May 15, 9:30 AM.")

private let adasLetter = """
  2030-05-14

  Ada Byron
  12 Elm Street, Albany

  Dear Ada Byron, this is a reminder of your checkup on Wednesday, May 15, 9:30 AM.

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

/// Runs a test in a practice in New York that has only Ada's number, and puts the stored values back.
/// The whole process shares them, so all of this stays on the main actor and doesn't wait.
@MainActor
private func practice(
  at moment: String,
  isReady: Bool = true,
  body: (any Bench) throws -> Void
) throws {
  let previous = storedValues()
  for key in previous.keys { UserDefaults.standard.removeObject(forKey: key) }
  defer {
    for key in storedValues().keys { UserDefaults.standard.removeObject(forKey: key) }
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

@MainActor
private func storedValues() -> [String: Any] {
  UserDefaults.standard.dictionaryRepresentation().filter {
    $0.key.hasPrefix("reminders.") || $0.key.hasPrefix("practice.")
  }
}

/// How much room the stored values take, whatever their form.
@MainActor
private func storedBytes() throws -> Int {
  try PropertyListSerialization.data(
    fromPropertyList: storedValues(), format: .binary, options: 0
  ).count
}

// MARK: - What is wired

enum BenchMethod: String, CaseIterable {
  case setClock, setStoredValue, setPhoneBook, setGateway, whileSending, restart, run
  case messagesSent, filesWritten, pagesShown

  @MainActor
  func call(_ bench: any Bench) throws {
    switch self {
    case .setClock: try bench.setClock(to: date(noon))
    case .setStoredValue: try bench.setStoredValue(nil, forKey: "practice.name")
    case .setPhoneBook: try bench.setPhoneBook([:])
    case .setGateway: try bench.setGateway(accepts: true)
    case .whileSending: try bench.whileSending { _ in }
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
