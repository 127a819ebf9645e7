// Lindner TextGateway 3.2. DO NOT EDIT. Your changes will be lost with the next update.

import Foundation

/// A connection to the Lindner modem. Every connection is billed, and the modem has only one line.
public final class TextGateway {
  public enum Status: String {
    case ready
    case noDevice = "no device"
    case refused
  }

  public private(set) var status = Status.noDevice
  private let modem: FileHandle?

  /// Resets the modem, dials, and signs in.
  public init() {
    modem = FileHandle(forUpdatingAtPath: "/dev/lindner0")
    guard modem != nil else { return }
    status = command("ATZ") && command("ATD*99#") && command("AT+CMGF=1") ? .ready : .refused
  }

  /// Returns whether the network accepted the text. This takes up to 20 seconds.
  public func send(_ text: String, to number: String) -> Bool {
    guard status == .ready else { return false }
    return command("AT+CMGS=\"\(number)\"") && command("\(text)\u{1A}")
  }

  private func command(_ line: String) -> Bool {
    do {
      try modem?.write(contentsOf: Data("\(line)\r".utf8))
      let reply = try modem?.read(upToCount: 64) ?? Data()
      return String(decoding: reply, as: UTF8.self).contains("OK")
    } catch {
      return false
    }
  }
}
