import Foundation
import TestSupport
import Testing

@testable import DependencyContainer

/// What a trip costs, how the screens depend on the time, and whose dependencies they use.
///
/// With `.unsetDependencies`, a test fails if the code uses a dependency that the test hasn't set.
@MainActor
@Suite("DependencyContainer: seam", .namesModule, .unsetDependencies)
struct SeamTests {

  @MainActor struct Fares {
    @Test(
      arguments: [
        (age: 5, hasPlus: true, zones: 3, cents: 0),
        (age: 6, hasPlus: false, zones: 1, cents: 200),
        (age: 15, hasPlus: true, zones: 3, cents: 250),
        (age: 16, hasPlus: true, zones: 1, cents: 300),
        (age: 64, hasPlus: true, zones: 2, cents: 380),
        // More zones than the table has, and none
        (age: 34, hasPlus: true, zones: 9, cents: 370),
        (age: 34, hasPlus: false, zones: 0, cents: 390),
      ])
    func `the best discount counts, and fares are rounded up to ten cents`(
      age: Int, hasPlus: Bool, zones: Int, cents: Int
    ) throws {
      let rider = Passenger(age: age, isAccountHolder: true)
      let price = try withFares(
        [390, 500, 481, 60, 980], at: on("10:50"), plusEndDate: hasPlus ? .distantFuture : nil
      ) {
        try FareService().price(for: rider, leg: leg(at: on("11:00"), zones: zones))
      }
      #expect(price == cents)
    }

    @Test(.tags(.quirk)) func `a full fare is rounded up, too`() throws {
      let price = try withFares([390, 500, 481, 60, 980], at: on("10:50")) {
        try FareService().price(for: adult, leg: leg(at: on("11:00"), zones: 3))
      }
      #expect(price == 490)
    }

    @Test(
      arguments: [
        (age: 5, hasPlus: true, cents: 0), (age: 6, hasPlus: false, cents: 460),
        (age: 15, hasPlus: true, cents: 460), (age: 16, hasPlus: true, cents: 690),
        (age: 16, hasPlus: false, cents: 920),
      ])
    func `a day pass has the same discounts, and no surcharge at peak`(
      age: Int, hasPlus: Bool, cents: Int
    ) throws {
      let rider = Passenger(age: age, isAccountHolder: true)
      let price = try withFares(
        [400, 500, 600, 50, 911], at: on("07:50"), plusEndDate: hasPlus ? .distantFuture : nil
      ) {
        try FareService().dayPassPrice(for: rider, on: on("08:00"))
      }
      #expect(price == cents)
    }

    @Test(
      arguments: [
        (age: 34, departure: "08:59", cents: 450), (age: 34, departure: "09:00", cents: 400),
        (age: 10, departure: "16:00", cents: 230), (age: 5, departure: "16:00", cents: 0),
      ])
    func `at peak, a surcharge is added before the discount`(
      age: Int, departure: String, cents: Int
    ) throws {
      let price = try withFares([400, 500, 600, 50, 900], at: on("06:00")) {
        try FareService().price(for: Passenger(age: age), leg: leg(at: on(departure)))
      }
      #expect(price == cents)
    }

    @Test(
      arguments: [
        (now: "2001-03-02T10:00:00Z", single: 360, dayPass: 810),
        (now: "2001-03-02T10:00:01Z", single: 400, dayPass: 900),
      ])
    func `three days ahead, a ride and a day pass are ten percent cheaper`(
      now: String, single: Int, dayPass: Int
    ) throws {
      let prices = try prices(for: adult, at: date("2001-03-05T10:00:00Z"), now: date(now))
      #expect(prices == Prices(single: single, dayPass: dayPass))
    }

    @Test func `three days ahead, Tramline Plus is still the better discount`() throws {
      let departure = on("11:00")
      let prices = try prices(
        for: rider, at: departure, now: departure - 7 * 86_400, plusEndDate: .distantFuture)
      #expect(prices == Prices(single: 300, dayPass: 680))
    }

    @Test(
      arguments: [
        (plusEndDate: "2001-03-05T10:00:01Z", single: 300, dayPass: 680),
        (plusEndDate: "2001-03-05T10:00:00Z", single: 400, dayPass: 900),
      ])
    func `Tramline Plus counts for departures before it ends`(
      plusEndDate: String, single: Int, dayPass: Int
    ) throws {
      let departure = date("2001-03-05T10:00:00Z")
      let prices = try prices(
        for: rider, at: departure, now: departure - 600, plusEndDate: date(plusEndDate))
      #expect(prices == Prices(single: single, dayPass: dayPass))
    }

    @Test func `Tramline Plus counts for the account holder only`() throws {
      let prices = try prices(
        for: adult, at: on("11:00"), now: on("10:50"), plusEndDate: .distantFuture)
      #expect(prices == Prices(single: 400, dayPass: 900))
    }

    @Test(
      arguments: [
        (dayPass: 500, text: "€ 2.40 + € 2.60", total: "€ 5.00"),
        (dayPass: 480, text: "day pass € 4.80", total: "€ 4.80"),
      ])
    func `over New Year, rides have the fares of two years, and a day pass those of the old one`(
      dayPass: Int, text: String, total: String
    ) throws {
      let folder = try TemporaryFolder()
      let file = folder.url.appendingPathComponent("fares.csv")
      try Data("2001-01-01;240;1;1;50;\(dayPass)\n2002-01-01;260;1;1;60;520".utf8).write(to: file)
      let midnight = date("2001-12-31T23:00:00Z")
      let trip = Trip(legs: [leg(at: midnight - 60), leg(at: midnight)])
      withDependencies {
        $0.now = { midnight - 600 }
        $0.fareTable = FareTable(file: file)
      } operation: {
        let trip = TripViewModel(trip: trip, passengers: [adult])
        #expect(trip.cellTexts().last == "Age 34: \(text)")
        #expect(trip.rowText == "23:59 · S1, S1 · in 9 min · \(total)")
      }
    }
  }

  @MainActor struct Screens {
    @Test func `a trip shows the fares of each passenger`() {
      let legs = [
        leg("S1", "Airport", "Center", at: on("08:20"), minutes: 45, zones: 3),
        leg("T4", "Center", "Harbor", at: on("09:09"), minutes: 10),
      ]
      let passengers = [adult, Passenger(age: 10), rider, Passenger(age: 5)]
      let texts = withFares(
        [240, 360, 480, 60, 790], at: on("08:20") - 30, plusEndDate: .distantFuture
      ) {
        TripViewModel(trip: Trip(legs: legs), passengers: passengers).cellTexts()
      }
      #expect(
        texts == [
          "Your trip on 5.3.2001",
          "08:20 Airport: S1, now",
          "09:05 Center (peak)",
          "4 min to change",
          "09:09 Center: T4, in 49 min",
          "09:19 Harbor",
          "Age 34: € 5.40 + € 2.40",
          "Age 10: € 2.70 + € 1.20",
          "You: € 4.10 + € 1.80",
          "Age 5: free + free",
        ])
    }

    @Test(
      arguments: [
        (dayPass: 780, text: "day pass € 7.80"),
        // Rounded up, it costs as much as the two fares together
        (dayPass: 781, text: "€ 5.50 + € 2.40"),
      ])
    func `a day pass is offered if it costs less`(dayPass: Int, text: String) {
      let legs = [leg(at: on("08:20"), zones: 3), leg(at: on("09:20"))]
      let texts = withFares([240, 360, 490, 60, dayPass], at: on("08:00")) {
        TripViewModel(trip: Trip(legs: legs), passengers: [adult]).cellTexts()
      }
      #expect(texts.last == "Age 34: \(text)")
    }

    @Test(
      arguments: [
        (dayPass: 800, total: "€ 10.80"),
        // Two day passes: 700 and half of that
        (dayPass: 700, total: "€ 10.50"),
      ])
    func `a row shows what all passengers pay together at best`(dayPass: Int, total: String) {
      let legs = [leg(at: on("11:00"), zones: 3), leg(at: on("12:00"))]
      let text = withFares([240, 360, 480, 60, dayPass], at: on("09:00")) {
        TripViewModel(trip: Trip(legs: legs), passengers: [adult, Passenger(age: 10)]).rowText
      }
      #expect(text == "11:00 · S1, S1 · \(total)")
    }

    @Test(
      arguments: [
        (ahead: 3_600, row: "08:20 · S1 · free", ride: "08:20 Airport: S1"),
        (ahead: 3_599, row: "08:20 · S1 · in 59 min · free", ride: "08:20 Airport: S1, in 59 min"),
        (ahead: 119, row: "08:20 · S1 · in 1 min · free", ride: "08:20 Airport: S1, in 1 min"),
        (ahead: 60, row: "08:20 · S1 · in 1 min · free", ride: "08:20 Airport: S1, in 1 min"),
        (ahead: 59.9, row: "08:20 · S1 · now · free", ride: "08:20 Airport: S1, now"),
        (ahead: 0, row: "08:20 · S1 · now · free", ride: "08:20 Airport: S1, now"),
        (ahead: -0.1, row: "08:20 · S1 · departed · free", ride: "08:20 Airport: S1, departed"),
      ] as [(ahead: TimeInterval, row: String, ride: String)])
    func `the last hour is counted down in minutes, in a row and on the screen of a trip`(
      ahead: TimeInterval, row: String, ride: String
    ) {
      let trip = tripForChild(at: on("08:20"))
      withDependencies {
        $0.now = { on("08:20") - ahead }
      } operation: {
        #expect(trip.rowText == row)
        #expect(trip.cellTexts()[1] == ride)
      }
    }

    @Test(
      arguments: [
        (late: 0, rows: ["08:20 · S1 · now · free"]),
        (late: 59.9, rows: ["08:20 · S1 · departed · free"]),
        (late: 60, rows: []),
      ] as [(late: TimeInterval, rows: [String])])
    func `a trip stays in the list for a minute after its departure`(
      late: TimeInterval, rows: [String]
    ) {
      let list = TripListViewModel(
        trips: [Trip(legs: [leg(at: on("08:20"))])], passengers: [Passenger(age: 5)])
      withDependencies {
        $0.now = { on("08:20") + late }
      } operation: {
        list.refresh()
        #expect(list.rows.map(\.rowText) == rows)
      }
    }
  }

  /// In these tests, objects are created while nothing is set. So reading a dependency too early is
  /// reported.
  @MainActor struct WhenADependencyIsRead {
    @Test func `a fare service reads the clock and the table when it's asked for a price`() throws {
      let fareService = FareService()
      let price = { try fareService.price(for: adult, leg: leg(at: on("11:00"))) }
      #expect(try withFares([240, 1, 1, 1, 1], at: on("10:50"), operation: price) == 240)
      // Three days ahead, with the fares of another day
      #expect(
        try withFares([400, 1, 1, 1, 1], at: on("10:50") - 4 * 86_400, operation: price) == 360)
    }

    @Test func `an existing fare service notices that Tramline Plus was bought`() throws {
      let fareService = FareService()
      let price = { try fareService.price(for: rider, leg: leg(at: on("11:00"))) }
      #expect(try withFares(at: on("10:50"), plusEndDate: nil, operation: price) == 240)
      #expect(try withFares(at: on("10:50"), plusEndDate: on("12:00"), operation: price) == 180)
    }

    @Test func `a trip reads its dependencies when it's shown`() {
      let trip = TripViewModel(
        trip: Trip(legs: [leg(at: on("11:00"))]), passengers: [adult])
      let text = withFares([240, 1, 1, 1, 190], at: on("10:50")) { trip.rowText }
      #expect(text == "11:00 · S1 · in 10 min · € 1.90")
      let laterText = withFares([400, 1, 1, 1, 350], at: on("10:51")) { trip.rowText }
      #expect(laterText == "11:00 · S1 · in 9 min · € 3.50")
    }

    @Test func `the list reads the clock each time it's refreshed`() {
      let list = TripListViewModel(
        trips: [Trip(legs: [leg(at: on("08:20"))]), Trip(legs: [leg(at: on("08:30"))])],
        passengers: [adult])
      withFares(at: on("08:20"), operation: list.refresh)
      #expect(list.rows.map { $0.trip.legs[0].departureTime } == ["08:20", "08:30"])
      withFares(at: on("08:25"), operation: list.refresh)
      #expect(list.rows.map { $0.trip.legs[0].departureTime } == ["08:30"])
    }

    /// Fails if `current` isn't task-local: then the first task sees what the second has set.
    @Test func `two tests that run at once each have their own clock`() async {
      let trip = tripForChild(at: on("11:00"))
      let tests = ["10:50", "10:20"].map { time in
        Task {
          await withDependencies {
            $0.now = { on(time) }
          } operation: {
            await Task.yield()
            return trip.rowText
          }
        }
      }
      #expect(await tests[0].value == "11:00 · S1 · in 10 min · free")
      #expect(await tests[1].value == "11:00 · S1 · in 40 min · free")
    }
  }

  @MainActor struct Production {
    @Test func `in production, the clock is the phone's, and the table is the downloaded one`() {
      let production = Dependencies()
      #expect(abs(production.now().timeIntervalSinceNow) < 60)
      #expect(production.fareTable.file == FareTable().file)
    }

    @Test func `in production, Tramline Plus counts as soon as it's bought`() {
      let production = Dependencies()
      #expect(production.plusEndDate() == nil)
      Session.shared.plusEndDate = on("11:00")
      defer { Session.shared.plusEndDate = nil }
      #expect(production.plusEndDate() == on("11:00"))
    }

    @Test func `a dependency that a test hasn't set is reported`() throws {
      var reports: [String] = []
      let unset = Dependencies.unset { reports.append($0) }
      let price = try Dependencies.$current.withValue(unset) {
        try FareService().price(for: rider, leg: leg(at: on("11:00")))
      }
      #expect(price == 0)
      #expect(
        reports.sorted() == [
          "fareTable isn't set in this test: withDependencies { $0.fareTable = … }",
          "now isn't set in this test: withDependencies { $0.now = … }",
          "plusEndDate isn't set in this test: withDependencies { $0.plusEndDate = … }",
        ])
    }
  }
}

// MARK: - Trips and prices

@MainActor private let adult = Passenger(age: 34)
@MainActor private let rider = Passenger(age: 34, isAccountHolder: true)

@MainActor private func leg(
  _ line: String = "S1", _ from: String = "Airport", _ to: String = "Center", at departure: Date,
  minutes: Int = 20, zones: Int = 1
) -> Leg {
  Leg(
    lineName: line, departureStop: from, arrivalStop: to, departureDate: departure,
    arrivalDate: departure + TimeInterval(minutes * 60), numberOfZones: zones)
}

/// A trip that's free, so it needs only the clock.
@MainActor private func tripForChild(at departure: Date) -> TripViewModel {
  TripViewModel(trip: Trip(legs: [leg(at: departure)]), passengers: [Passenger(age: 5)])
}

/// A time on Monday, March 5, 2001, in Vienna.
private func on(_ time: String) -> Date {
  date("2001-03-05T\(time):00+01:00")
}

private func date(_ text: String) -> Date {
  (try? Date(text, strategy: .iso8601)) ?? .distantPast
}

private struct Prices: Equatable {
  var single, dayPass: Int
}

/// What a passenger pays if a ride costs 400 cents and a day pass 900.
@MainActor private func prices(
  for passenger: Passenger, at departure: Date, now: Date, plusEndDate: Date? = nil
) throws -> Prices {
  try withFares([400, 500, 600, 50, 900], at: now, plusEndDate: plusEndDate) {
    try Prices(
      single: FareService().price(for: passenger, leg: leg(at: departure)),
      dayPass: FareService().dayPassPrice(for: passenger, on: departure))
  }
}

/// Runs an operation at a time when these are the prices.
@MainActor private func withFares<Result>(
  _ prices: [Int] = [240, 360, 480, 60, 700], at now: Date, plusEndDate: Date? = nil,
  operation: () throws -> Result
) rethrows -> Result {
  try withDependencies {
    $0.now = { now }
    $0.fareTable = FareTableStub(prices)
    $0.plusEndDate = { plusEndDate }
  } operation: {
    try operation()
  }
}

// MARK: - Test doubles

/// Runs an operation with the current dependencies, after changing some of them.
@MainActor
func withDependencies<Result>(
  _ change: (inout Dependencies) -> Void, operation: () throws -> Result
) rethrows -> Result {
  var dependencies = Dependencies.current
  change(&dependencies)
  return try Dependencies.$current.withValue(dependencies, operation: operation)
}

@MainActor
func withDependencies<Result>(
  _ change: (inout Dependencies) -> Void, operation: () async throws -> Result
) async rethrows -> Result {
  var dependencies = Dependencies.current
  change(&dependencies)
  return try await Dependencies.$current.withValue(dependencies, operation: operation)
}

@MainActor
extension Dependencies {
  /// Reports each use of a dependency, and returns something harmless.
  static func unset(
    report: @escaping (String) -> Void = { Issue.record(Comment(rawValue: $0)) }
  ) -> Dependencies {
    let used = { (name: String) in
      report("\(name) isn't set in this test: withDependencies { $0.\(name) = … }")
    }
    var unset = Dependencies()
    unset.now = {
      used("now")
      return Date(timeIntervalSince1970: 0)
    }
    unset.fareTable = UnsetFareTable { used("fareTable") }
    unset.plusEndDate = {
      used("plusEndDate")
      return nil
    }
    return unset
  }
}

/// Starts each test of a suite with unset dependencies, so none uses production's by mistake.
struct UnsetDependencies: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true

  @MainActor
  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await Dependencies.$current.withValue(.unset()) { try await function() }
  }
}

extension Trait where Self == UnsetDependencies {
  static var unsetDependencies: Self { Self() }
}

/// Returns the same prices on any day.
@MainActor
final class FareTableStub: FareTable {
  private let prices: [Int]

  init(_ prices: [Int]) {
    self.prices = prices
    super.init(file: URL(fileURLWithPath: "/"))
  }

  override func zonePrices(at date: Date) throws -> [Int] { prices }
}

@MainActor
private final class UnsetFareTable: FareTable {
  private let used: () -> Void

  init(used: @escaping () -> Void) {
    self.used = used
    super.init(file: URL(fileURLWithPath: "/"))
  }

  override func zonePrices(at date: Date) throws -> [Int] {
    used()
    return [0, 0, 0, 0, 0]
  }
}
