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
  func `a report says what happened, when, and where`(event: AnalyticsEvent, name: String) throws {
    api.logAnalytics(event, recordedDate: Date(timeIntervalSince1970: 1_772_323_199))
    let request = try #require(sender.requests.first)
    #expect(request.httpMethod == "POST")
    #expect(request.url?.path() == "/v2/api/analytics")
    #expect(request.value(forHTTPHeaderField: "Content-Type") == "application/json")
    #expect(
      sentReports == [
        [
          "name": name, "type": "screen-view", "recordedDate": "2026-02-28T23:59:59Z",
          "os": ProcessInfo.processInfo.operatingSystemVersionString, "appVersion": "4.2",
        ]
      ])
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
    #expect(
      sender.requests.map { $0.value(forHTTPHeaderField: "Authorization") } == [
        nil, "Bearer t1", "Bearer t2", nil,
      ])
  }

  // MARK: The screens

  @Test(arguments: [(0, "announcements-shown"), (1, "orders-shown"), (2, "settings-shown")])
  func `a screen is reported at once, each time it's shown`(tab: Int, name: String) {
    app.selectTab(at: tab)
    #expect(sentReports.map { $0["name"] } == [name])
    app.selectTab(at: tab)
    #expect(sentReports.map { $0["name"] } == [name, name])
  }

  /// For example, a screen may appear because a page above it was closed.
  @Test(arguments: [(0, "announcements-shown"), (1, "orders-shown"), (2, "settings-shown")])
  func `a screen that isn't shown through its tab is reported, too`(tab: Int, name: String) {
    app.tabViewModels[tab].viewWillAppear()
    #expect(sentReports.map { $0["name"] } == [name])
  }

  @Test(arguments: [0, 1, 2])
  func `a screen is reported for a user who's signed in`(tab: Int) async {
    await signIn(token: "t1")
    app.selectTab(at: tab)
    #expect(sentReports.count == 1)
  }

  @Test(arguments: [StubServer.Answer.status(200, bikes), .unreachable])
  func `announcements are reported with a list or a message, too`(
    answer: StubServer.Answer
  ) async {
    server.answer(news, with: answer)
    app.selectTab(at: 0)
    await server.settle()
    app.selectTab(at: 0)
    #expect(sentReports.count == 2)
  }

  /// One pen is listed, and none gives a message.
  @Test(arguments: [1, 0])
  func `orders are reported with a list or a message, too`(quantity: Int) async throws {
    let orders = try #require(app.tabViewModels[1] as? MBOrdersViewModel)
    server.answer("POST /v2/api/orders", with: .status(201, #"{"EBELN": 12}"#))
    orders.submit(PurchaseOrder(itemName: "Pen", quantity: quantity, dueDate: Date()))
    await server.settle()
    app.selectTab(at: 1)
    #expect(sentReports.count == 1)
  }

  @Test func `nothing but a shown screen is reported`() async throws {
    await signIn(token: "t1")
    app.selectTab(at: 3)
    let orders = try #require(app.tabViewModels[1] as? MBOrdersViewModel)
    orders.submit(PurchaseOrder(itemName: "Pen", quantity: 1, dueDate: Date()))
    api.getAnnouncements { _ in }
    await server.settle()
    api.signOut()
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
  func `users don't notice what comes of a report`(answer: StubServer.Answer) async throws {
    let app = await makeAppWithoutSpy()
    server.answer(report, with: answer)
    server.answer(news, with: .status(200, bikes))
    app.selectTab(at: 0)
    await server.settle()
    let announcements = try #require(app.tabViewModels[0] as? MBAnnouncementsViewModel)
    #expect(announcements.cellTitles == ["Bikes"])
    #expect(announcements.statusMessage == nil)
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
private let bikes = #"[{"headline": "Bikes", "publishedDate": "2026-02-28T23:59:59Z"}]"#

// MARK: - Test doubles

/// Records requests instead of sending them.
@MainActor
final class SpySender: RequestSender {
  private(set) var requests: [URLRequest] = []

  func send(_ request: URLRequest) {
    requests.append(request)
  }
}
