//
//  SystemOpener.swift
//  DeskBridge 1.4.2
//
//  Vendored by update-vendor.sh. Do not edit.
//

import Foundation

/// Opens files with the apps that the user's desktop has for them.
public final class SystemOpener {
  public init() {}

  /// Opens a file with the desktop's app for its type.
  ///
  /// - Returns: Whether the desktop opened it. If the file doesn't exist, `false` without asking the
  ///   desktop.
  public func open(_ file: URL) -> Bool {
    guard FileManager.default.fileExists(atPath: file.path) else { return false }
    return runDesktopTool(on: file)
  }

  /// Shows the folder that contains a file.
  ///
  /// - Returns: Whether the desktop showed it. If the file doesn't exist, `false` without asking the
  ///   desktop.
  public func showFolder(of file: URL) -> Bool {
    guard FileManager.default.fileExists(atPath: file.path) else { return false }
    return runDesktopTool(on: file.deletingLastPathComponent())
  }

  private func runDesktopTool(on url: URL) -> Bool {
    #if os(macOS)
      let tool = "/usr/bin/open"
    #else
      let tool = "/usr/bin/xdg-open"
    #endif
    let process = Process()
    process.executableURL = URL(fileURLWithPath: tool)
    process.arguments = [url.path]
    do {
      try process.run()
    } catch {
      return false
    }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
