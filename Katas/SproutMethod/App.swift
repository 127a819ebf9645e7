import Foundation

final class App {
    static let marketingVersion = "4.2"

    let apiClient: API
    let tabScreens: [Screen]
    private(set) var selectedTab = 0

    init(serverURL: URL = URL(string: "https://mybiz.example.com/v2")!) {
        apiClient = API(serverURL: serverURL)
        tabScreens = [AnnouncementsScreen(apiClient: apiClient), OrdersScreen(apiClient: apiClient), SettingsScreen(apiClient: apiClient)]
    }

    func selectTab(at tabIndex: Int) {
        guard tabScreens.indices.contains(tabIndex) else { return }
        selectedTab = tabIndex
        tabScreens[tabIndex].willAppear()
    }
}
