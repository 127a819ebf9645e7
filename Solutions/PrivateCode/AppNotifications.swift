import Foundation

/// Each carries the moment that it is about, under the key "moment".
nonisolated extension Notification.Name {
  static let appDidBecomeActive = Notification.Name("AppDidBecomeActive")
  static let appDidResignActive = Notification.Name("AppDidResignActive")
  static let appWillTerminate = Notification.Name("AppWillTerminate")
  static let significantTimeChange = Notification.Name("SignificantTimeChange")
}

/// Listens as long as somebody keeps it.
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
