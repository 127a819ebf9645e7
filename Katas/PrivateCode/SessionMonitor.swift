import Foundation

/// Keep a reference to one of these to track how the app is used.
final class SessionMonitor {
  private static let shortestSession: TimeInterval = 3
  private static let longestInterruption: TimeInterval = 10

  private let tracker = Tracker()
  private var observers: [NotificationObserver] = []
  private var startedAt: Date?
  private var resignedAt: Date?

  init(center: NotificationCenter = .default) {
    let names: [Notification.Name] = [
      .appDidBecomeActive, .appDidResignActive, .appWillTerminate, .significantTimeChange,
    ]
    for name in names {
      observers.append(
        NotificationObserver(name, in: center) { [weak self] moment in
          self?.handle(name, at: moment)
        })
    }
  }

  private func handle(_ name: Notification.Name, at moment: Date) {
    // Until a new device is set up, its clock says 2001
    guard moment.timeIntervalSinceReferenceDate >= 86_400, moment < .distantFuture else { return }

    if name == .appDidBecomeActive {
      if startedAt != nil {
        // Some devices send it twice
        guard let end = resignedAt else { return }
        // A declined call, a look at the notifications
        if isShortInterruption(until: moment) {
          resignedAt = nil
          return
        }
        finishSession(at: end)
      }
      startSession(at: moment)

    } else if name == .appDidResignActive {
      guard startedAt != nil, resignedAt == nil else { return }
      resignedAt = moment

    } else if name == .appWillTerminate {
      finishSession(at: resignedAt ?? moment)
      tracker.finishDay(before: .distantFuture)

    } else if name == .significantTimeChange {
      // It's midnight
      let midnight = Calendar(identifier: .gregorian).startOfDay(for: moment)
      guard let start = startedAt, start < midnight else {
        tracker.finishDay(before: midnight)
        return
      }
      if let end = resignedAt {
        finishSession(at: end)
        tracker.finishDay(before: midnight)
      } else {
        finishSession(at: midnight)
        tracker.finishDay(before: midnight)
        startSession(at: midnight)
      }
    }
  }

  private func startSession(at moment: Date) {
    startedAt = moment
    tracker.startSession(at: moment)
  }

  private func finishSession(at moment: Date) {
    guard let start = startedAt else { return }
    // Five seconds or less: opened by mistake
    if moment.timeIntervalSince(start) < Self.shortestSession {
      tracker.cancelSession()
    } else {
      tracker.endSession(at: moment)
    }
    startedAt = nil
    resignedAt = nil
  }

  private func isShortInterruption(until moment: Date) -> Bool {
    guard let resignedAt else { return false }
    return moment.timeIntervalSince(resignedAt) <= Self.longestInterruption
  }
}
