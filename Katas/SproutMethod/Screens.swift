import Foundation

protocol Screen: AnyObject {
    func willAppear()
}

final class AnnouncementsScreen: Screen {
    private(set) var displayedLines = [String]()
    private(set) var statusMessage: String?
    private var isLoading = false
    private let apiClient: API

    init(apiClient: API) { self.apiClient = apiClient }

    func willAppear() {
        guard !isLoading else { return }
        isLoading = true
        apiClient.getAnnouncements { [weak self] result in
            guard let strongSelf = self else { return }
            strongSelf.isLoading = false
            switch result {
            case .success(let announcements):
                strongSelf.displayedLines = announcements.sorted { $0.publishedDate > $1.publishedDate }.map { $0.headline }
                strongSelf.statusMessage = announcements.isEmpty ? "No announcements." : nil
            case .failure(let error):
                strongSelf.statusMessage = error.rawValue
            }
        }
    }
}

final class OrdersScreen: Screen {
    private(set) var displayedLines = [String]()
    private(set) var statusMessage: String?
    private let maximumQuantity = 500
    private let apiClient: API

    init(apiClient: API) { self.apiClient = apiClient }

    func willAppear() {
        self.statusMessage = nil
    }

    func submit(_ purchaseOrder: PurchaseOrder) {
        if purchaseOrder.quantity < 1 || purchaseOrder.quantity > 500 {
            self.statusMessage = "Quantity must be between 1 and 500."
            return
        }

        self.apiClient.submitPO(purchaseOrder) { [weak self] result in
            guard let self = self else { return }
            if case .success(let order) = result {
                self.displayedLines.insert("\(order.orderNumber): \(purchaseOrder.quantity) × \(purchaseOrder.itemName)", at: 0)
                self.statusMessage = "Order \(order.orderNumber) submitted."
            } else if case .failure(let error) = result {
                self.statusMessage = error.rawValue
            }
        }
    }
}

final class SettingsScreen: Screen {
    private(set) var displayedLines = [String]()
    private let apiClient: API

    init(apiClient: API) { self.apiClient = apiClient }

    func willAppear() {
        if let token = apiClient.currentToken {
            displayedLines = ["Signed in as \(token.userName)", "Version \(App.marketingVersion)"]
        } else {
            displayedLines = ["Not signed in", "Version \(App.marketingVersion)"]
        }
    }
}
