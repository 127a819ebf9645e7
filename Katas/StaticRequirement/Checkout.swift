//
//  Checkout.swift
//  Counter
//
//  Copyright © 2016 Nordlicht Interactive GmbH. All rights reserved.
//

import Foundation

private let kDebugLogging = false

class Checkout {

    static let maximumCardAmount = 500000
    static let maximumCashAmount = 1000000

    let shopName: String
    var customerDisplay: (String) -> Void = { _ in }

    private(set) var currencyTotals = [Currency: Int]()
    private(set) var currencyTips = [Currency: Int]()

    private var journalEntries = [[String: Any]]()
    private var unresolvedReferences = [String]()
    private var lastReceiptNumber = 0

    init(shopName: String) {
        self.shopName = shopName
    }

    func payCash(_ amount: Int, currencyCode: String, amountGiven: Int) throws -> Receipt {
        let currency = try validateEuroAmount(amount, currencyCode: currencyCode, limit: Checkout.maximumCashAmount)
        if amountGiven < amount { throw CheckoutError.notEnoughCash }

        lastReceiptNumber += 1
        currencyTotals[currency] = (currencyTotals[currency] ?? 0) + amount
        journalEntries.append(["type": "cash", "currency": currency, "amount": amount])

        let change = currency.formattedAmount(amountGiven - amount)
        customerDisplay("Change: \(change)")

        return Receipt(receiptNumber: lastReceiptNumber, printedLines: [
            shopName,
            "No. \(lastReceiptNumber)",
            "Total: \(currency.formattedAmount(amount))",
            "Cash: \(currency.formattedAmount(amountGiven))",
            "Change: \(change)"
        ], amountDue: 0)
    }

    /// Pays the amount by card.
    /// - parameter tipAmount: The tip, which can't be more than 20 percent.
    func payByCard(_ amount: Int, currencyCode: String, tipAmount: Int = 0) throws -> Receipt {
        let currency = try validateEuroAmount(amount, currencyCode: currencyCode, limit: Checkout.maximumCardAmount)
        if tipAmount < 0 || tipAmount > amount / 5 { throw CheckoutError.invalidTip }
        let totalAmount = amount + tipAmount

        // Check the terminal. We had shops where the paper was empty and nobody noticed
        switch CardTerminal.status {
        case .disconnected:
            customerDisplay("Sorry, cash only")
            throw CheckoutError.noTerminal
        case .noPaper:
            throw CheckoutError.noPaper
        case .ready:
            break
        }

        // This blocks the app until the customer has put in the card
        customerDisplay("Please pay \(currency.formattedAmount(totalAmount))")
        var answer = CardTerminal.charge(totalAmount, currency: currency.rawValue)

        if answer["result"] as? String == "declined" {
            // 55 is a wrong PIN, and 91 means that the bank didn't answer. We try these two again.
            let code = answer["code"] as? Int
            if code == 55 || code == 91 {
                if kDebugLogging { NSLog("payWithCard: declined, trying again") }
                customerDisplay("Please try again")
                answer = CardTerminal.charge(totalAmount, currency: currency.rawValue)
            }
        }

        if answer["result"] as? String == "declined" {
            customerDisplay("Card declined")
            throw CheckoutError.declined(code: answer["code"] as? Int ?? 0)
        }

        guard answer["result"] as? String == "approved", let reference = answer["reference"] as? String else {
            if kDebugLogging { NSLog("payWithCard: no result") }
            throw CheckoutError.terminalFault
        }

        let paidAmount = answer["amount"] as? Int ?? 0
        // For some reason the terminal sends a wrong amount sometimes, so we have to void the payment
        if paidAmount <= 0 || paidAmount > totalAmount {
            if !CardTerminal.void(reference) {
                unresolvedReferences.append(reference)
            }
            throw CheckoutError.terminalFault
        }

        lastReceiptNumber += 1
        var receipt = Receipt(receiptNumber: lastReceiptNumber, printedLines: [
            shopName,
            "No. \(lastReceiptNumber)",
            "Total: \(currency.formattedAmount(amount))"
        ], amountDue: 0)

        var paidTip = 0
        if paidAmount > amount {
            paidTip = paidAmount - amount
            receipt.printedLines.append("Tip: \(currency.formattedAmount(paidTip))")
        }
        receipt.printedLines.append("Card: \(currency.formattedAmount(paidAmount)), \(reference)")
        if paidAmount < amount {
            receipt.amountDue = amount - paidAmount
            receipt.printedLines.append("Cash due: \(currency.formattedAmount(receipt.amountDue))")
        }
        if paidAmount > 5000 { receipt.printedLines.append("Signature: ____________________") }

        // Our bank doesn't accept payments without a printed slip, so we void these as well
        if !CardTerminal.printSlip(receipt.printedLines) {
            if CardTerminal.void(reference) {
                customerDisplay("Payment canceled")
                throw CheckoutError.notPrinted
            } else {
                unresolvedReferences.append(reference)
                throw CheckoutError.voidFailed(reference: reference)
            }
        }

        currencyTotals[currency] = (currencyTotals[currency] ?? 0) + paidAmount - paidTip
        if paidTip > 0 {
            currencyTips[currency] = (currencyTips[currency] ?? 0) + paidTip
        }
        journalEntries.append(["type": "card", "currency": currency, "amount": paidAmount, "tip": paidTip,
                               "reference": reference, "lines": receipt.printedLines])

        if receipt.amountDue > 0 {
            customerDisplay("Cash due: \(currency.formattedAmount(receipt.amountDue))")
        } else {
            customerDisplay("Thank you!")
        }
        return receipt
    }

    func closeDay() -> [String] {
        let cardCount = journalEntries.filter { $0["type"] as? String == "card" }.count
        var report = ["\(shopName) - Sales: \(journalEntries.count), Card: \(cardCount)"]

        for currency in currencyTotals.keys.sorted(by: { $0.rawValue < $1.rawValue }) {
            var line = currency.formattedAmount(currencyTotals[currency] ?? 0)
            let tips = currencyTips[currency] ?? 0
            if tips > 0 {
                line += ", tips \(currency.formattedAmount(tips))"
            }
            report.append(line)
        }
        report += unresolvedReferences.map { "Unresolved: \($0)" }

        currencyTotals.removeAll()
        currencyTips.removeAll()
        journalEntries.removeAll()
        lastReceiptNumber = 0
        return report
    }

    private func validateEuroAmount(_ amount: Int, currencyCode: String, limit: Int) throws -> Currency {
        if amount <= 0 { throw CheckoutError.invalidAmount }
        if amount > limit { throw CheckoutError.overLimit(limit) }
        guard let currency = Currency(rawValue: currencyCode.uppercased()) else {
            throw CheckoutError.unknownCurrency(currencyCode)
        }
        return currency
    }
}

extension Checkout {

    func cancelLastPayment() throws {
        guard let lastEntry = journalEntries.last,
            let reference = lastEntry["reference"] as? String,
            let currency = lastEntry["currency"] as? Currency,
            let paidAmount = lastEntry["amount"] as? Int
        else { throw CheckoutError.nothingToCancel }

        guard CardTerminal.status != .disconnected else { throw CheckoutError.noTerminal }

        guard CardTerminal.void(reference) else {
            throw CheckoutError.voidFailed(reference: reference)
        }

        let paidTip = lastEntry["tip"] as? Int ?? 0
        currencyTotals[currency, default: 0] -= paidAmount - paidTip
        currencyTips[currency, default: 0] -= paidTip

        journalEntries.removeLast()
        customerDisplay("Payment canceled")
    }

    @discardableResult
    func reprintLastSlip() -> Bool {
        guard let printedLines = journalEntries.last?["lines"] as? [String] else { return false }

        guard CardTerminal.status == .ready else { return false }

        return CardTerminal.printSlip(["*** COPY ***"] + printedLines)
    }
}
