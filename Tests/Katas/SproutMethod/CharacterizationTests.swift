import Foundation
import TestSupport
import Testing

#if SOLUTION
  @testable import SproutMethodAfter
#else
  @testable import SproutMethodBefore
#endif

/// The client, its screens, and the app, with a stub server.
@MainActor
@Suite("SproutMethod: characterization", .namesModule)
struct CharacterizationTests {
  private let server = StubServer()
  private let log = Log()

  // MARK: Signing in and out

  @Test func `signing in stores the token, and notifies listeners before the caller`() async {
    server.answer(session, with: .status(201, token("t1", "r1")))
    makeClient().signIn(user: " ADA", password: #"s€cret/"1" "#) { log.add($0) }
    await server.settle()
    #expect(log.entries == ["UserDidSignIn: ada (t1)", token("t1", "r1")])
    #expect(
      server.requests == [.json(session, #"{"password":"s€cret/\"1\" ","user":" ADA"}"#)])
  }

  @Test(arguments: ["grace", "ada"])
  func `signing in again replaces the token and is announced again`(user: String) async {
    let api = await makeSignedInClient()
    server.answer(session, with: .status(200, token("t7", "r7", of: user)))
    api.signIn(user: user, password: "secret") { log.add($0) }
    await server.settle()
    #expect(log.entries == ["UserDidSignIn: \(user) (t7)", token("t7", "r7", of: user)])
    #expect(server.requests == [.json(session, #"{"password":"secret","user":"\#(user)"}"#)])
  }

  @Test(arguments: failures)
  func `a failed sign-in changes nothing`(answer: StubServer.Answer, error: APIError) async {
    let api = await makeSignedInClient()
    server.answer(session, with: answer)
    api.signIn(user: "grace", password: "wrong") { log.add($0) }
    await server.settle()
    #expect(log.entries == ["failed: \(error)"])
    #expect(api.token?.value == "t1")
    #expect(server.requests.map(\.line) == [session])
  }

  @Test func `signing out is announced once, at once, and without asking the server`() async {
    let api = await makeSignedInClient()
    api.signOut()
    #expect(log.entries == ["UserDidSignOut: ada (no token)"])
    api.signOut()
    await server.settle()
    #expect(log.entries == ["UserDidSignOut: ada (no token)"])
    #expect(server.requests == [])
  }

  // MARK: Calls

  @Test(arguments: calls)
  func `a call sends the token each time and completes with the answer`(call: Call) async {
    let api = await makeSignedInClient()
    server.answer(call.line, with: .status(200, call.answer), .status(200, call.answer))
    call.make(api, log)
    call.make(api, log)
    await server.settle()
    #expect(log.entries == [call.answer, call.answer])
    #expect(server.requests == [call.request(token: "t1"), call.request(token: "t1")])
  }

  @Test(arguments: calls)
  func `without a user, a call sends no token and nothing is renewed`(call: Call) async {
    server.answer(call.line, with: .status(401))
    call.make(makeClient(), log)
    await server.settle()
    #expect(log.entries == ["failed: notSignedIn"])
    #expect(server.requests == [call.request(token: nil)])
  }

  @Test func `the server's address may end in a slash`() async {
    server.answer("GET /api/orders", with: .status(200, "[]"))
    API(server: server.url.deletingLastPathComponent()).getOrders { log.add($0) }
    await server.settle()
    #expect(log.entries == ["[]"])
  }

  // MARK: Failures

  @Test(arguments: [
    (199, "failed: failed(status: 199)"), (200, "[]"), (299, "[]"),
    (300, "failed: failed(status: 300)"), (403, "failed: failed(status: 403)"),
    (404, "failed: failed(status: 404)"),
  ])
  func `the status decides whether a call has failed`(status: Int, entry: String) async {
    await getOrders(with: await makeSignedInClient(), .status(status, "[]"))
    #expect(log.entries == [entry])
    #expect(server.requests.count == 1)
  }

  @Test(arguments: [
    (calls[0], 200, "null"), (calls[1], 204, ""), (calls[2], 200, "[]"),
    // A rejection without a reason
    (calls[2], 422, #"{"message": "Too much."}"#),
    // Lists with an entry that can't be read
    (calls[0], 200, #"[{"date":"2026-02-28T23:59:59Z","title":"A"},{"title":"B"}]"#),
    (calls[1], 200, #"[{"item":"A","number":1,"quantity":1},{"item":"B","number":2}]"#),
  ])
  func `an answer that can't be read is malformed`(call: Call, status: Int, body: String) async {
    server.answer(call.line, with: .status(status, body))
    call.make(makeClient(), log)
    await server.settle()
    #expect(log.entries == ["failed: malformed"])
  }

  @Test(arguments: [
    StubServer.Answer.brokenOff(200, "[]"), .brokenOff(401, ""), .unreachable,
  ])
  func `without a complete answer, the server is unreachable`(answer: StubServer.Answer) async {
    await getOrders(with: await makeSignedInClient(), answer)
    #expect(log.entries == ["failed: unreachable"])
    #expect(server.requests.map(\.line) == [orders])
  }

  @Test(arguments: [
    (APIError.unreachable, "The server cannot be reached."), (.notSignedIn, "Please sign in."),
    (.rejected("Come back on Monday."), "Come back on Monday."),
    (.failed(status: 500), "The server has a problem (500)."),
    (.malformed, "The server has sent something unexpected."),
  ])
  func `an error has a sentence for the user`(error: APIError, sentence: String) {
    #expect(error.localizedDescription == sentence)
  }

  // MARK: Expired tokens

  @Test(arguments: calls)
  func `a call renews an expired token, even if nobody keeps the client`(call: Call) async {
    weak var client: API?
    do {
      let api = await makeSignedInClient()
      client = api
      server.answer(call.line, with: .status(401), .status(200, call.answer))
      server.answer(renewal, with: .status(201, token("t2", "r2")))
      call.make(api, log)
    }
    await server.settle()
    #expect(log.entries == [call.answer])
    #expect(
      server.requests == [
        call.request(token: "t1"), .json(renewal, #"{"renewal":"r1"}"#), call.request(token: "t2"),
      ])
    // The session may release the client a moment after its last answer.
    for _ in 1...50 where client != nil { await server.settle() }
    #expect(client == nil)
  }

  @Test func `each renewal uses the token from the last one, and may change the user`() async {
    let api = await makeSignedInClient()
    server.answer(
      renewal, with: .status(201, token("t2", "r2")), .status(201, token("t3", "r3", of: "grace")))
    await getOrders(with: api, .status(401), .status(200, "[]"))
    await getOrders(with: api, .status(401), .status(200, "[]"))
    #expect(log.entries == ["[]", "[]"])
    #expect(api.token?.user == "grace")
    #expect(
      server.requests == [
        .get(orders, token: "t1"), .json(renewal, #"{"renewal":"r1"}"#), .get(orders, token: "t2"),
        .get(orders, token: "t2"), .json(renewal, #"{"renewal":"r2"}"#), .get(orders, token: "t3"),
      ])
  }

  // A quirk: even after a 401, the user stays signed in, with a token that the server refuses.
  @Test(arguments: failures)
  func `a call is repeated only once`(answer: StubServer.Answer, error: APIError) async {
    let api = await makeSignedInClient()
    server.answer(renewal, with: .status(201, token("t2", "r2")))
    await getOrders(with: api, .status(401), answer)
    #expect(log.entries == ["failed: \(error)"])
    #expect(api.token?.value == "t2")
    #expect(server.requests.map(\.line) == [orders, renewal, orders])
  }

  @Test func `a refused renewal signs the user out`() async {
    server.answer(renewal, with: .status(401))
    await getOrders(with: await makeSignedInClient(), .status(401))
    #expect(log.entries == ["UserDidSignOut: ada (no token)", "failed: notSignedIn"])
    #expect(server.requests.map(\.line) == [orders, renewal])
  }

  @Test(arguments: failures.dropFirst())
  func `other failed renewals change nothing`(answer: StubServer.Answer, error: APIError) async {
    let api = await makeSignedInClient()
    server.answer(renewal, with: answer)
    await getOrders(with: api, .status(401))
    #expect(log.entries == ["failed: \(error)"])
    #expect(api.token?.value == "t1")
    #expect(server.requests.map(\.line) == [orders, renewal])
  }

  @Test func `a user who signs out during a call stays signed out`() async {
    let api = await makeSignedInClient()
    server.answer(orders, with: .status(401))
    api.getOrders { log.add($0) }
    api.signOut()
    await server.settle()
    #expect(log.entries == ["UserDidSignOut: ada (no token)", "failed: notSignedIn"])
    #expect(server.requests == [.get(orders, token: "t1")])
  }

  // A quirk: the user is signed in again, and nobody is notified.
  @Test func `a user who signs out during a renewal is signed in again`() async {
    let api = await makeSignedInClient()
    hold(orders, .status(401)) { api.getOrders { log.add($0) } }
    // This runs when the client knows about the 401, but doesn't have a new token yet.
    DispatchQueue.main.async { api.signOut() }
    server.answer(orders, with: .status(200, "[]"))
    server.answer(renewal, with: .status(201, token("t2", "r2")))
    await server.settle()
    #expect(log.entries == ["UserDidSignOut: ada (no token)", "[]"])
    #expect(api.token?.value == "t2")
  }

  @Test func `a call is repeated for a user who signs in during it`() async {
    let api = makeClient()
    hold(session, .status(201, token("t1", "r1"))) {
      api.signIn(user: "ada", password: "secret") { log.add($0) }
    }
    server.answer(renewal, with: .status(201, token("t2", "r2")))
    await getOrders(with: api, .status(401), .status(200, "[]"))
    #expect(log.entries == ["UserDidSignIn: ada (t1)", token("t1", "r1"), "[]"])
    #expect(
      server.requests.dropFirst() == [
        .get(orders), .json(renewal, #"{"renewal":"r1"}"#), .get(orders, token: "t2"),
      ])
  }

  @Test func `a refused renewal signs out even a user who signed in meanwhile`() async {
    let api = await makeSignedInClient()
    hold(orders, .status(401)) { api.getOrders { log.add($0) } }
    hold(session, .status(201, token("t7", "r7", of: "grace"))) {
      api.signIn(user: "grace", password: "secret") { log.add($0) }
    }
    server.answer(renewal, with: .status(401))
    await server.settle()
    #expect(
      log.entries == [
        "UserDidSignIn: grace (t7)", token("t7", "r7", of: "grace"),
        "UserDidSignOut: grace (no token)", "failed: notSignedIn",
      ])
  }

  // A quirk: each call exchanges the same renewal for a new token, and that works only once.
  @Test func `two calls at a time with an expired token sign the user out`() async {
    let api = await makeSignedInClient()
    hold(orders, .status(401)) { api.getOrders { log.add($0) } }
    hold(orders, .status(401)) { api.getOrders { log.add($0) } }
    server.answer(orders, with: .status(200, "[]"))
    server.answer(renewal, with: .status(201, token("t2", "r2")), .status(401))
    await server.settle()
    #expect(
      log.entries.sorted() == ["UserDidSignOut: ada (no token)", "[]", "failed: notSignedIn"])
    #expect(server.requests.compactMap(\.body) == [#"{"renewal":"r1"}"#, #"{"renewal":"r1"}"#])
  }

  // MARK: The announcements screen

  @Test func `announcements are listed with their days in UTC, the newest first`() async {
    await expectAnnouncementsInOrder()
  }

  // The time zone belongs to the whole process, so this test runs in its own.
  @Test func `a user in Tokyo sees the days in UTC, too`() async {
    await #expect(processExitsWith: .success) {
      setenv("TZ", "Asia/Tokyo", 1)
      NSTimeZone.resetSystemTimeZone()
      #expect(TimeZone.current.secondsFromGMT() == 9 * 60 * 60)
      await CharacterizationTests().expectAnnouncementsInOrder()
    }
  }

  private func expectAnnouncementsInOrder() async {
    let screen = AnnouncementsScreen(api: makeClient())
    #expect(screen.shown == [nil])
    await show(
      screen, announcements,
      """
      [{"title": "Older", "date": "2025-12-31T23:59:59Z"},
       {"title": "Canteen", "date": "2026-07-01T00:00:00Z"},
       {"title": "Bikes", "date": "2026-07-01T00:00:00Z"},
       {"title": "Newest", "date": "2026-07-01T23:59:59Z"},
       {"title": "Parking", "date": "2026-07-01T00:00:00Z"}]
      """)
    #expect(
      screen.shown == [
        "2026-07-01: Newest", "2026-07-01: Canteen", "2026-07-01: Bikes", "2026-07-01: Parking",
        "2025-12-31: Older", nil,
      ])
  }

  @Test func `the announcements screen says when there is nothing new`() async {
    let screen = AnnouncementsScreen(api: makeClient())
    await show(screen, announcements, moved)
    await show(screen, announcements, "[]")
    #expect(screen.shown == ["There is nothing new."])
  }

  @Test func `if announcements can't be reloaded, the old ones stay, with a message`() async {
    let screen = AnnouncementsScreen(api: makeClient())
    await show(screen, announcements, moved)
    await show(screen, announcements, status: 500)
    #expect(screen.shown == ["2026-02-28: Moved", "The server has a problem (500)."])
    server.answer(announcements, with: .status(200, newDesk))
    screen.willAppear()
    #expect(screen.shown == ["2026-02-28: Moved", "The server has a problem (500)."])
    await server.settle()
    #expect(screen.shown == ["2026-03-01: New desk", nil])
  }

  @Test func `announcements are loaded at each appearance, but not twice at a time`() async {
    let screen = AnnouncementsScreen(api: makeClient())
    for status in [500, 200, 200] {
      server.forgetRequests()
      server.answer(announcements, with: .status(status, "[]"))
      screen.willAppear()
      screen.willAppear()
      await server.settle()
      #expect(server.requests == [.get(announcements)])
    }
  }

  // MARK: The orders screen

  @Test func `orders are listed as the server lists them`() async {
    let screen = OrdersScreen(api: makeClient())
    #expect(screen.shown == [nil])
    await show(screen, orders, Self.calls[1].answer)
    #expect(screen.shown == ["12: 3 × Paper", "9: 1500 × Pen", "12: 3 × Paper", nil])
    await show(screen, orders, "[]")
    #expect(screen.shown == [nil])
  }

  @Test func `if orders can't be reloaded, the old ones stay, with a message for now`() async {
    let screen = OrdersScreen(api: makeClient())
    await show(screen, orders, lamp)
    await show(screen, orders, status: 500)
    #expect(screen.shown == ["8: 1 × Lamp", "The server has a problem (500)."])
    server.answer(orders, with: .status(200, "[]"))
    screen.willAppear()
    #expect(screen.shown == ["8: 1 × Lamp", nil])
    await server.settle()
    #expect(screen.shown == [nil])
  }

  @Test(arguments: [1, 500])
  func `a new order is submitted, and listed first as the server returns it`(quantity: Int) async {
    let screen = OrdersScreen(api: makeClient())
    await show(screen, orders, lamp)
    server.answer(purchase, with: .status(201, #"{"number": 9, "item": "Biro", "quantity": 7}"#))
    screen.submit(pens(quantity))
    #expect(screen.shown == ["8: 1 × Lamp", nil])
    await server.settle()
    #expect(screen.shown == ["9: 7 × Biro", "8: 1 × Lamp", "Order 9 is on its way."])
    #expect(
      server.requests.last?.body
        == #"{"due":"1970-01-01T00:00:00Z","item":" Pen","quantity":\#(quantity)}"#)
  }

  @Test(arguments: [-1, 0, 501])
  func `an order beyond the limits isn't submitted`(quantity: Int) async {
    let screen = OrdersScreen(api: makeClient())
    screen.submit(pens(quantity))
    #expect(screen.shown == ["Order 1 to 500 pieces."])
    await server.settle()
    #expect(server.requests == [])
  }

  @Test func `submitting an order again lists it again, even under the same number`() async {
    let screen = OrdersScreen(api: makeClient())
    server.answer(purchase, with: ordered(13), ordered(13), ordered(14))
    for _ in 1...3 { screen.submit(pens(1)) }
    await server.settle()
    #expect(
      screen.shown == ["14: 1 × Pen", "13: 1 × Pen", "13: 1 × Pen", "Order 14 is on its way."])
  }

  // The list that was requested first arrives last, because the token expired in between.
  @Test func `the list that arrives last replaces the others and new orders`() async {
    let screen = OrdersScreen(api: await makeSignedInClient())
    hold(orders, .status(401)) { screen.willAppear() }
    hold(orders, .status(200, "[]")) { screen.willAppear() }
    hold(purchase, ordered(13)) { screen.submit(pens(1)) }
    server.answer(renewal, with: .status(201, token("t2", "r2")))
    server.answer(orders, with: .status(200, lamp))
    await server.settle()
    #expect(screen.shown == ["8: 1 × Lamp", "Order 13 is on its way."])
  }

  @Test func `the message stays until the next order is answered, even with a failure`() async {
    let screen = OrdersScreen(api: makeClient())
    await show(screen, orders, lamp)
    screen.submit(pens(0))
    server.answer(purchase, with: .status(422, #"{"reason": "Come back on Monday."}"#))
    screen.submit(pens(1))
    #expect(screen.shown == ["8: 1 × Lamp", "Order 1 to 500 pieces."])
    await server.settle()
    #expect(screen.shown == ["8: 1 × Lamp", "Come back on Monday."])
  }

  @Test func `a screen isn't kept alive by its requests`() async {
    let api = makeClient()
    for line in [announcements, orders, purchase] { server.answer(line, with: .unreachable) }
    weak var announcementsScreen: AnnouncementsScreen?
    weak var ordersScreen: OrdersScreen?
    do {
      let screens = (AnnouncementsScreen(api: api), OrdersScreen(api: api))
      (announcementsScreen, ordersScreen) = screens
      screens.0.willAppear()
      screens.1.willAppear()
      screens.1.submit(pens(1))
    }
    #expect(announcementsScreen == nil)
    #expect(ordersScreen == nil)
    await server.settle()
  }

  // MARK: The settings screen

  @Test func `the settings show the user and the version as of the last appearance`() async {
    let api = await makeSignedInClient()
    let screen = SettingsScreen(api: api)
    #expect(screen.lines == [])
    screen.willAppear()
    api.signOut()
    #expect(screen.lines == ["Signed in as ada", about])
    screen.willAppear()
    #expect(screen.lines == ["Not signed in", about])
    await server.settle()
    #expect(server.requests == [])
  }

  @Test func `signing out in the settings shows at once`() async {
    let screen = SettingsScreen(api: await makeSignedInClient())
    screen.signOut()
    #expect(screen.lines == ["Not signed in", about])
    #expect(log.entries == ["UserDidSignOut: ada (no token)"])
  }

  // MARK: The app

  @Test func `selecting a tab shows its screen each time, with the app's client`() async {
    let app = App(server: server.url)
    server.answer(session, with: .status(201, token("t1", "r1")))
    app.api.signIn(user: "ada", password: "secret") { _ in }
    await server.settle()
    for (tab, line) in [(1, orders), (1, orders), (0, announcements), (2, nil)] {
      if let line { server.answer(line, with: .status(200, "[]")) }
      app.select(tab: tab)
      await server.settle()
      #expect(app.selectedTab == tab)
    }
    #expect(
      requestsOfScreens.dropFirst() == [
        .get(orders, token: "t1"), .get(orders, token: "t1"), .get(announcements, token: "t1"),
      ])
    #expect((app.screens[2] as? SettingsScreen)?.lines == ["Signed in as ada", about])
  }

  @Test(arguments: [-1, 3])
  func `the app begins with its first tab, and ignores tabs that don't exist`(tab: Int) async {
    let app = App(server: server.url)
    #expect(app.screens.map(\.title) == ["Announcements", "Orders", "Settings"])
    app.select(tab: tab)
    await server.settle()
    #expect(app.selectedTab == 0)
    #expect(requestsOfScreens == [])
  }

  // MARK: Helpers

  /// A client whose notifications are logged.
  private func makeClient() -> API {
    let api = API(server: server.url)
    log.listen(to: api)
    return api
  }

  /// A client with ada signed in. The token is `t1`, and `r1` renews it.
  private func makeSignedInClient() async -> API {
    let api = makeClient()
    server.answer(session, with: .status(201, token("t1", "r1")))
    api.signIn(user: "ada", password: "secret") { _ in }
    await server.settle()
    log.entries = []
    server.forgetRequests()
    return api
  }

  /// Gets the orders, and waits until nothing more happens.
  private func getOrders(with api: API, _ answers: StubServer.Answer...) async {
    for answer in answers { server.answer(orders, with: answer) }
    api.getOrders { log.add($0) }
    await server.settle()
  }

  /// Answers a request, but holds the answer back until the next `settle`.
  private func hold(_ line: String, _ answer: StubServer.Answer, to request: () -> Void) {
    server.answer(line, with: answer)
    request()
    server.holdAnswers()
  }

  /// Shows a screen, and waits for its answer.
  private func show(
    _ screen: any Screen, _ line: String, status: Int = 200, _ body: String = ""
  ) async {
    server.answer(line, with: .status(status, body))
    screen.willAppear()
    await server.settle()
  }

  /// All requests but the reports, which only the solution sends.
  private var requestsOfScreens: [StubServer.Request] {
    server.requests.filter { $0.line != "POST /v2/api/analytics" }
  }
}

extension AnnouncementsScreen {
  fileprivate var shown: [String?] { lines + [message] }
}

extension OrdersScreen {
  fileprivate var shown: [String?] { lines + [message] }
}

extension CharacterizationTests {
  /// A call in the name of the user.
  struct Call: CustomTestStringConvertible {
    let line: String
    var body: String?
    let answer: String
    let make: @MainActor (API, Log) -> Void

    var testDescription: String { line }

    func request(token: String?) -> StubServer.Request {
      body.map { .json(line, token: token, $0) } ?? .get(line, token: token)
    }
  }

  nonisolated private static let calls = [
    Call(
      line: announcements,
      answer: """
        [{"date":"2026-02-28T23:59:59Z","title":" New desk"},\
        {"date":"2026-03-01T01:00:00Z","title":"Moved"}]
        """
    ) { api, log in api.getAnnouncements { log.add($0) } },
    Call(
      line: orders,
      answer: """
        [{"item":"Paper","number":12,"quantity":3},{"item":"Pen","number":9,"quantity":1500},\
        {"item":"Paper","number":12,"quantity":3}]
        """
    ) { api, log in api.getOrders { log.add($0) } },
    // The screen limits the quantity of an order. The client doesn't.
    Call(
      line: purchase, body: #"{"due":"1970-01-01T00:00:00Z","item":" Pen","quantity":0}"#,
      answer: #"{"item":"Biro","number":12,"quantity":-1}"#
    ) { api, log in api.submit(pens(0)) { log.add($0) } },
  ]

  /// The notifications of a client, and its results as JSON.
  @MainActor
  final class Log {
    var entries: [String] = []
    private var observation: Observation?

    /// Logs each notification that a client posts, with the client's token at that moment.
    func listen(to client: API) {
      observation = Observation { [weak self, weak client] note in
        guard let client, client === note.object as AnyObject? else { return }
        let entry = "\(note.name.rawValue): \(note.userInfo?["user"] ?? "nobody")"
        MainActor.assumeIsolated {
          self?.entries.append("\(entry) (\(client.token?.value ?? "no token"))")
        }
      }
    }

    func add<Value: Encodable>(_ result: Result<Value, APIError>) {
      let encoder = JSONEncoder()
      encoder.dateEncodingStrategy = .iso8601
      encoder.outputFormatting = .sortedKeys
      do {
        entries.append(String(decoding: try encoder.encode(result.get()), as: UTF8.self))
      } catch {
        entries.append("failed: \(error)")
      }
    }
  }
}

/// Observes all notifications until it's released.
private final class Observation {
  private let token: any NSObjectProtocol

  init(_ receive: @escaping @Sendable (Notification) -> Void) {
    token = NotificationCenter.default.addObserver(
      forName: nil, object: nil, queue: nil, using: receive)
  }

  deinit { NotificationCenter.default.removeObserver(token) }
}

private let session = "POST /v2/api/session"
private let renewal = "POST /v2/api/session/renewal"
private let announcements = "GET /v2/api/announcements"
private let orders = "GET /v2/api/orders"
private let purchase = "POST /v2/api/orders"

private let failures = [
  (StubServer.Answer.status(401), APIError.notSignedIn), (.unreachable, .unreachable),
  (.status(422, #"{"reason": "Too soon."}"#), .rejected("Too soon.")),
  (.status(500), .failed(status: 500)), (.status(200, #"{"user": "grace"}"#), .malformed),
]

private let moved = #"[{"title": "Moved", "date": "2026-02-28T23:59:59Z"}]"#
private let newDesk = #"[{"title": "New desk", "date": "2026-03-01T12:00:00Z"}]"#
private let lamp = #"[{"number": 8, "item": "Lamp", "quantity": 1}]"#

private func token(_ value: String, _ renewal: String, of user: String = "ada") -> String {
  #"{"renewal":"\#(renewal)","user":"\#(user)","value":"\#(value)"}"#
}

private func ordered(_ number: Int) -> StubServer.Answer {
  .status(201, #"{"number": \#(number), "item": "Pen", "quantity": 1}"#)
}

private func pens(_ quantity: Int) -> PurchaseOrder {
  PurchaseOrder(item: " Pen", quantity: quantity, due: Date(timeIntervalSince1970: 0.75))
}

#if os(macOS)
  private let about = "Version 4.2, on a Mac"
#else
  private let about = "Version 4.2, on a PC"
#endif
