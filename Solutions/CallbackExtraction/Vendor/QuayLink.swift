//
//  QuayLink.swift
//  QuayLink SDK 5.2
//
//  (c) 2014-2021 QuayLink Systems Ltd. Do not edit.
//

import Foundation

public nonisolated enum QuayLinkError: Error, LocalizedError {
  case noGateway

  public var errorDescription: String? { "There’s no QuayLink gateway on this computer." }
}

/// The connection to the harbor's computer.
public nonisolated final class QuayLink: Sendable {

  public static let shared = QuayLink()

  /// The harbor for trying things out. It needs no gateway and forgets all changes.
  public static let demoHarbor = "DEMO"

  private let queue = DispatchQueue(label: "com.quaylink.sdk")

  private init() {}

  /// Sends changes and gets the ships in a harbor.
  ///
  /// - Parameters:
  ///   - changes: The new berths, by call sign. An empty berth means that the ship is at anchor.
  ///   - completion: Called on a queue of QuayLink's. Answers may arrive in any order, and a gateway that
  ///     loses the connection may repeat one.
  public func sync(
    harbor: String, changes: [String: String], completion: @escaping @Sendable (Data?, Error?) -> Void
  ) {
    queue.async {
      if harbor == QuayLink.demoHarbor {
        completion(QuayLink.demoAnswer(changes), nil)
        return
      }
      guard let gateway = FileHandle(forUpdatingAtPath: "/dev/quaylink") else {
        completion(nil, QuayLinkError.noGateway)
        return
      }
      do {
        try gateway.write(contentsOf: JSONEncoder().encode([harbor: changes]))
        completion(try gateway.readToEnd(), nil)
      } catch {
        completion(nil, error)
      }
    }
  }

  private static func demoAnswer(_ changes: [String: String]) -> Data? {
    var ships = [
      ["callSign": "DHKA", "name": "Alma", "berth": "A10"],
      ["callSign": "DJSD", "name": "Seute Deern", "berth": "A2"],
      ["callSign": "OXBD", "name": "Freja", "berth": "B1"],
      ["callSign": "PD3021", "berth": "A2"],
      ["callSign": "DFQE", "name": "Seute Deern"],
      ["callSign": "LAXB", "name": "Bjørg", "berth": "B1"],
    ]
    for index in ships.indices {
      if let callSign = ships[index]["callSign"], let berth = changes[callSign] {
        ships[index]["berth"] = berth
      }
    }
    return try? JSONSerialization.data(withJSONObject: ["ships": ships])
  }
}
