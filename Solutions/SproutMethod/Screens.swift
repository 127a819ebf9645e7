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
        apiClient.logAnalytics(.announcementsShown)
        guard !isLoading else { return }
        isLoading = true
        apiClient.getAnnouncements { [weak self] result in
            guard let strongSelf = self else { return }
            strongSelf.isLoading = false
            switch result {
            case .success(let announcements):
                let sorted = announcements.sorted(by: { $0.publishedDate > $1.publishedDate })
                strongSelf.displayedLines = sorted.map { $0.headline }
                strongSelf.statusMessage = announcements.count > 0 ? nil : NSLocalizedString("No announcements.", comment: "")
            case .failure(let error):
                strongSelf.statusMessage = error.rawValue
            }
        }
    }
}

final class OrdersScreen: Screen {
    private(set) var displayedLines = [String]()
    private(set) var statusMessage: String?
    private let apiClient: API

    init(apiClient: API) { self.apiClient = apiClient }

    func willAppear() {
        apiClient.logAnalytics(.ordersShown)
        self.statusMessage = nil
    }

    private let maximumQuantity = 500

    func submit(_ purchaseOrder: PurchaseOrder) {
        if (purchaseOrder.quantity < 1) || purchaseOrder.quantity > maximumQuantity {
            self.statusMessage = "Quantity must be between 1 and 500."
            return
        }

        self.apiClient.submitPO(purchaseOrder) { [weak self] result in
            guard let self = self else { return }
            if case .success(let order) = result {
                let newOrderNumber = order.orderNumber
                self.displayedLines.insert("\(newOrderNumber): \(purchaseOrder.quantity) × \(purchaseOrder.itemName)", at: 0)
                self.statusMessage = String(format: NSLocalizedString("Order %d submitted.", comment: ""), order.orderNumber)
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
        apiClient.logAnalytics(.settingsShown)
        displayedLines.removeAll()
        if let token = apiClient.currentToken {
            displayedLines.append("Signed in as \(token.userName)")
        } else {
            displayedLines.append(NSLocalizedString("Not signed in", comment: ""))
        }
        displayedLines.append("Version " + App.marketingVersion)
    }
}
