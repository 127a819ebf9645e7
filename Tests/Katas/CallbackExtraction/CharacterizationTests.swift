import Dispatch
import TestSupport
import Testing

@testable import CallbackExtraction

/// Pins what the completion handler in `refresh()` decides: which values it captures when the request
/// is sent, which ones it reads when the answer arrives, how it gets to the main queue, how long the
/// board lives, and what each branch does.
///
/// The tests look at what the board shows whenever it calls its delegate. They use the only answers
/// that they can get from QuayLink: the ships of its demo harbor, and an error from any other harbor,
/// because this computer has no gateway. Until a test awaits something, it keeps the main queue busy,
/// so no answer is shown. `moveShip` doesn't change, so the tests only cover what it shows and sends.
@Suite("CallbackExtraction: characterization", .namesModule)
struct CharacterizationTests {
  @MainActor
  struct Answers {
    private let office = Office()

    @Test func `from the first request to its answer, the board is empty and refreshing`() {
      #expect(!office.board.isRefreshing)
      office.board.refresh()
      let board = Screen.Update(office.board)
      #expect(board == Screen.Update(titles: [], status: "No answer yet", isRefreshing: true))
    }

    @Test func `the ships are sorted by berth, and by name within each berth`() async throws {
      #expect(
        try await office.refresh().titles == [
          "At anchor – Seute Deern", "Berth A2 – PD3021", "Berth A2 – Seute Deern",
          "Berth A10 – Alma", "Berth B1 – Bjørg", "Berth B1 – Freja",
        ])
    }

    @Test func `the status shows how many ships there are, and how many at anchor`() async throws {
      #expect(try await office.refresh().status == "6 ships, 1 at anchor")
    }

    @Test func `the second answer replaces the first one`() async throws {
      try await office.refresh()
      #expect(try await office.refresh().titles.count == 6)
    }

    @Test func `neither the first ships nor ships that stay are announced`() async throws {
      try await office.refresh()
      try await office.refresh()
      let change = Screen.Call.change(status: "6 ships, 1 at anchor")
      #expect(office.screen.calls == [change, change])
    }

    @Test func `after two requests, the board refreshes until the second answer`() async throws {
      office.board.refresh()
      office.board.refresh()
      #expect(try await office.screen.nextUpdate().isRefreshing)
      #expect(try await office.screen.nextUpdate().isRefreshing == false)
    }
  }

  @MainActor
  struct MovedShips {
    private let office = Office()

    @Test func `a moved ship is shown at its new berth at once, with an asterisk`() async throws {
      try await office.refresh()
      office.board.moveShip(withCallSign: "DFQE", toBerth: "A3")
      #expect(
        office.board.rows.map(\.title) == [
          "Berth A2 – PD3021", "Berth A2 – Seute Deern", "Berth A3 – Seute Deern*",
          "Berth A10 – Alma", "Berth B1 – Bjørg", "Berth B1 – Freja",
        ])
    }

    @Test(
      arguments: [
        // In lowercase, with spaces around it
        (callSign: "DFQE", berth: " a3 ", title: "Berth A3 – Seute Deern*", status: "6 ships"),
        (callSign: "DHKA", berth: "", title: "At anchor – Alma*", status: "6 ships, 2 at anchor"),
      ])
    func `a ship can be moved from anchor, and to it`(
      callSign: String, berth: String, title: String, status: String
    ) async throws {
      try await office.refresh()
      let update = try await office.move(callSign, to: berth)
      #expect(update.titles.contains(title))
      #expect(update.status == status)
    }

    // The demo harbor's answer contains the changes that were sent.
    @Test func `the next refresh sends what was moved`() async throws {
      try await office.refresh()
      try await office.move("OXBD", to: "C2")
      try await office.move("DHKA", to: "")
      #expect(
        try await office.refresh().titles == [
          "At anchor – Alma", "At anchor – Seute Deern", "Berth A2 – PD3021",
          "Berth A2 – Seute Deern", "Berth B1 – Bjørg", "Berth C2 – Freja",
        ])
    }

    @Test func `what has arrived at the harbor isn't sent again`() async throws {
      try await office.refresh()
      try await office.move("DHKA", to: "C1")
      #expect(try await office.refresh().titles.contains("Berth C1 – Alma"))
      // By now, the demo harbor has forgotten the change.
      #expect(try await office.refresh().titles.contains("Berth A10 – Alma"))
    }

    @Test func `a move is sent with each request until an answer confirms it`() async throws {
      try await office.refresh()
      try await office.move("DHKA", to: "C1")
      office.board.refresh()
      office.board.refresh()
      #expect(try await office.screen.nextUpdate().titles.contains("Berth C1 – Alma"))
      #expect(try await office.screen.nextUpdate().titles.contains("Berth C1 – Alma"))
    }

    @Test func `a move made while a request is under way isn't lost`() async throws {
      try await office.refresh()
      office.board.refresh()
      #expect(try await office.move("DHKA", to: "C1").isRefreshing)
      #expect(try await office.screen.nextUpdate().titles.contains("Berth C1 – Alma*"))
      #expect(try await office.refresh().titles.contains("Berth C1 – Alma"))
    }

    @Test func `a ship moved again while a request is under way stays at its new berth`()
      async throws
    {
      try await office.refresh()
      try await office.move("DHKA", to: "C1")
      office.board.refresh()
      #expect(try await office.move("DHKA", to: "C2").isRefreshing)
      #expect(try await office.screen.nextUpdate().titles.contains("Berth C2 – Alma*"))
    }
  }

  @MainActor
  struct Failures {
    private let office = Office(harborCode: "DEKEL")
    private let message = "No answer: There’s no QuayLink gateway on this computer."

    @Test func `a failure is explained, and the board isn't refreshing anymore`() async throws {
      let update = try await office.refresh()
      #expect(update == Screen.Update(titles: [], status: message, isRefreshing: false))
    }

    @Test func `the third failure in a row causes an alert, after it's on the board`()
      async throws
    {
      for _ in 1...3 { try await office.refresh() }
      let change = Screen.Call.change(status: message)
      #expect(office.screen.calls == [change, change, change, .alert(message)])
    }

    @Test func `a fourth failure in a row doesn't cause another alert`() async throws {
      for _ in 1...4 { try await office.refresh() }
      #expect(office.screen.calls.suffix(2) == [.alert(message), .change(status: message)])
    }
  }

  /// DEMO gets an answer, and DEKEL an error.
  @MainActor
  struct Lifetime {
    @Test(arguments: ["DEMO", "DEKEL"])
    func `a board that's gone shows nothing`(harborCode: String) async throws {
      var abandonedBoard: BerthBoard? = BerthBoard(harborCode: harborCode)
      weak var leftover: BerthBoard?
      leftover = abandonedBoard
      let screen = Screen()
      abandonedBoard?.delegate = screen
      abandonedBoard?.refresh()
      abandonedBoard = nil
      // QuayLink answers one request after the other.
      try await Office().refresh()
      #expect(leftover == nil)
      #expect(screen.calls == [])
    }

    @Test(arguments: ["DEMO", "DEKEL"])
    func `a board that's closed before an answer is shown goes away at once`(
      harborCode: String
    ) throws {
      var closedBoard: BerthBoard? = BerthBoard(harborCode: harborCode)
      weak var leftover: BerthBoard?
      leftover = closedBoard
      closedBoard?.refresh()
      // QuayLink answers one request after the other. Once it has answered this one, the board's answer
      // is on its way to the main queue, which this test keeps busy.
      let answered = DispatchSemaphore(value: 0)
      QuayLink.shared.sync(harbor: "DEMO", changes: [:]) { _, _ in answered.signal() }
      try #require(
        answered.wait(timeout: .now() + 5) == .success,
        "QuayLink is stuck. Does the completion handler wait for the main queue? See .sync.")
      #expect(closedBoard?.isRefreshing == true)
      closedBoard = nil
      #expect(leftover == nil)
    }

    @Test func `a board works without a screen`() async throws {
      let lonelyBoard = BerthBoard(harborCode: "DEMO")
      lonelyBoard.refresh()
      // QuayLink answers one request after the other.
      try await Office().refresh()
      #expect(lonelyBoard.rows.count == 6)
    }
  }
}

/// A board, and the screen that shows it.
@MainActor
private struct Office {
  let board: BerthBoard
  let screen = Screen()

  init(harborCode: String = "DEMO") {
    board = BerthBoard(harborCode: harborCode)
    board.delegate = screen
  }

  /// Sends a request, and waits for the answer.
  @discardableResult
  func refresh(line: Int = #line) async throws -> Screen.Update {
    board.refresh()
    return try await screen.nextUpdate(line: line)
  }

  /// Moves a ship on the board.
  ///
  /// - Returns: The update for the move. The next one is for an answer.
  @discardableResult
  func move(
    _ callSign: String, to berth: String, line: Int = #line
  ) async throws -> Screen.Update {
    board.moveShip(withCallSign: callSign, toBerth: berth)
    return try await screen.nextUpdate(line: line)
  }
}

// MARK: - Test doubles

/// Records the board's calls, and what the board has at that moment.
@MainActor
private final class Screen: BerthBoardDelegate {
  struct Update: Equatable {
    var titles: [String]
    var status: String
    var isRefreshing: Bool
  }

  enum Call: Equatable {
    case change(status: String)
    case alert(String)
    case announcement([String])
  }

  /// The board hasn't called for five seconds.
  struct NoUpdate: Error, CustomStringConvertible {
    let description: String
  }

  private let updates = Events<Update>()
  private(set) var calls: [Call] = []

  /// Waits for the next call of `boardDidChange`, or returns one that nobody has waited for.
  @discardableResult
  func nextUpdate(line: Int = #line) async throws -> Update {
    do {
      return try await updates.next(line: line)
    } catch {
      throw NoUpdate(
        description: """
          \(error). Look at the completion handler in refresh(): does every path through it call \
          boardDidChange on the main queue?
          """)
    }
  }

  func boardDidChange(_ board: BerthBoard) {
    calls.append(.change(status: board.statusText))
    updates.send(Update(board))
  }

  func board(_ board: BerthBoard, didFailWithMessage message: String) {
    calls.append(.alert(message))
  }

  func board(_ board: BerthBoard, didAnnounceShips names: [String]) {
    calls.append(.announcement(names))
  }
}

extension Screen.Update {
  @MainActor init(_ board: BerthBoard) {
    titles = board.rows.map(\.title)
    status = board.statusText
    isRefreshing = board.isRefreshing
  }
}
