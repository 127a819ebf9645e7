//  Copyright © 2020 Pacebook Labs. All rights reserved.

import Foundation

protocol SessionTracking {
  func startNewSession(at moment: Date)
  func stopCurrentSession(at moment: Date)
  func cancelCurrentSession()
  func finishDay(before moment: Date)
}

extension Tracker: SessionTracking {}

/// You have to keep a reference to the monitor or it stops. See AppDelegate.
final class SessionMonitor {

  private static let shortestSessionDuration: TimeInterval = 3
  private static let longestInterruption: TimeInterval = 10

  private let tracker: any SessionTracking
  private var notificationTokens: [NotificationToken] = []
  private var currentSessionStart: Date?
  private var lastResignDate: Date?

  init(tracker: any SessionTracking = Tracker(), notificationCenter: NotificationCenter = .default) {
    self.tracker = tracker
    let names: [Notification.Name] = [.appDidBecomeActive, .appDidResignActive, .significantTimeChange, .appWillTerminate]
    for name in names {
      let token = NotificationToken(observing: name, in: notificationCenter) { [weak self] moment in
        self?.applicationStateDidChange(name, at: moment)
      }
      self.notificationTokens.append(token)
    }
  }

  // MARK: - Notifications

  private func applicationStateDidChange(_ name: Notification.Name, at moment: Date) {
    switch name {
    case .appDidBecomeActive:
      if let sessionStart = self.currentSessionStart {
        guard let resignDate = self.lastResignDate else { return }
        if self.isShortInterruption(endingAt: moment) {
          self.lastResignDate = nil
          return
        }

        let sessionDuration = resignDate.timeIntervalSince(sessionStart)
        if sessionDuration < SessionMonitor.shortestSessionDuration {
          self.tracker.cancelCurrentSession()
        } else {
          self.tracker.stopCurrentSession(at: resignDate)
        }
        self.lastResignDate = nil
      }
      self.currentSessionStart = moment
      self.tracker.startNewSession(at: moment)

    case .appDidResignActive:
      // iOS also sends this for phone calls and the Control Center, so the session goes on for now.
      if self.currentSessionStart == nil || self.lastResignDate != nil { return }
      self.lastResignDate = moment

    case .significantTimeChange:
      let calendar = Calendar(identifier: .gregorian)
      let midnight = calendar.startOfDay(for: moment)
      guard let sessionStart = self.currentSessionStart, sessionStart < midnight else {
        self.tracker.finishDay(before: midnight)
        return
      }

      // This is the same as above, but the session ends at midnight if the app is still active.
      let sessionEnd = self.lastResignDate ?? midnight
      let sessionDuration = sessionEnd.timeIntervalSince(sessionStart)
      if sessionDuration < SessionMonitor.shortestSessionDuration {
        self.tracker.cancelCurrentSession()
      } else {
        self.tracker.stopCurrentSession(at: sessionEnd)
      }
      self.tracker.finishDay(before: midnight)

      if self.lastResignDate != nil {
        self.currentSessionStart = nil
        self.lastResignDate = nil
      } else {
        self.currentSessionStart = midnight
        self.tracker.startNewSession(at: midnight)
      }

    case .appWillTerminate:
      self.endSessionBeforeTermination(at: moment)

    default:
      break
    }
  }

  private func isShortInterruption(endingAt moment: Date) -> Bool {
    guard let resignDate = self.lastResignDate else { return false }
    return moment.timeIntervalSince(resignDate) <= SessionMonitor.longestInterruption
  }

}

// MARK: - Termination

extension SessionMonitor {
  private func endSessionBeforeTermination(at terminationDate: Date) {
    defer { tracker.finishDay(before: .distantFuture) }

    guard let start = currentSessionStart else { return }
    let end = lastResignDate ?? terminationDate
    if end.timeIntervalSince(start) >= 3 {
      tracker.stopCurrentSession(at: end)
    } else {
      tracker.cancelCurrentSession()
    }
    (currentSessionStart, lastResignDate) = (nil, nil)
  }
}
