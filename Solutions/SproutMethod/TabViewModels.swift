import Foundation

protocol MBTabViewModel: AnyObject { func viewWillAppear() }

final class MBAnnouncementsViewModel: MBTabViewModel {
    private(set) var cellTitles = [String]()
    private(set) var statusMessage: String?
    private var isLoading = false
    private let apiClient: API

    init(apiClient: API) { self.apiClient = apiClient }

    func viewWillAppear() {
        apiClient.logAnalytics(.announcementsShown)
        guard !isLoading else { return }
        isLoading = true
        apiClient.getAnnouncements { [weak self] result in
            guard let strongSelf = self else { return }
            strongSelf.isLoading = false
            switch result {
            case .success(let announcements):
                let sorted = announcements.sorted(by: { $0.publishedDate > $1.publishedDate })
                strongSelf.cellTitles = sorted.map { $0.headline }
                strongSelf.statusMessage = sorted.isEmpty ? NSLocalizedString("No announcements.", comment: "") : nil
            case .failure(let error):
                strongSelf.statusMessage = error.rawValue
            }
        }
    }
}

final class MBOrdersViewModel: MBTabViewModel {
    private(set) var cellTitles = [String]()
    private(set) var statusMessage: String?
    private let apiClient: API

    init(apiClient: API) { self.apiClient = apiClient }

    func viewWillAppear() {
        apiClient.logAnalytics(.ordersShown)
        statusMessage = nil
    }

    func submit(_ purchaseOrder: PurchaseOrder) {
        if purchaseOrder.quantity < 1 || purchaseOrder.quantity > 500 {
            statusMessage = NSLocalizedString("Quantity must be between 1 and 500.", comment: "")
            return
        }
        apiClient.submitPO(purchaseOrder) { [weak self] result in
            guard let strongSelf = self else { return }
            switch result {
            case .success(let order):
                strongSelf.cellTitles.insert("\(order.orderNumber): \(purchaseOrder.quantity) × \(purchaseOrder.itemName)", at: 0)
                strongSelf.statusMessage = String(format: NSLocalizedString("Order %d submitted.", comment: ""), order.orderNumber)
            case .failure(let error):
                strongSelf.statusMessage = error.rawValue
            }
        }
    }
}

final class MBSettingsViewModel: MBTabViewModel {
    private(set) var cellTitles = [String]()
    private let apiClient: API
    init(apiClient: API) { self.apiClient = apiClient }

    func viewWillAppear() {
        apiClient.logAnalytics(.settingsShown)
        cellTitles = [NSLocalizedString("Not signed in", comment: "")]
        if let token = apiClient.currentToken {
            cellTitles = [String(format: NSLocalizedString("Signed in as %@", comment: ""), token.userName)]
        }
        cellTitles.append(String(format: NSLocalizedString("Version %@", comment: ""), App.marketingVersion))
    }
}
