import Dispatch
import TestSupport
import Testing

@testable import CallbackExtraction

/// Pins what `BerthBoard` does with the answers that tests can get from QuayLink: those of its demo
/// harbor, and an error, because this computer has no gateway.
///
/// QuayLink answers on its own queue, and the board goes on to the main queue. These tests wait until
/// the board calls its delegate, never for a period of time. Until a test awaits something, it keeps
/// the main queue busy, so no answer arrives.
@MainActor
@Suite("CallbackExtraction: characterization", .namesModule)
struct CharacterizationTests {
  private let board = BerthBoard(harborCode: "DEMO")
  private let screen = Screen()

  init() {
    board.delegate = screen
  }

  // MARK: An answer

  @Test func `the ships are sorted by berth, and in a berth by name`() async throws {
    board.refresh()
    let update = try await screen.updates.next()
    #expect(
      update.titles == [
        "At anchor – Seute Deern", "Berth A2 – PD3021", "Berth A2 – Seute Deern",
        "Berth A10 – Alma", "Berth B1 – Bjørg", "Berth B1 – Freja",
      ])
    #expect(update.status == "6 ships, 1 at anchor")
  }

  @Test func `until the answer arrives, the board is refreshing`() async throws {
    #expect(board.isRefreshing == false)
    board.refresh()
    #expect(board.isRefreshing)
    #expect(board.rows == [])
    #expect(board.statusText == "No answer yet")
    #expect(try await screen.updates.next().isRefreshing == false)
  }

  @Test func `each answer is shown, and the ships aren't announced`() async throws {
    try await fillBoard()
    board.refresh()
    #expect(try await screen.updates.next().titles.count == 6)
    #expect(screen.announcements == [])
  }

  @Test func `after two requests, the board refreshes until the second answer`() async throws {
    board.refresh()
    board.refresh()
    #expect(try await screen.updates.next().isRefreshing)
    #expect(try await screen.updates.next().isRefreshing == false)
  }

  @Test func `two boards don't share anything`() async throws {
    let (other, otherScreen) = (BerthBoard(harborCode: "DEMO"), Screen())
    other.delegate = otherScreen
    try await fillBoard()
    board.moveShip(withCallSign: "DHKA", toBerth: "C1")
    other.refresh()
    #expect(try await otherScreen.updates.next().titles.contains("Berth A10 – Alma"))
    #expect(try await screen.updates.next().titles.contains("Berth C1 – Alma*"))
    #expect(screen.updates.pending == [])
  }

  // MARK: Moving a ship by hand

  @Test func `a ship that's moved is shown there at once, with an asterisk`() async throws {
    try await fillBoard()
    board.moveShip(withCallSign: "DFQE", toBerth: " a3 ")
    let update = try await screen.updates.next()
    #expect(
      update.titles == [
        "Berth A2 – PD3021", "Berth A2 – Seute Deern", "Berth A3 – Seute Deern*",
        "Berth A10 – Alma", "Berth B1 – Bjørg", "Berth B1 – Freja",
      ])
    #expect(update.status == "6 ships")
  }

  @Test func `a ship can be moved to anchor`() async throws {
    try await fillBoard()
    board.moveShip(withCallSign: "DHKA", toBerth: "")
    let update = try await screen.updates.next()
    #expect(update.titles.prefix(2) == ["At anchor – Alma*", "At anchor – Seute Deern"])
    #expect(update.status == "6 ships, 2 at anchor")
    board.refresh()
    #expect(try await screen.updates.next().titles.first == "At anchor – Alma")
  }

  @Test(arguments: [("DHKA", "A10"), ("DHKA", " a10"), ("DFQE", " "), ("XXXX", "A1")])
  func `a ship that's there already, or that nobody knows, isn't moved`(
    callSign: String, berth: String
  ) async throws {
    try await fillBoard()
    board.moveShip(withCallSign: callSign, toBerth: berth)
    #expect(screen.updates.pending == [])
    #expect(board.rows.contains { $0.isUnsent } == false)
  }

  @Test func `the next refresh sends what was moved`() async throws {
    try await fillBoard()
    board.moveShip(withCallSign: "DHKA", toBerth: "C1")
    board.moveShip(withCallSign: "OXBD", toBerth: "C2")
    board.refresh()
    let update = try await screen.update(number: 3)
    #expect(update.titles.suffix(2) == ["Berth C1 – Alma", "Berth C2 – Freja"])
  }

  @Test func `what has arrived at the harbor isn't sent again`() async throws {
    try await fillBoard()
    board.moveShip(withCallSign: "DHKA", toBerth: "C1")
    board.refresh()
    #expect(try await screen.update(number: 2).titles.contains("Berth C1 – Alma"))
    // By now, the demo harbor has forgotten the change
    board.refresh()
    #expect(try await screen.updates.next().titles.contains("Berth A10 – Alma"))
  }

  @Test func `what is moved while a request is under way isn't lost`() async throws {
    try await fillBoard()
    board.refresh()
    board.moveShip(withCallSign: "DHKA", toBerth: "C1")
    #expect(try await screen.update(number: 2).titles.last == "Berth C1 – Alma*")
    board.refresh()
    #expect(try await screen.updates.next().titles.last == "Berth C1 – Alma")
  }

  @Test func `a ship that's moved again while a request is under way stays there`() async throws {
    try await fillBoard()
    board.moveShip(withCallSign: "DHKA", toBerth: "C1")
    board.refresh()
    board.moveShip(withCallSign: "DHKA", toBerth: "C2")
    #expect(try await screen.update(number: 3).titles.last == "Berth C2 – Alma*")
  }

  // MARK: Failures

  @Test func `a failure is explained`() async throws {
    let board = BerthBoard(harborCode: "DEKEL")
    board.delegate = screen
    board.refresh()
    let update = try await screen.updates.next()
    #expect(update.status == "No answer: There’s no QuayLink gateway on this computer.")
    #expect(update.isRefreshing == false)
    #expect(update.titles == [])
  }

  @Test(arguments: [(failures: 2, alerts: 0), (3, 1), (4, 1)])
  func `the third failure in a row causes an alert`(failures: Int, alerts: Int) async throws {
    let board = BerthBoard(harborCode: "DEKEL")
    board.delegate = screen
    for _ in 1...failures { board.refresh() }
    _ = try await screen.update(number: failures)
    let message = "No answer: There’s no QuayLink gateway on this computer."
    #expect(screen.alerts == Array(repeating: message, count: alerts))
  }

  // MARK: Who is still there

  @Test func `a board that's gone shows nothing`() async throws {
    var abandonedBoard: BerthBoard? = BerthBoard(harborCode: "DEMO")
    let abandonedScreen = Screen()
    abandonedBoard?.delegate = abandonedScreen
    abandonedBoard?.refresh()
    abandonedBoard = nil
    // QuayLink answers one request after the other
    try await fillBoard()
    #expect(abandonedScreen.updates.pending == [])
  }

  @Test func `a board that fails, and is gone, shows nothing`() async throws {
    var abandonedBoard: BerthBoard? = BerthBoard(harborCode: "DEKEL")
    let abandonedScreen = Screen()
    abandonedBoard?.delegate = abandonedScreen
    abandonedBoard?.refresh()
    abandonedBoard = nil
    try await fillBoard()
    #expect(abandonedScreen.updates.pending == [])
  }

  @Test func `a board doesn't keep its screen, and works without`() async throws {
    var closedScreen: Screen? = Screen()
    weak var leftover: Screen?
    leftover = closedScreen
    let lonelyBoard = BerthBoard(harborCode: "DEMO")
    lonelyBoard.delegate = closedScreen
    closedScreen = nil
    #expect(leftover == nil)
    lonelyBoard.refresh()
    try await fillBoard()
    #expect(lonelyBoard.rows.count == 6)
  }

  @Test func `a board that's closed before an answer is shown goes away at once`() {
    var closedBoard: BerthBoard? = BerthBoard(harborCode: "DEMO")
    weak var leftover: BerthBoard?
    leftover = closedBoard
    closedBoard?.refresh()
    // QuayLink answers one request after the other. Once it has answered this one, the board's answer
    // is on its way to the main queue, which this test keeps busy.
    let answered = DispatchSemaphore(value: 0)
    QuayLink.shared.sync(harbor: "DEMO", changes: [:]) { _, _ in answered.signal() }
    answered.wait()
    closedBoard = nil
    #expect(leftover == nil)
  }

  // MARK: Helpers

  private func fillBoard() async throws {
    board.refresh()
    try await screen.updates.next()
  }
}

// MARK: - Test doubles

/// Records what the board has at the moment when it calls.
@MainActor
private final class Screen: BerthBoardDelegate {
  struct Update: Equatable {
    var titles: [String]
    var status: String
    var isRefreshing: Bool
  }

  let updates = Events<Update>()
  private(set) var alerts: [String] = []
  private(set) var announcements: [[String]] = []

  /// Awaits several updates, and returns the last one.
  func update(number: Int) async throws -> Update {
    for _ in 1..<number { try await updates.next() }
    return try await updates.next()
  }

  func boardDidChange(_ board: BerthBoard) {
    updates.send(
      Update(
        titles: board.rows.map(\.title), status: board.statusText,
        isRefreshing: board.isRefreshing))
  }

  func board(_ board: BerthBoard, didFailWithMessage message: String) { alerts.append(message) }

  func board(_ board: BerthBoard, didAnnounceShips names: [String]) { announcements.append(names) }
}
