import Foundation
import TestSupport
import Testing

@testable import SproutMethod

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The sprouted method and its call sites, with a spy instead of the server where that's enough.
@MainActor
@Suite("SproutMethod: seam", .namesModule)
struct SeamTests {
  private let server = StubServer()
  private let sender = SpySender()
  private let app: App
  private var api: API { app.apiClient }

  init() {
    app = App(serverURL: server.url)
    app.apiClient.sender = sender
  }

  // MARK: The report

  @Test(arguments: [
    (AnalyticsEvent.announcementsShown, "announcements-shown"), (.ordersShown, "orders-shown"),
    (.settingsShown, "settings-shown"),
  ])
  func `a report says what happened, when, and where`(event: AnalyticsEvent, name: String) {
    api.logAnalytics(event, recordedDate: Date(timeIntervalSince1970: 1_772_323_199))
    #expect(
      sentReports == [
        [
          "name": name, "type": "screen-view", "recordedDate": "2026-02-28T23:59:59Z",
          "os": ProcessInfo.processInfo.operatingSystemVersionString, "appVersion": "4.2",
        ]
      ])
  }

  @Test func `a report is posted to the analytics as JSON`() throws {
    api.logAnalytics(.ordersShown)
    let request = try #require(sender.requests.first)
    #expect(request.httpMethod == "POST")
    #expect(request.url?.path() == "/v2/api/analytics")
    #expect(request.value(forHTTPHeaderField: "Content-Type") == "application/json")
  }

  @Test func `a report is about now by default`() throws {
    // The server gets whole seconds.
    let start = Date(timeIntervalSinceNow: -1)
    api.logAnalytics(.ordersShown)
    let recorded = try #require(sentReports.first?["recordedDate"])
    #expect((start...Date()).contains(try Date(recorded, strategy: .iso8601)))
  }

  @Test func `a report carries the token that the user has at that moment`() async {
    api.logAnalytics(.ordersShown)
    await signIn(token: "t1")
    api.logAnalytics(.ordersShown)
    await signIn(token: "t2")
    api.logAnalytics(.ordersShown)
    api.signOut()
    api.logAnalytics(.ordersShown)
    #expect(reportedTokens == [nil, "Bearer t1", "Bearer t2", nil])
  }

  // MARK: The screens

  @Test(arguments: [(0, "announcements-shown"), (1, "orders-shown"), (2, "settings-shown")])
  func `a screen is reported at once, each time it's shown`(tab: Int, name: String) {
    app.selectTab(at: tab)
    #expect(reportedNames == [name])
    app.selectTab(at: tab)
    #expect(reportedNames == [name, name])
  }

  /// For example, a screen may appear because a page above it was closed.
  @Test(arguments: [(0, "announcements-shown"), (1, "orders-shown"), (2, "settings-shown")])
  func `a screen that isn't shown through its tab is reported, too`(tab: Int, name: String) {
    app.tabViewModels[tab].viewWillAppear()
    #expect(reportedNames == [name])
  }

  @Test(arguments: [0, 1, 2])
  func `a screen is reported for a user who's signed in`(tab: Int) async {
    await signIn(token: "t1")
    app.selectTab(at: tab)
    #expect(reportedTokens == ["Bearer t1"])
  }

  @Test(arguments: [
    (StubServer.Answer.status(200, bikes), "Bikes"),
    (.unreachable, "Could not connect to the server."),
  ])
  func `announcements are reported with a list or a message, too`(
    answer: StubServer.Answer, shown: String
  ) async throws {
    let announcements = try #require(app.tabViewModels[0] as? MBAnnouncementsViewModel)
    server.answer(news, with: answer)
    announcements.viewWillAppear()
    await server.settle()
    #expect((announcements.cellTitles.first ?? announcements.statusMessage) == shown)
    announcements.viewWillAppear()
    #expect(reportedNames == ["announcements-shown", "announcements-shown"])
  }

  @Test func `the orders screen is reported with a list and a message, too`() async throws {
    let orders = try #require(app.tabViewModels[1] as? MBOrdersViewModel)
    server.answer(purchase, with: .status(201, #"{"EBELN": 12}"#))
    orders.submit(onePen)
    await server.settle()
    #expect(orders.cellTitles == ["12: 1 × Pen"])
    #expect(orders.statusMessage == "Order 12 submitted.")
    app.selectTab(at: 1)
    #expect(reportedNames == ["orders-shown"])
  }

  @Test func `a tab that doesn't exist isn't reported`() {
    app.selectTab(at: 3)
    app.selectTab(at: 2)
    #expect(reportedNames == ["settings-shown"])
  }

  @Test func `an order isn't reported`() async throws {
    try #require(app.tabViewModels[1] as? MBOrdersViewModel).submit(onePen)
    await server.settle()
    #expect(server.requests.map(\.line) == [purchase])
    #expect(sender.requests == [])
  }

  @Test func `announcements that no screen asks for aren't reported`() async {
    api.getAnnouncements { _ in }
    await server.settle()
    #expect(server.requests.map(\.line) == [news])
    #expect(sender.requests == [])
  }

  @Test func `signing in and out isn't reported`() async {
    await signIn(token: "t1")
    #expect(api.currentToken != nil)
    api.signOut()
    #expect(api.currentToken == nil)
    #expect(sender.requests == [])
  }

  // MARK: Without a spy

  @Test(arguments: [
    StubServer.Answer.status(201), .status(401), .status(500), .unreachable,
  ])
  func `a report is sent once, whatever the answer`(answer: StubServer.Answer) async {
    let app = await makeAppWithoutSpy()
    server.answer(report, with: answer)
    app.selectTab(at: 2)
    await server.settle()
    #expect(server.requests.map(\.line) == [report])
  }

  @Test(arguments: [
    StubServer.Answer.status(201), .status(401), .status(500), .unreachable,
  ])
  func `users don't see what comes of a report`(answer: StubServer.Answer) async throws {
    let app = await makeAppWithoutSpy()
    server.answer(report, with: answer)
    server.answer(news, with: .status(200, bikes))
    app.selectTab(at: 0)
    await server.settle()
    #expect(Set(server.requests.map(\.line)) == [news, report])
    let announcements = try #require(app.tabViewModels[0] as? MBAnnouncementsViewModel)
    #expect(announcements.cellTitles == ["Bikes"])
    #expect(announcements.statusMessage == nil)
  }

  @Test(arguments: [
    StubServer.Answer.status(201), .status(401), .status(500), .unreachable,
  ])
  func `users stay signed in, whatever comes of a report`(answer: StubServer.Answer) async {
    let app = await makeAppWithoutSpy()
    server.answer(report, with: answer)
    app.selectTab(at: 2)
    await server.settle()
    #expect(server.requests.map(\.line).contains(report))
    #expect(app.apiClient.currentToken?.accessToken == "t1")
  }

  @Test(arguments: [StubServer.Answer.status(201), .status(500), .unreachable])
  func `the next report is sent, whatever came of the last one`(answer: StubServer.Answer) async {
    let app = await makeAppWithoutSpy()
    server.answer(report, with: answer)
    app.selectTab(at: 1)
    await server.settle()
    app.selectTab(at: 2)
    await server.settle()
    #expect(server.requests.map(\.line) == [report, report])
  }

  @Test func `a client that has sent a report is released`() async {
    weak var client: API?
    do {
      let api = API(serverURL: server.url)
      client = api
      api.logAnalytics(.ordersShown)
    }
    await server.settle()
    // The session may release the client a moment after its last answer.
    for _ in 1...50 where client != nil { await server.settle() }
    #expect(client == nil)
    #expect(server.requests.map(\.line) == [report])
  }

  // MARK: Helpers

  /// An app that sends its reports itself. Its user has the token `t1`.
  private func makeAppWithoutSpy() async -> App {
    let app = App(serverURL: server.url)
    await signIn(token: "t1", to: app.apiClient)
    server.forgetRequests()
    return app
  }

  /// The reports that the spy got.
  private var sentReports: [[String: String]] {
    sender.requests.map { request in
      let body = request.httpBody ?? Data()
      let report = try? JSONDecoder().decode([String: String].self, from: body)
      return report ?? ["not a report": String(decoding: body, as: UTF8.self)]
    }
  }

  private var reportedNames: [String?] { sentReports.map { $0["name"] } }

  private var reportedTokens: [String?] {
    sender.requests.map { $0.value(forHTTPHeaderField: "Authorization") }
  }

  private func signIn(token: String, to api: API? = nil) async {
    server.answer(
      "POST /v2/api/session",
      with: .status(
        201, #"{"userName": "ada", "accessToken": "\#(token)", "refreshToken": "r1"}"#))
    (api ?? self.api).signIn(userName: "ada", password: "secret") { _ in }
    await server.settle()
  }
}

private let report = "POST /v2/api/analytics"
private let news = "GET /v2/api/announcements"
private let purchase = "POST /v2/api/orders"
private let bikes = #"[{"headline": "Bikes", "publishedDate": "2026-02-28T23:59:59Z"}]"#
private let onePen = PurchaseOrder(itemName: "Pen", quantity: 1, dueDate: Date())

// MARK: - Test doubles

/// Records requests instead of sending them.
@MainActor
final class SpySender: RequestSender {
  private(set) var requests: [URLRequest] = []

  func send(_ request: URLRequest) {
    requests.append(request)
  }
}
