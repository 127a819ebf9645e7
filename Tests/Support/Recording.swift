import Foundation

/// What code does in many cases, kept in a text file next to the tests, with a line for each case.
public struct Recording {
  /// What's wrong, for a test to fail with.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  private let file: URL
  private let isRecordingAgain: Bool

  /// A recording in the folder `Recordings`, next to the test file.
  public init(
    _ fileName: String, nextTo testFile: String = #filePath,
    isRecordingAgain: Bool = ProcessInfo.processInfo.environment["RECORD"] == "1"
  ) {
    let folder = URL(filePath: testFile).deletingLastPathComponent()
    file = folder.appending(path: "Recordings").appending(path: fileName)
    self.isRecordingAgain = isRecordingAgain
  }

  /// Compares what the code does now with the file. Without a file, it writes one.
  ///
  /// - Throws: A failure that shows the first three differences. After writing a file, it always
  ///   fails, because it hasn't compared anything.
  public func check(_ cases: [(name: String, result: String)]) throws {
    let now = cases.map { "\($0.name) → \($0.result.replacing("\n", with: " | "))" }
    guard !isRecordingAgain, let text = try? String(contentsOf: file, encoding: .utf8) else {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(now.map { "\($0)\n" }.joined().utf8).write(to: file, options: .atomic)
      throw Failure(
        description: "Recorded \(now.count) cases in \(file.lastPathComponent), and compared none. "
          + "Read the changes in git diff. Then run the tests again without RECORD.")
    }
    let recorded = text.split(whereSeparator: \.isNewline).map(String.init)
    let differences = (0..<max(now.count, recorded.count)).compactMap { index in
      difference(now.dropFirst(index).first ?? "", recorded.dropFirst(index).first ?? "")
    }
    guard !differences.isEmpty else { return }
    let summary =
      "\(differences.count) of \(now.count) cases differ from \(file.lastPathComponent):"
    let more = differences.count > 3 ? ["… and \(differences.count - 3) more"] : []
    throw Failure(
      description: ([summary] + differences.prefix(3) + more).joined(separator: "\n"))
  }

  /// The name of a case, and its lines that differ, or `nil` if none does.
  private func difference(_ now: String, _ recorded: String) -> String? {
    let lines = [now, recorded].map { line in
      line.split(separator: " → ", maxSplits: 1).flatMap { $0.split(separator: " | ") }
    }
    guard now != recorded, let name = lines[0].first ?? lines[1].first else { return nil }
    let changes = lines[0].difference(from: lines[1])
    var (old, new): ([Substring], [Substring]) = ([], [])
    for change in changes.removals + changes.insertions {
      switch change {
      case .remove(_, let line, _): old.append(line)
      case .insert(_, let line, _): new.append(line)
      }
    }
    return "\(name)\n    recorded: \(old.joined(separator: " | "))"
      + "\n    now:      \(new.joined(separator: " | "))"
  }
}
