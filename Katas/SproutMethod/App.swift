import Foundation

/// The app: one client, and a screen for each tab.
final class App {
  static let version = "4.2"

  let api: API
  let screens: [any Screen]
  private(set) var selectedTab = 0

  init(server: URL) {
    api = API(server: server)
    screens = [AnnouncementsScreen(api: api), OrdersScreen(api: api), SettingsScreen(api: api)]
  }

  /// Shows the screen of a tab, even if it's already selected. Does nothing if there's no such tab.
  func select(tab: Int) {
    guard screens.indices.contains(tab) else { return }
    selectedTab = tab
    screens[tab].willAppear()
  }
}

/// The device that the app runs on.
enum Device {
  static var model: String {
    #if os(macOS)
      return "Mac"
    #else
      return "PC"
    #endif
  }
}
