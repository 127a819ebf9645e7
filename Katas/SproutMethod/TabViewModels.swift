import Foundation

protocol MBTabViewModel: AnyObject {
    func viewWillAppear()
}

final class MBAnnouncementsViewModel: MBTabViewModel {
    private(set) var cellTitles = [String]()
    private(set) var statusMessage: String?
    private var isLoading = false
    private let apiClient: API

    init(apiClient: API) { self.apiClient = apiClient }

    func viewWillAppear() {
        guard !isLoading else { return }
        isLoading = true
        apiClient.getAnnouncements { [weak self] result in
            guard let strongSelf = self else { return }
            strongSelf.isLoading = false
            switch result {
            case .success(let announcements):
                let sorted = announcements.sorted(by: { $0.publishedDate > $1.publishedDate })
                strongSelf.cellTitles.removeAll()
                for i in 0..<sorted.count {
                    strongSelf.cellTitles.append(sorted[i].headline)
                }
                if strongSelf.cellTitles.count > 0 {
                    strongSelf.statusMessage = nil
                } else {
                    strongSelf.statusMessage = NSLocalizedString("No announcements.", comment: "")
                }
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
                var str = "\(order.orderNumber): "
                str += "\(purchaseOrder.quantity) × \(purchaseOrder.itemName)"
                strongSelf.cellTitles.insert(str, at: 0)
                strongSelf.statusMessage = String(format: NSLocalizedString("Order %d submitted.", comment: ""), order.orderNumber)
            case .failure(let error):
                var msg = NSLocalizedString("Server error. Please try again later.", comment: "")
                if error != .serverError {
                    msg = error.rawValue
                }
                strongSelf.statusMessage = msg
            }
        }
    }
}

final class MBSettingsViewModel: MBTabViewModel {
    private(set) var cellTitles = [String]()
    private let apiClient: API
    init(apiClient: API) { self.apiClient = apiClient }

    func viewWillAppear() {
        cellTitles.removeAll()
        if apiClient.currentToken == nil {
            cellTitles.append(NSLocalizedString("Not signed in", comment: ""))
        } else {
            cellTitles.append(String(format: NSLocalizedString("Signed in as %@", comment: ""), apiClient.currentToken!.userName))
        }
        cellTitles.append(String(format: NSLocalizedString("Version %@", comment: ""), App.marketingVersion))
    }
}
