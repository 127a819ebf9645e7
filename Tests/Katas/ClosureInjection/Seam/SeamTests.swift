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

  @Test func `a pass is for the day of the visit, with the code that was drawn`() async throws {
    let desk = makeDesk(makeCode: { "482913" })
    let bo = try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
    #expect(bo.visitDay == "2024-03-18")
    #expect(bo.code == "482913")
  }

  @Test func `a pass has the guest's name and address without spaces or capitals that slipped in`()
    async throws
  {
    let desk = makeDesk()
    let bo = try await desk.invite(" Bo Tran ", email: "Bo@Example.com ", on: "2024-03-18")
    #expect(bo.guestName == "Bo Tran")
    #expect(bo.guestEmail == "bo@example.com")
  }

  @Test func `a new pass is stored and shown after those that the member has`() async throws {
    let cy = pass(for: "Cy", code: "111111")
    var stored: [[GuestPass]] = []
    let desk = makeDesk(
      find: { _ in ada(passes: [cy]) }, store: { passes, _ in stored.append(passes) })
    let bo = try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
    #expect(stored == [[cy, bo]])
    #expect(desk.passes == [cy, bo])
  }

  @Test func `the member is looked up by the address of the desk`() async throws {
    var emails: [String] = []
    let desk = makeDesk(
      hostEmail: "ada@tanyard.example",
      find: { email in
        emails.append(email)
        return ada()
      })
    try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
    #expect(emails == ["ada@tanyard.example"])
  }

  @Test func `a pass is stored under the member's number`() async throws {
    var memberIDs: [Int] = []
    let desk = makeDesk(
      find: { _ in ada(id: 41) }, store: { _, memberID in memberIDs.append(memberID) })
    try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
    #expect(memberIDs == [41])
  }

  @Test func `the guest gets the code in a mail`() async throws {
    var mails: [Mail] = []
    let desk = makeDesk(
      makeCode: { "482913" },
      send: { mails.append(Mail(address: $0, subject: $1, body: $2)) })
    try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
    let body = """
      Hello Bo,
      Ada Nkemelu has invited you to Tanyard.
      Your code for the front door on 2024-03-18 is 482 913.
      """
    let subject = "Your pass for Tanyard on 2024-03-18"
    #expect(mails == [Mail(address: "bo@example.com", subject: subject, body: body)])
  }

  @Test func `each invitation makes a pass of its own`() async throws {
    let desk = makeDesk()
    let first = try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
    let second = try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
    #expect(first.id != second.id)
  }

  @Test func `a pass has the time of the invitation`() async throws {
    let desk = makeDesk()
    let start = Date()
    let bo = try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
    #expect(bo.createdAt >= start)
    #expect(bo.createdAt <= Date())
  }

  @Test func `a second tap while the member is looked up invites nobody`() async throws {
    var secondTap: (@MainActor () async -> Void)?
    var refusal: GuestDeskError?
    let desk = makeDesk(
      find: { _ in
        await secondTap.take()?()
        return ada()
      })
    secondTap = {
      refusal = await #expect(throws: GuestDeskError.self) {
        try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
      }
    }
    let bo = try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
    #expect(refusal == .alreadyInviting)
    #expect(desk.passes == [bo])
  }

  @Test func `a second tap while the mail is sent doesn't send another`() async throws {
    var secondTap: (@MainActor () async -> Void)?
    var refusal: GuestDeskError?
    var addresses: [String] = []
    let desk = makeDesk(
      send: { address, _, _ in
        addresses.append(address)
        await secondTap.take()?()
      })
    secondTap = {
      refusal = await #expect(throws: GuestDeskError.self) {
        try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
      }
    }
    try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
    #expect(refusal == .alreadyInviting)
    #expect(addresses == ["bo@example.com"])
  }

  // MARK: Who may invite whom

  @Test func `a suspended member can't invite anybody`() async {
    var calls: [String] = []
    let desk = makeDesk(
      find: { _ in ada(isSuspended: true) },
      store: { _, _ in calls.append("store") }, send: { _, _, _ in calls.append("send") })
    await #expect(throws: GuestDeskError.suspended) {
      try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
    }
    #expect(calls == [])
  }

  @Test(arguments: [(.flex, 1), (.desk, 4), (.studio, 50)] as [(Member.Plan, Int)])
  func `below the limit of the plan, another guest may be invited`(
    plan: Member.Plan, guests: Int
  ) async throws {
    let passes = Array(repeating: pass(for: "Cy", on: "2024-03-05", code: "111111"), count: guests)
    let desk = makeDesk(find: { _ in ada(plan: plan, passes: passes) })
    let bo = try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
    #expect(desk.passes == passes + [bo])
  }

  @Test(
    arguments: [
      (.flex, 2, 2), (.desk, 5, 5),
      // Invited under another plan
      (.flex, 3, 2),
    ] as [(Member.Plan, Int, Int)])
  func `a plan limits the guests of a month`(plan: Member.Plan, guests: Int, limit: Int) async {
    let passes = Array(repeating: pass(for: "Cy", on: "2024-03-05", code: "111111"), count: guests)
    let desk = makeDesk(find: { _ in ada(plan: plan, passes: passes) })
    await #expect(throws: GuestDeskError.limitReached(limit)) {
      try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
    }
  }

  @Test func `guests on the first and last day of the month count toward the limit`() async {
    let passes = [
      pass(for: "Cy", on: "2024-03-01", code: "111111"),
      pass(for: "Di", on: "2024-03-31", code: "222222"),
    ]
    let desk = makeDesk(find: { _ in ada(plan: .flex, passes: passes) })
    await #expect(throws: GuestDeskError.limitReached(2)) {
      try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
    }
  }

  @Test(arguments: ["2024-02-29", "2024-04-01", "2023-03-18"])
  func `guests of another month don't count toward the limit`(visitDay: String) async throws {
    let cy = pass(for: "Cy", on: visitDay, code: "111111")
    let di = pass(for: "Di", on: visitDay, code: "222222")
    let desk = makeDesk(find: { _ in ada(plan: .flex, passes: [cy, di]) })
    let bo = try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
    #expect(desk.passes == [cy, di, bo])
  }

  @Test(arguments: ["cy@example.com", " CY@example.com"])
  func `a guest can't have two passes for one day`(email: String) async {
    let cy = pass(for: "Cy", on: "2024-03-18", code: "111111")
    let desk = makeDesk(find: { _ in ada(passes: [cy]) })
    await #expect(throws: GuestDeskError.invitedAlready("cy@example.com")) {
      try await desk.invite("Cy", email: email, on: "2024-03-18")
    }
  }

  @Test func `in a full month, a guest who has a pass for the day is still reported as such`() async
  {
    let cy = pass(for: "Cy", on: "2024-03-18", code: "111111")
    let di = pass(for: "Di", on: "2024-03-18", code: "222222")
    let desk = makeDesk(find: { _ in ada(plan: .flex, passes: [cy, di]) })
    await #expect(throws: GuestDeskError.invitedAlready("cy@example.com")) {
      try await desk.invite("Cy", email: "cy@example.com", on: "2024-03-18")
    }
  }

  @Test func `a guest may have passes for two days`() async throws {
    let monday = pass(for: "Cy", on: "2024-03-18", code: "111111")
    let desk = makeDesk(find: { _ in ada(passes: [monday]) })
    let tuesday = try await desk.invite("Cy", email: "cy@example.com", on: "2024-03-19")
    #expect(desk.passes == [monday, tuesday])
  }

  @Test func `two guests with the same name may come on one day`() async throws {
    // At cy@example.com
    let cy = pass(for: "Cy", on: "2024-03-18", code: "111111")
    let desk = makeDesk(find: { _ in ada(passes: [cy]) })
    let otherCy = try await desk.invite("Cy", email: "cy@example.org", on: "2024-03-18")
    #expect(desk.passes == [cy, otherCy])
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

  @Test func `after five codes that the doors refuse, the invitation fails`() async {
    var codes = ["666666", "555555", "444444", "333333", "222222", "111111"]
    let desk = makeDesk(
      makeCode: { codes.removeLast() }, store: { _, _ in throw VaultError.codeTaken })
    await #expect(throws: GuestDeskError.noFreeCode) {
      try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
    }
    #expect(codes == ["666666"])
  }

  @Test func `if no code is free, nobody is invited`() async {
    var addresses: [String] = []
    let desk = makeDesk(
      store: { _, _ in throw VaultError.codeTaken },
      send: { address, _, _ in addresses.append(address) })
    await #expect(throws: GuestDeskError.noFreeCode) {
      try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
    }
    #expect(addresses == [])
    #expect(desk.passes == [])
  }

  @Test func `a code of the member's own guests counts as a draw`() async {
    // The sixth would be free
    var codes = ["222222", "111111", "111111", "111111", "111111", "111111"]
    let desk = makeDesk(
      find: { _ in ada(passes: [pass(for: "Cy", code: "111111")]) },
      makeCode: { codes.removeLast() })
    await #expect(throws: GuestDeskError.noFreeCode) {
      try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
    }
    #expect(codes == ["222222"])
  }

  @Test func `each invitation has five draws of its own`() async throws {
    // Five for the first invitation, two for the second
    var codes = ["222222", "111111", "111111", "111111", "111111", "111111", "111111"]
    let desk = makeDesk(
      makeCode: { codes.removeLast() },
      store: { passes, _ in if passes[0].code == "111111" { throw VaultError.codeTaken } })
    await #expect(throws: GuestDeskError.noFreeCode) {
      try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
    }
    let bo = try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
    #expect(bo.code == "222222")
  }

  @Test func `if the vault fails, no other code is drawn`() async {
    var codes = ["222222", "111111"]
    let desk = makeDesk(
      makeCode: { codes.removeLast() }, store: { _, _ in throw APIError.status(500) })
    await #expect(throws: APIError.status(500)) {
      try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
    }
    #expect(codes == ["222222"])
  }

  @Test func `if the vault fails, nobody is invited`() async {
    var addresses: [String] = []
    let desk = makeDesk(
      store: { _, _ in throw APIError.status(500) },
      send: { address, _, _ in addresses.append(address) })
    await #expect(throws: APIError.status(500)) {
      try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
    }
    #expect(addresses == [])
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
    var stored: [[String]] = []
    let desk = makeDesk(
      makeCode: { "482913" },
      store: { passes, _ in
        stored.append(passes.map(\.code))
        // Only the withdrawal, because Ada has no other passes
        if passes.isEmpty { throw APIError.status(500) }
      },
      send: { _, _, _ in throw APIError.status(503) })
    await #expect(throws: GuestDeskError.mailFailed("bo@example.com")) {
      try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
    }
    #expect(stored == [["482913"], []])
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
    let desk = makeDesk(
      find: { _ in ada(passes: [bo, cy]) },
      // What's stored when Cy's pass is canceled
      store: { passes, _ in if passes == [bo] { throw APIError.status(500) } })
    // So that Cy is on the screen
    try await desk.cancel(bo)
    await #expect(throws: APIError.status(500)) { try await desk.cancel(cy) }
    #expect(desk.passes == [cy])
  }

  @Test func `a changed code is the only thing that's new`() async throws {
    let sunday = pass(for: "Cy", on: "2024-03-17", code: "111111")
    let monday = pass(for: "Cy", on: "2024-03-18", code: "222222")
    let di = pass(for: "Di", on: "2024-03-18", code: "333333")
    var changed = monday
    changed.code = "444444"
    var stored: [[GuestPass]] = []
    let desk = makeDesk(
      find: { _ in ada(passes: [sunday, monday, di]) }, makeCode: { "444444" },
      store: { passes, _ in stored.append(passes) })
    #expect(try await desk.changeCode(of: monday) == changed)
    #expect(stored == [[sunday, changed, di]])
    #expect(desk.passes == [sunday, changed, di])
  }

  @Test func `the guest gets a mail when the code changes`() async throws {
    let bo = pass(for: "Bo", code: "111111")
    let cy = pass(for: "Cy", code: "222222")
    var addresses: [String] = []
    let desk = makeDesk(
      find: { _ in ada(passes: [cy, bo]) }, send: { address, _, _ in addresses.append(address) })
    _ = try await desk.changeCode(of: bo)
    #expect(addresses == ["bo@example.com"])
  }

  @Test func `the server's pass is changed, not the one on the screen`() async throws {
    let onScreen = pass(for: "Bo", on: "2024-03-18", code: "111111")
    let onServer = pass(for: "Bo", on: "2024-03-19", code: "222222", id: onScreen.id)
    let desk = makeDesk(find: { _ in ada(passes: [onServer]) }, makeCode: { "333333" })
    let changed = try await desk.changeCode(of: onScreen)
    #expect(changed.visitDay == "2024-03-19")
    #expect(changed.code == "333333")
  }

  @Test func `a code that the doors refuse isn't the new one`() async throws {
    let bo = pass(for: "Bo", code: "111111")
    var codes = ["333333", "222222"]
    let desk = makeDesk(
      find: { _ in ada(passes: [bo]) }, makeCode: { codes.removeLast() },
      store: { passes, _ in if passes[0].code == "222222" { throw VaultError.codeTaken } })
    #expect(try await desk.changeCode(of: bo).code == "333333")
  }

  @Test(
    arguments: [
      // The guest's own, another guest's, and one that the doors refuse
      "111111", "222222", "444444",
    ])
  func `a code isn't changed after five draws that aren't free`(code: String) async {
    let bo = pass(for: "Bo", code: "111111")
    let cy = pass(for: "Cy", code: "222222")
    // The sixth would be free
    var codes = ["333333", code, code, code, code, code]
    let desk = makeDesk(
      find: { _ in ada(passes: [bo, cy]) }, makeCode: { codes.removeLast() },
      store: { passes, _ in if passes[0].code == "444444" { throw VaultError.codeTaken } })
    await #expect(throws: GuestDeskError.noFreeCode) { try await desk.changeCode(of: bo) }
    #expect(codes == ["333333"])
  }

  @Test func `if no code is free, the old one stays on the screen`() async throws {
    let bo = pass(for: "Bo", code: "111111")
    let cy = pass(for: "Cy", code: "222222")
    let desk = makeDesk(
      find: { _ in ada(passes: [bo, cy]) }, makeCode: { "444444" },
      store: { passes, _ in if passes[0].code == "444444" { throw VaultError.codeTaken } })
    // So that Bo is on the screen
    try await desk.cancel(cy)
    await #expect(throws: GuestDeskError.noFreeCode) { try await desk.changeCode(of: bo) }
    #expect(desk.passes == [bo])
  }

  @Test func `if no code is free, the guest gets no mail`() async {
    let bo = pass(for: "Bo", code: "111111")
    var addresses: [String] = []
    let desk = makeDesk(
      find: { _ in ada(passes: [bo]) }, makeCode: { "111111" },
      send: { address, _, _ in addresses.append(address) })
    await #expect(throws: GuestDeskError.noFreeCode) { try await desk.changeCode(of: bo) }
    #expect(addresses == [])
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

  @Test func `unless it's given others, the desk stores an invitation in the vault`() async {
    let desk = makeDesk(store: nil)
    await #expect(throws: APIError.notSignedIn) {
      try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
    }
  }

  @Test func `unless it's given others, the desk cancels a pass in the vault`() async {
    let bo = pass(for: "Bo", code: "111111")
    let desk = makeDesk(find: { _ in ada(passes: [bo]) }, store: nil)
    await #expect(throws: APIError.notSignedIn) { try await desk.cancel(bo) }
  }

  @Test func `unless it's given others, the desk changes a code in the vault`() async {
    let bo = pass(for: "Bo", code: "111111")
    let desk = makeDesk(find: { _ in ada(passes: [bo]) }, store: nil)
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
    await #expect(throws: GuestDeskError.noFreeCode) {
      try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
    }
    #expect(codes.filter { $0.wholeMatch(of: /[1-9][0-9]{5}/) == nil } == [])
    #expect(Set(codes).count > 1)
  }

  @Test func `unless it's given others, the desk changes a code to six digits`() async throws {
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
  hostEmail: String = "ada@tanyard.example",
  find: (@MainActor (String) async throws -> Member)? = { _ in ada() },
  makeCode: (@MainActor () -> String)? = { "482913" },
  store: (@MainActor ([GuestPass], Int) async throws -> Void)? = { _, _ in },
  send: (@MainActor (String, String, String) async throws -> Void)? = { _, _, _ in }
) -> GuestDesk {
  let desk = GuestDesk(hostEmail: hostEmail)
  if let find { desk.find = find }
  if let makeCode { desk.makeCode = makeCode }
  if let store { desk.store = store }
  if let send { desk.send = send }
  return desk
}

// MARK: - Members, passes, and mails

@MainActor
func ada(
  id: Int = 7, plan: Member.Plan = .studio, isSuspended: Bool = false, passes: [GuestPass] = []
) -> Member {
  Member(id: id, name: "Ada Nkemelu", plan: plan, isSuspended: isSuspended, passes: passes)
}

/// A pass whose guest has an address at example.com.
@MainActor
func pass(
  for guestName: String, on visitDay: String = "2024-03-18", code: String, id: UUID = UUID()
) -> GuestPass {
  GuestPass(
    id: id, guestName: guestName, guestEmail: "\(guestName.lowercased())@example.com",
    visitDay: visitDay, code: code, createdAt: Date(timeIntervalSince1970: 1_709_294_400))
}

struct Mail: Equatable {
  let address: String
  let subject: String
  let body: String
}
