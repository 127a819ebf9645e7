import Foundation

typealias SignInCompletion = () -> Void

struct Page: Equatable {
    let name: String
    var detail = ""
}

final class Router {

    private let checkoutPageNames = ["signIn", "tooOld", "checkout", "confirmation"]

    private(set) var pages = [Page(name: "home")]
    private var signInCompletion: SignInCompletion?

    func open(_ page: Page) {
        // double taps
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
        if let completion = signInCompletion {
            signInCompletion = nil
            pages.removeAll(where: { $0.name == "signIn" })
            saveHistory()
            completion()
        }
    }

    func openCheckoutPage(for products: [Product], finalPrice: Int) {
        let formattedPrice = String(format: "%.2f", Double(finalPrice) / 100)
        open(Page(name: "checkout", detail: "\(products.count) items, \(formattedPrice)"))
    }

    func openConfirmationPage(forOrder number: String) {
        self.open(Page(name: "confirmation", detail: number))
    }

    func closeCheckout() {
        while let currentPage = pages.last, checkoutPageNames.contains(currentPage.name) {
            pages.removeLast()
        }
        saveHistory()
    }

    // MARK: - History

    private var historyFileURL: URL {
        return App.documentsFolder.appendingPathComponent("History.json")
    }

    func saveHistory() {
        let historyEntries = pages.map { ["page": $0.name, "detail": $0.detail] }
        do {
            try FileManager.default.createDirectory(at: App.documentsFolder, withIntermediateDirectories: true, attributes: nil)
            let historyData = try JSONSerialization.data(withJSONObject: historyEntries, options: [])
            try historyData.write(to: historyFileURL, options: .atomic)
        } catch {
            if kDebugLogging { print("writeHistory: \(error)") }
        }
    }

    func reopenPages() {
        guard let historyData = try? Data(contentsOf: historyFileURL),
            let historyEntries = (try? JSONSerialization.jsonObject(with: historyData, options: [])) as? [[String: String]] else { return }

        var reopenedPages = [Page]()
        for entry in historyEntries {
            let page = Page(name: entry["page"] ?? "home", detail: entry["detail"] ?? "")
            if checkoutPageNames.contains(page.name) == false {
                reopenedPages.append(page)
            }
        }
        if !reopenedPages.isEmpty { pages = reopenedPages }
    }

}
