import Foundation
import Testing

@testable import SproutMethodAfter
@testable import SproutMethodBefore

/// The module that a characterization test runs against.
enum Version: String, CaseIterable, CustomTestStringConvertible {
  case before, after

  var testDescription: String { rawValue }
}

@MainActor extension Version {
  func makeAPI(_ server: URL) -> any APIUnderTest {
    switch self {
    case .before: SproutMethodBefore.API(server: server)
    case .after: SproutMethodAfter.API(server: server)
    }
  }

  func makeApp(_ server: StubServer) -> any AppUnderTest {
    switch self {
    case .before: SproutMethodBefore.App(server: server.url)
    case .after: SproutMethodAfter.App(server: server.url)
    }
  }
}

// MARK: - What has happened

/// What a client has completed and posted, in its order.
@MainActor
final class Log {
  private(set) var entries: [String] = []

  /// Is called at each notification.
  var whenPosted: () -> Void = {}

  private var observers: [any NSObjectProtocol] = []

  /// Notes until `stop` what is posted for an object, whatever its name, and what is posted for none
  /// about users.
  func listen(to object: AnyObject) {
    let id = ObjectIdentifier(object)
    observers.append(
      NotificationCenter.default.addObserver(forName: nil, object: nil, queue: nil) { note in
        let isOfUsers = note.name.rawValue.hasPrefix("User") && note.object == nil
        guard isOfUsers || note.object.map({ ObjectIdentifier($0 as AnyObject) }) == id else {
          return
        }
        let entry = "\(note.name.rawValue) \(note.userInfo as? [String: String] ?? [:])"
        MainActor.assumeIsolated {
          self.entries.append(entry)
          self.whenPosted()
        }
      })
  }

  func stop() {
    observers.forEach(NotificationCenter.default.removeObserver)
  }

  /// Notes a success in the words of the test, or a failure by its name.
  func note<Value>(_ result: Result<Value, some Error>, _ describe: (Value) -> String) {
    switch result {
    case .success(let value): entries.append(describe(value))
    case .failure(let error): entries.append("failed: \(error)")
    }
  }

  func clear() {
    entries = []
  }
}

// MARK: - What both modules have

/// The part of `API` that the shared tests call.
@MainActor
protocol APIUnderTest: AnyObject {
  associatedtype TokenType: TokenUnderTest
  associatedtype AnnouncementType: AnnouncementUnderTest
  associatedtype PurchaseType: PurchaseUnderTest
  associatedtype OrderType: OrderUnderTest
  associatedtype Failure: Error
  associatedtype AnnouncementsType: AnnouncementsScreenUnderTest
  where AnnouncementsType.Client == Self
  associatedtype OrdersType: OrdersScreenUnderTest
  where OrdersType.Client == Self, OrdersType.PurchaseType == PurchaseType
  associatedtype SettingsType: SettingsScreenUnderTest where SettingsType.Client == Self

  typealias CompletionOf<Value> = @MainActor (Result<Value, Failure>) -> Void

  var server: URL { get }
  var token: TokenType? { get }
  func signIn(user: String, password: String, completion: @escaping CompletionOf<TokenType>)
  func signOut()
  func getAnnouncements(completion: @escaping CompletionOf<[AnnouncementType]>)
  func getOrders(completion: @escaping CompletionOf<[OrderType]>)
  func submit(_ purchase: PurchaseType, completion: @escaping CompletionOf<OrderType>)
}

extension APIUnderTest {
  /// The token, in one line.
  var tokenLine: String? { token.map(line) }

  func signIn(_ user: String, _ password: String, _ log: Log) {
    signIn(user: user, password: password) { log.note($0) { "signed in: \(self.line($0))" } }
  }

  func getAnnouncements(_ log: Log) {
    getAnnouncements { log.note($0) { "got: \($0.map { "\($0.title) of \($0.date)" })" } }
  }

  func getOrders(_ log: Log) {
    getOrders { log.note($0) { "got: \($0.map(self.line))" } }
  }

  func submit(_ item: String, quantity: Int, due: Date, _ log: Log) {
    submit(PurchaseType(item: item, quantity: quantity, due: due)) {
      log.note($0) { "ordered: \(self.line($0))" }
    }
  }

  private func line(_ token: TokenType) -> String {
    "\(token.user), \(token.value), \(token.renewal)"
  }

  private func line(_ order: OrderType) -> String {
    "\(order.number), \(order.quantity) of \(order.item)"
  }

  func makeAnnouncementsScreen() -> any AnnouncementsScreenUnderTest {
    AnnouncementsType(api: self)
  }
  func makeOrdersScreen() -> any OrdersScreenUnderTest { OrdersType(api: self) }
  func makeSettingsScreen() -> any SettingsScreenUnderTest { SettingsType(api: self) }
}

@MainActor
protocol TokenUnderTest {
  var user: String { get }
  var value: String { get }
  var renewal: String { get }
}

@MainActor
protocol AnnouncementUnderTest {
  var title: String { get }
  var date: Date { get }
}

@MainActor
protocol PurchaseUnderTest {
  init(item: String, quantity: Int, due: Date)
}

@MainActor
protocol OrderUnderTest {
  var number: Int { get }
  var item: String { get }
  var quantity: Int { get }
}

@MainActor
protocol ScreenUnderTest: AnyObject {
  var title: String { get }
  var lines: [String] { get }
  func willAppear()
}

@MainActor
protocol AnnouncementsScreenUnderTest: ScreenUnderTest {
  associatedtype Client
  init(api: Client)
  var message: String? { get }
}

@MainActor
protocol OrdersScreenUnderTest: ScreenUnderTest {
  associatedtype Client
  associatedtype PurchaseType: PurchaseUnderTest
  init(api: Client)
  var message: String? { get }
  func submit(_ purchase: PurchaseType)
}

extension OrdersScreenUnderTest {
  func submit(_ item: String, quantity: Int) {
    submit(PurchaseType(item: item, quantity: quantity, due: Date(timeIntervalSince1970: 0)))
  }
}

@MainActor
protocol SettingsScreenUnderTest: ScreenUnderTest {
  associatedtype Client
  init(api: Client)
  func signOut()
}

@MainActor
protocol AppUnderTest: AnyObject {
  associatedtype Client: APIUnderTest
  var api: Client { get }
  var screensUnderTest: [any ScreenUnderTest] { get }
  var selectedTab: Int { get }
  func select(tab: Int)
}

extension AppUnderTest {
  var client: any APIUnderTest { api }
}

extension SproutMethodBefore.API: APIUnderTest {
  typealias AnnouncementsType = SproutMethodBefore.AnnouncementsScreen
  typealias OrdersType = SproutMethodBefore.OrdersScreen
  typealias SettingsType = SproutMethodBefore.SettingsScreen
}
extension SproutMethodBefore.Token: TokenUnderTest {}
extension SproutMethodBefore.Announcement: AnnouncementUnderTest {}
extension SproutMethodBefore.PurchaseOrder: PurchaseUnderTest {}
extension SproutMethodBefore.Order: OrderUnderTest {}
extension SproutMethodBefore.AnnouncementsScreen: AnnouncementsScreenUnderTest {}
extension SproutMethodBefore.OrdersScreen: OrdersScreenUnderTest {}
extension SproutMethodBefore.SettingsScreen: SettingsScreenUnderTest {}
extension SproutMethodBefore.App: AppUnderTest {
  var screensUnderTest: [any ScreenUnderTest] { screens.compactMap { $0 as? any ScreenUnderTest } }
}

extension SproutMethodAfter.API: APIUnderTest {
  typealias AnnouncementsType = SproutMethodAfter.AnnouncementsScreen
  typealias OrdersType = SproutMethodAfter.OrdersScreen
  typealias SettingsType = SproutMethodAfter.SettingsScreen
}
extension SproutMethodAfter.Token: TokenUnderTest {}
extension SproutMethodAfter.Announcement: AnnouncementUnderTest {}
extension SproutMethodAfter.PurchaseOrder: PurchaseUnderTest {}
extension SproutMethodAfter.Order: OrderUnderTest {}
extension SproutMethodAfter.AnnouncementsScreen: AnnouncementsScreenUnderTest {}
extension SproutMethodAfter.OrdersScreen: OrdersScreenUnderTest {}
extension SproutMethodAfter.SettingsScreen: SettingsScreenUnderTest {}
extension SproutMethodAfter.App: AppUnderTest {
  var screensUnderTest: [any ScreenUnderTest] { screens.compactMap { $0 as? any ScreenUnderTest } }
}
