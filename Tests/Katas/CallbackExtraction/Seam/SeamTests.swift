import Foundation
import TestSupport
import Testing

@testable import CallbackExtraction

/// Gives the board the answers that QuayLink gives only on a bad day. No test waits for a queue.
@Suite("CallbackExtraction: seam", .namesModule)
struct SeamTests {
  @MainActor
  struct ShipsInAnAnswer {
    private let board = BerthBoard(harborCode: "DEKEL")

    @Test func `an answer is on the board as soon as it has been received`() {
      board.receiveShips([freja, alma], forRequest: 1)
      #expect(board.titles == ["Berth A10 – Alma", "Berth B1 – Freja"])
    }

    @Test(
      arguments: [
        #"{"name": "Anna"}"#, #"{"callSign": ""}"#, #"{"callSign": 7, "name": "Gesa"}"#,
      ])
    func `a ship without a proper call sign is left out`(ship: String) {
      board.receiveShips([ship, alma], forRequest: 1)
      #expect(board.titles == ["Berth A10 – Alma"])
      #expect(board.statusText == "1 ship")
    }

    @Test(
      arguments: [
        (#"{"callSign": "PD3021", "name": null, "berth": "A2"}"#, "Berth A2 – PD3021"),
        (#"{"callSign": "PD3021", "name": "Gesa", "berth": 7}"#, "At anchor – Gesa"),
      ])
    func `a ship without a proper name or berth is on the board`(ship: String, title: String) {
      board.receiveShips([ship], forRequest: 1)
      #expect(board.titles == [title])
    }

    @Test func `a harbor can be empty`() {
      board.receiveShips([alma], forRequest: 1)
      board.receiveShips([], forRequest: 2)
      #expect(board.rows == [])
      #expect(board.statusText == "0 ships")
    }
  }

  @MainActor
  struct Failures {
    private let board = BerthBoard(harborCode: "DEKEL")
    private let screen = BoardDelegateSpy()

    init() { board.delegate = screen }

    @Test(
      arguments: [
        nil, "", "null", "[]", "{}", #"{"ships": {}}"#, #"{"ships": ["Alma"]}"#,
        // Cut off
        #"{"ships": [{"callSign": "DHKA", "name": "Al"#,
      ])
    func `an answer that can't be read changes nothing but the status`(text: String?) {
      board.receiveShips([alma], forRequest: 1)
      let data = text.map { Data($0.utf8) }
      board.receive(data: data, error: nil, forRequest: 2, sentChanges: [:])
      #expect(board.titles == ["Berth A10 – Alma"])
      #expect(
        screen.calls == [.change(status: "1 ship"), .change(status: "The answer can’t be read.")])
    }

    @Test func `an error changes nothing but the status`() {
      board.receiveShips([alma], forRequest: 1)
      board.receiveFailure(.error, forRequest: 2)
      #expect(board.titles == ["Berth A10 – Alma"])
      #expect(
        screen.calls == [
          .change(status: "1 ship"), .change(status: "No answer: The connection was lost."),
        ])
    }

    @Test(.tags(.quirk))
    func `an error counts, even if there's data with it`() {
      board.receive(
        data: answer(with: [alma]), error: ConnectionLost(), forRequest: 1, sentChanges: [:])
      #expect(board.rows == [])
      #expect(board.statusText == "No answer: The connection was lost.")
    }

    @Test(
      arguments: [
        (Failure.error, "No answer: The connection was lost."),
        (.unreadable, "The answer can’t be read."),
      ])
    func `the third failure causes an alert, whatever kinds there were`(
      third: Failure, message: String
    ) {
      board.receiveFailure(.error, forRequest: 1)
      board.receiveFailure(.unreadable, forRequest: 2)
      #expect(screen.alerts == [])
      board.receiveFailure(third, forRequest: 3)
      #expect(screen.calls.suffix(2) == [.change(status: message), .alert(message)])
    }

    @Test(arguments: Failure.allCases)
    func `a fourth failure in a row causes no other alert`(fourth: Failure) {
      for request in 1...3 { board.receiveFailure(.error, forRequest: request) }
      #expect(screen.alerts.count == 1)
      board.receiveFailure(fourth, forRequest: 4)
      #expect(screen.alerts.count == 1)
    }

    @Test func `after an answer, failures are counted from the beginning`() {
      board.receiveFailure(.error, forRequest: 1)
      board.receiveFailure(.error, forRequest: 2)
      board.receiveShips([alma], forRequest: 3)
      board.receiveFailure(.error, forRequest: 4)
      board.receiveFailure(.error, forRequest: 5)
      #expect(screen.alerts == [])
      board.receiveFailure(.error, forRequest: 6)
      #expect(screen.alerts == ["No answer: The connection was lost."])
    }
  }

  @MainActor
  struct OrderOfAnswers {
    private let board = BerthBoard(harborCode: "DEKEL")
    private let screen = BoardDelegateSpy()

    init() { board.delegate = screen }

    @Test func `an answer that a later one has overtaken is dropped`() {
      board.receiveShips([alma], forRequest: 2)
      board.receiveShips([alma, freja], forRequest: 1)
      #expect(board.titles == ["Berth A10 – Alma"])
      #expect(screen.calls == [.change(status: "1 ship")])
    }

    @Test func `an overtaken answer that can't be read is dropped, and doesn't count`() {
      board.receiveShips([alma], forRequest: 3)
      board.receiveFailure(.unreadable, forRequest: 1)
      board.receiveFailure(.unreadable, forRequest: 2)
      // The first failure, not the third one
      board.receiveFailure(.error, forRequest: 4)
      #expect(
        screen.calls == [
          .change(status: "1 ship"), .change(status: "No answer: The connection was lost."),
        ])
    }

    @Test(arguments: Failure.allCases)
    func `an answer that a failure has overtaken is dropped`(failure: Failure) {
      board.receiveFailure(failure, forRequest: 2)
      board.receiveShips([alma], forRequest: 1)
      #expect(board.rows == [])
      #expect(screen.calls.count == 1)
    }

    @Test func `an answer that's repeated is dropped`() {
      board.receiveShips([alma], forRequest: 1)
      board.receiveShips([freja], forRequest: 1)
      #expect(board.titles == ["Berth A10 – Alma"])
      #expect(screen.calls == [.change(status: "1 ship")])
    }

    @Test(arguments: Failure.allCases)
    func `a failure that's repeated counts once`(failure: Failure) {
      board.receiveFailure(failure, forRequest: 1)
      board.receiveFailure(failure, forRequest: 1)
      board.receiveFailure(failure, forRequest: 2)
      #expect(screen.alerts == [])
      board.receiveFailure(failure, forRequest: 3)
      #expect(screen.alerts.count == 1)
    }

    @Test func `if an answer is missing, the next one is shown`() {
      board.receiveShips([alma], forRequest: 1)
      board.receiveShips([freja], forRequest: 3)
      #expect(board.titles == ["Berth B1 – Freja"])
    }
  }

  @MainActor
  struct MovedShips {
    private let board = BerthBoard(harborCode: "DEKEL")

    @Test func `the harbor has the last word on a change that was sent`() {
      board.receiveShips([alma], forRequest: 1)
      board.moveShip(withCallSign: "DHKA", toBerth: "C1")
      #expect(board.titles == ["Berth C1 – Alma*"])
      board.receiveShips([alma], forRequest: 2, sentChanges: ["DHKA": "C1"])
      #expect(board.titles == ["Berth A10 – Alma"])
    }

    @Test(arguments: Failure.allCases)
    func `a change survives a failure`(failure: Failure) {
      board.receiveShips([alma], forRequest: 1)
      board.moveShip(withCallSign: "DHKA", toBerth: "C1")
      board.receiveFailure(failure, forRequest: 2, sentChanges: ["DHKA": "C1"])
      board.receiveShips([alma], forRequest: 3)
      #expect(board.titles == ["Berth C1 – Alma*"])
    }

    @Test func `an overtaken answer doesn't confirm a change`() {
      board.receiveShips([alma], forRequest: 2)
      board.moveShip(withCallSign: "DHKA", toBerth: "C1")
      board.receiveShips([alma], forRequest: 1, sentChanges: ["DHKA": "C1"])
      board.receiveShips([alma], forRequest: 3)
      #expect(board.titles == ["Berth C1 – Alma*"])
    }

    @Test func `a change waits for a ship that has left and comes back`() {
      board.receiveShips([alma], forRequest: 1)
      board.moveShip(withCallSign: "DHKA", toBerth: "C1")
      board.receiveShips([freja], forRequest: 2)
      #expect(board.titles == ["Berth B1 – Freja"])
      board.receiveShips([alma], forRequest: 3)
      #expect(board.titles == ["Berth C1 – Alma*"])
    }
  }

  @MainActor
  struct Announcements {
    private let board = BerthBoard(harborCode: "DEKEL")
    private let screen = BoardDelegateSpy()

    init() { board.delegate = screen }

    @Test func `new ships are announced, after they're on the board, by berth`() {
      board.receiveShips([alma], forRequest: 1)
      board.receiveShips([freja, alma, bjoerg], forRequest: 2)
      #expect(
        screen.calls == [
          .change(status: "1 ship"), .change(status: "3 ships"),
          .announcement(["Bjørg", "Freja"]),
        ])
    }

    @Test func `a new ship is announced, even if another one has its name`() {
      board.receiveShips([alma], forRequest: 1)
      board.receiveShips([alma, #"{"callSign": "DJSD", "name": "Alma"}"#], forRequest: 2)
      #expect(screen.announcements == [["Alma"]])
    }

    @Test func `a ship that comes back is announced`() {
      board.receiveShips([alma, freja], forRequest: 1)
      board.receiveShips([alma], forRequest: 2)
      board.receiveShips([alma, freja], forRequest: 3)
      #expect(screen.announcements == [["Freja"]])
    }

    @Test(.tags(.quirk))
    func `in an empty harbor, the first ships aren't announced`() {
      board.receiveShips([], forRequest: 1)
      board.receiveShips([alma], forRequest: 2)
      #expect(board.titles == ["Berth A10 – Alma"])
      #expect(screen.announcements == [])
    }
  }

  enum Failure: CaseIterable { case error, unreadable }
}

private let alma = #"{"callSign": "DHKA", "name": "Alma", "berth": "A10"}"#
private let freja = #"{"callSign": "OXBD", "name": "Freja", "berth": "B1"}"#
private let bjoerg = #"{"callSign": "LAXB", "name": "Bjørg", "berth": "A2"}"#

@MainActor
extension BerthBoard {
  fileprivate var titles: [String] { rows.map(\.title) }

  fileprivate func receiveShips(
    _ ships: [String], forRequest request: Int, sentChanges: [String: String] = [:]
  ) {
    self.receive(
      data: answer(with: ships), error: nil, forRequest: request, sentChanges: sentChanges)
  }

  /// Receives an error, or half an answer, which nobody can read.
  fileprivate func receiveFailure(
    _ failure: SeamTests.Failure, forRequest request: Int, sentChanges: [String: String] = [:]
  ) {
    let isError = failure == .error
    self.receive(
      data: isError ? nil : Data(#"{"ships": [{"callSign": "DH"#.utf8),
      error: isError ? ConnectionLost() : nil, forRequest: request, sentChanges: sentChanges)
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
