import Foundation
import TestSupport
import Testing

@testable import PrivateCode

/// What `SessionMonitor` tells its tracker, and what a `Tracker` knows about a day that isn't over.
///
/// Each test uses the monitor as the app does, through notifications.
@MainActor
@Suite("PrivateCode: seam", .namesModule)
struct SeamTests {
  private let tracker = SessionTrackingSpy()
  private let center = NotificationCenter()
  private let monitor: SessionMonitor

  init() {
    monitor = SessionMonitor(tracker: tracker, notificationCenter: center)
  }

  // MARK: Sessions

  @Test func `a session starts with the app and ends with it`() {
    post(.appDidBecomeActive, noon)
    #expect(tracker.calls == [.start(noon)])
    post(.appWillTerminate, noon + 60)
    #expect(tracker.calls == [.start(noon), .stop(noon + 60), .finishDay(before: .distantFuture)])
  }

  @Test func `coming back after a long interruption ends the old session and starts a new one`() {
    post(.appDidBecomeActive, noon)
    post(.appDidResignActive, noon + 60)
    #expect(tracker.calls == [.start(noon)])
    post(.appDidBecomeActive, noon + 71)
    #expect(tracker.calls == [.start(noon), .stop(noon + 60), .start(noon + 71)])
  }

  @Test func `the tracker doesn't hear about short interruptions`() {
    post(.appDidBecomeActive, noon)
    post(.appDidResignActive, noon + 60)
    post(.appDidBecomeActive, noon + 70)
    post(.appDidResignActive, noon + 120)
    post(.appDidBecomeActive, noon + 130)
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
    #expect(tracker.calls == [.start(noon), .stop(noon + 60), .finishDay(before: .distantFuture)])
  }

  @Test func `without a session, terminating the app only finishes the day`() {
    post(.appWillTerminate, noon)
    #expect(tracker.calls == [.finishDay(before: .distantFuture)])
  }

  @Test func `a session of two seconds is canceled when the app is terminated`() {
    post(.appDidBecomeActive, noon)
    post(.appWillTerminate, noon + 2)
    #expect(tracker.calls == [.start(noon), .cancel, .finishDay(before: .distantFuture)])
  }

  // MARK: Midnight

  @Test(arguments: [0, 25] as [TimeInterval])
  func `midnight ends a session, finishes the day, and starts a session`(delay: TimeInterval) {
    post(.appDidBecomeActive, midnight - 60)
    post(.significantTimeChange, midnight + delay)
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

  @Test func `two seconds before midnight are canceled`() {
    post(.appDidBecomeActive, midnight - 2)
    post(.significantTimeChange, midnight)
    #expect(
      tracker.calls == [
        .start(midnight - 2), .cancel, .finishDay(before: midnight), .start(midnight),
      ])
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

  // MARK: Which notifications

  @Test func `the tracker doesn't hear that the app is left, unless there's a session`() {
    post(.appDidResignActive, noon)
    #expect(tracker.calls == [])
    post(.appDidBecomeActive, noon + 5)
    #expect(tracker.calls == [.start(noon + 5)])
  }

  @Test func `the tracker doesn't hear about a notification without a date`() {
    center.post(name: .appWillTerminate, object: nil)
    #expect(tracker.calls == [])
    post(.appWillTerminate, noon)
    #expect(tracker.calls == [.finishDay(before: .distantFuture)])
  }

  @Test func `a released monitor tells its tracker nothing more`() {
    let other = SessionTrackingSpy()
    var monitor: SessionMonitor? = SessionMonitor(tracker: other, notificationCenter: center)
    post(.appDidBecomeActive, noon)
    weak var released: SessionMonitor?
    released = monitor
    monitor = nil
    #expect(released == nil)
    post(.appWillTerminate, noon + 60)
    #expect(other.calls == [.start(noon)])
  }

  @Test func `two monitors tell their own trackers`() {
    post(.appDidBecomeActive, noon)
    post(.appDidResignActive, noon + 60)
    let otherTracker = SessionTrackingSpy()
    let otherMonitor = SessionMonitor(tracker: otherTracker, notificationCenter: center)
    post(.appDidBecomeActive, noon + 71)
    withExtendedLifetime(otherMonitor) {}
    #expect(tracker.calls == [.start(noon), .stop(noon + 60), .start(noon + 71)])
    #expect(otherTracker.calls == [.start(noon + 71)])
  }

  @Test func `with another tracker, no file is written`() throws {
    let folder = try TemporaryFolder()
    PBSummaryFile.sharedContainerURL = folder.url
    post(.appDidBecomeActive, noon)
    post(.appWillTerminate, noon + 60)
    #expect(tracker.calls.count == 3)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
  }

  // MARK: The day that isn't over

  @Test func `a day begins with its first session`() {
    let tracker = Tracker()
    #expect(tracker.today == nil)
    tracker.startNewSession(at: noon)
    #expect(tracker.today == PBTrackedDay(startOfDay: morning))
  }

  @Test func `a day adds up sessions as they end`() {
    let tracker = Tracker()
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
    let tracker = Tracker()
    tracker.startNewSession(at: noon)
    tracker.cancelCurrentSession()
    tracker.stopCurrentSession(at: noon + 90)
    #expect(tracker.today == PBTrackedDay(startOfDay: morning))
  }

  @Test func `a session can't start twice`() {
    let tracker = Tracker()
    tracker.startNewSession(at: noon)
    tracker.startNewSession(at: noon + 30)
    tracker.stopCurrentSession(at: noon + 60)
    #expect(tracker.today?.totalDuration == 60)
  }

  @Test func `a session can't end twice`() {
    let tracker = Tracker()
    tracker.startNewSession(at: noon)
    tracker.stopCurrentSession(at: noon + 60)
    tracker.stopCurrentSession(at: noon + 90)
    #expect(
      tracker.today
        == PBTrackedDay(
          startOfDay: morning, numberOfSessions: 1, totalDuration: 60, longestDuration: 60))
  }

  @Test func `a day is over when it's finished`() {
    let tracker = Tracker()
    tracker.startNewSession(at: noon)
    #expect(tracker.today != nil)
    tracker.finishDay(before: midnight)
    #expect(tracker.today == nil)
  }

  @Test func `a day isn't over at the midnight when it began`() {
    let tracker = Tracker()
    tracker.startNewSession(at: noon)
    tracker.finishDay(before: morning)
    #expect(tracker.today == PBTrackedDay(startOfDay: morning))
  }

  @Test func `a session on another day begins that day`() throws {
    let folder = try TemporaryFolder()
    PBSummaryFile.sharedContainerURL = folder.url
    let tracker = Tracker()
    tracker.startNewSession(at: noon)
    tracker.stopCurrentSession(at: noon + 60)
    tracker.startNewSession(at: midnight + 60)
    #expect(tracker.today == PBTrackedDay(startOfDay: midnight))
    withExtendedLifetime(folder) {}
  }

  @Test func `the day can be read, but only the tracker can set it`() {
    #expect(!canBeSet(\.today))
  }

  /// The compiler chooses this one where the setter isn't accessible.
  private func canBeSet(_: KeyPath<Tracker, PBTrackedDay?>) -> Bool { false }

  private func canBeSet(_: ReferenceWritableKeyPath<Tracker, PBTrackedDay?>) -> Bool { true }

  private func post(_ name: Notification.Name, _ date: Date) {
    center.post(name: name, object: nil, userInfo: ["date": date])
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
