//
//  BillPrinter.swift
//  Skerry Billing
//
//  Created by Magnus Rendall on 11/03/2016.
//  Copyright © 2016 Skerry Island Electricity. All rights reserved.
//

import Foundation

private let kDebugPrinting: Bool = false

class BillPrinter: NSObject {

    fileprivate(set) var officeNotes: [String] = []

    // Prints the bills of one meter reader's round
    func printRound(_ customers: [Customer], periods: [Int: BillingPeriod]) -> [String] {

        var printedBills: [String] = []
        for customer in customers {
            if let period = periods[customer.accountNumber] {
                printedBills.append(self.printBill(customer, period: period))
            } else {
                self.officeNotes.append("\(customer.accountNumber): no readings")
            }
        }
        return printedBills
    }

    func printBill(_ customer: Customer, period: BillingPeriod) -> String {
        var printout = BillPrintout(printer: self, customer: customer, period: period)
        return printout.text()
    }

}

struct BillPrintout {

    let printer: BillPrinter
    let customer: Customer
    let period: BillingPeriod

    var billText: String = ""
    var tariff: Tariff = Tariff.domestic
    var isBusiness: Bool = false
    var dayUnits: Int = 0
    var nightUnits: Int = 0
    var energyPence: Int = 0
    var standingPence: Int = 0
    var rebatePence: Int = 0
    var totalPence: Int = 0
    var hasEstimate: Bool = false

    mutating func text() -> String {

        billText += "SKERRY ISLAND ELECTRICITY\n"
        billText += "\(customer.customerName), account \(customer.accountNumber)\n"
        billText += "\(period.periodName), \(period.numberOfDays) days\n"

        if period.numberOfDays <= 0 {
            billText += "No supply in this period. There is nothing to pay.\n"
            return billText
        }

        // Get the tariff
        if let contractTariff = Tariff.allTariffs[customer.tariffCode] {
            tariff = contractTariff
        } else {
            printer.officeNotes.append("\(customer.accountNumber): tariff \(customer.tariffCode) is unknown")
        }
        billText += "Tariff: \(tariff.tariffName)\n"
        isBusiness = (tariff.tariffCode == "B1" || tariff.tariffCode == "B7")

        // Calculate the day units
        dayUnits = period.dayReading.currentReading - period.dayReading.previousReading
        if dayUnits < 0 {
            // five dials, after 99999 they start again
            dayUnits = dayUnits + 100000
            if dayUnits > 50000 {
                if kDebugPrinting { NSLog("printBill: %ld day units for %ld", dayUnits, customer.accountNumber) }
                printer.officeNotes.append("\(customer.accountNumber): check the day readings")
                billText += "*** DO NOT SEND ***\n"
                return billText
            }
        }
        if period.dayReading.isEstimated {
            hasEstimate = true
            billText += readingLine("Day", period.dayReading, dayUnits) + " (estimated)\n"
        } else {
            billText += readingLine("Day", period.dayReading, dayUnits) + "\n"
        }

        // Calculate the night units
        if period.nightReading != nil && tariff.nightRate > 0 {
            nightUnits = period.nightReading!.currentReading - period.nightReading!.previousReading
            if nightUnits < 0 {
                nightUnits = nightUnits + 100000
                if nightUnits > 50000 {
                    if kDebugPrinting { NSLog("printBill: %ld night units for %ld", nightUnits, customer.accountNumber) }
                    printer.officeNotes.append("\(customer.accountNumber): check the night readings")
                    billText += "*** DO NOT SEND ***\n"
                    return billText
                }
            }
            if period.nightReading!.isEstimated {
                billText += readingLine("Night", period.nightReading!, nightUnits) + " (estimated)\n"
            } else {
                billText += readingLine("Night", period.nightReading!, nightUnits) + "\n"
            }
        } else if period.nightReading != nil {
            // no night rate, so these count as day units
            dayUnits += max(0, period.nightReading!.currentReading - period.nightReading!.previousReading)
        }

        // Energy: the first two units a day have their own rate
        if tariff.primaryRate > 0 {
            var primaryUnits: Int = 2 * period.numberOfDays
            if primaryUnits > dayUnits { primaryUnits = dayUnits }
            energyPence = (primaryUnits * tariff.primaryRate + (dayUnits - primaryUnits) * tariff.dayRate) / 100
        } else {
            energyPence = dayUnits * tariff.dayRate / 100
        }
        billText += amountLine("Day energy", energyPence)
        if nightUnits > 0 {
            let nightPence: Int = (nightUnits * tariff.nightRate + 50) / 100
            energyPence += nightPence
            billText += amountLine("Night energy", nightPence)
        }

        // Standing charge
        if !customer.hasWeirAgreement {
            standingPence = (period.numberOfDays * tariff.standingRate + 50) / 100
            if isBusiness && period.nightReading != nil { standingPence += standingPence / 2 }
            billText += amountLine("Standing charge", standingPence)
        }

        addRebates()
        return textAfterRebates()
    }

    mutating func addRebates() {
        // Rebates
        if customer.hasWeirAgreement {
            // the mill and the hatchery: we got their weirs in 1987, they got this
            rebatePence = 49 * period.numberOfDays
            if rebatePence > energyPence { rebatePence = energyPence }
            billText += amountLine("Weir agreement", -rebatePence)
        } else {
            if customer.hasWinterRebate && period.isWinterPeriod {
                var winterPence: Int = 3500
                if period.numberOfDays < 60 { winterPence = winterPence / 2 }
                if winterPence > energyPence / 2 { winterPence = energyPence / 2 }
                rebatePence += winterPence
                billText += amountLine("Winter rebate", -winterPence)
            }
            // not on an estimate, people got it twice when the real reading came in
            if customer.paysByDirectDebit && !hasEstimate {
                var debitPence: Int = (energyPence + standingPence - rebatePence) * 3 / 100
                if debitPence > 1200 { debitPence = 1200 }
                rebatePence += debitPence
                billText += amountLine("Direct debit discount", -debitPence)
            }
        }
    }

    mutating func textAfterRebates() -> String {
        // VAT, a business below 33 units a day pays what a house pays
        var vatPercent: Int = 5
        totalPence = energyPence + standingPence - rebatePence
        if isBusiness && dayUnits + nightUnits >= 33 * period.numberOfDays {
            vatPercent = 20
        }
        let vatPence: Int = totalPence * vatPercent / 100
        billText += amountLine("VAT \(vatPercent)%", vatPence)
        totalPence += vatPence
        billText += amountLine("This period", totalPence)

        // Balance and payments
        if customer.balancePence != 0 {
            totalPence += customer.balancePence
            billText += amountLine("Balance from your last bill", customer.balancePence)
        }
        for paymentPence in period.paymentsReceived {
            totalPence -= paymentPence
            billText += amountLine("Payment, thank you", -paymentPence)
        }

        if totalPence <= 0 {
            if period.isFinalBill && totalPence < 0 {
                billText += amountLine("We pay you back", -totalPence)
            } else {
                billText += amountLine("Your credit", -totalPence)
            }
            return billText
        }
        if totalPence < 500 && !period.isFinalBill {
            billText += amountLine("Carried to your next bill", totalPence)
            return billText
        }
        billText += amountLine("TO PAY", totalPence)

        if customer.paysByDirectDebit {
            billText += "We collect this by direct debit in 14 days.\n"
        } else if customer.balancePence > 0 && period.paymentsReceived.count == 0 {
            billText += "Part of this is overdue. Please pay at the harbour office now.\n"
        } else {
            billText += "Please pay within 21 days.\n"
        }

        // Saving campaign 2019: compare with the same time last year
        if let unitsLastYear = period.unitsLastYear, unitsLastYear > 0 {
            let unitsNow = dayUnits + nightUnits
            let percentage = Int((Double(unitsNow - unitsLastYear) / Double(unitsLastYear) * 100).rounded())
            switch percentage {
            case ..<(-4): billText.append("You used \(-percentage)% less than a year ago. Thank you!\n")
            case 5...: billText.append("You used \(percentage)% more than a year ago.\n")
            default: billText.append("You used about as much as a year ago.\n")
            }
        }

        if hasEstimate {
            billText += "E-mail us your own reading if the estimate looks wrong.\n"
        }
        if period.outageHours > 0 {
            billText += "Hours without power: \(period.outageHours). We are sorry.\n"
        }
        return billText
    }

}
