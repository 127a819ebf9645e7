import Foundation
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

  @Test func `of a long output, the end is kept`() async throws {
    let result = try await shell("head -c 20000000 /dev/zero | tr '\\0' x; echo end").run()
    #expect(result.output.hasSuffix("xend\n"))
    #expect(result.output.utf8.count < 2_100_000)
  }

  @Test func `a program over its limit is interrupted, with its children`() async throws {
    let result = try await shell("sleep 600; echo awake", limit: .milliseconds(100)).run()
    #expect(result.isOverLimit)
    #expect(!result.output.contains("awake"))
  }

  @Test func `a folder that has been removed is a problem`() async {
    let folder = URL(filePath: "/no/such/folder")
    let program = Subprocess(arguments: ["true"], folder: folder)
    await #expect(throws: Problem.self) { try await program.run() }
  }

  @Test func `a cancelled program is interrupted`() async throws {
    let program = shell("sleep 600")
    let run = Task { try await program.run() }
    run.cancel()
    await #expect(throws: CancellationError.self) { try await run.value }
  }
}
