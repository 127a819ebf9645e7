import Foundation
import TestSupport
import Testing

#if SOLUTION
  @testable import PrivateCodeAfter
#else
  @testable import PrivateCodeBefore
#endif

/// What `SessionMonitor` tells its tracker, and what a `Tracker` knows about a day that isn't over.
///
/// No test needs anything private. Each uses the monitor as the app does, through notifications.
@MainActor
@Suite("PrivateCode: seam", .namesModule)
struct SeamTests {
  private let tracker = SessionTrackingSpy()
  private let center = NotificationCenter()
  private let monitor: SessionMonitor

  init() {
    monitor = SessionMonitor(tracker: tracker, center: center)
  }

  // MARK: Sessions

  @Test func `a session starts with the app and ends with it`() {
    post(.appDidBecomeActive, noon)
    #expect(tracker.calls == [.start(noon)])
    post(.appWillTerminate, noon + 60)
    #expect(tracker.calls == [.start(noon), .end(noon + 60), .finishDay(before: .distantFuture)])
  }

  @Test func `a long interruption ends the session where it began, once the app is back`() {
    post(.appDidBecomeActive, noon)
    post(.appDidResignActive, noon + 60)
    #expect(tracker.calls == [.start(noon)])
    post(.appDidBecomeActive, noon + 71)
    #expect(tracker.calls == [.start(noon), .end(noon + 60), .start(noon + 71)])
  }

  @Test func `the tracker doesn't hear about short interruptions`() {
    post(.appDidBecomeActive, noon)
    for minute in 1...3 {
      post(.appDidResignActive, noon + TimeInterval(minute) * 60)
      post(.appDidBecomeActive, noon + TimeInterval(minute) * 60 + 10)
    }
    #expect(tracker.calls == [.start(noon)])
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
    post(.appWillTerminate, noon + 601)
    #expect(
      tracker.calls == [
        .start(noon), .end(noon + 60), .finishDay(before: .distantFuture),
        .finishDay(before: .distantFuture),
      ])
  }

  // MARK: Midnight

  @Test(arguments: [0, 25] as [TimeInterval])
  func `midnight ends a session, finishes the day, and starts a session`(delay: TimeInterval) {
    post(.appDidBecomeActive, midnight - 60)
    post(.significantTimeChange, midnight + delay)
    #expect(
      tracker.calls == [
        .start(midnight - 60), .end(midnight), .finishDay(before: midnight), .start(midnight),
      ])
  }

  @Test func `midnight ends an interrupted session, and doesn't start another`() {
    post(.appDidBecomeActive, midnight - 60)
    post(.appDidResignActive, midnight - 5)
    post(.significantTimeChange, midnight)
    #expect(
      tracker.calls == [.start(midnight - 60), .end(midnight - 5), .finishDay(before: midnight)])
  }

  @Test func `without a session to split, a time change only finishes earlier days`() {
    post(.significantTimeChange, midnight + 30)
    post(.appDidBecomeActive, midnight)
    post(.significantTimeChange, midnight + 7_200)
    let finishDay = SessionTrackingSpy.Call.finishDay(before: midnight)
    #expect(tracker.calls == [finishDay, .start(midnight), finishDay])
  }

  // MARK: Which notifications

  @Test func `notifications that make no sense aren't passed on`() {
    post(.appDidResignActive, noon)
    post(.appDidBecomeActive, Date(timeIntervalSince1970: .nan))
    post(.significantTimeChange, .distantPast)
    post(.appWillTerminate, .distantFuture)
    center.post(name: .appWillTerminate, object: nil)
    #expect(tracker.calls == [])
  }

  @Test func `a released monitor tells its tracker nothing more`() {
    let tracker = SessionTrackingSpy()
    var monitor: SessionMonitor? = SessionMonitor(tracker: tracker, center: center)
    weak var released: SessionMonitor?
    released = monitor
    post(.appDidBecomeActive, noon)
    monitor = nil
    #expect(released == nil)
    post(.appWillTerminate, noon + 60)
    #expect(tracker.calls == [.start(noon)])
  }

  @Test func `monitors tell their own trackers, and don't write a file`() throws {
    let folder = try TemporaryFolder()
    SummaryFile.sharedFolder = folder.url
    let otherTracker = SessionTrackingSpy()
    let otherMonitor = SessionMonitor(tracker: otherTracker, center: center)
    post(.appDidBecomeActive, noon)
    post(.appWillTerminate, noon + 60)
    let calls: [SessionTrackingSpy.Call] = [
      .start(noon), .end(noon + 60), .finishDay(before: .distantFuture),
    ]
    #expect([tracker.calls, otherTracker.calls] == [calls, calls])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
    withExtendedLifetime(otherMonitor) {}
  }

  // MARK: The day that isn't over

  @Test func `a day adds up sessions as they end`() {
    let tracker = Tracker()
    #expect(tracker.today == nil)
    tracker.startSession(at: noon - 60)
    #expect(tracker.today == Day(start: morning, sessions: 0, seconds: 0, longest: 0))
    tracker.cancelSession()
    #expect(tracker.today == Day(start: morning, sessions: 0, seconds: 0, longest: 0))
    tracker.startSession(at: noon)
    tracker.endSession(at: noon + 90)
    tracker.startSession(at: noon + 100)
    tracker.cancelSession()
    tracker.startSession(at: noon + 200)
    tracker.endSession(at: noon + 230.5)
    #expect(tracker.today == Day(start: morning, sessions: 2, seconds: 120.5, longest: 90))
  }

  @Test func `a session can't start twice or end twice`() {
    let tracker = Tracker()
    tracker.endSession(at: noon)
    tracker.startSession(at: noon)
    tracker.startSession(at: noon + 30)
    tracker.endSession(at: noon + 60)
    tracker.endSession(at: noon + 90)
    #expect(tracker.today == Day(start: morning, sessions: 1, seconds: 60, longest: 60))
  }

  @Test func `a day is over when it's finished, or when a session starts on another day`() throws {
    let folder = try TemporaryFolder()
    SummaryFile.sharedFolder = folder.url
    let tracker = Tracker()
    for start in [midnight, noon] {
      tracker.startSession(at: start)
      tracker.endSession(at: start + 60)
    }
    tracker.finishDay(before: morning)
    #expect(tracker.today == Day(start: morning, sessions: 1, seconds: 60, longest: 60))
    tracker.finishDay(before: midnight)
    #expect(tracker.today == nil)
    withExtendedLifetime(folder) {}
  }

  private func post(_ name: Notification.Name, _ moment: Date) {
    center.post(name: name, object: nil, userInfo: ["moment": moment])
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
    case end(Date)
    case cancel
    case finishDay(before: Date)
  }

  private(set) var calls: [Call] = []

  func startSession(at moment: Date) { calls.append(.start(moment)) }

  func endSession(at moment: Date) { calls.append(.end(moment)) }

  func cancelSession() { calls.append(.cancel) }

  func finishDay(before moment: Date) { calls.append(.finishDay(before: moment)) }
}
