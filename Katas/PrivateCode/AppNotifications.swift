import Foundation

/// Each says when it happened, in a `Date` under the key "moment".
nonisolated extension Notification.Name {
  static let appDidBecomeActive = Notification.Name("AppDidBecomeActive")
  static let appDidResignActive = Notification.Name("AppDidResignActive")
  static let appWillTerminate = Notification.Name("AppWillTerminate")
  static let significantTimeChange = Notification.Name("SignificantTimeChange")
}

/// Listens until it's released.
nonisolated final class NotificationObserver {
  private let center: NotificationCenter
  private let token: any NSObjectProtocol

  init(
    _ name: Notification.Name, in center: NotificationCenter,
    handler: @escaping @MainActor (Date) -> Void
  ) {
    self.center = center
    token = center.addObserver(forName: name, object: nil, queue: nil) { notification in
      guard let moment = notification.userInfo?["moment"] as? Date else { return }
      // The system posts on the main thread
      MainActor.assumeIsolated { handler(moment) }
    }
  }

  deinit {
    center.removeObserver(token)
  }
}
