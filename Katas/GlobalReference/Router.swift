import Foundation

typealias SignInCompletion = () -> Void

struct Page: Codable, Equatable {
    let name: String
    var detail = ""
}

final class Router {
    private let checkoutPageNames = ["signIn", "tooOld", "checkout", "confirmation"]

    private(set) var pages = [Page(name: "home")]
    private var signInCompletion: SignInCompletion?

    /// Opens the page.
    func open(_ page: Page) {
        // On slow phones people tap twice, and then the page was opened two times.
        if page == pages.last { return }
        pages.append(page)
        saveHistory()
    }

    func goBack() {
        guard pages.count > 1 else { return }
        pages.removeLast()
        saveHistory()
    }

    // MARK: - Checkout

    func openTooOldPage(for products: [Product]) {
        let productNames = products.map { $0.name }
        open(Page(name: "tooOld", detail: productNames.joined(separator: ", ")))
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
        open(Page(name: "checkout", detail: "\(products.count) items, \(formattedPrice)"))
    }

    func openConfirmationPage(forOrder number: String) {
        open(Page(name: "confirmation", detail: number))
    }

    func closeCheckout() {
        while let currentPage = pages.last, checkoutPageNames.contains(currentPage.name) {
            pages.removeLast()
        }
        saveHistory()
    }

    // MARK: - History

    func saveHistory() {
        do {
            let historyData = try JSONEncoder().encode(pages)
            try historyData.write(to: App.documentsFolder.appendingPathComponent("History.json"), options: .atomic)
        } catch {
            if kDebugLogging { print("writeHistory: \(error)") }
        }
    }

    func reopenPages() {
        guard let historyData = try? Data(contentsOf: App.documentsFolder.appendingPathComponent("History.json")),
            let savedPages = try? JSONDecoder().decode([Page].self, from: historyData) else { return }
        let reopenedPages = savedPages.filter { !checkoutPageNames.contains($0.name) }
        if !reopenedPages.isEmpty { pages = reopenedPages }
    }
}
