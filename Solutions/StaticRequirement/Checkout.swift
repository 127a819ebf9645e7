//
//  Checkout.swift
//  Counter
//
//  Copyright © 2016 Nordlicht Interactive GmbH. All rights reserved.
//

import Foundation

protocol PaymentTerminal {
    static var status: CardTerminal.Status { get }
    static func charge(_ amount: Int, currency: String) -> [String: Any]
    static func void(_ reference: String) -> Bool
    static func printSlip(_ lines: [String]) -> Bool
}

extension CardTerminal: PaymentTerminal {}

class Checkout {

    static let maximumCardAmount = 500000
    static let maximumCashAmount = 1000000

    let shopName: String
    let terminal: any PaymentTerminal.Type
    var customerDisplay: (String) -> Void = { _ in }    // LED or 2nd iPad

    fileprivate(set) var currencyTotals = [Currency: Int]()
    fileprivate(set) var currencyTips = [Currency: Int]()

    fileprivate var journalEntries = Array<[String: Any]>()
    fileprivate var lastReceiptNumber = 0

    init(shopName: String, terminal: any PaymentTerminal.Type = CardTerminal.self) {
        self.shopName = shopName
        self.terminal = terminal
    }

    func payCash(_ amount: Int, currencyCode: String, amountTendered: Int) throws -> Receipt {
        let currency = try validateEuroAmount(amount, currencyCode: currencyCode, limit: Checkout.maximumCashAmount)
        if amountTendered < amount { throw CheckoutError.notEnoughCash }

        lastReceiptNumber += 1
        currencyTotals[currency] = (currencyTotals[currency] ?? 0) + amount
        // keys: see JournalViewController
        journalEntries.append(["type": "cash", "currency": currency, "amount": amount])

        let change = currency.formattedAmount(amountTendered - amount)
        customerDisplay("Change: \(change)")

        return Receipt(receiptNumber: lastReceiptNumber, printedLines: [
            shopName,
            "No. \(lastReceiptNumber)",
            "Total: \(currency.formattedAmount(amount))",
            "Cash: \(currency.formattedAmount(amountTendered))",
            "Change: \(change)"
        ], amountDue: 0)
    }

    fileprivate var pendingVoids = [String]()

    /// Pay by card
    /// - parameter tipAmount: tip (max. 20 %)
    func payByCard(_ amount: Int, currencyCode: String, tipAmount: Int = 0) throws -> Receipt {
        let currency = try validateEuroAmount(amount, currencyCode: currencyCode, limit: Checkout.maximumCardAmount)
        if tipAmount < 0 || tipAmount > amount / 5 { throw CheckoutError.invalidTip }
        let totalAmount = amount + tipAmount

        // Terminal
        switch terminal.status {
        case .disconnected:
            customerDisplay(NSLocalizedString("Sorry, cash only", comment: ""))
            throw CheckoutError.noTerminal
        case .noPaper:
            throw CheckoutError.noPaper
        case .ready:
            break
        }

        customerDisplay("Please pay \(currency.formattedAmount(totalAmount))")
        var answer = terminal.charge(totalAmount, currency: currency.rawValue)
        DLog("charge \(totalAmount): \(answer)")

        if answer["result"] as? String == "declined" {
            let code = answer["code"] as? Int
            if code != nil && Config.retryCodes.contains(code!) {
                customerDisplay("Please try again")
                answer = terminal.charge(totalAmount, currency: currency.rawValue)
                DLog("2nd charge: \(answer)")
            }
        }

        if answer["result"] as? String == "declined" {
            customerDisplay(NSLocalizedString("Card declined", comment: ""))
            throw CheckoutError.declined(code: answer["code"] as? Int ?? 0)
        }
        guard answer["result"] as? String == "approved", let reference = answer["reference"] as? String else {
            throw CheckoutError.terminalFault
        }

        let paidAmount = answer["amount"] as? Int ?? 0
        if paidAmount <= 0 || paidAmount > totalAmount {
            if !terminal.void(reference) {
                pendingVoids.append(reference)
            }
            throw CheckoutError.terminalFault
        }

        // Receipt
        lastReceiptNumber += 1
        var lines = [String]()
        lines.append(shopName)
        lines.append("No. " + String(lastReceiptNumber))
        lines.append("Total: \(currency.formattedAmount(amount))")
        var paidTip = 0
        if paidAmount > amount {
            paidTip = paidAmount - amount
            lines.append("Tip: \(currency.formattedAmount(paidAmount - amount))")
        }
        lines.append("Card: \(currency.formattedAmount(paidAmount)), \(reference)")
        var amountDue = 0
        if paidAmount < amount {
            amountDue = amount - paidAmount
            lines.append("Cash due: \(currency.formattedAmount(amountDue))")
        }
        //lines.append("")
        if (paidAmount > Config.signatureLimit) { lines.append("Signature: ____________________") }
        let receipt = Receipt(receiptNumber: lastReceiptNumber, printedLines: lines, amountDue: amountDue)

        if !terminal.printSlip(receipt.printedLines) {
            if terminal.void(reference) {
                customerDisplay("Payment canceled")
                throw CheckoutError.notPrinted
            } else {
                pendingVoids.append(reference)
                throw CheckoutError.voidFailed(reference: reference)
            }
        }

        currencyTotals[currency] = (currencyTotals[currency] ?? 0) + paidAmount - paidTip
        if paidTip > 0 {
            currencyTips[currency] = (currencyTips[currency] ?? 0) + paidTip
        }
        var dict: [String: Any] = ["type": "card", "currency": currency, "amount": paidAmount,
                                   "tip": paidTip, "reference": reference]
        dict["lines"] = lines
        journalEntries.append(dict)

        if receipt.amountDue > 0 {
            customerDisplay("Cash due: \(currency.formattedAmount(amountDue))")
        } else {
            customerDisplay(NSLocalizedString("Thank you!", comment: ""))
        }
        return receipt
    }

    func closeDay() -> [String] {

        var cardCount = 0
        for entry in journalEntries {
            if entry["type"] as? String == "card" { cardCount += 1 }
        }
        var report = [String]()
        report.append("\(shopName) - Sales: \(journalEntries.count), Card: \(cardCount)")

        for currency in currencyTotals.keys.sorted(by: { $0.rawValue < $1.rawValue }) {
            var line = currency.formattedAmount(currencyTotals[currency] ?? 0)
            let tips = currencyTips[currency] ?? 0
            if tips > 0 {
                line += ", tips \(currency.formattedAmount(tips))"
            }
            report.append(line)
        }
        for reference in pendingVoids {
            report.append("Unresolved: " + reference)
        }

        currencyTotals.removeAll()
        currencyTips.removeAll()
        journalEntries.removeAll()
        lastReceiptNumber = 0
        return report
    }

    fileprivate func validateEuroAmount(_ amount: Int, currencyCode: String, limit: Int) throws -> Currency {
        if amount <= 0 { throw CheckoutError.invalidAmount }
        if amount > limit { throw CheckoutError.overLimit(limit) }
        guard let currency = Currency(rawValue: currencyCode.uppercased()) else {
            throw CheckoutError.unknownCurrency(currencyCode)
        }
        return currency
    }
}

// MARK: - Storno

extension Checkout {

    func cancelLastPayment() throws {
        guard let lastEntry = journalEntries.last,
            let reference = lastEntry["reference"] as? String,
            let currency = lastEntry["currency"] as? Currency,
            let paidAmount = lastEntry["amount"] as? Int
        else { throw CheckoutError.nothingToCancel }

        guard terminal.status != .disconnected else { throw CheckoutError.noTerminal }

        guard terminal.void(reference) else {
            throw CheckoutError.voidFailed(reference: reference)
        }

        let paidTip = lastEntry["tip"] as! Int
        currencyTotals[currency, default: 0] -= paidAmount - paidTip
        currencyTips[currency, default: 0] -= paidTip
        DLog("canceled \(reference) \(paidAmount)")

        self.journalEntries.removeLast()
        customerDisplay("Payment canceled")
    }

    @discardableResult
    func reprintLastSlip() -> Bool {
        guard let printedLines = journalEntries.last?["lines"] as? [String] else { return false }

        guard terminal.status == .ready else { return false }

        return terminal.printSlip(["*** COPY ***"] + printedLines)
    }
}
