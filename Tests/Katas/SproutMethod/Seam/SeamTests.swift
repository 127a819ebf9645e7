import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@testable import SproutMethod

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
    for token in ["t1", "t2"] {
      await signIn(token: token)
      api.logAnalytics(.ordersShown)
    }
    api.signOut()
    api.logAnalytics(.ordersShown)
    #expect(
      sender.requests.map { $0.value(forHTTPHeaderField: "Authorization") } == [
        nil, "Bearer t1", "Bearer t2", nil,
      ])
  }

  // MARK: The screens

  @Test(arguments: [(0, "announcements-shown"), (1, "orders-shown"), (2, "settings-shown")])
  func `a screen is reported at once, each time it's shown`(tab: Int, name: String) async {
    app.selectTab(at: tab)
    #expect(sentReports.map { $0["name"] } == [name])
    app.selectTab(at: tab)
    #expect(sentReports.map { $0["name"] } == [name, name])
    await signIn(token: "t1")
    app.selectTab(at: tab)
    #expect(sentReports.map { $0["name"] } == [name, name, name])
  }

  @Test func `announcements are reported with a list or a message, too`() async throws {
    server.answer(news, with: .status(200, bikes), .unreachable)
    for count in 1...3 {
      app.selectTab(at: 0)
      #expect(sentReports.count == count)
      await server.settle()
    }
  }

  @Test func `orders are reported with a list or a message, too`() async throws {
    let orders = try #require(app.tabViewModels[1] as? MBOrdersViewModel)
    server.answer("POST /v2/api/orders", with: .status(201, #"{"EBELN": 12}"#))
    for (quantity, count) in [(0, 2), (1, 4)] {
      orders.submit(PurchaseOrder(itemName: "Pen", quantity: quantity, dueDate: Date()))
      await server.settle()
      // The second time, the message is gone.
      for _ in 1...2 { app.selectTab(at: 1) }
      #expect(sentReports.count == count)
    }
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
    #expect(server.requests.count == 3)
  }

  // MARK: Without a spy

  @Test(arguments: [
    StubServer.Answer.status(201), .status(401), .status(500), .unreachable,
  ])
  func `a report is sent once, whatever the answer, and users don't notice`(
    answer: StubServer.Answer
  ) async throws {
    let app = App(serverURL: server.url)
    await signIn(token: "t1", to: app.apiClient)
    let report = "POST /v2/api/analytics"
    server.answer(report, with: answer, answer, answer)
    server.answer(news, with: .status(200, bikes))
    app.selectTab(at: 0)
    await server.settle()
    // Neither an answer nor the lack of one holds up the next report.
    app.selectTab(at: 1)
    app.selectTab(at: 2)
    await server.settle()
    #expect(
      server.requests.map(\.line).sorted() == [
        news, report, report, report, "POST /v2/api/session",
      ])
    #expect(app.apiClient.currentToken?.accessToken == "t1")
    let announcements = try #require(app.tabViewModels[0] as? MBAnnouncementsViewModel)
    #expect(announcements.cellTitles == ["Bikes"])
    #expect(announcements.statusMessage == nil)
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
    #expect(server.requests.map(\.line) == ["POST /v2/api/analytics"])
  }

  // MARK: Helpers

  private let news = "GET /v2/api/announcements"
  private let bikes = #"[{"headline": "Bikes", "publishedDate": "2026-02-28T23:59:59Z"}]"#

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

// MARK: - Test doubles

/// Records requests instead of sending them.
@MainActor
final class SpySender: RequestSender {
  private(set) var requests: [URLRequest] = []

  func send(_ request: URLRequest) {
    requests.append(request)
  }
}
