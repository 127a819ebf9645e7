//
//  Checkout.swift
//  Tresen
//
//  Copyright © 2016 Nordlicht Interactive GmbH. All rights reserved.
//

import Foundation

protocol PaymentTerminal {
    static var status: ZWTerminal.Status { get }
    static func charge(_ amount: Int, currency: String) -> [String: Any]
    static func void(_ reference: String) -> Bool
    static func printSlip(_ lines: [String]) -> Bool
}

extension ZWTerminal: PaymentTerminal {}

class Checkout {
    static let maximumCardAmount = 500000
    static let maximumCashAmount = 1000000

    let shopName: String
    let terminal: any PaymentTerminal.Type
    var customerDisplay: (String) -> Void = { _ in }

    fileprivate(set) var currencyTotals = [TRSCurrency: Int]()
    fileprivate(set) var currencyTips = [TRSCurrency: Int]()
    fileprivate var journalEntries = [[String: Any]]()
    fileprivate var lastReceiptNumber = 0

    init(shopName: String, terminal: any PaymentTerminal.Type = ZWTerminal.self) {
        self.shopName = shopName
        self.terminal = terminal
    }

    func payCash(_ amount: Int, currencyCode: String, amountTendered: Int) throws -> TRSReceipt {
        let currency = try validateEuroAmount(amount, currencyCode: currencyCode, limit: Checkout.maximumCashAmount)
        if amountTendered < amount {
            throw TRSError.notEnoughCash
        }
        lastReceiptNumber += 1
        currencyTotals[currency] = (currencyTotals[currency] ?? 0) + amount
        journalEntries.append(["typ": "bar", "waehrung": currency, "betrag": amount])
        log.debug("bar \(lastReceiptNumber) \(amount) \(amountTendered)")

        let change = currency.formattedAmount(amountTendered - amount)
        customerDisplay("Change: \(change)")
        var receiptLines = [String]()
        receiptLines.append(shopName)
        receiptLines.append("No. \(lastReceiptNumber)")
        receiptLines.append("Total: \(currency.formattedAmount(amount))")
        receiptLines.append("Cash: \(currency.formattedAmount(amountTendered))")
        receiptLines.append("Change: \(change)")
        return TRSReceipt(receiptNumber: lastReceiptNumber, printedLines: receiptLines, amountDue: 0)
    }

    fileprivate var pendingVoids = [String]()

    /// Pay by card
    /// - parameter tipAmount: tip (max. 20 %)
    func payByCard(_ amount: Int, currencyCode: String, tipAmount: Int = 0) throws -> TRSReceipt {
        let currency = try validateEuroAmount(amount, currencyCode: currencyCode, limit: Checkout.maximumCardAmount)
        if tipAmount < 0 || tipAmount > amount / 5 {
            throw TRSError.invalidTip
        }
        let totalAmount = amount + tipAmount

        switch terminal.status {
        case .disconnected:
            customerDisplay("Sorry, cash only")
            throw TRSError.noTerminal
        case .noPaper:
            throw TRSError.noPaper
        case .ready:
            break
        }

        customerDisplay("Please pay \(currency.formattedAmount(totalAmount))")
        var response = terminal.charge(totalAmount, currency: currency.rawValue)
        log.debug("ZW \(totalAmount) \(currency.rawValue): \(response)")
        var terminalResponse = TRSTerminalResponse(response)

        if terminalResponse.result == "DECLINED" {
            if TRSConfig.retryCodes.contains(terminalResponse.respCode) {
                customerDisplay("Please try again")
                response = terminal.charge(totalAmount, currency: currency.rawValue)
                log.debug("ZW \(totalAmount) \(currency.rawValue): \(response)")
                terminalResponse = TRSTerminalResponse(response)
            }
        }
        if terminalResponse.result == "DECLINED" {
            customerDisplay("Card declined")
            throw TRSError.declined(code: terminalResponse.respCode)
        }
        guard response["RESULT"] as? String == "APPROVED", let reference = response["RRN"] as? String else {
            log.severe("ZW \(response)")
            throw TRSError.terminalFault
        }

        let paidAmount = response["AMT_AUTH"] as? Int ?? 0
        if paidAmount <= 0 || paidAmount > totalAmount {
            if !terminal.void(reference) {
                log.severe("ZW void \(reference)")
                pendingVoids.append(reference)
            }
            throw TRSError.terminalFault
        }

        lastReceiptNumber += 1
        var receiptLines = [String]()
        receiptLines.append(shopName)
        receiptLines.append("No. \(lastReceiptNumber)")
        receiptLines.append("Total: \(currency.formattedAmount(amount))")
        //print("paid \(paidAmount) of \(totalAmount)")
        var paidTip = 0
        if paidAmount > amount {
            paidTip = paidAmount - amount
            receiptLines.append("Tip: \(currency.formattedAmount(paidTip))")
        }
        receiptLines.append("Card: \(currency.formattedAmount(paidAmount)), \(reference)")
        var amountDue = 0
        if paidAmount < amount {
            amountDue = amount - paidAmount
            receiptLines.append("Cash due: \(currency.formattedAmount(amountDue))")
        }
        if paidAmount > TRSConfig.signatureLimit {
            receiptLines.append("Signature: ____________________")
        }
        let receipt = TRSReceipt(receiptNumber: lastReceiptNumber, printedLines: receiptLines, amountDue: amountDue)

        if !terminal.printSlip(receipt.printedLines) {
            if !terminal.void(reference) {
                log.severe("ZW void \(reference)")
                pendingVoids.append(reference)
                throw TRSError.voidFailed(reference: reference)
            }
            customerDisplay("Payment canceled")
            throw TRSError.notPrinted
        }

        currencyTotals[currency] = (currencyTotals[currency] ?? 0) + paidAmount - paidTip
        if paidTip > 0 {
            currencyTips[currency] = (currencyTips[currency] ?? 0) + paidTip
        }
        var journalEntry = [String: Any]()
        journalEntry["typ"] = "karte"
        journalEntry["waehrung"] = currency
        journalEntry["betrag"] = paidAmount
        journalEntry["trinkgeld"] = paidTip
        journalEntry["rrn"] = reference
        journalEntries.append(journalEntry)
        if amountDue > 0 {
            customerDisplay("Cash due: \(currency.formattedAmount(amountDue))")
        } else {
            customerDisplay("Thank you!")
        }
        return receipt
    }

    func closeDay() -> [String] {
        var cashCount = 0
        var cardCount = 0
        for entry in journalEntries {
            if entry["typ"] as? String == "karte" {
                cardCount += 1
            } else {
                cashCount += 1
            }
        }
        var report = [String]()
        report.append("\(shopName) - Sales: \(cashCount + cardCount), Card: \(cardCount)")

        for currency in currencyTotals.keys.sorted(by: { $0.rawValue < $1.rawValue }) {
            var line = currency.formattedAmount(currencyTotals[currency]!)
            if currencyTips[currency] != nil && currencyTips[currency]! > 0 {
                line += ", tips \(currency.formattedAmount(currencyTips[currency]!))"
            }
            report.append(line)
        }
        for reference in pendingVoids {
            report.append("Unresolved: \(reference)")
        }

        currencyTotals.removeAll()
        currencyTips.removeAll()
        journalEntries.removeAll()
        lastReceiptNumber = 0
        return report
    }

    fileprivate func validateEuroAmount(_ amount: Int, currencyCode: String, limit: Int) throws -> TRSCurrency {
        if amount <= 0 { throw TRSError.invalidAmount }
        if amount > limit { throw TRSError.overLimit(limit) }
        guard let currency = TRSCurrency(rawValue: currencyCode.uppercased()) else {
            throw TRSError.unknownCurrency(currencyCode)
        }
        return currency
    }
}

// MARK: - Storno

extension Checkout {
    func cancelLastPayment() throws {
        guard let lastEntry = journalEntries.last,
            let reference = lastEntry["rrn"] as? String,
            let currency = lastEntry["waehrung"] as? TRSCurrency,
            let paidAmount = lastEntry["betrag"] as? Int
        else { throw TRSError.nothingToCancel }

        guard terminal.status != .disconnected else { throw TRSError.noTerminal }
        guard terminal.void(reference) else {
            throw TRSError.voidFailed(reference: reference)
        }

        let paidTip = lastEntry["trinkgeld"] as! Int
        currencyTotals[currency] = (currencyTotals[currency] ?? 0) - paidAmount + paidTip
        currencyTips[currency] = (currencyTips[currency] ?? 0) - paidTip
        log.debug("storno \(reference) \(paidAmount)")
        journalEntries.removeLast()
        customerDisplay("Payment canceled")
    }
}
