import Foundation

/// The globals that every part of the app can reach.
enum App {
  /// Shows the pages. Made once, at launch, and kept until the app quits.
  private(set) static var router = Router()

  /// The open windows. The last one is in front.
  private(set) static var windows = [router]
  private(set) static var customerName: String?

  /// Set by the script that takes screenshots for the store.
  static var screenshotFolder: URL?

  static var folder: URL {
    screenshotFolder ?? URL(fileURLWithPath: NSHomeDirectory() + "/Documents")
  }

  static func launch() {
    customerName = nil
    router = Router()
    router.reopenPages()
    windows = [router]
  }

  static func openWindow() {
    router = Router()
    windows.append(router)
  }

  static func signIn(as name: String) {
    customerName = name
    for window in windows {
      window.closeSignInPage()
    }
  }

  /// The next customer must not see this customer's pages. The cart stays.
  static func signOut() {
    customerName = nil
    router = Router()
    router.saveHistory()
    windows = [router]
    ShoppingCart.shared.coupon = nil
  }
}
