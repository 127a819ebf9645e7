import Foundation
import Synchronization
import TestSupport
import Testing

@testable import kata

/// Runs the program as its users do, on a workspace with one small kata. It builds this kata many times,
/// so it runs only where `CI` is set, as `.ci/run` does.
@Suite(
  "Tool: the program, as its users see it", .serialized,
  .enabled(if: ProcessInfo.processInfo.environment["CI"] != nil))
struct FixtureTests {
  private let folder: TemporaryFolder
  private var root: URL { folder.url.appending(path: "a folder") }

  init() async throws {
    folder = try TemporaryFolder()
    let manifest = URL(filePath: #filePath).appending(path: "../../../Package.swift").standardized
    let text = try #require(manifest.text)
    var files = Fixture.files
    files["Package.swift"] = text.replacing(
      /let katas = \[\n(?:  ".*",\n)+\]/, with: "let katas = [\n  \"Meter\",\n]")
    for (path, text) in files { try root.appending(path: path).write(text) }
    let link = root.appending(path: "Tests/Solutions")
    try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "Katas")
    try await Git(folder: root)("init", "-q")
    try await Git(folder: root).commit()
  }

  // MARK: A learner's commands

  @Test func `a net catches, misses, and leaves out faults, and fails if it misses one`()
    async throws
  {
    try makeMistakes()
    let net = try await kata("net", "Meter")
    #expect(
      net.output.replacing(/about \d+ seconds/, with: "about … seconds") == """
        Meter: 3 tests, all green without a fault.

        1/5  caught: Two euros
              by `a coin of up to two euros is taken`
        The other 4 will take about … seconds.
        2/5  MISSED: A button counts
              in Meter.swift, insert
        3/5  caught: No end
              by a run without an end
        4/5  caught: The second coin
              by a crash
        5/5  not tried: Gone
              its lines aren't in your code anymore

        3 of 4 caught, 1 not tried
        For each missed fault, write a test that fails with it.

        """)
    #expect(net.status == 1)
    #expect(try await changes() == "")
  }

  @Test func `a net that catches all faults succeeds`() async throws {
    let net = try await kata("net", "Meter")
    #expect(net.output.hasSuffix("\n2 of 2 caught\n"))
    #expect(net.status == 0)
  }

  @Test func `a net on which nothing was tried fails`() async throws {
    try keepMistakes("Gone")
    let net = try await kata("net", "Meter")
    #expect(
      net.output.hasSuffix(
        """
        1/1  not tried: Gone
              its lines aren't in your code anymore

        Nothing was tried, so this says nothing about your tests.

        """))
    #expect(net.status == 1)
  }

  @Test func `a red net isn't judged`() async throws {
    try edit("Katas/Meter/Meter.swift", "coin <= 200", "coin < 200")
    let net = try await kata("net", "Meter")
    #expect(net.output.hasPrefix("Your tests should be green without a fault. It's red.\n"))
    #expect(net.status == 2)
  }

  @Test func `a build that meets the end of another one begins again`() async throws {
    // Where SwiftPM says this, its status is 1, too.
    let net = try await program(
      "net", "Meter",
      withSwift: """
        if [ -e "$0.again" ]; then echo "error: the second build"; exit 1; fi
        touch "$0.again"
        echo "error: unable to attach DB: error: accessing build database: database is locked"
        exit 1
        """
    ).run()
    #expect(net.output.contains("It's a build that fails.\nerror: the second build\n"))
  }

  @Test func `after each save, watching says whether it's safe and done`() async throws {
    let watch = Watching()
    let run = watch.start(try program("watch", "Meter"))
    try await watch.wait(for: "Waiting for the next save")
    #expect(watch.output.contains("Safe: 3 characterization tests pass.\nNot done: the seam tests"))
    #expect(watch.output.contains("SeamTests.swift:8:18: error: cannot find 'CoinSlot' in scope"))

    try edit("Katas/Meter/Meter.swift", "coin <= 200", "coin < 200")
    try await watch.wait(for: "Not safe: 1 of 3 tests fail.\n  a coin of up to two euros is taken")

    try solve()
    try await watch.wait(
      for:
        "Done: 1 seam tests pass.\nLook at the rest of the checklist yourself:\n  [ ] It's short.")
    try watch.interrupt()
    #expect(try await run.value.status == 130)
    #expect(watch.output.hasSuffix("Stopped.\n"))
  }

  @Test func `a save during a run ends that run`() async throws {
    let watch = Watching()
    let run = watch.start(try program("watch", "Meter"))
    try await watch.wait(for: "Waiting for the next save")
    try edit("Katas/Meter/Meter.swift", "coin <= 200", "coin < 200")
    try await watch.wait(for: "Meter, ", count: 2)
    try edit("Katas/Meter/Meter.swift", "coin < 200", "coin <= 200")
    try await watch.wait(for: "Safe: 3 characterization tests pass.", count: 2)
    #expect(!watch.output.contains("Not safe"))
    try watch.interrupt()
    _ = try await run.value
  }

  @Test(arguments: [
    ("fatalError(\"no coins\")", "the tests crash. They ran `coins go into a slot`.\n"),
    ("while true {}", "the tests hang. They ran `coins go into a slot`.\n"),
  ])
  func `a seam test that crashes or hangs doesn't make the code unsafe`(
    line: String, end: String
  ) async throws {
    try solve()
    try edit("Tests/Katas/Meter/Seam/SeamTests.swift", "meter.slot = CoinSlot()", line)
    let watch = Watching()
    let run = watch.start(try program("watch", "Meter"))
    try await watch.wait(for: "Waiting for the next save")
    let answer = "Safe: 3 characterization tests pass.\nNot done: \(end)"
    #expect(watch.output.contains(answer), "\(watch.output)")
    try watch.interrupt()
    _ = try await run.value
  }

  @Test func `tests in XCTest are a net, too`() async throws {
    try FileManager.default.removeItem(at: root.appending(path: net))
    try root.appending(path: "Tests/Katas/Meter/Own/MyXCTests.swift").write(
      """
      import XCTest

      @testable import Meter

      final class MyXCTests: XCTestCase {
        @MainActor func testCoin() async { XCTAssertTrue(Meter().insert(200)) }
      }

      """)
    let net = try await kata("net", "Meter")
    #expect(net.output.contains("1/2  caught: Two euros\n      by `testCoin`\n"))
    #expect(
      net.output.hasSuffix(
        "1 of 2 caught\nFor each missed fault, write a test that fails with it.\n"))
  }

  @Test func `without any test, there's nothing to judge, and watching says so`() async throws {
    try FileManager.default.removeItem(at: root.appending(path: net))
    let judgment = try await kata("net", "Meter")
    #expect(judgment.output.contains("has no test to judge yet"))
    let watch = Watching()
    let run = watch.start(try program("watch", "Meter"))
    try await watch.wait(for: "Waiting for the next save")
    #expect(watch.output.contains("There's no characterization test yet."))
    try watch.interrupt()
    _ = try await run.value
  }

  @Test func `a drill is applied and taken back`() async throws {
    let drill = try await kata("apply", "Meter", "Two euros")
    #expect(drill.output.hasPrefix("Changed: Katas/Meter/Meter.swift\n"))
    #expect(drill.status == 0)
    let undo = try await kata("apply", "Meter", "--undo")
    #expect(undo.output == "Taken back: Two euros\n")
    #expect(try await changes() == "")
  }

  @Test func `a hand-out builds, and its tests pass`() async throws {
    let target = folder.url.appending(path: "hand-out")
    let handout = try await kata("handout", target.path, "Meter")
    #expect(handout.status == 0)
    let test = TestCommand(
      kata: Kata(name: "Meter"), folder: target, temporaryFolder: folder.url, filter: "Meter")
    #expect(try await test.run().verdict == .green)
  }

  @Test(arguments: [
    (["net", "Metre"], "Metre isn't a kata. Did you mean Meter?"),
    (["nett", "Meter"], "There's no command nett. Did you mean net?"),
    (["handout", "hand-out"], "is inside the workspace"),
  ])
  func `a mistake is explained`(arguments: [String], explanation: String) async throws {
    let result = try await kata(arguments)
    #expect(result.output.contains(explanation))
    #expect(result.status == 2)
  }

  @Test(
    arguments: [
      (["KATA": "Metre"], "", "KATA=Metre, which isn't a kata. Choose from Meter"),
      (["KATA": "Meter,Metre"], "", "KATA=Metre, which isn't a kata."),
      (["ATTEMPT": "Metre"], "", "ATTEMPT=Metre, which isn't a kata."),
      (["KATA": "Other", "ATTEMPT": "Meter"], "", "ATTEMPT=Meter, but KATA leaves this kata out."),
      ([:], "KATA=Metre", "KATA=Metre, which isn't a kata."),
      // A variable that's empty, as the program sets it, isn't taken from the list.
      (["KATA": "", "ATTEMPT": ""], "KATA=Metre", "Name: kata\n"),
      (["KATA": "Meter", "ATTEMPT": ""], "ATTEMPT=Metre", "Name: MeterBeforeTests\n"),
    ] as [([String: String], String, String)])
  func `variables choose katas, and a mistake in one is a sentence`(
    environment: [String: String], variable: String, sentence: String
  ) async throws {
    if environment["KATA"] == "Other" {
      try edit("Package.swift", "\"Meter\",\n", "\"Meter\",\n  \"Other\",\n")
    }
    if !variable.isEmpty {
      let list = "let variables: [String] = ["
      try edit("Package.swift", list, "\(list)\"\(variable)\"")
    }
    var describe = Subprocess(arguments: ["swift", "package", "describe"], folder: root)
    describe.environment = ["KATA": nil, "ATTEMPT": nil].merging(environment) { $1 }
    #expect(try await describe.run().output.contains(sentence))
  }

  @Test func `a checkout without links says how to clone again`() async throws {
    try FileManager.default.removeItem(at: root.appending(path: "Tests/Solutions"))
    try root.appending(path: "Tests/Solutions").write("Katas")
    let describe = Subprocess(
      arguments: ["swift", "package", "describe"], folder: root,
      environment: ["KATA": nil, "ATTEMPT": nil])
    #expect(try await describe.run().output.contains("git clone -c core.symlinks=true"))
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `an interrupted net leaves nothing behind, and nothing runs on`(signal: Int32) async throws {
    let temporary = folder.url.appending(path: "tmp")
    try temporary.makeFolder()
    var net = try program("net", "Meter")
    net.environment["TMPDIR"] = temporary.path
    let watch = Watching()
    let run = watch.start(net)
    try await watch.wait(for: "all green without a fault")
    try watch.interrupt(with: signal)
    #expect(try await run.value.status == 130)
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path) == [])
    let processes = Subprocess(arguments: ["ps", "-axo", "args="], folder: root)
    #expect(try await !processes.run().output.contains(temporary.path))
    #expect(try await changes() == "")
  }

  @Test func `a program whose output nobody reads ends`() async throws {
    let watch = try program("watch", "Meter")
    let pipe = Subprocess(
      arguments: ["sh", "-c", #""$0" "$@" | head -1"#] + watch.arguments, folder: root,
      environment: watch.environment, limit: .seconds(300))
    let result = try await pipe.run()
    #expect(result.output.hasPrefix("Meter, "))
    #expect(!result.isOverLimit)
  }

  // MARK: An author's commands

  @Test func `what's right is found to be right`() async throws {
    let check = try await kata("check", "Meter")
    #expect(check.output.contains(" passed, 0 failed, "), "\(check.output)")
    #expect(check.status == 0)
  }

  @Test func `what's wrong on the pages of a kata is found, and nothing else`() async throws {
    try makeMistakes()
    // A check waits longer for a run without an end than a test should.
    try keepMistakes("Two euros", "A button counts", "The second coin", "Gone")
    let check = try await kata("check", "Meter")
    #expect(check.status == 1)
    let missing = Fixture.problems.filter { !check.output.contains($0) }
    #expect(missing == [], "\(check.output)")
    #expect(check.output.contains(", \(Fixture.problems.count) failed, "), "\(check.output)")
  }

  // MARK: Running the program

  private func kata(_ arguments: String...) async throws -> Subprocess.Result {
    try await kata(arguments)
  }

  private func kata(_ arguments: [String]) async throws -> Subprocess.Result {
    try await program(arguments).run()
  }

  private func program(_ arguments: String...) throws -> Subprocess { try program(arguments) }

  private func program(_ arguments: [String]) throws -> Subprocess {
    // Next to the bundle of these tests
    let bundles = Bundle.allBundles.map(\.bundleURL) + [URL(filePath: CommandLine.arguments[0])]
    let programs = bundles.map { $0.deletingLastPathComponent().appending(path: "kata") }
    let program = try #require(programs.first { $0.isThere })
    return Subprocess(
      arguments: [program.path] + arguments, folder: root,
      environment: ["KATA": nil, "ATTEMPT": nil])
  }

  /// A program that finds a script of a shell where it looks for `swift`
  private func program(_ arguments: String..., withSwift script: String) throws -> Subprocess {
    try swift.write("#!/bin/sh\n\(script)\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: swift.path)
    var program = try program(arguments)
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    program.environment["PATH"] = "\(swift.deletingLastPathComponent().path):\(path)"
    return program
  }

  private var swift: URL { folder.url.appending(path: "bin/swift") }

  private func edit(_ path: String, _ old: String, _ new: String) throws {
    let file = root.appending(path: path)
    let text = try #require(file.text)
    try #require(text.contains(old))
    try file.write(text.replacing(old, with: new))
  }

  private let net = "Tests/Katas/Meter/CharacterizationTests.swift"

  /// Makes the kata's code the solution.
  private func solve() throws {
    for file in ["CoinSlot.swift", "Meter.swift"] {
      let text = root.appending(path: "Solutions/Meter/\(file)").text
      try root.appending(path: "Katas/Meter/\(file)").write(try #require(text))
    }
  }

  private func makeMistakes() throws {
    for (path, text) in Fixture.mistakes {
      let file = root.appending(path: path)
      if let text { try file.write(text) } else { try FileManager.default.removeItem(at: file) }
    }
  }

  /// Replaces the drills by a few of those with mistakes.
  private func keepMistakes(_ titles: String...) throws {
    let path = "docs/Meter/Drills.md"
    let sections = (Fixture.mistakes[path] ?? "")?.split(separator: "### ").dropFirst() ?? []
    let kept = sections.filter { section in titles.contains { section.hasPrefix($0) } }
    try root.appending(path: path).write(kept.map { "### \($0)" }.joined())
  }

  /// What has changed outside of the pages
  private func changes() async throws -> String {
    try await Git(folder: root)("status", "--porcelain", "--", ".", ":!docs")
  }
}

/// A program that runs until it's interrupted.
private final class Watching: Sendable {
  private let parts = Events<String>()
  private let text = Mutex("")

  /// What it has printed, without the first line, which is its ID
  var output: String { text.withLock { $0.lines.dropFirst().text } }

  func start(_ program: Subprocess) -> Task<Subprocess.Result, any Error> {
    var program = program
    program.arguments = ["sh", "-c", #"echo $$; exec "$0" "$@""#] + program.arguments
    program.onOutput = { [self] part in
      text.withLock { $0 += part }
      parts.send(part)
    }
    return Task { [program] in try await program.run() }
  }

  func wait(for text: String, count: Int = 1) async throws {
    while output.ranges(of: text).count < count { try await parts.next(limit: .seconds(200)) }
  }

  /// Sends what Control-C sends, or another signal.
  func interrupt(with signal: Int32 = SIGINT) throws {
    let id = try #require(text.withLock { pid_t($0.lines[0]) })
    kill(id, signal)
  }
}
