import Foundation

enum TRSError: LocalizedError, Equatable {
    case invalidAmount, overLimit(Int)
    case unknownCurrency(String)
    case invalidTip, notEnoughCash
    case noTerminal, noPaper
    case declined(code: Int)
    case terminalFault, notPrinted
    case voidFailed(reference: String)
    case nothingToCancel

    var errorDescription: String? {
        switch self {
        case .invalidAmount: return NSLocalizedString("Please enter an amount.", comment: "")
        case .overLimit(let limit): return String(format: NSLocalizedString("The maximum amount is %d.", comment: ""), limit / 100)
        case .unknownCurrency(let code): return String(format: NSLocalizedString("Currency %@ is not supported.", comment: ""), code)
        case .invalidTip: return NSLocalizedString("Tips are limited to 20% of the amount.", comment: "")
        case .notEnoughCash: return NSLocalizedString("Not enough cash.", comment: "")
        case .noTerminal: return NSLocalizedString("Card terminal not found. Please check the cable.", comment: "")
        case .noPaper: return NSLocalizedString("Card terminal is out of paper.", comment: "")
        case .declined(let code): return String(format: NSLocalizedString("Card declined (%ld).", comment: ""), code)
        case .terminalFault: return NSLocalizedString("Card terminal error. Please try again.", comment: "")
        case .notPrinted: return NSLocalizedString("Receipt could not be printed. The payment was canceled.", comment: "")
        case .voidFailed(let rrn): return String(format: NSLocalizedString("Payment %@ could not be voided. Please contact the bank.", comment: ""), rrn)
        case .nothingToCancel: return NSLocalizedString("The last sale was not paid by card.", comment: "")
        }
    }
}
