import Foundation

/// A program that runs to its end, to a time limit, or until the task is cancelled.
struct Subprocess {
  struct Result {
    var status: Int32
    /// What the program prints, or the last megabytes of that
    var output: String
    var isOverLimit = false
  }

  /// The program, which is searched for in `PATH`, and its arguments.
  var arguments: [String]
  var folder: URL
  /// Replaces variables of this process. `nil` removes one.
  var environment: [String: String?] = [:]
  var limit = Duration.seconds(1200)

  /// - Throws: `CancellationError`, once the program has ended.
  func run() async throws -> Result {
    try Task.checkCancellation()
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = environment.reduce(into: ProcessInfo.processInfo.environment) {
      $0[$1.key] = $1.value
    }
    let pipe = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = pipe
    let (chunks, continuation) = AsyncStream.makeStream(of: Data.self)
    let handle = pipe.fileHandleForReading
    DispatchQueue.global().async {
      while let data = try? handle.read(upToCount: 65_536), !data.isEmpty { continuation.yield(data) }
      continuation.finish()
    }
    // A process that the program has left behind may still hold the pipe.
    process.terminationHandler = { _ in
      DispatchQueue.global().asyncAfter(deadline: .now() + 10) { continuation.finish() }
    }
    try process.run()

    let group = process.processIdentifier
    let timer = Task {
      try await Task.sleep(for: limit)
      Self.interrupt(group)
    }
    var output = Data()
    await withTaskCancellationHandler {
      for await data in chunks {
        output.append(data)
        if output.count > 2_000_000 { output.removeFirst(output.count - 1_000_000) }
      }
    } onCancel: {
      Self.interrupt(group)
    }
    process.waitUntilExit()
    timer.cancel()
    try Task.checkCancellation()
    let isOverLimit = if case .success = await timer.result { true } else { false }
    return Result(
      status: process.terminationStatus, output: String(decoding: output, as: UTF8.self),
      isOverLimit: isOverLimit)
  }

  /// Interrupts a program, which ends its own children then, or kills it after some seconds. It has a
  /// process group of its own, which Control-C doesn't reach.
  private static func interrupt(_ group: pid_t) {
    kill(-group, SIGINT)
    DispatchQueue.global().asyncAfter(deadline: .now() + 10) { kill(-group, SIGKILL) }
  }
}
