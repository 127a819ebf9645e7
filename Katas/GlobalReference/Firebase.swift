#if canImport(FirebaseAnalytics)
import FirebaseAnalytics
#else
class Analytics {
    class func logEvent(_ name: String, parameters: [String: Any]?) {}
    class func setScreenName(_ screenName: String?, screenClass: String?) {}
}
#endif
