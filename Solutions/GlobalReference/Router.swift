import Foundation

nonisolated struct Page: Equatable {
  let name: String
  var detail = ""
}

enum HistoryError: Error { case unreadable, notSaved }

/// Shows one page on top of another, and keeps a history so the app can reopen where it was.
final class Router {
  /// These aren't reopened, since prices change.
  private static let checkoutPages = ["signIn", "tooOld", "checkout", "confirmation"]

  private(set) var pages = [Page(name: "home")]
  private(set) var historyError: HistoryError?
  private var signInCompletion: (() -> Void)?

  func open(_ page: Page) {
    // Buttons get tapped twice
    guard page != pages.last else { return }
    pages.append(page)
    saveHistory()
  }

  func goBack() {
    guard pages.count > 1 else { return }
    pages.removeLast()
    saveHistory()
  }

  func openTooOldPage(for products: [Product]) {
    open(Page(name: "tooOld", detail: products.map(\.name).joined(separator: ", ")))
  }

  func openSignInPage(completion: @escaping () -> Void) {
    signInCompletion = completion
    open(Page(name: "signIn"))
  }

  func closeSignInPage() {
    guard let completion = signInCompletion else { return }
    signInCompletion = nil
    pages.removeAll { $0.name == "signIn" }
    saveHistory()
    completion()
  }

  func openCheckoutPage(for products: [Product], finalPrice: Int) {
    let price = String(format: "%.2f", Double(finalPrice) / 100)
    open(Page(name: "checkout", detail: "\(products.count) pieces, \(price)"))
  }

  func openConfirmationPage(forOrder number: String) {
    open(Page(name: "confirmation", detail: number))
  }

  /// Goes back to where the customer was before the checkout.
  func closeCheckout() {
    while let page = pages.last, Self.checkoutPages.contains(page.name) {
      pages.removeLast()
    }
    saveHistory()
  }

  private var historyFile: URL { App.folder.appendingPathComponent("History.json") }

  func saveHistory() {
    let entries = pages.map { ["page": $0.name, "detail": $0.detail] }
    do {
      try FileManager.default.createDirectory(at: App.folder, withIntermediateDirectories: true)
      try JSONSerialization.data(withJSONObject: entries).write(to: historyFile, options: .atomic)
      historyError = nil
    } catch {
      historyError = .notSaved
    }
  }

  func reopenPages() {
    guard let data = try? Data(contentsOf: historyFile) else { return }
    guard let entries = try? JSONSerialization.jsonObject(with: data) as? [[String: String]] else {
      historyError = .unreadable
      return
    }
    let reopened = entries.map { Page(name: $0["page"] ?? "home", detail: $0["detail"] ?? "") }
      .filter { !Self.checkoutPages.contains($0.name) }
    if !reopened.isEmpty { pages = reopened }
  }
}
