import Foundation

enum App {
    private(set) static var router = Router()
    private(set) static var windows = [router]
    private(set) static var customerName: String?

    // fastlane
    static var screenshotFolder: URL?

    static var documentsFolder: URL {
        return screenshotFolder ?? URL(fileURLWithPath: NSHomeDirectory() + "/Documents")
    }

    static func launch() {
        customerName = nil
        router = Router()
        router.restoreHistory()
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
    static func signOut() {
        customerName = nil
        router = Router()
        router.saveHistory()
        windows = [router]
        ShoppingCart.shared.coupon = nil
    }
}
