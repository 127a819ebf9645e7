import Foundation
import TestSupport
import Testing

@testable import SproutMethod

/// The client, the view models, and the app, with a stub server.
@MainActor
@Suite("SproutMethod: characterization", .namesModule)
struct CharacterizationTests {
  private let server = StubServer()

  // MARK: Signing in and out

  @Test func `signing in replaces the previous user before the caller is told`() async {
    let api = await makeSignedInClient()
    server.answer(session, with: .status(200, token("t7", "r7", of: "grace")))
    var tokensAtCompletion: [String?] = []
    api.signIn(userName: "grace", password: "secret") { _ in
      tokensAtCompletion.append(api.currentToken?.accessToken)
    }
    #expect(api.currentToken?.accessToken == "t1")
    await server.settle()
    #expect(tokensAtCompletion == ["t7"])
  }

  @Test func `replacing a user isn't announced as a sign-out`() async {
    let api = await makeSignedInClient()
    let signOuts = SignOutObserver(of: api)
    await signIn(api, as: "grace")
    #expect(api.currentToken?.userName == "grace")
    #expect(signOuts.tokens == [])
    api.signOut()
    #expect(signOuts.tokens == [nil])
  }

  @Test func `signing in sends the name and the password as they are, and no token`() async {
    let api = await makeSignedInClient()
    api.signIn(userName: "grace ", password: "s€cret") { _ in }
    await server.settle()
    #expect(requests == [.json(session, #"{"password":"s€cret","userName":"grace "}"#)])
  }

  @Test(arguments: [
    (StubServer.Answer.status(401), APIError.notSignedIn), (.status(500), .serverError),
    (.unreachable, .unreachable), (.status(200, #"{"userName": "grace"}"#), .malformed),
  ])
  func `a failed sign-in leaves the previous user signed in`(
    answer: StubServer.Answer, error: APIError
  ) async {
    let api = await makeSignedInClient()
    server.answer(session, with: answer)
    let results = Results<Token>()
    api.signIn(userName: "grace", password: "wrong", completion: results.add)
    await server.settle()
    #expect(results.errors == [error])
    #expect(api.currentToken?.accessToken == "t1")
  }

  @Test func `a wrong password doesn't refresh the previous user's token`() async {
    let api = await makeSignedInClient()
    server.answer(session, with: .status(401))
    api.signIn(userName: "grace", password: "wrong") { _ in }
    await server.settle()
    #expect(requests.map(\.line) == [session])
  }

  @Test func `when a sign-out is announced, nobody is signed in anymore`() async {
    let api = await makeSignedInClient()
    let signOuts = SignOutObserver(of: api)
    api.signOut()
    #expect(signOuts.tokens == [nil])
  }

  @Test func `signing out twice is announced once`() async {
    let api = await makeSignedInClient()
    let signOuts = SignOutObserver(of: api)
    api.signOut()
    api.signOut()
    #expect(signOuts.tokens == [nil])
  }

  @Test func `the server isn't told when a user signs out`() async {
    let api = await makeSignedInClient()
    api.signOut()
    await server.settle()
    #expect(api.currentToken == nil)
    #expect(requests == [])
  }

  @Test func `the next user can sign out, too`() async {
    let api = await makeSignedInClient()
    api.signOut()
    let signOuts = SignOutObserver(of: api)
    await signIn(api, as: "grace")
    #expect(api.currentToken?.userName == "grace")
    api.signOut()
    #expect(signOuts.tokens == [nil])
  }

  // MARK: Requests and answers

  @Test func `announcements are requested with the token each time`() async {
    let api = await makeSignedInClient()
    server.answer(news, with: .status(200, bikes), .status(200, "[]"))
    _ = await getAnnouncements(api)
    _ = await getAnnouncements(api)
    #expect(requests == [.get(news, token: "t1"), .get(news, token: "t1")])
  }

  @Test func `an order is sent with its item, quantity, and due date`() async {
    let api = await makeSignedInClient()
    api.submitPO(dye(0)) { _ in }
    await server.settle()
    let body = #"{"EINDT":"2026-01-01T04:05:06Z","MAKTX":" 5 % dye","MENGE":0}"#
    #expect(requests == [.json(purchase, token: "t1", body)])
  }

  @Test func `without a user, no token is sent and nothing is refreshed`() async {
    let api = API(serverURL: server.url)
    server.answer(news, with: .status(401))
    let results = await getAnnouncements(api)
    #expect(results.errors == [.notSignedIn])
    #expect(requests == [.get(news)])
  }

  @Test(arguments: [200, 299])
  func `with a status from 200 to 299, a request has succeeded`(status: Int) async {
    let api = await makeSignedInClient()
    server.answer(news, with: .status(status, "[]"))
    let results = await getAnnouncements(api)
    #expect(results.values.count == 1)
    #expect(results.errors == [])
  }

  @Test(arguments: [199, 300, 400, 403, 503])
  func `any other status but 401 is a server error`(status: Int) async {
    let api = await makeSignedInClient()
    server.answer(news, with: .status(status, "[]"))
    let results = await getAnnouncements(api)
    #expect(results.errors == [.serverError])
    #expect(results.values.isEmpty)
  }

  @Test(arguments: [
    "", "null",
    // The second entry has no date
    bikes.replacing("]", with: #", {"headline": "B"}]"#),
  ])
  func `an answer that isn't a list of announcements is malformed`(body: String) async {
    let api = await makeSignedInClient()
    server.answer(news, with: .status(200, body))
    let results = await getAnnouncements(api)
    #expect(results.errors == [.malformed])
    #expect(results.values.isEmpty)
  }

  @Test(arguments: [
    StubServer.Answer.unreachable, .brokenOff(200, "[]"), .brokenOff(401, ""),
  ])
  func `without a complete answer, the server counts as unreachable`(
    answer: StubServer.Answer
  ) async {
    let api = await makeSignedInClient()
    server.answer(news, with: answer)
    let results = await getAnnouncements(api)
    #expect(results.errors == [.unreachable])
    #expect(results.values.isEmpty)
  }

  @Test(arguments: [
    StubServer.Answer.status(403), .status(503), .unreachable,
    // Malformed, because it's empty
    .status(200),
    // Not a complete answer
    .brokenOff(401, ""),
  ])
  func `a request that fails for any reason but a 401 isn't repeated`(
    answer: StubServer.Answer
  ) async {
    let api = await makeSignedInClient()
    server.answer(news, with: answer)
    let results = await getAnnouncements(api)
    #expect(results.errors.count == 1)
    #expect(requests.map(\.line) == [news])
  }

  // MARK: Expired tokens

  @Test func `an expired token is refreshed, and the request is repeated`() async {
    let api = await makeSignedInClient()
    server.answer(purchase, with: .status(401), .status(201, #"{"EBELN": 12}"#))
    server.answer(refresh, with: .status(299, token("t2", "r2")))
    let results = Results<Order>()
    api.submitPO(dye(0), completion: results.add)
    await server.settle()
    #expect(results.values.map(\.orderNumber) == [12])
    let body = #"{"EINDT":"2026-01-01T04:05:06Z","MAKTX":" 5 % dye","MENGE":0}"#
    #expect(
      requests == [
        .json(purchase, token: "t1", body), .json(refresh, #"{"refreshToken":"r1"}"#),
        .json(purchase, token: "t2", body),
      ])
  }

  @Test func `a request is finished even if nobody retains the client`() async {
    let results = Results<Order>()
    server.answer(purchase, with: .status(401), .status(201, #"{"EBELN": 12}"#))
    server.answer(refresh, with: .status(201, token("t2", "r2")))
    await makeSignedInClient().submitPO(dye(1), completion: results.add)
    await server.settle()
    #expect(results.values.map(\.orderNumber) == [12])
  }

  @Test func `a client is released after its last answer`() async {
    weak var client: API?
    do {
      let api = await makeSignedInClient()
      client = api
      server.answer(news, with: .status(401), .status(200, "[]"))
      server.answer(refresh, with: .status(201, token("t2", "r2")))
      api.getAnnouncements { _ in }
    }
    await server.settle()
    // The session may release the client a moment after its last answer.
    for _ in 1...50 where client != nil { await server.settle() }
    #expect(requests.map(\.line) == [news, refresh, news])
    #expect(client == nil)
  }

  @Test func `a refresh replaces both tokens and even the user`() async {
    let api = await makeSignedInClient()
    server.answer(news, with: .status(401), .status(200, "[]"), .status(401), .status(200, "[]"))
    server.answer(
      refresh, with: .status(200, token("t2", "r2")), .status(200, token("t3", "r3", of: "grace")))
    _ = await getAnnouncements(api)
    server.forgetRequests()
    _ = await getAnnouncements(api)
    #expect(api.currentToken?.userName == "grace")
    #expect(
      requests == [
        .get(news, token: "t2"), .json(refresh, #"{"refreshToken":"r2"}"#),
        .get(news, token: "t3"),
      ])
  }

  @Test func `a request is repeated only once`() async {
    let api = await makeSignedInClient()
    server.answer(news, with: .status(401), .status(401))
    server.answer(refresh, with: .status(201, token("t2", "r2")))
    let results = await getAnnouncements(api)
    #expect(results.errors == [.notSignedIn])
    #expect(requests.map(\.line) == [news, refresh, news])
  }

  @Test(arguments: [
    (StubServer.Answer.status(500), APIError.serverError), (.unreachable, .unreachable),
    (.status(200, "{}"), .malformed),
  ])
  func `if the repeated request fails, the caller gets its error`(
    answer: StubServer.Answer, error: APIError
  ) async {
    let api = await makeSignedInClient()
    server.answer(news, with: .status(401), answer)
    server.answer(refresh, with: .status(201, token("t2", "r2")))
    let results = await getAnnouncements(api)
    #expect(results.errors == [error])
    #expect(requests.map(\.line) == [news, refresh, news])
  }

  // A quirk: even after a 401, the user stays signed in, with a token that the server refuses.
  @Test(arguments: [StubServer.Answer.status(401), .status(500)])
  func `if the repeated request fails, the user stays signed in`(
    answer: StubServer.Answer
  ) async {
    let api = await makeSignedInClient()
    server.answer(news, with: .status(401), answer)
    server.answer(refresh, with: .status(201, token("t2", "r2")))
    let results = await getAnnouncements(api)
    #expect(results.errors.count == 1)
    #expect(api.currentToken?.accessToken == "t2")
  }

  @Test func `a refused refresh signs the user out before the caller is told`() async {
    let api = await makeSignedInClient()
    server.answer(news, with: .status(401))
    server.answer(refresh, with: .status(401))
    let results = await getAnnouncements(api)
    #expect(results.errors == [.notSignedIn])
    #expect(results.tokens == [nil])
  }

  @Test func `a sign-out because of a refused refresh is announced`() async {
    let api = await makeSignedInClient()
    let signOuts = SignOutObserver(of: api)
    server.answer(news, with: .status(401))
    server.answer(refresh, with: .status(401))
    _ = await getAnnouncements(api)
    #expect(signOuts.tokens == [nil])
  }

  @Test func `after a refused refresh, the request isn't repeated`() async {
    let api = await makeSignedInClient()
    server.answer(news, with: .status(401))
    server.answer(refresh, with: .status(401, token("t2", "r2")))
    _ = await getAnnouncements(api)
    #expect(requests.map(\.line) == [news, refresh])
  }

  // A quirk: the caller is told to sign in, but the user still is, with the expired token.
  @Test(arguments: [
    StubServer.Answer.unreachable, .status(403), .status(500),
    .status(300, token("t2", "r2")), .status(199, token("t2", "r2")),
    .status(200, #"{"userName": "grace"}"#), .brokenOff(200, token("t2", "r2")),
  ])
  func `any other failed refresh leaves the user signed in, but says to sign in`(
    answer: StubServer.Answer
  ) async {
    let api = await makeSignedInClient()
    server.answer(news, with: .status(401))
    server.answer(refresh, with: answer)
    let results = await getAnnouncements(api)
    #expect(results.errors == [.notSignedIn])
    #expect(api.currentToken?.accessToken == "t1")
    #expect(requests.map(\.line) == [news, refresh])
  }

  @Test func `after a failed refresh, the next request tries again`() async {
    let api = await makeSignedInClient()
    server.answer(news, with: .status(401), .status(401), .status(200, "[]"))
    server.answer(refresh, with: .unreachable, .status(201, token("t2", "r2")))
    #expect(await getAnnouncements(api).errors == [.notSignedIn])
    #expect(await getAnnouncements(api).values.count == 1)
  }

  @Test func `a user who signs out during a request stays signed out`() async {
    let api = await makeSignedInClient()
    server.answer(news, with: .status(401))
    let results = Results<[Announcement]>()
    api.getAnnouncements(completion: results.add)
    api.signOut()
    await server.settle()
    #expect(results.errors == [.notSignedIn])
    #expect(api.currentToken == nil)
    #expect(requests == [.get(news, token: "t1")])
  }

  // A quirk
  @Test func `a user who signs out during a refresh is signed in again`() async {
    let api = await makeSignedInClient()
    let signOuts = SignOutObserver(of: api)
    server.answer(refresh, with: .status(201, token("t2", "r2")))
    hold(news, .status(401)) { api.getAnnouncements { _ in } }
    // This runs when the client knows about the 401, but doesn't have a new token yet.
    DispatchQueue.main.async { api.signOut() }
    await server.settle()
    #expect(signOuts.tokens == [nil])
    #expect(api.currentToken?.accessToken == "t2")
  }

  @Test(arguments: [nil, "t1"])
  func `a request is repeated for a user who signs in during it`(oldToken: String?) async {
    let api = oldToken == nil ? API(serverURL: server.url) : await makeSignedInClient()
    hold(session, .status(201, token("t7", "r7", of: "grace"))) {
      api.signIn(userName: "grace", password: "secret") { _ in }
    }
    server.forgetRequests()
    server.answer(news, with: .status(401), .status(200, bikes))
    server.answer(refresh, with: .status(201, token("t8", "r8", of: "grace")))
    let results = await getAnnouncements(api)
    #expect(results.values.map(\.count) == [1])
    #expect(
      requests == [
        .get(news, token: oldToken), .json(refresh, #"{"refreshToken":"r7"}"#),
        .get(news, token: "t8"),
      ])
  }

  // A quirk: each request exchanges the same refresh token, and that works only once.
  @Test(arguments: [StubServer.Answer.status(201, token("t2", "r2")), .status(401)])
  func `two requests at a time with an expired token sign the user out`(
    firstAnswer: StubServer.Answer
  ) async {
    let api = await makeSignedInClient()
    let signOuts = SignOutObserver(of: api)
    hold(news, .status(401)) { api.getAnnouncements { _ in } }
    hold(news, .status(401)) { api.getAnnouncements { _ in } }
    server.answer(refresh, with: firstAnswer, .status(401))
    await server.settle()
    #expect(signOuts.tokens == [nil])
    let body = #"{"refreshToken":"r1"}"#
    #expect(requests.compactMap(\.body) == [body, body])
  }

  // MARK: The announcements screen

  @Test func `announcements are listed with the newest first`() async {
    let screen = MBAnnouncementsViewModel(apiClient: API(serverURL: server.url))
    let list = """
      [{"headline": "Older", "publishedDate": "2025-12-31T23:59:59Z"},
       {"headline": "Like the last", "publishedDate": "2025-12-31T23:59:59Z"},
       {"headline": "Newest", "publishedDate": "2026-10-02T08:00:01Z"},
       {"headline": " Canteen ", "publishedDate": "2026-10-02T08:00:00Z"}]
      """
    await show(screen, .status(200, list))
    #expect(screen.cellTitles == ["Newest", " Canteen ", "Older", "Like the last"])
  }

  @Test func `an empty list replaces the old one, with a message`() async {
    let screen = MBAnnouncementsViewModel(apiClient: API(serverURL: server.url))
    await show(screen, .status(200, bikes))
    #expect(screen.cellTitles == ["Bikes"])
    await show(screen, .status(200, "[]"))
    #expect(screen.cellTitles == [])
    #expect(screen.statusMessage == "No announcements.")
  }

  @Test(arguments: [
    (StubServer.Answer.unreachable, "Could not connect to the server."),
    (.status(401), "Please sign in."), (.status(500), "Server error. Please try again later."),
    (.status(200, "{}"), "Something went wrong. Please try again."),
  ])
  func `announcements stay if they can't be reloaded, with a message`(
    answer: StubServer.Answer, message: String
  ) async {
    let screen = MBAnnouncementsViewModel(apiClient: API(serverURL: server.url))
    await show(screen, .status(200, bikes))
    await show(screen, answer)
    #expect(screen.cellTitles == ["Bikes"])
    #expect(screen.statusMessage == message)
  }

  @Test(arguments: [StubServer.Answer.unreachable, .status(200, "[]")])
  func `a message stays until there are announcements to list`(
    answer: StubServer.Answer
  ) async throws {
    let screen = MBAnnouncementsViewModel(apiClient: API(serverURL: server.url))
    await show(screen, answer)
    let message = try #require(screen.statusMessage)
    server.answer(news, with: .status(200, bikes))
    screen.viewWillAppear()
    #expect(screen.statusMessage == message)
    await server.settle()
    #expect(screen.statusMessage == nil)
    #expect(screen.cellTitles == ["Bikes"])
  }

  @Test(arguments: [StubServer.Answer.status(200, bikes), .status(500)])
  func `announcements load at each appearance, whatever came of the last one`(
    answer: StubServer.Answer
  ) async {
    let screen = MBAnnouncementsViewModel(apiClient: API(serverURL: server.url))
    await show(screen, answer)
    server.forgetRequests()
    await show(screen, answer)
    #expect(requests == [.get(news)])
  }

  @Test func `announcements aren't loaded twice at the same time`() async {
    let screen = MBAnnouncementsViewModel(apiClient: API(serverURL: server.url))
    screen.viewWillAppear()
    screen.viewWillAppear()
    await server.settle()
    #expect(requests == [.get(news)])
  }

  // MARK: The orders screen

  @Test func `the latest order is listed first, whatever its number`() async {
    let screen = MBOrdersViewModel(apiClient: API(serverURL: server.url))
    await submit(dye(2), to: screen, .status(201, #"{"EBELN": 1012}"#))
    await submit(dye(3), to: screen, .status(201, #"{"EBELN": 1011}"#))
    #expect(screen.cellTitles == ["1011: 3 ×  5 % dye", "1012: 2 ×  5 % dye"])
  }

  @Test(arguments: [1, 500])
  func `an order within the limits is submitted, with a message`(quantity: Int) async {
    let screen = MBOrdersViewModel(apiClient: API(serverURL: server.url))
    await submit(dye(quantity), to: screen, .status(201, #"{"EBELN": 1011}"#))
    #expect(screen.cellTitles == ["1011: \(quantity) ×  5 % dye"])
    #expect(screen.statusMessage == "Order 1011 submitted.")
  }

  @Test func `the same order can be submitted twice`() async {
    let screen = MBOrdersViewModel(apiClient: API(serverURL: server.url))
    await submit(dye(2), to: screen, .status(201, #"{"EBELN": 7}"#))
    await submit(dye(2), to: screen, .status(201, #"{"EBELN": 8}"#))
    #expect(screen.cellTitles == ["8: 2 ×  5 % dye", "7: 2 ×  5 % dye"])
  }

  @Test(arguments: [-1, 0, 501])
  func `an order beyond the limits isn't submitted`(quantity: Int) async {
    let screen = MBOrdersViewModel(apiClient: API(serverURL: server.url))
    screen.submit(dye(quantity))
    #expect(screen.statusMessage == "Quantity must be between 1 and 500.")
    await server.settle()
    #expect(requests == [])
  }

  @Test(arguments: [(500, "Server error. Please try again later."), (401, "Please sign in.")])
  func `a failed order isn't listed, but shows a message`(
    status: Int, message: String
  ) async {
    let screen = MBOrdersViewModel(apiClient: API(serverURL: server.url))
    await submit(dye(3), to: screen, .status(201, #"{"EBELN": 12}"#))
    await submit(dye(4), to: screen, .status(status))
    #expect(screen.cellTitles == ["12: 3 ×  5 % dye"])
    #expect(screen.statusMessage == message)
  }

  @Test func `orders stay when the screen appears again, without the message`() async {
    let screen = MBOrdersViewModel(apiClient: API(serverURL: server.url))
    await submit(dye(3), to: screen, .status(201, #"{"EBELN": 12}"#))
    #expect(screen.statusMessage == "Order 12 submitted.")
    screen.viewWillAppear()
    #expect(screen.cellTitles == ["12: 3 ×  5 % dye"])
    #expect(screen.statusMessage == nil)
  }

  @Test func `no orders are loaded when the screen appears`() async {
    let screen = MBOrdersViewModel(apiClient: API(serverURL: server.url))
    screen.viewWillAppear()
    screen.submit(dye(1))
    await server.settle()
    #expect(requests.map(\.line) == [purchase])
  }

  @Test func `each of two orders at the same time has its own result`() async {
    let screen = MBOrdersViewModel(apiClient: API(serverURL: server.url))
    hold(purchase, .status(201, #"{"EBELN": 12}"#)) { screen.submit(dye(3)) }
    hold(purchase, .status(201, #"{"EBELN": 13}"#)) { screen.submit(dye(4)) }
    await server.settle()
    #expect(screen.cellTitles == ["13: 4 ×  5 % dye", "12: 3 ×  5 % dye"])
  }

  // MARK: The settings screen

  @Test func `the settings show the user and the version`() async {
    let api = API(serverURL: server.url)
    let screen = MBSettingsViewModel(apiClient: api)
    await signIn(api)
    screen.viewWillAppear()
    #expect(screen.cellTitles == ["Signed in as ada", "Version 4.2"])
  }

  @Test func `the settings change when the screen appears again`() async {
    let api = API(serverURL: server.url)
    let screen = MBSettingsViewModel(apiClient: api)
    await signIn(api)
    screen.viewWillAppear()
    api.signOut()
    #expect(screen.cellTitles == ["Signed in as ada", "Version 4.2"])
    screen.viewWillAppear()
    #expect(screen.cellTitles == ["Not signed in", "Version 4.2"])
  }

  // MARK: The app

  @Test func `selecting a tab shows its screen, again if it's selected already`() async {
    let app = App(serverURL: server.url)
    app.selectTab(at: 0)
    await server.settle()
    app.selectTab(at: 0)
    await server.settle()
    #expect(requests == [.get(news), .get(news)])
  }

  @Test func `the last tab shows the settings, for the app's user`() async throws {
    let app = App(serverURL: server.url)
    await signIn(app.apiClient)
    app.selectTab(at: 2)
    let settings = try #require(app.tabViewModels[2] as? MBSettingsViewModel)
    #expect(settings.cellTitles == ["Signed in as ada", "Version 4.2"])
  }

  @Test func `the second tab submits orders for the app's user`() async throws {
    let app = App(serverURL: server.url)
    await signIn(app.apiClient)
    server.forgetRequests()
    try #require(app.tabViewModels[1] as? MBOrdersViewModel).submit(dye(1))
    await server.settle()
    #expect(requests.map(\.line) == [purchase])
    #expect(requests.first?.headers["Authorization"] == "Bearer t1")
  }

  @Test func `the app begins with its first tab, and doesn't show it yet`() async {
    let app = App(serverURL: server.url)
    await server.settle()
    #expect(app.selectedTab == 0)
    #expect(requests == [])
    app.selectTab(at: 0)
    await server.settle()
    #expect(requests == [.get(news)])
  }

  @Test(arguments: [-1, 3])
  func `a tab that doesn't exist can't be selected`(tab: Int) {
    let app = App(serverURL: server.url)
    app.selectTab(at: 1)
    #expect(app.selectedTab == 1)
    app.selectTab(at: tab)
    #expect(app.selectedTab == 1)
  }

  @Test func `the app talks to the server of MyBiz`() {
    #expect(App().apiClient.serverURL.absoluteString == "https://mybiz.example.com/v2")
  }

  // MARK: Helpers

  /// The requests so far, without the reports that only the solution sends.
  private var requests: [StubServer.Request] {
    server.requests.filter { $0.line != "POST /v2/api/analytics" }
  }

  /// A client with ada signed in. Her token is `t1`, and `r1` refreshes it.
  private func makeSignedInClient() async -> API {
    let api = API(serverURL: server.url)
    await signIn(api)
    server.forgetRequests()
    return api
  }

  /// The name that a user types isn't the one that the server returns.
  private func signIn(_ api: API, as user: String = "ada") async {
    server.answer(session, with: .status(201, token("t1", "r1", of: user)))
    api.signIn(userName: "\(user)@mybiz", password: "secret") { _ in }
    await server.settle()
  }

  private func getAnnouncements(_ api: API) async -> Results<[Announcement]> {
    let results = Results<[Announcement]>()
    api.getAnnouncements {
      results.add($0)
      results.tokens.append(api.currentToken?.accessToken)
    }
    await server.settle()
    return results
  }

  /// Answers a request, but holds the answer back until the next `settle`.
  private func hold(_ line: String, _ answer: StubServer.Answer, to request: () -> Void) {
    server.answer(line, with: answer)
    request()
    server.holdAnswers()
  }

  private func show(_ screen: MBAnnouncementsViewModel, _ answer: StubServer.Answer) async {
    server.answer(news, with: answer)
    screen.viewWillAppear()
    await server.settle()
  }

  private func submit(
    _ order: PurchaseOrder, to screen: MBOrdersViewModel, _ answer: StubServer.Answer
  ) async {
    server.answer(purchase, with: answer)
    screen.submit(order)
    await server.settle()
  }
}

@MainActor
private final class Results<Value> {
  var values: [Value] = []
  var errors: [APIError] = []
  var tokens: [String?] = []

  func add(_ result: APIResult<Value>) {
    switch result {
    case .success(let value): values.append(value)
    case .failure(let error): errors.append(error)
    }
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

private let session = "POST /v2/api/session"
private let refresh = "POST /v2/api/session/refresh"
private let news = "GET /v2/api/announcements"
private let purchase = "POST /v2/api/orders"

private let bikes = #"[{"headline": "Bikes", "publishedDate": "2026-02-28T23:59:59Z"}]"#

private func token(_ access: String, _ refresh: String, of user: String = "ada") -> String {
  #"{"accessToken": "\#(access)", "refreshToken": "\#(refresh)", "userName": "\#(user)"}"#
}

private func dye(_ quantity: Int) -> PurchaseOrder {
  PurchaseOrder(
    itemName: " 5 % dye", quantity: quantity,
    dueDate: Date(timeIntervalSince1970: 1_767_240_306.75))
}
