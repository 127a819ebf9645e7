import Foundation

struct Member: Codable, Equatable {

    enum Plan: String, Codable {
        case flex, desk, studio

        /// nil = no limit
        var monthlyGuestLimit: Int? {
            switch self {
            case .flex: return 2
            case .desk: return 5
            case .studio: return nil
            }
        }
    }

    let id: Int
    let name: String
    let plan: Plan
    let isSuspended: Bool
    let passes: [GuestPass]
}

// MARK: - Directory

enum Directory {

    static func find(email: String) async throws -> Member {
        let data = try await API.send("GET", path: "members", query: [URLQueryItem(name: "email", value: email)])
        return try API.decoder.decode(Member.self, from: data)
    }
}
