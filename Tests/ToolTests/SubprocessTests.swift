import Foundation
import Synchronization
import Testing

@testable import kata

@Suite("Tool: programs")
struct SubprocessTests {
  private func shell(_ command: String, limit: Duration = .seconds(60)) -> Subprocess {
    Subprocess(
      arguments: ["sh", "-c", command], folder: FileManager.default.temporaryDirectory,
      environment: ["KATA": "on", "HOME": nil], limit: limit)
  }

  @Test func `a program has a status, an output, and its own variables`() async throws {
    let result = try await shell("echo $KATA; echo ${HOME-none} >&2; exit 3").run()
    #expect(result.status == 3)
    #expect(result.output == "on\nnone\n")
  }

  @Test func `what a value is read from has no warnings in it`() async throws {
    var program = shell("echo a; head -c 200000 /dev/zero >&2; echo b")
    program.keepsErrorsApart = true
    let result = try await program.run()
    #expect(result.output == "a\nb\n")
    #expect(result.errors.utf8.count == 200_000)
  }

  @Test func `a signal that ends a program is its status`() async throws {
    #expect(try await shell("kill -TERM $$").run().status == 128 + SIGTERM)
  }

  @Test func `a program that isn't there has the status of a shell that can't find it`()
    async throws
  {
    let program = Subprocess(
      arguments: ["no-such-program"], folder: FileManager.default.temporaryDirectory,
      environment: ["PATH": "/bin"])
    #expect(try await program.run().status == 127)
  }

  @Test func `of a long output, the end is kept`() async throws {
    let result = try await shell("head -c 20000000 /dev/zero | tr '\\0' x; echo end").run()
    #expect(result.output.hasSuffix("xend\n"))
    #expect(result.output.utf8.count < 2_100_000)
  }

  @Test func `a program that closes its output early is awaited`() async throws {
    let result = try await shell("exec >/dev/null 2>&1; sleep 0.3; exit 7").run()
    #expect(result.status == 7)
  }

  @Test func `a program over its limit is interrupted, with its children`() async throws {
    let clock = ContinuousClock()
    let start = clock.now
    let result = try await shell(
      "sh -c 'echo $$; exec sleep 600'; echo awake", limit: .seconds(0.2)
    ).run()
    #expect(result.isOverLimit)
    // If the signal had been blocked, the program would have been killed after five seconds.
    #expect(clock.now - start < .seconds(4))
    #expect(result.output == "\(try childID(in: result.output))\n")
    #expect(try await !isRunning(childID(in: result.output)))
  }

  @Test func `a program that ignores interruptions is killed, with its children`() async throws {
    let command = "trap '' INT; sleep 600 & echo $!; while :; do sleep 0.1; done"
    let result = try await shell(command, limit: .seconds(0.2)).run()
    #expect(result.isOverLimit)
    #expect(try await !isRunning(childID(in: result.output)))
  }

  @Test func `a cancelled program is interrupted, with its children`() async throws {
    let output = Mutex("")
    let (lines, continuation) = AsyncStream.makeStream(of: String.self)
    var program = shell("sleep 600 & echo $!; wait")
    program.onOutput = { continuation.yield($0) }
    let run = Task { [program] in try await program.run() }
    // Once it has printed something, it runs.
    for await text in lines {
      output.withLock { $0 = text }
      break
    }
    run.cancel()
    await #expect(throws: CancellationError.self) { try await run.value }
    #expect(try await !isRunning(childID(in: output.withLock { $0 })))
  }

  @Test func `a folder that has been removed is a problem`() async {
    let folder = URL(filePath: "/no/such/folder")
    let program = Subprocess(arguments: ["true"], folder: folder)
    await #expect(throws: Problem.self) { try await program.run() }
  }

  private func childID(in output: String) throws -> pid_t {
    try #require(pid_t(output.lines[0]))
  }

  /// Whether a process still runs after a second. `kill` finds one that has ended, too, until somebody
  /// has waited for it.
  private func isRunning(_ id: pid_t) async throws -> Bool {
    for _ in 1...20 {
      let state = try await shell("ps -o stat= -p \(id) || true").run().output
      if state.isEmpty || state.hasPrefix("Z") { return false }
      usleep(50_000)
    }
    return true
  }
}
