import XCTest

@testable import ClosureInjection

/// The technique in XCTest. An `async` test method awaits the desk, so there's no expectation.
final class SeamXCTests: XCTestCase {
  @MainActor func testACodeThatTheDoorsRefuseIsDrawnAgain() async throws {
    var codes = ["222222", "111111"]
    let desk = makeDesk(
      makeCode: { codes.removeLast() },
      store: { passes, _ in if passes[0].code == "111111" { throw VaultError.codeTaken } })
    let bo = try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
    XCTAssertEqual(bo.code, "222222")
  }

  @MainActor func testAfterFiveCodesThatTheDoorsRefuseTheInvitationFails() async {
    var codes = ["666666", "555555", "444444", "333333", "222222", "111111"]
    let desk = makeDesk(
      makeCode: { codes.removeLast() }, store: { _, _ in throw VaultError.codeTaken })
    do {
      try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
      XCTFail("The invitation should fail.")
    } catch {
      XCTAssertEqual(error as? GuestDeskError, .noFreeCode)
    }
    XCTAssertEqual(codes, ["666666"])
  }

  @MainActor func testIfTheMailFailsThePassIsWithdrawn() async {
    var stored: [[String]] = []
    let desk = makeDesk(
      makeCode: { "482913" },
      store: { passes, _ in stored.append(passes.map(\.code)) },
      send: { _, _, _ in throw APIError.status(503) })
    _ = try? await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
    XCTAssertEqual(stored, [["482913"], []])
  }
}
