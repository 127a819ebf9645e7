import Foundation
import TestSupport
import Testing

@testable import ClosureInjection

/// What `GuestDesk` does with a member, a code, a vault, and a mailer that the test decides.
///
/// Most doubles are closures in the tests. `makeDesk` is the only function that knows how the desk
/// takes them.
@Suite("ClosureInjection: seam", .namesModule)
struct SeamTests {

  @MainActor struct Inviting {
    @Test
    func `a pass has the drawn code, and what was typed, without spaces or capitals around it`()
      async throws
    {
      let desk = makeDesk(makeCode: { "482913" })
      let bo = try await desk.invite(" Bo Tran ", email: "Bo@Example.com ", on: "2024-03-18")
      let expected = GuestPass(
        id: bo.id, guestName: "Bo Tran", guestEmail: "bo@example.com", visitDay: "2024-03-18",
        code: "482913", createdAt: bo.createdAt)
      #expect(bo == expected)
    }

    @Test func `each invitation makes a pass of its own, with the time of the invitation`()
      async throws
    {
      let desk = makeDesk()
      let start = Date()
      let first = try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
      let second = try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
      #expect(first.id != second.id)
      #expect(start <= first.createdAt)
      #expect(second.createdAt <= Date())
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

    @Test func `the guest gets the code in a mail`() async throws {
      var mails: [Mail] = []
      let desk = makeDesk(
        makeCode: { "482913" },
        send: { mails.append(Mail(address: $0, subject: $1, body: $2)) })
      try await desk.invite("Bo", email: " Bo@Example.com", on: "2024-03-18")
      let body = """
        Hello Bo,
        Ada Nkemelu has invited you to Tanyard.
        Your code for the front door on 2024-03-18 is 482 913.
        """
      let subject = "Your pass for Tanyard on 2024-03-18"
      #expect(mails == [Mail(address: "bo@example.com", subject: subject, body: body)])
    }

    enum Moment: CaseIterable { case lookup, mail }

    @Test(arguments: Moment.allCases)
    func `a second tap during an invitation invites nobody`(moment: Moment) async throws {
      var secondTap: (@MainActor () async -> Void)?
      var refusal: GuestDeskError?
      var addresses: [String] = []
      let desk = makeDesk(
        find: { _ in
          if moment == .lookup { await secondTap.take()?() }
          return ada()
        },
        send: { address, _, _ in
          addresses.append(address)
          if moment == .mail { await secondTap.take()?() }
        })
      secondTap = {
        refusal = await #expect(throws: GuestDeskError.self) {
          try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
        }
      }
      let bo = try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
      #expect(refusal == .alreadyInviting)
      #expect(addresses == ["bo@example.com"])
      #expect(desk.passes == [bo])
    }
  }

  @MainActor struct Limits {
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

    @Test func `the member is looked up for each invitation`() async throws {
      var members = [ada(isSuspended: true), ada()]
      let desk = makeDesk(find: { _ in members.removeLast() })
      try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
      await #expect(throws: GuestDeskError.suspended) {
        try await desk.invite("Cy", email: "cy@example.com", on: "2024-03-18")
      }
    }

    @Test(arguments: [(.flex, 1), (.desk, 4), (.studio, 50)] as [(Member.Plan, Int)])
    func `below the limit of the plan, another guest may be invited`(
      plan: Member.Plan, guests: Int
    ) async throws {
      let passes = Array(
        repeating: pass(for: "Cy", on: "2024-03-01", code: "111111"), count: guests)
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
      let passes = Array(
        repeating: pass(for: "Cy", on: "2024-03-31", code: "111111"), count: guests)
      let desk = makeDesk(find: { _ in ada(plan: plan, passes: passes) })
      await #expect(throws: GuestDeskError.limitReached(limit)) {
        try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-01")
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

    // Ada's month is full, too, but then the error is about the guest.
    @Test(arguments: ["cy@example.com", " CY@example.com"])
    func `a guest can't have two passes for one day`(email: String) async {
      let cy = pass(for: "Cy", on: "2024-03-18", code: "111111")
      let di = pass(for: "Di", on: "2024-03-18", code: "222222")
      let desk = makeDesk(find: { _ in ada(plan: .flex, passes: [cy, di]) })
      await #expect(throws: GuestDeskError.invitedAlready("cy@example.com")) {
        try await desk.invite("Cy", email: email, on: "2024-03-18")
      }
    }

    @Test(
      arguments: [
        // The same guest on the next day, and another guest on the same day
        ("cy@example.com", "2024-03-19"), ("cy@example.org", "2024-03-18"),
      ])
    func `two passes may have the same guest or the same day`(
      email: String, visitDay: String
    ) async throws {
      let cy = pass(for: "Cy", on: "2024-03-18", code: "111111")
      let desk = makeDesk(find: { _ in ada(passes: [cy]) })
      let second = try await desk.invite("Cy", email: email, on: visitDay)
      #expect(desk.passes == [cy, second])
    }
  }

  @MainActor struct Draws {
    @Test func `a code that the doors refuse is drawn again`() async throws {
      var codes = ["222222", "111111"]
      let desk = makeDesk(
        makeCode: { codes.removeLast() },
        store: { passes, _ in if passes.first?.code == "111111" { throw VaultError.codeTaken } })
      let bo = try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
      #expect(bo.code == "222222")
      #expect(desk.passes == [bo])
    }

    @Test(arguments: Action.draws)
    func `a code of the member's own guests is drawn again, without asking the doors`(
      action: Action
    ) async throws {
      var codes = ["333333", "222222", "111111"]
      var stored: [[GuestPass]] = []
      let desk = makeDesk(
        find: { _ in ada(passes: [bosPass, cysPass]) }, makeCode: { codes.removeLast() },
        store: { passes, _ in stored.append(passes) })
      try await action.perform(at: desk)
      #expect(codes == [])
      #expect(stored.count == 1)
    }

    // Bo's code, Cy's code, and one that the doors refuse
    @Test(arguments: Action.draws, ["111111", "222222", "444444"])
    func `the fifth code may be the first that's free`(action: Action, taken: String) async throws {
      var codes = ["333333", taken, taken, taken, taken]
      let desk = makeDesk(
        find: { _ in ada(passes: [bosPass, cysPass]) }, makeCode: { codes.removeLast() },
        store: { passes, _ in try refuse("444444", in: passes) })
      try await action.perform(at: desk)
      #expect(desk.passes.contains { $0.code == "333333" })
    }

    @Test(arguments: Action.draws, ["111111", "222222", "444444"])
    func `after five codes that aren't free, nothing is drawn or mailed`(
      action: Action, taken: String
    ) async {
      // The sixth would be free
      var codes = ["333333", taken, taken, taken, taken, taken]
      var addresses: [String] = []
      let desk = makeDesk(
        find: { _ in ada(passes: [bosPass, cysPass]) }, makeCode: { codes.removeLast() },
        store: { passes, _ in try refuse("444444", in: passes) },
        send: { address, _, _ in addresses.append(address) })
      await #expect(throws: GuestDeskError.noFreeCode) { try await action.perform(at: desk) }
      #expect(codes == ["333333"])
      #expect(addresses == [])
    }

    @Test(arguments: Action.draws)
    func `if the vault fails, no other code is drawn`(action: Action) async {
      var draws = 0
      let desk = makeDesk(
        find: { _ in ada(passes: [bosPass]) },
        makeCode: {
          draws += 1
          return "333333"
        },
        store: { _, _ in throw APIError.status(500) })
      await #expect(throws: APIError.status(500)) { try await action.perform(at: desk) }
      #expect(draws == 1)
    }
  }

  @MainActor struct Storing {
    @Test(arguments: Action.allCases)
    func `the member is looked up by the desk's address, and passes are stored under their number`(
      action: Action
    ) async throws {
      var emails: [String] = []
      var memberIDs: [Int] = []
      let desk = makeDesk(
        hostEmail: "ada@tanyard.example",
        find: { email in
          emails.append(email)
          return ada(id: 41, passes: [bosPass])
        },
        store: { _, memberID in memberIDs.append(memberID) })
      try await action.perform(at: desk)
      #expect(emails == ["ada@tanyard.example"])
      #expect(memberIDs == [41])
    }

    // The desk always stores all passes, so an empty list would cancel the others.
    @Test(arguments: Action.allCases)
    func `if the member can't be looked up, nothing is stored`(action: Action) async {
      var stored: [[GuestPass]] = []
      let desk = makeDesk(
        find: { _ in throw APIError.status(503) }, store: { passes, _ in stored.append(passes) })
      await #expect(throws: APIError.status(503)) { try await action.perform(at: desk) }
      #expect(stored == [])
    }

    @Test(arguments: Action.allCases)
    func `if the vault fails, the screen stays as it was, and nobody gets a mail`(
      action: Action
    ) async throws {
      var storeCount = 0
      var addresses: [String] = []
      let desk = makeDesk(
        find: { _ in ada(passes: [bosPass, cysPass]) },
        store: { _, _ in
          storeCount += 1
          if storeCount > 1 { throw APIError.status(500) }
        },
        send: { address, _, _ in addresses.append(address) })
      // The vault works once, so that Bo is on the screen
      try await desk.cancel(cysPass)
      await #expect(throws: APIError.status(500)) { try await action.perform(at: desk) }
      #expect(desk.passes == [bosPass])
      #expect(addresses == [])
    }
  }

  @MainActor struct FailedMails {
    @Test func `if the mail fails, the pass is withdrawn`() async {
      var stored: [[String]] = []
      let desk = makeDesk(
        find: { _ in ada(passes: [cysPass]) }, makeCode: { "333333" },
        store: { passes, _ in stored.append(passes.map(\.code)) },
        send: { _, _, _ in throw APIError.status(503) })
      await #expect(throws: GuestDeskError.mailFailed("bo@example.com")) {
        try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
      }
      #expect(stored == [["222222", "333333"], ["222222"]])
      #expect(desk.passes == [])
    }

    /// The code then opens the door, although nobody knows it.
    @Test(.tags(.quirk))
    func `if the pass can't be withdrawn, the error is still about the mail`() async {
      var memberIDs: [Int] = []
      let desk = makeDesk(
        store: { passes, memberID in
          memberIDs.append(memberID)
          // Only the withdrawal, because Ada has no other passes
          if passes.isEmpty { throw APIError.status(500) }
        },
        send: { _, _, _ in throw APIError.status(503) })
      await #expect(throws: GuestDeskError.mailFailed("bo@example.com")) {
        try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
      }
      #expect(memberIDs == [7, 7])
    }

    /// The host reads the code to the guest.
    @Test func `a code is changed even if the mail fails`() async throws {
      var stored: [[String]] = []
      let desk = makeDesk(
        find: { _ in ada(passes: [bosPass]) }, makeCode: { "333333" },
        store: { passes, _ in stored.append(passes.map(\.code)) },
        send: { _, _, _ in throw APIError.status(503) })
      #expect(try await desk.changeCode(of: bosPass).code == "333333")
      #expect(stored == [["333333"]])
      #expect(desk.passes.map(\.code) == ["333333"])
    }
  }

  @MainActor struct MyGuests {
    @Test func `only the canceled pass leaves the list, even if its code has changed`() async throws
    {
      let di = pass(for: "Di", on: "2024-03-18", code: "111111")
      let onScreen = pass(for: "Cy", on: "2024-03-18", code: "222222")
      let onServer = pass(for: "Cy", on: "2024-03-18", code: "333333", id: onScreen.id)
      let tuesday = pass(for: "Cy", on: "2024-03-19", code: "222222")
      var stored: [[GuestPass]] = []
      let desk = makeDesk(
        find: { _ in ada(passes: [di, onServer, tuesday]) },
        store: { passes, _ in stored.append(passes) })
      try await desk.cancel(onScreen)
      #expect(stored == [[di, tuesday]])
      #expect(desk.passes == [di, tuesday])
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

    @Test func `the server's pass is changed, not the one on the screen`() async throws {
      let onScreen = pass(for: "Bo", on: "2024-03-18", code: "111111")
      let onServer = pass(for: "Bo", on: "2024-03-19", code: "222222", id: onScreen.id)
      let desk = makeDesk(find: { _ in ada(passes: [onServer]) }, makeCode: { "333333" })
      let changed = try await desk.changeCode(of: onScreen)
      #expect(changed.visitDay == "2024-03-19")
    }

    @Test func `the guest gets a mail when the code changes`() async throws {
      var addresses: [String] = []
      let desk = makeDesk(
        find: { _ in ada(passes: [cysPass, bosPass]) },
        send: { address, _, _ in addresses.append(address) })
      _ = try await desk.changeCode(of: bosPass)
      #expect(addresses == ["bo@example.com"])
    }

    @Test func `the code of a canceled pass can't be changed`() async {
      let desk = makeDesk(find: { _ in ada(passes: [cysPass]) })
      await #expect(throws: GuestDeskError.passNotFound) {
        try await desk.changeCode(of: bosPass)
      }
    }
  }

  @MainActor struct Defaults {
    @Test(arguments: Action.allCases)
    func `unless it's given others, the desk stores passes in the vault`(action: Action) async {
      let desk = makeDesk(find: { _ in ada(passes: [bosPass]) }, store: nil)
      await #expect(throws: APIError.notSignedIn) { try await action.perform(at: desk) }
    }

    @Test func `unless it's given others, the desk sends mails through the server`() async {
      let desk = makeDesk(send: nil)
      await #expect(throws: GuestDeskError.mailFailed("bo@example.com")) {
        try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
      }
    }

    /// A hundred codes. If zeros could come first, one in ten would be shorter, so all of them have
    /// six digits once in 38,000 runs.
    @Test(arguments: Action.draws)
    func `unless it's given others, the desk draws a new code each time`(action: Action) async {
      var codes: [String] = []
      let desk = makeDesk(
        find: { _ in ada(passes: [bosPass]) }, makeCode: nil,
        store: { passes, _ in
          codes += passes.suffix(1).map(\.code)
          throw VaultError.codeTaken
        })
      for _ in 1...20 {
        await #expect(throws: GuestDeskError.noFreeCode) { try await action.perform(at: desk) }
      }
      #expect(codes.filter { $0.wholeMatch(of: /[1-9][0-9]{5}/) == nil } == [])
      #expect(Set(codes).count > 90)
    }
  }
}

/// What members do at the desk, when Bo's pass is theirs.
enum Action: CaseIterable {
  case inviting, canceling, changingTheCode

  static let draws = [inviting, changingTheCode]

  @MainActor func perform(at desk: GuestDesk) async throws {
    switch self {
    case .inviting: try await desk.invite("Di", email: "di@example.com", on: "2024-03-18")
    case .canceling: try await desk.cancel(bosPass)
    case .changingTheCode: _ = try await desk.changeCode(of: bosPass)
    }
  }
}

// MARK: - Test doubles

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

/// Doors at which another member's guest has the code.
@MainActor
private func refuse(_ code: String, in passes: [GuestPass]) throws {
  if passes.contains(where: { $0.code == code }) { throw VaultError.codeTaken }
}

// MARK: - Members, passes, and mails

@MainActor
func ada(
  id: Int = 7, plan: Member.Plan = .studio, isSuspended: Bool = false, passes: [GuestPass] = []
) -> Member {
  Member(id: id, name: "Ada Nkemelu", plan: plan, isSuspended: isSuspended, passes: passes)
}

@MainActor private let bosPass = pass(for: "Bo", code: "111111")
@MainActor private let cysPass = pass(for: "Cy", code: "222222")

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
