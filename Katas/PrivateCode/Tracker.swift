import Foundation

nonisolated struct TrackedDay: Equatable {
  let startOfDay: Date
  var numberOfSessions = 0
  var totalDuration: TimeInterval = 0
  var longestDuration: TimeInterval = 0
}

/// Adds up the sessions of a day, and writes a line when the day is over.
final class Tracker {

  private var today: TrackedDay?
  private var currentSessionStart: Date?
  private var unwrittenLines = [String]()

  private var hasActiveSession: Bool {
    return currentSessionStart != nil
  }

  // MARK: - Sessions

  func startNewSession(at moment: Date) {
    guard !hasActiveSession else { return }

    let startOfDay = Calendar(identifier: .gregorian).startOfDay(for: moment)
    if let day = today, day.startOfDay != startOfDay {
      finishDay(before: .distantFuture)
    }

    if today == nil {
      today = TrackedDay.init(startOfDay: startOfDay)
    }
    currentSessionStart = moment
  }

  func stopCurrentSession(at moment: Date) {

    guard let sessionStart = currentSessionStart else { return }
    currentSessionStart = nil

    if var day = today {
      let sessionDuration = moment.timeIntervalSince(sessionStart)
      day.numberOfSessions += 1
      day.totalDuration += sessionDuration
      day.longestDuration = max(day.longestDuration, sessionDuration)
      today = day
    }
  }

  func cancelCurrentSession() {
    currentSessionStart = nil
  }


  // MARK: - Days

  func finishDay(before moment: Date) {
    guard let day = today, day.startOfDay < moment else { return }
    today = nil

    if day.numberOfSessions > 0 {
      let cal = Calendar(identifier: .gregorian)
      let comps = cal.dateComponents([.year, .month, .day], from: day.startOfDay)
      let dayName = String(format: "%04d-%02d-%02d", comps.year!, comps.month!, comps.day!)

      let total = String(format: "%.0f", day.totalDuration)
      let longest = String(format: "%.0f", day.longestDuration)
      unwrittenLines.append("\(dayName);\(day.numberOfSessions);\(total);\(longest)")
    }

    // tried again with the next day
    if SummaryFile.appendLines(unwrittenLines) {
      unwrittenLines.removeAll()
    }
  }

}
