import Foundation

typealias GCCompletion = () -> Void

struct GCRoute: Codable, Equatable {
    let name: String
    var detail = ""
}

final class Router {
    private let checkoutRouteNames = ["LoginVC", "ExpiredVC", "CheckoutVC", "ThankYouVC"]
    private(set) var routes = [GCRoute(name: "HomeVC")]
    private var signInCompletion: GCCompletion?

    func open(_ route: GCRoute) {
        if route == routes.last { return }
        routes.append(route)
        saveHistory()
    }

    func goBack() {
        guard routes.count > 1 else { return }
        routes.removeLast()
        saveHistory()
    }

    func openExpiredPage(for products: [Product]) {
        let names = products.map { $0.name }.joined(separator: ", ")
        Analytics.setScreenName("Expired Offers", screenClass: "GCExpiredViewController")
        open(GCRoute(name: "ExpiredVC", detail: names))
    }

    func openSignInPage(completion: @escaping GCCompletion) {
        signInCompletion = completion
        Analytics.setScreenName("Login", screenClass: "GCLoginViewController")
        open(GCRoute(name: "LoginVC"))
    }

    func closeSignInPage() {
        guard let completion = signInCompletion else { return }
        signInCompletion = nil
        routes.removeAll(where: { $0.name == "LoginVC" })
        saveHistory()
        completion()
    }

    func openCheckoutPage(for products: [Product], finalPrice: Int) {
        let format = NSLocalizedString("%d items, %.2f", comment: "GCCheckoutHeaderView")
        Analytics.setScreenName("Checkout", screenClass: "GCCheckoutViewController")
        open(GCRoute(name: "CheckoutVC", detail: String(format: format, products.count, Double(finalPrice) / 100)))
    }
    func openConfirmationPage(forOrder number: String) {
        Analytics.setScreenName("Thank You", screenClass: "GCThankYouViewController")
        open(GCRoute(name: "ThankYouVC", detail: number))
    }

    func closeCheckout() {
        while checkoutRouteNames.contains(routes.last!.name) {
            routes.removeLast()
        }
        saveHistory()
    }

    func saveHistory() {
        let fileURL = App.documentsFolder.appendingPathComponent(GCConfig.historyFileName)
        try? JSONEncoder().encode(routes).write(to: fileURL, options: .atomic)
    }

    func restoreHistory() {
        let fileURL = App.documentsFolder.appendingPathComponent(GCConfig.historyFileName)
        guard let historyData = try? Data(contentsOf: fileURL),
            let savedRoutes = try? JSONDecoder().decode([GCRoute].self, from: historyData) else { return }
        let restoredRoutes = savedRoutes.filter { !checkoutRouteNames.contains($0.name) }
        if restoredRoutes.count > 0 {
            routes = restoredRoutes
        }
    }
}
