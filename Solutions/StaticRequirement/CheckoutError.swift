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
    case .invalidAmount: "There is nothing to pay."
    case .overLimit(let limit): "Payments are limited to \(limit / 100) per sale."
    case .unknownCurrency(let code): "This till doesn't take \(code)."
    case .invalidTip: "A tip can't be more than a fifth of the amount."
    case .notEnoughCash: "That isn't enough."
    case .noTerminal: "No card terminal. Check the cable, or ask for cash."
    case .noPaper: "The card terminal is out of paper."
    case .declined(let code): "The card was declined (\(code))."
    case .terminalFault: "The card terminal gave no valid answer."
    case .notPrinted: "The receipt wasn't printed. The payment was canceled."
    case .voidFailed(let reference): "Payment \(reference) couldn't be canceled. Call the bank."
    case .nothingToCancel: "The last sale wasn't paid by card."
    }
  }
}
