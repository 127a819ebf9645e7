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

  @Test func `the ships are sorted by berth, and by name within each berth`() async throws {
    board.refresh()
    let update = try await screen.updates.next()
    #expect(
      update.titles == [
        "At anchor – Seute Deern", "Berth A2 – PD3021", "Berth A2 – Seute Deern",
        "Berth A10 – Alma", "Berth B1 – Bjørg", "Berth B1 – Freja",
      ])
  }

  @Test func `the status shows how many ships there are, and how many at anchor`() async throws {
    board.refresh()
    #expect(try await screen.updates.next().status == "6 ships, 1 at anchor")
  }

  @Test func `until the answer arrives, the board is refreshing`() async throws {
    #expect(board.isRefreshing == false)
    board.refresh()
    #expect(board.isRefreshing)
    #expect(try await screen.updates.next().isRefreshing == false)
  }

  @Test func `until the first answer, the board is empty, and the status says why`() async throws {
    board.refresh()
    #expect(board.rows == [])
    #expect(board.statusText == "No answer yet")
    #expect(try await screen.updates.next().titles != [])
  }

  @Test func `the second answer replaces the first one`() async throws {
    try await fillBoard()
    try await move("DHKA", to: "C1")
    board.refresh()
    let titles = try await screen.updates.next().titles
    #expect(titles.count == 6)
    #expect(titles.contains("Berth C1 – Alma"))
  }

  @Test func `the first ships aren't announced`() async throws {
    try await fillBoard()
    #expect(board.rows != [])
    #expect(screen.announcements == [])
  }

  @Test func `ships that stay aren't announced`() async throws {
    try await fillBoard()
    board.refresh()
    #expect(try await screen.updates.next().titles != [])
    #expect(screen.announcements == [])
  }

  @Test func `after two requests, the board refreshes until the second answer`() async throws {
    board.refresh()
    board.refresh()
    #expect(try await screen.updates.next().isRefreshing)
    #expect(try await screen.updates.next().isRefreshing == false)
  }

  @Test func `a ship that's moved on one board isn't moved on another`() async throws {
    let (other, otherScreen) = (BerthBoard(harborCode: "DEMO"), Screen())
    other.delegate = otherScreen
    try await fillBoard()
    #expect(try await move("DHKA", to: "C1").titles.contains("Berth C1 – Alma*"))
    other.refresh()
    #expect(try await otherScreen.updates.next().titles.contains("Berth A10 – Alma"))
  }

  @Test func `an answer to one board isn't shown on another's screen`() async throws {
    let (other, otherScreen) = (BerthBoard(harborCode: "DEMO"), Screen())
    other.delegate = otherScreen
    other.refresh()
    try await otherScreen.updates.next()
    #expect(screen.updates.pending == [])
  }

  // MARK: Moving a ship by hand

  @Test func `a moved ship is shown at its new berth at once, with an asterisk`() async throws {
    try await fillBoard()
    board.moveShip(withCallSign: "DFQE", toBerth: "A3")
    #expect(
      screen.updates.pending.map(\.titles) == [
        [
          "Berth A2 – PD3021", "Berth A2 – Seute Deern", "Berth A3 – Seute Deern*",
          "Berth A10 – Alma", "Berth B1 – Bjørg", "Berth B1 – Freja",
        ]
      ])
  }

  @Test func `a berth may be typed in lowercase, with spaces around it`() async throws {
    try await fillBoard()
    #expect(try await move("DFQE", to: " a3 ").titles.contains("Berth A3 – Seute Deern*"))
  }

  @Test func `a ship can be moved to anchor`() async throws {
    try await fillBoard()
    let update = try await move("DHKA", to: "")
    #expect(update.titles.prefix(2) == ["At anchor – Alma*", "At anchor – Seute Deern"])
  }

  @Test(
    arguments: [
      // From the anchor, and to it
      (callSign: "DFQE", berth: "A3", status: "6 ships"),
      (callSign: "DHKA", berth: "", status: "6 ships, 2 at anchor"),
    ])
  func `after a move, the ships at anchor are counted again`(
    callSign: String, berth: String, status: String
  ) async throws {
    try await fillBoard()
    #expect(try await move(callSign, to: berth).status == status)
  }

  @Test(
    arguments: [
      (callSign: "DHKA", berth: "A10", title: "Berth A10 – Alma"),
      (callSign: "DHKA", berth: " a10", title: "Berth A10 – Alma"),
      (callSign: "DFQE", berth: " ", title: "At anchor – Seute Deern"),
    ])
  func `a ship that's there already isn't moved`(
    callSign: String, berth: String, title: String
  ) async throws {
    try await fillBoard()
    board.moveShip(withCallSign: callSign, toBerth: berth)
    #expect(screen.updates.pending == [])
    #expect(board.rows.first { $0.callSign == callSign }?.title == title)
  }

  @Test func `a ship that nobody knows isn't moved`() async throws {
    try await fillBoard()
    let rows = board.rows
    board.moveShip(withCallSign: "XXXX", toBerth: "A1")
    #expect(screen.updates.pending == [])
    #expect(board.rows == rows)
  }

  @Test func `the next refresh sends what was moved`() async throws {
    try await fillBoard()
    try await move("DHKA", to: "C1")
    try await move("OXBD", to: "C2")
    board.refresh()
    let answer = try await screen.updates.next()
    #expect(answer.titles.suffix(2) == ["Berth C1 – Alma", "Berth C2 – Freja"])
  }

  @Test func `the next refresh sends that a ship was moved to anchor`() async throws {
    try await fillBoard()
    try await move("DHKA", to: "")
    board.refresh()
    #expect(try await screen.updates.next().titles.contains("At anchor – Alma"))
  }

  @Test func `what has arrived at the harbor isn't sent again`() async throws {
    try await fillBoard()
    try await move("DHKA", to: "C1")
    board.refresh()
    #expect(try await screen.updates.next().titles.contains("Berth C1 – Alma"))
    // By now, the demo harbor has forgotten the change
    board.refresh()
    #expect(try await screen.updates.next().titles.contains("Berth A10 – Alma"))
  }

  @Test func `a move made while a request is under way isn't lost`() async throws {
    try await fillBoard()
    board.refresh()
    #expect(try await move("DHKA", to: "C1").isRefreshing)
    #expect(try await screen.updates.next().titles.contains("Berth C1 – Alma*"))
  }

  @Test func `a move made while a request is under way is sent with the next one`() async throws {
    try await fillBoard()
    board.refresh()
    #expect(try await move("DHKA", to: "C1").isRefreshing)
    #expect(try await screen.updates.next().isRefreshing == false)
    board.refresh()
    #expect(try await screen.updates.next().titles.contains("Berth C1 – Alma"))
  }

  @Test func `a ship moved again while a request is under way stays at its new berth`() async throws
  {
    try await fillBoard()
    try await move("DHKA", to: "C1")
    board.refresh()
    #expect(try await move("DHKA", to: "C2").isRefreshing)
    #expect(try await screen.updates.next().titles.contains("Berth C2 – Alma*"))
  }

  // MARK: Failures

  @Test func `a failure is explained`() async throws {
    let offlineBoard = makeOfflineBoard()
    offlineBoard.refresh()
    let update = try await screen.updates.next()
    #expect(update.status == "No answer: There’s no QuayLink gateway on this computer.")
  }

  @Test func `after a failure, the board isn't refreshing anymore`() async throws {
    let offlineBoard = makeOfflineBoard()
    offlineBoard.refresh()
    #expect(offlineBoard.isRefreshing)
    #expect(try await screen.updates.next().isRefreshing == false)
  }

  @Test func `the third failure in a row causes an alert`() async throws {
    let offlineBoard = makeOfflineBoard()
    try await fail(offlineBoard, times: 2)
    #expect(screen.alerts == [])
    try await fail(offlineBoard, times: 1)
    #expect(screen.alerts == ["No answer: There’s no QuayLink gateway on this computer."])
  }

  @Test func `a fourth failure in a row doesn't cause another alert`() async throws {
    let offlineBoard = makeOfflineBoard()
    try await fail(offlineBoard, times: 3)
    #expect(screen.alerts.count == 1)
    try await fail(offlineBoard, times: 1)
    #expect(screen.alerts.count == 1)
  }

  // MARK: Who is still there

  @Test(
    arguments: [
      // Gets an answer
      "DEMO",
      // Gets an error
      "DEKEL",
    ])
  func `a board that's gone shows nothing`(harborCode: String) async throws {
    var abandonedBoard: BerthBoard? = BerthBoard(harborCode: harborCode)
    weak var leftover: BerthBoard?
    leftover = abandonedBoard
    let abandonedScreen = Screen()
    abandonedBoard?.delegate = abandonedScreen
    abandonedBoard?.refresh()
    abandonedBoard = nil
    // QuayLink answers one request after the other
    try await fillBoard()
    #expect(leftover == nil)
    #expect(abandonedScreen.updates.pending == [])
  }

  @Test func `a board doesn't keep its screen`() {
    var closedScreen: Screen? = Screen()
    weak var leftover: Screen?
    leftover = closedScreen
    board.delegate = closedScreen
    closedScreen = nil
    #expect(leftover == nil)
  }

  @Test func `a board works without a screen`() async throws {
    let lonelyBoard = BerthBoard(harborCode: "DEMO")
    lonelyBoard.refresh()
    // QuayLink answers one request after the other
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
    #expect(closedBoard?.isRefreshing == true)
    closedBoard = nil
    #expect(leftover == nil)
  }

  // MARK: Helpers

  /// Gets the six ships of the demo harbor.
  private func fillBoard() async throws {
    board.refresh()
    try await screen.updates.next()
  }

  /// Moves a ship on the board.
  ///
  /// - Returns: The update for the move. The next one is for an answer.
  @discardableResult
  private func move(_ callSign: String, to berth: String) async throws -> Screen.Update {
    board.moveShip(withCallSign: callSign, toBerth: berth)
    return try await screen.updates.next()
  }

  /// A board of a harbor that can't be reached, because this computer has no gateway.
  private func makeOfflineBoard() -> BerthBoard {
    let offlineBoard = BerthBoard(harborCode: "DEKEL")
    offlineBoard.delegate = screen
    return offlineBoard
  }

  /// Sends requests, and awaits that all of them fail.
  private func fail(_ offlineBoard: BerthBoard, times count: Int) async throws {
    for _ in 1...count { offlineBoard.refresh() }
    for _ in 1...count { try await screen.updates.next() }
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

  func boardDidChange(_ board: BerthBoard) {
    updates.send(
      Update(
        titles: board.rows.map(\.title), status: board.statusText,
        isRefreshing: board.isRefreshing))
  }

  func board(_ board: BerthBoard, didFailWithMessage message: String) { alerts.append(message) }

  func board(_ board: BerthBoard, didAnnounceShips names: [String]) { announcements.append(names) }
}
