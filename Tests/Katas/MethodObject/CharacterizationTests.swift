import Foundation
import TestSupport
import Testing

@testable import MethodObject

/// The change moves the body of `printBill` to a new type, turns its variables into properties, and
/// splits it around the rebates. So everything on a bill is at stake: each amount, the order of the
/// lines, where a bill ends early, what's left over from the bill before, and the office's notes.
///
/// The recording compares whole bills for typical inputs, and its failure shows the lines that differ.
/// The suites have only what the recording misses: bills that end early, amounts that come to a
/// boundary exactly, and rounds. They also have the quirks, so that you find them by name.
@MainActor
@Suite("MethodObject: characterization", .namesModule)
struct CharacterizationTests {

  @Test func `every bill is as recorded`() throws {
    // One printer for all bills, as in the app, so a bill shows what the one before has left behind.
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

  @MainActor struct Readings {
    @Test(arguments: [0, -1])
    func `without days, there's nothing to pay, and nothing to note`(days: Int) {
      var situation = Situation()
      situation.customer.tariffCode = "B9"
      situation.period.numberOfDays = days
      let printer = BillPrinter()
      #expect(
        situation.bill(by: printer) == """
          SKERRY ISLAND ELECTRICITY
          A. Tulloch, account 1017
          Winter 2016/17, \(days) days
          No supply in this period. There is nothing to pay.

          """)
      #expect(printer.officeNotes == [])
    }

    @Test(arguments: [
      // Tariff, units, note, the last line before the bill ends
      ("D1", 50_001, nil, "1017: check the day readings", "Tariff: Domestic"),
      ("D7", 100, 50_001, "1017: check the night readings", "Day: 99999 to 00099, 100 units"),
    ])
    func `a bill whose readings seem to be swapped isn't sent`(
      tariffCode: String, dayUnits: Int, nightUnits: Int?, note: String, lastLine: String
    ) {
      let printer = BillPrinter()
      let bill = Situation.pastTheEnd(tariffCode, dayUnits, nightUnits).bill(by: printer)
      #expect(bill.hasSuffix("\n\(lastLine)\n*** DO NOT SEND ***\n"))
      #expect(printer.officeNotes == [note])
    }

    @Test(arguments: [("D1", 50_000, nil), ("D7", 100, 50_000)])
    func `up to 50000 units, readings are believed`(
      tariffCode: String, dayUnits: Int, nightUnits: Int?
    ) {
      let printer = BillPrinter()
      let bill = Situation.pastTheEnd(tariffCode, dayUnits, nightUnits).bill(by: printer)
      #expect(bill.contains("TO PAY"))
      #expect(printer.officeNotes == [])
    }

    @Test func `readings that haven't started again are believed, however high`() {
      var situation = Situation(dayUnits: 50_001, nightUnits: 50_001)
      situation.customer.tariffCode = "D7"
      #expect(situation.bill().contains("TO PAY"))
    }

    @Test(.tags(.quirk), arguments: [1, 50_001])
    func `without a night rate, night readings that start again count nothing`(nightUnits: Int) {
      var situation = Situation(dayUnits: 100, nightUnits: nightUnits)
      situation.nightReading.previousReading = 99_999
      let printer = BillPrinter()
      let bill = situation.bill(by: printer)
      #expect(bill.contains("\nDay energy                             24.15\n"))
      #expect(printer.officeNotes == [])
    }

    @Test(.tags(.quirk), arguments: [(false, true, "-1.80"), (true, false, nil)])
    func `only an estimated day reading keeps the direct debit discount away`(
      isDayEstimated: Bool, isNightEstimated: Bool, discount: String?
    ) {
      var situation = Situation(nightUnits: 100)
      situation.customer.tariffCode = "D7"
      situation.customer.paysByDirectDebit = true
      situation.period.dayReading.isEstimated = isDayEstimated
      situation.nightReading.isEstimated = isNightEstimated
      #expect(situation.amounts["Direct debit discount"] == discount)
    }
  }

  @MainActor struct Amounts {
    @Test(.tags(.quirk)) func `half a penny is dropped by day and charged by night`() {
      var situation = Situation(dayUnits: 10, nightUnits: 10)
      situation.customer.tariffCode = "D7"
      #expect(situation.amounts["Day energy"] == "1.98")
      #expect(situation.amounts["Night energy"] == "0.87")
    }

    @Test(arguments: [
      // Payment towards 59.91, label, amount
      (5491, "TO PAY", "5.00"), (5492, "Carried to your next bill", "4.99"),
      (5990, "Carried to your next bill", "0.01"), (5991, "Your credit", "0.00"),
      (5992, "Your credit", "0.01"),
    ])
    func `less than 5.00 waits for the next bill, and so does a credit`(
      payment: Int, label: String, amount: String
    ) {
      var situation = Situation(dayUnits: 192)
      situation.period.paymentsReceived = [payment]
      #expect(situation.amounts[label] == amount)
    }

    @Test(arguments: [
      // Payment towards 59.91, label, amount
      (5492, "TO PAY", "4.99"), (5992, "We pay you back", "0.01"),
      (5991, "Your credit", "0.00"),  // Nothing to pay back
    ])
    func `the final bill leaves nothing for a next one`(
      payment: Int, label: String, amount: String
    ) {
      var situation = Situation(dayUnits: 192)
      situation.period.paymentsReceived = [payment]
      situation.period.isFinalBill = true
      #expect(situation.amounts[label] == amount)
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
  }

  @MainActor struct Rounds {
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

    @Test func `the office's notes name each customer whose readings or tariff are missing`() {
      let customers = [1, 2, 3].map {
        Customer(accountNumber: $0, customerName: "No. \($0)", tariffCode: "B9")
      }
      let periods = [2: Situation().readPeriod]
      let printer = BillPrinter()
      _ = printer.printRound([customers[0], customers[1]], periods: periods)
      _ = printer.printRound([customers[2]], periods: periods)
      #expect(
        printer.officeNotes == ["1: no readings", "2: tariff B9 is unknown", "3: no readings"])
    }
  }
}

// MARK: - Arranging

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

  /// The amounts of a bill by their labels.
  var amounts: [String: String] {
    let pairs = bill().split(separator: "\n").compactMap { line in
      line.wholeMatch(of: /(.+?) {2,}(-?[0-9.]+)/).map { (String($0.1), String($0.2)) }
    }
    return Dictionary(pairs, uniquingKeysWith: { $1 })
  }

  /// Meters that start again at 0 with the first unit.
  static func pastTheEnd(_ tariffCode: String, _ dayUnits: Int, _ nightUnits: Int?) -> Situation {
    var situation = Situation(dayUnits: dayUnits, nightUnits: nightUnits)
    situation.customer.tariffCode = tariffCode
    situation.period.dayReading.previousReading = 99_999
    situation.nightReading.previousReading = 99_999
    return situation
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
