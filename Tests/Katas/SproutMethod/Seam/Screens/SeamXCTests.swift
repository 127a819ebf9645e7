import TestSupport
import XCTest

#if SOLUTION
  @testable import SproutMethodAfter
#else
  @testable import SproutMethodBefore
#endif

/// The same spy in XCTest.
///
/// Tests that call main-actor code are `async` even if they await nothing: XCTest on Linux crashes in
/// synchronous ones.
final class SeamXCTests: XCTestCase {
  private let server = StubServer()
  @MainActor private var screen: SettingsScreen!
  @MainActor private var analytics: SpyAnalytics!

  @MainActor override func setUp() async throws {
    screen = SettingsScreen(api: API(server: server.url))
    analytics = SpyAnalytics()
    screen.analytics = analytics
    addTeardownBlock { @MainActor in
      self.screen = nil
      self.analytics = nil
    }
  }

  @MainActor func testTheSettingsReportEachAppearance() async throws {
    screen.willAppear()
    screen.willAppear()
    XCTAssertEqual(analytics.reports.map(\.name), ["settings-shown", "settings-shown"])
    XCTAssertEqual(try XCTUnwrap(analytics.reports.first).type, "screen-view")
  }

  @MainActor func testWithoutAnalyticsNothingIsReported() async {
    screen.analytics = nil
    screen.willAppear()
    XCTAssertEqual(analytics.reports, [])
  }

  // Only this test has something to wait for.
  @MainActor func testTheClientSendsAReportToTheServer() async throws {
    server.answer("POST /v2/api/analytics", with: .status(201))
    let logged = expectation(description: "the report is logged")
    let report = Report.make(event: .settingsShown, type: .screenView)
    try API(server: server.url).logAnalytics(report) { result in
      if case .failure(let error) = result { XCTFail("\(error)") }
      logged.fulfill()
    }
    await fulfillment(of: [logged], timeout: 10)
    XCTAssertEqual(server.requests.map(\.line), ["POST /v2/api/analytics"])
  }
}
