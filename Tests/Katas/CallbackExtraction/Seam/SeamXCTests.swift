import XCTest

@testable import CallbackExtraction

final class SeamXCTests: XCTestCase {
  private let alma = #"{"callSign": "DHKA", "name": "Alma", "berth": "A10"}"#
  private let freja = #"{"callSign": "OXBD", "name": "Freja", "berth": "B1"}"#

  @MainActor func testAnOvertakenAnswerIsDropped() async {
    let board = BerthBoard(harborCode: "DEKEL")
    board.receive(data: answer(with: [alma]), error: nil, forRequest: 2, sentChanges: [:])
    board.receive(data: answer(with: [freja]), error: nil, forRequest: 1, sentChanges: [:])
    XCTAssertEqual(board.rows.map(\.name), ["Alma"])
  }

  @MainActor func testAnErrorKeepsTheRows() async {
    let board = BerthBoard(harborCode: "DEKEL")
    board.receive(data: answer(with: [alma]), error: nil, forRequest: 1, sentChanges: [:])
    board.receive(data: nil, error: ConnectionLost(), forRequest: 2, sentChanges: [:])
    XCTAssertEqual(board.rows.map(\.name), ["Alma"])
    XCTAssertEqual(board.statusText, "No answer: The connection was lost.")
  }

  @MainActor func testANewShipIsAnnounced() async {
    let board = BerthBoard(harborCode: "DEKEL")
    let screen = BoardDelegateSpy()
    board.delegate = screen
    board.receive(data: answer(with: [alma]), error: nil, forRequest: 1, sentChanges: [:])
    board.receive(data: answer(with: [alma, freja]), error: nil, forRequest: 2, sentChanges: [:])
    XCTAssertEqual(screen.announcements, [["Freja"]])
  }
}
