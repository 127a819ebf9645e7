import Foundation
import TestSupport
import Testing

@testable import SproutMethod

/// Pins which requests the app sends, and what its screens show when they appear.
///
/// The new code calls `load`, copies lines from it and from `submitPO`, and is called at the top of
/// each `viewWillAppear()`. These places decide what is sent, how often, and with whose token, what
/// the caller gets, who's signed in afterward, how long the client lives, and what a screen shows at
/// once. The tests look at the requests that a stub server gets, the errors that the caller gets, the
/// client's token, and the screens.
@MainActor
@Suite("SproutMethod: characterization", .namesModule)
struct CharacterizationTests {
  @MainActor struct SigningInAndOut {
    private let server = StubServer()
    private let api: API

    init() async {
      api = await server.makeSignedInClient()
    }

    @Test func `signing in sends the name and the password as they are, and no token`() async {
      api.signIn(userName: "grace ", password: "s€cret") { _ in }
      await server.settle()
      #expect(server.requests == [.json(session, #"{"password":"s€cret","userName":"grace "}"#)])
    }

    @Test func `signing in replaces the previous user before the caller is told`() async {
      server.answer(session, with: .status(200, token("t7", "r7", of: "grace")))
      var users: [String?] = []
      api.signIn(userName: "grace", password: "secret") { _ in
        users.append(api.currentToken?.userName)
      }
      await server.settle()
      #expect(users == ["grace"])
    }

    @Test func `a wrong password leaves the previous user signed in`() async {
      server.answer(session, with: .status(401))
      var errors: [APIError?] = []
      api.signIn(userName: "grace", password: "wrong") { errors.append($0.error) }
      await server.settle()
      #expect(errors == [.notSignedIn])
      #expect(server.requests.map(\.line) == [session])
      #expect(api.currentToken?.accessToken == "t1")
    }

    @Test func `a sign-out is announced once, when nobody is signed in anymore`() {
      let signOuts = SignOutObserver(of: api)
      api.signOut()
      api.signOut()
      #expect(signOuts.tokens == [nil])
    }
  }

  @MainActor struct Requests {
    private let server = StubServer()
    private let api: API

    init() async {
      api = await server.makeSignedInClient()
    }

    @Test func `announcements are requested with the user's token`() async {
      api.getAnnouncements { _ in }
      await server.settle()
      #expect(server.requests == [.get(news, token: "t1")])
    }

    @Test func `an order is sent with its item, quantity, and due date`() async {
      api.submitPO(pens(2)) { _ in }
      await server.settle()
      #expect(server.requests == [.json(purchase, token: "t1", twoPens)])
    }

    @Test func `without a user, no token is sent and nothing is refreshed`() async {
      api.signOut()
      server.answer(news, with: .status(401))
      #expect(await api.getAnnouncements(from: server) == [.notSignedIn])
      #expect(server.requests == [.get(news)])
    }

    @Test(
      arguments: [
        // From 200 to 299, it's a success.
        (.status(199, "[]"), .serverError), (.status(200, "[]"), nil), (.status(299, "[]"), nil),
        (.status(300, "[]"), .serverError), (.status(503, "[]"), .serverError),
        // An announcement without a date
        (.status(200, #"[{"headline": "Bikes"}]"#), .malformed),
        (.unreachable, .unreachable), (.brokenOff(200, "[]"), .unreachable),
        (.brokenOff(401, ""), .unreachable),
      ] as [(StubServer.Answer, APIError?)])
    func `after any answer but a 401, a request isn't repeated`(
      answer: StubServer.Answer, error: APIError?
    ) async {
      server.answer(news, with: answer)
      #expect(await api.getAnnouncements(from: server) == [error])
      #expect(server.requests == [.get(news, token: "t1")])
    }

    @Test func `a request is finished even if nobody retains the client`() async {
      server.answer(purchase, with: .status(401), .status(201, order(12)))
      server.answer(refresh, with: .status(201, token("t2", "r2")))
      var errors: [APIError?] = []
      await server.makeSignedInClient().submitPO(pens(2)) { errors.append($0.error) }
      await server.settle()
      #expect(errors == [nil])
    }

    @Test func `a client is released after its last answer`() async {
      weak var client: API?
      do {
        let api = await server.makeSignedInClient()
        client = api
        api.getAnnouncements { _ in }
      }
      await server.settle()
      #expect(client == nil)
    }
  }

  @MainActor struct ExpiredTokens {
    private let server = StubServer()
    private let api: API

    init() async {
      api = await server.makeSignedInClient()
    }

    @Test func `an expired token is refreshed, and the request is repeated`() async {
      server.answer(purchase, with: .status(401), .status(201, order(12)))
      // Any status from 200 to 299 is a success.
      server.answer(refresh, with: .status(299, token("t2", "r2")))
      var errors: [APIError?] = []
      api.submitPO(pens(2)) { errors.append($0.error) }
      await server.settle()
      #expect(errors == [nil])
      #expect(
        server.requests == [
          .json(purchase, token: "t1", twoPens), .json(refresh, #"{"refreshToken":"r1"}"#),
          .json(purchase, token: "t2", twoPens),
        ])
    }

    @Test func `a refresh replaces both tokens and even the user`() async {
      server.answer(news, with: .status(401))
      server.answer(refresh, with: .status(200, token("t2", "r2", of: "grace")))
      _ = await api.getAnnouncements(from: server)
      #expect(api.currentToken?.accessToken == "t2")
      #expect(api.currentToken?.refreshToken == "r2")
      #expect(api.currentToken?.userName == "grace")
    }

    @Test(arguments: [
      (StubServer.Answer.status(401), APIError.notSignedIn), (.status(500), .serverError),
      (.unreachable, .unreachable),
    ])
    func `a request is repeated only once`(answer: StubServer.Answer, error: APIError) async {
      server.answer(news, with: .status(401), answer)
      server.answer(refresh, with: .status(201, token("t2", "r2")))
      #expect(await api.getAnnouncements(from: server) == [error])
      #expect(server.requests.map(\.line) == [news, refresh, news])
    }

    /// The server has refused even the new token.
    @Test(.tags(.quirk))
    func `if the repeated request is refused, the user stays signed in`() async {
      server.answer(news, with: .status(401), .status(401))
      server.answer(refresh, with: .status(201, token("t2", "r2")))
      _ = await api.getAnnouncements(from: server)
      #expect(api.currentToken?.accessToken == "t2")
    }

    @Test func `a refused refresh signs the user out before the caller is told`() async {
      let signOuts = SignOutObserver(of: api)
      server.answer(news, with: .status(401))
      server.answer(refresh, with: .status(401))
      var signOutsBefore: [Int] = []
      api.getAnnouncements { _ in signOutsBefore.append(signOuts.tokens.count) }
      await server.settle()
      #expect(signOutsBefore == [1])
      #expect(server.requests.map(\.line) == [news, refresh])
    }

    @Test(
      .tags(.quirk),
      arguments: [
        StubServer.Answer.unreachable, .brokenOff(200, token("t2", "r2")), .status(500),
        .status(199, token("t2", "r2")), .status(300, token("t2", "r2")),
        // A user without tokens
        .status(200, #"{"userName": "grace"}"#),
      ])
    func `any other failed refresh leaves the user signed in, but says to sign in`(
      answer: StubServer.Answer
    ) async {
      server.answer(news, with: .status(401))
      server.answer(refresh, with: answer)
      #expect(await api.getAnnouncements(from: server) == [.notSignedIn])
      #expect(server.requests.map(\.line) == [news, refresh])
      #expect(api.currentToken?.accessToken == "t1")
    }

    @Test func `a user who signs out during a request stays signed out`() async {
      server.answer(news, with: .status(401))
      api.getAnnouncements { _ in }
      api.signOut()
      await server.settle()
      #expect(server.requests == [.get(news, token: "t1")])
      #expect(api.currentToken == nil)
    }

    @Test(.tags(.quirk))
    func `a user who signs out during a refresh is signed in again`() async {
      let signOuts = SignOutObserver(of: api)
      server.answer(news, with: .status(401))
      server.answer(refresh, with: .status(201, token("t2", "r2")))
      api.getAnnouncements { _ in }
      server.holdAnswers()
      // Runs after the client has handled the 401, so while it's waiting for a new token.
      DispatchQueue.main.async { api.signOut() }
      await server.settle()
      #expect(signOuts.tokens == [nil])
      #expect(api.currentToken?.accessToken == "t2")
    }

    @Test func `a request is repeated for a user who signs in during it`() async {
      api.signOut()
      server.answer(session, with: .status(201, token("t7", "r7", of: "grace")))
      api.signIn(userName: "grace", password: "secret") { _ in }
      server.holdAnswers()
      server.forgetRequests()
      // This request is sent before the client knows that grace is signed in, and refused after that.
      server.answer(news, with: .status(401))
      server.answer(refresh, with: .status(201, token("t8", "r8", of: "grace")))
      _ = await api.getAnnouncements(from: server)
      let body = #"{"refreshToken":"r7"}"#
      #expect(server.requests == [.get(news), .json(refresh, body), .get(news, token: "t8")])
    }

    /// Each request exchanges the same refresh token, and that works only once.
    @Test(.tags(.quirk))
    func `two requests at a time with an expired token sign the user out`() async {
      let signOuts = SignOutObserver(of: api)
      server.answer(news, with: .status(401), .status(401))
      server.answer(refresh, with: .status(201, token("t2", "r2")), .status(401))
      api.getAnnouncements { _ in }
      api.getAnnouncements { _ in }
      server.holdAnswers()
      await server.settle()
      let body = #"{"refreshToken":"r1"}"#
      #expect(server.requests.compactMap(\.body) == [body, body])
      #expect(signOuts.tokens == [nil])
    }
  }

  @MainActor struct AnnouncementsScreen {
    private let server = StubServer()
    private let screen: MBAnnouncementsViewModel

    init() {
      screen = MBAnnouncementsViewModel(apiClient: API(serverURL: server.url))
    }

    @Test func `announcements are listed with the newest first`() async {
      let list = """
        [{"headline": "Older", "publishedDate": "2025-12-31T23:59:59Z"},
         {"headline": "Newest", "publishedDate": "2026-10-02T08:00:01Z"},
         {"headline": "Canteen", "publishedDate": "2026-10-02T08:00:00Z"}]
        """
      await show(.status(200, list))
      #expect(screen.cellTitles == ["Newest", "Canteen", "Older"])
    }

    @Test(arguments: [
      (StubServer.Answer.unreachable, "Could not connect to the server."),
      (.status(401), "Please sign in."), (.status(500), "Server error. Please try again later."),
      (.status(200, "{}"), "Something went wrong. Please try again."),
    ])
    func `announcements stay if they can't be reloaded, with a message`(
      answer: StubServer.Answer, message: String
    ) async {
      await show(.status(200, bikes))
      await show(answer)
      #expect(screen.cellTitles == ["Bikes"])
      #expect(screen.statusMessage == message)
    }

    @Test func `a message stays until there are announcements to list`() async {
      await show(.status(200, "[]"))
      server.answer(news, with: .status(200, bikes))
      screen.viewWillAppear()
      #expect(screen.statusMessage == "No announcements.")
      await server.settle()
      #expect(screen.statusMessage == nil)
    }

    @Test(arguments: [StubServer.Answer.status(200, bikes), .status(500)])
    func `announcements load at each appearance, whatever came of the last one`(
      answer: StubServer.Answer
    ) async {
      await show(answer)
      await show(answer)
      #expect(server.requests(to: news) == [.get(news), .get(news)])
    }

    @Test func `announcements aren't loaded twice at the same time`() async {
      screen.viewWillAppear()
      screen.viewWillAppear()
      await server.settle()
      #expect(server.requests(to: news) == [.get(news)])
    }

    private func show(_ answer: StubServer.Answer) async {
      server.answer(news, with: answer)
      screen.viewWillAppear()
      await server.settle()
    }
  }

  @MainActor struct OrdersScreen {
    private let server = StubServer()
    private let screen: MBOrdersViewModel

    init() {
      screen = MBOrdersViewModel(apiClient: API(serverURL: server.url))
    }

    @Test func `the latest order is listed first, with a message`() async {
      await submit(1, .status(201, order(1012)))
      await submit(500, .status(201, order(1011)))
      #expect(screen.cellTitles == ["1011: 500 × Pen", "1012: 1 × Pen"])
      #expect(screen.statusMessage == "Order 1011 submitted.")
    }

    @Test(arguments: [0, 501])
    func `an order beyond the limits isn't submitted`(quantity: Int) async {
      await submit(quantity, .status(201, order(12)))
      #expect(server.requests == [])
      #expect(screen.statusMessage == "Quantity must be between 1 and 500.")
    }

    @Test func `a failed order isn't listed, but shows a message`() async {
      await submit(3, .status(500))
      #expect(screen.cellTitles == [])
      #expect(screen.statusMessage == "Server error. Please try again later.")
    }

    @Test func `orders stay when the screen appears again, without the message`() async {
      await submit(3, .status(201, order(12)))
      screen.viewWillAppear()
      #expect(screen.cellTitles == ["12: 3 × Pen"])
      #expect(screen.statusMessage == nil)
    }

    private func submit(_ quantity: Int, _ answer: StubServer.Answer) async {
      server.answer(purchase, with: answer)
      screen.submit(pens(quantity))
      await server.settle()
    }
  }

  @MainActor struct SettingsScreen {
    @Test func `the settings change only when the screen appears again`() async {
      let api = await StubServer().makeSignedInClient()
      let screen = MBSettingsViewModel(apiClient: api)
      screen.viewWillAppear()
      api.signOut()
      #expect(screen.cellTitles == ["Signed in as ada", "Version 4.2"])
      screen.viewWillAppear()
      #expect(screen.cellTitles == ["Not signed in", "Version 4.2"])
    }
  }

  @MainActor struct Tabs {
    private let server = StubServer()
    private let app: App

    init() {
      app = App(serverURL: server.url)
    }

    @Test func `the app begins with its first tab, but doesn't show it yet`() async {
      await server.settle()
      #expect(app.selectedTab == 0)
      #expect(server.requests == [])
    }

    @Test func `selecting a tab shows its screen, again if it's selected already`() async {
      app.selectTab(at: 0)
      await server.settle()
      app.selectTab(at: 0)
      await server.settle()
      #expect(server.requests(to: news) == [.get(news), .get(news)])
    }

    @Test func `all tabs belong to the app's user`() async throws {
      await server.signIn(app.apiClient)
      try #require(app.tabViewModels[1] as? MBOrdersViewModel).submit(pens(2))
      await server.settle()
      #expect(server.requests == [.json(purchase, token: "t1", twoPens)])
      app.selectTab(at: 2)
      let settings = try #require(app.tabViewModels[2] as? MBSettingsViewModel)
      #expect(settings.cellTitles == ["Signed in as ada", "Version 4.2"])
    }

    @Test func `the app talks to the server of MyBiz`() {
      #expect(App().apiClient.serverURL.absoluteString == "https://mybiz.example.com/v2")
    }
  }
}

// MARK: - The server

private let session = "POST /v2/api/session"
private let refresh = "POST /v2/api/session/refresh"
private let news = "GET /v2/api/announcements"
private let purchase = "POST /v2/api/orders"

private let bikes = #"[{"headline": "Bikes", "publishedDate": "2026-02-28T23:59:59Z"}]"#
private let twoPens = #"{"EINDT":"2026-01-01T04:05:06Z","MAKTX":"Pen","MENGE":2}"#

private func token(_ access: String, _ refresh: String, of user: String = "ada") -> String {
  #"{"accessToken": "\#(access)", "refreshToken": "\#(refresh)", "userName": "\#(user)"}"#
}

private func order(_ number: Int) -> String { #"{"EBELN": \#(number)}"# }

@MainActor
extension StubServer {
  /// A client whose user, ada, has the token `t1`. The token for refreshing it is `r1`.
  fileprivate func makeSignedInClient() async -> API {
    let api = API(serverURL: url)
    await signIn(api)
    return api
  }

  /// The name that a user types isn't the one that the server returns.
  fileprivate func signIn(_ api: API) async {
    answer(session, with: .status(201, token("t1", "r1")))
    api.signIn(userName: "ada@mybiz", password: "secret") { _ in }
    await settle()
    forgetRequests()
  }

  /// In the solution, a screen also sends reports.
  fileprivate func requests(to line: String) -> [Request] {
    requests.filter { $0.line == line }
  }
}

// MARK: - The client

private func pens(_ quantity: Int) -> PurchaseOrder {
  PurchaseOrder(
    itemName: "Pen", quantity: quantity, dueDate: Date(timeIntervalSince1970: 1_767_240_306))
}

@MainActor
extension API {
  /// The error of each result that the caller gets, `nil` for a success.
  fileprivate func getAnnouncements(from server: StubServer) async -> [APIError?] {
    var errors: [APIError?] = []
    getAnnouncements { errors.append($0.error) }
    await server.settle()
    return errors
  }
}

extension APIResult {
  fileprivate var error: APIError? {
    if case .failure(let error) = self { error } else { nil }
  }
}

/// Records the client's token each time that a sign-out is announced.
@MainActor
private final class SignOutObserver {
  var tokens: [String?] = []
  private var observation: (any NSObjectProtocol)?

  init(of client: API) {
    observation = NotificationCenter.default.addObserver(
      forName: .userDidSignOut, object: client, queue: nil
    ) { [weak self, weak client] _ in
      MainActor.assumeIsolated { self?.tokens.append(client?.currentToken?.accessToken) }
    }
  }

  isolated deinit {
    if let observation { NotificationCenter.default.removeObserver(observation) }
  }
}
