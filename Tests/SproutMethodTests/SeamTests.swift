import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

#if ATTEMPT
  @testable import SproutMethodBefore
#else
  @testable import SproutMethodAfter
#endif

/// What is reported, and when. Reports go to a spy, but for those of the last tests. These go to a
/// `StubServer`, as does what the screens ask for.
@MainActor
@Suite("SproutMethod: seam")
struct SeamTests {
  private let sender = SpySender()
  private let analytics = SpyAnalytics()

  // MARK: The request

  @Test func `a report is posted as JSON`() throws {
    try log(report)
    let request = try #require(sender.requests.first)
    #expect(sender.requests.count == 1)
    #expect(request.httpMethod == "POST")
    #expect(request.url?.absoluteString == "https://example.test/v2/api/analytics")
    #expect(request.allHTTPHeaderFields == ["Content-Type": "application/json"])
    #expect(
      body(of: request) == """
        {"appVersion":"1.0","date":"2026-02-28T23:59:59Z","device":"Mac","duration":2.5,\
        "name":"orders-shown","system":"macOS \\"15\\"","type":"screen-view"}
        """)
  }

  // What is not known is left out.
  @Test(arguments: [
    (nil, ""), (0, #""duration":0,"#), (0.125, #""duration":0.125,"#),
    (3600, #""duration":3600,"#),
  ])
  func `the duration is in seconds`(row: (seconds: TimeInterval?, text: String)) throws {
    try log(
      .make(
        event: .ordersShown, type: .screenView, duration: row.seconds, date: date, device: "PC",
        system: "Linux"))
    #expect(
      body(of: sender.requests.first) == """
        {"appVersion":"4.2","date":"2026-02-28T23:59:59Z","device":"PC",\(row.text)\
        "name":"orders-shown","system":"Linux","type":"screen-view"}
        """)
  }

  // What is less than a second is cut off.
  @Test(arguments: [
    (0, "1970-01-01T00:00:00Z"), (1_709_164_800, "2024-02-29T00:00:00Z"),
    (1_798_761_599.75, "2026-12-31T23:59:59Z"), (1_798_761_600, "2027-01-01T00:00:00Z"),
    // The second when the clocks of London go back
    (1_792_890_000, "2026-10-25T01:00:00Z"),
  ])
  func `the date is in UTC, to the second`(row: (seconds: TimeInterval, text: String)) throws {
    try log(
      .make(
        event: .settingsShown, type: .screenView, date: Date(timeIntervalSince1970: row.seconds),
        device: "PC", system: "Linux"))
    #expect(
      body(of: sender.requests.first) == """
        {"appVersion":"4.2","date":"\(row.text)","device":"PC","name":"settings-shown",\
        "system":"Linux","type":"screen-view"}
        """)
  }

  @Test func `without a user there is no token`() throws {
    try log(report)
    #expect(sender.requests.first?.value(forHTTPHeaderField: "Authorization") == nil)
  }

  @Test func `the token of the user goes along, whoever that is at the moment`() async throws {
    try await withServer { server in
      let api = makeAPI(server.url)
      try api.logAnalytics(report) { _ in }
      try await signIn(api, server, token: "t1")
      try api.logAnalytics(report) { _ in }
      try await signIn(api, server, token: "t2")
      try api.logAnalytics(report) { _ in }
      api.signOut()
      try api.logAnalytics(report) { _ in }
    }
    #expect(
      sender.requests.map(\.allHTTPHeaderFields) == [
        ["Content-Type": "application/json"],
        ["Content-Type": "application/json", "Authorization": "Bearer t1"],
        ["Content-Type": "application/json", "Authorization": "Bearer t2"],
        ["Content-Type": "application/json"],
      ])
  }

  // MARK: Success and failure

  @Test(arguments: ["", "Thank you."])
  func `when the server has it, the report is logged`(answer: String) throws {
    sender.answer = .success(Data(answer.utf8))
    #expect(try log(report) == ["logged"])
  }

  @Test(arguments: [
    APIError.unreachable, .notSignedIn, .rejected("No."), .failed(status: 500), .malformed,
  ])
  func `a failure is passed on, and nothing is tried again`(error: APIError) throws {
    sender.answer = .failure(error)
    #expect(try log(report) == ["failed: \(error)"])
    #expect(sender.requests.count == 1)
  }

  @Test(arguments: [TimeInterval.infinity, -.infinity, .nan])
  func `a report that cannot be encoded is not sent`(duration: TimeInterval) {
    let report = Report.make(event: .ordersShown, type: .screenView, duration: duration)
    let outcomes = Outcomes()
    #expect(throws: EncodingError.self) {
      try makeAPI().logAnalytics(report) { outcomes.note($0) }
    }
    makeAPI().sendReport(report)
    #expect(sender.requests == [])
    #expect(outcomes.notes == [])
  }

  @Test func `a report is sent whatever became of the ones before`() throws {
    let api = makeAPI()
    for answer in [nil, .failure(.unreachable), .success(Data())] as [Result<Data, APIError>?] {
      sender.answer = answer
      api.sendReport(report)
    }
    #expect(sender.requests.count == 3)
  }

  @Test func `the sender of the moment sends`() async throws {
    try await withServer { server in
      let api = makeAPI(server.url)
      api.sendReport(report)
      let other = SpySender()
      api.sender = other
      api.sendReport(report)
      #expect(sender.requests.count == 1)
      #expect(other.requests.count == 1)
      api.sender = nil
      server.answer("POST /v2/api/analytics", with: .status(200, ""))
      try api.logAnalytics(report) { _ in }
      await server.settle()
      #expect(server.requests.count == 1)
      #expect(other.requests.count == 1)
    }
  }

  @Test func `only reports go to the sender`() async {
    await withServer { server in
      server.answer("GET /v2/api/orders", with: .status(200, "[]"))
      makeAPI(server.url).getOrders { _ in }
      await server.settle()
      #expect(server.requests.count == 1)
      #expect(sender.requests == [])
    }
  }

  @Test func `sending a report is logging it`() throws {
    makeAPI().sendReport(report)
    try log(report)
    #expect(sender.requests.count == 2)
    #expect(sender.requests.first == sender.requests.last)
    #expect(body(of: sender.requests.first) == body(of: sender.requests.last))
  }

  // MARK: The report

  @Test func `a report says what it is told`() {
    let report = Report.make(
      event: .announcementsShown, type: .screenView, duration: 0.5, date: date, device: "Abacus",
      system: "Beads", appVersion: "0.1")
    #expect(
      report
        == Report(
          name: "announcements-shown", type: "screen-view", date: date, duration: 0.5,
          device: "Abacus", system: "Beads", appVersion: "0.1"))
  }

  @Test func `a report is of now, of this device and of this version, unless it is told`() {
    let before = Date()
    let report = Report.make(event: .settingsShown, type: .screenView)
    let after = Date()
    #expect(before <= report.date)
    #expect(report.date <= after)
    #expect(report.duration == nil)
    #expect(report.device == Device.model)
    #expect(report.system == ProcessInfo.processInfo.operatingSystemVersionString)
    #expect(report.appVersion == "4.2")
  }

  // MARK: The screens

  // The announcements are not loaded twice at a time, but they are shown twice.
  @Test(arguments: [
    ("Announcements", ["GET /v2/api/announcements"], "announcements-shown"),
    ("Orders", ["GET /v2/api/orders", "GET /v2/api/orders"], "orders-shown"),
    ("Settings", [], "settings-shown"),
  ])
  func `a screen that is shown twice sends two reports`(
    row: (title: String, requests: [String], name: String)
  ) async throws {
    try await withScreen(row.title, asking: row.requests) { screen in
      #expect(analytics.reports == [])
      let before = Date()
      screen.willAppear()
      let between = Date()
      #expect(analytics.reports.count == 1)
      screen.willAppear()
      let after = Date()
      #expect(analytics.reports.map(\.name) == [row.name, row.name])
      #expect(analytics.reports.map(\.type) == ["screen-view", "screen-view"])
      let first = try #require(analytics.reports.first).date
      let last = try #require(analytics.reports.last).date
      #expect((before...between).contains(first))
      #expect((between...after).contains(last))
      for report in analytics.reports {
        #expect(report.duration == nil)
        #expect(report.device == Device.model)
        #expect(report.system == ProcessInfo.processInfo.operatingSystemVersionString)
        #expect(report.appVersion == "4.2")
      }
    }
  }

  @Test func `nothing but showing a screen is reported`() async throws {
    try await withScreen("Orders", asking: ["POST /v2/api/orders"]) { screen in
      let orders = try #require(screen as? OrdersScreen)
      orders.submit(PurchaseOrder(item: "Pen", quantity: 0, due: date))
      orders.submit(PurchaseOrder(item: "Pen", quantity: 1, due: date))
    }
    #expect(analytics.reports == [])
    try await withScreen("Settings", asking: []) { screen in
      let settings = try #require(screen as? SettingsScreen)
      settings.signOut()
      #expect(settings.lines.first == "Not signed in")
    }
    #expect(analytics.reports == [])
  }

  @Test func `the app sends one report each time a tab is selected`() async {
    await withServer { server in
      let app = App(server: server.url)
      for (tab, line) in [
        (0, "GET /v2/api/announcements"), (1, "GET /v2/api/orders"), (2, nil), (2, nil),
        (0, "GET /v2/api/announcements"),
      ] {
        server.clear()
        server.answer("POST /v2/api/analytics", with: .status(200, ""))
        if let line { server.answer(line, with: .status(200, "[]")) }
        app.select(tab: tab)
        await server.settle()
        let lines = server.requests.map(\.line)
        #expect(lines.filter { $0 == "POST /v2/api/analytics" }.count == 1)
      }
    }
  }

  @Test(arguments: [
    ("Announcements", ["GET /v2/api/announcements"]), ("Orders", ["GET /v2/api/orders"]),
    ("Settings", []),
  ])
  func `without analytics nothing is reported`(
    row: (title: String, requests: [String])
  ) async throws {
    try await withScreen(row.title, asking: row.requests) { screen in
      (screen as? any ReportSending)?.analytics = nil
      screen.willAppear()
    }
    #expect(analytics.reports == [])
  }

  @Test func `every screen is handed the client of the app`() throws {
    let app = App(server: try #require(URL(string: "https://example.test/v2")))
    #expect(app.screens.count == 3)
    for screen in app.screens {
      let sending = try #require(screen as? any ReportSending, "\(screen.title)")
      #expect(sending.analytics === app.api, "\(screen.title)")
    }
  }

  // MARK: To the server

  @Test func `without another sender, the client sends its reports`() async throws {
    try await withServer { server in
      server.answer("POST /v2/api/analytics", with: .status(201, ""))
      let outcomes = Outcomes()
      try API(server: server.url).logAnalytics(report) { outcomes.note($0) }
      #expect(outcomes.notes == [])
      await server.settle()
      #expect(outcomes.notes == ["logged"])
      #expect(
        server.requests == [
          .json(
            "POST /v2/api/analytics",
            """
            {"appVersion":"1.0","date":"2026-02-28T23:59:59Z","device":"Mac","duration":2.5,\
            "name":"orders-shown","system":"macOS \\"15\\"","type":"screen-view"}
            """)
        ])
    }
  }

  @Test func `a report with an expired token is lost, and the user stays signed in`() async throws {
    try await withServer { server in
      let app = App(server: server.url)
      try await signIn(app.api, server, token: "t1")
      server.answer("POST /v2/api/analytics", with: .status(401, ""))
      server.answerSurplus(
        "POST /v2/api/session/renewal",
        with: .status(200, #"{"user": "ada", "value": "t2", "renewal": "r2"}"#))
      app.select(tab: 2)
      await server.settle()
      #expect(server.requests.map(\.line) == ["POST /v2/api/session", "POST /v2/api/analytics"])
      #expect(server.requests.last?.headers["Authorization"] == "Bearer t1")
      #expect(app.api.token?.value == "t1")
    }
  }

  @Test(arguments: [StubServer.Answer.unreachable, .status(500, ""), .status(401, "")])
  func `a failed report changes nothing that the user sees`(answer: StubServer.Answer) async {
    await withServer { server in
      server.answer("POST /v2/api/analytics", with: answer)
      server.answer("GET /v2/api/orders", with: .status(200, "[]"))
      let app = App(server: server.url)
      app.select(tab: 1)
      await server.settle()
      #expect((app.screens[1] as? OrdersScreen)?.message == nil)
      #expect(
        server.requests.map(\.line).sorted() == ["GET /v2/api/orders", "POST /v2/api/analytics"])
    }
  }

  @Test func `a client that has sent a report is let go`() async {
    await withServer { server in
      server.answer("POST /v2/api/analytics", with: .status(200, ""))
      weak var gone: API?
      do {
        let api = API(server: server.url)
        gone = api
        api.sendReport(report)
      }
      await server.settle()
      #expect(server.requests.count == 1)
      #expect(gone == nil)
    }
  }

  // MARK: Helpers

  private let date = Date(timeIntervalSince1970: 1_772_323_199)

  private var report: Report {
    .make(
      event: .ordersShown, type: .screenView, duration: 2.5, date: date, device: "Mac",
      system: #"macOS "15""#, appVersion: "1.0")
  }

  private func makeAPI(_ server: URL? = URL(string: "https://example.test/v2")) -> API {
    let api = API(server: server ?? URL(filePath: "/"))
    api.sender = sender
    return api
  }

  /// Logs a report with the spy, and gives what that has completed with.
  @discardableResult
  private func log(_ report: Report) throws -> [String] {
    let outcomes = Outcomes()
    try makeAPI().logAnalytics(report) { outcomes.note($0) }
    return outcomes.notes
  }

  private func signIn(_ api: API, _ server: StubServer, token: String) async throws {
    server.answer(
      "POST /v2/api/session",
      with: .status(200, #"{"user": "ada", "value": "\#(token)", "renewal": "r"}"#))
    api.signIn(user: "ada", password: "secret") { _ in }
    await server.settle()
    try #require(api.token?.value == token)
  }

  /// Runs a test with a screen that sends its reports to the spy, and other requests to a server that
  /// has an answer to them. What the answers lead to sends no report.
  private func withScreen(
    _ title: String, asking requests: [String], _ test: @MainActor (any Screen) async throws -> Void
  ) async throws {
    try await withServer { server in
      for line in requests {
        let order = #"{"number": 12, "item": "Pen", "quantity": 1}"#
        server.answer(line, with: .status(200, line.hasPrefix("POST") ? order : "[]"))
      }
      let screen = try #require(App(server: server.url).screens.first { $0.title == title })
      let sending = try #require(screen as? any ReportSending)
      sending.analytics = analytics
      try await test(screen)
      let reports = analytics.reports
      await server.settle()
      #expect(analytics.reports == reports)
      #expect(server.requests.map(\.line) == requests)
    }
  }

  private func body(of request: URLRequest?) -> String? {
    request?.httpBody.map { String(decoding: $0, as: UTF8.self) }
  }
}

// MARK: - Test doubles

/// Completes each request at once, or never if no answer is set.
@MainActor
final class SpySender: RequestSender {
  var answer: Result<Data, APIError>? = .success(Data())
  private(set) var requests: [URLRequest] = []

  func send(_ request: URLRequest, completion: @escaping Completion<Data>) {
    requests.append(request)
    if let answer { completion(answer) }
  }
}

@MainActor
final class SpyAnalytics: AnalyticsAPI {
  private(set) var reports: [Report] = []

  func sendReport(_ report: Report) {
    reports.append(report)
  }
}

/// Notes what calls have completed with.
@MainActor
final class Outcomes {
  private(set) var notes: [String] = []

  func note(_ result: Result<Void, APIError>) {
    switch result {
    case .success: notes.append("logged")
    case .failure(let error): notes.append("failed: \(error)")
    }
  }
}
