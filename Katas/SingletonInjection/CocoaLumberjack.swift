import Foundation

#if canImport(CocoaLumberjackSwift)
import CocoaLumberjackSwift
#else
func DDLogDebug(_ message: @autoclosure () -> String) {}
func DDLogWarn(_ message: @autoclosure () -> String) {}
func DDLogError(_ message: @autoclosure () -> String) {}
#endif
