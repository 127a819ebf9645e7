import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Runs a test with a server for which no port and no network is needed: a `URLProtocol` answers the
/// requests to its host, inside this process.
@MainActor
func withServer(_ test: @MainActor (StubServer) async throws -> Void) async rethrows {
  let server = StubServer()
  StubURLProtocol.add(server)
  defer { StubURLProtocol.remove(server) }
  try await test(server)
}

/// A server that answers as it was told to, and notes what it is asked.
final class StubServer: Sendable {
  /// What a test compares of a request.
  struct Request: Equatable, Sendable {
    /// The method, and the path with what may follow it.
    var line: String
    var headers: [String: String] = [:]
    /// JSON with its keys in order.
    var body: String?
    /// In seconds.
    var timeout: TimeInterval = 60
    var cachePolicy = URLRequest.CachePolicy.useProtocolCachePolicy
  }

  enum Answer: Sendable {
    /// An HTTP status and a body.
    case status(Int, String)
    /// The same, but the connection breaks off when a part of the body has arrived.
    case brokenOff(Int, String)
    /// An answer that is not of HTTP.
    case noHTTP(String)
    /// No connection.
    case unreachable
  }

  private struct State: Sendable {
    var answers: [String: [Answer]] = [:]
    var surplusAnswers: [String: Answer] = [:]
    var requests: [Request] = []
  }

  /// A host of this server's own, and a path that each request begins with.
  let url = URL(string: "https://\(UUID().uuidString.lowercased()).test/v2")!
  private let state = Locked(State())

  /// The requests until now.
  var requests: [Request] { state.withLock { $0.requests } }

  /// Sets the next answer to requests such as `GET /v2/api/orders`. Without one, there is no
  /// connection.
  func answer(_ line: String, with answer: Answer) {
    state.withLock { $0.answers[line, default: []].append(answer) }
  }

  /// Sets the answer to requests that should not come: those for which no other is left.
  func answerSurplus(_ line: String, with answer: Answer) {
    state.withLock { $0.surplusAnswers[line] = answer }
  }

  /// Forgets the requests until now.
  func clear() {
    state.withLock { $0.requests = [] }
  }

  fileprivate func receive(_ request: Request) -> Answer {
    if request.line == "GET /v2/round-trip" { return .status(200, "") }
    return state.withLock {
      $0.requests.append(request)
      guard let answers = $0.answers[request.line], let first = answers.first else {
        return $0.surplusAnswers[request.line] ?? .unreachable
      }
      $0.answers[request.line] = Array(answers.dropFirst())
      return first
    }
  }

  /// Waits until every answer that was set has been given, and what follows from it has been done.
  ///
  /// It does not look at the clock. It sends requests of its own, which go through the same queues as
  /// those of the client, and ends when several in a row have met nothing new. If an answer is never
  /// asked for, it gives up after many: a request or a completion that does not come makes a test
  /// fail, and not hang.
  @MainActor
  func settle() async {
    var rounds = Rounds()
    while rounds.goOn(requests.count, isWaiting: isWaiting) {
      await withCheckedContinuation { continuation in
        sendRoundTrip { DispatchQueue.main.async { continuation.resume() } }
      }
    }
  }

  /// Waits until every answer that was set has been given, and keeps the main actor meanwhile: the
  /// client learns of the answers later, in their order, and after what the test does next.
  @MainActor
  func answerWhileClientWaits() {
    var rounds = Rounds()
    while rounds.goOn(requests.count, isWaiting: isWaiting) {
      let done = DispatchSemaphore(value: 0)
      sendRoundTrip { done.signal() }
      done.wait()
    }
  }

  private struct Rounds {
    private var count = -1
    private var quiet = 0
    private var requestCount = 0

    mutating func goOn(_ requestCount: Int, isWaiting: Bool) -> Bool {
      count += 1
      quiet = requestCount == self.requestCount ? quiet + 1 : 0
      self.requestCount = requestCount
      return quiet < 6 || (isWaiting && count < 200)
    }
  }

  /// Whether there is an answer that has not been asked for.
  private var isWaiting: Bool { state.withLock { $0.answers.contains { !$0.value.isEmpty } } }

  private func sendRoundTrip(completion: @escaping @Sendable () -> Void) {
    URLSession.shared.dataTask(with: url.appending(path: "round-trip")) { _, _, _ in completion() }
      .resume()
  }
}

private final class StubURLProtocol: URLProtocol {
  private static let servers = Locked<[String: StubServer]>([:])

  @MainActor
  static func add(_ server: StubServer) {
    let isFirst = servers.withLock { servers in
      servers[server.url.host ?? ""] = server
      return servers.count == 1
    }
    if isFirst { _ = URLProtocol.registerClass(StubURLProtocol.self) }
  }

  @MainActor
  static func remove(_ server: StubServer) {
    let wasLast = servers.withLock { servers in
      servers[server.url.host ?? ""] = nil
      return servers.isEmpty
    }
    if wasLast { URLProtocol.unregisterClass(StubURLProtocol.self) }
  }

  private static func server(for request: URLRequest) -> StubServer? {
    servers.withLock { $0[request.url?.host ?? ""] }
  }

  override class func canInit(with request: URLRequest) -> Bool { server(for: request) != nil }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    guard let url = request.url, let answer = Self.server(for: request)?.receive(noted(request))
    else {
      client?.urlProtocol(self, didFailWithError: URLError(.cancelled))
      return
    }
    switch answer {
    case .status(let status, let body):
      begin(
        HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: nil), body)
      client?.urlProtocolDidFinishLoading(self)
    case .brokenOff(let status, let body):
      begin(
        HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: nil), body)
      client?.urlProtocol(self, didFailWithError: URLError(.networkConnectionLost))
    case .noHTTP(let body):
      begin(
        URLResponse(
          url: url, mimeType: nil, expectedContentLength: body.utf8.count, textEncodingName: nil),
        body)
      client?.urlProtocolDidFinishLoading(self)
    case .unreachable:
      client?.urlProtocol(self, didFailWithError: URLError(.cannotConnectToHost))
    }
  }

  override func stopLoading() {}

  private func begin(_ response: URLResponse?, _ body: String) {
    guard let response else { return }
    client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    client?.urlProtocol(self, didLoad: Data(body.utf8))
  }

  private func noted(_ request: URLRequest) -> StubServer.Request {
    StubServer.Request(
      line: "\(request.httpMethod ?? "?") \(pathAndQuery(of: request))",
      headers: (request.allHTTPHeaderFields ?? [:]).filter { $0.key != "Content-Length" },
      body: body(of: request), timeout: request.timeoutInterval, cachePolicy: request.cachePolicy)
  }

  private func pathAndQuery(of request: URLRequest) -> String {
    guard let url = request.url else { return "?" }
    return url.path(percentEncoded: true) + (url.query().map { "?\($0)" } ?? "")
  }

  /// The body: with its keys in order if it is JSON, and as it is if not.
  private func body(of request: URLRequest) -> String? {
    guard let data = request.httpBody ?? request.httpBodyStream.map(contents) else { return nil }
    guard let object = try? JSONSerialization.jsonObject(with: data),
      let sorted = try? JSONSerialization.data(
        withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
    else { return String(decoding: data, as: UTF8.self) }
    return String(decoding: sorted, as: UTF8.self)
  }

  /// Where the system hands the body over as a stream, it is read from there.
  private func contents(of stream: InputStream) -> Data {
    stream.open()
    defer { stream.close() }
    var data = Data()
    var buffer = [UInt8](repeating: 0, count: 1024)
    while case let count = stream.read(&buffer, maxLength: buffer.count), count > 0 {
      data.append(contentsOf: buffer[..<count])
    }
    return data
  }
}

extension StubServer.Request {
  /// A request without a body.
  static func get(_ line: String, token: String? = nil) -> Self {
    Self(line: line, headers: authorization(token))
  }

  /// A request with a body in JSON.
  static func json(_ line: String, token: String? = nil, _ body: String) -> Self {
    var headers = authorization(token)
    headers["Content-Type"] = "application/json"
    return Self(line: line, headers: headers, body: body)
  }

  private static func authorization(_ token: String?) -> [String: String] {
    token.map { ["Authorization": "Bearer \($0)"] } ?? [:]
  }
}

/// A value that several threads use, one at a time.
///
/// `Mutex` is what the compiler wants to see. The thread sanitizer does not see it on Linux, and sees
/// the other lock.
private final class Locked<Value: Sendable>: Sendable {
  private let lock = NSLock()
  private let value: Mutex<Value>

  init(_ value: Value) {
    self.value = Mutex(value)
  }

  func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    lock.withLock { value.withLock { body(&$0) } }
  }
}
