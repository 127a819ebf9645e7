import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The completion of a call to the client, which calls it once.
typealias Completion<Value> = @MainActor (Result<Value, APIError>) -> Void

/// The client of the company's server. It keeps the user signed in, and posts to the default
/// notification center.
final class API {
  let server: URL

  /// The token of the user, or nil if nobody is signed in.
  private(set) var token: Token?

  init(server: URL) {
    self.server = server
  }

  // MARK: The user

  /// Signs a user in, and posts `userDidSignIn`. If that fails, the previous user stays signed in.
  func signIn(user: String, password: String, completion: @escaping Completion<Token>) {
    var request = URLRequest(url: server.appending(path: "api/session"))
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = try? JSONEncoder().encode(["user": user, "password": password])
    load(request) { answer in
      let result = self.decode(Token.self, from: answer)
      if case .success(let token) = result {
        self.token = token
        self.post(.userDidSignIn, user: token.user)
      }
      completion(result)
    }
  }

  /// Signs the user out, and posts `userDidSignOut` if there was one.
  func signOut() {
    guard let user = token?.user else { return }
    token = nil
    post(.userDidSignOut, user: user)
  }

  private func post(_ name: Notification.Name, user: String) {
    NotificationCenter.default.post(name: name, object: self, userInfo: ["user": user])
  }

  // MARK: Announcements and orders

  /// Gets the announcements, in no particular order.
  func getAnnouncements(completion: @escaping Completion<[Announcement]>) {
    let request = URLRequest(url: server.appending(path: "api/announcements"))
    loadAuthorized(request) { completion(self.decode([Announcement].self, from: $0)) }
  }

  /// Gets the user's orders, the latest first.
  func getOrders(completion: @escaping Completion<[Order]>) {
    let request = URLRequest(url: server.appending(path: "api/orders"))
    loadAuthorized(request) { completion(self.decode([Order].self, from: $0)) }
  }

  /// Submits a purchase order, and completes with the order that the server returns.
  func submit(_ purchase: PurchaseOrder, completion: @escaping Completion<Order>) {
    var request = URLRequest(url: server.appending(path: "api/orders"))
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    request.httpBody = try? encoder.encode(purchase)
    loadAuthorized(request) { completion(self.decode(Order.self, from: $0)) }
  }

  // MARK: Requests

  /// Loads a request in the name of the user. If the token has expired, gets a new one and tries
  /// again.
  private func loadAuthorized(_ request: URLRequest, completion: @escaping Completion<Data>) {
    load(authorized(request)) { answer in
      guard answer == .failure(.notSignedIn), let token = self.token else {
        return completion(answer)
      }
      self.renew(token) { renewal in
        switch renewal {
        case .success: self.load(self.authorized(request), completion: completion)
        case .failure(let error): completion(.failure(error))
        }
      }
    }
  }

  private func authorized(_ request: URLRequest) -> URLRequest {
    guard let token else { return request }
    var request = request
    request.setValue("Bearer \(token.value)", forHTTPHeaderField: "Authorization")
    return request
  }

  /// Replaces a token with a new one. If the server refuses, signs the user out.
  private func renew(_ token: Token, completion: @escaping Completion<Token>) {
    var request = URLRequest(url: server.appending(path: "api/session/renewal"))
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = try? JSONEncoder().encode(["renewal": token.renewal])
    load(request) { answer in
      let result = self.decode(Token.self, from: answer)
      switch result {
      case .success(let token): self.token = token
      case .failure(.notSignedIn): self.signOut()
      case .failure: break
      }
      completion(result)
    }
  }

  /// Loads a request as it is.
  private func load(_ request: URLRequest, completion: @escaping Completion<Data>) {
    let task = URLSession.shared.dataTask(with: request) { data, response, _ in
      DispatchQueue.main.async {
        completion(self.check(data, response))
      }
    }
    task.resume()
  }

  private func check(_ data: Data?, _ response: URLResponse?) -> Result<Data, APIError> {
    guard let data, let response = response as? HTTPURLResponse else {
      return .failure(.unreachable)
    }
    switch response.statusCode {
    case 200..<300: return .success(data)
    case 401: return .failure(.notSignedIn)
    case 422:
      return decode(Rejection.self, from: .success(data)).flatMap { .failure(.rejected($0.reason)) }
    default: return .failure(.failed(status: response.statusCode))
    }
  }

  private func decode<Value: Decodable>(
    _ type: Value.Type, from answer: Result<Data, APIError>
  ) -> Result<Value, APIError> {
    answer.flatMap { data in
      let decoder = JSONDecoder()
      decoder.dateDecodingStrategy = .iso8601
      return Result { try decoder.decode(type, from: data) }.mapError { _ in .malformed }
    }
  }
}

extension Notification.Name {
  /// A user has signed in. The object is the client, and `user` in the user info is the name.
  static let userDidSignIn = Notification.Name("UserDidSignIn")

  /// The user has signed out, or the server no longer knows the user. The object and the user info
  /// are the same as for `userDidSignIn`.
  static let userDidSignOut = Notification.Name("UserDidSignOut")
}
