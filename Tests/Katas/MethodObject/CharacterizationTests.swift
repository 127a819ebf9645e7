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
    ["D1", "D7", "B1", "B7", "B9"].map { code in
      Setting("tariff \(code)") { $0.customer.tariffCode = code }
    },
    [
      Setting("91 days, 182 units") { ($0.period.numberOfDays, $0.dayUnits) = (91, 182) },
      Setting("91 days, 0 units") { ($0.period.numberOfDays, $0.dayUnits) = (91, 0) },
      Setting("1 day, 3 units") { ($0.period.numberOfDays, $0.dayUnits) = (1, 3) },
      Setting("59 days, 400 units") { ($0.period.numberOfDays, $0.dayUnits) = (59, 400) },
      Setting("60 days, 400 units") { ($0.period.numberOfDays, $0.dayUnits) = (60, 400) },
      Setting("91 days, 3002 units") { ($0.period.numberOfDays, $0.dayUnits) = (91, 3002) },
      Setting("91 days, 3003 units") { ($0.period.numberOfDays, $0.dayUnits) = (91, 3003) },
      Setting("365 days, 40000 units") { ($0.period.numberOfDays, $0.dayUnits) = (365, 40_000) },
    ],
    [
      Setting("day read") { _ in },
      Setting("day estimated") { $0.period.dayReading.isEstimated = true },
      Setting("day past 99999") { $0.period.dayReading.previousReading = 99_998 },
    ],
    [
      Setting("no night reading") { _ in },
      Setting("night unchanged") { $0.nightUnits = 0 },
      Setting("night read") { $0.nightUnits = 455 },
      Setting("night estimated") { ($0.nightUnits, $0.nightReading.isEstimated) = (455, true) },
      Setting("night past 99999") {
        ($0.nightUnits, $0.nightReading.previousReading) = (1, 99_999)
      },
    ],
    [
      Setting("no rebates") { _ in },
      Setting("debit") { $0.customer.paysByDirectDebit = true },
      Setting("winter") { $0.customer.hasWinterRebate = true },
      Setting("winter and debit") {
        ($0.customer.hasWinterRebate, $0.customer.paysByDirectDebit) = (true, true)
      },
      Setting("winter in summer, and debit") {
        ($0.customer.hasWinterRebate, $0.customer.paysByDirectDebit) = (true, true)
        $0.period.isWinterPeriod = false
      },
      Setting("weir") { $0.customer.hasWeirAgreement = true },
      Setting("weir, winter, and debit") {
        $0.customer.hasWeirAgreement = true
        ($0.customer.hasWinterRebate, $0.customer.paysByDirectDebit) = (true, true)
      },
    ],
    [
      Setting("no balance") { _ in },
      Setting("owes 0.01") { $0.customer.balancePence = 1 },
      Setting("owes 40.00") { $0.customer.balancePence = 4000 },
      Setting("owes 40.00, paid 30.00") {
        ($0.customer.balancePence, $0.period.paymentsReceived) = (4000, [3000])
      },
      Setting("has 25.00, paid 20.00, 15.00, 20.00") {
        ($0.customer.balancePence, $0.period.paymentsReceived) = (-2500, [2000, 1500, 2000])
      },
      Setting("paid 50000.00") { $0.period.paymentsReceived = [5_000_000] },
    ],
    [
      Setting("not final") { _ in },
      Setting("final") { $0.period.isFinalBill = true },
    ],
    [nil, 0, 190, 2000].map { units in
      Setting("last year \(units.map(String.init) ?? "unknown")") {
        $0.period.unitsLastYear = units
      }
    },
    [0, 1, 60].map { hours in
      Setting("\(hours) hours off") { $0.period.outageHours = hours }
    },
  ]

  // MARK: What names say better

  @Test(arguments: ["D1", "B7"])
  func `with a weir agreement, there's no standing charge`(tariffCode: String) {
    var situation = Situation()
    situation.customer.tariffCode = tariffCode
    #expect(billLines(situation)["Standing charge"] != nil)
    situation.customer.hasWeirAgreement = true
    #expect(billLines(situation)["Standing charge"] == nil)
  }

  @Test(arguments: ["D1", "B7"])
  func `the mill and the hatchery get 49 p a day for their weirs`(tariffCode: String) {
    var situation = Situation(dayUnits: 5000)
    situation.customer.tariffCode = tariffCode
    situation.customer.hasWeirAgreement = true
    situation.period.numberOfDays = 91
    #expect(billLines(situation)["Weir agreement"] == "-44.59")
  }

  @Test func `the weirs are never worth more than the energy`() {
    var situation = Situation(dayUnits: 10)
    situation.customer.hasWeirAgreement = true
    let lines = billLines(situation)
    #expect(lines["Day energy"] == "2.41")
    #expect(lines["Weir agreement"] == "-2.41")
  }

  @Test(arguments: [
    // Units by day and by night, VAT. 91 days with 33 units each are 3003.
    (3002, nil, 5), (3003, nil, 20), (2000, 1002, 5), (2000, 1003, 20),
  ])
  func `from 33 units a day, a business pays the full VAT`(
    dayUnits: Int, nightUnits: Int?, percent: Int
  ) {
    var situation = Situation(dayUnits: dayUnits, nightUnits: nightUnits)
    situation.customer.tariffCode = "B1"
    situation.period.numberOfDays = 91
    #expect(situation.bill().contains("\nVAT \(percent)%  "))
  }

  @Test(arguments: [
    // Payment towards 59.91, label, amount
    (5491, "TO PAY", "5.00"), (5492, "Carried to your next bill", "4.99"),
  ])
  func `less than 5.00 waits for the next bill`(payment: Int, label: String, amount: String) {
    var situation = Situation(dayUnits: 192)
    situation.period.paymentsReceived = [payment]
    #expect(billLines(situation)[label] == amount)
  }

  @Test(arguments: [
    // Payment towards 59.91, credit
    (5991, "0.00"), (5992, "0.01"),
  ])
  func `paying the whole amount or more leaves a credit`(payment: Int, credit: String) {
    var situation = Situation(dayUnits: 192)
    situation.period.paymentsReceived = [payment]
    #expect(billLines(situation)["Your credit"] == credit)
  }

  @Test(arguments: [
    // Payment towards 59.91, label, amount
    (5492, "TO PAY", "4.99"), (5991, "Your credit", "0.00"), (5992, "We pay you back", "0.01"),
  ])
  func `the final bill leaves nothing for a next one`(payment: Int, label: String, amount: String) {
    var situation = Situation(dayUnits: 192)
    situation.period.paymentsReceived = [payment]
    situation.period.isFinalBill = true
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

  @Test func `a name is printed as it is`() {
    var situation = Situation()
    situation.customer.customerName = "100 % dry Ltd"
    #expect(situation.bill().contains("\n100 % dry Ltd, account 1017\n"))
  }

  @Test func `a round has a bill for each customer with readings`() {
    let customers = [1, 2, 3].map { Customer(accountNumber: $0, customerName: "No. \($0)") }
    let period = Situation().readPeriod
    // A bill with nothing to pay is still a bill
    var emptyPeriod = period
    emptyPeriod.numberOfDays = 0
    #expect(
      BillPrinter().printRound(customers, periods: [1: emptyPeriod, 3: period]) == [
        BillPrinter().printBill(customers[0], period: emptyPeriod),
        BillPrinter().printBill(customers[2], period: period),
      ])
  }

  @Test func `the office gets a note for each customer whose readings or tariff are missing`() {
    let customers = [1, 2, 3].map {
      Customer(accountNumber: $0, customerName: "No. \($0)", tariffCode: "B9")
    }
    let printer = BillPrinter()
    _ = printer.printRound(customers, periods: [2: Situation().readPeriod])
    #expect(
      printer.officeNotes == ["1: no readings", "2: tariff B9 is unknown", "3: no readings"])
  }

  @Test func `a customer without readings is noted in each round`() {
    let customer = Customer(accountNumber: 2, customerName: "No. 2")
    let printer = BillPrinter()
    _ = printer.printRound([customer], periods: [:])
    _ = printer.printRound([customer], periods: [:])
    #expect(printer.officeNotes == ["2: no readings", "2: no readings"])
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
    periodName: "Winter 2016/17", isWinterPeriod: true,
    dayReading: MeterReading(previousReading: 4210, currentReading: 0))
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

  init(_ name: String, apply: @escaping @MainActor (inout Situation) -> Void) {
    self.name = name
    self.apply = apply
  }
}
