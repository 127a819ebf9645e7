import TestSupport
import XCTest

@testable import SproutMethod

/// The same spy in XCTest.
///
/// Tests that call main-actor code are `async` even if they await nothing: XCTest on Linux crashes in
/// synchronous ones.
final class SeamXCTests: XCTestCase {
  private let server = StubServer()
  @MainActor private var app: App!
  @MainActor private var sender: SpySender!

  @MainActor override func setUp() async throws {
    app = App(serverURL: server.url)
    sender = SpySender()
    app.apiClient.sender = sender
    addTeardownBlock { @MainActor in
      self.app = nil
      self.sender = nil
    }
  }

  @MainActor func testEachAppearanceIsReported() async {
    app.selectTab(at: 2)
    app.selectTab(at: 2)
    XCTAssertEqual(sender.requests.map { $0.url?.lastPathComponent }, ["analytics", "analytics"])
  }

  @MainActor func testWithoutAUserAReportHasNoToken() async throws {
    app.apiClient.logAnalytics(.settingsShown)
    let request = try XCTUnwrap(sender.requests.first)
    XCTAssertNil(request.value(forHTTPHeaderField: "Authorization"))
  }

  @MainActor func testWithoutASpyTheClientSendsTheReport() async {
    API(serverURL: server.url).logAnalytics(.settingsShown)
    await server.settle()
    XCTAssertEqual(server.requests.map(\.line), ["POST /v2/api/analytics"])
  }
}
