//
//  API.swift
//  Tanyard
//
//  Created by Ines Kolar on 04.02.19.
//  Copyright © 2019 Tanyard Workspaces Ltd. All rights reserved.
//

import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

var isLoggingEnabled = false

func log(_ message: String) {
    if isLoggingEnabled {
        print("[Tanyard] " + message)
    }
}

enum APIError: Error, Equatable {
    case notSignedIn
    case status(Int)
}

enum API {

    static let baseURL = URL(string: "https://api.tanyard.example/v2")!

    static let decoder: JSONDecoder = {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }()

    static let encoder: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        return encoder
    }()

    static func send(_ method: String, path: String, query: [URLQueryItem] = [], body: Data? = nil) async throws -> Data {
        guard let token = Session.shared.token else {
            throw APIError.notSignedIn
        }
        var components = URLComponents(url: baseURL.appendingPathComponent(path), resolvingAgainstBaseURL: false)!
        if !query.isEmpty {
            components.queryItems = query
        }
        var request = URLRequest(url: components.url!)
        request.httpMethod = method
        request.httpBody = body
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        let (data, response) = try await URLSession.shared.data(for: request)
        let statusCode = (response as? HTTPURLResponse)?.statusCode ?? 0
        guard (200..<300).contains(statusCode) else {
            throw APIError.status(statusCode)
        }
        return data
    }
}

// MARK: - Session

final class Session {

    static let shared = Session()

    /// AppDelegate sets it from the keychain, LoginViewController after the login.
    var token: String?

    private init() {}
}
