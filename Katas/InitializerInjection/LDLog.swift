import Foundation

fileprivate let kLDLogEnabled = false

func LDLog(_ message: String) {
    if kLDLogEnabled { print(message) }
}
