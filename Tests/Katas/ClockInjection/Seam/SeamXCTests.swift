import TestSupport
import XCTest

@testable import ClockInjection

final class SeamXCTests: XCTestCase {
  private let clock = TestClock()

  override func tearDown() {
    XCTAssertEqual(clock.sleepers, [], "Code is still asleep for this long.")
  }

  @MainActor func testAChangeIsSavedAfterTwoQuietSeconds() async throws {
    let controller = makeController()
    controller.textDidChange("Hello")
    let sleeps = try await clock.nextSleeps(2)
    XCTAssertEqual(sleeps, [.seconds(2), .seconds(30)])
    let statuses = Events<String>()
    controller.onStatusChange = statuses.send
    clock.advance(by: .seconds(2))
    let texts = [try await statuses.next(), try await statuses.next()]
    XCTAssertEqual(texts, ["Saving…", "Saved"])
  }

  @MainActor func testAChangeStartsTheQuietPeriodAgain() async throws {
    let controller = makeController()
    controller.textDidChange("a")
    _ = try await clock.nextSleeps(2)
    clock.advance(by: .seconds(1))
    controller.textDidChange("ab")
    _ = try await clock.nextSleeps(1)
    XCTAssertEqual(clock.sleepers, [.seconds(2), .seconds(29)])
    await controller.close()
  }

  @MainActor func testClosingEndsTheRenewalOfTheLock() async throws {
    let controller = makeController()
    controller.keepEditLock()
    let sleeps = try await clock.nextSleeps(1)
    XCTAssertEqual(sleeps, [.seconds(20)])
    await controller.close()
    XCTAssertEqual(clock.sleepers, [])
  }

  @MainActor private func makeController() -> AutosaveController {
    AutosaveController(documentName: "Minutes", storage: StorageFake(), clock: clock)
  }
}
