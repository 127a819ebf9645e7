import Foundation
import Synchronization

/// Between these two moments, no other program may be started, which would inherit a pipe: when it's
/// created, and when it's marked as one that isn't inherited.
let spawning = Mutex(())

/// Returns the end to read from, and the one to write to.
func makePipe() throws -> (output: Int32, input: Int32) {
  var ends: [Int32] = [0, 0]
  try require(pipe(&ends) == 0, "Too many files are open. Close some programs, and try again.")
  for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  return (ends[0], ends[1])
}

/// Starts a process in a group of its own, with the signals' default actions. Foundation's `Process`
/// passes on which signals are blocked, so on Linux, an interrupt would reach hardly any of them.
///
/// - Returns: `nil` if the system refuses.
func startProcess(
  _ arguments: [String], _ variables: [String: String], readingFrom input: Int32? = nil,
  writingTo output: Int32? = nil
) -> pid_t? {
  #if canImport(Darwin)
    var attributes: posix_spawnattr_t?
    var actions: posix_spawn_file_actions_t?
  #else
    var attributes = posix_spawnattr_t()
    var actions = posix_spawn_file_actions_t()
  #endif
  posix_spawnattr_init(&attributes)
  posix_spawn_file_actions_init(&actions)
  defer {
    posix_spawnattr_destroy(&attributes)
    posix_spawn_file_actions_destroy(&actions)
  }

  var blocked = sigset_t()
  var reset = sigset_t()
  sigemptyset(&blocked)
  sigfillset(&reset)
  for signal in [SIGKILL, SIGSTOP] { sigdelset(&reset, signal) }
  posix_spawnattr_setpgroup(&attributes, 0)
  posix_spawnattr_setsigmask(&attributes, &blocked)
  posix_spawnattr_setsigdefault(&attributes, &reset)
  let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
  posix_spawnattr_setflags(&attributes, Int16(flags))

  for (file, target) in [(input, STDIN_FILENO), (output, STDOUT_FILENO), (output, STDERR_FILENO)] {
    if let file {
      posix_spawn_file_actions_adddup2(&actions, file, target)
    } else {
      posix_spawn_file_actions_addopen(&actions, target, "/dev/null", O_RDWR, 0)
    }
  }

  var words = arguments.map { strdup($0) } + [nil]
  var settings = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
  defer { for pointer in words + settings { free(pointer) } }
  var id: pid_t = 0
  return posix_spawn(&id, arguments[0], &actions, &attributes, &words, &settings) == 0 ? id : nil
}

/// Interrupts the programs that still run if this one is killed. It's a shell that reads which ones
/// these are, and acts when there's nobody left to write to it.
final class Watchdog: Sendable {
  static let shared = Watchdog()

  private static let script = """
    ids=
    while read sign id; do
      if [ "$sign" = + ]; then ids="$ids $id"; continue; fi
      others=
      for other in $ids; do [ "$other" = "$id" ] || others="$others $other"; done
      ids=$others
    done
    for id in $ids; do kill -s INT -- "-$id"; done
    """

  private let input: Int32?

  private init() {
    input = spawning.withLock { _ in
      guard let pipe = try? makePipe() else { return nil }
      let shell = ["/bin/sh", "-c", Self.script]
      let id = startProcess(shell, ProcessInfo.processInfo.environment, readingFrom: pipe.output)
      close(pipe.output)
      return id.map { _ in pipe.input }
    }
  }

  func watch(_ id: pid_t) { tell("+ \(id)\n") }

  func forget(_ id: pid_t) { tell("- \(id)\n") }

  private func tell(_ line: String) {
    guard let input else { return }
    _ = line.withCString { write(input, $0, strlen($0)) }
  }
}
