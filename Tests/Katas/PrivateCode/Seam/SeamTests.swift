import Foundation
import TestSupport
import Testing

@testable import PrivateCode

@Suite("PrivateCode: seam", .namesModule)
struct SeamTests {
  /// What a monitor tells its tracker. Each test uses the monitor as the app does, through
  /// notifications.
  @MainActor struct Calls {
    private let tracker = SessionTrackingSpy()
    private let center = NotificationCenter()
    private let monitor: SessionMonitor

    init() {
      monitor = SessionMonitor(tracker: tracker, notificationCenter: center)
    }

    @Test func `a session starts with the app and ends with it`() {
      post(.appDidBecomeActive, noon)
      #expect(tracker.calls == [.start(noon)])
      post(.appWillTerminate, noon + 60)
      #expect(
        tracker.calls == [.start(noon), .stop(noon + 60), .finishDay(before: .distantFuture)])
    }

    @Test func `the tracker doesn't hear about short interruptions`() {
      post(.appDidBecomeActive, noon)
      post(.appDidResignActive, noon + 60)
      post(.appDidBecomeActive, noon + 70)
      post(.appDidResignActive, noon + 120)
      post(.appDidBecomeActive, noon + 130)
      #expect(tracker.calls == [.start(noon)])
    }

    @Test func `coming back after a long interruption ends the old session and starts a new one`() {
      post(.appDidBecomeActive, noon)
      post(.appDidResignActive, noon + 60)
      #expect(tracker.calls == [.start(noon)])
      post(.appDidBecomeActive, noon + 71)
      #expect(tracker.calls == [.start(noon), .stop(noon + 60), .start(noon + 71)])
    }

    @Test func `a session that is too short is started and canceled`() {
      post(.appDidBecomeActive, noon)
      post(.appDidResignActive, noon + 2)
      post(.appDidBecomeActive, noon + 60)
      #expect(tracker.calls == [.start(noon), .cancel, .start(noon + 60)])
    }

    @Test func `an app terminated while inactive ended its session when it became inactive`() {
      post(.appDidBecomeActive, noon)
      post(.appDidResignActive, noon + 60)
      post(.appWillTerminate, noon + 600)
      #expect(
        tracker.calls == [.start(noon), .stop(noon + 60), .finishDay(before: .distantFuture)])
    }

    @Test func `without a session, terminating the app only finishes the day`() {
      post(.appWillTerminate, noon)
      #expect(tracker.calls == [.finishDay(before: .distantFuture)])
    }

    @Test func `midnight ends a session, finishes the day, and starts a session`() {
      post(.appDidBecomeActive, midnight - 60)
      post(.significantTimeChange, midnight)
      #expect(
        tracker.calls == [
          .start(midnight - 60), .stop(midnight), .finishDay(before: midnight), .start(midnight),
        ])
    }

    @Test func `midnight ends an interrupted session, and doesn't start another`() {
      post(.appDidBecomeActive, midnight - 60)
      post(.appDidResignActive, midnight - 5)
      post(.significantTimeChange, midnight)
      #expect(
        tracker.calls == [.start(midnight - 60), .stop(midnight - 5), .finishDay(before: midnight)])
    }

    @Test func `without a session, a time change only finishes earlier days`() {
      post(.significantTimeChange, midnight + 30)
      #expect(tracker.calls == [.finishDay(before: midnight)])
    }

    @Test func `after a session began at midnight, a time change only finishes earlier days`() {
      post(.appDidBecomeActive, midnight)
      post(.significantTimeChange, midnight + 7_200)
      #expect(tracker.calls == [.start(midnight), .finishDay(before: midnight)])
    }

    @Test func `with another tracker, no file is written`() throws {
      let folder = try TemporaryFolder()
      PBSummaryFile.sharedContainerURL = folder.url
      post(.appDidBecomeActive, noon)
      post(.appWillTerminate, noon + 60)
      #expect(tracker.calls.last == .finishDay(before: .distantFuture))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
    }

    private func post(_ name: Notification.Name, _ date: Date) {
      center.post(name: name, object: nil, userInfo: ["date": date])
    }
  }

  /// What a tracker knows about a day that isn't over.
  @MainActor struct Today {
    private let tracker = Tracker()

    @Test func `a day begins with its first session`() {
      #expect(tracker.today == nil)
      tracker.startNewSession(at: noon)
      #expect(tracker.today == PBTrackedDay(startOfDay: morning))
    }

    @Test func `a day adds up sessions as they end`() {
      tracker.startNewSession(at: noon)
      tracker.stopCurrentSession(at: noon + 90)
      tracker.startNewSession(at: noon + 200)
      tracker.stopCurrentSession(at: noon + 230.5)
      tracker.startNewSession(at: noon + 300)
      #expect(
        tracker.today
          == PBTrackedDay(
            startOfDay: morning, numberOfSessions: 2, totalDuration: 120.5, longestDuration: 90))
    }

    @Test func `a canceled session doesn't count`() {
      tracker.startNewSession(at: noon)
      tracker.cancelCurrentSession()
      tracker.stopCurrentSession(at: noon + 90)
      #expect(tracker.today == PBTrackedDay(startOfDay: morning))
    }

    @Test func `a session can't start or end twice`() {
      tracker.startNewSession(at: noon)
      tracker.startNewSession(at: noon + 30)
      tracker.stopCurrentSession(at: noon + 60)
      tracker.stopCurrentSession(at: noon + 90)
      #expect(
        tracker.today
          == PBTrackedDay(
            startOfDay: morning, numberOfSessions: 1, totalDuration: 60, longestDuration: 60))
    }

    @Test func `a day is over when it's finished`() {
      tracker.startNewSession(at: noon)
      tracker.finishDay(before: midnight)
      #expect(tracker.today == nil)
    }

    @Test func `the day can be read, but only the tracker can set it`() {
      #expect(!canBeSet(\.today))
    }

    /// The compiler chooses this one where the setter isn't accessible.
    private func canBeSet(_: KeyPath<Tracker, PBTrackedDay?>) -> Bool { false }

    private func canBeSet(_: ReferenceWritableKeyPath<Tracker, PBTrackedDay?>) -> Bool { true }
  }
}

private let calendar = Calendar(identifier: .gregorian)
private let noon =
  calendar.date(from: DateComponents(year: 2026, month: 1, day: 14, hour: 12)) ?? .distantPast
private let morning = calendar.startOfDay(for: noon)
private let midnight =
  calendar.date(from: DateComponents(year: 2026, month: 1, day: 15)) ?? .distantPast

// MARK: - Test doubles

/// Records what it's told, in order.
@MainActor
final class SessionTrackingSpy: SessionTracking {
  enum Call: Equatable {
    case start(Date)
    case stop(Date)
    case cancel
    case finishDay(before: Date)
  }

  private(set) var calls: [Call] = []

  func startNewSession(at date: Date) { calls.append(.start(date)) }

  func stopCurrentSession(at date: Date) { calls.append(.stop(date)) }

  func cancelCurrentSession() { calls.append(.cancel) }

  func finishDay(before date: Date) { calls.append(.finishDay(before: date)) }
}
