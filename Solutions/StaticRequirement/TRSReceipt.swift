import Foundation

struct TRSReceipt: Equatable {
    let receiptNumber: Int
    var printedLines: [String]
    var amountDue: Int
}

enum TRSCurrency: String {
    case swissFranc = "CHF"
    case euro = "EUR"
    case japaneseYen = "JPY"

    func formattedAmount(_ amount: Int) -> String {
        if self == .japaneseYen {
            return "\(amount) JPY"
        }
        return String(format: "%ld.%02ld ", amount / 100, amount % 100) + rawValue
    }
}
