import Foundation
import TestSupport
import Testing

@testable import ClosureInjection

/// Pins what `GuestDesk` does until it looks up the member, and what surrounds it.
///
/// Nobody is signed in here, so looking up the member fails. If the error is `notSignedIn`, what was
/// typed has passed all checks.
@MainActor
@Suite("ClosureInjection: characterization", .namesModule)
struct CharacterizationTests {
  private let desk = GuestDesk(hostEmail: "ada@tanyard.example")

  // MARK: What was typed

  @Test(arguments: ["", "   ", " \n\t"])
  func `a guest needs a name`(name: String) async {
    await #expect(throws: GuestDeskError.nameMissing) {
      try await desk.invite(name, email: "bo@example.com", on: "2024-03-18")
    }
  }

  @Test(
    arguments: [
      "", "bo", "bo.example.com",
      // Nothing before the @, or no dot after it
      "@example.com", "bo@", "bo.tran@example",
      // More than one
      "bo@@example.com", "bo@example.com, cy@example.com",
    ])
  func `an address that can't be right is refused`(email: String) async {
    await #expect(throws: GuestDeskError.invalidEmail(email)) {
      try await desk.invite("Bo", email: email, on: "2024-03-18")
    }
  }

  @Test func `a refused address is shown trimmed and in lower case`() async {
    await #expect(throws: GuestDeskError.invalidEmail("bo@example")) {
      try await desk.invite("Bo", email: " Bo@Example\n", on: "2024-03-18")
    }
  }

  @Test(
    arguments: [
      "bo@example.com", "bo.tran+pass@mail.example.co.uk", " Bo@Example.COM\n",
      // The check isn't strict (a quirk)
      "bo tran@.",
    ])
  func `an address needs something before the @ and a dot after it`(email: String) async {
    await #expect(throws: APIError.notSignedIn) {
      try await desk.invite("Bo", email: email, on: "2024-03-18")
    }
  }

  @Test(arguments: ["ada@tanyard.example", "ADA@tanyard.example ", "\tAda@Tanyard.Example"])
  func `members can't invite themselves`(email: String) async {
    let desk = GuestDesk(hostEmail: "ada@tanyard.example")
    await #expect(throws: GuestDeskError.ownEmail) {
      try await desk.invite("Ada", email: email, on: "2024-03-18")
    }
  }

  @Test(arguments: ["ada@tanyard.example.com", "ida@tanyard.example"])
  func `an address that only resembles the member's own passes the check`(email: String) async {
    let desk = GuestDesk(hostEmail: "ada@tanyard.example")
    await #expect(throws: APIError.notSignedIn) {
      try await desk.invite("Ida", email: email, on: "2024-03-18")
    }
  }

  @Test func `members with capital letters in their address can't invite themselves`() async {
    let desk = GuestDesk(hostEmail: "Ada@Tanyard.example")
    await #expect(throws: GuestDeskError.ownEmail) {
      try await desk.invite("Ada", email: "ada@tanyard.example", on: "2024-03-18")
    }
  }

  @Test func `the name is checked before the address`() async {
    await #expect(throws: GuestDeskError.nameMissing) {
      try await desk.invite(" ", email: "bo", on: "2024-03-18")
    }
  }

  @Test(arguments: ["", "2024-03-18", "someday"])
  func `the day isn't checked`(visitDay: String) async {
    await #expect(throws: APIError.notSignedIn) {
      try await desk.invite("Bo", email: "bo@example.com", on: visitDay)
    }
  }

  // MARK: Without a session

  @Test func `an invitation can be tried again after a mistake`() async {
    await #expect(throws: GuestDeskError.nameMissing) {
      try await desk.invite("", email: "bo@example.com", on: "2024-03-18")
    }
    await #expect(throws: APIError.notSignedIn) {
      try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
    }
  }

  @Test func `an invitation can be tried again after the lookup has failed`() async {
    await #expect(throws: APIError.notSignedIn) {
      try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
    }
    await #expect(throws: APIError.notSignedIn) {
      try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
    }
  }

  @Test func `nobody is invited while nobody is signed in`() async {
    await #expect(throws: APIError.notSignedIn) {
      try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
    }
    #expect(desk.passes == [])
  }

  @Test func `a pass can't be canceled while nobody is signed in`() async {
    await #expect(throws: APIError.notSignedIn) { try await desk.cancel(bosPass()) }
  }

  @Test func `a code can't be changed while nobody is signed in`() async {
    await #expect(throws: APIError.notSignedIn) { try await desk.changeCode(of: bosPass()) }
  }

  // Other screens call these three functions, too

  @Test func `a member can't be looked up while nobody is signed in`() async {
    await #expect(throws: APIError.notSignedIn) {
      try await Directory.find(email: "ada@tanyard.example")
    }
  }

  @Test func `passes can't be stored while nobody is signed in`() async {
    await #expect(throws: APIError.notSignedIn) { try await Vault.store([bosPass()], memberID: 7) }
  }

  @Test func `a mail can't be sent while nobody is signed in`() async {
    await #expect(throws: APIError.notSignedIn) {
      try await Mailer.send(to: "bo@example.com", subject: "Hello", body: "Bo")
    }
  }

  // MARK: Codes

  @Test func `a code has six digits, and the first isn't a zero`() {
    let codes = (1...1_000).map { _ in makePassCode() }
    #expect(codes.filter { $0.wholeMatch(of: /[1-9][0-9]{5}/) == nil } == [])
  }

  /// Of 20 codes, all have the same first digit once in 10¹⁸ runs.
  @Test func `codes don't all begin with the same digit`() {
    let digits = Set((1...20).map { _ in makePassCode().prefix(1) })
    #expect(digits.count > 1)
  }

  @Test(
    arguments: [
      ("482913", "482 913"), ("100000", "100 000"),
      // Of any length (a quirk)
      ("4829", "482 9"),
    ])
  func `a code is shown with a space after its third digit`(code: String, shown: String) {
    #expect(bosPass(code: code).formattedCode == shown)
  }

  // MARK: Mail

  @Test func `the mail says who has invited the guest, for when, and the code`() {
    let pass = bosPass(code: "482913")
    #expect(pass.mailSubject == "Your pass for Tanyard on 2024-03-18")
    #expect(
      pass.mailBody(hostName: "Ada Nkemelu") == """
        Hello Bo Tran,
        Ada Nkemelu has invited you to Tanyard.
        Your code for the front door on 2024-03-18 is 482 913.
        """)
  }

  // MARK: Explanations

  @Test(
    arguments: [
      (.nameMissing, "Please enter the name of your guest."),
      (.invalidEmail("bo"), "“bo” is not a valid email address."),
      (.ownEmail, "You don't need a pass for yourself."),
      (.suspended, "Your membership is suspended. Please talk to reception."),
      (.invitedAlready("bo@example.com"), "bo@example.com already has a pass for this day."),
      (.limitReached(2), "Your plan includes 2 guests a month."),
      (.noFreeCode, "There is no free code at the moment. Please try again."),
      (
        .mailFailed("bo@example.com"),
        "We couldn't send a mail to bo@example.com. Your guest has no pass."
      ),
      (.passNotFound, "This pass was cancelled."),
    ] as [(GuestDeskError, String)])
  func `a failure is explained`(error: GuestDeskError, message: String) {
    #expect(error.errorDescription == message)
  }

  @Test func `a second tap during an invitation isn't explained`() {
    #expect(GuestDeskError.alreadyInviting.errorDescription == nil)
  }

  // MARK: Members

  @Test(arguments: [(.flex, 2), (.desk, 5), (.studio, nil)] as [(Member.Plan, Int?)])
  func `flex includes two guests a month, desk five, and studio any number`(
    plan: Member.Plan, limit: Int?
  ) {
    #expect(plan.monthlyGuestLimit == limit)
  }

  @Test func `a member comes from the server with a pass`() throws {
    let json = """
      {
        "id": 7, "name": "Ada Nkemelu", "plan": "desk", "isSuspended": false,
        "passes": [
          {
            "id": "6F0B5D5C-0B1E-4E7B-9C50-0F5F7A2C8E11", "guestName": "Bo Tran",
            "guestEmail": "bo@example.com", "visitDay": "2024-03-18", "code": "482913",
            "createdAt": "2024-03-01T12:00:00Z"
          }
        ]
      }
      """
    let member = try API.decoder.decode(Member.self, from: Data(json.utf8))
    let expected = Member(
      id: 7, name: "Ada Nkemelu", plan: .desk, isSuspended: false, passes: [bosPass()])
    #expect(member == expected)
  }

  @Test func `a pass for the server has all its fields, with an ISO date`() throws {
    let data = try API.encoder.encode(bosPass())
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: String])
    #expect(
      object == [
        "id": "6F0B5D5C-0B1E-4E7B-9C50-0F5F7A2C8E11", "guestName": "Bo Tran",
        "guestEmail": "bo@example.com", "visitDay": "2024-03-18", "code": "482913",
        "createdAt": "2024-03-01T12:00:00Z",
      ])
  }
}

/// Bo's pass for 18 March 2024.
@MainActor
private func bosPass(code: String = "482913") -> GuestPass {
  GuestPass(
    id: UUID(uuidString: "6F0B5D5C-0B1E-4E7B-9C50-0F5F7A2C8E11")!, guestName: "Bo Tran",
    guestEmail: "bo@example.com", visitDay: "2024-03-18", code: code,
    createdAt: Date(timeIntervalSince1970: 1_709_294_400))
}
