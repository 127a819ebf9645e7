//  Copyright © 2020 Pacebook Labs. All rights reserved.

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
  private var unwrittenLines: [String] = []

  // MARK: - Sessions

  /// Starts a new session.
  /// - Parameter moment: The moment when the session starts.
  func startNewSession(at moment: Date) {
    if self.currentSessionStart != nil { return }

    let calendar = Calendar(identifier: .gregorian)
    let startOfDay = calendar.startOfDay(for: moment)
    if let day = self.today, day.startOfDay != startOfDay {
      self.finishDay(before: .distantFuture)
    }
    if self.today == nil {
      self.today = TrackedDay(startOfDay: startOfDay)
    }
    self.currentSessionStart = moment
  }

  func stopCurrentSession(at moment: Date) {
    guard let sessionStart = self.currentSessionStart else { return }
    self.currentSessionStart = nil

    if var day = self.today {
      let sessionDuration = moment.timeIntervalSince(sessionStart)
      day.numberOfSessions += 1
      day.totalDuration += sessionDuration
      day.longestDuration = max(day.longestDuration, sessionDuration)
      self.today = day
    }
  }

  func cancelCurrentSession() {
    self.currentSessionStart = nil
  }

  // MARK: - Days

  func finishDay(before moment: Date) {
    guard let day = self.today, day.startOfDay < moment else { return }
    self.today = nil

    if day.numberOfSessions > 0 {
      let calendar = Calendar(identifier: .gregorian)
      let components = calendar.dateComponents([.year, .month, .day], from: day.startOfDay)
      let dayString = String(format: "%04d-%02d-%02d", components.year!, components.month!, components.day!)
      let totalString = String(format: "%.0f", day.totalDuration)
      let longestString = String(format: "%.0f", day.longestDuration)
      self.unwrittenLines.append("\(dayString);\(day.numberOfSessions);\(totalString);\(longestString)")
    }

    // If we can't write the lines (the disk can be full), we try it again on the next day.
    if SummaryFile.appendLines(self.unwrittenLines) {
      self.unwrittenLines.removeAll()
    }
  }

}
