import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

typealias APICompletion<Value> = @MainActor (APIResult<Value>) -> Void
typealias LoadCompletion = @MainActor (_ responseData: Data?, _ error: APIError?) -> Void

enum APIResult<Value> {
    case success(Value)
    case failure(APIError)
}

final class API {
    let serverURL: URL
    private(set) var currentToken: Token?

    init(serverURL: URL) { self.serverURL = serverURL }

    func signIn(userName: String, password: String, completion: @escaping APICompletion<Token>) {
        let requestParams = ["userName": userName, "password": password]
        var request = URLRequest(url: serverURL.appendingPathComponent("api/session"))
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try? JSONSerialization.data(withJSONObject: requestParams, options: [])
        load(request, asUser: false) { responseData, error in
            let result: APIResult<Token> = self.decode(responseData, error)
            if case .success(let newToken) = result { self.currentToken = newToken }
            log.debug("login \(userName)")
            completion(result)
        }
    }

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
        var request = URLRequest(url: serverURL.appendingPathComponent("api/orders"))
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        request.httpBody = try? encoder.encode(purchaseOrder)
        log.debug(purchaseOrder)
        load(request, asUser: true) { completion(self.decode($0, $1)) }
    }

    private func decode<Value: Decodable>(_ responseData: Data?, _ error: APIError?) -> APIResult<Value> {
        if let error = error { return .failure(error) }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        guard let data = responseData, let value = try? decoder.decode(Value.self, from: data) else { return .failure(.malformed) } // html from the F5
        return .success(value)
    }

    private func load(_ originalRequest: URLRequest, asUser: Bool, completion: @escaping LoadCompletion) {
        var request = originalRequest
        if asUser && currentToken != nil {
            request.setValue("Bearer \(currentToken!.accessToken)", forHTTPHeaderField: "Authorization")
        }
        log.debug("\(request.httpMethod!) \(request.url!.path)")
        let dataTask = URLSession.shared.dataTask(with: request) { (responseData, response, error) in
            DispatchQueue.main.async {
                let httpResponse = response as? HTTPURLResponse
                if responseData == nil || httpResponse == nil {
                    log.error("\(originalRequest.url!.path) \(String(describing: error))")
                    completion(nil, .unreachable)
                    return
                }
                //print("\(httpResponse!.statusCode) \(String(data: responseData!, encoding: .utf8)!)")
                switch httpResponse!.statusCode {
                case 200..<300:
                    completion(responseData!, nil)
                case 401:
                    if !asUser || self.currentToken == nil {
                        completion(nil, .notSignedIn)
                        return
                    }
                    let requestParams = ["refreshToken": self.currentToken!.refreshToken]
                    var refreshRequest = URLRequest(url: self.serverURL.appendingPathComponent("api/session/refresh"))
                    refreshRequest.httpMethod = "POST"
                    refreshRequest.setValue("application/json", forHTTPHeaderField: "Content-Type")
                    refreshRequest.httpBody = try? JSONSerialization.data(withJSONObject: requestParams, options: [])
                    URLSession.shared.dataTask(with: refreshRequest) { (data, response, _) in
                        DispatchQueue.main.async {
                            let status = (response as? HTTPURLResponse)?.statusCode ?? 0
                            log.debug("refresh \(status)")
                            if status == 401 { self.signOut() }
                            if let data = data, status / 100 == 2, let newToken = try? JSONDecoder().decode(Token.self, from: data) {
                                self.currentToken = newToken
                                var retryRequest = originalRequest
                                retryRequest.setValue("Bearer \(newToken.accessToken)", forHTTPHeaderField: "Authorization")
                                self.load(retryRequest, asUser: false, completion: completion)
                                return
                            }
                            completion(nil, .notSignedIn)
                        }
                    }.resume()
                default:
                    log.error("\(httpResponse!.statusCode) \(originalRequest.url!.path)")
                    completion(nil, .serverError)
                }
            }
        }
        dataTask.resume()
    }
}
