import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Support: events")
struct EventsTests {
  private let events = Events<Int>()

  @Test func `events are awaited in order, before and after they happen`() async throws {
    events.send(1)
    events.send(2)
    #expect(try await events.next() == 1)
    #expect(try await events.next() == 2)
    async let third = events.next()
    events.send(3)
    #expect(try await third == 3)
    #expect(events.pending == [])
  }

  @Test func `an event that doesn't happen is missing`() async {
    await #expect(throws: Events<Int>.Missing.self) {
      try await events.next(limit: .milliseconds(20))
    }
  }

  @Test func `a canceled task waits no longer`() async {
    let wait = Task { try await events.next(limit: .seconds(600)) }
    wait.cancel()
    await #expect(throws: Events<Int>.Missing.self) { try await wait.value }
  }
}

@Suite("Support: the stub server")
struct StubServerTests {
  /// On a Mac, a session passes the body as a stream.
  @Test(arguments: [1, 3_000])
  func `a body may come from a stream`(count: Int) throws {
    let keys = (0..<count).map { "\"key\(10_000 + $0)\":\"value\"" }.joined(separator: ",")
    var request = URLRequest(url: try #require(URL(string: "https://a.test/b")))
    request.httpBodyStream = InputStream(data: Data("{\(keys)}".utf8))
    #expect(StubServer.Request(request).body == "{\(keys)}")
  }
}
