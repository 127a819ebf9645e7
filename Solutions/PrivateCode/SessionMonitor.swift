//  Copyright © 2020 Pacebook Labs. All rights reserved.

import Foundation

protocol SessionTracking {
  func startNewSession(at date: Date)
  func stopCurrentSession(at date: Date)
  func cancelCurrentSession()
  func finishDay(before date: Date)
}

extension Tracker: SessionTracking {}

/// Retained by PBAppDelegate
final class SessionMonitor {

  private static let minimumSessionDuration: TimeInterval = 3
  private static let sessionTimeout: TimeInterval = 10

  private let tracker: any SessionTracking
  private var notificationTokens: [NotificationToken] = []
  private var currentSessionStart: Date?
  private var lastResignDate: Date?

  init(tracker: any SessionTracking = Tracker(), notificationCenter: NotificationCenter = .default) {
    self.tracker = tracker
    let names: [Notification.Name] = [.appDidBecomeActive, .appDidResignActive, .significantTimeChange, .appWillTerminate]
    for name in names {
      let token = NotificationToken(observing: name, in: notificationCenter) { [weak self] date in
        self?.applicationStateDidChange(name, at: date)
      }
      self.notificationTokens.append(token)
    }
  }

  // MARK: - Notifications

  private func applicationStateDidChange(_ name: Notification.Name, at date: Date) {
    switch name {
    case .appDidBecomeActive:
      if let sessionStart = self.currentSessionStart {
        guard let resignDate = self.lastResignDate else { return }
        if self.isShortInterruption(endingAt: date) {
          self.lastResignDate = nil
          return
        }

        let sessionDuration = resignDate.timeIntervalSince(sessionStart)
        if sessionDuration < SessionMonitor.minimumSessionDuration {
          tracker.cancelCurrentSession()
        } else {
          tracker.stopCurrentSession(at: resignDate)
        }
        self.lastResignDate = nil
      }
      self.currentSessionStart = date
      tracker.startNewSession(at: date)

    case .appDidResignActive:
      if self.currentSessionStart == nil || self.lastResignDate != nil { return }
      self.lastResignDate = date

    case .significantTimeChange:
      let calendar = Calendar(identifier: .gregorian)
      let midnight = calendar.startOfDay(for: date)
      guard let sessionStart = self.currentSessionStart, sessionStart < midnight else {
        tracker.finishDay(before: midnight)
        return
      }

      let sessionEnd = self.lastResignDate ?? midnight
      let sessionDuration = sessionEnd.timeIntervalSince(sessionStart)
      if sessionDuration < SessionMonitor.minimumSessionDuration {
        tracker.cancelCurrentSession()
      } else {
        tracker.stopCurrentSession(at: sessionEnd)
      }
      tracker.finishDay(before: midnight)

      if self.lastResignDate != nil {
        resetSession()
      } else {
        self.currentSessionStart = midnight
        tracker.startNewSession(at: midnight)
      }

    case .appWillTerminate:
      if let sessionStart = self.currentSessionStart {
        let sessionEnd = self.lastResignDate ?? date
        let sessionDuration = sessionEnd.timeIntervalSince(sessionStart)
        if sessionDuration < 3 {
          tracker.cancelCurrentSession()
        } else {
          tracker.stopCurrentSession(at: sessionEnd)
        }
        resetSession()
      }
      tracker.finishDay(before: .distantFuture)

    default:
      break
    }
  }

  private func resetSession() {
    currentSessionStart = nil
    lastResignDate = nil
  }

  private func isShortInterruption(endingAt date: Date) -> Bool {
    guard let resignDate = self.lastResignDate else { return false }
    return date.timeIntervalSince(resignDate) <= SessionMonitor.sessionTimeout
  }

}
