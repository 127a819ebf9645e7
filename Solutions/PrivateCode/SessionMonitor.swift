//
//  SessionMonitor.swift
//  Copyright © 2020 Pacebook Labs. All rights reserved.
//

import Foundation

protocol SessionTracking {
  func startNewSession(at moment: Date)
  func stopCurrentSession(at moment: Date)
  func cancelCurrentSession()
  func finishDay(before moment: Date)
}

extension Tracker: SessionTracking {}

/// Keep a reference to it, it stops when it's released.
final class SessionMonitor {

  private static let shortestSessionDuration: TimeInterval = 3
  private static let longestInterruption: TimeInterval = 10

  private let tracker: any SessionTracking
  private var notificationTokens: [NotificationToken] = []

  private var currentSessionStart: Date?
  private var lastResignDate : Date?

  init(tracker: any SessionTracking = Tracker(), notificationCenter: NotificationCenter = .default) {
    self.tracker = tracker
    let observedNames: [Notification.Name] = [
      .appDidBecomeActive, .appDidResignActive, .significantTimeChange, .appWillTerminate,
    ]
    for notificationName in observedNames {
      let token = NotificationToken(observing: notificationName, in: notificationCenter) { [weak self] moment in
        self?.applicationStateDidChange(notificationName, at: moment)
      }
      notificationTokens.append(token)
    }
  }

  // MARK: - Notifications

  private func applicationStateDidChange(_ notificationName: Notification.Name, at moment: Date) {

    // clock not set
    guard moment.timeIntervalSinceReferenceDate >= 24 * 60 * 60, moment < .distantFuture else {
      return
    }

    switch notificationName {
    case .appDidBecomeActive:

      if let sessionStart = currentSessionStart {
        guard let resignDate = lastResignDate else { return }

        if isShortInterruption(endingAt: moment) {
          lastResignDate = nil
          return
        }

        let sessionDuration = resignDate.timeIntervalSince(sessionStart)
        if (sessionDuration < SessionMonitor.shortestSessionDuration) {
          tracker.cancelCurrentSession()
        } else {
          tracker.stopCurrentSession(at: resignDate)
        }
        self.lastResignDate = nil
      }

      currentSessionStart = moment
      tracker.startNewSession(at: moment)

    case .appDidResignActive:
      if currentSessionStart == nil || lastResignDate != nil { return }
      lastResignDate = moment

    case .significantTimeChange:
      let gregorianCalendar = Calendar(identifier: .gregorian)
      let midnight = gregorianCalendar.startOfDay(for: moment)

      guard let sessionStart = currentSessionStart, sessionStart < midnight else {
        tracker.finishDay(before: midnight)
        return
      }

      let wasInterrupted = lastResignDate != nil
      let sessionEnd: Date
      sessionEnd = lastResignDate ?? midnight

      // same as above
      if sessionEnd.timeIntervalSince(sessionStart) < SessionMonitor.shortestSessionDuration {
        tracker.cancelCurrentSession()
      } else {
        tracker.stopCurrentSession(at: sessionEnd)
      }
      tracker.finishDay(before: midnight)
      currentSessionStart = nil
      lastResignDate = nil

      if wasInterrupted == false {
        currentSessionStart = midnight
        tracker.startNewSession(at: midnight)
      }

    case .appWillTerminate:
      endSessionBeforeTermination(at: moment)

    default:
      break
    }
  }

  private func isShortInterruption(endingAt moment: Date) -> Bool {
    guard let resignDate = lastResignDate else { return false }
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
