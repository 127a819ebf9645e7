import Testing

@testable import kata

@Suite("Tool: runs of tests")
struct TestRunTests {
  private static let ended = #"{"kind":"event","payload":{"kind":"runEnded"}}"#

  /// The lines about a test that begins, has issues, and ends.
  private static func lines(
    _ name: String, issues: [String] = [], in suite: String = "B", of module: String = "A",
    ends: Bool = true
  ) -> String {
    let id = "\(module).\(suite)/\(name)"
    func event(_ kind: String, _ rest: String = "") -> String {
      #"{"kind":"event","payload":{"kind":"\#(kind)","testID":"\#(id)"\#(rest)}}"#
    }
    let test =
      #"{"kind":"test","payload":{"kind":"function","id":"\#(id)","name":"\#(name)()"}}"#
    let failures = issues.map { text in
      event(
        "issueRecorded",
        #","issue":{"isKnown":false,"sourceLocation":{"_filePath":"/a/B.swift","line":7}},"#
          + #""messages":[{"symbol":"fail","text":"\#(text)"},{"symbol":"details","text":"in A"}]"#)
    }
    return ([test, event("testStarted")] + failures + (ends ? [event("testEnded")] : [])).text
  }

  private static let green = [lines("it sleeps"), ended].text
  private static let red = [
    suite("Letters"),
    lines("a <b> & c", issues: ["Expectation failed: (1 → 1) == 2"], in: "Letters"),
    suite("Meters"), lines("ok", in: "Meters"), ended,
  ].text

  private static func suite(_ name: String) -> String {
    #"{"kind":"test","payload":{"kind":"suite","id":"A.\#(name)","name":"\#(name)"}}"#
  }

  private func run(
    status: Int32, _ events: String?, output: String = "", isOverLimit: Bool = false
  ) -> TestRun {
    TestRun(
      Subprocess.Result(status: status, output: output, isOverLimit: isOverLimit), events: events)
  }

  @Test(
    arguments: [
      (0, green, .green), (1, red, .red), (0, ended, .empty), (1, nil, .broken),
      // A run that crashes doesn't end.
      (1, lines("it sleeps", ends: false), .crashed), (1, "", .crashed),
      (1, [lines("a", issues: ["b"]), lines("it sleeps", ends: false)].text, .crashed),
    ] as [(Int32, String?, TestRun.Verdict)])
  func `the status and the events make the verdict`(
    status: Int32, events: String?, verdict: TestRun.Verdict
  ) {
    #expect(run(status: status, events).verdict == verdict)
  }

  @Test(arguments: [
    ("", "code that no test waits for"), (#""testID":"A.Meters","#, "Meters"),
  ])
  func `an issue that belongs to no test is a failure, too`(id: String, name: String) {
    let issue =
      #"{"kind":"event","payload":{"kind":"issueRecorded",\#(id)"issue":{"isKnown":false,"#
      + #""sourceLocation":{"_filePath":"/a/B.swift","fileID":"A/B.swift","line":7}}}}"#
    let red = run(
      status: 1, [Self.suite("Meters"), Self.lines("it sleeps"), issue, Self.ended].text)
    #expect(red.verdict == .red)
    #expect(red.part("A").failed == [name])
  }

  @Test func `a run over the limit hung`() {
    #expect(run(status: 0, Self.green, isOverLimit: true).verdict == .hung)
  }

  @Test func `a crash names the test that ran`() {
    let crash = run(status: 1, Self.lines("it sleeps", ends: false))
    #expect(crash.description.contains("It ran: `it sleeps`"))
  }

  @Test func `a red test has a name, a suite, and its issues with their places`() {
    let tests = run(status: 1, Self.red).tests
    #expect(tests.map(\.name) == ["a <b> & c", "ok"])
    #expect(tests.map(\.suite) == ["A.Letters", "A.Meters"])
    #expect(
      tests[0].issues == [
        TestRun.Issue(place: "/a/B.swift:7", text: "Expectation failed: (1 → 1) == 2")
      ])
    #expect(!tests[1].isRed)
  }

  @Test func `a part of a run has the tests of one module`() {
    let events = [
      Self.lines("a", of: "Net"), Self.lines("b", issues: ["c"], of: "Seam"), Self.ended,
    ].text
    let parts = ["Net", "Seam", "Other"].map(run(status: 1, events).part)
    #expect(parts.map(\.verdict) == [.green, .red, .empty])
    #expect(parts.map(\.failed) == [[], ["b"], []])
  }

  @Test func `a known issue isn't a failure`() {
    let events = Self.red.replacing(#""isKnown":false"#, with: #""isKnown":true"#)
    #expect(run(status: 0, events).failed == [])
  }

  @Test func `tests in XCTest come from the other report`() {
    let report = """
      <testcase classname="A.SeamXCTests" name="testA" time="0.1">
        <failure message="failed"></failure>
      </testcase>
      <testcase classname="A.SeamXCTests" name="testB" time="0.1"></testcase>
      """
    let tests = TestRun.tests(inReport: report)
    #expect(tests.map(\.name) == ["testA", "testB"])
    #expect(tests.map(\.isRed) == [true, false])
  }

  @Test(arguments: [
    (["a <b> & c"], ""),
    (["a <b> & c", "Expectation failed: (1 → 1) == 2"], ""),
    (["ok"], "says that `ok` are red"),
    (["Expectation failed: (3 → 3) == 2"], "quotes `Expectation failed: (3 → 3) == 2`"),
    (["error: no such thing"], "unlike the page says: It's red."),
    ([], "doesn't quote what happens"),
  ])
  func `a claim holds if the run goes wrong as it says`(quotes: [String], complaint: String) {
    let complaints = complaints(about: Claim(quotes: quotes))
    #expect(complaint.isEmpty ? complaints.isEmpty : complaints.contains(complaint))
  }

  @Test(arguments: [
    (["a <b> & c"], ""), (["Letters"], ""), (["Meters"], "says that `ok` are red"),
    (["Expectation failed: (1 → 1) == 2"], "doesn't say that `a <b> & c` are red"),
  ])
  func `a complete claim names every red test, or a suite whose tests are all red`(
    quotes: [String], complaint: String
  ) {
    let complaints = complaints(about: Claim(quotes: quotes), isComplete: true)
    #expect(complaint.isEmpty ? complaints.isEmpty : complaints.contains(complaint))
  }

  private func complaints(about claim: Claim, isComplete: Bool = false) -> String {
    do {
      try claim.check(run(status: 1, Self.red), isComplete: isComplete)
      return ""
    } catch { return "\(error)" }
  }
}
