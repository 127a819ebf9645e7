import TestSupport
import XCTest

@testable import ClockInjection

/// What's different in XCTest: `tearDown` looks for sleepers, the test awaits a value before it passes
/// it to an assertion, and an expectation can take the place of `Events`.
final class SeamXCTests: XCTestCase {
  private let clock = TestClock()

  override func tearDown() {
    XCTAssertEqual(clock.sleepers, [], "Code is still asleep for this long.")
  }

  @MainActor func testAChangeIsSavedAfterTwoQuietSeconds() async throws {
    let controller = AutosaveController(
      documentName: "Minutes", storage: StorageFake(), clock: clock)
    let isSaved = expectation(description: "The status is Saved.")
    controller.onStatusChange = { status in
      if status == "Saved" { isSaved.fulfill() }
    }
    controller.textDidChange("Hello")
    let sleeps = try await clock.nextSleeps(2)
    XCTAssertEqual(sleeps, [.seconds(2), .seconds(30)])
    clock.advance(by: .seconds(2))
    await fulfillment(of: [isSaved], timeout: 5)
  }
}
