import Foundation
#if canImport(XCGLogger)
import XCGLogger
#else
struct XCGLogger {
    static let `default` = XCGLogger()
    func debug(_ message: String) {}
    func severe(_ message: String) {}
}
#endif

let log = XCGLogger.default

struct TRSConfig {
    static let retryCodes = [55, 91]
    static let signatureLimit = 5000    // AGB 7.2
}
