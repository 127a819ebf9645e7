import Foundation
import Synchronization

/// A program that runs to its end, to a time limit, or until the task is cancelled.
struct Subprocess {
  struct Result {
    /// The exit status, or 128 more than the number of the signal that ended the program
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
  /// How long the program may run. The time that a computer sleeps doesn't count.
  var limit = Duration.seconds(1200)
  /// Is called with each part of the output, on a thread of its own.
  var onOutput: @Sendable (String) -> Void = { _ in }

  /// - Throws: `CancellationError`, once the program has ended.
  func run() async throws -> Result {
    let isCancelled = Flag()
    await Turns.programs.take()
    let result: Swift.Result<Result, any Error> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          continuation.resume(returning: Swift.Result { try run(until: isCancelled) })
        }
      }
    } onCancel: {
      isCancelled.isSet.store(true, ordering: .relaxed)
    }
    await Turns.programs.giveBack()
    try Task.checkCancellation()
    return try result.get()
  }

  /// Runs the program, and returns when it and its output have ended.
  private func run(until isCancelled: Flag) throws -> Result {
    try require(
      FileManager.default.fileExists(atPath: folder.path),
      "The folder \(folder.path) is gone. Something else may clean up there. Try again.")
    if isCancelled.isSet.load(ordering: .relaxed) { throw CancellationError() }
    let (id, pipe) = try spawn()
    Watchdog.shared.watch(id)
    defer {
      Watchdog.shared.forget(id)
      close(pipe)
    }
    var reader = PipeReader(pipe: pipe)
    let clock = SuspendingClock()
    let start = clock.now
    var status: Int32?
    var end: SuspendingClock.Instant?
    var interruption: SuspendingClock.Instant?
    var result = Result(status: 0, output: "")
    while reader.isOpen || status == nil {
      if let text = reader.next() { onOutput(text) }
      if status == nil, let ended = Self.status(of: id) {
        status = ended
        end = clock.now
      }
      // A process that the program leaves behind may keep the pipe open.
      if let end, clock.now - end > .seconds(2) { break }
      if let interruption {
        if clock.now - interruption > .seconds(5) { killTree(of: id) }
      } else if clock.now - start > limit || isCancelled.isSet.load(ordering: .relaxed) {
        // The program ends its own children then. It has a process group of its own, which Control-C
        // doesn't reach.
        interruption = clock.now
        result.isOverLimit = clock.now - start > limit
        kill(-id, SIGINT)
      }
    }
    // What it leaves behind in its group ends here.
    if reader.isOpen { kill(-id, SIGKILL) }
    let deadline = clock.now + .seconds(1)
    while reader.isOpen, clock.now < deadline { _ = reader.next() }
    result.status = status ?? 0
    result.output = reader.text
    return result
  }

  /// Starts the program. Returns its ID, and where to read its output.
  private func spawn() throws -> (id: pid_t, pipe: Int32) {
    let variables = environment.reduce(into: ProcessInfo.processInfo.environment) {
      $0[$1.key] = $1.value
    }
    // The shell changes to the folder, and then becomes the program.
    let shell = ["/bin/sh", "-c", #"cd "$0" && exec "$@""#, folder.path] + arguments
    return try spawning.withLock { _ in
      let (output, input) = try makePipe()
      defer { close(input) }
      let id = startProcess(shell, variables, writingTo: input)
      if id == nil { close(output) }
      guard let id else { throw Problem("\(arguments.first ?? "") can't be started.") }
      return (id, output)
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
  let pipe: Int32
  private(set) var isOpen = true
  private var output = Data()
  private var buffer = [UInt8](repeating: 0, count: 65_536)

  init(pipe: Int32) { self.pipe = pipe }

  var text: String { String(decoding: output, as: UTF8.self) }

  /// Waits for a moment. Returns what the program has printed, if there's something.
  mutating func next() -> String? {
    guard isOpen else {
      usleep(2_000)
      return nil
    }
    var entry = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, 50) > 0 else { return nil }
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

/// Lets a few programs run at a time. Each one needs file descriptors, and a Mac's terminal allows 256.
private actor Turns {
  static let programs = Turns()

  private var free = 8
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func take() async {
    if free > 0 { free -= 1 } else { await withCheckedContinuation { waiting.append($0) } }
  }

  func giveBack() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}

/// Kills a program and all its descendants, in whatever process groups they are.
private func killTree(of id: pid_t) {
  let children = Dictionary(grouping: runningProcesses(), by: \.parent)
  var ids = [id]
  var index = 0
  while index < ids.count {
    ids += children[ids[index]]?.map(\.id) ?? []
    index += 1
  }
  for id in ids { kill(id, SIGKILL) }
}

private func runningProcesses() -> [(id: pid_t, parent: pid_t)] {
  #if os(Linux)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    let lines = names.compactMap { name -> String? in
      guard pid_t(name) != nil,
        let stat = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8)
      else { return nil }
      // The name of the program, in parentheses, may have spaces. A letter follows, and the parent.
      return "\(name) " + (stat.split(separator: ")").last?.words.dropFirst().first ?? "")
    }
  #else
    let ps = Process()
    let pipe = Pipe()
    ps.executableURL = URL(filePath: "/bin/ps")
    ps.arguments = ["-axo", "pid=,ppid="]
    ps.standardOutput = pipe
    try? ps.run()
    let data = (try? pipe.fileHandleForReading.readToEnd()) ?? nil
    let lines = String(decoding: data ?? Data(), as: UTF8.self).lines
  #endif
  return lines.compactMap { line in
    let ids = line.words.compactMap { pid_t($0) }
    return ids.count == 2 ? (ids[0], ids[1]) : nil
  }
}
