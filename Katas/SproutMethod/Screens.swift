import Foundation

/// A screen of the app, as the tab bar sees it.
protocol Screen: AnyObject {
  var title: String { get }

  /// Called each time before the screen is shown.
  func willAppear()
}

/// Lists the announcements, the newest first.
final class AnnouncementsScreen: Screen {
  let title = "Announcements"
  private(set) var lines: [String] = []
  private(set) var message: String?

  private let api: API
  private var isLoading = false

  init(api: API) {
    self.api = api
  }

  /// Loads the announcements, unless they're already loading.
  func willAppear() {
    guard !isLoading else { return }
    isLoading = true
    api.getAnnouncements { [weak self] in self?.show($0) }
  }

  private func show(_ result: Result<[Announcement], APIError>) {
    isLoading = false
    switch result {
    case .success(let announcements):
      message = announcements.isEmpty ? "There is nothing new." : nil
      lines = announcements.sorted { $0.date > $1.date }.map { announcement in
        let day = announcement.date.formatted(.iso8601.year().month().day())
        return "\(day): \(announcement.title)"
      }
    case .failure(let error):
      message = error.localizedDescription
    }
  }
}

/// Lists the user's orders, and takes new ones.
final class OrdersScreen: Screen {
  /// The largest quantity that can be ordered at once.
  static let quantityLimit = 500

  let title = "Orders"
  private(set) var lines: [String] = []
  private(set) var message: String?

  private let api: API

  init(api: API) {
    self.api = api
  }

  /// Loads the orders.
  func willAppear() {
    message = nil
    api.getOrders { [weak self] in self?.show($0) }
  }

  private func show(_ result: Result<[Order], APIError>) {
    switch result {
    case .success(let orders): lines = orders.map(line)
    case .failure(let error): message = error.localizedDescription
    }
  }

  /// Submits an order of 1 to `quantityLimit` pieces.
  func submit(_ purchase: PurchaseOrder) {
    guard 1...Self.quantityLimit ~= purchase.quantity else {
      message = "Order 1 to \(Self.quantityLimit) pieces."
      return
    }
    api.submit(purchase) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let order):
        message = "Order \(order.number) is on its way."
        lines.insert(line(order), at: 0)
      case .failure(let error):
        message = error.localizedDescription
      }
    }
  }

  private func line(_ order: Order) -> String {
    "\(order.number): \(order.quantity) × \(order.item)"
  }
}

/// Shows who's signed in, and what the app runs on.
final class SettingsScreen: Screen {
  let title = "Settings"
  private(set) var lines: [String] = []

  private let api: API

  init(api: API) {
    self.api = api
  }

  func willAppear() {
    update()
  }

  func signOut() {
    api.signOut()
    update()
  }

  private func update() {
    let user = api.token.map { "Signed in as \($0.user)" } ?? "Not signed in"
    lines = [user, "Version \(App.version), on a \(Device.model)"]
  }
}
