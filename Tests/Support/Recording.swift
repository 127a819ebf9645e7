import Foundation

/// What code does in many cases, kept in a text file with a line for each case.
public struct Recording {
  /// What's wrong, for a test to fail with.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  private let file: URL
  private let mayRecord: Bool
  private let isRecordingAgain: Bool

  /// A recording in the folder `Recordings` of the nearest folder `Tests` above a test file. There, it's
  /// outside of all targets, so SwiftPM doesn't mind when recordings come and go.
  ///
  /// - Parameter testModule: Tests of a solution compare, and never record, since the recording is the
  ///   same one as for your code.
  public init(
    _ path: String, for testFile: String = #filePath, in testModule: String = #fileID,
    isRecordingAgain: Bool = ProcessInfo.processInfo.environment["RECORD"] == "1"
  ) {
    file = Self.folder(for: URL(filePath: testFile)).appending(path: path)
    mayRecord = testModule.firstMatch(of: /^\w+AfterTests\//) == nil
    self.isRecordingAgain = isRecordingAgain
  }

  /// Without a folder `Tests`, recordings are next to the test file.
  private static func folder(for testFile: URL) -> URL {
    var folder = testFile.deletingLastPathComponent()
    while folder.lastPathComponent != "Tests" {
      guard folder.pathComponents.count > 1 else {
        return testFile.deletingLastPathComponent().appending(path: "Recordings")
      }
      folder.deleteLastPathComponent()
    }
    return folder.appending(path: "Recordings")
  }

  /// Compares what the code does now with the file. Without a file, it writes one.
  ///
  /// - Throws: A failure that shows the first three differences. After writing a file, it always
  ///   fails, because it hasn't compared anything.
  public func check(_ cases: [(name: String, result: String)]) throws {
    let now = cases.map { "\($0.name) → \($0.result)".onOneLine }
    guard !isRecordingAgain, let text = try? String(contentsOf: file, encoding: .utf8) else {
      if mayRecord { try write(now) }
      let result = mayRecord ? "Recorded \(now.count) cases" : "Only your own code is recorded"
      throw Failure(
        description: "\(result) in \(file.lastPathComponent), and none was compared. "
          + "Read the changes in git diff. Then run the tests again without RECORD.")
    }
    let recorded = text.replacing("\r\n", with: "\n").unicodeScalars.split(separator: "\n")
      .map(String.init)
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

  private func write(_ lines: [String]) throws {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(lines.map { "\($0)\n" }.joined().utf8).write(to: file, options: .atomic)
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

extension String {
  /// Git may change the line breaks of a file, so none of them may tell two results apart.
  fileprivate var onOneLine: String {
    unicodeScalars.reduce(into: "") { line, scalar in
      switch scalar {
      case "\n": line += " | "
      case "\r": line += "␍"
      default: line.unicodeScalars.append(scalar)
      }
    }
  }
}
