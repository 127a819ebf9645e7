import Foundation

func PDLog(_ message: String, function: String = #function, line: Int = #line) {
    #if PD_DEBUG
    NSLog("\(function) [Line \(line)] \(message)")
    #endif
}
