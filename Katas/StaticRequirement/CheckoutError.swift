import Foundation

enum CheckoutError: Error, Equatable {
    case invalidAmount
    case overLimit(Int)
    case unknownCurrency(String)
    case invalidTip

    case notEnoughCash, noTerminal, noPaper
    case declined(code: Int)
    case terminalFault
    case notPrinted
    case voidFailed(reference: String)

    case nothingToCancel
}

extension CheckoutError: LocalizedError {
    var errorDescription: String? {
        switch self {
        case .invalidAmount: return "There is nothing to pay."
        case .overLimit(let limit):
            return "Payments are limited to \(limit / 100) per sale."
        case .unknownCurrency(let currencyCode): return "This register does not take \(currencyCode)."
        case .invalidTip: return "A tip cannot be more than a fifth of the amount."
        case .notEnoughCash: return "That is not enough."

        case .noTerminal: return "No card terminal. Check the cable, or ask for cash."
        case .noPaper: return "The card terminal is out of paper."
        case .declined(let code):
            return "The card was declined (\(code))."
        case .terminalFault: return "The card terminal gave no valid answer."
        case .notPrinted: return "The receipt was not printed. The payment was canceled."
        case .voidFailed(let reference): return "Payment \(reference) could not be canceled. Call the bank."
        case .nothingToCancel: return "The last sale was not paid by card."
        }
    }
}
