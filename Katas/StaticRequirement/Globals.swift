import Foundation

struct Config {
    static let retryCodes = [55, 91]    // PIN, issuer
    static let signatureLimit = 5000
    static let journalDays = 90
}

func DLog(_ message: String) {
    #if DLOG
    print(message)
    #endif
}
