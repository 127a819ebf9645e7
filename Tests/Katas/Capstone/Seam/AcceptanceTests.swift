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
        // In Los Angeles, it's three hours earlier
        ("2030-05-14T21:00:00-04:00", "America/Los_Angeles", true),
        ("2030-05-15T08:00:00-04:00", "America/Los_Angeles", false),
        // In Berlin, it's six hours later
        ("2030-05-14T14:59:59-04:00", "Europe/Berlin", true),
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
        try bench.run([visit("A-1", ada)])
        let texts = try bench.messagesSent()
        #expect(texts == (isSent ? [adasText] : []))
        let letters = try bench.filesWritten()
        #expect(letters == [:])
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
        let texts = try bench.messagesSent()
        #expect(texts.count == (isSent ? 1 : 0))
      }
    }

    @Test(
      arguments: [
        ("2030-05-14T20:59:59-04:00", true), ("2030-05-14T21:00:00-04:00", false),
      ])
    func `a time zone that the computer doesn't know means the practice's`(
      moment: String, isSent: Bool
    ) throws {
      try practice(at: moment) { bench in
        try bench.setPhoneBook(["ada": .init(number: "2125550142", timeZone: "Nowhere/Land")])
        try bench.run([visit("A-1", ada)])
        let texts = try bench.messagesSent()
        #expect(texts == (isSent ? [adasText] : []))
      }
    }

    @Test(
      arguments: [
        ("2030-05-14T20:59:59+05:30", true), ("2030-05-14T21:00:00+05:30", false),
        ("2030-05-15T07:59:59+05:30", false), ("2030-05-15T08:00:00+05:30", true),
      ])
    func `a patient without a time zone sleeps when it's night at the practice`(
      moment: String, isSent: Bool
    ) throws {
      try practice(at: moment) { bench in
        try bench.setStoredValue("Asia/Kolkata", forKey: "practice.timeZone")
        try bench.run([visit("A-1", ada, at: "2030-05-15T09:30:00+05:30")])
        let texts = try bench.messagesSent()
        #expect(texts.count == (isSent ? 1 : 0))
      }
    }

    @Test func `a text held back at night goes out at 8 a.m.`() throws {
      try practice(at: "2030-05-14T22:00:00-04:00") { bench in
        try bench.run([visit("A-1", ada)])
        let textsAtNight = try bench.messagesSent()
        #expect(textsAtNight == [])
        try bench.run([visit("A-1", ada)], at: "2030-05-15T08:00:00-04:00")
        let texts = try bench.messagesSent()
        #expect(texts == [adasText])
      }
    }

    @Test func `a text held back at night goes out once, however often the timer fires`() throws {
      try practice(at: "2030-05-14T22:00:00-04:00") { bench in
        try bench.run([visit("A-1", ada)])
        try bench.run([visit("A-1", ada)], at: "2030-05-14T22:10:00-04:00")
        let textsAtNight = try bench.messagesSent()
        #expect(textsAtNight == [])
        try bench.run([visit("A-1", ada)], at: "2030-05-15T08:00:00-04:00")
        try bench.run([visit("A-1", ada)], at: "2030-05-15T08:10:00-04:00")
        let texts = try bench.messagesSent()
        #expect(texts == [adasText])
      }
    }

    @Test func `a text held back at night opens no page until the run that sends it`() throws {
      try practice(at: "2030-05-14T22:00:00-04:00") { bench in
        try bench.run([visit("A-1", ada)])
        let pagesAtNight = try bench.pagesShown()
        #expect(pagesAtNight == [])
        try bench.run([visit("A-1", ada)], at: "2030-05-15T08:00:00-04:00")
        let pages = try bench.pagesShown()
        #expect(pages == [PDPage(name: "Summary", detail: "Texts: 1, letters: 0")])
      }
    }

    @Test func `a text held back at night still goes out after a restart`() throws {
      try practice(at: "2030-05-14T22:00:00-04:00") { bench in
        try bench.run([visit("A-1", ada)])
        let textsAtNight = try bench.messagesSent()
        #expect(textsAtNight == [])
        try bench.restart()
        try bench.run([visit("A-1", ada)], at: "2030-05-15T08:00:00-04:00")
        let texts = try bench.messagesSent()
        #expect(texts == [adasText])
      }
    }

    // The first shift at the dialysis center, which reminds its patients six hours ahead
    @Test func `a text held back until its appointment starts never goes out`() throws {
      try practice(at: "2030-05-15T02:00:00-04:00") { bench in
        try bench.setStoredValue(6, forKey: "reminders.leadHours")
        let start = "2030-05-15T08:00:00-04:00"
        let firstShift = [visit("A-1", ada, at: start), visit("A-2", grace, at: start)]
        try bench.run(firstShift)
        try bench.run(firstShift, at: start)
        let texts = try bench.messagesSent()
        #expect(texts == [])
        let letters = try bench.filesWritten()
        #expect(letters.keys.sorted() == ["A-2.txt"])
      }
    }

    @Test func `an appointment that's moved during the night gets one text, with its new time`()
      throws
    {
      try practice(at: "2030-05-14T22:00:00-04:00") { bench in
        try bench.run([visit("A-1", ada)])
        let moved = visit("A-1", ada, at: "2030-05-15T10:00:00-04:00")
        try bench.run([moved], at: "2030-05-15T08:00:00-04:00")
        let texts = try bench.messagesSent()
        #expect(texts == [adasTextAtTen])
      }
    }

    @Test func `while some patients are asleep, the others get their texts`() throws {
      try practice(at: "2030-05-14T21:30:00-04:00") { bench in
        try bench.setPhoneBook([
          "ada": .init(number: "2125550142"),
          "grace": .init(number: "2135550199", timeZone: "America/Los_Angeles"),
          "joan": .init(number: "2135550155", timeZone: "America/Los_Angeles"),
        ])
        try bench.run([visit("A-1", grace), visit("A-2", ada), visit("A-3", joan)])
        let texts = try bench.messagesSent()
        #expect(texts.map(\.number) == ["+12135550199", "+12135550155"])
      }
    }

    @Test func `a run that is still going at 9 p.m. holds the rest back`() throws {
      try practice(at: "2030-05-14T20:59:50-04:00") { bench in
        try bench.whileSending(setClockTo: "2030-05-14T21:00:10-04:00")
        try bench.run([visit("A-1", ada), visit("A-2", ada, at: "2030-05-15T10:00:00-04:00")])
        let texts = try bench.messagesSent()
        #expect(texts == [adasText])
      }
    }

    @Test func `letters are written at any hour`() throws {
      try practice(at: "2030-05-14T23:00:00-04:00") { bench in
        try bench.setPhoneBook(["joan": .init(number: "ask her sister")])
        try bench.run([visit("A-1", grace), visit("A-2", joan)])
        let letters = try bench.filesWritten()
        #expect(letters.keys.sorted() == ["A-1.txt", "A-2.txt"])
      }
    }

    @Test func `a number left for one appointment keeps to the patient's time zone, too`() throws {
      try practice(at: "2030-05-14T15:00:00-04:00") { bench in
        try bench.setPhoneBook(["ada": .init(number: "", timeZone: "Europe/Berlin")])
        let calendar = [visit("A-1", ada, phone: "+49 30 555 0142")]
        // In Berlin, it's 9 p.m.
        try bench.run(calendar)
        let textsAtNight = try bench.messagesSent()
        #expect(textsAtNight == [])
        // In Berlin, it's 8 a.m.
        try bench.run(calendar, at: "2030-05-15T02:00:00-04:00")
        let texts = try bench.messagesSent()
        #expect(texts.map(\.number) == ["+49305550142"])
      }
    }

    @Test func `a text held back at night doesn't count toward the limit`() throws {
      try practice(at: "2030-05-15T07:50:00-04:00") { bench in
        try bench.setStoredValue(1, forKey: "reminders.limit")
        try bench.run([visit("A-1", ada)])
        let textsAtNight = try bench.messagesSent()
        #expect(textsAtNight == [])
        try bench.run([visit("A-1", ada)], at: "2030-05-15T08:00:00-04:00")
        let texts = try bench.messagesSent()
        #expect(texts == [adasText])
      }
    }

    // Grace would get a letter, so she waits because of the limit. Ada waits because of the night.
    @Test func `a text held back at night isn't one that waits until tomorrow`() throws {
      try practice(at: "2030-05-14T22:00:00-04:00") { bench in
        try bench.setStoredValue(0, forKey: "reminders.limit")
        try bench.run([visit("A-1", grace), visit("A-2", ada)])
        let pages = try bench.pagesShown()
        #expect(pages == [PDPage(name: "Limit", detail: "1 waiting until tomorrow")])
      }
    }

    @Test func `at night, a text waits even if the modem is down`() throws {
      try practice(at: "2030-05-14T22:00:00-04:00") { bench in
        try bench.setGateway(accepts: false)
        try bench.run([visit("A-1", ada)])
        let pagesAtNight = try bench.pagesShown()
        #expect(pagesAtNight == [])
        try bench.setGateway(accepts: true)
        try bench.run([visit("A-1", ada)], at: "2030-05-15T08:00:00-04:00")
        let texts = try bench.messagesSent()
        #expect(texts == [adasText])
        let letters = try bench.filesWritten()
        #expect(letters == [:])
      }
    }

    @Test func `a text that waited is written as a letter if the modem is down at 8 a.m.`() throws {
      try practice(at: "2030-05-14T22:00:00-04:00") { bench in
        try bench.run([visit("A-1", ada)])
        try bench.setGateway(accepts: false)
        try bench.run([visit("A-1", ada)], at: "2030-05-15T08:00:00-04:00")
        let letters = try bench.filesWritten()
        #expect(letters.keys.sorted() == ["A-1.txt"])
      }
    }

    @Test func `a run at night is recorded, so reminders don't seem to have stopped`() throws {
      try practice(at: "2030-05-15T03:00:00-04:00") { bench in
        try bench.run([visit("A-1", ada)])
        let lastRun = try bench.storedValues()["reminders.lastRun"] as? Date
        #expect(lastRun == date("2030-05-15T03:00:00-04:00"))
      }
    }
  }
}

extension AcceptanceTests {
  @MainActor
  @Suite("Nobody gets the same reminder twice")
  struct NobodyTwice {
    @Test func `after a restart, nobody gets the same text again`() throws {
      try practice(at: noon) { bench in
        try bench.run([visit("A-1", ada)])
        try bench.restart()
        try bench.run([visit("A-1", ada)])
        let texts = try bench.messagesSent()
        #expect(texts == [adasText])
      }
    }

    @Test func `after a restart, nobody gets the same letter again`() throws {
      try practice(at: noon) { bench in
        try bench.run([visit("A-1", grace)])
        try bench.restart()
        try bench.run([visit("A-1", grace), visit("A-2", ada)])
        let pages = try bench.pagesShown()
        #expect(
          pages == [
            PDPage(name: "Summary", detail: "Texts: 0, letters: 1"),
            PDPage(name: "Summary", detail: "Texts: 1, letters: 0"),
          ])
      }
    }

    @Test func `what has gone out doesn't count again after a restart`() throws {
      try practice(at: noon) { bench in
        try bench.setStoredValue(2, forKey: "reminders.limit")
        try bench.run([visit("A-1", ada)])
        try bench.restart()
        try bench.run([visit("A-1", ada), visit("A-2", grace)])
        let letters = try bench.filesWritten()
        #expect(letters.keys.sorted() == ["A-2.txt"])
      }
    }

    @Test func `after a restart, what has gone out isn't shown as waiting until tomorrow`() throws {
      try practice(at: noon) { bench in
        try bench.setStoredValue(1, forKey: "reminders.limit")
        try bench.run([visit("A-1", ada)])
        try bench.restart()
        try bench.run([visit("A-1", ada), visit("A-2", grace)])
        let pages = try bench.pagesShown()
        #expect(
          pages == [
            PDPage(name: "Summary", detail: "Texts: 1, letters: 0"),
            PDPage(name: "Limit", detail: "1 waiting until tomorrow"),
          ])
      }
    }

    @Test func `after a restart, a rescheduled appointment gets a new reminder`() throws {
      try practice(at: noon) { bench in
        try bench.run([visit("A-1", ada)])
        try bench.restart()
        try bench.run([visit("A-1", ada, at: "2030-05-15T10:00:00-04:00")])
        let texts = try bench.messagesSent()
        #expect(texts == [adasText, adasTextAtTen])
      }
    }

    @Test func `after a restart, a second appointment at the same time gets its own reminder`()
      throws
    {
      try practice(at: noon) { bench in
        try bench.run([visit("A-1", ada)])
        try bench.restart()
        try bench.run([visit("A-2", ada)])
        let texts = try bench.messagesSent()
        #expect(texts == [adasText, adasText])
      }
    }

    @Test func `after a restart, an appointment that's moved back gets no third reminder`() throws {
      try practice(at: noon) { bench in
        try bench.run([visit("A-1", ada)])
        try bench.run([visit("A-1", ada, at: "2030-05-15T10:00:00-04:00")])
        try bench.restart()
        try bench.run([visit("A-1", ada)])
        let texts = try bench.messagesSent()
        #expect(texts == [adasText, adasTextAtTen])
      }
    }

    @Test func `a restart days later doesn't repeat a reminder`() throws {
      try practice(at: "2030-05-10T12:00:00-04:00") { bench in
        try bench.setStoredValue(168, forKey: "reminders.leadHours")
        try bench.run([visit("A-1", ada)])
        let textsDaysBefore = try bench.messagesSent()
        #expect(textsDaysBefore == [adasText])
        try bench.restart()
        try bench.run([visit("A-1", ada)], at: "2030-05-14T12:00:00-04:00")
        let texts = try bench.messagesSent()
        #expect(texts == [adasText])
      }
    }

    // On a bench that has its letters in memory, the letter is written. On disk, it can't be, so
    // the text goes out instead.
    @Test func `a letter that couldn't be written is tried again after a restart`() throws {
      try practice(at: noon) { bench in
        try bench.setGateway(accepts: false)
        try bench.setStoredValue("/dev/null/out", forKey: "reminders.folder")
        try bench.run([visit("A-1", ada)])
        try bench.setGateway(accepts: true)
        try bench.restart()
        try bench.run([visit("A-1", ada)])
        let texts = try bench.messagesSent()
        let letters = try bench.filesWritten()
        #expect(texts.count + letters.count == 1)
      }
    }

    @Test func `after a restart, a letter isn't followed by a text`() throws {
      try practice(at: noon) { bench in
        try bench.setGateway(accepts: false)
        try bench.run([visit("A-1", ada)])
        try bench.setGateway(accepts: true)
        try bench.restart()
        try bench.run([visit("A-1", ada)])
        let texts = try bench.messagesSent()
        #expect(texts == [])
        let letters = try bench.filesWritten()
        #expect(letters.keys.sorted() == ["A-1.txt"])
      }
    }

    @Test func `a restart just before an appointment doesn't repeat its reminder`() throws {
      try practice(at: noon) { bench in
        let soon = [visit("A-1", ada, at: "2030-05-14T15:00:00-04:00")]
        try bench.run(soon)
        try bench.restart()
        try bench.run(soon, at: "2030-05-14T14:59:00-04:00")
        let texts = try bench.messagesSent()
        #expect(texts.count == 1)
      }
    }

    @Test func `a restart doesn't forget the reminders of earlier runs`() throws {
      try practice(at: noon) { bench in
        let calendar = [visit("A-1", ada), visit("A-2", ada, at: "2030-05-15T10:00:00-04:00")]
        try bench.run([calendar[0]])
        try bench.run(calendar)
        try bench.restart()
        try bench.run(calendar)
        let texts = try bench.messagesSent()
        #expect(texts == [adasText, adasTextAtTen])
      }
    }

    @Test func `a second restart doesn't forget the reminders before the first`() throws {
      try practice(at: noon) { bench in
        let calendar = [visit("A-1", ada), visit("A-2", ada, at: "2030-05-15T10:00:00-04:00")]
        try bench.run([calendar[0]])
        try bench.restart()
        try bench.run(calendar)
        try bench.restart()
        try bench.run(calendar)
        let texts = try bench.messagesSent()
        #expect(texts == [adasText, adasTextAtTen])
      }
    }

    @Test func `after a pause and a restart, nobody gets the same text again`() throws {
      try practice(at: noon) { bench in
        let calendar = [visit("A-1", ada), visit("A-2", ada, at: "2030-05-15T10:00:00-04:00")]
        try bench.run([calendar[0]])
        try bench.setStoredValue(true, forKey: "reminders.paused")
        try bench.run(calendar)
        let textsDuringThePause = try bench.messagesSent()
        #expect(textsDuringThePause == [adasText])
        try bench.setStoredValue(false, forKey: "reminders.paused")
        try bench.restart()
        try bench.run(calendar)
        let texts = try bench.messagesSent()
        #expect(texts == [adasText, adasTextAtTen])
      }
    }

    @Test func `after a restart, none of 200 texts goes out again`() throws {
      try practice(at: noon) { bench in
        try bench.setStoredValue(300, forKey: "reminders.limit")
        let calendar = (1...200).map { visit("A-\($0)", ada) }
        try bench.run(calendar)
        try bench.restart()
        try bench.run(calendar)
        let texts = try bench.messagesSent()
        #expect(texts.count == 200)
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

    @Test func `once appointments are over, the record of their reminders is gone`() throws {
      try practice(at: noon) { bench in
        try bench.run((10..<30).map { visit("A-\($0)", ada) })
        let before = try bench.storedValues()
        try bench.run(
          [visit("A-30", ada, at: "2030-05-16T15:00:00-04:00")], at: "2030-05-16T08:00:00-04:00")
        let after = try bench.storedValues()
        #expect(try after.binarySize <= before.binarySize)
      }
    }
  }
}

extension AcceptanceTests {
  @MainActor
  @Suite("Patients who have opted out")
  struct OptedOut {
    @Test(
      arguments: [
        // A text, a letter, and a text to a number that was left for the appointment
        ("2135550199", nil), ("", nil), ("", "2135550100"),
      ] as [(String, String?)])
    func `patients who opted out get no text and no letter`(number: String, phone: String?) throws {
      try practice(at: noon) { bench in
        try bench.setPhoneBook(["grace": .init(number: number, hasOptedOut: true)])
        try bench.run([visit("A-1", grace, phone: phone), visit("A-2", ada)])
        let texts = try bench.messagesSent()
        #expect(texts == [])
        let letters = try bench.filesWritten()
        #expect(letters.keys.sorted() == ["A-2.txt"])
      }
    }

    @Test func `patients who opted out don't count toward the limit`() throws {
      try practice(at: noon) { bench in
        try bench.setStoredValue(1, forKey: "reminders.limit")
        try bench.setPhoneBook([
          "ada": .init(number: "2125550142"), "grace": .init(number: "", hasOptedOut: true),
        ])
        try bench.run([visit("A-1", grace), visit("A-2", ada)])
        let texts = try bench.messagesSent()
        #expect(texts == [adasText])
      }
    }

    @Test func `patients who opted out don't wait until tomorrow`() throws {
      try practice(at: noon) { bench in
        try bench.setStoredValue(0, forKey: "reminders.limit")
        try bench.setPhoneBook(["grace": .init(number: "", hasOptedOut: true)])
        try bench.run([visit("A-1", grace), visit("A-2", ada)])
        let pages = try bench.pagesShown()
        #expect(pages == [PDPage(name: "Limit", detail: "1 waiting until tomorrow")])
      }
    }

    @Test func `a patient who opts back in is reminded`() throws {
      try practice(at: noon) { bench in
        try bench.setPhoneBook(["ada": .init(number: "2125550142", hasOptedOut: true)])
        try bench.run([visit("A-1", ada)])
        let textsBefore = try bench.messagesSent()
        #expect(textsBefore == [])
        try bench.setPhoneBook(["ada": .init(number: "2125550142")])
        try bench.run([visit("A-1", ada)])
        let texts = try bench.messagesSent()
        #expect(texts == [adasText])
      }
    }

    @Test func `a patient who opts out during the night gets nothing in the morning`() throws {
      try practice(at: "2030-05-14T22:00:00-04:00") { bench in
        try bench.run([visit("A-1", ada)])
        try bench.setPhoneBook(["ada": .init(number: "2125550142", hasOptedOut: true)])
        try bench.run(
          [visit("A-1", ada), visit("A-2", grace)], at: "2030-05-15T08:00:00-04:00")
        let texts = try bench.messagesSent()
        #expect(texts == [])
        let letters = try bench.filesWritten()
        #expect(letters.keys.sorted() == ["A-2.txt"])
      }
    }
  }
}

// MARK: - The rest

extension AcceptanceTests {
  @MainActor
  @Suite("What must not change: reminders")
  struct WhatMustNotChange {
    @Test func `a text gives the practice's local time, wherever the patient is`() throws {
      try practice(at: noon) { bench in
        try bench.setPhoneBook(["ada": .init(number: "2125550142", timeZone: "Europe/London")])
        try bench.run([visit("A-1", ada)])
        let texts = try bench.messagesSent()
        #expect(texts == [adasText])
      }
    }

    @Test func `a text ends with the hint and the practice's name`() throws {
      try practice(at: noon) { bench in
        try bench.setStoredValue("Green Practice", forKey: "practice.name")
        try bench.run([visit("A-1", ada, kind: "blood test")])
        let text = try bench.messagesSent().first?.text
        #expect(text?.hasSuffix(" 9:30 AM. Please don't eat beforehand. Green Practice") == true)
      }
    }

    @Test(
      arguments: [
        ("(212) 555-0142", "+12125550142"), ("+1 212 555 0142", "+12125550142"),
        ("00491705550142", "+491705550142"),
      ])
    func `a text goes to the number in its international form`(
      number: String, dialedNumber: String
    ) throws {
      try practice(at: noon) { bench in
        try bench.setPhoneBook(["ada": .init(number: number)])
        try bench.run([visit("A-1", ada)])
        let texts = try bench.messagesSent()
        #expect(texts.map(\.number) == [dialedNumber])
      }
    }

    @Test func `a number that was left for the appointment comes first`() throws {
      try practice(at: noon) { bench in
        try bench.run([visit("A-1", ada, phone: "2135550100")])
        let texts = try bench.messagesSent()
        #expect(texts.map(\.number) == ["+12135550100"])
      }
    }

    @Test(
      arguments: [
        ("2030-06-04T12:00:00-04:00", "2030-06-05T09:05:00-04:00", "Wednesday, June 5, 9:05 AM"),
        ("2030-12-31T12:00:00-05:00", "2031-01-01T08:00:00-05:00", "Wednesday, January 1, 8:00 AM"),
      ])
    func `a text names the day and the time`(moment: String, date: String, ending: String) throws {
      try practice(at: moment) { bench in
        try bench.run([visit("A-1", ada, at: date)])
        let text = try bench.messagesSent().first?.text
        #expect(text == "Dear Ada Byron, this is a reminder of your checkup on \(ending).")
      }
    }

    @Test(
      arguments: [
        ("2030-06-05T12:00:00-04:00", "2030-06-05"), ("2030-12-31T12:00:00-05:00", "2030-12-31"),
      ])
    func `a letter begins with today's date`(moment: String, firstLine: String) throws {
      try practice(at: moment) { bench in
        try bench.run([visit("A-1", grace, at: "\(firstLine)T15:00:00-04:00")])
        let letter = try bench.filesWritten()["A-1.txt"]
        #expect(letter?.hasPrefix("\(firstLine)\n") == true)
      }
    }

    @Test func `the letters of the next day begin with its date`() throws {
      try practice(at: noon) { bench in
        try bench.run([visit("A-1", grace)])
        let later = visit("A-2", grace, at: "2030-05-16T07:00:00-04:00")
        try bench.run([later], at: "2030-05-15T08:00:00-04:00")
        let letter = try bench.filesWritten()["A-2.txt"]
        #expect(letter?.hasPrefix("2030-05-15\n") == true)
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

    @Test func `the earliest appointments come first, and by ID at the same time`() throws {
      try practice(at: noon) { bench in
        try bench.setPhoneBook([
          "ada": .init(number: "2125550142"), "joan": .init(number: "2135550155"),
          "grace": .init(number: "2135550199"),
        ])
        try bench.run([
          visit("A-5", ada), visit("A-4", joan),
          visit("A-9", grace, at: "2030-05-15T09:00:00-04:00"),
        ])
        let texts = try bench.messagesSent()
        #expect(texts.map(\.number) == ["+12135550199", "+12135550155", "+12125550142"])
      }
    }

    @Test func `texts and letters count toward the same limit`() throws {
      try practice(at: noon) { bench in
        try bench.setStoredValue(2, forKey: "reminders.limit")
        try bench.run([
          visit("A-1", grace), visit("A-2", ada), visit("A-3", ada), visit("A-4", ada),
        ])
        let pages = try bench.pagesShown()
        #expect(
          pages == [
            PDPage(name: "Limit", detail: "2 waiting until tomorrow"),
            PDPage(name: "Summary", detail: "Texts: 1, letters: 1"),
          ])
      }
    }

    @Test func `what waits goes out the next day`() throws {
      try practice(at: noon) { bench in
        try bench.setStoredValue(1, forKey: "reminders.limit")
        let calendar = [visit("A-1", grace), visit("A-2", ada)]
        try bench.run(calendar)
        let textsOnTheFirstDay = try bench.messagesSent()
        #expect(textsOnTheFirstDay == [])
        try bench.run(calendar, at: "2030-05-15T08:00:00-04:00")
        let texts = try bench.messagesSent()
        #expect(texts == [adasText])
      }
    }

    // The text under way may have gone out as the app crashed, so it counts, too.
    @Test func `after a crash in the middle of a run, the limit still holds`() throws {
      try practice(at: noon) { bench in
        try bench.setStoredValue(2, forKey: "reminders.limit")
        let texts = try bench.textsAfterCrash(
          whileSendingLastOf: [
            visit("A-1", ada), visit("A-2", ada, at: "2030-05-15T10:00:00-04:00"),
          ])
        #expect(texts == [adasText])
      }
    }

    @Test func `a text that the gateway refuses goes out as a letter`() throws {
      try practice(at: noon) { bench in
        try bench.setGateway(accepts: false)
        try bench.run([visit("A-1", ada)])
        let letters = try bench.filesWritten()
        #expect(letters == ["A-1.txt": adasLetter])
        let pages = try bench.pagesShown()
        #expect(pages.map(\.name) == ["Alert", "Summary"])
      }
    }

    @Test func `a number for one appointment that can't be dialed means a letter`() throws {
      try practice(at: noon) { bench in
        try bench.run([visit("A-1", ada, phone: "at her sister's")])
        let letters = try bench.filesWritten()
        #expect(letters == ["A-1.txt": adasLetter])
        let pages = try bench.pagesShown()
        #expect(pages == [PDPage(name: "Summary", detail: "Texts: 0, letters: 1")])
      }
    }

    @Test func `a number that's added to the phone book is used from the next run`() throws {
      try practice(at: noon) { bench in
        try bench.run([visit("A-1", grace)])
        try bench.setPhoneBook(["grace": .init(number: "2135550199")])
        try bench.run([visit("A-2", grace)])
        let texts = try bench.messagesSent()
        #expect(texts.map(\.number) == ["+12135550199"])
      }
    }

    @Test func `a patient who's deleted from the phone book gets a letter`() throws {
      try practice(at: noon) { bench in
        try bench.run([visit("A-1", ada)])
        try bench.setPhoneBook([:])
        try bench.run([visit("A-2", ada)])
        let letters = try bench.filesWritten()
        #expect(letters.keys.sorted() == ["A-2.txt"])
      }
    }

    @Test(arguments: [("2030-05-15T12:00:00-04:00", 1), ("2030-05-15T12:00:01-04:00", 0)])
    func `a reminder is due exactly when the lead time begins`(date: String, sent: Int) throws {
      try practice(at: noon) { bench in
        try bench.run([visit("A-1", ada, at: date)])
        let texts = try bench.messagesSent()
        #expect(texts.count == sent)
      }
    }

    @Test(arguments: [("2030-05-14T12:00:01-04:00", 1), (noon, 0)])
    func `an appointment that has started gets no reminder`(date: String, sent: Int) throws {
      try practice(at: noon) { bench in
        try bench.run([visit("A-1", ada, at: date)])
        let texts = try bench.messagesSent()
        #expect(texts.count == sent)
      }
    }

    @Test func `an appointment that starts during a run gets no reminder`() throws {
      try practice(at: noon) { bench in
        try bench.whileSending(setClockTo: "2030-05-14T12:00:20-04:00")
        try bench.run([
          visit("A-1", ada, at: "2030-05-14T12:00:10-04:00"),
          visit("A-2", grace, at: "2030-05-14T12:00:20-04:00"),
        ])
        let pages = try bench.pagesShown()
        #expect(pages == [PDPage(name: "Summary", detail: "Texts: 1, letters: 0")])
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

    @Test(
      arguments: [
        ("America/New_York", "2030-05-14T23:59:59-04:00", "2030-05-15T00:00:00-04:00"),
        ("Asia/Kolkata", "2030-05-14T23:59:59+05:30", "2030-05-15T00:00:00+05:30"),
        // A new year
        ("America/New_York", "2030-12-31T23:59:59-05:00", "2031-01-01T00:00:00-05:00"),
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
        try bench.run([calendar[0]])
        // Still the same day, so the second one waits
        try bench.run(calendar)
        let lettersInTheEvening = try bench.filesWritten()
        #expect(lettersInTheEvening.keys.sorted() == ["A-1.txt"])
        try bench.run(calendar, at: midnight)
        let letters = try bench.filesWritten()
        #expect(letters.keys.sorted() == ["A-1.txt", "A-2.txt"])
      }
    }
  }
}

extension AcceptanceTests {
  @MainActor
  @Suite("What must not change: canceled appointments")
  struct CanceledAppointments {
    @Test(arguments: [noon, "2030-05-14T23:00:00-04:00"])
    func `a canceled appointment gets no reminder`(moment: String) throws {
      try practice(at: moment) { bench in
        try bench.run([
          visit("A-1", ada, isCancelled: true), visit("A-2", grace, isCancelled: true),
          visit("A-3", grace),
        ])
        let texts = try bench.messagesSent()
        #expect(texts == [])
        let letters = try bench.filesWritten()
        #expect(letters.keys.sorted() == ["A-3.txt"])
      }
    }

    @Test(arguments: [noon, "2030-05-14T23:00:00-04:00"])
    func `a canceled appointment counts`(moment: String) throws {
      try practice(at: moment) { bench in
        try bench.setStoredValue(1, forKey: "reminders.limit")
        try bench.run([visit("A-1", ada, isCancelled: true), visit("A-2", grace)])
        let pages = try bench.pagesShown()
        #expect(pages == [PDPage(name: "Limit", detail: "1 waiting until tomorrow")])
      }
    }

    @Test(arguments: [noon, "2030-05-14T23:00:00-04:00"])
    func `a canceled appointment counts only once`(moment: String) throws {
      try practice(at: moment) { bench in
        try bench.setStoredValue(2, forKey: "reminders.limit")
        try bench.run([visit("A-1", ada, isCancelled: true)])
        try bench.run([
          visit("A-1", ada, isCancelled: true), visit("A-2", grace), visit("A-3", grace),
        ])
        let letters = try bench.filesWritten()
        #expect(letters.keys.sorted() == ["A-2.txt"])
      }
    }

    @Test(arguments: [noon, "2030-05-14T23:00:00-04:00"])
    func `a canceled appointment counts again after a restart`(moment: String) throws {
      try practice(at: moment) { bench in
        try bench.setStoredValue(2, forKey: "reminders.limit")
        try bench.run([visit("A-1", ada, isCancelled: true)])
        try bench.restart()
        try bench.run([visit("A-1", ada, isCancelled: true), visit("A-2", grace)])
        let pages = try bench.pagesShown()
        #expect(pages == [PDPage(name: "Limit", detail: "1 waiting until tomorrow")])
      }
    }

    @Test func `a canceled appointment doesn't count again the next day`() throws {
      try practice(at: noon) { bench in
        try bench.setStoredValue(1, forKey: "reminders.limit")
        let calendar = [visit("A-1", ada, isCancelled: true), visit("A-2", grace)]
        try bench.run(calendar)
        let lettersOnTheFirstDay = try bench.filesWritten()
        #expect(lettersOnTheFirstDay == [:])
        try bench.run(calendar, at: "2030-05-15T08:00:00-04:00")
        let letters = try bench.filesWritten()
        #expect(letters.keys.sorted() == ["A-2.txt"])
      }
    }

    @Test func `a canceled appointment counts even if the patient has opted out`() throws {
      try practice(at: noon) { bench in
        try bench.setStoredValue(1, forKey: "reminders.limit")
        try bench.setPhoneBook(["ada": .init(number: "2125550142", hasOptedOut: true)])
        try bench.run([visit("A-1", ada, isCancelled: true), visit("A-2", grace)])
        let pages = try bench.pagesShown()
        #expect(pages == [PDPage(name: "Limit", detail: "1 waiting until tomorrow")])
      }
    }

    @Test func `an appointment canceled after its reminder counts again after a restart`() throws {
      try practice(at: noon) { bench in
        try bench.setStoredValue(2, forKey: "reminders.limit")
        try bench.run([visit("A-1", ada)])
        try bench.restart()
        try bench.run([visit("A-1", ada, isCancelled: true), visit("A-2", grace)])
        let pages = try bench.pagesShown()
        #expect(
          pages == [
            PDPage(name: "Summary", detail: "Texts: 1, letters: 0"),
            PDPage(name: "Limit", detail: "1 waiting until tomorrow"),
          ])
      }
    }

    @Test func `a reinstated appointment gets no reminder`() throws {
      try practice(at: noon) { bench in
        try bench.run([visit("A-1", ada, isCancelled: true)])
        try bench.run([visit("A-1", ada), visit("A-2", grace)])
        let texts = try bench.messagesSent()
        #expect(texts == [])
        let letters = try bench.filesWritten()
        #expect(letters.keys.sorted() == ["A-2.txt"])
      }
    }

    @Test func `a reinstated appointment gets its reminder after a restart`() throws {
      try practice(at: noon) { bench in
        try bench.run([visit("A-1", ada, isCancelled: true)])
        let textsBefore = try bench.messagesSent()
        #expect(textsBefore == [])
        try bench.restart()
        try bench.run([visit("A-1", ada)])
        let texts = try bench.messagesSent()
        #expect(texts == [adasText])
      }
    }
  }
}

extension AcceptanceTests {
  @MainActor
  @Suite("What must not change: remind again")
  struct RemindAgain {
    @Test(arguments: [noon, "2030-05-14T23:00:00-04:00"])
    func `the button sends the text at any hour, and opens no page`(moment: String) throws {
      try practice(at: moment) { bench in
        let isSent = try bench.remindAgain(visit("A-1", ada))
        #expect(isSent)
        let texts = try bench.messagesSent()
        #expect(texts == [adasText])
        let pages = try bench.pagesShown()
        #expect(pages == [])
      }
    }

    @Test func `the button works as often as it's pressed`() throws {
      try practice(at: noon) { bench in
        _ = try bench.remindAgain(visit("A-1", ada))
        let isSentAgain = try bench.remindAgain(visit("A-1", ada))
        #expect(isSentAgain)
        let texts = try bench.messagesSent()
        #expect(texts == [adasText, adasText])
      }
    }

    @Test func `the button sends the text to a patient who has opted out, too`() throws {
      try practice(at: noon) { bench in
        try bench.setPhoneBook(["ada": .init(number: "2125550142", hasOptedOut: true)])
        _ = try bench.remindAgain(visit("A-1", ada))
        let texts = try bench.messagesSent()
        #expect(texts == [adasText])
      }
    }

    @Test func `the button sends the text again after the reminder`() throws {
      try practice(at: noon) { bench in
        try bench.run([visit("A-1", ada)])
        _ = try bench.remindAgain(visit("A-1", ada))
        let texts = try bench.messagesSent()
        #expect(texts == [adasText, adasText])
      }
    }

    @Test func `the button sends the text again after the reminder and a restart`() throws {
      try practice(at: noon) { bench in
        try bench.run([visit("A-1", ada)])
        try bench.restart()
        _ = try bench.remindAgain(visit("A-1", ada))
        let texts = try bench.messagesSent()
        #expect(texts == [adasText, adasText])
      }
    }

    @Test func `the button doesn't replace the reminder`() throws {
      try practice(at: noon) { bench in
        _ = try bench.remindAgain(visit("A-1", ada))
        try bench.run([visit("A-1", ada)])
        let texts = try bench.messagesSent()
        #expect(texts == [adasText, adasText])
      }
    }

    @Test func `the button doesn't count toward the limit`() throws {
      try practice(at: noon) { bench in
        try bench.setStoredValue(2, forKey: "reminders.limit")
        try bench.run([visit("A-1", ada)])
        _ = try bench.remindAgain(visit("A-1", ada))
        try bench.run([visit("A-2", grace), visit("A-3", grace)])
        let letters = try bench.filesWritten()
        #expect(letters.keys.sorted() == ["A-2.txt"])
      }
    }

    // The flag leaves the kind out of the reminder, but not out of the button's text: a quirk.
    @Test func `with the flag "alternative", the button's text still names the kind`() throws {
      try practice(at: noon) { bench in
        try bench.setStoredValue(true, forKey: "reminders.alternative")
        _ = try bench.remindAgain(visit("A-1", ada))
        let texts = try bench.messagesSent()
        #expect(texts == [adasText])
      }
    }

    @Test func `the button's text ends with the hint and the practice's name, too`() throws {
      try practice(at: noon) { bench in
        try bench.setStoredValue("Green Practice", forKey: "practice.name")
        _ = try bench.remindAgain(visit("A-1", ada, kind: "blood test"))
        let text = try bench.messagesSent().first?.text
        #expect(text?.hasSuffix(" 9:30 AM. Please don't eat beforehand. Green Practice") == true)
      }
    }

    @Test func `the button, too, prefers the number that was left for the appointment`() throws {
      try practice(at: noon) { bench in
        _ = try bench.remindAgain(visit("A-1", ada, phone: "+49 30 5550142"))
        let texts = try bench.messagesSent()
        #expect(texts.map(\.number) == ["+49305550142"])
      }
    }

    @Test func `the button's text has at most 160 characters`() throws {
      try practice(at: noon) { bench in
        try bench.setStoredValue(String(repeating: "x", count: 100), forKey: "practice.name")
        _ = try bench.remindAgain(visit("A-1", ada))
        let text = try bench.messagesSent().first?.text
        #expect(text?.count == 160)
        #expect(text?.hasSuffix("xxx...") == true)
      }
    }

    @Test func `the button writes no letter if the gateway refuses the text`() throws {
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
    func `the button sends the text only until the appointment starts`(
      moment: String, works: Bool
    ) throws {
      try practice(at: moment) { bench in
        let isSent = try bench.remindAgain(visit("A-1", ada))
        #expect(isSent == works)
        let texts = try bench.messagesSent()
        #expect(texts == (works ? [adasText] : []))
      }
    }
  }
}

// MARK: - The practice

private let noon = "2030-05-14T12:00:00-04:00"

private let adasText = Message(
  number: "+12125550142",
  text: "Dear Ada Byron, this is a reminder of your checkup on Wednesday, May 15, 9:30 AM.")

/// For an appointment half an hour later
private let adasTextAtTen = Message(
  number: "+12125550142",
  text: "Dear Ada Byron, this is a reminder of your checkup on Wednesday, May 15, 10:00 AM.")

private let adasLetter = """
  2030-05-14

  Ada Byron
  12 Elm Street, Albany

  Dear Ada Byron, this is a reminder of your checkup on Wednesday, May 15, 9:30 AM.

  """

private let ada = Patient(id: "ada", name: "Ada Byron", address: "12 Elm Street, Albany")
private let grace = Patient(id: "grace", name: "Grace Hopper", address: "1 Bay Road, Albany")
private let joan = Patient(id: "joan", name: "Joan Clarke", address: "8 Park Lane, Albany")

private func visit(
  _ id: String, _ patient: Patient, at moment: String = "2030-05-15T09:30:00-04:00",
  kind: String = "checkup", phone: String? = nil, isCancelled: Bool = false
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
private func practice(at moment: String, body: (any Bench) throws -> Void) throws {
  try onBench { bench in
    try bench.setClock(to: date(moment))
    try bench.setStoredValue("America/New_York", forKey: "practice.timeZone")
    try bench.setPhoneBook(["ada": .init(number: "2125550142")])
    try body(bench)
  }
}

/// Runs a test on a new bench, and puts the stored values back. The whole process shares them, so
/// all of this stays on the main actor and doesn't wait.
@MainActor
private func onBench(body: (any Bench) throws -> Void) throws {
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
  try body(bench)
}

extension Bench {
  fileprivate func run(_ calendar: [Appointment], at moment: String) throws {
    try setClock(to: date(moment))
    try run(calendar)
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

extension [String: Any] {
  /// How much room the values take, whatever their form
  fileprivate var binarySize: Int {
    get throws {
      try PropertyListSerialization.data(fromPropertyList: self, format: .binary, options: 0).count
    }
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
