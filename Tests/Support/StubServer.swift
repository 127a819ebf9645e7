import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A server inside the process, for the test targets of SproutMethod. It records the requests that
/// the shared `URLSession` sends to its host, and answers them as the test has set up.
public struct StubServer: Sendable {
  /// The parts of a request that tests compare.
  public struct Request: Equatable, Sendable {
    /// The method and the path, such as `GET /v2/api/orders`.
    public var line: String
    public var headers: [String: String] = [:]
    /// JSON with its keys sorted.
    public var body: String?
    var timeout: TimeInterval = 60
    var cachePolicy = URLRequest.CachePolicy.useProtocolCachePolicy
  }

  public enum Answer: Sendable {
    case status(Int, String = "")
    /// The connection breaks before the whole body has arrived.
    case brokenOff(Int, String)
    /// No connection. Requests get this answer when no other is left for them.
    case unreachable
  }

  /// A host that no other server has, and a path that all requests begin with.
  public let url = URL(string: "https://\(UUID().uuidString.lowercased()).test/v2")!

  public init() {
    // On Linux, the shared session looks up the registered classes only when it's first used. So the
    // class is registered once per process, and never unregistered.
    _ = StubURLProtocol.isRegistered
  }

  public var requests: [Request] { withHost { $0.requests } }

  public func forgetRequests() {
    withHost { $0.requests = [] }
  }

  /// Sets the next answers to a request such as `GET /v2/api/orders`.
  public func answer(_ line: String, with answers: Answer...) {
    withHost { $0.answers[line, default: []] += answers }
  }

  /// Waits until all answers have been sent and handled.
  ///
  /// Instead of watching a clock, it sends requests of its own through the same queues. It stops when
  /// nothing new has happened for several in a row, and gives up on answers that nobody asks for. So
  /// a request or a completion that never comes makes a test fail rather than hang.
  @MainActor public func settle() async {
    var rounds = Rounds(server: self)
    while rounds.next() {
      await withCheckedContinuation { continuation in
        sendRoundTrip { DispatchQueue.main.async { continuation.resume() } }
      }
    }
  }

  /// Waits until all answers have been sent, and keeps the main actor busy. So code that waits there
  /// for the answers gets them at the next `settle`, after whatever the test does until then.
  @MainActor public func holdAnswers() {
    var rounds = Rounds(server: self)
    while rounds.next() {
      let done = DispatchSemaphore(value: 0)
      sendRoundTrip { done.signal() }
      done.wait()
    }
  }

  private struct Rounds {
    let server: StubServer
    var count = 0
    var quietCount = 0
    var requestCount = 0

    mutating func next() -> Bool {
      let host = server.withHost { $0 }
      quietCount = host.requests.count == requestCount ? quietCount + 1 : 0
      requestCount = host.requests.count
      count += 1
      return quietCount < 12 || (host.isWaiting && count < 200)
    }
  }

  private func sendRoundTrip(completion: @escaping @Sendable () -> Void) {
    guard let url = URL(string: "https://round-trip.test") else { return completion() }
    URLSession.shared.dataTask(with: url) { _, _, _ in completion() }.resume()
  }

  private func withHost<Result: Sendable>(_ body: (inout Host) -> Result) -> Result {
    hosts.withLock { body(&$0[url.host() ?? "", default: Host()]) }
  }
}

extension StubServer.Request {
  /// A request without a body.
  public static func get(_ line: String, token: String? = nil) -> Self {
    Self(line: line, headers: token.map { ["Authorization": "Bearer \($0)"] } ?? [:])
  }

  /// A request with JSON, whose keys must be sorted.
  public static func json(_ line: String, token: String? = nil, _ body: String) -> Self {
    var request = get(line, token: token)
    request.headers["Content-Type"] = "application/json"
    request.body = body
    return request
  }
}

extension StubServer.Request: CustomDebugStringConvertible {
  /// What a failure prints: the line, the headers, the body, and whatever isn't as usual.
  public var debugDescription: String {
    var details = headers.map { "\($0.key): \($0.value)" }.sorted()
    if let body { details.append(body) }
    if timeout != 60 { details.append("timeout \(timeout)") }
    if cachePolicy != .useProtocolCachePolicy { details.append("policy \(cachePolicy.rawValue)") }
    return details.isEmpty ? line : "\(line) (\(details.joined(separator: ", ")))"
  }
}

// MARK: - Behind the session

/// The requests that a host has received, and the answers it has left.
private struct Host: Sendable {
  var requests: [StubServer.Request] = []
  var answers: [String: [StubServer.Answer]] = [:]
  var isWaiting: Bool { answers.values.contains { !$0.isEmpty } }

  mutating func receive(_ request: StubServer.Request) -> StubServer.Answer {
    requests.append(request)
    guard let answer = answers[request.line]?.first else { return .unreachable }
    answers[request.line]?.removeFirst()
    return answer
  }
}

private let hosts = Mutex<[String: Host]>([:])

private final class StubURLProtocol: URLProtocol {
  static let isRegistered = URLProtocol.registerClass(StubURLProtocol.self)

  override class func canInit(with request: URLRequest) -> Bool {
    request.url?.host()?.hasSuffix(".test") ?? false
  }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    guard let url = request.url else { return fail(.badURL) }
    let recorded = StubServer.Request(request)
    switch hosts.withLock({ $0[url.host() ?? "", default: Host()].receive(recorded) }) {
    case .status(let status, let body):
      respond(url, status, body)
      client?.urlProtocolDidFinishLoading(self)
    case .brokenOff(let status, let body):
      respond(url, status, body)
      fail(.networkConnectionLost)
    case .unreachable:
      fail(.cannotConnectToHost)
    }
  }

  override func stopLoading() {}

  private func respond(_ url: URL, _ status: Int, _ body: String) {
    let answer = HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: nil)
    guard let answer else { return fail(.badServerResponse) }
    client?.urlProtocol(self, didReceive: answer, cacheStoragePolicy: .notAllowed)
    client?.urlProtocol(self, didLoad: Data(body.utf8))
  }

  private func fail(_ code: URLError.Code) {
    client?.urlProtocol(self, didFailWithError: URLError(code))
  }
}

extension StubServer.Request {
  init(_ request: URLRequest) {
    let query = request.url?.query().map { "?\($0)" } ?? ""
    line = "\(request.httpMethod ?? "") \(request.url?.path(percentEncoded: true) ?? "")\(query)"
    headers = (request.allHTTPHeaderFields ?? [:]).filter { $0.key != "Content-Length" }
    body = (request.httpBody ?? request.httpBodyStream?.contents).map { data in
      let json = try? JSONSerialization.jsonObject(with: data)
      let sorted = json.flatMap {
        try? JSONSerialization.data(
          withJSONObject: $0, options: [.sortedKeys, .withoutEscapingSlashes])
      }
      return String(decoding: sorted ?? data, as: UTF8.self)
    }
    timeout = request.timeoutInterval
    cachePolicy = request.cachePolicy
  }
}

extension InputStream {
  /// On macOS, a session passes the body as a stream.
  fileprivate var contents: Data {
    open()
    defer { close() }
    var contents = Data()
    var buffer = [UInt8](repeating: 0, count: 10_000)
    while true {
      let count = read(&buffer, maxLength: buffer.count)
      guard count > 0 else { return contents }
      contents.append(contentsOf: buffer.prefix(count))
    }
  }
}
