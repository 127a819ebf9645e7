//  Copyright © 2020 Pacebook Labs. All rights reserved.

#if canImport(Sentry)
import Sentry
#else
enum SentrySDK {
  static func capture(error: Error) {}
}
#endif
