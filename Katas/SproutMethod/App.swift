import Foundation

final class App {
    static let marketingVersion = "4.2"
    let apiClient: API
    let tabViewModels: [MBTabViewModel]
    private(set) var selectedTab = 0

    init(serverURL: URL = URL(string: "https://mybiz.example.com/v2")!) {
        apiClient = API(serverURL: serverURL)
        tabViewModels = [MBAnnouncementsViewModel(apiClient: apiClient), MBOrdersViewModel(apiClient: apiClient), MBSettingsViewModel(apiClient: apiClient)]
    }

    func selectTab(at tabIndex: Int) {
        if tabIndex < 0 || tabIndex >= tabViewModels.count { return }
        selectedTab = tabIndex
        tabViewModels[tabIndex].viewWillAppear()
    }
}
