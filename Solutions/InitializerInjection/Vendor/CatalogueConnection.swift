// DeskLink SDK 3.1.4. Do not edit: updates replace this folder.

import Foundation

/// A connection to the union catalogue. Each takes one of the seats of your licence.
open class CatalogueConnection {
  public enum Status: String {
    case starting, ready, unavailable
  }

  /// Posted by a connection when its status has changed.
  nonisolated public static let statusDidChange = Notification.Name("DeskLinkStatusDidChange")

  /// Post this to count the seats in use. Each connection posts `seatInUse`.
  nonisolated public static let countSeats = Notification.Name("DeskLinkCountSeats")
  nonisolated public static let seatInUse = Notification.Name("DeskLinkSeatInUse")

  public private(set) var status = Status.starting {
    didSet {
      NotificationCenter.default.post(
        name: CatalogueConnection.statusDidChange, object: self, userInfo: ["status": status.rawValue])
    }
  }

  private let helper: URL?

  public init() {
    helper = (ProcessInfo.processInfo.environment["PATH"] ?? "")
      .split(separator: ":")
      .map { URL(fileURLWithPath: "\($0)/desklink-catalogue-helper") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    _ = NotificationCenter.default.addObserver(
      forName: CatalogueConnection.countSeats, object: nil, queue: nil
    ) { [weak self] _ in
      guard let self = self else { return }
      NotificationCenter.default.post(name: CatalogueConnection.seatInUse, object: self)
    }
    connect()
  }

  /// The record at a path, or nil if the catalogue has none or can't be reached.
  open func request(_ path: String) -> [String: Any]? {
    let output = Pipe()
    guard launchHelper(["get", path], output: output),
      let answer = try? output.fileHandleForReading.readToEnd()
    else { return nil }
    return (try? JSONSerialization.jsonObject(with: answer)) as? [String: Any]
  }

  private func connect() {
    status = launchHelper(["serve"], output: FileHandle.nullDevice) ? .ready : .unavailable
  }

  private func launchHelper(_ arguments: [String], output: Any) -> Bool {
    guard let helper = helper else { return false }
    let process = Process()
    process.executableURL = helper
    process.arguments = arguments
    process.standardOutput = output
    return (try? process.run()) != nil
  }
}
