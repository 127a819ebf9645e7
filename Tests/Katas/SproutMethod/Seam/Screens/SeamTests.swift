import Foundation
import TestSupport
import Testing

#if SOLUTION
  @testable import SproutMethodAfter
#else
  @testable import SproutMethodBefore
#endif

/// What the screens report to a spy, and what the app sends to the server.
@MainActor
@Suite("SproutMethod: seam, the screens", .namesModule)
struct SeamTests {
  private let server = StubServer()
  private let analytics = SpyAnalytics()

  @Test(arguments: [(0, "announcements-shown"), (1, "orders-shown"), (2, "settings-shown")])
  func `a screen that appears sends a report about now`(tab: Int, name: String) throws {
    let api = API(server: server.url)
    let screens: [any Screen & ReportSending] = [
      AnnouncementsScreen(api: api), OrdersScreen(api: api), SettingsScreen(api: api),
    ]
    screens[tab].analytics = analytics
    let start = Date()
    screens[tab].willAppear()
    let date = try #require(analytics.reports.first).date
    #expect((start...Date()).contains(date))
    #expect(
      analytics.reports == [
        Report(
          name: name, type: "screen-view", date: date, duration: nil, device: Device.model,
          system: ProcessInfo.processInfo.operatingSystemVersionString, appVersion: "4.2")
      ])
  }

  @Test func `announcements that appear again while they load send a report`() {
    let screen = AnnouncementsScreen(api: API(server: server.url))
    screen.willAppear()
    screen.analytics = analytics
    screen.willAppear()
    #expect(analytics.reports.map(\.name) == ["announcements-shown"])
  }

  @Test func `ordering and signing out send no report`() async {
    let api = API(server: server.url)
    let (orders, settings) = (OrdersScreen(api: api), SettingsScreen(api: api))
    (orders.analytics, settings.analytics) = (analytics, analytics)
    server.answer("POST /v2/api/orders", with: .status(201, order), .unreachable)
    for quantity in 0...2 {
      orders.submit(PurchaseOrder(item: "Pen", quantity: quantity, due: Date()))
    }
    settings.signOut()
    await server.settle()
    #expect(analytics.reports == [])
  }

  @Test func `the app reports each tab it shows, in the name of the user`() async {
    let app = App(server: server.url)
    for tab in [0, 1, 2, 2, 1] {
      server.answer("POST /v2/api/analytics", with: .status(201))
      if tab == 1 { server.answer("GET /v2/api/orders", with: .status(200, "[\(order)]")) }
      app.select(tab: tab)
      if tab == 0 { await signIn(app.api) }
      await server.settle()
    }
    server.answer("POST /v2/api/analytics", with: .status(201))
    app.select(tab: 2)
    app.api.signOut()
    await server.settle()
    #expect(
      sentReports == [
        "announcements-shown", "orders-shown, Bearer t1", "settings-shown, Bearer t1",
        "settings-shown, Bearer t1", "orders-shown, Bearer t1", "settings-shown, Bearer t1",
      ])
  }

  @Test(arguments: [StubServer.Answer.unreachable, .status(401), .status(500)])
  func `users don't notice a failed report`(answer: StubServer.Answer) async {
    let app = App(server: server.url)
    await signIn(app.api)
    server.answer("POST /v2/api/analytics", with: answer)
    server.answer("GET /v2/api/orders", with: .status(200, "[]"))
    app.select(tab: 1)
    await server.settle()
    #expect(server.requests.count == 3)
    #expect((app.screens[1] as? OrdersScreen)?.message == nil)
    #expect(app.api.token?.value == "t1")
  }

  @Test func `a report that can't be encoded is dropped`() async {
    let api: any AnalyticsAPI = API(server: server.url)
    api.sendReport(.make(event: .ordersShown, type: .screenView, duration: .infinity))
    await server.settle()
    #expect(server.requests == [])
  }

  private let order = #"{"number": 12, "item": "Pen", "quantity": 1}"#

  private func signIn(_ api: API) async {
    server.answer(
      "POST /v2/api/session",
      with: .status(201, #"{"user": "ada", "value": "t1", "renewal": "r1"}"#))
    api.signIn(user: "ada", password: "secret") { _ in }
    await server.settle()
  }

  /// The events that were reported to the server, each with its token.
  private var sentReports: [String] {
    server.requests.filter { $0.line == "POST /v2/api/analytics" }.map { request in
      let name = request.body?.firstMatch(of: /"name":"(.*?)"/)?.output.1 ?? "nothing"
      return name + (request.headers["Authorization"].map { ", \($0)" } ?? "")
    }
  }
}

// MARK: - Test doubles

/// Records reports instead of sending them.
@MainActor
final class SpyAnalytics: AnalyticsAPI {
  private(set) var reports: [Report] = []

  func sendReport(_ report: Report) {
    reports.append(report)
  }
}
