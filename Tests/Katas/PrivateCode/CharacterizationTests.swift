import Foundation
import TestSupport
import Testing

@testable import PrivateCode

/// The refactoring edits the line that creates the tracker, the monitor's initializer, and the access
/// level of `today`. These lines decide which tracker a monitor calls, how long both live, and which
/// notifications the monitor observes. Each call to the tracker uses the edited property, so somebody
/// may change a call's date, swap two calls, or drop one. The tests post notifications and read the
/// summary file, which contains the number of sessions in a day and their lengths. Of the file's own
/// code, they pin what keeps the user's data.
///
/// All tests share `PBSummaryFile.sharedContainerURL`, which each `RunningApp` sets to a folder of
/// its own. So a test creates the app in its own body, and doesn't await anything.
@Suite("PrivateCode: characterization", .namesModule)
struct CharacterizationTests {
  @MainActor struct Sessions {
    @Test(
      arguments: Ending.allCases,
      [
        ("12:00:03", ["2026-01-14;1;3;3"]), ("12:00:02.9", []),
        // The clock is set back
        ("11:59", []),
      ] as [(String, [String])])
    func `a session counts if it lasts three seconds or more`(
      ending: Ending, row: (end: String, lines: [String])
    ) throws {
      #expect(try lines(after: [.active("12:00")] + ending.events(at: row.end)) == row.lines)
    }

    @Test func `a session that's too short doesn't count with the next one`() throws {
      let app = try RunningApp()
      try app.post(.active("11:59"), .resign("11:59:02"), .active("12:00"), .terminate("12:01"))
      #expect(app.lines == ["2026-01-14;1;60;60"])
    }

    @Test func `a day is summed up in whole seconds, with its longest session`() throws {
      let app = try RunningApp()
      // 30.4, 90.8, and 60.4 seconds
      try app.post(.active("08:00"), .resign("08:00:30.4"), .active("09:00"), .resign("09:01:30.8"))
      try app.post(.active("11:00"), .resign("11:01:00.4"), .terminate("12:00"))
      #expect(app.lines == ["2026-01-14;3;182;91"])
    }

    @Test func `a session begins with the first "active"`() throws {
      let app = try RunningApp()
      try app.post(.active("12:00"), .active("12:00:58"), .terminate("12:01"))
      #expect(app.lines == ["2026-01-14;1;60;60"])
    }

    @Test func `an app that's terminated in the background ended its session when it was left`()
      throws
    {
      let app = try RunningApp()
      try app.post(.active("12:00"), .resign("12:01"), .terminate("12:01:05"))
      #expect(app.lines == ["2026-01-14;1;60;60"])
    }

    @Test(
      arguments: [
        // Before it begins
        [.resign("11:59:57"), .active("12:00"), .terminate("12:01")],
        // After it's over
        [.active("12:00"), .terminate("12:01"), .resign("12:01:10"), .terminate("12:01:20")],
      ] as [[Event]])
    func `without a session, there's nothing to leave or end`(events: [Event]) throws {
      #expect(try lines(after: events) == ["2026-01-14;1;60;60"])
    }

    @Test(.tags(.quirk))
    func `an app that isn't terminated after all goes on with another line`() throws {
      let app = try RunningApp()
      try app.post(.active("12:00"), .resign("12:01"), .terminate("12:01:05"))
      try app.post(.active("12:01:08"), .terminate("12:01:28"))
      #expect(app.lines == ["2026-01-14;1;60;60", "2026-01-14;1;20;20"])
    }
  }

  @MainActor struct Interruptions {
    @Test(
      arguments: [
        // It counts as part of the session
        ("12:01:10", ["2026-01-14;1;100;100"]), ("12:01", ["2026-01-14;1;100;100"]),
        // The clock is set back
        ("11:59:30", ["2026-01-14;1;100;100"]),
        // Another session begins
        ("12:01:10.1", ["2026-01-14;2;90;60"]),
      ])
    func `a session continues after an interruption of ten seconds or less`(
      back: String, lines: [String]
    ) throws {
      let app = try RunningApp()
      try app.post(.active("12:00"), .resign("12:01"), .active(back), .resign("12:01:40"))
      try app.post(.terminate("12:10"))
      #expect(app.lines == lines)
    }

    @Test func `an interruption begins with the first "resign"`() throws {
      let app = try RunningApp()
      try app.post(.active("12:00"), .resign("12:01"), .resign("12:01:08"))
      try app.post(.active("12:01:12"), .terminate("12:01:14"))
      #expect(app.lines == ["2026-01-14;1;60;60"])
    }

    @Test func `a second interruption is measured from its own beginning`() throws {
      let app = try RunningApp()
      try app.post(.active("12:00"), .resign("12:00:30"), .active("12:00:38"))
      try app.post(.resign("12:00:45"), .active("12:00:53"), .terminate("12:01"))
      #expect(app.lines == ["2026-01-14;1;60;60"])
    }
  }

  @MainActor struct Midnight {
    @Test(
      arguments: [
        ("23:59", "24:00", "24:00:30", ["2026-01-14;1;60;60", "2026-01-15;1;30;30"]),
        // The notification is late
        ("23:59", "24:00:25", "24:00:30", ["2026-01-14;1;60;60", "2026-01-15;1;30;30"]),
        // Parts that just count
        ("23:59:57", "24:00", "24:00:03", ["2026-01-14;1;3;3", "2026-01-15;1;3;3"]),
      ])
    func `midnight splits a session`(start: String, change: String, end: String, lines: [String])
      throws
    {
      let app = try RunningApp()
      try app.post(.active(start), .timeChange(change), .terminate(end))
      #expect(app.lines == lines)
    }

    @Test(
      .tags(.quirk),
      arguments: [
        ("23:59:58", "24:00:30", ["2026-01-15;1;30;30"]),
        ("23:59", "24:00:02", ["2026-01-14;1;60;60"]),
      ])
    func `a part of less than three seconds doesn't count`(
      start: String, end: String, lines: [String]
    ) throws {
      let app = try RunningApp()
      try app.post(.active(start), .timeChange("24:00"), .terminate(end))
      #expect(app.lines == lines)
    }

    @Test func `a session can last for several midnights`() throws {
      let app = try RunningApp()
      try app.post(.active("2025-12-30 23:59"), .timeChange("2025-12-31 00:00"))
      try app.post(.timeChange("2026-01-01 00:00"), .terminate("2026-01-01 00:00:30"))
      #expect(
        app.lines == ["2025-12-30;1;60;60", "2025-12-31;1;86400;86400", "2026-01-01;1;30;30"])
    }

    @Test func `after midnight, a session that was interrupted before isn't continued`() throws {
      let app = try RunningApp()
      try app.post(.active("23:59"), .resign("23:59:55"), .timeChange("24:00"))
      try app.post(.active("24:00:02"), .terminate("24:00:32"))
      #expect(app.lines == ["2026-01-14;1;55;55", "2026-01-15;1;30;30"])
    }

    @Test(.tags(.quirk))
    func `if the notification is late, a session that's already over isn't split`() throws {
      let app = try RunningApp()
      try app.post(.active("23:59"), .resign("24:00:20"), .timeChange("24:00:25"))
      try app.post(.terminate("24:00:30"))
      #expect(app.lines == ["2026-01-14;1;80;80"])
    }

    @Test func `midnight finishes the day even if the last session is too short`() throws {
      let app = try RunningApp()
      try app.post(.active("12:00"), .resign("12:01"), .active("13:00"), .resign("13:00:01"))
      #expect(app.lines == [])
      try app.post(.timeChange("24:00"))
      #expect(app.lines == ["2026-01-14;1;60;60"])
    }

    @Test func `without a notification, the next day's first session finishes the day`() throws {
      let app = try RunningApp()
      try app.post(.active("12:00"), .resign("12:01"), .active("24:10"))
      #expect(app.lines == ["2026-01-14;1;60;60"])
      try app.post(.terminate("24:10:30"))
      #expect(app.lines == ["2026-01-14;1;60;60", "2026-01-15;1;30;30"])
    }

    @Test func `a day without a session that counts isn't written`() throws {
      let app = try RunningApp()
      try app.post(.active("12:00"), .resign("12:00:02"), .timeChange("24:00"))
      try app.post(.active("24:10"), .terminate("24:10:02"))
      try app.post(.active("24:20"), .terminate("24:21"))
      #expect(app.lines == ["2026-01-15;1;60;60"])
    }
  }

  @MainActor struct TimeChanges {
    @Test(
      arguments: [
        ([.timeChange("12:00:30"), .terminate("12:01")], ["2026-01-14;1;60;60"]),
        // During an interruption
        (
          [.resign("12:00:20"), .timeChange("12:00:25"), .active("12:00:30"), .terminate("12:01")],
          ["2026-01-14;1;60;60"]
        ),
        // After a session
        (
          [.resign("12:01"), .timeChange("12:02"), .active("12:10"), .terminate("12:10:30")],
          ["2026-01-14;2;90;60"]
        ),
      ] as [([Event], [String])])
    func `a time change within the same day ends neither a session nor the day`(
      events: [Event], expected: [String]
    ) throws {
      #expect(try lines(after: [.active("12:00")] + events) == expected)
    }

    @Test func `a day is written even if the clock is set back to the day before`() throws {
      let app = try RunningApp()
      try app.post(.active("12:00"), .resign("12:01"), .terminate("2026-01-13 12:00"))
      #expect(app.lines == ["2026-01-14;1;60;60"])
    }

    @Test func `on a journey, a session is split at midnight in the new zone`() async {
      await #expect(processExitsWith: .success) {
        try await MainActor.run {
          try setTimeZone("Europe/London")
          let app = try RunningApp()
          // The last midnight is still in the old zone
          try app.post(.timeChange("2026-01-14T00:00:00Z"), .active("2026-01-14T17:59:00Z"))
          // In this zone, midnight is at 18:30 UTC
          try setTimeZone("Asia/Kolkata")
          try app.post(.timeChange("2026-01-14T19:00:00Z"), .terminate("2026-01-14T19:01:00Z"))
          #expect(app.lines == ["2026-01-14;1;1860;1860", "2026-01-15;1;1860;1860"])
        }
      }
    }

    // Seen from there, the day began on the day before. The session that's under way has no day to
    // add to.
    @Test(.tags(.quirk))
    func `a journey west finishes the day too early, and loses the session that's under way`()
      async
    {
      await #expect(processExitsWith: .success) {
        try await MainActor.run {
          try setTimeZone("Europe/London")
          let app = try RunningApp()
          try app.post(.active("2026-01-14T12:00:00Z"), .resign("2026-01-14T12:01:00Z"))
          try app.post(.active("2026-01-14T13:00:00Z"))
          try setTimeZone("America/Denver")
          try app.post(.timeChange("2026-01-14T22:00:00Z"))
          #expect(app.lines == ["2026-01-13;1;60;60"])
          try app.post(.resign("2026-01-14T22:05:00Z"), .active("2026-01-14T23:00:00Z"))
          try app.post(.terminate("2026-01-14T23:00:30Z"))
          #expect(app.lines == ["2026-01-13;1;60;60", "2026-01-14;1;30;30"])
        }
      }
    }
  }

  @MainActor struct Monitors {
    @Test func `a notification without a date is ignored`() throws {
      let app = try RunningApp()
      try app.post(.active("12:00"))
      app.center.post(name: .appWillTerminate, object: nil)
      try app.post(.terminate("12:01"))
      #expect(app.lines == ["2026-01-14;1;60;60"])
    }

    @Test func `unless it's given another center, a monitor listens to the app's`() throws {
      let app = try RunningApp()
      app.monitor = SessionMonitor()
      try app.post(.active("12:00"), .terminate("12:05"), to: .default)
      app.monitor = nil
      #expect(app.lines == ["2026-01-14;1;300;300"])
    }

    @Test func `two monitors count separately`() throws {
      let app = try RunningApp()
      try app.post(.active("12:00"), .resign("12:00:20"))
      let second = SessionMonitor(notificationCenter: app.center)
      // This continues the first one's session
      try app.post(.active("12:00:25"), .terminate("12:01"))
      #expect(app.lines.sorted() == ["2026-01-14;1;35;35", "2026-01-14;1;60;60"])
      withExtendedLifetime(second) {}
    }

    @Test func `a released monitor stops listening`() throws {
      let app = try RunningApp()
      try app.post(.active("12:00"), .terminate("12:01"), .active("13:00"))
      weak var released: SessionMonitor?
      released = app.monitor
      app.monitor = nil
      #expect(released == nil)
      try app.post(.terminate("13:00:30"))
      #expect(app.lines == ["2026-01-14;1;60;60"])
    }

    @Test func `a token observes nothing after it's released`() throws {
      let app = try RunningApp()
      var dates: [Date] = []
      var token: NotificationToken? = NotificationToken(
        observing: .appWillTerminate, in: app.center
      ) { dates.append($0) }
      try app.post(.terminate("12:00"))
      withExtendedLifetime(token) {}
      token = nil
      try app.post(.terminate("13:00"))
      #expect(dates == [try date("12:00")])
    }
  }

  @MainActor struct SummaryFile {
    @Test(
      arguments: [
        // No file yet
        (nil, "day;sessions;seconds;longest\n2026-01-14;1;60;60\n2026-01-14;1;5;5\n"),
        ("2026-01-13;2;\n", "2026-01-13;2;\n2026-01-14;1;60;60\n2026-01-14;1;5;5\n"),
      ])
    func `lines are added to what's already in the file`(before: String?, after: String) throws {
      let app = try RunningApp()
      try before.map { try Data($0.utf8).write(to: app.file) }
      try app.post(.active("12:00"), .terminate("12:01"), .active("13:00"), .terminate("13:00:05"))
      #expect(try String(contentsOf: app.file, encoding: .utf8) == after)
    }

    @Test func `lines that couldn't be written are written once, with the next one`() throws {
      let app = try RunningApp()
      // A folder where the file should be. Permissions wouldn't stop root.
      try FileManager.default.createDirectory(at: app.file, withIntermediateDirectories: false)
      try app.post(.active("12:00"), .terminate("12:01"), .active("13:00"), .terminate("13:00:05"))
      try FileManager.default.removeItem(at: app.file)
      try app.post(.active("14:00"), .terminate("14:00:07"))
      #expect(app.lines == ["2026-01-14;1;60;60", "2026-01-14;1;5;5", "2026-01-14;1;7;7"])
      try app.post(.active("15:00"), .terminate("15:00:09"))
      #expect(app.lines.dropFirst(3) == ["2026-01-14;1;9;9"])
    }

    @Test func `unless another folder is set, the file is in the documents folder`() {
      PBSummaryFile.sharedContainerURL = nil
      #expect(PBSummaryFile.fileURL.path == NSHomeDirectory() + "/Documents/Sessions.csv")
    }
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

  /// The lines of the file, without the names of the columns.
  var lines: [String] {
    let contents = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return contents.split(separator: "\n").dropFirst().map(String.init)
  }

  func post(_ events: Event..., to center: NotificationCenter? = nil) throws {
    for event in events {
      let date = try date(event.time)
      (center ?? self.center).post(name: event.name, object: self, userInfo: ["date": date])
    }
  }
}

/// The lines of a new app's file.
@MainActor
private func lines(after events: [Event]) throws -> [String] {
  let app = try RunningApp()
  for event in events { try app.post(event) }
  return app.lines
}

/// A notification that the app delegate posts.
struct Event: CustomTestStringConvertible {
  let name: Notification.Name
  let time: String

  static func active(_ time: String) -> Event { Event(name: .appDidBecomeActive, time: time) }
  static func resign(_ time: String) -> Event { Event(name: .appDidResignActive, time: time) }
  static func terminate(_ time: String) -> Event { Event(name: .appWillTerminate, time: time) }
  static func timeChange(_ time: String) -> Event {
    Event(name: .significantTimeChange, time: time)
  }

  var testDescription: String { "\(name.rawValue) \(time)" }
}

/// How a session ends.
enum Ending: CaseIterable {
  case leaving, termination, midnight

  func events(at time: String) -> [Event] {
    switch self {
    // The app comes back later, but the next session is too short to count
    case .leaving: [.resign(time), .active("13:00"), .terminate("13:00")]
    case .termination: [.terminate(time)]
    case .midnight: [.resign(time), .timeChange("24:00")]
    }
  }
}

/// A time in UTC, such as "2026-01-14T12:00:30Z", or one in the device's zone: "2026-01-14 12:00:30",
/// "12:00" on that day, or "24:01" on the next. No zone changes its clocks around then.
private func date(_ time: String) throws -> Date {
  if time.hasSuffix("Z") { return try Date(time, strategy: .iso8601) }
  let text = time.contains(" ") ? time : "2026-01-14 \(time)"
  let numbers = text.split { "- :".contains($0) }.compactMap { Double($0) }
  let minute = DateComponents(
    year: Int(numbers[0]), month: Int(numbers[1]), day: Int(numbers[2]),
    hour: Int(numbers[3]), minute: Int(numbers[4]))
  let date = try #require(Calendar(identifier: .gregorian).date(from: minute))
  return date + (numbers.count > 5 ? numbers[5] : 0)
}

/// Only for a process of its own, since all tests share the zone.
private func setTimeZone(_ identifier: String) throws {
  NSTimeZone.default = try #require(TimeZone(identifier: identifier))
}
