#if canImport(Flurry_iOS_SDK)
import Flurry_iOS_SDK
#else
class Flurry {
    class func logEvent(_ eventName: String, withParameters parameters: [String: Any]) {}
}
#endif
