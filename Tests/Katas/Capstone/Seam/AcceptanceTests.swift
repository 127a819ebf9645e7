import Foundation
import TestSupport
import Testing

@testable import Capstone

/// Lists what is still missing in `Wiring.swift`. Until nothing is, the acceptance tests are
/// skipped.
@MainActor
@Suite("Capstone: wiring", .namesModule)
struct WiringTests {
  @Test(arguments: BenchMethod.allCases)
  func `each method of the bench is wired`(method: BenchMethod) throws {
    try onBench { try method.call($0) }
  }
}

/// The ticket, and what must not change with it.
@Suite("Capstone: acceptance", .namesModule, .enabled("Wire the bench first") { await isWired() })
enum AcceptanceTests {}

// MARK: - The ticket

extension AcceptanceTests {
  @MainActor struct NoTextAtNight {
    @Test(
      arguments: [
        // The patient lives where the practice is
        ("2030-05-14T20:59:59-04:00", nil, true), ("2030-05-14T21:00:00-04:00", nil, false),
        ("2030-05-15T00:00:00-04:00", nil, false), ("2030-05-15T07:59:59-04:00", nil, false),
        ("2030-05-15T08:00:00-04:00", nil, true),
        // The computer doesn't know the patient's time zone
        ("2030-05-14T20:59:59-04:00", "Nowhere/Land", true),
        ("2030-05-14T21:00:00-04:00", "Nowhere/Land", false),
        // In Los Angeles, it's three hours earlier
        ("2030-05-14T21:00:00-04:00", "America/Los_Angeles", true),
        ("2030-05-15T08:00:00-04:00", "America/Los_Angeles", false),
        // In Berlin, it's six hours later
        ("2030-05-14T15:00:00-04:00", "Europe/Berlin", false),
        ("2030-05-15T02:00:00-04:00", "Europe/Berlin", true),
        // In Newfoundland, it's an hour and a half later
        ("2030-05-14T19:29:59-04:00", "America/St_Johns", true),
        ("2030-05-14T19:30:00-04:00", "America/St_Johns", false),
        ("2030-05-15T06:29:59-04:00", "America/St_Johns", false),
        ("2030-05-15T06:30:00-04:00", "America/St_Johns", true),
      ] as [(String, String?, Bool)])
    func `texts go out only between 8 a.m. and 9 p.m. where the patient lives`(
      moment: String, timeZone: String?, isSent: Bool
    ) throws {
      try practice(at: moment) { bench in
        try bench.setPhoneBook(["ada": .init(number: "2125550142", timeZone: timeZone)])
        let outcome = try bench.remind([visit("A-1", ada)])
        #expect(outcome.texts == (isSent ? [adasText] : []))
        #expect(outcome.letters == [])
      }
    }

    @Test(
      arguments: [
        ("Asia/Kolkata", "2030-05-14T20:59:59+05:30", true),
        ("Asia/Kolkata", "2030-05-14T21:00:00+05:30", false),
        ("Asia/Kolkata", "2030-05-15T07:59:59+05:30", false),
        ("Asia/Kolkata", "2030-05-15T08:00:00+05:30", true),
        // When the clocks go forward in New York, and when they go back
        ("America/New_York", "2030-03-10T07:59:59-04:00", false),
        ("America/New_York", "2030-03-10T08:00:00-04:00", true),
        ("America/New_York", "2030-11-03T07:59:59-05:00", false),
        ("America/New_York", "2030-11-03T08:00:00-05:00", true),
      ])
    func `a patient without a time zone sleeps when it's night at the practice`(
      timeZone: String, moment: String, isSent: Bool
    ) throws {
      try practice(at: moment) { bench in
        try bench.setStoredValue(timeZone, forKey: "practice.timeZone")
        var appointment = visit("A-1", ada)
        appointment.date = date(moment) + 7200
        let outcome = try bench.remind([appointment])
        #expect(outcome.texts.count == (isSent ? 1 : 0))
      }
    }

    @Test(arguments: [false, true])
    func `a text held back at night goes out once in the morning, even after a restart`(
      isRestarted: Bool
    ) throws {
      try practice(at: tenPM) { bench in
        let atNight = try bench.remind([visit("A-1", ada)])
        let beforeEight = try bench.remind([visit("A-1", ada)], at: "2030-05-15T07:50:00-04:00")
        #expect([atNight, beforeEight] == [Outcome(), Outcome()])
        if isRestarted { try bench.restart() }
        let atEight = try bench.remind([visit("A-1", ada)], at: eightAM)
        let afterEight = try bench.remind([visit("A-1", ada)], at: "2030-05-15T08:10:00-04:00")
        #expect(
          [atEight, afterEight] == [Outcome(texts: [adasText], pages: [summary(1, 0)]), Outcome()])
      }
    }

    // The first shift at the dialysis center, which reminds its patients six hours ahead
    @Test func `a text held back until its appointment starts never goes out`() throws {
      try practice(at: "2030-05-15T02:00:00-04:00") { bench in
        try bench.setStoredValue(6, forKey: "reminders.leadHours")
        let firstShift = [visit("A-1", ada, at: eightAM)]
        let atTwo = try bench.remind(firstShift)
        let atEight = try bench.remind(firstShift, at: eightAM)
        #expect([atTwo, atEight] == [Outcome(), Outcome()])
      }
    }

    @Test func `an appointment that's moved during the night gets one text, with its new time`()
      throws
    {
      try practice(at: tenPM) { bench in
        try bench.run([visit("A-1", ada)])
        let outcome = try bench.remind([visit("A-1", ada, at: tenAM)], at: eightAM)
        #expect(outcome.texts == [adasTextAtTen])
      }
    }

    @Test func `while some patients are asleep, the others get their texts`() throws {
      try practice(at: tenPM) { bench in
        try bench.setPhoneBook([
          "ada": .init(number: "2125550142"),
          "grace": .init(number: "2135550199", timeZone: "America/Los_Angeles"),
          "joan": .init(number: "2135550155", timeZone: "America/Los_Angeles"),
        ])
        let outcome = try bench.remind([visit("A-1", grace), visit("A-2", ada), visit("A-3", joan)])
        #expect(outcome.texts.map(\.number) == ["+12135550199", "+12135550155"])
      }
    }

    @Test func `a run that is still going at 9 p.m. holds the rest back`() throws {
      try practice(at: "2030-05-14T20:59:50-04:00") { bench in
        try bench.whileSending(setClockTo: "2030-05-14T21:00:10-04:00")
        let outcome = try bench.remind([visit("A-1", ada), visit("A-2", ada, at: tenAM)])
        #expect(outcome.texts == [adasText])
      }
    }

    @Test func `a number left for one appointment keeps to the patient's time zone, too`() throws {
      // In Berlin, it's 9 p.m. at first, and then 8 a.m.
      try practice(at: "2030-05-14T15:00:00-04:00") { bench in
        try bench.setPhoneBook(["ada": .init(number: "", timeZone: "Europe/Berlin")])
        let calendar = [visit("A-1", ada, phone: "+49 30 555 0142")]
        let atNight = try bench.remind(calendar)
        let inTheMorning = try bench.remind(calendar, at: "2030-05-15T02:00:00-04:00")
        #expect(atNight == Outcome())
        #expect(inTheMorning.texts.map(\.number) == ["+49305550142"])
      }
    }

    @Test func `letters are written at any hour`() throws {
      try practice(at: tenPM) { bench in
        try bench.setPhoneBook(["joan": .init(number: "ask her sister")])
        let outcome = try bench.remind([visit("A-1", grace), visit("A-2", joan)])
        #expect(outcome.letters == ["A-1.txt", "A-2.txt"])
      }
    }

    @Test func `a text waits even if the modem is down`() throws {
      try practice(at: tenPM) { bench in
        try bench.setGateway(accepts: false)
        let atNight = try bench.remind([visit("A-1", ada)])
        try bench.setGateway(accepts: true)
        let inTheMorning = try bench.remind([visit("A-1", ada)], at: eightAM)
        #expect(atNight == Outcome())
        #expect(inTheMorning.texts == [adasText])
      }
    }

    @Test func `a text that waited becomes a letter if the modem is down in the morning`() throws {
      try practice(at: tenPM) { bench in
        try bench.run([visit("A-1", ada)])
        try bench.setGateway(accepts: false)
        let outcome = try bench.remind([visit("A-1", ada)], at: eightAM)
        #expect(outcome.letters == ["A-1.txt"])
      }
    }

    @Test func `a text held back at night doesn't count toward the limit`() throws {
      try practice(at: "2030-05-15T07:50:00-04:00") { bench in
        try bench.setStoredValue(1, forKey: "reminders.limit")
        try bench.run([visit("A-1", ada)])
        let outcome = try bench.remind([visit("A-1", ada)], at: eightAM)
        #expect(outcome.texts == [adasText])
      }
    }

    // Grace would get a letter, so she waits because of the limit. Ada waits because of the night.
    @Test func `a text held back at night isn't one that waits until tomorrow`() throws {
      try practice(at: tenPM) { bench in
        try bench.setStoredValue(0, forKey: "reminders.limit")
        let outcome = try bench.remind([visit("A-1", grace), visit("A-2", ada)])
        #expect(outcome == Outcome(pages: [waiting(1)]))
      }
    }

    @Test func `a run at night is recorded, so reminders don't seem to have stopped`() throws {
      try practice(at: tenPM) { bench in
        try bench.run([visit("A-1", ada)])
        let lastRun = try bench.storedValues()["reminders.lastRun"] as? Date
        #expect(lastRun == date(tenPM))
      }
    }
  }
}

extension AcceptanceTests {
  @MainActor struct NobodyTwice {
    @Test func `after a restart, nobody gets the same text or letter again`() throws {
      try practice(at: noon) { bench in
        let calendar = [visit("A-1", ada), visit("A-2", grace)]
        try bench.run(calendar)
        try bench.restart()
        let outcome = try bench.remind(calendar)
        #expect(outcome == Outcome())
      }
    }

    @Test(
      arguments: [
        // Rescheduled, moved and moved back, and another appointment at the same time
        ([("A-1", halfPastNine)], ("A-1", tenAM), [adasTextAtTen]),
        ([("A-1", halfPastNine), ("A-1", tenAM)], ("A-1", halfPastNine), []),
        ([("A-1", halfPastNine)], ("A-2", halfPastNine), [adasText]),
      ])
    func `after a restart, a reminder is the same for the same appointment at the same time`(
      before: [(id: String, moment: String)], after: (id: String, moment: String), texts: [Message]
    ) throws {
      try practice(at: noon) { bench in
        for (id, moment) in before { try bench.run([visit(id, ada, at: moment)]) }
        try bench.restart()
        let outcome = try bench.remind([visit(after.id, ada, at: after.moment)])
        #expect(outcome.texts == texts)
      }
    }

    @Test func `after a restart, what has gone out neither counts again nor waits`() throws {
      try practice(at: noon) { bench in
        try bench.setStoredValue(3, forKey: "reminders.limit")
        try bench.run([visit("A-1", ada), visit("A-4", ada)])
        try bench.restart()
        let outcome = try bench.remind([
          visit("A-1", ada), visit("A-2", grace), visit("A-3", grace), visit("A-4", ada),
        ])
        #expect(outcome == Outcome(letters: ["A-2.txt"], pages: [waiting(1), summary(0, 1)]))
      }
    }

    @Test func `a reminder is remembered until its appointment starts`() throws {
      try practice(at: "2030-05-09T12:00:00-04:00") { bench in
        try bench.setStoredValue(168, forKey: "reminders.leadHours")
        try bench.run([visit("A-1", ada)])
        let outcomes = try [
          "2030-05-10T12:00:00-04:00", "2030-05-14T12:00:00-04:00", "2030-05-15T09:29:59-04:00",
        ].map { moment in
          try bench.restart()
          return try bench.remind([visit("A-1", ada)], at: moment)
        }
        #expect(outcomes == [Outcome(), Outcome(), Outcome()])
      }
    }

    @Test(arguments: [false, true])
    func `neither another run nor a second restart forgets a reminder`(isRestartedTwice: Bool)
      throws
    {
      try practice(at: noon) { bench in
        let calendar = [visit("A-1", ada), visit("A-2", ada, at: tenAM)]
        try bench.run([calendar[0]])
        if isRestartedTwice { try bench.restart() }
        try bench.run(calendar)
        try bench.restart()
        let outcome = try bench.remind(calendar)
        #expect(outcome == Outcome())
      }
    }

    @Test func `a pause doesn't forget a reminder`() throws {
      try practice(at: noon) { bench in
        try bench.run([visit("A-1", ada)])
        try bench.setStoredValue(true, forKey: "reminders.paused")
        try bench.run([visit("A-1", ada)])
        try bench.setStoredValue(false, forKey: "reminders.paused")
        try bench.restart()
        let outcome = try bench.remind([visit("A-1", ada)])
        #expect(outcome == Outcome())
      }
    }

    @Test func `after a restart, none of 200 texts goes out again`() throws {
      try practice(at: noon) { bench in
        try bench.setStoredValue(300, forKey: "reminders.limit")
        let calendar = (1...200).map { visit("A-\($0)", ada) }
        try bench.run(calendar)
        try bench.restart()
        let outcome = try bench.remind(calendar)
        #expect(outcome == Outcome())
      }
    }

    @Test func `after a restart, a letter isn't followed by a text`() throws {
      try practice(at: noon) { bench in
        try bench.setGateway(accepts: false)
        let before = try bench.remind([visit("A-1", ada)])
        #expect(before.letters == ["A-1.txt"])
        try bench.setGateway(accepts: true)
        try bench.restart()
        let after = try bench.remind([visit("A-1", ada)])
        #expect(after == Outcome())
      }
    }

    // On a bench that has its letters in memory, the letter is written. On disk, it can't be, so
    // the text goes out instead.
    @Test func `a letter that couldn't be written is tried again after a restart`() throws {
      try practice(at: noon) { bench in
        try bench.setGateway(accepts: false)
        try bench.setStoredValue("/dev/null/out", forKey: "reminders.folder")
        let before = try bench.remind([visit("A-1", ada)])
        try bench.setGateway(accepts: true)
        try bench.restart()
        let after = try bench.remind([visit("A-1", ada)])
        #expect(before.letters.count + after.texts.count == 1)
      }
    }

    @Test func `after a crash in the middle of a run, only the last text goes out again`() throws {
      try practice(at: noon) { bench in
        try bench.setPhoneBook([
          "ada": .init(number: "2125550142"), "joan": .init(number: "2135550155"),
        ])
        let texts = try bench.textsAfterCrash(
          whileSendingLastOf: [visit("A-1", ada), visit("A-2", joan)])
        #expect(texts.map(\.number) == ["+12125550142", "+12135550155"])
      }
    }
  }
}

extension AcceptanceTests {
  @MainActor struct OptedOut {
    @Test(
      arguments: [
        // A text, a letter, and a text to a number that was left for the appointment
        ("2135550199", nil), ("", nil), ("", "2135550100"),
      ] as [(String, String?)])
    func `patients who opted out get no text and no letter, and don't count`(
      number: String, phone: String?
    ) throws {
      try practice(at: noon) { bench in
        try bench.setStoredValue(1, forKey: "reminders.limit")
        try bench.setPhoneBook([
          "ada": .init(number: "2125550142"), "grace": .init(number: number, hasOptedOut: true),
        ])
        let outcome = try bench.remind([visit("A-1", grace, phone: phone), visit("A-2", ada)])
        #expect(outcome == Outcome(texts: [adasText], pages: [summary(1, 0)]))
      }
    }

    @Test func `patients who opted out don't wait until tomorrow`() throws {
      try practice(at: noon) { bench in
        try bench.setStoredValue(0, forKey: "reminders.limit")
        try bench.setPhoneBook(["grace": .init(number: "", hasOptedOut: true)])
        let outcome = try bench.remind([visit("A-1", grace), visit("A-2", ada)])
        #expect(outcome == Outcome(pages: [waiting(1)]))
      }
    }

    @Test func `a patient who opts back in is reminded`() throws {
      try practice(at: noon) { bench in
        try bench.setPhoneBook(["ada": .init(number: "2125550142", hasOptedOut: true)])
        let before = try bench.remind([visit("A-1", ada)])
        try bench.setPhoneBook(["ada": .init(number: "2125550142")])
        let after = try bench.remind([visit("A-1", ada)])
        #expect([before.texts, after.texts] == [[], [adasText]])
      }
    }

    @Test func `a patient who opts out during the night gets nothing in the morning`() throws {
      try practice(at: tenPM) { bench in
        try bench.run([visit("A-1", ada)])
        try bench.setPhoneBook(["ada": .init(number: "2125550142", hasOptedOut: true)])
        let outcome = try bench.remind([visit("A-1", ada)], at: eightAM)
        #expect(outcome == Outcome())
      }
    }
  }
}

extension AcceptanceTests {
  @MainActor struct Privacy {
    // Two practices send a text and a letter each, to different patients. If a stored value differs
    // afterward, whatever its name, it tells who was reminded.
    @Test func `once the appointments have started, the next run forgets who was reminded`() throws
    {
      let calendars = [
        [visit("A-1", ada), visit("A-2", grace)],
        [visit("B-1", joan, phone: "2135550155"), visit("B-2", mary)],
      ]
      let stored = try calendars.map { calendar in
        try practice(at: noon) { bench in
          let outcome = try bench.remind(calendar)
          #expect(outcome.pages == [summary(1, 1)])
          try bench.setStoredValue(nil, forKey: "reminders.folder")
          try bench.remind([], at: "2030-05-15T09:40:00-04:00")
          let values = try bench.storedValues()
          return UserDefaults.standard.dictionaryRepresentation().merging(values) { $1 }
        }
      }
      #expect(namesOfDifferentValues(stored[0], stored[1]) == [])
    }
  }
}

// MARK: - The rest

extension AcceptanceTests {
  @MainActor struct WhatMustNotChange {
    enum Sender: CaseIterable { case timer, button }

    @MainActor struct Texts {
      @Test(arguments: Sender.allCases)
      func `a text has the practice's local time, the hint, and the practice's name`(
        sender: Sender
      ) throws {
        try practice(at: "2030-06-04T12:00:00-04:00") { bench in
          try bench.setStoredValue("Green Practice", forKey: "practice.name")
          try bench.setPhoneBook(["ada": .init(number: "2125550142", timeZone: "Europe/London")])
          let texts = try bench.texts(
            for: visit("A-1", ada, at: "2030-06-05T09:05:00-04:00", kind: "blood test"), by: sender)
          let text = """
            Dear Ada Byron, this is a reminder of your blood test on Wednesday, June 5, 9:05 AM. \
            Please don't eat beforehand. Green Practice
            """
          #expect(texts == [Message(number: "+12125550142", text: text)])
        }
      }

      @Test(arguments: Sender.allCases)
      func `a text of more than 160 characters is cut off, and ends with "..."`(sender: Sender)
        throws
      {
        try practice(at: noon) { bench in
          try bench.setStoredValue(String(repeating: "x", count: 100), forKey: "practice.name")
          let text = try #require(bench.texts(for: visit("A-1", ada), by: sender).first?.text)
          #expect(text.count == 160)
          #expect(text.hasSuffix("xxx..."))
        }
      }

      @Test(arguments: Sender.allCases)
      func `a number that was left for the appointment comes first`(sender: Sender) throws {
        try practice(at: noon) { bench in
          let texts = try bench.texts(for: visit("A-1", ada, phone: "(213) 555-0100"), by: sender)
          #expect(texts.map(\.number) == ["+12135550100"])
        }
      }

      @Test func `the earliest appointments come first, and by ID at the same time`() throws {
        try practice(at: noon) { bench in
          try bench.setPhoneBook([
            "ada": .init(number: "2125550142"), "joan": .init(number: "2135550155"),
            "grace": .init(number: "2135550199"),
          ])
          let outcome = try bench.remind([
            visit("A-5", ada), visit("A-4", joan),
            visit("A-9", grace, at: "2030-05-15T09:00:00-04:00"),
          ])
          #expect(outcome.texts.map(\.number) == ["+12135550199", "+12135550155", "+12125550142"])
        }
      }

      @Test func `what's in the phone book applies from the next run`() throws {
        try practice(at: noon) { bench in
          try bench.setPhoneBook([:])
          let first = try bench.remind([visit("A-1", ada)])
          try bench.setPhoneBook(["ada": .init(number: "2125550142")])
          let second = try bench.remind([visit("A-2", ada)])
          try bench.setPhoneBook([:])
          let third = try bench.remind([visit("A-3", ada)])
          #expect([first.texts, second.texts, third.texts] == [[], [adasText], []])
        }
      }
    }

    @MainActor struct Letters {
      @Test func `a text that the gateway refuses goes out as a letter`() throws {
        try practice(at: noon) { bench in
          try bench.setGateway(accepts: false)
          let outcome = try bench.remind([visit("A-1", ada)])
          let letters = try bench.filesWritten()
          #expect(letters == ["A-1.txt": adasLetter])
          #expect(outcome.pages.map(\.name) == ["Alert", "Summary"])
        }
      }

      @Test func `a number for one appointment that can't be dialed means a letter`() throws {
        try practice(at: noon) { bench in
          let outcome = try bench.remind([visit("A-1", ada, phone: "at her sister's")])
          #expect(outcome == Outcome(letters: ["A-1.txt"], pages: [summary(0, 1)]))
        }
      }

      @Test func `the letters of the next day begin with its date`() throws {
        try practice(at: "2030-12-30T12:00:00-05:00") { bench in
          try bench.run([visit("A-1", grace, at: "2030-12-30T15:00:00-05:00")])
          let nextDay = [visit("A-2", grace, at: "2030-12-31T15:00:00-05:00")]
          try bench.remind(nextDay, at: "2030-12-31T08:00:00-05:00")
          let letter = try #require(bench.filesWritten()["A-2.txt"])
          #expect(letter.hasPrefix("2030-12-31\n"))
        }
      }
    }

    @MainActor struct TheTime {
      @Test(
        arguments: [
          // The lead time is a day
          ("2030-05-14T09:29:59-04:00", []), ("2030-05-14T09:30:00-04:00", [adasText]),
          ("2030-05-15T09:29:59-04:00", [adasText]), ("2030-05-15T09:30:00-04:00", []),
        ])
      func `a reminder goes out from its lead time until its appointment starts`(
        moment: String, texts: [Message]
      ) throws {
        try practice(at: moment) { bench in
          let outcome = try bench.remind([visit("A-1", ada)])
          #expect(outcome.texts == texts)
        }
      }

      @Test func `an appointment that starts during a run gets no reminder`() throws {
        try practice(at: noon) { bench in
          try bench.whileSending(setClockTo: "2030-05-14T12:00:20-04:00")
          let outcome = try bench.remind([
            visit("A-1", ada, at: "2030-05-14T12:00:10-04:00"),
            visit("A-2", grace, at: "2030-05-14T12:00:20-04:00"),
          ])
          #expect(outcome.pages == [summary(1, 0)])
        }
      }

      @Test func `a run is recorded when it's over`() throws {
        try practice(at: noon) { bench in
          try bench.whileSending(setClockTo: "2030-05-14T12:00:20-04:00")
          try bench.run([visit("A-1", ada)])
          let lastRun = try bench.storedValues()["reminders.lastRun"] as? Date
          #expect(lastRun == date("2030-05-14T12:00:20-04:00"))
        }
      }
    }

    @MainActor struct DailyLimit {
      // Not what the comment in the code says
      @Test(.tags(.quirk)) func `texts and letters count toward the same limit`() throws {
        try practice(at: noon) { bench in
          try bench.setStoredValue(2, forKey: "reminders.limit")
          let outcome = try bench.remind([
            visit("A-1", grace), visit("A-2", ada), visit("A-3", ada), visit("A-4", ada),
          ])
          #expect(outcome.pages == [waiting(2), summary(1, 1)])
        }
      }

      @Test(
        arguments: [
          ("America/New_York", "2030-12-31T23:59:59-05:00", "2031-01-01T00:00:00-05:00"),
          ("Asia/Kolkata", "2030-05-14T23:59:59+05:30", "2030-05-15T00:00:00+05:30"),
        ])
      func `a new day starts at midnight in the practice's time zone`(
        timeZone: String, evening: String, midnight: String
      ) throws {
        try practice(at: evening) { bench in
          try bench.setStoredValue(timeZone, forKey: "practice.timeZone")
          try bench.setStoredValue(1, forKey: "reminders.limit")
          let calendar = ["A-1", "A-2"].map {
            Appointment(id: $0, patient: grace, date: date(evening) + 7200)
          }
          let first = try bench.remind(calendar)
          let second = try bench.remind(calendar)
          let third = try bench.remind(calendar, at: midnight)
          #expect(
            [first.letters, second.letters, third.letters] == [["A-1.txt"], [], ["A-2.txt"]])
        }
      }

      // The text under way may have gone out as the app crashed, so it counts, too.
      @Test func `after a crash in the middle of a run, the limit still holds`() throws {
        try practice(at: noon) { bench in
          try bench.setStoredValue(2, forKey: "reminders.limit")
          let texts = try bench.textsAfterCrash(
            whileSendingLastOf: [visit("A-1", ada), visit("A-2", ada, at: tenAM)])
          #expect(texts == [adasText])
        }
      }
    }

    @MainActor struct CanceledAppointments {
      @Test(.tags(.quirk), arguments: [(noon, false), (tenPM, false), (noon, true)])
      func `a canceled appointment gets no reminder, but counts`(
        moment: String, hasOptedOut: Bool
      ) throws {
        try practice(at: moment) { bench in
          try bench.setStoredValue(2, forKey: "reminders.limit")
          try bench.setPhoneBook(["ada": .init(number: "2125550142", hasOptedOut: hasOptedOut)])
          let outcome = try bench.remind([
            visit("A-1", ada, isCancelled: true), visit("A-2", grace, isCancelled: true),
            visit("A-3", grace),
          ])
          #expect(outcome == Outcome(pages: [waiting(1)]))
        }
      }

      @Test(arguments: [noon, tenPM])
      func `a canceled appointment counts only once`(moment: String) throws {
        try practice(at: moment) { bench in
          try bench.setStoredValue(2, forKey: "reminders.limit")
          try bench.run([visit("A-1", ada, isCancelled: true)])
          let outcome = try bench.remind([
            visit("A-1", ada, isCancelled: true), visit("A-2", grace),
          ])
          #expect(outcome.letters == ["A-2.txt"])
        }
      }

      @Test func `a canceled appointment doesn't count again the next day`() throws {
        try practice(at: noon) { bench in
          try bench.setStoredValue(1, forKey: "reminders.limit")
          let calendar = [visit("A-1", ada, isCancelled: true), visit("A-2", grace)]
          try bench.run(calendar)
          let outcome = try bench.remind(calendar, at: eightAM)
          #expect(outcome.letters == ["A-2.txt"])
        }
      }

      // Whether it was canceled before the restart
      @Test(.tags(.quirk), arguments: [(noon, true), (tenPM, true), (noon, false)])
      func `a canceled appointment counts again after a restart`(
        moment: String, wasCancelled: Bool
      ) throws {
        try practice(at: moment) { bench in
          try bench.setStoredValue(2, forKey: "reminders.limit")
          try bench.run([visit("A-1", ada, isCancelled: wasCancelled)])
          try bench.restart()
          let outcome = try bench.remind([
            visit("A-1", ada, isCancelled: true), visit("A-2", grace),
          ])
          #expect(outcome == Outcome(pages: [waiting(1)]))
        }
      }

      @Test(.tags(.quirk), arguments: [(false, []), (true, [adasText])])
      func `a reinstated appointment gets its reminder only after a restart`(
        isRestarted: Bool, texts: [Message]
      ) throws {
        try practice(at: noon) { bench in
          try bench.run([visit("A-1", ada, isCancelled: true)])
          if isRestarted { try bench.restart() }
          let outcome = try bench.remind([visit("A-1", ada)])
          #expect(outcome.texts == texts)
        }
      }
    }

    @MainActor struct RemindAgain {
      @Test(arguments: [(noon, false), (tenPM, false), (noon, true)])
      func `the button works at any hour, as often as it's pressed, and for everybody`(
        moment: String, hasOptedOut: Bool
      ) throws {
        try practice(at: moment) { bench in
          try bench.setPhoneBook(["ada": .init(number: "2125550142", hasOptedOut: hasOptedOut)])
          let isSent = try bench.remindAgain(visit("A-1", ada))
          let isSentAgain = try bench.remindAgain(visit("A-1", ada))
          #expect(isSent && isSentAgain)
          let texts = try bench.messagesSent()
          #expect(texts == [adasText, adasText])
          let pages = try bench.pagesShown()
          #expect(pages == [])
        }
      }

      @Test(arguments: [false, true])
      func `the button works after the reminder, even after a restart`(isRestarted: Bool) throws {
        try practice(at: noon) { bench in
          try bench.run([visit("A-1", ada)])
          if isRestarted { try bench.restart() }
          _ = try bench.remindAgain(visit("A-1", ada))
          let texts = try bench.messagesSent()
          #expect(texts == [adasText, adasText])
        }
      }

      @Test(arguments: [false, true])
      func `the button neither replaces the reminder nor counts, even after a restart`(
        isRestarted: Bool
      ) throws {
        try practice(at: noon) { bench in
          try bench.setStoredValue(1, forKey: "reminders.limit")
          try bench.run([])
          _ = try bench.remindAgain(visit("A-1", ada))
          if isRestarted { try bench.restart() }
          let outcome = try bench.remind([visit("A-1", ada)])
          #expect(outcome.texts == [adasText])
        }
      }

      // The flag leaves the kind out of the reminder's text.
      @Test(.tags(.quirk))
      func `with the flag "alternative", the button's text still names the kind`()
        throws
      {
        try practice(at: noon) { bench in
          try bench.setStoredValue(true, forKey: "reminders.alternative")
          _ = try bench.remindAgain(visit("A-1", ada))
          let texts = try bench.messagesSent()
          #expect(texts == [adasText])
        }
      }

      @Test func `if the gateway refuses the text, the button reports it, and writes no letter`()
        throws
      {
        try practice(at: noon) { bench in
          try bench.setGateway(accepts: false)
          let isSent = try bench.remindAgain(visit("A-1", ada))
          #expect(!isSent)
          let letters = try bench.filesWritten()
          #expect(letters == [:])
          let pages = try bench.pagesShown()
          #expect(pages.map(\.name) == ["Alert"])
        }
      }

      @Test(arguments: [("2030-05-15T09:29:59-04:00", true), ("2030-05-15T09:30:00-04:00", false)])
      func `the button works only until the appointment starts`(moment: String, works: Bool) throws
      {
        try practice(at: moment) { bench in
          let isSent = try bench.remindAgain(visit("A-1", ada))
          #expect(isSent == works)
          let texts = try bench.messagesSent()
          #expect(texts == (works ? [adasText] : []))
        }
      }
    }
  }
}

// MARK: - The practice

private let noon = "2030-05-14T12:00:00-04:00"
private let tenPM = "2030-05-14T22:00:00-04:00"
private let eightAM = "2030-05-15T08:00:00-04:00"
private let halfPastNine = "2030-05-15T09:30:00-04:00"
private let tenAM = "2030-05-15T10:00:00-04:00"

private let adasText = Message(
  number: "+12125550142",
  text: "Dear Ada Byron, this is a reminder of your checkup on Wednesday, May 15, 9:30 AM.")

private let adasTextAtTen = Message(
  number: "+12125550142",
  text: "Dear Ada Byron, this is a reminder of your checkup on Wednesday, May 15, 10:00 AM.")

private let adasLetter = """
  2030-05-14

  Ada Byron
  12 Elm Street, Albany

  Dear Ada Byron, this is a reminder of your checkup on Wednesday, May 15, 9:30 AM.

  """

private func summary(_ texts: Int, _ letters: Int) -> PDPage {
  PDPage(name: "Summary", detail: "Texts: \(texts), letters: \(letters)")
}

private func waiting(_ count: Int) -> PDPage {
  PDPage(name: "Limit", detail: "\(count) waiting until tomorrow")
}

private let ada = Patient(id: "ada", name: "Ada Byron", address: "12 Elm Street, Albany")
private let grace = Patient(id: "grace", name: "Grace Hopper", address: "1 Bay Road, Albany")
private let joan = Patient(id: "joan", name: "Joan Clarke", address: "8 Park Lane, Albany")
private let mary = Patient(id: "mary", name: "Mary Jackson", address: "5 Mill Street, Albany")

private func visit(
  _ id: String, _ patient: Patient, at moment: String = halfPastNine, kind: String = "checkup",
  phone: String? = nil, isCancelled: Bool = false
) -> Appointment {
  Appointment(
    id: id, patient: patient, date: date(moment), kind: kind, isCancelled: isCancelled,
    phone: phone)
}

private func date(_ moment: String) -> Date {
  (try? Date(moment, strategy: .iso8601)) ?? .distantPast
}

/// Runs a test in a practice in New York whose phone book has only Ada.
@MainActor
private func practice<Result>(
  at moment: String, body: (any Bench) throws -> Result
) throws -> Result {
  try onBench { bench in
    try bench.setClock(to: date(moment))
    try bench.setStoredValue("America/New_York", forKey: "practice.timeZone")
    try bench.setPhoneBook(["ada": .init(number: "2125550142")])
    return try body(bench)
  }
}

/// Runs a test on a new bench, and puts the stored values back. The whole process shares them, so
/// all of this stays on the main actor and doesn't wait.
@MainActor
private func onBench<Result>(body: (any Bench) throws -> Result) throws -> Result {
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
  let folder = try TemporaryFolder()
  App.signIn(as: "Kim")
  let bench: any Bench = Wiring(folder: folder.url)
  // Until this method is wired, its own test says so.
  try? bench.setStoredValue(folder.url.path, forKey: "reminders.folder")
  return try body(bench)
}

/// What a run sent, which letters it was the first to write, and the pages it opened
private struct Outcome: Equatable {
  var texts: [Message] = []
  var letters: [String] = []
  var pages: [PDPage] = []
}

private func namesOfDifferentValues(_ first: [String: Any], _ second: [String: Any]) -> [String] {
  let names = Set(first.keys).union(second.keys).sorted()
  return names.filter { name in
    let values = [first, second].map { NSDictionary(dictionary: $0.filter { $0.key == name }) }
    return values[0] != values[1]
  }
}

extension Bench {
  /// Lets the timer fire once, at this moment or now.
  @discardableResult
  fileprivate func remind(_ calendar: [Appointment], at moment: String? = nil) throws -> Outcome {
    if let moment { try setClock(to: date(moment)) }
    let (texts, letters, pages) = try (messagesSent(), filesWritten(), pagesShown())
    try run(calendar)
    return try Outcome(
      texts: Array(messagesSent().dropFirst(texts.count)),
      letters: filesWritten().keys.filter { letters[$0] == nil }.sorted(),
      pages: Array(pagesShown().dropFirst(pages.count)))
  }

  /// The texts for one appointment, whether the timer fires or the button is pressed
  fileprivate func texts(
    for appointment: Appointment, by sender: AcceptanceTests.WhatMustNotChange.Sender
  ) throws -> [Message] {
    switch sender {
    case .timer: try run([appointment])
    case .button: _ = try remindAgain(appointment)
    }
    return try messagesSent()
  }

  /// Lets time pass while a text is being sent, which takes up to 20 seconds.
  fileprivate func whileSending(setClockTo moment: String) throws {
    try whileSending { [self] _ in
      #expect(throws: Never.self) { try setClock(to: date(moment)) }
    }
  }

  /// Crashes while the last text is being sent, starts the app again, and lets the timer fire once.
  ///
  /// - Returns: The texts that have gone out by then. The one that was under way when the app
  ///   crashed isn't among them, unless the second run sent it.
  fileprivate func textsAfterCrash(
    whileSendingLastOf calendar: [Appointment]
  ) throws -> [Message] {
    var textsUnderWay = 0
    var textsAfterCrash: [Message]?
    try whileSending { [self] _ in
      textsUnderWay += 1
      guard textsUnderWay == calendar.count else { return }
      #expect(throws: Never.self) {
        try restart()
        try run(calendar)
        textsAfterCrash = try messagesSent()
      }
    }
    try run(calendar)
    return try #require(textsAfterCrash)
  }
}

// MARK: - What is wired

@MainActor
private func isWired() -> Bool { isEachMethodWired }

/// A global is initialized once, so this takes one bench for each method, not for each test.
@MainActor
private let isEachMethodWired = BenchMethod.allCases.allSatisfy { method in
  do {
    try onBench { try method.call($0) }
    return true
  } catch {
    return !(error is NotWired)
  }
}

enum BenchMethod: String, CaseIterable {
  case setClock, setStoredValue, setPhoneBook, setGateway, whileSending, restart, run, remindAgain
  case messagesSent, filesWritten, pagesShown, storedValues

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
    case .remindAgain: _ = try bench.remindAgain(visit("A-1", ada))
    case .messagesSent: _ = try bench.messagesSent()
    case .filesWritten: _ = try bench.filesWritten()
    case .pagesShown: _ = try bench.pagesShown()
    case .storedValues: _ = try bench.storedValues()
    }
  }
}
