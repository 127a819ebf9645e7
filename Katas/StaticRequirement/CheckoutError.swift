import Foundation

enum CheckoutError: Error, Equatable {
    case invalidAmount
    case overLimit(Int)
    case unknownCurrency(String)
    case invalidTip
    case notEnoughCash
    case noTerminal
    case noPaper
    case declined(code: Int)
    case terminalFault
    case notPrinted
    case voidFailed(reference: String)
    case nothingToCancel
}

extension CheckoutError: LocalizedError {
    var errorDescription: String? {
        switch self {
        case .invalidAmount: return NSLocalizedString("Please enter an amount.", comment: "")
        case .overLimit(let limit): return String(format: NSLocalizedString("The maximum amount is %d.", comment: ""), limit / 100)
        case .unknownCurrency(let currencyCode): return "Currency \(currencyCode) is not supported."
        case .invalidTip: return "Tips are limited to 20% of the amount."
        case .notEnoughCash: return NSLocalizedString("Not enough cash.", comment: "")
        case .noTerminal: return NSLocalizedString("Card terminal not found. Please check the cable.", comment: "")
        case .noPaper: return NSLocalizedString("Card terminal is out of paper.", comment: "")
        case .declined(let code): return "Card declined (\(code))."
        case .terminalFault: return NSLocalizedString("Card terminal error. Please try again.", comment: "")
        case .notPrinted: return "Receipt could not be printed. The payment was canceled."
        case .voidFailed(let reference): return "Payment \(reference) could not be voided. Please contact the bank."
        case .nothingToCancel: return "The last sale was not paid by card."
        }
    }
}
