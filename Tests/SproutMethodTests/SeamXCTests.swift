import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

#if ATTEMPT
  @testable import SproutMethodBefore
#else
  @testable import SproutMethodAfter
#endif

/// The tests of `SeamTests`, for teams that use XCTest.
final class SeamXCTests: XCTestCase {
  private let date = Date(timeIntervalSince1970: 1_772_323_199)
  private var sender: SpySender!
  private var analytics: SpyAnalytics!

  @MainActor override func setUp() async throws {
    sender = SpySender()
    analytics = SpyAnalytics()
  }

  @MainActor override func tearDown() async throws {
    sender = nil
    analytics = nil
  }

  // MARK: The request

  @MainActor func testReportIsPostedAsJSON() async throws {
    try log(report)
    let request = try XCTUnwrap(sender.requests.first)
    XCTAssertEqual(sender.requests.count, 1)
    XCTAssertEqual(request.httpMethod, "POST")
    XCTAssertEqual(request.url?.absoluteString, "https://example.test/v2/api/analytics")
    XCTAssertEqual(request.allHTTPHeaderFields, ["Content-Type": "application/json"])
    XCTAssertEqual(
      body(of: request),
      """
      {"appVersion":"1.0","date":"2026-02-28T23:59:59Z","device":"Mac","duration":2.5,\
      "name":"orders-shown","system":"macOS \\"15\\"","type":"screen-view"}
      """)
  }

  @MainActor func testDurationIsInSeconds() async throws {
    for (seconds, text) in [
      (nil, ""), (0, #""duration":0,"#), (0.125, #""duration":0.125,"#),
      (3600, #""duration":3600,"#),
    ] as [(TimeInterval?, String)] {
      try log(
        .make(
          event: .ordersShown, type: .screenView, duration: seconds, date: date, device: "PC",
          system: "Linux"))
      XCTAssertEqual(
        body(of: sender.requests.last),
        """
        {"appVersion":"4.2","date":"2026-02-28T23:59:59Z","device":"PC",\(text)\
        "name":"orders-shown","system":"Linux","type":"screen-view"}
        """)
    }
  }

  @MainActor func testDateIsInUTCToTheSecond() async throws {
    for (seconds, text) in [
      (0, "1970-01-01T00:00:00Z"), (1_709_164_800, "2024-02-29T00:00:00Z"),
      (1_798_761_599.75, "2026-12-31T23:59:59Z"), (1_798_761_600, "2027-01-01T00:00:00Z"),
      (1_792_890_000, "2026-10-25T01:00:00Z"),
    ] {
      try log(
        .make(
          event: .settingsShown, type: .screenView, date: Date(timeIntervalSince1970: seconds),
          device: "PC", system: "Linux"))
      XCTAssertEqual(
        body(of: sender.requests.last),
        """
        {"appVersion":"4.2","date":"\(text)","device":"PC","name":"settings-shown",\
        "system":"Linux","type":"screen-view"}
        """)
    }
  }

  @MainActor func testWithoutAUserThereIsNoToken() async throws {
    try log(report)
    let request = try XCTUnwrap(sender.requests.first)
    XCTAssertNil(request.value(forHTTPHeaderField: "Authorization"))
  }

  @MainActor func testTokenOfTheUserGoesAlongWhoeverThatIsAtTheMoment() async throws {
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
    XCTAssertEqual(
      sender.requests.map(\.allHTTPHeaderFields),
      [
        ["Content-Type": "application/json"],
        ["Content-Type": "application/json", "Authorization": "Bearer t1"],
        ["Content-Type": "application/json", "Authorization": "Bearer t2"],
        ["Content-Type": "application/json"],
      ])
  }

  // MARK: Success and failure

  @MainActor func testWhenTheServerHasItTheReportIsLogged() async throws {
    for answer in ["", "Thank you."] {
      sender.answer = .success(Data(answer.utf8))
      XCTAssertEqual(try log(report), ["logged"])
    }
  }

  @MainActor func testFailureIsPassedOnAndNothingIsTriedAgain() async throws {
    let errors: [APIError] = [
      .unreachable, .notSignedIn, .rejected("No."), .failed(status: 500), .malformed,
    ]
    for (index, error) in errors.enumerated() {
      sender.answer = .failure(error)
      XCTAssertEqual(try log(report), ["failed: \(error)"])
      XCTAssertEqual(sender.requests.count, index + 1)
    }
  }

  @MainActor func testReportThatCannotBeEncodedIsNotSent() async {
    for duration in [TimeInterval.infinity, -.infinity, .nan] {
      let report = Report.make(event: .ordersShown, type: .screenView, duration: duration)
      let outcomes = Outcomes()
      XCTAssertThrowsError(try makeAPI().logAnalytics(report) { outcomes.note($0) }) {
        XCTAssertTrue($0 is EncodingError)
      }
      makeAPI().sendReport(report)
      XCTAssertEqual(sender.requests, [])
      XCTAssertEqual(outcomes.notes, [])
    }
  }

  @MainActor func testReportIsSentWhateverBecameOfTheOnesBefore() async {
    let api = makeAPI()
    for answer in [nil, .failure(.unreachable), .success(Data())] as [Result<Data, APIError>?] {
      sender.answer = answer
      api.sendReport(report)
    }
    XCTAssertEqual(sender.requests.count, 3)
  }

  @MainActor func testSenderOfTheMomentSends() async throws {
    try await withServer { server in
      let api = makeAPI(server.url)
      api.sendReport(report)
      let other = SpySender()
      api.sender = other
      api.sendReport(report)
      XCTAssertEqual(sender.requests.count, 1)
      XCTAssertEqual(other.requests.count, 1)
      api.sender = nil
      server.answer("POST /v2/api/analytics", with: .status(200, ""))
      try api.logAnalytics(report) { _ in }
      await server.settle()
      XCTAssertEqual(server.requests.count, 1)
      XCTAssertEqual(other.requests.count, 1)
    }
  }

  @MainActor func testOnlyReportsGoToTheSender() async {
    await withServer { server in
      server.answer("GET /v2/api/orders", with: .status(200, "[]"))
      makeAPI(server.url).getOrders { _ in }
      await server.settle()
      XCTAssertEqual(server.requests.count, 1)
      XCTAssertEqual(sender.requests, [])
    }
  }

  @MainActor func testSendingAReportIsLoggingIt() async throws {
    makeAPI().sendReport(report)
    try log(report)
    XCTAssertEqual(sender.requests.count, 2)
    XCTAssertEqual(sender.requests.first, sender.requests.last)
    XCTAssertEqual(body(of: sender.requests.first), body(of: sender.requests.last))
  }

  // MARK: The report

  @MainActor func testReportSaysWhatItIsTold() async {
    let report = Report.make(
      event: .announcementsShown, type: .screenView, duration: 0.5, date: date, device: "Abacus",
      system: "Beads", appVersion: "0.1")
    XCTAssertEqual(
      report,
      Report(
        name: "announcements-shown", type: "screen-view", date: date, duration: 0.5,
        device: "Abacus", system: "Beads", appVersion: "0.1"))
  }

  @MainActor func testReportIsOfNowOfThisDeviceAndOfThisVersionUnlessItIsTold() async {
    let before = Date()
    let report = Report.make(event: .settingsShown, type: .screenView)
    let after = Date()
    XCTAssertLessThanOrEqual(before, report.date)
    XCTAssertLessThanOrEqual(report.date, after)
    XCTAssertNil(report.duration)
    XCTAssertEqual(report.device, Device.model)
    XCTAssertEqual(report.system, ProcessInfo.processInfo.operatingSystemVersionString)
    XCTAssertEqual(report.appVersion, "4.2")
  }

  // MARK: The screens

  @MainActor func testScreenThatIsShownTwiceSendsTwoReports() async throws {
    for (title, requests, name) in [
      ("Announcements", ["GET /v2/api/announcements"], "announcements-shown"),
      ("Orders", ["GET /v2/api/orders", "GET /v2/api/orders"], "orders-shown"),
      ("Settings", [], "settings-shown"),
    ] {
      analytics = SpyAnalytics()
      try await withScreen(title, asking: requests) { screen in
        XCTAssertEqual(analytics.reports, [])
        let before = Date()
        screen.willAppear()
        let between = Date()
        XCTAssertEqual(analytics.reports.count, 1)
        screen.willAppear()
        let after = Date()
        XCTAssertEqual(analytics.reports.map(\.name), [name, name])
        XCTAssertEqual(analytics.reports.map(\.type), ["screen-view", "screen-view"])
        let dates = try (
          XCTUnwrap(analytics.reports.first).date, XCTUnwrap(analytics.reports.last).date
        )
        XCTAssertTrue((before...between).contains(dates.0))
        XCTAssertTrue((between...after).contains(dates.1))
        for report in analytics.reports {
          XCTAssertNil(report.duration)
          XCTAssertEqual(report.device, Device.model)
          XCTAssertEqual(report.system, ProcessInfo.processInfo.operatingSystemVersionString)
          XCTAssertEqual(report.appVersion, "4.2")
        }
      }
    }
  }

  @MainActor func testNothingButShowingAScreenIsReported() async throws {
    try await withScreen("Orders", asking: ["POST /v2/api/orders"]) { screen in
      let orders = try XCTUnwrap(screen as? OrdersScreen)
      orders.submit(PurchaseOrder(item: "Pen", quantity: 0, due: date))
      orders.submit(PurchaseOrder(item: "Pen", quantity: 1, due: date))
    }
    XCTAssertEqual(analytics.reports, [])
    try await withScreen("Settings", asking: []) { screen in
      let settings = try XCTUnwrap(screen as? SettingsScreen)
      settings.signOut()
      XCTAssertEqual(settings.lines.first, "Not signed in")
    }
    XCTAssertEqual(analytics.reports, [])
  }

  @MainActor func testAppSendsOneReportEachTimeATabIsSelected() async {
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
        XCTAssertEqual(lines.filter { $0 == "POST /v2/api/analytics" }.count, 1)
      }
    }
  }

  @MainActor func testWithoutAnalyticsNothingIsReported() async throws {
    for (title, requests) in [
      ("Announcements", ["GET /v2/api/announcements"]), ("Orders", ["GET /v2/api/orders"]),
      ("Settings", []),
    ] {
      try await withScreen(title, asking: requests) { screen in
        (screen as? any ReportSending)?.analytics = nil
        screen.willAppear()
      }
      XCTAssertEqual(analytics.reports, [])
    }
  }

  @MainActor func testEveryScreenIsHandedTheClientOfTheApp() async throws {
    let app = App(server: try XCTUnwrap(URL(string: "https://example.test/v2")))
    XCTAssertEqual(app.screens.count, 3)
    for screen in app.screens {
      let sending = try XCTUnwrap(screen as? any ReportSending, screen.title)
      XCTAssertIdentical(sending.analytics, app.api, screen.title)
    }
  }

  // MARK: To the server

  @MainActor func testWithoutAnotherSenderTheClientSendsItsReports() async throws {
    try await withServer { server in
      server.answer("POST /v2/api/analytics", with: .status(201, ""))
      let outcomes = Outcomes()
      try API(server: server.url).logAnalytics(report) { outcomes.note($0) }
      XCTAssertEqual(outcomes.notes, [])
      await server.settle()
      XCTAssertEqual(outcomes.notes, ["logged"])
      XCTAssertEqual(
        server.requests,
        [
          .json(
            "POST /v2/api/analytics",
            """
            {"appVersion":"1.0","date":"2026-02-28T23:59:59Z","device":"Mac","duration":2.5,\
            "name":"orders-shown","system":"macOS \\"15\\"","type":"screen-view"}
            """)
        ])
    }
  }

  @MainActor func testReportWithAnExpiredTokenIsLostAndTheUserStaysSignedIn() async throws {
    try await withServer { server in
      let app = App(server: server.url)
      try await signIn(app.api, server, token: "t1")
      server.answer("POST /v2/api/analytics", with: .status(401, ""))
      server.answerSurplus(
        "POST /v2/api/session/renewal",
        with: .status(200, #"{"user": "ada", "value": "t2", "renewal": "r2"}"#))
      app.select(tab: 2)
      await server.settle()
      XCTAssertEqual(
        server.requests.map(\.line), ["POST /v2/api/session", "POST /v2/api/analytics"])
      XCTAssertEqual(server.requests.last?.headers["Authorization"], "Bearer t1")
      XCTAssertEqual(app.api.token?.value, "t1")
    }
  }

  @MainActor func testFailedReportChangesNothingThatTheUserSees() async {
    for answer: StubServer.Answer in [.unreachable, .status(500, ""), .status(401, "")] {
      await withServer { server in
        server.answer("POST /v2/api/analytics", with: answer)
        server.answer("GET /v2/api/orders", with: .status(200, "[]"))
        let app = App(server: server.url)
        app.select(tab: 1)
        await server.settle()
        XCTAssertNil((app.screens[1] as? OrdersScreen)?.message)
        XCTAssertEqual(
          server.requests.map(\.line).sorted(), ["GET /v2/api/orders", "POST /v2/api/analytics"])
      }
    }
  }

  @MainActor func testClientThatHasSentAReportIsLetGo() async {
    await withServer { server in
      server.answer("POST /v2/api/analytics", with: .status(200, ""))
      weak var gone: API?
      do {
        let api = API(server: server.url)
        gone = api
        api.sendReport(report)
      }
      await server.settle()
      XCTAssertEqual(server.requests.count, 1)
      XCTAssertNil(gone)
    }
  }

  // MARK: Helpers

  @MainActor private var report: Report {
    .make(
      event: .ordersShown, type: .screenView, duration: 2.5, date: date, device: "Mac",
      system: #"macOS "15""#, appVersion: "1.0")
  }

  @MainActor private func makeAPI(_ server: URL? = URL(string: "https://example.test/v2")) -> API {
    let api = API(server: server ?? URL(filePath: "/"))
    api.sender = sender
    return api
  }

  /// Logs a report with the spy, and gives what that has completed with.
  @discardableResult
  @MainActor private func log(_ report: Report) throws -> [String] {
    let outcomes = Outcomes()
    try makeAPI().logAnalytics(report) { outcomes.note($0) }
    return outcomes.notes
  }

  @MainActor private func signIn(_ api: API, _ server: StubServer, token: String) async throws {
    server.answer(
      "POST /v2/api/session",
      with: .status(200, #"{"user": "ada", "value": "\#(token)", "renewal": "r"}"#))
    api.signIn(user: "ada", password: "secret") { _ in }
    await server.settle()
    XCTAssertEqual(api.token?.value, token)
  }

  /// Runs a test with a screen that sends its reports to the spy, and other requests to a server that
  /// has an answer to them. What the answers lead to sends no report.
  @MainActor private func withScreen(
    _ title: String, asking requests: [String],
    _ test: @MainActor (any Screen) async throws -> Void
  ) async throws {
    try await withServer { server in
      for line in requests {
        let order = #"{"number": 12, "item": "Pen", "quantity": 1}"#
        server.answer(line, with: .status(200, line.hasPrefix("POST") ? order : "[]"))
      }
      let screen = try XCTUnwrap(App(server: server.url).screens.first { $0.title == title })
      let sending = try XCTUnwrap(screen as? any ReportSending)
      sending.analytics = analytics
      try await test(screen)
      let reports = analytics.reports
      await server.settle()
      XCTAssertEqual(analytics.reports, reports)
      XCTAssertEqual(server.requests.map(\.line), requests)
    }
  }

  @MainActor private func body(of request: URLRequest?) -> String? {
    request?.httpBody.map { String(decoding: $0, as: UTF8.self) }
  }
}
