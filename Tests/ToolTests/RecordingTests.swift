import Foundation
import TestSupport
import Testing

@Suite("Support: recordings")
struct RecordingTests {
  private let folder: TemporaryFolder
  private var file: URL { folder.url.appending(path: "Recordings/sums.txt") }

  init() throws { folder = try TemporaryFolder() }

  @Test func `a missing file is recorded, and the test fails`() throws {
    #expect(
      failure([("1 + 1", "2"), ("2 + 2", "4\nfour\n")])?.hasPrefix("Recorded 2 cases in sums.txt")
        == true)
    #expect(try String(contentsOf: file, encoding: .utf8) == "1 + 1 → 2\n2 + 2 → 4 | four | \n")
  }

  @Test func `the same results pass, and leave the file alone`() throws {
    try record("1 + 1 → 2\n2 + 2 → 4 | four | \n")
    let number = try fileNumber()
    #expect(failure([("1 + 1", "2"), ("2 + 2", "4\nfour\n")]) == nil)
    #expect(try fileNumber() == number)
  }

  @Test func `recordings are in a folder beside those of the tests`() throws {
    let file = folder.url.appending(path: "Tests/Recordings/A/sums.txt")
    let recording = Recording(
      "A/sums.txt", for: folder.url.appending(path: "Tests/Katas/A/Own/Test.swift").path)
    #expect(throws: Recording.Failure.self) { try recording.check([("1 + 1", "2")]) }
    #expect(try String(contentsOf: file, encoding: .utf8) == "1 + 1 → 2\n")
  }

  @Test(arguments: [true, false])
  func `what the solution does isn't recorded`(isRecordingAgain: Bool) throws {
    let recording = Recording(
      "sums.txt", for: folder.url.appending(path: "Test.swift").path,
      in: "SumsAfterTests/Test.swift",
      isRecordingAgain: isRecordingAgain)
    #expect(throws: Recording.Failure.self) { try recording.check([("1 + 1", "2")]) }
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }

  @Test func `a line break of another system is a line break`() throws {
    try record("1 + 1 → 2\r\n2 + 2 → 4\r\n")
    #expect(failure([("1 + 1", "2"), ("2 + 2", "4")]) == nil)
  }

  @Test(arguments: ["a\r\nb", "a\rb", "a\u{2028}b", "a\u{85}b"])
  func `any line break in a result is kept`(result: String) {
    _ = failure([("1", result)])
    #expect(failure([("1", result)]) == nil)
    #expect(failure([("1", "a\nb")])?.hasPrefix("1 of 1 cases differ") == true)
  }

  @Test func `a failure shows the lines that differ, side by side`() throws {
    try record("1 + 1 → 2 | two | even\n2 + 2 → 4\n")
    #expect(
      failure([("1 + 1", "3\nthree\neven"), ("2 + 2", "4")]) == """
        1 of 2 cases differ from sums.txt:
        1 + 1
            recorded: 2 | two
            now:      3 | three
        """)
  }

  @Test func `a failure shows three cases, and says how many more there are`() throws {
    try record((1...9).map { "\($0) → \($0)\n" }.joined())
    let message = failure((1...9).map { (name: "\($0)", result: "\($0 * $0)") })
    #expect(message?.hasPrefix("8 of 9 cases differ from sums.txt:\n2\n") == true)
    #expect(message?.hasSuffix("now:      16\n… and 5 more") == true)
  }

  @Test func `a case too many and a case too few are differences`() throws {
    try record("1 → 1\n2 → 2\n")
    #expect(
      failure([("1", "1")]) == """
        1 of 1 cases differ from sums.txt:
        2
            recorded: 2 | 2
            now:      
        """)
    #expect(failure([("1", "1"), ("2", "2"), ("3", "3")])?.contains("now:      3 | 3") == true)
  }

  @Test func `a changed order and a changed blank line are differences`() throws {
    try record("1 → a | b\n2 → a |  | b\n")
    #expect(failure([("1", "b\na"), ("2", "a\n\nb")])?.hasPrefix("1 of 2 cases") == true)
    #expect(failure([("1", "a\nb"), ("2", "a\nb")])?.hasPrefix("1 of 2 cases") == true)
  }

  @Test func `recording again replaces the file, and fails`() throws {
    try record("1 + 1 → 3\n")
    #expect(
      failure([("1 + 1", "2")], isRecordingAgain: true)?.hasPrefix("Recorded 1 cases") == true)
    #expect(failure([("1 + 1", "2")]) == nil)
  }

  private func record(_ text: String) throws {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// A file that's written again atomically has another number.
  private func fileNumber() throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    return try #require(attributes[.systemFileNumber] as? Int)
  }

  private func failure(
    _ cases: [(name: String, result: String)], isRecordingAgain: Bool = false
  ) -> String? {
    let recording = Recording(
      "sums.txt", for: folder.url.appending(path: "Test.swift").path,
      isRecordingAgain: isRecordingAgain)
    do { try recording.check(cases) } catch { return "\(error)" }
    return nil
  }
}

@Suite("Support: all pairs")
struct AllPairsTests {
  @Test(arguments: [[2, 2, 2], [4, 3, 2, 5], [1, 6, 2, 2, 2, 7, 3], [3]])
  func `each value is used, and meets each value of every other axis`(counts: [Int]) {
    let combinations = allPairs(counts)
    for (axis, count) in counts.enumerated() {
      #expect(Set(combinations.map { $0[axis] }).count == count)
      for (other, otherCount) in counts.enumerated() where other > axis {
        let pairs = Set(combinations.map { [$0[axis], $0[other]] })
        #expect(pairs.count == count * otherCount)
      }
    }
  }

  @Test func `ten switches take few combinations, and always the same`() {
    let combinations = allPairs(Array(repeating: 2, count: 10))
    #expect(combinations.count <= 10)
    #expect(combinations.first == Array(repeating: 0, count: 10))
    #expect(combinations == allPairs(Array(repeating: 2, count: 10)))
  }
}
