import Foundation

typealias SignInCompletion = () -> Void

struct Page: Codable, Equatable {
    let name: String
    var detail = ""
}

final class Router {
    private let checkoutPageNames = ["signIn", "expired", "checkout", "confirmation"]

    private(set) var pages = [Page(name: "home")]
    private var signInCompletion: SignInCompletion?

    func open(_ page: Page) {
        // double tap
        if page == pages.last { return }
        pages.append(page)
        saveHistory()
    }

    func goBack() {
        guard pages.count > 1 else { return }
        pages.removeLast()
        saveHistory()
    }

    func openExpiredPage(for products: [Product]) {
        open(Page(name: "expired", detail: products.map { $0.name }.joined(separator: ", ")))
    }

    func openSignInPage(completion: @escaping SignInCompletion) {
        signInCompletion = completion
        open(Page(name: "signIn"))
    }

    func closeSignInPage() {
        guard let completion = signInCompletion else { return }
        signInCompletion = nil
        pages.removeAll(where: { $0.name == "signIn" })
        saveHistory()
        completion()
    }

    func openCheckoutPage(for products: [Product], finalPrice: Int) {
        let formattedPrice = String(format: "%.2f", Double(finalPrice) / 100)
        let itemsText = String(format: NSLocalizedString("%d items", comment: "checkout header"), products.count)
        open(Page(name: "checkout", detail: itemsText + ", " + formattedPrice))
    }
    func openConfirmationPage(forOrder number: String) {
        open(Page(name: "confirmation", detail: number))
    }

    func closeCheckout() {
        while checkoutPageNames.contains(pages.last!.name) {
            pages.removeLast()
        }
        saveHistory()
    }

    func saveHistory() {
        do {
            let historyData = try JSONEncoder().encode(pages)
            try historyData.write(to: App.documentsFolder.appendingPathComponent(Config.historyFileName), options: .atomic)
        } catch {
            vlog("\(error)")
        }
    }

    func restorePages() {
        let fileURL = App.documentsFolder.appendingPathComponent(Config.historyFileName)
        if let historyData = try? Data(contentsOf: fileURL) {
            if let savedPages = try? JSONDecoder().decode([Page].self, from: historyData) {
                let restoredPages = savedPages.filter { !checkoutPageNames.contains($0.name) }
                if (restoredPages.count > 0) {
                    pages = restoredPages
                }
            }
        }
    }
}
