import Foundation

/// What is known about a day so far.
nonisolated struct Day: Equatable {
  let start: Date
  var sessions = 0
  var seconds: TimeInterval = 0
  var longest: TimeInterval = 0
}

/// Adds up the sessions of a day, and writes a line when the day is over.
final class Tracker {
  private(set) var today: Day?
  private var sessionStart: Date?
  private var unwritten: [String] = []

  func startSession(at moment: Date) {
    guard sessionStart == nil else { return }
    let start = Calendar(identifier: .gregorian).startOfDay(for: moment)
    if let day = today, day.start != start {
      finishDay(before: .distantFuture)
    }
    if today == nil {
      today = Day(start: start)
    }
    sessionStart = moment
  }

  func endSession(at moment: Date) {
    guard let start = sessionStart, var day = today else { return }
    let length = moment.timeIntervalSince(start)
    day.sessions += 1
    day.seconds += length
    day.longest = max(day.longest, length)
    today = day
    sessionStart = nil
  }

  func cancelSession() {
    sessionStart = nil
  }

  func finishDay(before moment: Date) {
    guard let day = today, day.start < moment else { return }
    today = nil
    if day.sessions > 0 {
      unwritten.append(line(for: day))
    }
    do {
      try SummaryFile.append(unwritten)
      unwritten = []
    } catch {
      // The disk may be full. The lines wait for the next day
    }
  }

  private func line(for day: Day) -> String {
    let calendar = Calendar(identifier: .gregorian)
    let name = String(
      format: "%04d-%02d-%02d", calendar.component(.year, from: day.start),
      calendar.component(.month, from: day.start), calendar.component(.day, from: day.start))
    return "\(name);\(day.sessions);\(text(day.seconds));\(text(day.longest))"
  }

  private func text(_ seconds: TimeInterval) -> String {
    String(format: "%.0f", seconds)
  }
}
