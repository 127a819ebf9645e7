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
  @MainActor struct TheReport {
    private let server = StubServer()
    private let sender = SpySender()
    private let api: API

    init() {
      api = API(serverURL: server.url)
      api.sender = sender
    }

    @Test(arguments: [
      (AnalyticsEvent.announcementsShown, "announcements-shown"), (.ordersShown, "orders-shown"),
      (.settingsShown, "settings-shown"),
    ])
    func `a report says what happened, when, and where`(event: AnalyticsEvent, name: String) {
      api.logAnalytics(event, recordedDate: Date(timeIntervalSince1970: 1_772_323_199))
      let content = [
        "name": name, "type": "screen-view", "recordedDate": "2026-02-28T23:59:59Z",
        "os": ProcessInfo.processInfo.operatingSystemVersionString, "appVersion": "4.2",
      ]
      #expect(sender.reports == [content])
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
      let recorded = try #require(sender.reports.first?["recordedDate"])
      #expect((start...Date()).contains(try Date(recorded, strategy: .iso8601)))
    }

    @Test func `a report carries the token that the user has at that moment`() async {
      api.logAnalytics(.ordersShown)
      await server.signIn(api, token: "t1")
      api.logAnalytics(.ordersShown)
      await server.signIn(api, token: "t2")
      api.logAnalytics(.ordersShown)
      api.signOut()
      api.logAnalytics(.ordersShown)
      let tokens = sender.requests.map { $0.value(forHTTPHeaderField: "Authorization") }
      #expect(tokens == [nil, "Bearer t1", "Bearer t2", nil])
    }
  }

  @MainActor struct TheScreens {
    private let server = StubServer()
    private let sender = SpySender()
    private let app: App

    init() {
      app = App(serverURL: server.url)
      app.apiClient.sender = sender
    }

    @Test(arguments: [(0, "announcements-shown"), (1, "orders-shown"), (2, "settings-shown")])
    func `a screen is reported at once, each time it's shown`(tab: Int, name: String) async {
      app.selectTab(at: tab)
      #expect(sender.names == [name])
      // The announcements are still being loaded.
      app.selectTab(at: tab)
      #expect(sender.names == [name, name])
      await server.settle()
      app.selectTab(at: tab)
      #expect(sender.names == [name, name, name])
    }

    /// For example, a screen may appear because a page above it was closed.
    @Test(arguments: [(0, "announcements-shown"), (1, "orders-shown"), (2, "settings-shown")])
    func `a screen that isn't shown through its tab is reported, too`(tab: Int, name: String) {
      app.tabViewModels[tab].viewWillAppear()
      #expect(sender.names == [name])
    }

    @Test func `only screens are reported`() async {
      await server.signIn(app.apiClient, token: "t1")
      app.apiClient.getAnnouncements { _ in }
      app.apiClient.submitPO(pen) { _ in }
      await server.settle()
      app.apiClient.signOut()
      #expect(server.requests.map(\.line).sorted() == [news, purchase, session])
      #expect(sender.requests == [])
    }
  }

  @MainActor struct WithoutASpy {
    private let server = StubServer()

    @Test(arguments: [StubServer.Answer.status(201), .status(401), .status(500), .unreachable])
    func `a report is sent once, whatever the answer`(answer: StubServer.Answer) async {
      let app = await server.makeAppWithUser()
      server.answer(report, with: answer)
      app.selectTab(at: 2)
      await server.settle()
      #expect(server.requests.map(\.line) == [report])
      #expect(app.apiClient.currentToken?.accessToken == "t1")
    }

    @Test(arguments: [StubServer.Answer.status(201), .status(401), .status(500), .unreachable])
    func `users don't see what comes of a report`(answer: StubServer.Answer) async throws {
      let app = await server.makeAppWithUser()
      server.answer(report, with: answer)
      server.answer(news, with: .status(200, bikes))
      app.selectTab(at: 0)
      await server.settle()
      #expect(server.requests.map(\.line).sorted() == [news, report])
      let announcements = try #require(app.tabViewModels[0] as? MBAnnouncementsViewModel)
      #expect(announcements.cellTitles == ["Bikes"])
      #expect(announcements.statusMessage == nil)
    }

    @Test(arguments: [StubServer.Answer.status(201), .status(401), .unreachable])
    func `the next report is sent, whatever came of the last one`(answer: StubServer.Answer) async {
      let app = await server.makeAppWithUser()
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
      #expect(client == nil)
      #expect(server.requests.map(\.line) == [report])
    }
  }
}

private let report = "POST /v2/api/analytics"
private let session = "POST /v2/api/session"
private let news = "GET /v2/api/announcements"
private let purchase = "POST /v2/api/orders"
private let bikes = #"[{"headline": "Bikes", "publishedDate": "2026-02-28T23:59:59Z"}]"#
private let pen = PurchaseOrder(itemName: "Pen", quantity: 1, dueDate: Date())

@MainActor
extension StubServer {
  /// An app that sends its reports itself. Its user has the token `t1`.
  fileprivate func makeAppWithUser() async -> App {
    let app = App(serverURL: url)
    await signIn(app.apiClient, token: "t1")
    forgetRequests()
    return app
  }

  fileprivate func signIn(_ api: API, token: String) async {
    let body = #"{"userName": "ada", "accessToken": "\#(token)", "refreshToken": "r1"}"#
    answer(session, with: .status(201, body))
    api.signIn(userName: "ada", password: "secret") { _ in }
    await settle()
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

@MainActor
extension SpySender {
  /// The bodies of the requests.
  fileprivate var reports: [[String: String]] {
    requests.map { request in
      let body = request.httpBody ?? Data()
      let report = try? JSONDecoder().decode([String: String].self, from: body)
      return report ?? ["not a report": String(decoding: body, as: UTF8.self)]
    }
  }

  fileprivate var names: [String?] { reports.map { $0["name"] } }
}
