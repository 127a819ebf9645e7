import Foundation
import Synchronization

/// A pipe that other programs, started at the same time, don't inherit.
struct PipeEnds {
  let output: Int32
  let input: Int32

  init() throws {
    var ends: [Int32] = [0, 0]
    try require(pipe(&ends) == 0, "Too many files are open. Close some programs, and try again.")
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (output, input) = (ends[0], ends[1])
  }
}

/// Between the creation of a pipe and its mark as one that isn't inherited, no program may be started.
let spawning = Mutex(())

/// Starts a process in a group of its own, with the signals' default actions. Foundation's `Process`
/// passes on which signals are blocked, so on Linux, an interrupt would reach hardly any of them.
///
/// - Returns: `nil` if the system refuses.
func startProcess(
  _ arguments: [String], _ variables: [String: String], output: Int32, errors: Int32
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

  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
  posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)

  var words = arguments.map { strdup($0) } + [nil]
  var settings = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
  defer { for pointer in words + settings { free(pointer) } }
  var id: pid_t = 0
  return posix_spawn(&id, arguments[0], &actions, &attributes, &words, &settings) == 0 ? id : nil
}
