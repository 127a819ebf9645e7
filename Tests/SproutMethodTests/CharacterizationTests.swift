import Foundation
import Testing

/// What the client, its screens and the app do today, on either version.
///
/// The client uses the shared `URLSession`. So the tests answer its requests with a `StubServer`, each
/// at a host of its own, and look at what was asked, completed, posted and shown. On Linux, Foundation
/// makes two folders for the shared session, in the caches and the data of the user, and leaves them
/// empty.
@MainActor
@Suite("SproutMethod: characterization")
struct CharacterizationTests {
  private let log = Log()

  // MARK: The user

  @Test(arguments: Version.allCases)
  func `signing in keeps the token and tells the listeners first`(version: Version) async {
    await withClient(version) { server, api in
      server.answer("POST /v2/api/session", with: .status(200, token1))
      api.signIn(" ADA", "s€cret/\"1\" ", log)
      #expect(log.entries == [])
      #expect(api.tokenLine == nil)
      await server.settle()
      #expect(
        log.entries == [#"UserDidSignIn ["user": "ada"]"#, "signed in: ada, t1, r1"])
      #expect(api.tokenLine == "ada, t1, r1")
      #expect(
        server.requests == [
          .json("POST /v2/api/session", #"{"password":"s€cret/\"1\" ","user":" ADA"}"#)
        ])
    }
  }

  @Test(arguments: Version.allCases)
  func `the next user takes the place of the one before`(version: Version) async {
    await withClient(version, signedIn: true) { server, api in
      server.answer("POST /v2/api/session", with: .status(201, tokenOfGrace))
      api.signIn("grace", "secret", log)
      await server.settle()
      #expect(
        log.entries == [#"UserDidSignIn ["user": "grace"]"#, "signed in: grace, t7, r7"])
      #expect(api.tokenLine == "grace, t7, r7")
      // Nothing of the one before goes along.
      #expect(
        server.requests == [
          .json("POST /v2/api/session", #"{"password":"secret","user":"grace"}"#)
        ])
    }
  }

  @Test(arguments: Version.allCases)
  func `the same user can sign in again, which is posted again`(version: Version) async {
    await withClient(version, signedIn: true) { server, api in
      server.answer("POST /v2/api/session", with: .status(200, token2))
      server.answer("POST /v2/api/session", with: .status(200, token2))
      api.signIn("ada", "secret", log)
      api.signIn("ada", "secret", log)
      await server.settle()
      #expect(
        log.entries == [
          #"UserDidSignIn ["user": "ada"]"#, "signed in: ada, t2, r2",
          #"UserDidSignIn ["user": "ada"]"#, "signed in: ada, t2, r2",
        ])
      #expect(api.tokenLine == "ada, t2, r2")
    }
  }

  @Test(
    arguments: Version.allCases,
    [
      (StubServer.Answer.status(401, ""), "notSignedIn"),
      (.status(422, #"{"reason": "Too many attempts."}"#), #"rejected("Too many attempts.")"#),
      (.status(500, ""), "failed(status: 500)"),
      (.status(200, #"{"user": "ada", "value": "t1"}"#), "malformed"),
      (.unreachable, "unreachable"),
    ])
  func `who was signed in still is when signing in fails`(
    version: Version, row: (answer: StubServer.Answer, error: String)
  ) async {
    await withClient(version, signedIn: true) { server, api in
      server.answer("POST /v2/api/session", with: row.answer)
      api.signIn("grace", "wrong", log)
      await server.settle()
      #expect(log.entries == ["failed: \(row.error)"])
      #expect(api.tokenLine == "ada, t1, r1")
      // It is tried once, and no token is renewed.
      #expect(server.requests.map(\.line) == ["POST /v2/api/session"])
    }
  }

  @Test(arguments: Version.allCases)
  func `signing out is done at once, posted once, and no matter of the server`(
    version: Version
  ) async {
    await withClient(version, signedIn: true) { server, api in
      api.signOut()
      #expect(log.entries == [#"UserDidSignOut ["user": "ada"]"#])
      #expect(api.tokenLine == nil)
      api.signOut()
      await server.settle()
      #expect(log.entries == [#"UserDidSignOut ["user": "ada"]"#])
      #expect(server.requests == [])
    }
  }

  @Test(arguments: Version.allCases)
  func `who is not signed in cannot be signed out`(version: Version) async {
    await withClient(version) { server, api in
      api.signOut()
      await server.settle()
      #expect(log.entries == [])
      #expect(server.requests == [])
    }
  }

  @Test(arguments: Version.allCases)
  func `a listener finds the client in its new state`(version: Version) async {
    await withClient(version) { server, api in
      var tokens: [String?] = []
      log.whenPosted = { tokens.append(api.tokenLine) }
      server.answer("POST /v2/api/session", with: .status(200, token1))
      api.signIn("ada", "secret", log)
      await server.settle()
      api.signOut()
      #expect(tokens == ["ada, t1, r1", nil])
      log.whenPosted = {}
    }
  }

  // MARK: Announcements and orders

  @Test(arguments: Version.allCases)
  func `announcements are fetched with the token`(version: Version) async {
    await withClient(version, signedIn: true) { server, api in
      server.answer(
        "GET /v2/api/announcements",
        with: .status(
          200,
          """
          [{"title": " New desk", "date": "2026-03-01T01:00:00+02:00"},
           {"title": "Moved", "date": "2026-02-28T23:59:59Z"}]
          """))
      api.getAnnouncements(log)
      #expect(log.entries == [])
      await server.settle()
      #expect(
        log.entries == [
          #"got: [" New desk of 2026-02-28 23:00:00 +0000", "Moved of 2026-02-28 23:59:59 +0000"]"#
        ])
      #expect(server.requests == [.get("GET /v2/api/announcements", token: "t1")])
    }
  }

  @Test(arguments: Version.allCases)
  func `orders are fetched with the token`(version: Version) async {
    await withClient(version, signedIn: true) { server, api in
      server.answer("GET /v2/api/orders", with: .status(200, orders))
      api.getOrders(log)
      #expect(log.entries == [])
      await server.settle()
      #expect(
        log.entries == [
          #"got: ["12, 3 of Paper", "1204, 1500 of Desk", "9, 1 of Lamp", "12, 3 of Paper"]"#
        ])
      #expect(server.requests == [.get("GET /v2/api/orders", token: "t1")])
    }
  }

  @Test(arguments: Version.allCases)
  func `a purchase is submitted with the token`(version: Version) async {
    await withClient(version, signedIn: true) { server, api in
      server.answer("POST /v2/api/orders", with: .status(201, order))
      api.submit("Paper", quantity: 3, due: Date(timeIntervalSince1970: 1_772_323_199), log)
      #expect(log.entries == [])
      await server.settle()
      #expect(log.entries == ["ordered: 12, 3 of Paper"])
      #expect(
        server.requests == [
          .json(
            "POST /v2/api/orders", token: "t1",
            #"{"due":"2026-02-28T23:59:59Z","item":"Paper","quantity":3}"#)
        ])
    }
  }

  @Test(arguments: Version.allCases)
  func `without a user the requests have no token`(version: Version) async {
    await withClient(version) { server, api in
      for call in Self.calls {
        server.answer(call.line, with: .status(200, call.body))
        call.make(api, log)
        await server.settle()
      }
      #expect(log.entries == ["got: []", "got: []", "ordered: 12, 3 of Paper"])
      #expect(
        server.requests == [
          .get("GET /v2/api/announcements"), .get("GET /v2/api/orders"),
          .json(
            "POST /v2/api/orders", #"{"due":"1970-01-01T00:00:00Z","item":"Paper","quantity":3}"#),
        ])
    }
  }

  // The screen has limits for a purchase; the client has none.
  @Test(arguments: Version.allCases)
  func `a purchase is submitted as it is`(version: Version) async {
    await withClient(version) { server, api in
      server.answer("POST /v2/api/orders", with: .status(200, order))
      api.submit(" Paper ", quantity: -1, due: Date(timeIntervalSince1970: 0.75), log)
      await server.settle()
      #expect(log.entries == ["ordered: 12, 3 of Paper"])
      #expect(
        server.requests == [
          .json(
            "POST /v2/api/orders",
            #"{"due":"1970-01-01T00:00:00Z","item":" Paper ","quantity":-1}"#)
        ])
    }
  }

  @Test(
    arguments: Version.allCases,
    [
      ("/", "/api/orders"), ("", "/api/orders"), ("/v2/", "/v2/api/orders"),
      ("/a%20b?c=d", "/a%20b/api/orders?c=d"),
    ])
  func `paths follow the address of the server`(
    version: Version, row: (server: String, path: String)
  ) async throws {
    try await withServer { server in
      let address = server.url.absoluteString.dropLast("/v2".count) + row.server
      let api = version.makeAPI(try #require(URL(string: String(address))))
      server.answer("GET \(row.path)", with: .status(200, "[]"))
      api.getOrders(log)
      await server.settle()
      #expect(log.entries == ["got: []"])
      #expect(server.requests == [.get("GET \(row.path)")])
    }
  }

  @Test(arguments: Version.allCases)
  func `the same call twice is two requests`(version: Version) async {
    await withClient(version) { server, api in
      for call in Self.calls {
        log.clear()
        server.clear()
        server.answer(call.line, with: .status(200, call.body))
        server.answer(call.line, with: .status(200, call.body))
        call.make(api, log)
        call.make(api, log)
        await server.settle()
        #expect(log.entries == [call.success, call.success])
        #expect(server.requests == [call.request, call.request])
      }
    }
  }

  @Test(arguments: Version.allCases)
  func `two calls at a time are completed both`(version: Version) async {
    await withClient(version, signedIn: true) { server, api in
      server.answer("GET /v2/api/announcements", with: .status(200, "[]"))
      server.answer("GET /v2/api/orders", with: .status(200, orders))
      api.getAnnouncements(log)
      api.getOrders(log)
      await server.settle()
      #expect(
        log.entries.sorted() == [
          #"got: ["12, 3 of Paper", "1204, 1500 of Desk", "9, 1 of Lamp", "12, 3 of Paper"]"#,
          "got: []",
        ])
    }
  }

  @Test(arguments: Version.allCases)
  func `an answer comes when nobody keeps the client, which is let go then`(
    version: Version
  ) async {
    await withServer { server in
      server.answer("GET /v2/api/orders", with: .status(401, ""))
      weak var gone: AnyObject?
      do {
        let api = version.makeAPI(server.url)
        gone = api
        api.getOrders(log)
      }
      await server.settle()
      #expect(log.entries == ["failed: notSignedIn"])
      #expect(gone == nil)
    }
  }

  // MARK: Errors

  @Test(
    arguments: Version.allCases,
    [
      (200, nil), (201, nil), (204, nil), (299, nil), (304, "failed(status: 304)"),
      (300, "failed(status: 300)"),
      (400, "failed(status: 400)"), (402, "failed(status: 402)"), (403, "failed(status: 403)"),
      (404, "failed(status: 404)"), (407, "failed(status: 407)"), (409, "failed(status: 409)"),
      (419, "failed(status: 419)"), (421, "failed(status: 421)"), (423, "failed(status: 423)"),
      (429, "failed(status: 429)"), (500, "failed(status: 500)"), (502, "failed(status: 502)"),
      (504, "failed(status: 504)"), (503, "failed(status: 503)"), (599, "failed(status: 599)"),
      // What is no success, but less than 200
      (199, "failed(status: 199)"),
      // Even if there is a reason, it is looked for in one status only.
      (422, #"rejected("Too much: 3 × Paper.")"#),
    ] as [(Int, String?)])
  func `the status decides`(version: Version, row: (status: Int, error: String?)) async {
    for call in Self.calls {
      log.clear()
      await withClient(version, signedIn: true) { server, api in
        server.answer(
          call.line,
          with: .status(
            row.status, row.error == nil ? call.body : #"{"reason": "Too much: 3 × Paper."}"#))
        call.make(api, log)
        await server.settle()
        #expect(log.entries == [row.error.map { "failed: \($0)" } ?? call.success])
        // Nothing of this is tried twice, or signs the user out.
        #expect(server.requests.map(\.line) == [call.line])
        #expect(api.tokenLine == "ada, t1, r1")
      }
    }
  }

  @Test(
    arguments: Version.allCases,
    [
      "", "no JSON", "null", #"{"reason": "Too much."}"#, #"[{"title": "Moved"}]"#,
      #"[{"title": "Moved", "date": 1772323199}]"#, #"[{"title": "Moved", "date": "2026-02-28"}]"#,
      #"{"number": "12", "item": "Paper", "quantity": 3}"#, #"[{"number": 12, "item": "Paper"}]"#,
    ])
  func `a success with a malformed body is a failure`(version: Version, body: String) async {
    for call in Self.calls {
      log.clear()
      await withClient(version, signedIn: true) { server, api in
        server.answer(call.line, with: .status(body.isEmpty ? 204 : 200, body))
        call.make(api, log)
        await server.settle()
        #expect(log.entries == ["failed: malformed"])
        #expect(server.requests.map(\.line) == [call.line])
      }
    }
  }

  @Test(arguments: Version.allCases)
  func `a reason may be empty`(version: Version) async {
    await withClient(version) { server, api in
      server.answer("GET /v2/api/orders", with: .status(422, #"{"reason": "", "code": 7}"#))
      api.getOrders(log)
      await server.settle()
      #expect(log.entries == [#"failed: rejected("")"#])
    }
  }

  @Test(arguments: Version.allCases, ["", "Too much.", #"{"message": "Too much."}"#])
  func `a refusal without a reason is malformed`(version: Version, body: String) async {
    for call in Self.calls {
      log.clear()
      await withClient(version, signedIn: true) { server, api in
        server.answer(call.line, with: .status(422, body))
        call.make(api, log)
        await server.settle()
        #expect(log.entries == ["failed: malformed"])
      }
    }
  }

  @Test(
    arguments: Version.allCases,
    [StubServer.Answer.unreachable, .brokenOff(200, "[]"), .brokenOff(401, ""), .noHTTP("[]")])
  func `without a whole answer of HTTP the server is unreachable`(
    version: Version, answer: StubServer.Answer
  ) async {
    for call in Self.calls {
      log.clear()
      await withClient(version, signedIn: true) { server, api in
        server.answer(call.line, with: answer)
        call.make(api, log)
        await server.settle()
        #expect(log.entries == ["failed: unreachable"])
        #expect(server.requests.map(\.line) == [call.line])
      }
    }
  }

  // MARK: The token has expired

  @Test(arguments: Version.allCases)
  func `an expired token is renewed, and the request tried again`(version: Version) async {
    for call in Self.calls {
      log.clear()
      await withClient(version, signedIn: true) { server, api in
        server.answer(call.line, with: .status(401, ""))
        server.answer("POST /v2/api/session/renewal", with: .status(200, token2))
        server.answer(call.line, with: .status(200, call.body))
        call.make(api, log)
        await server.settle()
        // The user is the same, so nothing is posted.
        #expect(log.entries == [call.success])
        #expect(api.tokenLine == "ada, t2, r2")
        var first = call.request
        first.headers["Authorization"] = "Bearer t1"
        var second = call.request
        second.headers["Authorization"] = "Bearer t2"
        #expect(
          server.requests == [
            first, .json("POST /v2/api/session/renewal", #"{"renewal":"r1"}"#), second,
          ])
      }
    }
  }

  @Test(arguments: Version.allCases)
  func `each renewal is used for the next`(version: Version) async {
    await withClient(version, signedIn: true) { server, api in
      server.answer("GET /v2/api/orders", with: .status(401, ""))
      server.answer("POST /v2/api/session/renewal", with: .status(200, token2))
      server.answer("GET /v2/api/orders", with: .status(200, "[]"))
      api.getOrders(log)
      await server.settle()
      server.answer("GET /v2/api/announcements", with: .status(401, ""))
      server.answer("POST /v2/api/session/renewal", with: .status(200, token3))
      server.answer("GET /v2/api/announcements", with: .status(200, "[]"))
      api.getAnnouncements(log)
      await server.settle()
      #expect(log.entries == ["got: []", "got: []"])
      #expect(api.tokenLine == "ada, t3, r3")
      #expect(
        server.requests == [
          .get("GET /v2/api/orders", token: "t1"),
          .json("POST /v2/api/session/renewal", #"{"renewal":"r1"}"#),
          .get("GET /v2/api/orders", token: "t2"),
          .get("GET /v2/api/announcements", token: "t2"),
          .json("POST /v2/api/session/renewal", #"{"renewal":"r2"}"#),
          .get("GET /v2/api/announcements", token: "t3"),
        ])
    }
  }

  // The quirk: the user stays signed in, with a token that the server does not take.
  @Test(
    arguments: Version.allCases,
    [
      (StubServer.Answer.status(401, ""), "notSignedIn"),
      (.status(422, #"{"reason": "Too much."}"#), #"rejected("Too much.")"#),
      (.status(503, ""), "failed(status: 503)"), (.status(200, "{"), "malformed"),
      (.unreachable, "unreachable"),
    ])
  func `it is tried again once, and what fails then has failed`(
    version: Version, row: (answer: StubServer.Answer, error: String)
  ) async {
    for call in Self.calls {
      log.clear()
      await withClient(version, signedIn: true) { server, api in
        server.answer(call.line, with: .status(401, ""))
        server.answer("POST /v2/api/session/renewal", with: .status(200, token2))
        server.answer(call.line, with: row.answer)
        // A third try would be a success.
        server.answerSurplus("POST /v2/api/session/renewal", with: .status(200, token3))
        server.answerSurplus(call.line, with: .status(200, call.body))
        call.make(api, log)
        await server.settle()
        #expect(log.entries == ["failed: \(row.error)"])
        #expect(api.tokenLine == "ada, t2, r2")
        #expect(
          server.requests.map(\.line) == [call.line, "POST /v2/api/session/renewal", call.line])
      }
    }
  }

  @Test(arguments: Version.allCases)
  func `who gets no new token is signed out`(version: Version) async {
    for call in Self.calls {
      log.clear()
      await withClient(version, signedIn: true) { server, api in
        server.answer(call.line, with: .status(401, ""))
        server.answer("POST /v2/api/session/renewal", with: .status(401, ""))
        call.make(api, log)
        await server.settle()
        #expect(log.entries == [#"UserDidSignOut ["user": "ada"]"#, "failed: notSignedIn"])
        #expect(api.tokenLine == nil)
        #expect(server.requests.map(\.line) == [call.line, "POST /v2/api/session/renewal"])
      }
    }
  }

  @Test(
    arguments: Version.allCases,
    [
      (StubServer.Answer.status(403, ""), "failed(status: 403)"),
      (.status(422, #"{"reason": "Too soon."}"#), #"rejected("Too soon.")"#),
      (.status(200, "[]"), "malformed"), (.unreachable, "unreachable"),
    ])
  func `who gets no answer about a new token stays signed in`(
    version: Version, row: (answer: StubServer.Answer, error: String)
  ) async {
    for call in Self.calls {
      log.clear()
      await withClient(version, signedIn: true) { server, api in
        server.answer(call.line, with: .status(401, ""))
        server.answer("POST /v2/api/session/renewal", with: row.answer)
        call.make(api, log)
        await server.settle()
        #expect(log.entries == ["failed: \(row.error)"])
        #expect(api.tokenLine == "ada, t1, r1")
        #expect(server.requests.map(\.line) == [call.line, "POST /v2/api/session/renewal"])
      }
    }
  }

  @Test(arguments: Version.allCases)
  func `without a user nothing is renewed`(version: Version) async {
    for call in Self.calls {
      log.clear()
      await withClient(version) { server, api in
        server.answer(call.line, with: .status(401, ""))
        call.make(api, log)
        await server.settle()
        #expect(log.entries == ["failed: notSignedIn"])
        #expect(server.requests == [call.request])
      }
    }
  }

  @Test(arguments: Version.allCases)
  func `who signs out meanwhile stays signed out`(version: Version) async {
    await withClient(version, signedIn: true) { server, api in
      server.answer("GET /v2/api/orders", with: .status(401, ""))
      api.getOrders(log)
      api.signOut()
      await server.settle()
      #expect(log.entries == [#"UserDidSignOut ["user": "ada"]"#, "failed: notSignedIn"])
      #expect(api.tokenLine == nil)
      // The request had left before.
      #expect(server.requests == [.get("GET /v2/api/orders", token: "t1")])
    }
  }

  @Test(arguments: Version.allCases)
  func `a new token is taken as it is, whoever the user is`(version: Version) async {
    await withClient(version, signedIn: true) { server, api in
      server.answer("GET /v2/api/orders", with: .status(401, ""))
      server.answer("POST /v2/api/session/renewal", with: .status(200, tokenOfGrace))
      server.answer("GET /v2/api/orders", with: .status(200, "[]"))
      api.getOrders(log)
      await server.settle()
      #expect(log.entries == ["got: []"])
      #expect(api.tokenLine == "grace, t7, r7")
    }
  }

  // The quirk: the user is signed in again, and nobody is told.
  @Test(arguments: Version.allCases)
  func `who signs out during a renewal is signed in again`(version: Version) async {
    await withClient(version, signedIn: true) { server, api in
      server.answer("GET /v2/api/orders", with: .status(401, ""))
      api.getOrders(log)
      server.answerWhileClientWaits()
      server.answer("POST /v2/api/session/renewal", with: .status(200, token2))
      server.answer("GET /v2/api/orders", with: .status(200, "[]"))
      // First the client learns of the 401, and asks for a new token.
      DispatchQueue.main.async { api.signOut() }
      await server.settle()
      #expect(log.entries == [#"UserDidSignOut ["user": "ada"]"#, "got: []"])
      #expect(api.tokenLine == "ada, t2, r2")
      #expect(
        server.requests == [
          .get("GET /v2/api/orders", token: "t1"),
          .json("POST /v2/api/session/renewal", #"{"renewal":"r1"}"#),
          .get("GET /v2/api/orders", token: "t2"),
        ])
    }
  }

  @Test(arguments: Version.allCases)
  func `who signs in meanwhile has a request tried again that had no token`(
    version: Version
  ) async {
    await withClient(version) { server, api in
      server.answer("POST /v2/api/session", with: .status(200, token1))
      api.signIn("ada", "secret", log)
      server.answerWhileClientWaits()
      server.answer("GET /v2/api/orders", with: .status(401, ""))
      server.answer("POST /v2/api/session/renewal", with: .status(200, token2))
      server.answer("GET /v2/api/orders", with: .status(200, "[]"))
      api.getOrders(log)
      await server.settle()
      #expect(
        log.entries == [
          #"UserDidSignIn ["user": "ada"]"#, "signed in: ada, t1, r1", "got: []",
        ])
      #expect(
        server.requests.dropFirst() == [
          .get("GET /v2/api/orders"),
          .json("POST /v2/api/session/renewal", #"{"renewal":"r1"}"#),
          .get("GET /v2/api/orders", token: "t2"),
        ])
    }
  }

  // The quirk: two requests find that the token has expired, and each asks for a new one. A renewal
  // works once, so the later one is refused, and the user is signed out.
  @Test(arguments: Version.allCases)
  func `two renewals at a time sign the user out`(version: Version) async {
    await withClient(version, signedIn: true) { server, api in
      server.answer("GET /v2/api/orders", with: .status(401, ""))
      server.answer("GET /v2/api/orders", with: .status(401, ""))
      api.getOrders(log)
      api.getOrders(log)
      server.answerWhileClientWaits()
      server.answer("POST /v2/api/session/renewal", with: .status(200, token2))
      server.answer("POST /v2/api/session/renewal", with: .status(401, ""))
      server.answer("GET /v2/api/orders", with: .status(200, "[]"))
      await server.settle()
      #expect(
        log.entries.sorted() == [
          #"UserDidSignOut ["user": "ada"]"#, "failed: notSignedIn", "got: []",
        ])
      #expect(api.tokenLine == nil)
      #expect(server.requests.compactMap(\.body) == [#"{"renewal":"r1"}"#, #"{"renewal":"r1"}"#])
    }
  }

  // MARK: The screen of announcements

  @Test(arguments: Version.allCases)
  func `announcements are listed with their days in UTC, the newest first`(
    version: Version
  ) async {
    await withClient(version, signedIn: true) { server, api in
      server.answer(
        "GET /v2/api/announcements",
        with: .status(
          200,
          """
          [{"title": "Older", "date": "2025-12-31T23:59:59Z"},
           {"title": "One of two", "date": "2026-03-01T00:00:00Z"},
           {"title": "Newest", "date": "2026-10-09T12:00:00Z"},
           {"title": "An hour later", "date": "2026-03-01T01:00:00Z"},
           {"title": "And the other", "date": "2026-03-01T00:00:00Z"}]
          """))
      let screen = api.makeAnnouncementsScreen()
      #expect(screen.title == "Announcements")
      #expect(server.requests == [])
      screen.willAppear()
      #expect(screen.lines == [])
      #expect(screen.message == nil)
      await server.settle()
      #expect(
        screen.lines == [
          "2026-10-09: Newest", "2026-03-01: An hour later", "2026-03-01: One of two",
          "2026-03-01: And the other", "2025-12-31: Older",
        ])
      #expect(screen.message == nil)
      #expect(server.requests == [.get("GET /v2/api/announcements", token: "t1")])
    }
  }

  @Test(arguments: Version.allCases)
  func `when there are no announcements, the screen says so`(version: Version) async {
    await withClient(version) { server, api in
      let screen = api.makeAnnouncementsScreen()
      server.answer("GET /v2/api/announcements", with: .status(200, announcement))
      screen.willAppear()
      await server.settle()
      #expect(screen.lines == ["2026-02-28: Moved"])
      #expect(screen.message == nil)
      server.answer("GET /v2/api/announcements", with: .status(200, "[]"))
      screen.willAppear()
      await server.settle()
      #expect(screen.lines == [])
      #expect(screen.message == "There is nothing new.")
    }
  }

  @Test(arguments: Version.allCases, failures)
  func `the announcements stay when they cannot be loaded again`(
    version: Version, row: (answer: StubServer.Answer, message: String)
  ) async {
    await withClient(version) { server, api in
      let screen = api.makeAnnouncementsScreen()
      for answer in [.status(200, announcement), row.answer] {
        server.answer("GET /v2/api/announcements", with: answer)
        screen.willAppear()
        await server.settle()
      }
      #expect(screen.lines == ["2026-02-28: Moved"])
      #expect(screen.message == row.message)
      server.answer("GET /v2/api/announcements", with: .status(200, announcement))
      screen.willAppear()
      // Until there is an answer, nothing changes.
      #expect(screen.message == row.message)
      await server.settle()
      #expect(screen.lines == ["2026-02-28: Moved"])
      #expect(screen.message == nil)
    }
  }

  @Test(arguments: Version.allCases)
  func `announcements are loaded once an appearance, and not twice at a time`(
    version: Version
  ) async {
    await withClient(version) { server, api in
      let screen = api.makeAnnouncementsScreen()
      for answer: StubServer.Answer in [.unreachable, .status(200, "[]"), .status(200, "[]")] {
        server.clear()
        server.answer("GET /v2/api/announcements", with: answer)
        screen.willAppear()
        screen.willAppear()
        await server.settle()
        #expect(server.requests == [.get("GET /v2/api/announcements")])
      }
    }
  }

  // MARK: The screen of orders

  @Test(arguments: Version.allCases)
  func `orders are listed as the server does`(version: Version) async {
    await withClient(version, signedIn: true) { server, api in
      server.answer("GET /v2/api/orders", with: .status(200, orders))
      let screen = api.makeOrdersScreen()
      #expect(screen.title == "Orders")
      #expect(screen.lines == [])
      #expect(server.requests == [])
      screen.willAppear()
      await server.settle()
      #expect(
        screen.lines == ["12: 3 × Paper", "1204: 1500 × Desk", "9: 1 × Lamp", "12: 3 × Paper"])
      #expect(screen.message == nil)
      #expect(server.requests == [.get("GET /v2/api/orders", token: "t1")])
      server.answer("GET /v2/api/orders", with: .status(200, "[]"))
      screen.willAppear()
      await server.settle()
      #expect(screen.lines == [])
      #expect(screen.message == nil)
    }
  }

  @Test(arguments: Version.allCases)
  func `orders are loaded at each appearance, even twice at a time`(version: Version) async {
    await withClient(version) { server, api in
      server.answer("GET /v2/api/orders", with: .status(200, "[]"))
      server.answer("GET /v2/api/orders", with: .status(200, "[]"))
      let screen = api.makeOrdersScreen()
      screen.willAppear()
      screen.willAppear()
      await server.settle()
      #expect(server.requests == [.get("GET /v2/api/orders"), .get("GET /v2/api/orders")])
    }
  }

  @Test(arguments: Version.allCases, failures)
  func `the orders stay when they cannot be loaded again`(
    version: Version, row: (answer: StubServer.Answer, message: String)
  ) async {
    await withClient(version) { server, api in
      let screen = api.makeOrdersScreen()
      for answer in [.status(200, orders), row.answer] {
        server.answer("GET /v2/api/orders", with: answer)
        screen.willAppear()
        await server.settle()
      }
      #expect(
        screen.lines == ["12: 3 × Paper", "1204: 1500 × Desk", "9: 1 × Lamp", "12: 3 × Paper"])
      #expect(screen.message == row.message)
      server.answer("GET /v2/api/orders", with: .status(200, "[]"))
      screen.willAppear()
      // The message goes before the answer is there, and the lines stay until then.
      #expect(screen.message == nil)
      #expect(
        screen.lines == ["12: 3 × Paper", "1204: 1500 × Desk", "9: 1 × Lamp", "12: 3 × Paper"])
      await server.settle()
      #expect(screen.lines == [])
      #expect(screen.message == nil)
    }
  }

  @Test(arguments: Version.allCases, [1, 2, 499, 500])
  func `a purchase within the limits is submitted, and put on top`(
    version: Version, quantity: Int
  ) async {
    await withClient(version, signedIn: true) { server, api in
      server.answer("GET /v2/api/orders", with: .status(200, orders))
      let screen = api.makeOrdersScreen()
      screen.willAppear()
      await server.settle()
      server.answer(
        "POST /v2/api/orders",
        with: .status(200, #"{"number": 1300, "item": "Pen (blue)", "quantity": 7}"#))
      screen.submit("Pen", quantity: quantity)
      #expect(screen.message == nil)
      await server.settle()
      // What is listed is what the server says.
      #expect(
        screen.lines == [
          "1300: 7 × Pen (blue)", "12: 3 × Paper", "1204: 1500 × Desk", "9: 1 × Lamp",
          "12: 3 × Paper",
        ])
      #expect(screen.message == "Order 1300 is on its way.")
      #expect(
        server.requests.last
          == .json(
            "POST /v2/api/orders", token: "t1",
            "{\"due\":\"1970-01-01T00:00:00Z\",\"item\":\"Pen\",\"quantity\":\(quantity)}"))
      #expect(server.requests.count == 2)
    }
  }

  @Test(arguments: Version.allCases, [Int.min, -1, 0, 501, 502, Int.max])
  func `a purchase beyond the limits is not submitted`(version: Version, quantity: Int) async {
    await withClient(version) { server, api in
      server.answerSurplus("POST /v2/api/orders", with: .status(200, order))
      let screen = api.makeOrdersScreen()
      screen.submit("Pen", quantity: quantity)
      #expect(screen.message == "Order 1 to 500 pieces.")
      await server.settle()
      #expect(screen.message == "Order 1 to 500 pieces.")
      #expect(screen.lines == [])
      #expect(server.requests == [])
    }
  }

  @Test(arguments: Version.allCases, failures)
  func `a purchase that fails changes nothing but the message`(
    version: Version, row: (answer: StubServer.Answer, message: String)
  ) async {
    await withClient(version) { server, api in
      server.answer("GET /v2/api/orders", with: .status(200, orders))
      let screen = api.makeOrdersScreen()
      screen.willAppear()
      await server.settle()
      server.answer("POST /v2/api/orders", with: row.answer)
      screen.submit("Pen", quantity: 7)
      await server.settle()
      #expect(
        screen.lines == ["12: 3 × Paper", "1204: 1500 × Desk", "9: 1 × Lamp", "12: 3 × Paper"])
      #expect(screen.message == row.message)
    }
  }

  @Test(arguments: Version.allCases)
  func `a purchase that is submitted twice is two orders`(version: Version) async {
    await withClient(version) { server, api in
      server.answer("POST /v2/api/orders", with: .status(200, order))
      server.answer("POST /v2/api/orders", with: .status(200, order))
      let screen = api.makeOrdersScreen()
      screen.submit(" Pen", quantity: 1)
      screen.submit(" Pen", quantity: 1)
      await server.settle()
      #expect(screen.lines == ["12: 3 × Paper", "12: 3 × Paper"])
      let request = StubServer.Request.json(
        "POST /v2/api/orders", #"{"due":"1970-01-01T00:00:00Z","item":" Pen","quantity":1}"#)
      #expect(server.requests == [request, request])
    }
  }

  @Test(arguments: Version.allCases)
  func `the message of a purchase stays until the next`(version: Version) async {
    await withClient(version) { server, api in
      server.answer("GET /v2/api/orders", with: .status(200, orders))
      let screen = api.makeOrdersScreen()
      screen.willAppear()
      screen.submit("Pen", quantity: 0)
      await server.settle()
      #expect(
        screen.lines == ["12: 3 × Paper", "1204: 1500 × Desk", "9: 1 × Lamp", "12: 3 × Paper"])
      #expect(screen.message == "Order 1 to 500 pieces.")
      server.answer("POST /v2/api/orders", with: .status(200, order))
      screen.submit("Pen", quantity: 1)
      #expect(screen.message == "Order 1 to 500 pieces.")
      await server.settle()
      #expect(screen.message == "Order 12 is on its way.")
    }
  }

  @Test(arguments: Version.allCases)
  func `a screen that is gone is not kept by what it has asked`(version: Version) async {
    await withClient(version) { server, api in
      for line in ["GET /v2/api/announcements", "GET /v2/api/orders", "POST /v2/api/orders"] {
        server.answer(line, with: .unreachable)
      }
      weak var announcements: AnyObject?
      weak var orders: AnyObject?
      do {
        let screens = (api.makeAnnouncementsScreen(), api.makeOrdersScreen())
        (announcements, orders) = screens
        screens.0.willAppear()
        screens.1.willAppear()
        screens.1.submit("Pen", quantity: 1)
      }
      #expect(announcements == nil)
      #expect(orders == nil)
      await server.settle()
      #expect(server.requests.count == 3)
    }
  }

  // MARK: The screen of settings

  @Test(arguments: Version.allCases)
  func `the settings name the user and the version`(version: Version) async {
    await withClient(version) { server, api in
      let screen = api.makeSettingsScreen()
      #expect(screen.title == "Settings")
      #expect(screen.lines == [])
      screen.willAppear()
      #expect(screen.lines == ["Not signed in", about])
      server.answer("POST /v2/api/session", with: .status(200, token1))
      api.signIn("ada", "secret", log)
      await server.settle()
      // It does not listen.
      #expect(screen.lines == ["Not signed in", about])
      screen.willAppear()
      #expect(screen.lines == ["Signed in as ada", about])
      await server.settle()
      #expect(server.requests.map(\.line) == ["POST /v2/api/session"])
    }
  }

  @Test(arguments: Version.allCases)
  func `the settings say who is signed in when nobody was signed out, too`(
    version: Version
  ) async {
    await withClient(version) { server, api in
      let screen = api.makeSettingsScreen()
      screen.signOut()
      #expect(screen.lines == ["Not signed in", about])
      #expect(log.entries == [])
    }
  }

  @Test(arguments: Version.allCases)
  func `the settings sign the user out`(version: Version) async {
    await withClient(version, signedIn: true) { server, api in
      let screen = api.makeSettingsScreen()
      screen.willAppear()
      screen.signOut()
      #expect(screen.lines == ["Not signed in", about])
      #expect(api.tokenLine == nil)
      #expect(log.entries == [#"UserDidSignOut ["user": "ada"]"#])
    }
  }

  // MARK: The app

  @Test(arguments: Version.allCases)
  func `a tab shows its screen each time it is selected`(version: Version) async {
    await withServer { server in
      let app = version.makeApp(server)
      #expect(app.screensUnderTest.map(\.title) == ["Announcements", "Orders", "Settings"])
      #expect(app.selectedTab == 0)
      #expect(app.client.server == server.url)
      await server.settle()
      #expect(server.requests == [])
      for tab in [1, 1, 0, 2, 1] {
        await show(tab, of: app, version, server)
        #expect(app.selectedTab == tab)
      }
      #expect(
        server.requestsOfScreens == [
          .get("GET /v2/api/orders"), .get("GET /v2/api/orders"),
          .get("GET /v2/api/announcements"), .get("GET /v2/api/orders"),
        ])
      #expect(app.screensUnderTest[2].lines == ["Not signed in", about])
    }
  }

  @Test(arguments: Version.allCases, [-1, 3, Int.max])
  func `there is no other tab`(version: Version, tab: Int) async {
    await withServer { server in
      let app = version.makeApp(server)
      await show(1, of: app, version, server)
      app.select(tab: tab)
      #expect(app.selectedTab == 1)
      await server.settle()
      #expect(server.requestsOfScreens == [.get("GET /v2/api/orders")])
    }
  }

  @Test(arguments: Version.allCases)
  func `all screens use the client of the app`(version: Version) async {
    await withServer { server in
      let app = version.makeApp(server)
      server.answer("POST /v2/api/session", with: .status(200, token1))
      app.client.signIn("ada", "secret", log)
      await server.settle()
      server.clear()
      for tab in 0...2 { await show(tab, of: app, version, server) }
      #expect(
        server.requestsOfScreens == [
          .get("GET /v2/api/announcements", token: "t1"), .get("GET /v2/api/orders", token: "t1"),
        ])
      #expect(app.screensUnderTest[2].lines == ["Signed in as ada", about])
    }
  }

  // MARK: Helpers

  /// The calls that are made with a token.
  private static let calls = [
    Call(
      request: .get("GET /v2/api/announcements"), body: "[]", success: "got: []",
      make: { $0.getAnnouncements($1) }),
    Call(
      request: .get("GET /v2/api/orders"), body: "[]", success: "got: []",
      make: { $0.getOrders($1) }),
    Call(
      request: .json(
        "POST /v2/api/orders",
        #"{"due":"1970-01-01T00:00:00Z","item":"Paper","quantity":3}"#),
      body: order, success: "ordered: 12, 3 of Paper",
      make: { $0.submit("Paper", quantity: 3, due: Date(timeIntervalSince1970: 0), $1) }),
  ]

  /// A call, the request that it makes without a token, a body that is a good answer, and what it
  /// completes with then.
  private struct Call {
    let request: StubServer.Request
    let body: String
    let success: String
    let make: @MainActor (any APIUnderTest, Log) -> Void

    var line: String { request.line }
  }

  /// Selects a tab, and answers what its screen asks for; and a report, which one version sends.
  private func show(
    _ tab: Int, of app: any AppUnderTest, _ version: Version, _ server: StubServer
  ) async {
    let line = ["GET /v2/api/announcements", "GET /v2/api/orders", nil][tab]
    if let line { server.answer(line, with: .status(200, "[]")) }
    if version == .after { server.answer("POST /v2/api/analytics", with: .status(200, "")) }
    app.select(tab: tab)
    await server.settle()
  }

  /// Runs a test with a server and a client whose notifications go to the log.
  private func withClient(
    _ version: Version, signedIn: Bool = false,
    _ test: @MainActor (StubServer, any APIUnderTest) async throws -> Void
  ) async rethrows {
    try await withServer { server in
      let api = version.makeAPI(server.url)
      #expect(api.server == server.url)
      #expect(api.tokenLine == nil)
      if signedIn {
        server.answer("POST /v2/api/session", with: .status(200, token1))
        api.signIn("ada", "secret", log)
        await server.settle()
        log.clear()
        server.clear()
      }
      log.listen(to: api)
      defer { log.stop() }
      try await test(server, api)
    }
  }
}

// MARK: - What the server says

private let token1 = #"{"user": "ada", "value": "t1", "renewal": "r1"}"#
private let token2 = #"{"user": "ada", "value": "t2", "renewal": "r2"}"#
private let token3 = #"{"user": "ada", "value": "t3", "renewal": "r3"}"#
private let tokenOfGrace = #"{"user": "grace", "value": "t7", "renewal": "r7"}"#
private let announcement = #"[{"title": "Moved", "date": "2026-02-28T23:59:59Z"}]"#
private let order = #"{"number": 12, "item": "Paper", "quantity": 3}"#
private let orders = """
  [{"number": 12, "item": "Paper", "quantity": 3},
   {"number": 1204, "item": "Desk", "quantity": 1500},
   {"number": 9, "item": "Lamp", "quantity": 1},
   {"number": 12, "item": "Paper", "quantity": 3}]
  """

/// Answers that are failures, and what a screen says then.
private let failures: [(StubServer.Answer, String)] = [
  (.unreachable, "The server cannot be reached."),
  (.status(401, ""), "Please sign in."),
  (.status(422, #"{"reason": "Come back on Monday."}"#), "Come back on Monday."),
  (.status(500, ""), "The server has a problem (500)."),
  (.status(200, "{}"), "The server has sent something unexpected."),
]

#if os(macOS)
  private let about = "Version 4.2, on a Mac"
#else
  private let about = "Version 4.2, on a PC"
#endif

extension StubServer {
  /// The requests but those for analytics, which only one of the versions makes.
  fileprivate var requestsOfScreens: [Request] {
    requests.filter { $0.line != "POST /v2/api/analytics" }
  }
}
