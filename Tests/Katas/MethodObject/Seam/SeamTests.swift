import TestSupport
import Testing

@testable import MethodObject

@MainActor
@Suite("MethodObject: seam", .namesModule)
struct SeamTests {
  @Test func `most customers get no rebate`() {
    let printout = afterRebates(.onPaper)
    #expect(printout.rebatePence == 0)
    #expect(printout.billText == "")
  }

  @MainActor struct WeirAgreement {
    @Test(arguments: [(91, 4459), (1, 49)])
    func `the mill and the hatchery get 49 p a day`(days: Int, rebate: Int) {
      #expect(afterRebates(.weir, energy: 10_000, days: days).rebatePence == rebate)
    }

    @Test(arguments: [
      // Energy, rebate
      (4460, 4459), (4459, 4459), (4458, 4458), (0, 0),
    ])
    func `the weirs are worth no more than the energy`(energy: Int, rebate: Int) {
      #expect(afterRebates(.weir, energy: energy, days: 91).rebatePence == rebate)
    }

    @Test func `the mill and the hatchery get no other rebate`() {
      let printout = afterRebates([.weir, .winterRebate, .directDebit], isWinter: true)
      #expect(printout.billText == "Weir agreement                        -44.59\n")
    }
  }

  @MainActor struct WinterRebate {
    @Test(arguments: [(91, 3500), (60, 3500), (59, 1750), (1, 1750)])
    func `the winter rebate is 35.00, and half of it for less than 60 days`(
      days: Int, rebate: Int
    ) {
      let printout = afterRebates(.winterRebate, energy: 100_000, days: days, isWinter: true)
      #expect(printout.rebatePence == rebate)
    }

    @Test(arguments: [
      // Energy, days, rebate
      (7000, 60, 3500), (6999, 60, 3499), (3500, 59, 1750), (3499, 59, 1749), (1, 91, 0),
    ])
    func `the winter rebate is at most half of the energy`(energy: Int, days: Int, rebate: Int) {
      let printout = afterRebates(.winterRebate, energy: energy, days: days, isWinter: true)
      #expect(printout.rebatePence == rebate)
    }

    @Test func `there's no winter rebate in summer`() {
      #expect(afterRebates(.winterRebate, isWinter: true).billText != "")
      #expect(afterRebates(.winterRebate, isWinter: false).billText == "")
    }
  }

  @MainActor struct DirectDebit {
    @Test(arguments: [
      // Energy, standing charge, discount
      (10_000, 1000, 330), (20_000, 1000, 630), (10_033, 1000, 330), (10_000, 1034, 331),
    ])
    func `direct debit saves three percent, rounded down`(
      energy: Int, standing: Int, discount: Int
    ) {
      let printout = afterRebates(.directDebit, energy: energy, standing: standing)
      #expect(printout.rebatePence == discount)
    }

    @Test(arguments: [
      // Energy, discount
      (38_999, 1199), (39_000, 1200), (39_034, 1200), (90_000, 1200),
    ])
    func `direct debit saves at most 12.00`(energy: Int, discount: Int) {
      let printout = afterRebates(.directDebit, energy: energy, standing: 1000)
      #expect(printout.rebatePence == discount)
    }

    @Test func `direct debit saves nothing on an estimate`() {
      #expect(afterRebates(.directDebit, hasEstimate: false).billText != "")
      #expect(afterRebates(.directDebit, hasEstimate: true).billText == "")
    }

    @Test func `the discount is taken from what the winter rebate leaves`() {
      let printout = afterRebates([.winterRebate, .directDebit], isWinter: true)
      #expect(
        printout.billText == """
          Winter rebate                         -35.00
          Direct debit discount                  -2.25

          """)
      #expect(printout.rebatePence == 3725)
    }
  }
}

// MARK: - Helpers

/// What entitles a customer to a rebate.
struct Entitlements: OptionSet, Sendable {
  let rawValue: Int

  static let onPaper: Self = []
  static let directDebit = Self(rawValue: 1)
  static let winterRebate = Self(rawValue: 2)
  static let weir = Self(rawValue: 4)
}

/// A printout that starts with these amounts, after the rebates have been added. The hours without
/// power make no difference yet.
@MainActor
func afterRebates(
  _ entitlements: Entitlements, energy: Int = 10_000, standing: Int = 1000, days: Int = 91,
  isWinter: Bool = false, hasEstimate: Bool = false, outageHours: Int = 0
) -> BillPrintout {
  let customer = Customer(
    accountNumber: 1017, customerName: "A. Tulloch",
    paysByDirectDebit: entitlements.contains(.directDebit),
    hasWinterRebate: entitlements.contains(.winterRebate),
    hasWeirAgreement: entitlements.contains(.weir))
  let period = BillingPeriod(
    periodName: "Winter 2016/17", numberOfDays: days, isWinterPeriod: isWinter,
    dayReading: MeterReading(previousReading: 0, currentReading: 0, isEstimated: hasEstimate),
    outageHours: outageHours)
  var printout = BillPrintout(printer: BillPrinter(), customer: customer, period: period)
  printout.energyPence = energy
  printout.standingPence = standing
  printout.hasEstimate = hasEstimate
  printout.addRebates()
  return printout
}
