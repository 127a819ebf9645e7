import Foundation

final class Mailer {

    /// Sent by the server, from the address of the house.
    static func send(to address: String, subject: String, body: String) async throws {
        let mail = ["to": address, "subject": subject, "body": body]
        _ = try await API.send("POST", path: "mails", body: API.encoder.encode(mail))
    }
}
