import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

#if SOLUTION
  @testable import SproutMethodAfter
#else
  @testable import SproutMethodBefore
#endif

/// The request for a report, sent to a spy, or to the server where a test needs one.
@MainActor
@Suite("SproutMethod: seam, the request", .namesModule)
struct RequestSeamTests {
  private let server = StubServer()
  private let api: API
  private let sender = SpySender()
  private let log = ReportLog()

  init() {
    api = API(server: server.url)
    api.sender = sender
  }

  // An unknown duration is left out.
  @Test(arguments: [(nil, ""), (2.5, #""duration":2.5,"#)])
  func `a report is posted as JSON, byte for byte`(duration: TimeInterval?, text: String) throws {
    try api.logAnalytics(report(duration: duration)) { log.add($0) }
    #expect(
      sender.texts == [
        """
        POST /v2/api/analytics
        Content-Type: application/json
        {"appVersion":"1.0","date":"2026-02-28T23:59:59Z","device":"Mac",\(text)\
        "name":"orders-shown","system":"macOS \\"26\\"","type":"screen-view"}
        """
      ])
  }

  @Test(arguments: [TimeInterval.infinity, .nan])
  func `a report that can't be encoded isn't sent`(duration: TimeInterval) {
    #expect(throws: EncodingError.self) {
      try api.logAnalytics(report(duration: duration)) { log.add($0) }
    }
    #expect(sender.texts == [])
    #expect(log.entries == [])
  }

  @Test func `a report goes out with the token that the user has at that moment`() async throws {
    for value in ["t1", "t2"] {
      try api.logAnalytics(report()) { log.add($0) }
      await signIn(token: value)
    }
    try api.logAnalytics(report()) { log.add($0) }
    api.signOut()
    try api.logAnalytics(report()) { log.add($0) }
    #expect(
      sender.requests.map { $0.value(forHTTPHeaderField: "Authorization") } == [
        nil, "Bearer t1", "Bearer t2", nil,
      ])
  }

  @Test(arguments: [
    (.success(Data("Thank you.".utf8)), "logged"),
    (Result.failure(APIError.rejected("No.")), #"failed: rejected("No.")"#),
  ])
  func `the caller gets the result`(answer: Result<Data, APIError>, entry: String) throws {
    sender.answer = nil
    try api.logAnalytics(report()) { log.add($0) }
    #expect(log.entries == [])
    sender.answer = answer
    try api.logAnalytics(report()) { log.add($0) }
    #expect(log.entries == [entry])
  }

  @Test func `only reports go to the sender`() async {
    server.answer("GET /v2/api/orders", with: .status(200, "[]"))
    api.getOrders { _ in }
    await server.settle()
    #expect(sender.texts == [])
    #expect(server.requests == [.get("GET /v2/api/orders")])
  }

  @Test func `the sender can be replaced, and without one the client sends`() async throws {
    server.answer("POST /v2/api/analytics", with: .status(201), .status(500))
    let api = API(server: server.url)
    try api.logAnalytics(report()) { log.add($0) }
    await server.settle()
    for sender in [sender, SpySender(), nil] {
      api.sender = sender
      try api.logAnalytics(report()) { log.add($0) }
      await server.settle()
      #expect(sender?.texts.count ?? 1 == 1)
    }
    #expect(log.entries == ["logged", "logged", "logged", "failed: failed(status: 500)"])
  }

  @Test func `a report with an expired token is lost, and the user stays signed in`() async throws {
    api.sender = nil
    await signIn(token: "t1")
    server.answer("POST /v2/api/analytics", with: .status(401))
    try api.logAnalytics(report()) { log.add($0) }
    await server.settle()
    #expect(log.entries == ["failed: notSignedIn"])
    #expect(api.token?.value == "t1")
    #expect(server.requests.map(\.line) == ["POST /v2/api/session", "POST /v2/api/analytics"])
  }

  @Test func `a client that has sent a report is released`() async throws {
    server.answer("POST /v2/api/analytics", with: .status(201))
    weak var client: API?
    do {
      let api = API(server: server.url)
      client = api
      try api.logAnalytics(report()) { log.add($0) }
    }
    await server.settle()
    #expect(log.entries == ["logged"])
    // The session may release the client a moment after its last answer.
    for _ in 1...50 where client != nil { await server.settle() }
    #expect(client == nil)
  }

  private func report(duration: TimeInterval? = nil) -> Report {
    .make(
      event: .ordersShown, type: .screenView, duration: duration,
      date: Date(timeIntervalSince1970: 1_772_323_199.75), device: "Mac", system: #"macOS "26""#,
      appVersion: "1.0")
  }

  private func signIn(token: String) async {
    server.answer(
      "POST /v2/api/session",
      with: .status(200, #"{"user": "ada", "value": "\#(token)", "renewal": "r"}"#))
    api.signIn(user: "ada", password: "secret") { _ in }
    await server.settle()
  }
}

// MARK: - Test doubles

/// Records requests, and completes each at once, unless `answer` is nil.
@MainActor
final class SpySender: RequestSender {
  var answer: Result<Data, APIError>? = .success(Data())
  private(set) var requests: [URLRequest] = []

  func send(_ request: URLRequest, completion: @escaping Completion<Data>) {
    requests.append(request)
    if let answer { completion(answer) }
  }

  /// Each request as the server would read it, byte for byte.
  var texts: [String] {
    requests.map { request in
      """
      \(request.httpMethod ?? "") \(request.url?.path() ?? "")
      \((request.allHTTPHeaderFields ?? [:]).map { "\($0): \($1)" }.joined(separator: "\n"))
      \(String(decoding: request.httpBody ?? Data(), as: UTF8.self))
      """
    }
  }
}

/// Records the results of sending reports.
@MainActor
final class ReportLog {
  private(set) var entries: [String] = []

  func add(_ result: Result<Void, APIError>) {
    switch result {
    case .success: entries.append("logged")
    case .failure(let error): entries.append("failed: \(error)")
    }
  }
}
