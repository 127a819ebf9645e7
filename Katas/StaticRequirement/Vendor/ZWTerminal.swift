// Vendored source. Do not edit: the next update overwrites this folder.

import Foundation

/// The Zahlwerk CT-4100: a card reader with a slip printer and a buzzer.
public enum ZWTerminal {
  public enum Status {
    case ready, noPaper, disconnected
  }

  /// The state that the terminal reports.
  public static var status: Status {
    switch send("STATUS") {
    case "READY": return .ready
    case "NO PAPER": return .noPaper
    default: return .disconnected
    }
  }

  /// Waits for a card and charges it. The amount is in the smallest unit of the currency.
  ///
  /// - Returns: The response. `RESULT` is `APPROVED`, `DECLINED`, or `ERROR`. An approval has an
  ///   `AMT_AUTH`, which may be less than requested, and a reference, the `RRN`. A decline has a
  ///   `RESP_CODE`.
  public static func charge(_ amount: Int, currency: String) -> [String: Any] {
    let answer = Data((send("CHARGE \(amount) \(currency)") ?? "").utf8)
    return (try? JSONSerialization.jsonObject(with: answer)) as? [String: Any]
      ?? ["RESULT": "ERROR"]
  }

  /// Reverses a charge of the same day, and returns whether that worked.
  public static func void(_ reference: String) -> Bool {
    return send("VOID \(reference)") == "OK"
  }

  /// Prints lines of up to 32 characters, cuts the paper, and returns whether that worked.
  public static func printSlip(_ lines: [String]) -> Bool {
    return send("PRINT " + lines.joined(separator: "\t")) == "OK"
  }

  public static func buzz() {
    _ = send("BUZZ")
  }

  private static func send(_ command: String) -> String? {
    guard let device = FileHandle(forUpdatingAtPath: "/dev/ct4100-0") else { return nil }
    defer { try? device.close() }
    do {
      try device.write(contentsOf: Data("\(command)\n".utf8))
      var answer = Data()
      while let byte = try device.read(upToCount: 1)?.first, byte != 0x0A {
        answer.append(byte)
      }
      return String(data: answer, encoding: .utf8)
    } catch {
      return nil
    }
  }
}
