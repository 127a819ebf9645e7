import Foundation
import TestSupport
import Testing

@testable import PrivateCode

/// Pins what's in the summary file after real notifications.
///
/// All tests share `PBSummaryFile.sharedContainerURL`, which each `RunningApp` sets to a folder of
/// its own. So a test creates the app in its own body, and doesn't await anything.
@MainActor
@Suite("PrivateCode: characterization", .namesModule)
struct CharacterizationTests {

  // MARK: Sessions

  @Test(
    arguments: [
      ("12:00:03", ["2026-01-14;1;3;3"]), ("12:00:02.9", []), ("12:00:00", []),
      // The clock is set back
      ("11:59:00", []),
    ] as [(String, [String])])
  func `a session counts if it's left after three seconds or more`(
    end: String, lines: [String]
  ) throws {
    let app = try RunningApp()
    // The second session ends the first one, but is itself too short
    app.post(.active("12:00:00"), .resign(end), .active("13:00:00"), .terminate("13:00:00"))
    #expect(app.lines == lines)
  }

  @Test(arguments: [("12:00:03", ["2026-01-14;1;3;3"]), ("12:00:02.9", []), ("11:59:00", [])])
  func `a session counts if it's terminated after three seconds or more`(
    end: String, lines: [String]
  ) throws {
    let app = try RunningApp()
    app.post(.active("12:00:00"), .terminate(end))
    #expect(app.lines == lines)
  }

  @Test func `a day is summed up in whole seconds, with its longest session`() throws {
    let app = try RunningApp()
    // 30.4, 90.4, and 60.4 seconds
    app.post(.active("08:00:00"), .resign("08:00:30.4"), .active("09:00:00"), .resign("09:01:30.4"))
    app.post(.active("11:00:00"), .resign("11:01:00.4"), .terminate("12:00:00"))
    #expect(app.lines == ["2026-01-14;3;181;90"])
  }

  @Test func `seconds are rounded`() throws {
    let app = try RunningApp()
    app.post(.active("12:00:00"), .terminate("12:00:03.6"))
    #expect(app.lines == ["2026-01-14;1;4;4"])
  }

  @Test(
    arguments: [
      // It counts as part of the session
      ("12:01:10", ["2026-01-14;1;100;100"]), ("12:01:00", ["2026-01-14;1;100;100"]),
      // The clock is set back
      ("11:59:30", ["2026-01-14;1;100;100"]),
      ("12:01:10.1", ["2026-01-14;2;90;60"]), ("12:01:38", ["2026-01-14;1;60;60"]),
    ] as [(String, [String])])
  func `a session continues after an interruption of ten seconds or less`(
    back: String, lines: [String]
  ) throws {
    let app = try RunningApp()
    app.post(.active("12:00:00"), .resign("12:01:00"), .active(back), .resign("12:01:40"))
    app.post(.terminate("12:10:00"))
    #expect(app.lines == lines)
  }

  @Test func `a second interruption is measured from its own beginning`() throws {
    let app = try RunningApp()
    app.post(.active("12:00:00"), .resign("12:00:30"), .active("12:00:38"))
    app.post(.resign("12:00:45"), .active("12:00:53"), .terminate("12:01:00"))
    #expect(app.lines == ["2026-01-14;1;60;60"])
  }

  @Test func `an interruption of the next session is measured from its own beginning`() throws {
    let app = try RunningApp()
    app.post(.active("12:00:00"), .resign("12:01:40"))
    app.post(.active("12:05:00"), .resign("12:05:30"), .active("12:05:38"), .terminate("12:06:00"))
    #expect(app.lines == ["2026-01-14;2;160;100"])
  }

  @Test func `a session begins with the first "active"`() throws {
    let app = try RunningApp()
    app.post(.active("12:00:00"), .active("12:00:58"), .terminate("12:01:00"))
    #expect(app.lines == ["2026-01-14;1;60;60"])
  }

  @Test func `a second "active" after an interruption changes nothing`() throws {
    let app = try RunningApp()
    app.post(.active("12:00:00"), .resign("12:00:20"), .active("12:00:25"), .active("12:00:45"))
    app.post(.terminate("12:01:00"))
    #expect(app.lines == ["2026-01-14;1;60;60"])
  }

  @Test func `an interruption begins with the first "resign"`() throws {
    let app = try RunningApp()
    app.post(.active("12:00:00"), .resign("12:01:00"), .resign("12:01:08"))
    app.post(.active("12:01:12"), .terminate("12:01:14"))
    #expect(app.lines == ["2026-01-14;1;60;60"])
  }

  @Test func `a session that's too short doesn't count with the next one`() throws {
    let app = try RunningApp()
    app.post(.active("11:59:00"), .resign("11:59:02"), .active("12:00:00"), .terminate("12:01:00"))
    #expect(app.lines == ["2026-01-14;1;60;60"])
  }

  @Test func `an app that's terminated in the background ended its session when it was left`()
    throws
  {
    let app = try RunningApp()
    app.post(.active("12:00:00"), .resign("12:01:00"), .terminate("12:01:05"))
    #expect(app.lines == ["2026-01-14;1;60;60"])
  }

  @Test func `without a session, there's nothing to leave`() throws {
    let app = try RunningApp()
    app.post(.resign("11:59:57"), .active("12:00:00"), .terminate("12:01:00"))
    #expect(app.lines == ["2026-01-14;1;60;60"])
  }

  @Test func `a session that's over can't be left or ended again`() throws {
    let app = try RunningApp()
    app.post(.active("12:00:00"), .terminate("12:01:00"))
    app.post(.resign("12:01:10"), .terminate("12:01:20"))
    #expect(app.lines == ["2026-01-14;1;60;60"])
  }

  // A quirk: the second part of the day gets its own line
  @Test func `an app that isn't terminated after all goes on with another line`() throws {
    let app = try RunningApp()
    app.post(.active("12:00:00"), .resign("12:01:00"), .terminate("12:01:05"))
    app.post(.active("12:01:08"), .terminate("12:01:28"))
    #expect(app.lines == ["2026-01-14;1;60;60", "2026-01-14;1;20;20"])
  }

  // MARK: Midnight

  @Test(
    arguments: [
      ("2026-01-14 23:59:00", "2026-01-15 00:00:30", ["2026-01-14;1;60;60", "2026-01-15;1;30;30"]),
      // Parts that are too short don't count (a quirk)
      ("2026-01-14 23:59:58", "2026-01-15 00:00:30", ["2026-01-15;1;30;30"]),
      ("2026-01-14 23:59:00", "2026-01-15 00:00:02", ["2026-01-14;1;60;60"]),
      ("2026-01-14 23:59:58", "2026-01-15 00:00:02", []),
      ("2026-01-14 23:59:57", "2026-01-15 00:00:03", ["2026-01-14;1;3;3", "2026-01-15;1;3;3"]),
      // It doesn't begin before midnight
      ("2026-01-15 00:00:00", "2026-01-15 00:00:30", ["2026-01-15;1;30;30"]),
    ] as [(String, String, [String])])
  func `midnight splits a session`(start: String, end: String, lines: [String]) throws {
    let app = try RunningApp()
    app.post(.active(start), .timeChange("2026-01-15 00:00:00"), .terminate(end))
    #expect(app.lines == lines)
  }

  @Test func `if the notification is late, the session is still split at midnight`() throws {
    let app = try RunningApp()
    app.post(.active("23:59:00"), .timeChange("2026-01-15 00:00:25"))
    app.post(.terminate("2026-01-15 00:00:30"))
    #expect(app.lines == ["2026-01-14;1;60;60", "2026-01-15;1;30;30"])
  }

  // A quirk: the seconds after midnight belong to the day before
  @Test func `if the notification is late, a session that's already over isn't split`() throws {
    let app = try RunningApp()
    app.post(.active("23:59:00"), .resign("2026-01-15 00:00:20"))
    app.post(.timeChange("2026-01-15 00:00:25"), .terminate("2026-01-15 00:00:30"))
    #expect(app.lines == ["2026-01-14;1;80;80"])
  }

  @Test func `a session can last for several midnights`() throws {
    let app = try RunningApp()
    app.post(.active("2025-12-30 23:59:00"), .timeChange("2025-12-31 00:00:00"))
    app.post(.timeChange("2026-01-01 00:00:00"), .terminate("2026-01-01 00:00:30"))
    #expect(app.lines == ["2025-12-30;1;60;60", "2025-12-31;1;86400;86400", "2026-01-01;1;30;30"])
  }

  @Test func `midnight ends an interrupted session`() throws {
    let app = try RunningApp()
    app.post(.active("23:59:00"), .resign("23:59:55"))
    #expect(app.lines == [])
    app.post(.timeChange("2026-01-15 00:00:00"))
    #expect(app.lines == ["2026-01-14;1;55;55"])
  }

  @Test func `after midnight, a session that was interrupted before isn't continued`() throws {
    let app = try RunningApp()
    app.post(.active("23:59:00"), .resign("23:59:55"), .timeChange("2026-01-15 00:00:00"))
    app.post(.active("2026-01-15 00:00:02"), .terminate("2026-01-15 00:00:32"))
    #expect(app.lines == ["2026-01-14;1;55;55", "2026-01-15;1;30;30"])
  }

  @Test func `midnight finishes the day even if the last session is too short`() throws {
    let app = try RunningApp()
    app.post(.active("12:00:00"), .resign("12:01:00"), .active("13:00:00"), .resign("13:00:01"))
    #expect(app.lines == [])
    app.post(.timeChange("2026-01-15 00:00:00"))
    #expect(app.lines == ["2026-01-14;1;60;60"])
  }

  @Test func `a time change within the same day doesn't split a session`() throws {
    let app = try RunningApp()
    app.post(.active("12:00:00"), .timeChange("12:00:30"))
    #expect(app.lines == [])
    app.post(.terminate("12:01:00"))
    #expect(app.lines == ["2026-01-14;1;60;60"])
  }

  @Test func `a time change within the same day doesn't end an interrupted session`() throws {
    let app = try RunningApp()
    app.post(.active("12:00:00"), .resign("12:00:20"), .timeChange("12:00:25"))
    app.post(.active("12:00:30"), .terminate("12:01:00"))
    #expect(app.lines == ["2026-01-14;1;60;60"])
  }

  @Test func `a time change within the same day doesn't finish the day`() throws {
    let app = try RunningApp()
    app.post(.active("12:00:00"), .resign("12:01:00"), .timeChange("12:01:05"))
    #expect(app.lines == [])
    app.post(.timeChange("2026-01-15 00:00:00"))
    #expect(app.lines == ["2026-01-14;1;60;60"])
  }

  // A quirk
  @Test func `if nobody posts midnight, a session belongs to the day on which it began`() throws {
    let app = try RunningApp()
    app.post(.active("23:59:00"), .resign("2026-01-15 00:01:00"))
    app.post(.terminate("2026-01-15 09:00:00"))
    #expect(app.lines == ["2026-01-14;1;120;120"])
  }

  @Test func `if nobody posts midnight, a day's first session finishes the day before`() throws {
    let app = try RunningApp()
    app.post(.active("12:00:00"), .resign("12:01:00"))
    #expect(app.lines == [])
    app.post(.active("2026-01-15 08:00:00"))
    #expect(app.lines == ["2026-01-14;1;60;60"])
    app.post(.terminate("2026-01-15 08:00:30"))
    #expect(app.lines == ["2026-01-14;1;60;60", "2026-01-15;1;30;30"])
  }

  @Test func `a day without a session that counts isn't written`() throws {
    let app = try RunningApp()
    app.post(.active("12:00:00"), .resign("12:00:02"), .timeChange("2026-01-15 00:00:00"))
    app.post(.active("2026-01-15 12:00:00"), .terminate("2026-01-15 12:00:02"))
    #expect(app.contents == nil)
    app.post(.active("2026-01-15 13:00:00"), .terminate("2026-01-15 13:01:00"))
    #expect(app.lines == ["2026-01-15;1;60;60"])
  }

  // MARK: Dates and time zones

  @Test(
    arguments: [
      ("2020-12-31 23:00:00", "2020-12-31"), ("2021-01-01 01:00:00", "2021-01-01"),
      ("2024-12-30 12:00:00", "2024-12-30"), ("2024-02-29 12:00:00", "2024-02-29"),
      ("2026-03-05 12:00:00", "2026-03-05"), ("2001-02-03 12:00:00", "2001-02-03"),
    ])
  func `a line begins with the date`(time: String, date: String) throws {
    let app = try RunningApp()
    let start = local(time)
    app.post(.active(start), .terminate(start + 60))
    #expect(app.lines == ["\(date);1;60;60"])
  }

  @Test func `in a zone half an hour off, the day begins at midnight there`() async {
    await #expect(processExitsWith: .success) {
      try await MainActor.run {
        try setTimeZone("Asia/Kolkata")
        let app = try RunningApp()
        app.post(.active(try utc("2026-01-14T18:29:00Z")))
        app.post(.timeChange(try utc("2026-01-14T18:30:05Z")))
        app.post(.terminate(try utc("2026-01-14T18:30:30Z")))
        #expect(app.lines == ["2026-01-14;1;60;60", "2026-01-15;1;30;30"])
      }
    }
  }

  @Test func `a day without a midnight begins with its first second`() async {
    await #expect(processExitsWith: .success) {
      try await MainActor.run {
        // At the end of 27 March 2021, the clocks went from 23:59:59 to 1:00:00
        try setTimeZone("Asia/Beirut")
        let app = try RunningApp()
        app.post(.active(try utc("2021-03-27T21:59:00Z")))
        app.post(.timeChange(try utc("2021-03-27T22:00:00Z")))
        app.post(.timeChange(try utc("2021-03-28T21:00:00Z")))
        app.post(.terminate(try utc("2021-03-28T21:00:30Z")))
        #expect(
          app.lines == ["2021-03-27;1;60;60", "2021-03-28;1;82800;82800", "2021-03-29;1;30;30"])
      }
    }
  }

  @Test func `on a journey, a session is split at midnight in the new zone`() async {
    await #expect(processExitsWith: .success) {
      try await MainActor.run {
        try setTimeZone("Europe/London")
        let app = try RunningApp()
        app.post(.active(try utc("2026-01-14T19:59:00Z")))
        try setTimeZone("Asia/Dubai")
        app.post(.timeChange(try utc("2026-01-14T20:30:00Z")))
        app.post(.terminate(try utc("2026-01-14T20:31:00Z")))
        #expect(app.lines == ["2026-01-14;1;60;60", "2026-01-15;1;1860;1860"])
      }
    }
  }

  // A quirk: seen from there, the day began on the day before
  @Test func `a journey west finishes the day, under the date of the day before`() async {
    await #expect(processExitsWith: .success) {
      try await MainActor.run {
        try setTimeZone("Europe/London")
        let app = try RunningApp()
        app.post(.active(try utc("2026-01-14T12:00:00Z")), .resign(try utc("2026-01-14T12:01:00Z")))
        app.post(.active(try utc("2026-01-14T13:00:00Z")))
        try setTimeZone("America/Denver")
        #expect(app.lines == [])
        app.post(.timeChange(try utc("2026-01-14T22:00:00Z")))
        #expect(app.lines == ["2026-01-13;1;60;60"])
      }
    }
  }

  // A quirk: the day in which it began is over at once, so it has no day to add to
  @Test func `a journey west loses the session that's under way`() async {
    await #expect(processExitsWith: .success) {
      try await MainActor.run {
        try setTimeZone("Europe/London")
        let app = try RunningApp()
        app.post(.active(try utc("2026-01-14T13:00:00Z")))
        try setTimeZone("America/Denver")
        app.post(.timeChange(try utc("2026-01-14T22:00:00Z")))
        app.post(.resign(try utc("2026-01-14T22:05:00Z")), .active(try utc("2026-01-14T23:00:00Z")))
        app.post(.terminate(try utc("2026-01-14T23:00:30Z")))
        #expect(app.lines == ["2026-01-14;1;30;30"])
      }
    }
  }

  @Test func `a day is written even if the clock is set back to the day before`() throws {
    let app = try RunningApp()
    app.post(.active("12:00:00"), .resign("12:01:00"), .terminate("2026-01-13 12:00:00"))
    #expect(app.lines == ["2026-01-14;1;60;60"])
  }

  @Test func `sessions after the clock is set back to the day before belong to that day`() throws {
    let app = try RunningApp()
    app.post(.active("12:00:00"), .resign("12:01:00"), .active("13:00:00"), .resign("13:01:00"))
    // A quirk: this continues the session, and a session that ends before it begins doesn't count
    app.post(.active("2026-01-13 13:02:00"), .resign("2026-01-13 13:03:00"))
    app.post(.active("2026-01-13 14:00:00"), .terminate("2026-01-13 14:00:30"))
    #expect(app.lines == ["2026-01-14;1;60;60", "2026-01-13;1;30;30"])
  }

  // MARK: Notifications

  @Test(
    arguments: [
      nil, [:], ["date": "noon"], ["Date": local("12:00:10")],
    ] as [[String: any Sendable]?])
  func `a notification without a date is ignored`(userInfo: [String: any Sendable]?) throws {
    let app = try RunningApp()
    app.post(.active("12:00:00"))
    app.center.post(name: .appDidResignActive, object: nil, userInfo: userInfo)
    app.center.post(name: .appWillTerminate, object: nil, userInfo: userInfo)
    app.post(.terminate("12:01:00"))
    #expect(app.lines == ["2026-01-14;1;60;60"])
  }

  @Test func `a released monitor stops listening`() throws {
    let app = try RunningApp()
    app.post(.active("12:00:00"), .terminate("12:01:00"), .active("13:00:00"))
    weak var released: SessionMonitor?
    released = app.monitor
    app.monitor = nil
    #expect(released == nil)
    app.post(.terminate("13:00:30"))
    #expect(app.lines == ["2026-01-14;1;60;60"])
  }

  @Test func `a token observes one kind of notification`() {
    let center = NotificationCenter()
    let noon = local("12:00:00")
    var dates: [Date] = []
    let token = NotificationToken(observing: .appWillTerminate, in: center) { dates.append($0) }
    center.post(name: .appDidBecomeActive, object: nil, userInfo: ["date": noon])
    center.post(name: .appWillTerminate, object: nil, userInfo: ["date": noon + 1])
    withExtendedLifetime(token) {}
    #expect(dates == [noon + 1])
  }

  @Test func `a token observes nothing after it's released`() {
    let center = NotificationCenter()
    let noon = local("12:00:00")
    var dates: [Date] = []
    var token: NotificationToken? = NotificationToken(observing: .appWillTerminate, in: center) {
      dates.append($0)
    }
    center.post(name: .appWillTerminate, object: nil, userInfo: ["date": noon])
    withExtendedLifetime(token) {}
    token = nil
    center.post(name: .appWillTerminate, object: nil, userInfo: ["date": noon + 1])
    #expect(dates == [noon])
  }

  @Test func `a new monitor begins without a session`() throws {
    let app = try RunningApp()
    app.post(.active("12:00:00"))
    app.monitor = SessionMonitor(notificationCenter: app.center)
    app.post(.resign("12:01:00"), .active("12:01:05"), .terminate("12:01:25"))
    #expect(app.lines == ["2026-01-14;1;20;20"])
  }

  @Test func `two monitors count separately`() throws {
    let app = try RunningApp()
    app.post(.active("12:00:00"), .resign("12:00:20"))
    let second = SessionMonitor(notificationCenter: app.center)
    // This continues the first one's session
    app.post(.active("12:00:25"), .terminate("12:01:00"))
    #expect(app.lines.sorted() == ["2026-01-14;1;35;35", "2026-01-14;1;60;60"])
    withExtendedLifetime(second) {}
  }

  @Test func `unless it's given another center, a monitor listens to the app's`() throws {
    let app = try RunningApp()
    app.monitor = SessionMonitor()
    app.post(.active("12:00:00"), .terminate("12:05:00"), to: .default)
    app.monitor = nil
    #expect(app.lines == ["2026-01-14;1;300;300"])
  }

  // MARK: The file

  @Test(
    arguments: [
      // No file yet
      (nil, "day;sessions;seconds;longest\n2026-01-14;1;60;60\n2026-01-14;1;5;5\n"),
      // A file that's empty (a quirk)
      ("", "\n2026-01-14;1;60;60\n2026-01-14;1;5;5\n"),
      ("2026-01-13;2;\n", "2026-01-13;2;\n2026-01-14;1;60;60\n2026-01-14;1;5;5\n"),
      // No line break at the end
      ("2026-01-13;2;", "2026-01-13;2;\n2026-01-14;1;60;60\n2026-01-14;1;5;5\n"),
    ] as [(String?, String)])
  func `lines are added to what's already in the file`(before: String?, after: String) throws {
    let app = try RunningApp()
    if let before {
      try Data(before.utf8).write(to: app.file)
    }
    app.post(.active("12:00:00"), .terminate("12:01:00"))
    app.post(.active("13:00:00"), .terminate("13:00:05"))
    #expect(app.contents == after)
  }

  @Test func `the folder is created, with the folders around it`() throws {
    let app = try RunningApp()
    let folder = app.folder.url.appendingPathComponent("Library/Usage")
    PBSummaryFile.sharedContainerURL = folder
    app.post(.active("12:00:00"), .terminate("12:01:00"))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Sessions.csv"])
  }

  @Test func `lines that couldn't be written are written with the next one, in order`() throws {
    let app = try RunningApp()
    try app.makeFileUnwritable()
    app.post(.active("12:00:00"), .terminate("12:01:00"))
    app.post(.active("13:00:00"), .terminate("13:00:05"))
    try app.makeFileWritable()
    app.post(.active("14:00:00"), .terminate("14:00:07"))
    #expect(app.lines == ["2026-01-14;1;60;60", "2026-01-14;1;5;5", "2026-01-14;1;7;7"])
  }

  @Test func `lines that are written late are written once`() throws {
    let app = try RunningApp()
    try app.makeFileUnwritable()
    app.post(.active("12:00:00"), .terminate("12:01:00"))
    try app.makeFileWritable()
    app.post(.active("13:00:00"), .terminate("13:00:05"))
    app.post(.active("14:00:00"), .terminate("14:00:07"))
    #expect(app.lines == ["2026-01-14;1;60;60", "2026-01-14;1;5;5", "2026-01-14;1;7;7"])
  }

  @Test func `two days that are alike have a line each`() throws {
    let app = try RunningApp()
    try app.makeFileUnwritable()
    app.post(.active("12:00:00"), .terminate("12:01:00"))
    try app.makeFileWritable()
    app.post(.active("13:00:00"), .terminate("13:01:00"))
    #expect(app.lines == ["2026-01-14;1;60;60", "2026-01-14;1;60;60"])
  }

  @Test func `a day without a session that counts is a reason to try again, too`() throws {
    let app = try RunningApp()
    try app.makeFileUnwritable()
    app.post(.active("12:00:00"), .terminate("12:01:00"))
    try app.makeFileWritable()
    app.post(.active("13:00:00"), .terminate("13:00:01"))
    #expect(app.lines == ["2026-01-14;1;60;60"])
  }

  @Test func `unless another folder is set, the file is in the documents folder`() {
    PBSummaryFile.sharedContainerURL = nil
    #expect(PBSummaryFile.fileURL.path == NSHomeDirectory() + "/Documents/Sessions.csv")
  }
}

// MARK: - The app

/// An app with a monitor, a notification center, and a folder of its own.
@MainActor
private final class RunningApp {
  let folder: TemporaryFolder
  let center = NotificationCenter()
  var monitor: SessionMonitor?

  init() throws {
    folder = try TemporaryFolder()
    PBSummaryFile.sharedContainerURL = folder.url
    monitor = SessionMonitor(notificationCenter: center)
  }

  var file: URL { folder.url.appendingPathComponent("Sessions.csv") }

  var contents: String? { try? String(contentsOf: file, encoding: .utf8) }

  /// The lines of the file, without the names of the columns.
  var lines: [String] {
    (contents ?? "").split(separator: "\n").dropFirst().map(String.init)
  }

  func post(_ events: Event..., to center: NotificationCenter? = nil) {
    for event in events {
      (center ?? self.center).post(
        name: event.name, object: self, userInfo: ["date": event.date])
    }
  }

  /// Puts a folder where the file should be. Permissions wouldn't stop root.
  func makeFileUnwritable() throws {
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
  }

  func makeFileWritable() throws {
    try FileManager.default.removeItem(at: file)
  }
}

/// A notification that the app delegate posts.
struct Event {
  let name: Notification.Name
  let date: Date

  static func active(_ date: Date) -> Event { Event(name: .appDidBecomeActive, date: date) }
  static func resign(_ date: Date) -> Event { Event(name: .appDidResignActive, date: date) }
  static func terminate(_ date: Date) -> Event { Event(name: .appWillTerminate, date: date) }
  static func timeChange(_ date: Date) -> Event {
    Event(name: .significantTimeChange, date: date)
  }

  static func active(_ time: String) -> Event { active(local(time)) }
  static func resign(_ time: String) -> Event { resign(local(time)) }
  static func terminate(_ time: String) -> Event { terminate(local(time)) }
  static func timeChange(_ time: String) -> Event { timeChange(local(time)) }
}

// MARK: - Times

/// A time in the device's zone, such as "2026-01-14 12:00:30", or "12:00:30" on that day. No zone
/// changes its clocks around then.
private func local(_ time: String) -> Date {
  let text = time.contains(" ") ? time : "2026-01-14 \(time)"
  let numbers = text.split { "- :".contains($0) }.compactMap { Double($0) }
  let minute = DateComponents(
    year: Int(numbers[0]), month: Int(numbers[1]), day: Int(numbers[2]),
    hour: Int(numbers[3]), minute: Int(numbers[4]))
  return (Calendar(identifier: .gregorian).date(from: minute) ?? .distantPast) + numbers[5]
}

private func utc(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

/// Only for a process of its own, since all tests share the zone.
private func setTimeZone(_ identifier: String) throws {
  NSTimeZone.default = try #require(TimeZone(identifier: identifier))
}
