import Foundation
import TestSupport
import Testing

@testable import ClosureInjection

/// What `GuestDesk` does with a member, a code, a vault, and a mailer that the test decides.
///
/// The doubles are closures, so they stand in the tests. `makeDesk` is the only function that knows how
/// the desk takes them.
@MainActor
@Suite("ClosureInjection: seam", .namesModule)
struct SeamTests {

  // MARK: Inviting

  @Test func `a guest gets a pass, next to those that the member has`() async throws {
    let cy = pass(for: "Cy", code: "111111")
    var stored: [[GuestPass]] = []
    let desk = makeDesk(
      find: { _ in ada(passes: [cy]) }, makeCode: { "482913" },
      store: { passes, _ in stored.append(passes) })
    let bo = try await desk.invite(" Bo Tran ", email: "Bo@Example.com ", on: "2024-03-18")
    #expect(bo.guestName == "Bo Tran")
    #expect(bo.guestEmail == "bo@example.com")
    #expect(bo.visitDay == "2024-03-18")
    #expect(bo.code == "482913")
    #expect(stored == [[cy, bo]])
    #expect(desk.passes == [cy, bo])
  }

  @Test func `the member is found by the address of the desk, and stored by number`() async throws {
    var emails: [String] = []
    var memberIDs: [Int] = []
    let desk = makeDesk(
      find: { email in
        emails.append(email)
        return ada(id: 41)
      },
      store: { _, memberID in memberIDs.append(memberID) })
    try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
    #expect(emails == ["ada@tanyard.example"])
    #expect(memberIDs == [41])
  }

  @Test func `the guest gets the code in a mail`() async throws {
    var mails: [[String]] = []
    let desk = makeDesk(
      makeCode: { "482913" }, send: { mails.append([$0, $1, $2]) })
    try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
    let body = """
      Hello Bo,
      Ada Nkemelu has invited you to Tanyard.
      Your code for the front door on 2024-03-18 is 482 913.
      """
    #expect(mails == [["bo@example.com", "Your pass for Tanyard on 2024-03-18", body]])
  }

  @Test func `a pass is new each time`() async throws {
    let desk = makeDesk()
    let start = Date()
    let first = try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
    let second = try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
    #expect(first.id != second.id)
    #expect(start <= first.createdAt && first.createdAt <= second.createdAt)
    #expect(second.createdAt <= Date())
  }

  @Test(arguments: ["while the member is looked up", "while the mail is sent"])
  func `a second tap during an invitation invites nobody`(moment: String) async throws {
    var secondTap: @MainActor () async -> Void = {}
    func tapAgain(_ now: String) async {
      guard now == moment else { return }
      let tap = secondTap
      secondTap = {}
      await tap()
    }
    var mailsSent = 0
    let desk = makeDesk(
      find: { _ in
        await tapAgain("while the member is looked up")
        return ada()
      },
      send: { _, _, _ in
        mailsSent += 1
        await tapAgain("while the mail is sent")
      })
    secondTap = {
      await #expect(throws: GuestDeskError.alreadyInviting) {
        try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
      }
    }
    try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
    #expect(mailsSent == 1)
    #expect(desk.passes.count == 1)
  }

  // MARK: Who may invite whom

  @Test func `a suspended member can't invite anybody`() async {
    var calls = 0
    let desk = makeDesk(
      find: { _ in ada(isSuspended: true) },
      store: { _, _ in calls += 1 }, send: { _, _, _ in calls += 1 })
    await #expect(throws: GuestDeskError.suspended) {
      try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
    }
    #expect(calls == 0)
  }

  @Test(arguments: [(.flex, 1), (.desk, 4), (.studio, 50)] as [(Member.Plan, Int)])
  func `a member may invite one more guest`(plan: Member.Plan, guests: Int) async throws {
    let passes = Array(repeating: pass(for: "Cy", on: "2024-03-05", code: "111111"), count: guests)
    let desk = makeDesk(find: { _ in ada(plan: plan, passes: passes) })
    try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
    #expect(desk.passes.count == guests + 1)
  }

  @Test(arguments: [(.flex, 2, 2), (.flex, 3, 2), (.desk, 5, 5)] as [(Member.Plan, Int, Int)])
  func `a plan limits the guests of a month`(plan: Member.Plan, guests: Int, limit: Int) async {
    let passes = Array(repeating: pass(for: "Cy", on: "2024-03-05", code: "111111"), count: guests)
    let desk = makeDesk(find: { _ in ada(plan: plan, passes: passes) })
    await #expect(throws: GuestDeskError.limitReached(limit)) {
      try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
    }
  }

  @Test func `the month is that of the visit`() async throws {
    let passes = ["2024-02-29", "2024-04-01", "2023-03-18", "2024-03-31"].map {
      pass(for: "Cy", on: $0, code: "111111")
    }
    let desk = makeDesk(find: { _ in ada(plan: .flex, passes: passes) })
    try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
    #expect(desk.passes.count == 5)
  }

  /// Even if the month is full
  @Test(arguments: ["cy@example.com", " CY@example.com"])
  func `a guest can't have two passes for one day`(email: String) async {
    let passes = [pass(for: "Cy", code: "111111"), pass(for: "Di", code: "222222")]
    let desk = makeDesk(find: { _ in ada(plan: .flex, passes: passes) })
    await #expect(throws: GuestDeskError.invitedAlready("cy@example.com")) {
      try await desk.invite("Cy", email: email, on: "2024-03-18")
    }
  }

  @Test(
    arguments: [
      // Another day
      ("cy@example.com", "2024-03-19"),
      // Another guest with the same name
      ("cy@example.org", "2024-03-18"),
    ])
  func `another day or another address is another pass`(
    email: String, visitDay: String
  ) async throws {
    let desk = makeDesk(find: { _ in ada(passes: [pass(for: "Cy", code: "111111")]) })
    try await desk.invite("Cy", email: email, on: visitDay)
    #expect(desk.passes.map(\.guestName) == ["Cy", "Cy"])
  }

  @Test func `the member is looked up for each invitation`() async throws {
    var members = [ada(isSuspended: true), ada()]
    let desk = makeDesk(find: { _ in members.removeLast() })
    try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
    await #expect(throws: GuestDeskError.suspended) {
      try await desk.invite("Cy", email: "cy@example.com", on: "2024-03-18")
    }
  }

  // MARK: Drawing a code

  @Test func `a code that the doors refuse is drawn again`() async throws {
    var codes = ["222222", "111111"]
    let desk = makeDesk(
      makeCode: { codes.removeLast() },
      store: { passes, _ in if passes[0].code == "111111" { throw VaultError.codeTaken } })
    let bo = try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
    #expect(bo.code == "222222")
    #expect(desk.passes == [bo])
  }

  @Test func `a code of the member's own guests is drawn again, without asking the doors`()
    async throws
  {
    let cy = pass(for: "Cy", code: "111111")
    let di = pass(for: "Di", code: "222222")
    var codes = ["333333", "222222", "111111"]
    var stored: [[String]] = []
    let desk = makeDesk(
      find: { _ in ada(passes: [cy, di]) }, makeCode: { codes.removeLast() },
      store: { passes, _ in stored.append(passes.map(\.code)) })
    try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
    #expect(stored == [["111111", "222222", "333333"]])
  }

  @Test func `the fifth code may be the first that's free`() async throws {
    var codes = ["555555", "444444", "333333", "222222", "111111"]
    let desk = makeDesk(
      makeCode: { codes.removeLast() },
      store: { passes, _ in if passes[0].code != "555555" { throw VaultError.codeTaken } })
    let bo = try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
    #expect(bo.code == "555555")
  }

  @Test func `after five codes, none is free`() async {
    var draws = 0
    var mailsSent = 0
    let desk = makeDesk(
      makeCode: {
        draws += 1
        return "\(draws)"
      },
      store: { _, _ in throw VaultError.codeTaken },
      send: { _, _, _ in mailsSent += 1 })
    await #expect(throws: GuestDeskError.noFreeCode) {
      try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
    }
    #expect(draws == 5)
    #expect(mailsSent == 0)
    #expect(desk.passes == [])
  }

  @Test func `a code of the member's own guests counts as a draw`() async {
    var draws = 0
    let desk = makeDesk(
      find: { _ in ada(passes: [pass(for: "Cy", code: "111111")]) },
      makeCode: {
        draws += 1
        return draws < 6 ? "111111" : "222222"
      })
    await #expect(throws: GuestDeskError.noFreeCode) {
      try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
    }
    #expect(draws == 5)
  }

  @Test func `each invitation has five draws of its own`() async throws {
    var codes = ["222222", "222222", "111111", "111111", "111111", "111111", "111111"]
    let desk = makeDesk(
      makeCode: { codes.removeLast() },
      store: { passes, _ in if passes[0].code == "111111" { throw VaultError.codeTaken } })
    await #expect(throws: GuestDeskError.noFreeCode) {
      try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
    }
    let bo = try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
    #expect(bo.code == "222222")
  }

  @Test func `any other failure of the vault ends the invitation`() async {
    var stores = 0
    var mailsSent = 0
    let desk = makeDesk(
      store: { _, _ in
        stores += 1
        throw APIError.status(500)
      },
      send: { _, _, _ in mailsSent += 1 })
    await #expect(throws: APIError.status(500)) {
      try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
    }
    #expect(stores == 1)
    #expect(mailsSent == 0)
    #expect(desk.passes == [])
  }

  // MARK: If the mail fails

  @Test func `if the mail fails, the pass is withdrawn`() async {
    let cy = pass(for: "Cy", code: "111111")
    var stored: [[String]] = []
    let desk = makeDesk(
      find: { _ in ada(passes: [cy]) }, makeCode: { "222222" },
      store: { passes, _ in stored.append(passes.map(\.code)) },
      send: { _, _, _ in throw APIError.status(503) })
    await #expect(throws: GuestDeskError.mailFailed("bo@example.com")) {
      try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
    }
    #expect(stored == [["111111", "222222"], ["111111"]])
    #expect(desk.passes == [])
  }

  /// The code then opens the door, although nobody knows it (a quirk).
  @Test func `if the pass can't be withdrawn, the error is still about the mail`() async {
    var stores = 0
    let desk = makeDesk(
      store: { _, _ in
        stores += 1
        if stores == 2 { throw APIError.status(500) }
      },
      send: { _, _, _ in throw APIError.status(503) })
    await #expect(throws: GuestDeskError.mailFailed("bo@example.com")) {
      try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
    }
    #expect(stores == 2)
  }

  // MARK: My guests

  @Test func `only the canceled pass leaves the list`() async throws {
    let di = pass(for: "Di", on: "2024-03-18", code: "111111")
    let monday = pass(for: "Cy", on: "2024-03-18", code: "222222")
    let tuesday = pass(for: "Cy", on: "2024-03-19", code: "333333")
    var stored: [[GuestPass]] = []
    let desk = makeDesk(
      find: { _ in ada(passes: [di, monday, tuesday]) },
      store: { passes, _ in stored.append(passes) })
    try await desk.cancel(monday)
    #expect(stored == [[di, tuesday]])
    #expect(desk.passes == [di, tuesday])
  }

  @Test func `a pass can be canceled after its code was changed on another device`() async throws {
    let onScreen = pass(for: "Bo", code: "111111")
    var changed = onScreen
    changed.code = "222222"
    var stored: [[GuestPass]] = []
    let desk = makeDesk(
      find: { _ in ada(passes: [changed]) },
      store: { passes, _ in stored.append(passes) })
    try await desk.cancel(onScreen)
    #expect(stored == [[]])
  }

  @Test func `a pass that can't be canceled stays on the screen`() async throws {
    let bo = pass(for: "Bo", code: "111111")
    let cy = pass(for: "Cy", code: "222222")
    var stores = 0
    let desk = makeDesk(
      find: { _ in ada(passes: [bo, cy]) },
      store: { _, _ in
        stores += 1
        if stores == 2 { throw APIError.status(500) }
      })
    try await desk.cancel(bo)
    await #expect(throws: APIError.status(500)) { try await desk.cancel(cy) }
    #expect(desk.passes == [cy])
  }

  @Test func `a changed code is the only thing that's new`() async throws {
    let passes = [
      pass(for: "Cy", on: "2024-03-17", code: "111111"),
      pass(for: "Cy", on: "2024-03-18", code: "222222"),
      pass(for: "Di", on: "2024-03-18", code: "333333"),
    ]
    var expected = passes
    expected[1].code = "444444"
    var stored: [[GuestPass]] = []
    let desk = makeDesk(
      find: { _ in ada(passes: passes) }, makeCode: { "444444" },
      store: { passes, _ in stored.append(passes) })
    let changed = try await desk.changeCode(of: passes[1])
    #expect(changed == expected[1])
    #expect(stored == [expected])
    #expect(desk.passes == expected)
  }

  @Test func `the guest gets a mail when the code changes`() async throws {
    let bo = pass(for: "Bo", code: "111111")
    var addresses: [String] = []
    let desk = makeDesk(
      find: { _ in ada(passes: [bo]) }, send: { address, _, _ in addresses.append(address) })
    _ = try await desk.changeCode(of: bo)
    #expect(addresses == ["bo@example.com"])
  }

  @Test func `the server's pass is changed, not the one on the screen`() async throws {
    let bo = pass(for: "Bo", code: "111111")
    var changedElsewhere = bo
    changedElsewhere.code = "222222"
    var codes = ["333333", "222222"]
    let desk = makeDesk(
      find: { _ in ada(passes: [changedElsewhere]) }, makeCode: { codes.removeLast() })
    #expect(try await desk.changeCode(of: bo).code == "333333")
  }

  @Test func `a code that the doors refuse isn't the new one`() async throws {
    let bo = pass(for: "Bo", code: "111111")
    var codes = ["333333", "222222"]
    let desk = makeDesk(
      find: { _ in ada(passes: [bo]) }, makeCode: { codes.removeLast() },
      store: { passes, _ in if passes[0].code == "222222" { throw VaultError.codeTaken } })
    #expect(try await desk.changeCode(of: bo).code == "333333")
  }

  @Test func `a code is the same after five draws that aren't free`() async {
    let bo = pass(for: "Bo", code: "111111")
    let cy = pass(for: "Cy", code: "222222")
    // Those of the member's own guests, and one that the doors refuse
    var codes = ["333333", "444444", "222222", "444444", "111111", "222222"]
    var mailsSent = 0
    let desk = makeDesk(
      find: { _ in ada(passes: [bo, cy]) }, makeCode: { codes.removeLast() },
      store: { passes, _ in if passes[0].code == "444444" { throw VaultError.codeTaken } },
      send: { _, _, _ in mailsSent += 1 })
    await #expect(throws: GuestDeskError.noFreeCode) { try await desk.changeCode(of: bo) }
    #expect(codes == ["333333"])
    #expect(mailsSent == 0)
    #expect(desk.passes == [])
  }

  /// The host reads the code to the guest.
  @Test func `a code is changed even if the mail fails`() async throws {
    let bo = pass(for: "Bo", code: "111111")
    var stored: [[String]] = []
    let desk = makeDesk(
      find: { _ in ada(passes: [bo]) }, makeCode: { "222222" },
      store: { passes, _ in stored.append(passes.map(\.code)) },
      send: { _, _, _ in throw APIError.status(503) })
    #expect(try await desk.changeCode(of: bo).code == "222222")
    #expect(stored == [["222222"]])
    #expect(desk.passes.map(\.code) == ["222222"])
  }

  @Test func `the code of a canceled pass can't be changed`() async {
    let desk = makeDesk(find: { _ in ada(passes: [pass(for: "Cy", code: "222222")]) })
    await #expect(throws: GuestDeskError.passNotFound) {
      try await desk.changeCode(of: pass(for: "Bo", code: "111111"))
    }
  }

  // MARK: The app's own functions

  @Test func `unless it's given others, the desk stores passes in the vault`() async {
    let bo = pass(for: "Bo", code: "111111")
    let desk = makeDesk(find: { _ in ada(passes: [bo]) }, store: nil)
    await #expect(throws: APIError.notSignedIn) {
      try await desk.invite("Cy", email: "cy@example.com", on: "2024-03-18")
    }
    await #expect(throws: APIError.notSignedIn) { try await desk.cancel(bo) }
    await #expect(throws: APIError.notSignedIn) { try await desk.changeCode(of: bo) }
  }

  @Test func `unless it's given others, the desk sends mails through the server`() async {
    let desk = makeDesk(send: nil)
    await #expect(throws: GuestDeskError.mailFailed("bo@example.com")) {
      try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
    }
  }

  /// All five codes are the same once in 10²³ runs.
  @Test func `unless it's given others, the desk draws a new code each time`() async {
    var codes: [String] = []
    let desk = makeDesk(
      makeCode: nil,
      store: { passes, _ in
        codes.append(passes[0].code)
        throw VaultError.codeTaken
      })
    _ = try? await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
    #expect(codes.filter { $0.wholeMatch(of: /[1-9][0-9]{5}/) == nil } == [])
    #expect(Set(codes).count > 1)
  }

  @Test func `unless it's given others, the desk changes a code to a random one`() async throws {
    let bo = pass(for: "Bo", code: "000000")
    let desk = makeDesk(find: { _ in ada(passes: [bo]) }, makeCode: nil)
    let code = try await desk.changeCode(of: bo).code
    #expect(code.wholeMatch(of: /[1-9][0-9]{5}/) != nil)
  }
}

// MARK: - The desk

/// A desk that calls these functions. For `nil`, it calls the app's own.
///
/// If your desk takes its functions in another way, this is the only place to change.
@MainActor
func makeDesk(
  find: (@MainActor (String) async throws -> Member)? = { _ in ada() },
  makeCode: (@MainActor () -> String)? = { "482913" },
  store: (@MainActor ([GuestPass], Int) async throws -> Void)? = { _, _ in },
  send: (@MainActor (String, String, String) async throws -> Void)? = { _, _, _ in }
) -> GuestDesk {
  let desk = GuestDesk(hostEmail: "ada@tanyard.example")
  if let find { desk.find = find }
  if let makeCode { desk.makeCode = makeCode }
  if let store { desk.store = store }
  if let send { desk.send = send }
  return desk
}

// MARK: - Members and passes

@MainActor
func ada(
  id: Int = 7, plan: Member.Plan = .studio, isSuspended: Bool = false, passes: [GuestPass] = []
) -> Member {
  Member(id: id, name: "Ada Nkemelu", plan: plan, isSuspended: isSuspended, passes: passes)
}

/// A pass whose guest has an address at example.com.
@MainActor
func pass(for guestName: String, on visitDay: String = "2024-03-18", code: String) -> GuestPass {
  GuestPass(
    id: UUID(), guestName: guestName, guestEmail: "\(guestName.lowercased())@example.com",
    visitDay: visitDay, code: code, createdAt: Date(timeIntervalSince1970: 1_709_294_400))
}
