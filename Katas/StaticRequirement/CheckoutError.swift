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
        case .invalidAmount: return "Please enter an amount."
        case .overLimit(let limit): return "The maximum amount is \(limit / 100)."
        case .unknownCurrency(let currencyCode): return "Currency \(currencyCode) is not supported."
        case .invalidTip: return "Tips are limited to 20% of the amount."
        case .notEnoughCash: return "Not enough cash."
        case .noTerminal: return "Card terminal not found. Please check the cable."
        case .noPaper: return "Card terminal is out of paper."
        case .declined(let code): return "Card declined (\(code))."
        case .terminalFault: return "Card terminal error. Please try again."
        case .notPrinted: return "Receipt could not be printed. The payment was canceled."
        case .voidFailed(let reference): return "Payment \(reference) could not be voided. Please contact the bank."
        case .nothingToCancel: return "The last sale was not paid by card."
        }
    }
}
