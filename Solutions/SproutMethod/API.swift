//  API.swift
//  Copyright © 2017 MyBiz. All rights reserved.

import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

enum APIResult<Value> {
    case success(Value)
    case failure(APIError)
}

typealias APICompletion<Value> = @MainActor (APIResult<Value>) -> Void
typealias LoadCompletion = @MainActor (_ responseData: Data?, _ error: APIError?) -> Void

private let isLoggingEnabled = false

final class API {

    let serverURL: URL
    private(set) var currentToken: Token?
    // Sends the reports. If it's nil, the client sends them itself.
    var sender: (any RequestSender)?

    init(serverURL: URL) { self.serverURL = serverURL }

    func signIn(userName: String, password: String, completion: @escaping APICompletion<Token>) {

        var request = URLRequest(url: serverURL.appendingPathComponent("api/session"))
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try? JSONEncoder().encode(["userName": userName, "password": password])
        // We don't have a token yet, so this request is not sent as the user
        load(request, asUser: false) { responseData, error in
            let result: APIResult<Token> = self.decode(responseData, error)
            if case .success(let newToken) = result { self.currentToken = newToken }
            completion(result)
        }
    }

    /// Signs out the user.
    func signOut() {
        if currentToken == nil { return }
        currentToken = nil
        NotificationCenter.default.post(name: .userDidSignOut, object: self)
    }

    func getAnnouncements(completion: @escaping APICompletion<[Announcement]>) {
        let request = URLRequest(url: serverURL.appendingPathComponent("api/announcements"))
        load(request, asUser: true) { completion(self.decode($0, $1)) }
    }

    func submitPO(_ purchaseOrder: PurchaseOrder, completion: @escaping APICompletion<Order>) {
        var request = URLRequest(url: self.serverURL.appendingPathComponent("api/orders"))
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        request.httpBody = try? encoder.encode(purchaseOrder)
        self.load(request, asUser: true) { completion(self.decode($0, $1)) }
    }

    private func decode<Value: Decodable>(_ responseData: Data?, _ error: APIError?) -> APIResult<Value> {
        if let error = error { return .failure(error) }

        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        // Some proxies answer with an HTML page and status 200
        guard let data = responseData, let value = try? decoder.decode(Value.self, from: data) else { return .failure(.malformed) }
        return .success(value)
    }

    // MARK: - Loading

    func load(_ originalRequest: URLRequest, asUser: Bool, completion: @escaping LoadCompletion) {

        var request = originalRequest
        if asUser, let currentToken = currentToken {
            request.setValue("Bearer \(currentToken.accessToken)", forHTTPHeaderField: "Authorization")
        }
        if isLoggingEnabled { print("sendRequest: \(request)") }

        let dataTask = URLSession.shared.dataTask(with: request) { (responseData, response, error) in
            DispatchQueue.main.async {
                guard responseData != nil, let httpResponse = response as? HTTPURLResponse else {
                    if isLoggingEnabled { print("API: no response, \(String(describing: error))") }
                    completion(nil, .unreachable)
                    return
                }

                switch httpResponse.statusCode {
                case 200..<300:
                    completion(responseData!, nil)
                case 401:
                    guard asUser, let expiredToken = self.currentToken else {
                        completion(nil, .notSignedIn)
                        return
                    }

                    // The token has expired, so we have to renew it and send the request again
                    var renewalRequest = URLRequest(url: self.serverURL.appendingPathComponent("api/session/renewal"))
                    renewalRequest.httpMethod = "POST"
                    renewalRequest.setValue("application/json", forHTTPHeaderField: "Content-Type")
                    renewalRequest.httpBody = try? JSONEncoder().encode(["renewalToken": expiredToken.renewalToken])

                    URLSession.shared.dataTask(with: renewalRequest) { renewalData, renewalResponse, renewalError in
                        DispatchQueue.main.async {
                            let status = (renewalResponse as? HTTPURLResponse)?.statusCode ?? 0
                            if status == 401 { self.signOut() }
                            guard status / 100 == 2, let data = renewalData,
                                let newToken = try? JSONDecoder().decode(Token.self, from: data) else {
                                completion(nil, .notSignedIn)
                                return
                            }

                            self.currentToken = newToken
                            var retryRequest = originalRequest
                            retryRequest.setValue("Bearer \(newToken.accessToken)", forHTTPHeaderField: "Authorization")
                            // asUser is false here, otherwise we would renew the token again and again
                            self.load(retryRequest, asUser: false, completion: completion)
                        }
                    }.resume()
                default:
                    if isLoggingEnabled { print("API: status \(httpResponse.statusCode)") }
                    completion(nil, .serverError)
                }
            }
        }

        dataTask.resume()
    }
}
