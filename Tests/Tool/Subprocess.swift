import Foundation
import Synchronization

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
  /// What only its own children have in their command lines, even those in other process groups
  var signature: String?

  /// - Throws: `CancellationError`, once the program has ended.
  func run() async throws -> Result {
    try Task.checkCancellation()
    try require(
      FileManager.default.fileExists(atPath: folder.path),
      "The folder \(folder.path) is gone. Something else may clean up there. Try again.")
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

    // The program has ended when its pipe has an end, and Foundation says so. A process that it leaves
    // behind may keep either from happening, so after one of them, the other has two seconds.
    let (chunks, continuation) = AsyncStream.makeStream(of: Data.self)
    let queue = DispatchQueue.global()
    let ends = DispatchGroup()
    let handle = pipe.fileHandleForReading
    let noteEnd: @Sendable () -> Void = {
      ends.leave()
      queue.asyncAfter(deadline: .now() + 2) { continuation.finish() }
    }
    ends.enter()
    ends.enter()
    ends.notify(queue: queue) { continuation.finish() }
    process.terminationHandler = { _ in noteEnd() }
    try process.run()
    queue.async {
      while let data = try? handle.read(upToCount: 65_536), !data.isEmpty {
        continuation.yield(data)
      }
      noteEnd()
    }

    let reader = Task {
      var output = Data()
      for await data in chunks {
        output.append(data)
        if output.count > 2_000_000 { output.removeFirst(output.count - 1_000_000) }
      }
      return String(decoding: output, as: UTF8.self)
    }
    let id = process.processIdentifier
    // Interrupts the program, which ends its own children then. What's left after a while is killed.
    // It has a process group of its own, which Control-C doesn't reach.
    let isOver = Atomic(false)
    let interrupt: @Sendable () -> Void = {
      kill(-id, SIGINT)
      queue.asyncAfter(deadline: .now() + 5) {
        if isOver.load(ordering: .relaxed) { return }
        kill(-id, SIGKILL)
        killChildren()
        continuation.finish()
      }
    }
    let timer = Task {
      try await Task.sleep(for: limit)
      interrupt()
    }
    let output = await withTaskCancellationHandler {
      await reader.value
    } onCancel: {
      interrupt()
    }
    isOver.store(true, ordering: .relaxed)
    timer.cancel()
    try Task.checkCancellation()
    let isOverLimit = if case .success = await timer.result { true } else { false }
    return Result(
      status: Self.status(of: process), output: output, isOverLimit: isOverLimit)
  }

  /// On Linux, Foundation learns of a program's end through a socket. It misses the end if there's no
  /// loopback interface, or if a process that the program leaves behind holds the socket.
  private static func status(of process: Process) -> Int32 {
    if !process.isRunning { return process.terminationStatus }
    var status: Int32 = 0
    guard waitpid(process.processIdentifier, &status, WNOHANG) > 0 else { return SIGKILL }
    return status & 0x7f == 0 ? status >> 8 : status & 0x7f
  }

  private func killChildren() {
    guard let signature else { return }
    let env = URL(filePath: "/usr/bin/env")
    _ = try? Process.run(env, arguments: ["pkill", "-KILL", "-f", signature])
  }
}
