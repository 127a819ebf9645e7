#if canImport(SwiftyBeaver)
import SwiftyBeaver
#else
class SwiftyBeaver {
    class func debug(_ message: Any) {}
    class func error(_ message: Any) {}
}
#endif
let log = SwiftyBeaver.self
