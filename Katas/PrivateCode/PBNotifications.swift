//  Copyright © 2020 Pacebook Labs. All rights reserved.

import Foundation

nonisolated extension Notification.Name {

  static let appDidBecomeActive = Notification.Name("PBAppDidBecomeActiveNotification")
  static let appDidResignActive = Notification.Name("PBAppDidResignActiveNotification")
  static let appDidEnterBackground = Notification.Name("PBAppDidEnterBackgroundNotification")
  static let appWillEnterForeground = Notification.Name("PBAppWillEnterForegroundNotification")
  static let appWillTerminate = Notification.Name("PBAppWillTerminateNotification")
  static let significantTimeChange = Notification.Name("PBSignificantTimeChangeNotification")

}

nonisolated enum PBNotificationKey {
  static let date = "date"
  static let sceneIdentifier = "sceneIdentifier"
}

nonisolated final class NotificationToken {

  private let notificationCenter: NotificationCenter
  private let observerToken: NSObjectProtocol

  init(observing name: Notification.Name, in notificationCenter: NotificationCenter, handler: @escaping @MainActor (Date) -> Void) {
    self.notificationCenter = notificationCenter
    self.observerToken = notificationCenter.addObserver(forName: name, object: nil, queue: nil) { notification in
      guard let date = notification.userInfo?[PBNotificationKey.date] as? Date else { return }
      MainActor.assumeIsolated { handler(date) }
    }
  }

  deinit {
    notificationCenter.removeObserver(observerToken)
  }

}
