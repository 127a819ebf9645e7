import Foundation
import TestSupport
import Testing

@testable import MethodObject

@MainActor
@Suite("MethodObject: characterization", .namesModule)
struct CharacterizationTests {

  // MARK: The recording

  @Test func `every bill is as recorded`() throws {
    let printer = BillPrinter()
    try Recording("MethodObject/bills.txt").check(
      allPairs(axes.map(\.count)).map { combination in
        var situation = Situation()
        let settings = zip(axes, combination).map { axis, index in axis[index] }
        for setting in settings { setting.apply(&situation) }
        let earlierNotes = printer.officeNotes.count
        let bill = situation.bill(by: printer)
        let notes = printer.officeNotes.dropFirst(earlierNotes).map { "NOTE \($0)\n" }
        return (settings.map(\.name).joined(separator: ", "), bill + notes.joined())
      })
  }

  /// What a bill depends on. Values that the same rule reads share an axis, because only two axes meet
  /// for certain. Bills that end early aren't here, because they'd hide the other axes.
  private let axes: [[Setting]] = [
    axis("tariff", ["D1", "D7", "B1", "B7", "B9"]) { $0.customer.tariffCode = $1 },
    axis(
      "days and units",
      [
        [91, 182], [91, 0], [1, 3], [59, 700], [60, 700], [91, 3002], [91, 3003], [365, 40_000],
      ]
    ) {
      $0.period.numberOfDays = $1[0]
      $0.dayUnits = $1[1]
    },
    axis("day reading", ["read", "estimated", "past 99999"]) {
      $0.period.dayReading.isEstimated = $1 == "estimated"
      $0.period.dayReading.previousReading = $1 == "past 99999" ? 99_998 : 4210
    },
    axis("night reading", ["none", "the same", "read", "estimated", "past 99999"]) {
      $0.nightUnits = $1 == "none" ? nil : $1 == "the same" ? 0 : $1 == "past 99999" ? 1 : 455
      $0.nightReading.isEstimated = $1 == "estimated"
      $0.nightReading.previousReading = $1 == "past 99999" ? 99_999 : 1730
    },
    axis(
      "customer",
      [
        "plain", "debit", "winter", "winter, debit", "winter in summer, debit", "weir",
        "weir, winter, debit",
      ]
    ) {
      $0.customer.hasWinterRebate = $1.contains("winter")
      $0.customer.hasWeirAgreement = $1.contains("weir")
      $0.customer.paysByDirectDebit = $1.contains("debit")
      $0.period.isWinterPeriod = !$1.contains("summer")
    },
    // The balance, and the payments
    axis("account", [[0], [1], [4000], [4000, 3000], [-2500, 2000, 1500], [0, 5_000_000]]) {
      $0.customer.balancePence = $1[0]
      $0.period.paymentsReceived = Array($1.dropFirst())
    },
    axis("final bill", [false, true]) { $0.period.isFinalBill = $1 },
    axis("last year", ["none", "0", "190", "2000"]) { $0.period.unitsLastYear = Int($1) },
    axis("hours off", [0, 1, 60]) { $0.period.outageHours = $1 },
  ]

  // MARK: What names say better

  @Test(arguments: ["D1", "B7"])
  func `the mill and the hatchery pay no standing charge and get 49 p a day for their weirs`(
    tariffCode: String
  ) {
    var situation = Situation(dayUnits: 5000)
    situation.customer.tariffCode = tariffCode
    situation.customer.hasWeirAgreement = true
    let lines = billLines(situation)
    #expect(lines["Standing charge"] == nil)
    #expect(lines["Weir agreement"] == "-44.59")
  }

  @Test func `the weirs are never worth more than the energy`() {
    var situation = Situation(dayUnits: 10)
    situation.customer.hasWeirAgreement = true
    let lines = billLines(situation)
    #expect(lines["Weir agreement"] == "-2.41")
    #expect(lines["Your credit"] == "0.00")
  }

  @Test(arguments: [
    (3002, nil, "VAT 5%"), (3003, nil, "VAT 20%"), (2000, 1002, "VAT 5%"), (2000, 1003, "VAT 20%"),
  ])
  func `from 33 units a day, a business pays the full VAT`(
    dayUnits: Int, nightUnits: Int?, label: String
  ) {
    var situation = Situation(dayUnits: dayUnits, nightUnits: nightUnits)
    situation.customer.tariffCode = "B1"
    #expect(billLines(situation)[label] != nil)
  }

  @Test(arguments: [
    // Payments, whether it's the final bill, label, amount
    (5492, false, "Carried to your next bill", "4.99"),
    (5491, false, "TO PAY", "5.00"),
    (5492, true, "TO PAY", "4.99"),
    (5991, true, "Your credit", "0.00"),
    (5992, true, "We pay you back", "0.01"),
    (5992, false, "Your credit", "0.01"),
  ])
  func `small amounts wait for the next bill, unless it's the last`(
    payment: Int, isFinal: Bool, label: String, amount: String
  ) {
    var situation = Situation(dayUnits: 192)
    situation.period.paymentsReceived = [payment]
    situation.period.isFinalBill = isFinal
    #expect(billLines(situation)[label] == amount)
  }

  @Test(arguments: [
    (956, "You used 5% more than a year ago."), (957, "You used about as much as a year ago."),
    (1047, "You used about as much as a year ago."),
    (1048, "You used 5% less than a year ago. Thank you!"),
  ])
  func `a difference of up to four percent is about as much`(lastYear: Int, text: String) {
    var situation = Situation(dayUnits: 1000)
    situation.period.unitsLastYear = lastYear
    #expect(situation.bill().contains("\n\(text)\n"))
  }

  @Test(arguments: [
    // Tariff, units, note, the last line before the bill ends
    ("D1", 50_001, nil, "1017: check the day readings", "Tariff: Domestic"),
    ("D7", 100, 50_001, "1017: check the night readings", "Day: 99999 to 00099, 100 units"),
  ])
  func `a bill whose readings seem to be swapped isn't sent`(
    tariffCode: String, dayUnits: Int, nightUnits: Int?, note: String, lastLine: String
  ) {
    var situation = pastTheEnd(dayUnits, nightUnits)
    situation.customer.tariffCode = tariffCode
    let printer = BillPrinter()
    #expect(situation.bill(by: printer).hasSuffix("\n\(lastLine)\n*** DO NOT SEND ***\n"))
    #expect(printer.officeNotes == [note])
  }

  @Test(arguments: [
    ("D1", 50_000, nil), ("D7", 100, 50_000),
    ("D1", 100, 50_001),  // Without a night rate, nobody checks (a quirk)
  ])
  func `up to 50000 units, readings are believed`(
    tariffCode: String, dayUnits: Int, nightUnits: Int?
  ) {
    var situation = pastTheEnd(dayUnits, nightUnits)
    situation.customer.tariffCode = tariffCode
    let printer = BillPrinter()
    #expect(situation.bill(by: printer).contains("TO PAY"))
    #expect(printer.officeNotes == [])
  }

  @Test func `readings that haven't started again are believed, however high`() {
    var situation = Situation(dayUnits: 50_001, nightUnits: 50_001)
    situation.customer.tariffCode = "D7"
    #expect(situation.bill().contains("TO PAY"))
  }

  @Test(arguments: [0, -1])
  func `without days, there is nothing to pay`(days: Int) {
    var situation = Situation()
    situation.period.numberOfDays = days
    #expect(
      situation.bill() == """
        SKERRY ISLAND ELECTRICITY
        A. Tulloch, account 1017
        Winter 2016/17, \(days) days
        No supply in this period. There is nothing to pay.

        """)
  }

  @Test func `a round has a bill for each customer with readings, and a note for the others`() {
    let customers = [1, 2, 3].map {
      Customer(accountNumber: $0, customerName: "No. \($0)", tariffCode: "B9")
    }
    let period = Situation().readPeriod
    var emptyPeriod = period
    emptyPeriod.numberOfDays = 0
    let printer = BillPrinter()
    let bills = printer.printRound(customers, periods: [1: emptyPeriod, 3: period])
    #expect(
      bills == [
        BillPrinter().printBill(customers[0], period: emptyPeriod),
        BillPrinter().printBill(customers[2], period: period),
      ])
    _ = printer.printRound([customers[1]], periods: [:])
    #expect(
      printer.officeNotes == ["2: no readings", "3: tariff B9 is unknown", "2: no readings"])
  }

  // MARK: Helpers

  /// Meters that start again at 0 with the first unit.
  private func pastTheEnd(_ dayUnits: Int, _ nightUnits: Int?) -> Situation {
    var situation = Situation(dayUnits: dayUnits, nightUnits: nightUnits)
    situation.period.dayReading.previousReading = 99_999
    situation.nightReading.previousReading = 99_999
    return situation
  }

  /// The amounts of a bill by their labels.
  private func billLines(_ situation: Situation) -> [String: String] {
    let pairs = situation.bill().split(separator: "\n").compactMap { line in
      line.wholeMatch(of: /(.+?) {2,}(-?[0-9.]+)/).map { (String($0.1), String($0.2)) }
    }
    return Dictionary(pairs, uniquingKeysWith: { $1 })
  }
}

/// A customer and a period. The current readings follow from the units.
@MainActor
private struct Situation {
  var customer = Customer(accountNumber: 1017, customerName: "A. Tulloch")
  var period = BillingPeriod(
    periodName: "Winter 2016/17", dayReading: MeterReading(previousReading: 4210, currentReading: 0)
  )
  var nightReading = MeterReading(previousReading: 1730, currentReading: 0)
  var dayUnits = 182
  var nightUnits: Int?

  var readPeriod: BillingPeriod {
    var period = period
    period.dayReading.currentReading = (period.dayReading.previousReading + dayUnits) % 100_000
    if let nightUnits {
      period.nightReading = nightReading
      let sum = nightReading.previousReading + nightUnits
      period.nightReading?.currentReading = sum % 100_000
    }
    return period
  }

  func bill(by printer: BillPrinter = BillPrinter()) -> String {
    printer.printBill(customer, period: readPeriod)
  }
}

/// One value of an axis.
private struct Setting {
  let name: String
  let apply: @MainActor (inout Situation) -> Void
}

@MainActor
private func axis<Value>(
  _ name: String, _ values: [Value], apply: @escaping @MainActor (inout Situation, Value) -> Void
) -> [Setting] {
  values.map { value in Setting(name: "\(name) \(value)") { apply(&$0, value) } }
}
