import Foundation
import TestSupport
import Testing

@testable import CallbackExtraction

/// Gives the board the answers that QuayLink gives only on a bad day. No test waits for a queue.
@MainActor
@Suite("CallbackExtraction: seam", .namesModule)
struct SeamTests {
  private let board = BerthBoard(harborCode: "DEKEL")
  private let screen = BoardDelegateSpy()

  private let alma = #"{"callSign": "DHKA", "name": "Alma", "berth": "A10"}"#
  private let freja = #"{"callSign": "OXBD", "name": "Freja", "berth": "B1"}"#
  private let bjoerg = #"{"callSign": "LAXB", "name": "Bjørg", "berth": "A2"}"#

  init() {
    board.delegate = screen
  }

  // MARK: What's in an answer

  @Test func `an answer is on the board as soon as it has been received`() {
    receive([freja, alma], forRequest: 1)
    #expect(titles == ["Berth A10 – Alma", "Berth B1 – Freja"])
  }

  @Test(
    arguments: [
      #"{"name": "Anna"}"#, #"{"callSign": ""}"#, #"{"callSign": 7, "name": "Gesa"}"#,
    ])
  func `a ship without a proper call sign is left out`(ship: String) {
    receive([ship, alma], forRequest: 1)
    #expect(titles == ["Berth A10 – Alma"])
    #expect(board.statusText == "1 ship")
  }

  @Test func `a ship without a name is shown by its call sign`() {
    receive([#"{"callSign": "PD3021", "name": null, "berth": "A2"}"#], forRequest: 1)
    #expect(titles == ["Berth A2 – PD3021"])
  }

  @Test func `a ship without a berth is at anchor`() {
    receive([#"{"callSign": "PD3021", "name": "Gesa"}"#], forRequest: 1)
    #expect(titles == ["At anchor – Gesa"])
    #expect(board.statusText == "1 ship, 1 at anchor")
  }

  @Test func `two ships of the same name in the same berth are two rows`() {
    let namesake = #"{"callSign": "DJSD", "name": "Alma", "berth": "A10"}"#
    receive([alma, namesake], forRequest: 1)
    #expect(board.rows.map(\.callSign).sorted() == ["DHKA", "DJSD"])
  }

  @Test func `a harbor can be empty`() {
    receive([alma], forRequest: 1)
    receive([], forRequest: 2)
    #expect(board.rows == [])
    #expect(board.statusText == "0 ships")
  }

  // MARK: Failures

  @Test(
    arguments: [
      nil, "", "null", "[]", "{}", #"{"ships": {}}"#, #"{"ships": ["Alma"]}"#,
      // Cut off
      #"{"ships": [{"callSign": "DHKA", "name": "Al"#,
    ])
  func `an answer that can't be read changes nothing but the status`(text: String?) {
    receive([alma], forRequest: 1)
    let data = text.map { Data($0.utf8) }
    board.receive(data: data, error: nil, forRequest: 2, sentChanges: [:])
    #expect(titles == ["Berth A10 – Alma"])
    #expect(
      screen.calls == [.change(status: "1 ship"), .change(status: "The answer can’t be read.")])
  }

  @Test func `an error changes nothing but the status`() {
    receive([alma], forRequest: 1)
    fail(request: 2)
    #expect(titles == ["Berth A10 – Alma"])
    #expect(
      screen.calls == [
        .change(status: "1 ship"), .change(status: "No answer: The connection was lost."),
      ])
  }

  @Test func `an error counts, even if there's data with it`() {
    board.receive(
      data: answer(with: [alma]), error: ConnectionLost(), forRequest: 1, sentChanges: [:])
    #expect(board.rows == [])
    #expect(board.statusText == "No answer: The connection was lost.")
  }

  @Test func `failures of both kinds are counted together`() {
    fail(request: 1)
    receiveGarbage(forRequest: 2)
    #expect(screen.alerts == [])
    receiveGarbage(forRequest: 3)
    #expect(screen.alerts == ["The answer can’t be read."])
  }

  @Test func `after the third failure in a row, further ones of both kinds cause no alert`() {
    fail(request: 1)
    fail(request: 2)
    receiveGarbage(forRequest: 3)
    #expect(screen.alerts.count == 1)
    receiveGarbage(forRequest: 4)
    fail(request: 5)
    #expect(screen.alerts == ["The answer can’t be read."])
  }

  @Test func `after an answer, failures are counted from the beginning`() {
    fail(request: 1)
    fail(request: 2)
    receive([alma], forRequest: 3)
    fail(request: 4)
    fail(request: 5)
    #expect(screen.alerts == [])
    fail(request: 6)
    #expect(screen.alerts == ["No answer: The connection was lost."])
  }

  // MARK: The order of answers

  @Test func `an answer that a later one has overtaken is dropped`() {
    receive([alma], forRequest: 2)
    receive([alma, freja], forRequest: 1)
    #expect(titles == ["Berth A10 – Alma"])
    #expect(screen.calls == [.change(status: "1 ship")])
  }

  @Test func `an answer that's repeated is dropped`() {
    receive([alma], forRequest: 1)
    receive([freja], forRequest: 1)
    #expect(titles == ["Berth A10 – Alma"])
    #expect(screen.calls == [.change(status: "1 ship")])
  }

  @Test func `if an answer is missing, the next one is shown`() {
    receive([alma], forRequest: 1)
    receive([freja], forRequest: 3)
    #expect(titles == ["Berth B1 – Freja"])
  }

  @Test func `an overtaken answer that can't be read is dropped, too`() {
    receive([alma], forRequest: 2)
    receiveGarbage(forRequest: 1)
    #expect(screen.calls == [.change(status: "1 ship")])
  }

  @Test func `an overtaken answer that can't be read doesn't count as a failure`() {
    receive([alma], forRequest: 3)
    receiveGarbage(forRequest: 1)
    receiveGarbage(forRequest: 2)
    // The first failure, not the third one
    fail(request: 4)
    #expect(
      screen.calls == [
        .change(status: "1 ship"), .change(status: "No answer: The connection was lost."),
      ])
  }

  // MARK: Ships moved by hand

  @Test func `the harbor has the last word on a change that was sent`() {
    receive([alma], forRequest: 1)
    board.moveShip(withCallSign: "DHKA", toBerth: "C1")
    #expect(titles == ["Berth C1 – Alma*"])
    receive([alma], forRequest: 2, sentChanges: ["DHKA": "C1"])
    #expect(titles == ["Berth A10 – Alma"])
  }

  @Test func `a change that wasn't sent yet stays`() {
    receive([alma, freja], forRequest: 1)
    board.moveShip(withCallSign: "DHKA", toBerth: "C1")
    board.moveShip(withCallSign: "OXBD", toBerth: "C2")
    receive([alma, freja], forRequest: 2, sentChanges: ["DHKA": "C1"])
    #expect(titles == ["Berth A10 – Alma", "Berth C2 – Freja*"])
  }

  @Test func `a change survives failures`() {
    receive([alma], forRequest: 1)
    board.moveShip(withCallSign: "DHKA", toBerth: "C1")
    fail(request: 2, sentChanges: ["DHKA": "C1"])
    receiveGarbage(forRequest: 3, sentChanges: ["DHKA": "C1"])
    receive([alma], forRequest: 4)
    #expect(titles == ["Berth C1 – Alma*"])
  }

  @Test func `an overtaken answer doesn't confirm a change`() {
    receive([alma], forRequest: 2)
    board.moveShip(withCallSign: "DHKA", toBerth: "C1")
    receive([alma], forRequest: 1, sentChanges: ["DHKA": "C1"])
    receive([alma], forRequest: 3)
    #expect(titles == ["Berth C1 – Alma*"])
  }

  @Test func `a change waits for a ship that has left and comes back`() {
    receive([alma], forRequest: 1)
    board.moveShip(withCallSign: "DHKA", toBerth: "C1")
    receive([freja], forRequest: 2)
    #expect(titles == ["Berth B1 – Freja"])
    receive([alma], forRequest: 3)
    #expect(titles == ["Berth C1 – Alma*"])
  }

  // MARK: Announcements

  @Test func `new ships are announced, after they're on the board, by berth`() {
    receive([alma], forRequest: 1)
    receive([freja, alma, bjoerg], forRequest: 2)
    #expect(
      screen.calls == [
        .change(status: "1 ship"), .change(status: "3 ships"), .announcement(["Bjørg", "Freja"]),
      ])
  }

  @Test func `a new ship is announced, even if another one has its name`() {
    receive([alma], forRequest: 1)
    receive([alma, #"{"callSign": "DJSD", "name": "Alma"}"#], forRequest: 2)
    #expect(screen.announcements == [["Alma"]])
  }

  @Test func `a ship that comes back is announced`() {
    receive([alma, freja], forRequest: 1)
    receive([alma], forRequest: 2)
    receive([alma, freja], forRequest: 3)
    #expect(screen.announcements == [["Freja"]])
  }

  @Test func `after a failure, only new ships are announced`() {
    receive([alma], forRequest: 1)
    fail(request: 2)
    receive([alma, freja], forRequest: 3)
    #expect(screen.announcements == [["Freja"]])
  }

  @Test func `in an empty harbor, the first ships aren't announced (a quirk)`() {
    receive([], forRequest: 1)
    receive([alma], forRequest: 2)
    #expect(titles == ["Berth A10 – Alma"])
    #expect(screen.announcements == [])
  }

  // MARK: Helpers

  private var titles: [String] { board.rows.map(\.title) }

  private func receive(
    _ ships: [String], forRequest request: Int, sentChanges: [String: String] = [:]
  ) {
    board.receive(
      data: answer(with: ships), error: nil, forRequest: request, sentChanges: sentChanges)
  }

  /// Receives half an answer, which nobody can read.
  private func receiveGarbage(forRequest request: Int, sentChanges: [String: String] = [:]) {
    let data = Data(#"{"ships": [{"callSign": "DH"#.utf8)
    board.receive(data: data, error: nil, forRequest: request, sentChanges: sentChanges)
  }

  private func fail(request: Int, sentChanges: [String: String] = [:]) {
    board.receive(
      data: nil, error: ConnectionLost(), forRequest: request, sentChanges: sentChanges)
  }
}

/// What QuayLink sends for these ships.
func answer(with ships: [String]) -> Data {
  Data(#"{"ships": [\#(ships.joined(separator: ", "))]}"#.utf8)
}

// MARK: - Test doubles

/// Records what a board tells its delegate.
@MainActor
final class BoardDelegateSpy: BerthBoardDelegate {
  enum Call: Equatable {
    case change(status: String)
    case alert(String)
    case announcement([String])
  }

  private(set) var calls: [Call] = []

  func boardDidChange(_ board: BerthBoard) {
    calls.append(.change(status: board.statusText))
  }

  func board(_ board: BerthBoard, didFailWithMessage message: String) {
    calls.append(.alert(message))
  }

  func board(_ board: BerthBoard, didAnnounceShips names: [String]) {
    calls.append(.announcement(names))
  }
}

extension BoardDelegateSpy {
  var alerts: [String] {
    calls.compactMap { if case .alert(let message) = $0 { message } else { nil } }
  }

  var announcements: [[String]] {
    calls.compactMap { if case .announcement(let names) = $0 { names } else { nil } }
  }
}

/// An error that QuayLink might report.
struct ConnectionLost: LocalizedError {
  let errorDescription: String? = "The connection was lost."
}
