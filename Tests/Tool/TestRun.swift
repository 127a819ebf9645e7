import Foundation

/// What a build, and a run of tests, came to.
struct TestRun: CustomStringConvertible {
  enum Verdict: String {
    case green, red
    case broken = "a build that fails"
    case crashed = "a crash"
    case hung = "a run without an end"
    case empty = "a run without tests"
  }

  struct Test: Equatable {
    /// The names of the module and of the outermost suite, with a dot between them
    var suite: String
    /// The names of all suites that it's in
    var suites: [String] = []
    var name: String
    var issues: [Issue] = []
    var isRunning = false
    var isRed: Bool { !issues.isEmpty }
  }

  struct Issue: Equatable {
    /// The path of a file, and the number of a line
    var place: String
    var text: String
  }

  let verdict: Verdict
  let tests: [Test]
  let output: String

  /// - Parameters:
  ///   - events: What Swift Testing has written to the file of `--event-stream-output-path`, or `nil` if
  ///     there's none, since the tests haven't been built.
  ///   - report: What `swift test` has written to the file of `--xunit-output`, about tests in XCTest.
  init(_ result: Subprocess.Result, events: String?, report: String? = nil) {
    let stream = EventStream(events ?? "")
    output = result.output
    tests = stream.tests + Self.tests(inReport: report ?? "")
    verdict =
      if result.isOverLimit {
        .hung
      } else if events == nil {
        .broken
      } else if result.status == 0 {
        tests.isEmpty ? .empty : .green
      } else {
        stream.hasEnded && tests.contains(where: \.isRed) ? .red : .crashed
      }
  }

  private init(verdict: Verdict, tests: [Test], output: String) {
    self.verdict = verdict
    self.tests = tests
    self.output = output
  }

  /// What the run says about the tests of one module.
  func part(_ module: String) -> TestRun {
    let tests = tests.filter { $0.suite.hasPrefix("\(module).") }
    let verdict: Verdict =
      switch verdict {
      case .green, .red, .empty:
        tests.isEmpty ? .empty : tests.contains(where: \.isRed) ? .red : .green
      case .broken, .crashed, .hung: verdict
      }
    return TestRun(verdict: verdict, tests: tests, output: output)
  }

  /// Reads a report line by line.
  static func tests(inReport report: String) -> [Test] {
    report.lines.reduce(into: []) { tests, line in
      if let match = line.firstMatch(of: /<testcase classname="(.*?)" name="(.*?)"/) {
        tests.append(Test(suite: String(match.1), name: String(match.2)))
      } else if line.contains("<failure "), !tests.isEmpty {
        tests[tests.count - 1].issues.append(Issue(place: "", text: "A failure in XCTest"))
      }
    }
  }

  /// The names of the tests that failed.
  var failed: [String] { tests.filter(\.isRed).map(\.name).unique.sorted() }

  var issues: [Issue] { tests.flatMap(\.issues) }

  /// What the compiler complains about, each line once.
  var errors: [String] {
    output.lines.filter { $0.contains("error: ") && !$0.hasPrefix(" ") }.unique
  }

  /// The verdict, with the first lines that say why.
  var description: String {
    let lines = output.lines.filter { !$0.isEmpty }
    let reasons: [String] =
      switch verdict {
      case .green: []
      case .red: ["Red: \(failed.quoted)"] + issues.map { "\($0.place): \($0.text)" }
      case .broken: errors.isEmpty ? lines.suffix(8) : errors
      case .crashed, .hung:
        ["It ran: \(tests.filter(\.isRunning).map(\.name).prefix(3).quoted)"] + lines.suffix(7)
      case .empty: lines.suffix(8)
      }
    return (["It's \(verdict.rawValue)."] + reasons.prefix(8)).text
  }
}

/// What Swift Testing reports of a run: a line of JSON for each test and for each event.
///
/// Swift 6.2 and 6.3 both write version 0 of this format. See `Documentation/ABI/JSON.md` in the
/// repository of swift-testing.
struct EventStream {
  /// The tests that began, in the order in which they did
  private(set) var tests: [TestRun.Test] = []
  /// Whether the run came to its end. One that crashes doesn't.
  private(set) var hasEnded = false

  private struct Line: Decodable {
    struct Payload: Decodable {
      var kind: String
      var id: String?
      var name: String?
      var displayName: String?
      var testID: String?
      var issue: Issue?
      var messages: [Message]?
    }

    struct Issue: Decodable {
      struct Place: Decodable {
        var _filePath: String
        var fileID: String?
        var line: Int
      }

      var isKnown: Bool
      var sourceLocation: Place?
    }

    struct Message: Decodable {
      var symbol: String
      var text: String
    }

    var kind: String
    var payload: Payload
  }

  init(_ text: String) {
    var names: [String: String] = [:]
    var suites: [String: String] = [:]
    var order: [String] = []
    var tests: [String: TestRun.Test] = [:]
    let decoder = JSONDecoder()
    for line in text.lines {
      guard let line = try? decoder.decode(Line.self, from: Data(line.utf8)) else { continue }
      let payload = line.payload
      if line.kind == "test", let id = payload.id {
        let name = payload.displayName ?? payload.name?.replacing(/\(.*\)$/, with: "")
        if payload.kind == "function" { names[id] = name } else { suites[id] = name }
      }
      guard line.kind == "event" else { continue }
      if payload.kind == "runEnded" { hasEnded = true }
      let id = payload.testID ?? ""
      let name = names[id]
      switch payload.kind {
      case "testStarted":
        guard let name else { continue }
        order.append(id)
        let suite = id.split(separator: "/")[0]
        let enclosing = suites.filter { id.hasPrefix("\($0.key)/") }.values.sorted()
        tests[id] = TestRun.Test(
          suite: String(suite), suites: enclosing, name: name, isRunning: true)
      case "testEnded": tests[id]?.isRunning = false
      case "issueRecorded":
        guard let issue = payload.issue, !issue.isKnown else { continue }
        let place = issue.sourceLocation.map { "\($0._filePath):\($0.line)" } ?? ""
        let texts = (payload.messages ?? []).filter { $0.symbol != "details" }.map(\.text)
        if tests[id] == nil {
          // In code that no test awaits, or in what a suite does for all its tests
          let module = issue.sourceLocation?.fileID?.split(separator: "/").first ?? ""
          order.append(id)
          tests[id] = TestRun.Test(
            suite: "\(module).", name: suites[id] ?? "code that no test waits for")
        }
        tests[id]?.issues.append(TestRun.Issue(place: place, text: texts.text))
      default: break
      }
    }
    self.tests = order.compactMap { tests[$0] }
  }
}
