import Foundation
import TestSupport
import Testing

@testable import ClosureInjection

/// What `GuestDesk` does until it looks up the member, and what the functions do that it calls.
///
/// Closure injection edits the calls to `Directory.find`, `Vault.store`, and `Mailer.send`, and the
/// two that draw a code. Such an edit can change when the member is looked up, which error a method
/// throws, whether another invitation is possible afterward, and which codes are drawn. Nobody is
/// signed in here, so the lookup fails: the error `notSignedIn` shows that the desk has called
/// `Directory.find`, and that what was typed has passed all checks.
@Suite("ClosureInjection: characterization", .namesModule)
struct CharacterizationTests {

  @MainActor struct TypedText {
    private let desk = GuestDesk(hostEmail: "ada@tanyard.example")

    @Test(arguments: ["", " \n\t"])
    func `a guest needs a name`(name: String) async {
      await #expect(throws: GuestDeskError.nameMissing) {
        try await desk.invite(name, email: "bo@example.com", on: "2024-03-18")
      }
    }

    @Test func `the name is checked before the address`() async {
      await #expect(throws: GuestDeskError.nameMissing) {
        try await desk.invite(" ", email: "bo", on: "2024-03-18")
      }
    }

    @Test(
      arguments: [
        "", "bo.example.com",
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
        // Similar to the member's own
        "ada@tanyard.example.com", "ida@tanyard.example",
      ])
    func `an address needs something before the @ and a dot after it`(email: String) async {
      await #expect(throws: APIError.notSignedIn) {
        try await desk.invite("Bo", email: email, on: "2024-03-18")
      }
    }

    @Test(
      arguments: [
        ("ada@tanyard.example", "ada@tanyard.example"),
        ("ada@tanyard.example", "\tADA@Tanyard.Example "),
        ("Ada@Tanyard.example", "ada@tanyard.example"),
      ])
    func `members can't invite themselves`(hostEmail: String, email: String) async {
      let desk = GuestDesk(hostEmail: hostEmail)
      await #expect(throws: GuestDeskError.ownEmail) {
        try await desk.invite("Ada", email: email, on: "2024-03-18")
      }
    }

    @Test(.tags(.quirk)) func `an address may have spaces, and nothing around its dot`() async {
      await #expect(throws: APIError.notSignedIn) {
        try await desk.invite("Bo", email: "bo tran@.", on: "2024-03-18")
      }
    }

    @Test(.tags(.quirk), arguments: ["", "someday"])
    func `the day isn't checked`(visitDay: String) async {
      await #expect(throws: APIError.notSignedIn) {
        try await desk.invite("Bo", email: "bo@example.com", on: visitDay)
      }
    }
  }

  @MainActor struct SignedOut {
    private let desk = GuestDesk(hostEmail: "ada@tanyard.example")

    // Without a name, the checks fail. With a name, the lookup does.
    @Test(arguments: ["", "Bo"])
    func `an invitation that fails shows no pass, and can be tried again`(name: String) async {
      await #expect(throws: (any Error).self) {
        try await desk.invite(name, email: "bo@example.com", on: "2024-03-18")
      }
      #expect(desk.passes == [])
      await #expect(throws: APIError.notSignedIn) {
        try await desk.invite("Bo", email: "bo@example.com", on: "2024-03-18")
      }
    }

    @Test func `a pass can't be canceled while nobody is signed in`() async {
      await #expect(throws: APIError.notSignedIn) { try await desk.cancel(bosPass) }
    }

    @Test func `a code can't be changed while nobody is signed in`() async {
      await #expect(throws: APIError.notSignedIn) { try await desk.changeCode(of: bosPass) }
    }

    @Test func `while nobody is signed in, other screens can't use the functions, either`() async {
      await #expect(throws: APIError.notSignedIn) {
        try await Directory.find(email: "ada@tanyard.example")
      }
      await #expect(throws: APIError.notSignedIn) { try await Vault.store([bosPass], memberID: 7) }
      await #expect(throws: APIError.notSignedIn) {
        try await Mailer.send(to: "bo@example.com", subject: "Hello", body: "Bo")
      }
    }
  }

  @MainActor struct Codes {
    @Test func `a code has six digits, and the first isn't a zero`() {
      let codes = (1...1_000).map { _ in makePassCode() }
      #expect(codes.filter { $0.wholeMatch(of: /[1-9][0-9]{5}/) == nil } == [])
    }

    /// Of 20 codes, all have the same first digit once in 10¹⁸ runs.
    @Test func `codes don't all begin with the same digit`() {
      let digits = Set((1...20).map { _ in makePassCode().prefix(1) })
      #expect(digits.count > 1)
    }
  }

  @MainActor struct Texts {
    @Test func `the mail says who has invited the guest, for when, and the code`() {
      #expect(bosPass.mailSubject == "Your pass for Tanyard on 2024-03-18")
      #expect(
        bosPass.mailBody(hostName: "Ada Nkemelu") == """
          Hello Bo Tran,
          Ada Nkemelu has invited you to Tanyard.
          Your code for the front door on 2024-03-18 is 482 913.
          """)
    }

    @Test(
      arguments: [
        // A second tap isn't the user's mistake
        (.alreadyInviting, nil),
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
      ] as [(GuestDeskError, String?)])
    func `a failure is explained`(error: GuestDeskError, message: String?) {
      #expect(error.errorDescription == message)
    }
  }

  @MainActor struct ServerData {
    // The desk sends all passes back, so what isn't encoded would be lost.
    @Test func `a pass goes back to the server as it came`() throws {
      let fields = [
        "id": "6F0B5D5C-0B1E-4E7B-9C50-0F5F7A2C8E11", "guestName": "Bo Tran",
        "guestEmail": "bo@example.com", "visitDay": "2024-03-18", "code": "482913",
        "createdAt": "2024-03-01T12:00:00Z",
      ]
      let pass = try API.decoder.decode(
        GuestPass.self, from: JSONSerialization.data(withJSONObject: fields))
      #expect(pass == bosPass)
      let sent = try JSONSerialization.jsonObject(with: API.encoder.encode(pass))
      #expect(sent as? [String: String] == fields)
    }
  }
}

/// Bo's pass for 18 March 2024.
@MainActor private let bosPass = GuestPass(
  id: UUID(uuidString: "6F0B5D5C-0B1E-4E7B-9C50-0F5F7A2C8E11")!, guestName: "Bo Tran",
  guestEmail: "bo@example.com", visitDay: "2024-03-18", code: "482913",
  createdAt: Date(timeIntervalSince1970: 1_709_294_400))
