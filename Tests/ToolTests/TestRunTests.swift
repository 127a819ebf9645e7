import Testing

@testable import kata

@Suite("Tool: runs of tests")
struct TestRunTests {
  private static let green = report(
    #"<testcase classname="A.B" name="`it sleeps`()" time="0.1" />"#)
  private static let red = report(
    #"""
        <testcase classname="A.B" name="`a "b" & <c>`(d:)" time="0.1" >
          <failure message="Expectation failed: (1 &#8594; 1) == 2 (error)" />
          <failure message="Expectation failed: false (error)" />
        </testcase>
        <testcase classname="A.B" name="ok()" time="0.1" />
    """#)

  private static func report(_ tests: String) -> String {
    "<?xml version=\"1.0\"?>\n<testsuites>\n\(tests)\n</testsuites>\n"
  }

  @Test(
    arguments: [
      (0, [green], .green), (1, [red], .red), (1, [report("")], .crashed),
      (0, [report("")], .empty),
      (1, [], .broken), (1, [report(""), green], .red),
    ] as [(Int32, [String], TestRun.Verdict)])
  func `the status and the reports make the verdict`(
    status: Int32, reports: [String], verdict: TestRun.Verdict
  ) {
    let run = TestRun(Subprocess.Result(status: status, output: ""), reports: reports)
    #expect(run.verdict == verdict)
  }

  @Test func `without a report, a run that has been built has crashed`() {
    let result = Subprocess.Result(status: 1, output: "Build complete! (1 s)\nerror: signal 4")
    #expect(TestRun(result, reports: []).verdict == .crashed)
  }

  @Test func `a run over the limit hung`() {
    let result = Subprocess.Result(status: 1, output: "", isOverLimit: true)
    #expect(TestRun(result, reports: [Self.green]).verdict == .hung)
  }

  @Test func `a red test has its name, even if that's not valid XML`() {
    let run = TestRun(Subprocess.Result(status: 1, output: ""), reports: [Self.red])
    #expect(run.failed == [#"a "b" & <c>"#])
    #expect(run.tests.map(\.suite) == ["A.B", "A.B"])
  }

  @Test(arguments: [
    (["a \"b\" & <c>"], ""),
    (["a \"b\" & <c>", "Expectation failed: (1 → 1) == 2"], ""),
    (["ok"], "says that `ok` are red"),
    (["Expectation failed: (3 → 3) == 2"], "quotes `Expectation failed: (3 → 3) == 2`"),
    (["error: no such thing"], "unlike the page says: It's red."),
    ([], "doesn't quote what happens"),
  ])
  func `a claim holds if the run goes wrong as it says`(quotes: [String], complaint: String) {
    let result = Subprocess.Result(status: 1, output: "✘ Expectation failed: (1 → 1) == 2")
    let run = TestRun(result, reports: [Self.red])
    do {
      try Claim(quotes: quotes).check(run)
      #expect(complaint.isEmpty)
    } catch {
      #expect(!complaint.isEmpty && "\(error)".contains(complaint))
    }
  }
}
