import XCTest

@testable import PrivateCode

/// The technique in XCTest: the same spy in three tests, and a real tracker in one.
final class SeamXCTests: XCTestCase {
  @MainActor private var monitor: SessionMonitor!
  @MainActor private var tracker: SessionTrackingSpy!
  private let center = NotificationCenter()
  private let noon =
    Calendar(identifier: .gregorian)
    .startOfDay(for: Date(timeIntervalSince1970: 1_768_392_000)) + 43_200

  @MainActor override func setUp() async throws {
    let tracker = SessionTrackingSpy()
    self.tracker = tracker
    monitor = SessionMonitor(tracker: tracker, notificationCenter: center)
  }

  @MainActor override func tearDown() async throws {
    monitor = nil
  }

  @MainActor func testSessionEndsWhenALongInterruptionBegan() async {
    post(.appDidBecomeActive, noon)
    post(.appDidResignActive, noon + 60)
    XCTAssertEqual(tracker.calls, [.start(noon)])
    post(.appDidBecomeActive, noon + 71)
    XCTAssertEqual(tracker.calls, [.start(noon), .stop(noon + 60), .start(noon + 71)])
  }

  @MainActor func testTooShortSessionIsCanceled() async {
    post(.appDidBecomeActive, noon)
    post(.appWillTerminate, noon + 2)
    XCTAssertEqual(tracker.calls.dropFirst(), [.cancel, .finishDay(before: .distantFuture)])
  }

  @MainActor func testReleasedMonitorStopsListening() async {
    post(.appDidBecomeActive, noon)
    monitor = nil
    post(.appWillTerminate, noon + 60)
    XCTAssertEqual(tracker.calls, [.start(noon)])
  }

  @MainActor func testDayCountsItsSessions() async {
    let tracker = Tracker()
    tracker.startNewSession(at: noon)
    tracker.stopCurrentSession(at: noon + 60)
    XCTAssertEqual(tracker.today?.numberOfSessions, 1)
    XCTAssertEqual(tracker.today?.totalDuration, 60)
  }

  private func post(_ name: Notification.Name, _ date: Date) {
    center.post(name: name, object: nil, userInfo: ["date": date])
  }
}
