import Foundation

class Log {

    class func d(_ message: String) {
        #if LOG_ENABLED
        NSLog("%@", message as NSString)
        #endif
    }
}
