// Vendored source. Do not edit: the next update overwrites this folder.

import Foundation

/// Opens files with the programs that the user's desktop has for them.
public final class SystemOpener {
  public init() {}

  /// Opens a file with the desktop's program for its type.
  ///
  /// - Returns: Whether the desktop opened it. If the file doesn't exist, `false` without asking the
  ///   desktop.
  public func open(_ file: URL) -> Bool {
    guard FileManager.default.fileExists(atPath: file.path) else { return false }
    return runDesktopTool(on: file.path)
  }

  /// Shows the folder that contains a file.
  ///
  /// - Returns: Whether the desktop showed it. If the file doesn't exist, `false` without asking the
  ///   desktop.
  public func showFolder(of file: URL) -> Bool {
    guard FileManager.default.fileExists(atPath: file.path) else { return false }
    return runDesktopTool(on: file.deletingLastPathComponent().path)
  }

  private func runDesktopTool(on path: String) -> Bool {
    guard let desktopTool else { return false }
    let process = Process()
    process.executableURL = desktopTool
    process.arguments = [path]
    do {
      try process.run()
    } catch {
      return false
    }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }

  private var desktopTool: URL? {
    #if os(macOS)
      URL(fileURLWithPath: "/usr/bin/open")
    #else
      ProcessInfo.processInfo.environment["PATH", default: ""]
        .split(separator: ":")
        .map { URL(fileURLWithPath: String($0)).appendingPathComponent("xdg-open") }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    #endif
  }
}
