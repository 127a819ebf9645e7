import Foundation

/// Runs the command that the arguments name.
///
/// Control-C cancels it. Then its processes end, and its copies go, before the program exits. The same
/// happens if nobody reads what it prints anymore.
@main
struct Main {
  static func main() async {
    // Without this, writing to a pipe that nobody reads would end the program, and leave its copies.
    signal(SIGPIPE, SIG_IGN)
    let work = Task { await run(Array(CommandLine.arguments.dropFirst()), .standard) }
    let signals = [SIGINT, SIGTERM, SIGHUP].map { number in
      // A handler, unlike SIG_IGN, isn't passed on to child processes.
      signal(number) { _ in }
      let source = DispatchSource.makeSignalSource(signal: number)
      // The source calls this on a queue of its own, not on the main actor.
      source.setEventHandler { @Sendable in work.cancel() }
      source.resume()
      return source
    }
    let status = await work.value
    withExtendedLifetime(signals) { exit(status) }
  }

  /// Returns the exit status: 1 if a check or a net fails, 2 if the command doesn't work, and 130 if
  /// it's interrupted.
  static func run(_ arguments: [String], _ console: Console) async -> Int32 {
    do {
      let command = try Command(arguments)
      let folder = URL(filePath: FileManager.default.currentDirectoryPath)
      let workspace = try await Workspace(root: try Workspace.root(above: folder))
      ScratchFolder.sweep()
      return try await command.run(in: workspace, console) ? 0 : 1
    } catch is CancellationError {
      console.line("Stopped.")
      return 130
    } catch let problem as Problem {
      console.line("\(problem)")
    } catch {
      let path = (error as NSError).userInfo[NSFilePathErrorKey] as? String
      console.line("That didn't work: \(error.localizedDescription) \(path ?? "")")
    }
    return 2
  }
}
