import Foundation
import TestSupport
import Testing

#if SOLUTION
  @testable import PrivateCodeAfter
#else
  @testable import PrivateCodeBefore
#endif

/// Pins what the summary file says after real notifications.
///
/// Each test sets the folder in its own body. Between a suite's `init` and the test, a test of another
/// suite may run and set it, too.
@MainActor
@Suite("PrivateCode: characterization", .namesModule)
struct CharacterizationTests {
  private let folder: TemporaryFolder
  private let center = NotificationCenter()
  private let monitor: SessionMonitor

  init() throws {
    folder = try TemporaryFolder()
    monitor = SessionMonitor(center: center)
  }

  // MARK: Sessions

  @Test(
    arguments: [
      (3, ["2026-01-14;1;3;3"]), (3.5, ["2026-01-14;1;4;4"]), (2.9, []), (0, []), (-60, []),
    ] as [(TimeInterval, [String])])
  func `a session counts if it lasts three seconds or more`(length: TimeInterval, lines: [String]) {
    let events = [active(noon), resign(noon + length)]
    #expect(summary(after: events + [terminate(noon + 600)]) == lines)
  }

  @Test func `a day is summed up in whole seconds, with its longest session`() {
    let events = [
      active(noon), resign(noon + 30.4), active(noon + 100), resign(noon + 190.4),
      active(noon + 300), resign(noon + 302), active(noon + 400), resign(noon + 460.4),
    ]
    #expect(summary(after: events + [terminate(noon + 600)]) == ["2026-01-14;3;181;90"])
  }

  @Test(
    arguments: [
      // It counts as part of the session
      (10, ["2026-01-14;1;100;100"]), (0, ["2026-01-14;1;100;100"]),
      // The clock is set back
      (-90, ["2026-01-14;1;100;100"]),
      (10.1, ["2026-01-14;2;90;60"]), (38, ["2026-01-14;1;60;60"]),
    ] as [(TimeInterval, [String])])
  func `a session continues after an interruption of ten seconds or less`(
    length: TimeInterval, lines: [String]
  ) {
    let events = [active(noon), resign(noon + 60), active(noon + 60 + length)]
    #expect(summary(after: events + [resign(noon + 100), terminate(noon + 600)]) == lines)
  }

  @Test func `each interruption is measured on its own`() {
    let events = [
      active(noon - 99), resign(noon - 98), active(noon - 88), resign(noon - 87),
      active(noon), resign(noon + 60), active(noon + 68), resign(noon + 120), active(noon + 130),
      resign(noon + 200), active(noon + 211), resign(noon + 250), active(noon + 255),
    ]
    #expect(summary(after: events + [terminate(noon + 300)]) == ["2026-01-14;3;301;200"])
  }

  @Test(
    arguments: [
      // A session begins with the first "active"
      [active(noon), active(noon + 58), resign(noon + 60), terminate(noon + 90)],
      [
        active(noon), resign(noon + 20), active(noon + 25), active(noon + 45), terminate(noon + 60),
      ],
      // An interruption begins with the first "resign"
      [active(noon), resign(noon + 60), resign(noon + 70), terminate(noon + 90)],
      [active(noon), resign(noon + 60), resign(noon + 70), active(noon + 71), resign(noon + 72)],
      // Without a session, there's nothing to end
      [resign(noon - 4), active(noon), resign(noon + 60), terminate(noon + 90), resign(noon + 95)],
      // The app is terminated
      [active(noon), terminate(noon + 60), terminate(noon + 90)],
      [active(noon), resign(noon + 20), active(noon + 30), terminate(noon + 60)],
    ])
  func `one session of a minute is recorded`(events: [Event]) {
    #expect(summary(after: events + [terminate(noon + 73)]) == ["2026-01-14;1;60;60"])
  }

  @Test func `the app can go on after it was told to terminate`() {
    let events = [
      active(noon), terminate(noon + 60), active(noon + 65), resign(noon + 70),
      terminate(noon + 90),
    ]
    #expect(summary(after: events) == ["2026-01-14;1;60;60", "2026-01-14;1;5;5"])
  }

  // MARK: Days

  @Test(
    arguments: [
      (-60, 0, 30, ["2026-01-14;1;60;60", "2026-01-15;1;30;30"]),
      // The system is late
      (-60, 25, 30, ["2026-01-14;1;60;60", "2026-01-15;1;30;30"]),
      // Parts that are too short don't count (a quirk)
      (-2, 0, 30, ["2026-01-15;1;30;30"]), (-60, 0, 2, ["2026-01-14;1;60;60"]), (-2, 0, 2, []),
      (-3, 0, 3, ["2026-01-14;1;3;3", "2026-01-15;1;3;3"]),
      // A session that doesn't begin before midnight
      (0, 0, 30, ["2026-01-15;1;30;30"]), (5, 6, 30, ["2026-01-15;1;25;25"]),
      // Days without a notification count toward the first one (a quirk)
      (-86_430, 0, 30, ["2026-01-13;1;86430;86430", "2026-01-15;1;30;30"]),
    ] as [(TimeInterval, TimeInterval, TimeInterval, [String])])
  func `midnight splits a session`(
    start: TimeInterval, change: TimeInterval, end: TimeInterval, lines: [String]
  ) {
    let events = [
      active(midnight + start), timeChange(midnight + change), resign(midnight + end),
    ]
    #expect(summary(after: events + [terminate(midnight + 600)]) == lines)
  }

  @Test(
    arguments: [
      ([], ["2026-01-14;1;55;55"]),
      ([active(midnight + 2)], ["2026-01-14;1;55;55", "2026-01-15;1;30;30"]),
    ] as [([Event], [String])])
  func `midnight ends an interrupted session`(events: [Event], lines: [String]) {
    let before = [active(midnight - 60), resign(midnight - 5), timeChange(midnight)]
    #expect(summary(after: before + events + [terminate(midnight + 32)]) == lines)
  }

  @Test(
    arguments: [
      [active(noon), timeChange(noon + 30), resign(noon + 60)],
      [active(noon), resign(noon + 20), timeChange(noon + 25), active(noon + 30)],
      [timeChange(noon - 3600), active(noon), resign(noon + 60), timeChange(noon + 65)],
    ])
  func `a time change within the same day changes nothing`(events: [Event]) {
    #expect(summary(after: events) == [])
    post([terminate(noon + 60)])
    #expect(lines() == ["2026-01-14;1;60;60"])
  }

  @Test func `midnight finishes the day at once`() {
    let evening = [active(midnight - 90), resign(midnight - 60)]
    #expect(summary(after: evening + [timeChange(midnight)]) == ["2026-01-14;1;30;30"])
    post([active(midnight - 90), timeChange(midnight)])
    #expect(lines() == ["2026-01-14;1;30;30", "2026-01-14;1;90;90"])
  }

  @Test func `if nobody posts midnight, a session belongs to the day on which it began`() {
    let events = [
      active(midnight - 60), resign(midnight + 60), active(midnight + 90), resign(midnight + 120),
      active(midnight + 200), resign(midnight + 205), active(midnight + 86_400),
    ]
    #expect(summary(after: events) == ["2026-01-14;1;120;120", "2026-01-15;2;35;30"])
  }

  @Test func `days without a session that counts aren't written`() throws {
    let events = [
      resign(noon), timeChange(midnight), active(midnight), resign(midnight + 2),
      timeChange(midnight + 86_400), terminate(midnight + 90_000),
    ]
    #expect(summary(after: events) == [])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
  }

  @Test func `days follow the device's time zone, even if one has no midnight`() async {
    await #expect(processExitsWith: .success) {
      try await MainActor.run {
        NSTimeZone.default = try #require(TimeZone(identifier: "Asia/Beirut"))
        let folder = try TemporaryFolder()
        SummaryFile.sharedFolder = folder.url
        let center = NotificationCenter()
        let monitor = SessionMonitor(center: center)
        // At the end of 27 March 2021, the clocks went from 23:59:59 to 1:00:00
        let midnight = Date(timeIntervalSince1970: 1_616_882_400)
        for event in [
          active(midnight - 60), timeChange(midnight), timeChange(midnight + 82_800),
          terminate(midnight + 82_830),
        ] {
          center.post(name: event.name, object: nil, userInfo: ["moment": event.moment])
        }
        let text = try String(contentsOf: SummaryFile.url, encoding: .utf8)
        let lines = text.split(separator: "\n").dropFirst()
        #expect(
          lines == ["2021-03-27;1;60;60", "2021-03-28;1;82800;82800", "2021-03-29;1;30;30"])
        withExtendedLifetime((monitor, folder)) {}
      }
    }
  }

  // MARK: Notifications

  @Test(
    arguments: [
      nil, [:], ["moment": "noon"], ["Moment": noon],
    ] as [[String: any Sendable]?])
  func `a notification without a moment is ignored`(userInfo: [String: any Sendable]?) {
    #expect(summary(ofMinuteWith: userInfo) == ["2026-01-14;1;60;60"])
  }

  @Test(
    arguments: [
      .nan, .infinity, -.infinity, .greatestFiniteMagnitude, -1e9,
      // The end of the first day of 2001, and of the year 4000
      86_399, Date.distantFuture.timeIntervalSinceReferenceDate,
    ] as [TimeInterval])
  func `a moment that can't be right is ignored`(seconds: TimeInterval) {
    let moment = Date(timeIntervalSinceReferenceDate: seconds)
    #expect(summary(ofMinuteWith: ["moment": moment]) == ["2026-01-14;1;60;60"])
  }

  @Test(
    arguments: [
      (Date(timeIntervalSinceReferenceDate: 86_400), "2001-01-0"),
      (Date.distantFuture - 172_800, "4000-12-"),
    ])
  func `sessions count on the first and the last valid days`(start: Date, day: String) {
    let lines = summary(after: [active(start), resign(start + 60), terminate(start + 90)])
    #expect(lines.map { $0.hasPrefix(day) && $0.hasSuffix(";1;60;60") } == [true])
  }

  @Test func `a released monitor stops listening`() {
    SummaryFile.sharedFolder = folder.url
    let center = NotificationCenter()
    var monitor: SessionMonitor? = SessionMonitor(center: center)
    weak var released: SessionMonitor?
    released = monitor
    post([active(noon), resign(noon + 60), active(noon + 90)], to: center)
    monitor = nil
    #expect(released == nil)
    post([terminate(noon + 120)], to: center)
    #expect(lines() == [])
    monitor = SessionMonitor(center: center)
    post([resign(noon + 130), active(noon + 140), terminate(noon + 145)], to: center)
    #expect(lines() == ["2026-01-14;1;5;5"])
  }

  @Test func `a monitor listens to the center that it's given, or to the app's by default`() {
    SummaryFile.sharedFolder = folder.url
    let appMonitor = SessionMonitor()
    post([active(noon), terminate(noon + 60)], to: .default)
    #expect(lines() == ["2026-01-14;1;60;60"])
    post([active(noon), terminate(noon + 5)])
    #expect(lines() == ["2026-01-14;1;60;60", "2026-01-14;1;5;5"])
    withExtendedLifetime(appMonitor) {}
  }

  // MARK: The file

  @Test(
    arguments: [
      (nil, "day;sessions;seconds;longest\n2026-01-14;1;60;60\n2026-01-14;1;5;5\n"),
      ("", "\n2026-01-14;1;60;60\n2026-01-14;1;5;5\n"),
      ("2026-01-13;2;\n", "2026-01-13;2;\n2026-01-14;1;60;60\n2026-01-14;1;5;5\n"),
      ("2026-01-13;2;", "2026-01-13;2;\n2026-01-14;1;60;60\n2026-01-14;1;5;5\n"),
    ] as [(String?, String)])
  func `lines are added to what's already in the file`(before: String?, after: String) throws {
    let subfolder = folder.url.appendingPathComponent("Library/Usage")
    SummaryFile.sharedFolder = subfolder
    if let before {
      try FileManager.default.createDirectory(at: subfolder, withIntermediateDirectories: true)
      try Data(before.utf8).write(to: subfolder.appendingPathComponent("Sessions.csv"))
    }
    post([active(noon), terminate(noon + 60), active(noon + 90), terminate(noon + 95)])
    #expect(try String(contentsOf: SummaryFile.url, encoding: .utf8) == after)
  }

  @Test func `lines that couldn't be written are written once, with the next ones`() throws {
    let file = folder.url.appendingPathComponent("Sessions.csv")
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
    SummaryFile.sharedFolder = folder.url
    post([active(noon), terminate(noon + 60), active(noon + 90), terminate(noon + 95)])
    try FileManager.default.removeItem(at: file)
    post([terminate(noon + 97)])
    #expect(lines() == [])
    // Even a day without a session that counts is a reason to try again
    post([active(noon + 98), terminate(noon + 99)])
    let written = ["2026-01-14;1;60;60", "2026-01-14;1;5;5"]
    #expect(lines() == written)
    post([active(midnight), terminate(midnight + 7)])
    #expect(lines() == written + ["2026-01-15;1;7;7"])
  }

  @Test func `unless another folder is set, the file is in the documents folder`() {
    SummaryFile.sharedFolder = nil
    #expect(SummaryFile.url.path == NSHomeDirectory() + "/Documents/Sessions.csv")
  }

  // MARK: Posting and reading

  /// The lines in the file after the monitor has received the events.
  private func summary(after events: [Event]) -> [String] {
    SummaryFile.sharedFolder = folder.url
    post(events)
    return lines()
  }

  /// The lines in the file after a minute of use, with other notifications before each of its events.
  private func summary(ofMinuteWith userInfo: [String: any Sendable]?) -> [String] {
    SummaryFile.sharedFolder = folder.url
    for event in [active(noon), resign(noon + 20), active(noon + 28), terminate(noon + 60)] {
      for other in [active(noon), resign(noon), timeChange(noon), terminate(noon)] {
        center.post(name: other.name, object: nil, userInfo: userInfo)
      }
      post([event])
    }
    return lines()
  }

  private func post(_ events: [Event], to center: NotificationCenter? = nil) {
    for event in events {
      (center ?? self.center)
        .post(name: event.name, object: nil, userInfo: ["moment": event.moment])
    }
  }

  /// The lines in the file, without the names of the columns.
  private func lines() -> [String] {
    let text = (try? String(contentsOf: SummaryFile.url, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").dropFirst().map(String.init)
  }
}

/// A notification that the system posts.
struct Event {
  let name: Notification.Name
  let moment: Date
}

private func active(_ moment: Date) -> Event { Event(name: .appDidBecomeActive, moment: moment) }

private func resign(_ moment: Date) -> Event { Event(name: .appDidResignActive, moment: moment) }

private func terminate(_ moment: Date) -> Event { Event(name: .appWillTerminate, moment: moment) }

private func timeChange(_ moment: Date) -> Event {
  Event(name: .significantTimeChange, moment: moment)
}

private let calendar = Calendar(identifier: .gregorian)

/// On January 14, 2026. No time zone changes its clocks around then.
private let noon =
  calendar.date(from: DateComponents(year: 2026, month: 1, day: 14, hour: 12)) ?? .distantPast

/// At the end of that day.
private let midnight =
  calendar.date(from: DateComponents(year: 2026, month: 1, day: 15)) ?? .distantPast
