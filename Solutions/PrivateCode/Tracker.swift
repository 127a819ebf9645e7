//  Copyright © 2020 Pacebook Labs. All rights reserved.

import Foundation

nonisolated struct PBTrackedDay: Equatable {

  let startOfDay: Date
  var numberOfSessions = 0
  var totalDuration: TimeInterval = 0
  var longestDuration: TimeInterval = 0

}

final class Tracker {

  private(set) var today: PBTrackedDay?
  private var currentSessionStart: Date?
  private var pendingLines: [String] = []

  // MARK: - Sessions

  func startNewSession(at date: Date) {
    if self.currentSessionStart != nil { return }

    let calendar = Calendar(identifier: .gregorian)
    let startOfDay = calendar.startOfDay(for: date)
    if let day = self.today, day.startOfDay != startOfDay {
      self.finishDay(before: .distantFuture)
    }
    if self.today == nil {
      self.today = PBTrackedDay(startOfDay: startOfDay)
    }
    self.currentSessionStart = date
  }

  func stopCurrentSession(at date: Date) {
    guard let sessionStart = currentSessionStart else { return }
    currentSessionStart = nil

    if var day = today {
      let duration = date.timeIntervalSince(sessionStart)
      day.numberOfSessions += 1
      day.totalDuration += date.timeIntervalSince(sessionStart)
      if duration > day.longestDuration {
        day.longestDuration = duration
      }
      today = day
    }
  }

  func cancelCurrentSession() {
    currentSessionStart = nil
  }

  // MARK: - Days

  func finishDay(before date: Date) {
    guard let day = self.today, day.startOfDay < date else { return }
    self.today = nil

    if day.numberOfSessions > 0 {
      let calendar = Calendar(identifier: .gregorian)
      let components = calendar.dateComponents([.year, .month, .day], from: day.startOfDay)
      let dayString = String(format: "%04d-%02d-%02d", components.year!, components.month!, components.day!)
      var line = dayString
      line += String(format: ";%ld", day.numberOfSessions)
      line += String(format: ";%.0f", day.totalDuration)
      line += String(format: ";%.0f", day.longestDuration)
      pendingLines.append(line)
    }

    let success = PBSummaryFile.appendLines(pendingLines)
    if success {
      pendingLines = []
    }
  }

}
