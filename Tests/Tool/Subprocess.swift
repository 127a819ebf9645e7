import Foundation
import Synchronization

/// A program that runs to its end, to a limit, or until the task is cancelled.
struct Subprocess {
  struct Result {
    /// The exit status, or 128 more than the number of the signal that ended the program
    var status: Int32
    /// What the program prints, or the last megabytes of that
    var output: String
    /// What it prints on its standard error, if that's kept apart
    var errors = ""
    var isOverLimit = false
  }

  /// The program, which is searched for in `PATH`, and its arguments.
  var arguments: [String]
  var folder: URL
  /// Replaces variables of this process. `nil` removes one.
  var environment: [String: String?] = [:]
  /// How long the program may run. The time that a computer sleeps doesn't count.
  var limit = Duration.seconds(1200)
  /// Whether `output` has only what a value is read from, and no warnings or traces
  var keepsErrorsApart = false
  /// Is called with each part of the output, on a thread of its own.
  var onOutput: @Sendable (String) -> Void = { _ in }
  /// Is asked again and again while the program runs. `true` is a limit, too.
  var isStuck: @Sendable () -> Bool = { false }

  /// - Throws: `CancellationError`, once the program has ended.
  func run() async throws -> Result {
    let isCancelled = Flag()
    let result: Swift.Result<Result, any Error> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          continuation.resume(returning: Swift.Result { try run(until: isCancelled) })
        }
      }
    } onCancel: {
      isCancelled.isSet.store(true, ordering: .relaxed)
    }
    try Task.checkCancellation()
    return try result.get()
  }

  /// Runs the program, and returns when it and its output have ended.
  private func run(until isCancelled: Flag) throws -> Result {
    try require(
      FileManager.default.fileExists(atPath: folder.path),
      "The folder \(folder.path) is gone. Something else may clean up there. Try again.")
    if isCancelled.isSet.load(ordering: .relaxed) { throw CancellationError() }
    var (id, output, errors) = try spawn()
    defer {
      output.close()
      errors?.close()
    }
    let clock = SuspendingClock()
    let start = clock.now
    var status: Int32?
    var end: SuspendingClock.Instant?
    var interruption: SuspendingClock.Instant?
    var result = Result(status: 0, output: "")
    while output.isOpen || status == nil {
      if let text = output.next() { onOutput(text) }
      _ = errors?.next(wait: 0)
      if status == nil, let ended = Self.status(of: id) {
        status = ended
        end = clock.now
      }
      // A process that the program leaves behind may keep the pipe open.
      if let end, clock.now - end > .seconds(2) { break }
      if let interruption {
        if clock.now - interruption > .seconds(5) { kill(-id, SIGKILL) }
      } else if clock.now - start > limit || isCancelled.isSet.load(ordering: .relaxed) || isStuck()
      {
        // The program ends its own children then. It has a process group of its own, which Control-C
        // doesn't reach.
        interruption = clock.now
        result.isOverLimit = !isCancelled.isSet.load(ordering: .relaxed)
        kill(-id, SIGINT)
      }
    }
    // What it leaves behind in its group ends here.
    if output.isOpen { kill(-id, SIGKILL) }
    let deadline = clock.now + .seconds(1)
    while output.isOpen || errors?.isOpen == true, clock.now < deadline {
      _ = output.next()
      _ = errors?.next(wait: 0)
    }
    result.status = status ?? 0
    result.output = output.text
    result.errors = errors?.text ?? ""
    return result
  }

  /// Starts the program. Returns its ID, and where to read what it prints.
  private func spawn() throws -> (id: pid_t, output: PipeReader, errors: PipeReader?) {
    let variables = environment.reduce(into: ProcessInfo.processInfo.environment) {
      $0[$1.key] = $1.value
    }
    // The shell changes to the folder, and then becomes the program.
    let shell = ["/bin/sh", "-c", #"cd "$0" && exec "$@""#, folder.path] + arguments
    return try spawning.withLock { _ in
      let pipe = try PipeEnds()
      let errorPipe = keepsErrorsApart ? try PipeEnds() : nil
      let errors = errorPipe?.input ?? pipe.input
      let id = startProcess(shell, variables, output: pipe.input, errors: errors)
      close(pipe.input)
      if let errorPipe { close(errorPipe.input) }
      let readers = (PipeReader(pipe: pipe.output), errorPipe.map { PipeReader(pipe: $0.output) })
      guard let id else {
        readers.0.close()
        readers.1?.close()
        throw Problem("\(arguments.first ?? "") can't be started.")
      }
      return (id, readers.0, readers.1)
    }
  }

  /// Returns `nil` while the program runs.
  private static func status(of id: pid_t) -> Int32? {
    var status: Int32 = 0
    switch waitpid(id, &status, WNOHANG) {
    case 0: return nil
    case id: return status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f
    default: return errno == EINTR ? nil : 1
    }
  }
}

/// What a program prints, read without waiting for its end.
private struct PipeReader {
  private let pipe: Int32
  private(set) var isOpen = true
  private var output = Data()
  private var buffer = [UInt8](repeating: 0, count: 65_536)

  init(pipe: Int32) { self.pipe = pipe }

  var text: String { String(decoding: output, as: UTF8.self) }

  func close() { _ = Foundation.close(pipe) }

  /// Waits for some milliseconds. Returns what the program has printed, if there's something.
  mutating func next(wait: Int32 = 50) -> String? {
    guard isOpen else {
      if wait > 0 { usleep(2_000) }
      return nil
    }
    var entry = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, wait) > 0 else { return nil }
    let count = read(pipe, &buffer, 65_536)
    if count == 0 || count < 0 && errno != EINTR { isOpen = false }
    guard count > 0 else { return nil }
    output.append(contentsOf: buffer[..<count])
    if output.count > 2_000_000 { output.removeFirst(output.count - 1_000_000) }
    return String(decoding: buffer[..<count], as: UTF8.self)
  }
}

private final class Flag: Sendable {
  let isSet = Atomic(false)
}
