/// What a build, and a run of tests of Swift Testing, came to.
struct TestRun: CustomStringConvertible {
  enum Verdict: String {
    case green, red
    case broken = "a build that fails"
    case crashed = "a crash"
    case hung = "a run without an end"
    case empty = "a run without tests"
  }

  struct Test: Equatable {
    var suite: String
    var name: String
    var isRed = false
  }

  let verdict: Verdict
  let tests: [Test]
  let output: String

  /// - Parameter reports: What `swift test` has written to the files of `--xunit-output`. A run that
  ///   crashes leaves an empty one, or none.
  init(_ result: Subprocess.Result, reports: [String]) {
    output = result.output
    tests = reports.flatMap(Self.tests(in:))
    let isBuilt = !reports.isEmpty || output.contains("Build complete!")
    verdict =
      if result.isOverLimit { .hung } else if !isBuilt { .broken } else if result.status == 0 {
        tests.isEmpty ? .empty : .green
      } else { tests.isEmpty ? .crashed : .red }
  }

  /// Reads a report line by line. It isn't always XML: Swift Testing doesn't escape the names of
  /// tests, which may have quotation marks in them.
  static func tests(in report: String) -> [Test] {
    report.lines.reduce(into: []) { tests, line in
      if let match = line.firstMatch(of: /<testcase classname="(.*?)" name="(.*)" time="/) {
        let name = match.2.replacing(/\([^()]*\)$/, with: "").replacing("`", with: "")
        tests.append(Test(suite: String(match.1), name: String(name)))
      } else if line.contains("<failure "), !tests.isEmpty {
        tests[tests.count - 1].isRed = true
      }
    }
  }

  /// The names of the tests that failed.
  var failed: [String] { tests.filter(\.isRed).map(\.name).unique.sorted() }

  /// The verdict, with the first lines that say why.
  var description: String {
    let lines = output.lines.filter { !$0.isEmpty }
    let reasons: [String] =
      switch verdict {
      case .green: []
      case .red: ["Red: \(failed.quoted)"] + lines.filter { $0.contains("recorded an issue") }
      case .broken: lines.filter { $0.contains("error: ") && !$0.hasPrefix(" ") }.unique
      case .crashed, .hung, .empty: Array(lines.suffix(8))
      }
    return (["It's \(verdict.rawValue)."] + reasons.prefix(8)).text
  }
}
