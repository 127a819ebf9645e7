import Foundation
import TestSupport
import Testing

@testable import DependencyContainer

/// What a trip costs, how it depends on the time, and whose dependencies it uses.
///
/// With `.unsetDependencies`, a test fails if the code uses a dependency that the test hasn't set.
@MainActor
@Suite("DependencyContainer: seam", .namesModule, .unsetDependencies)
struct SeamTests {

  // MARK: Fares

  @Test(
    arguments: [
      (5, false, 3, 0), (6, false, 1, 200), (6, false, 2, 250), (15, true, 3, 250),
      // Tramline Plus, and more zones than the table has
      (16, true, 1, 300), (64, true, 2, 380), (16, true, 9, 370),
      // A full fare is rounded, too (a quirk)
      (16, false, 2, 500), (34, false, 1, 390), (34, false, 3, 490),
    ])
  func `the best discount counts, and fares are rounded up to ten cents`(
    age: Int, hasTramlinePlus: Bool, zones: Int, cents: Int
  ) throws {
    let leg = try leg("11:00", zones: zones)
    let fare = leg.fare(for: Passenger(age: age, hasTramlinePlus: hasTramlinePlus))
    let price = try withFares([390, 500, 481, 60, 980], at: "2001-03-05T10:00:00Z") {
      try fare.priceInCents()
    }
    #expect(price == cents)
  }

  @Test(
    arguments: [
      (34, false, "08:59", 450, 900), (34, false, "09:00", 400, 900),
      (34, true, "06:30", 340, 680), (34, true, "06:29", 300, 680),
      (10, true, "16:00", 230, 450), (5, false, "16:00", 0, 0),
    ])
  func `at peak, there's a surcharge, except on a day pass`(
    age: Int, hasTramlinePlus: Bool, departure: String, single: Int, dayPass: Int
  ) throws {
    let leg = try leg(departure)
    let passenger = Passenger(age: age, hasTramlinePlus: hasTramlinePlus)
    let prices = try withFares([400, 500, 600, 50, 900], at: "2001-03-05T00:00:00Z") {
      try [leg.fare(for: passenger), Fare(dayPassFor: passenger, firstLeg: leg)]
        .map { try $0.priceInCents() }
    }
    #expect(prices == [single, dayPass])
  }

  @Test(
    arguments: [
      ("2001-03-02T10:00:00Z", "11:00", 34, false, 360, 810),
      ("2001-03-02T10:00:01Z", "11:00", 34, false, 400, 900),
      ("1970-01-01T00:00:00Z", "11:00", 34, false, 360, 810),
      ("2001-03-09T10:00:00Z", "11:00", 34, false, 400, 900),
      // At peak, too
      ("2001-03-02T07:00:00Z", "08:00", 70, false, 410, 810),
      // Better discounts
      ("2001-03-02T10:00:00Z", "11:00", 34, true, 300, 680),
      ("2001-03-02T10:00:00Z", "11:00", 10, false, 200, 450),
    ])
  func `three days ahead, a ride and a day pass are ten percent cheaper`(
    time: String, departure: String, age: Int, hasTramlinePlus: Bool, single: Int, dayPass: Int
  ) throws {
    let leg = try leg(departure)
    let passenger = Passenger(age: age, hasTramlinePlus: hasTramlinePlus)
    let prices = try withFares([400, 500, 600, 50, 900], at: time) {
      try [leg.fare(for: passenger), Fare(dayPassFor: passenger, firstLeg: leg)]
        .map { try $0.priceInCents() }
    }
    #expect(prices == [single, dayPass])
  }

  @Test func `on New Year's Eve, a trip past midnight has the fares of both years`() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("fares.csv")
    try Data("2001-01-01;240;1;1;50;500\n2002-01-01;260;1;1;60;520".utf8).write(to: file)
    let evening = try [leg("23:30", on: "2001-12-31"), leg("23:59", on: "2001-12-31")]
    let legs = try evening + [leg("00:00", on: "2002-01-01")]
    let group = [adult, Passenger(age: 34, hasTramlinePlus: true)]
    try withDependencies {
      $0.now = { date("2001-12-31T22:30:00Z") }
      $0.fareTable = FareTable(file: file)
      $0.formatPrice = { "\($0) cents" }
    } operation: {
      let trip = try Itinerary(legs: legs, passengers: group)
      #expect(trip.printableText().hasSuffix(": day pass 500 cents\nAge 34: day pass 380 cents"))
      let late = try Itinerary(legs: Array(legs.dropFirst()), passengers: [adult])
      #expect(late.printableText().hasSuffix("\nAge 34: 240 cents + 260 cents"))
    }
  }

  @Test func `an itinerary lists the fares of each passenger`() throws {
    let planner = TripPlanner(timetable: [
      [
        "line_short": "S1", "stop_from": "Airport", "stop_to": "Center", "dep_time": "08:20",
        "dur_min": 45, "zone_cnt": 3,
      ],
      [
        "line_short": "T4", "stop_from": "Center", "stop_to": "Harbor", "dep_time": "09:09",
        "dur_min": 10,
      ],
      [
        "line_short": "S1", "stop_from": "Airport", "stop_to": "Center", "dep_time": "08:19",
        "dur_min": 1,
      ],
    ])
    try withFares([240, 360, 480, 60, 700], at: "2001-03-05T07:19:30Z") {
      let trip = try planner.plan(
        ["Airport", "Center", "Harbor"],
        for: [
          adult, Passenger(age: 10), Passenger(age: 70, hasTramlinePlus: true), Passenger(age: 5),
        ])
      #expect(
        trip.printableText() == """
          Your trip on 5.3.2001
          08:20 Airport: S1, now
          09:05 Center (peak)
          4 min to change
          09:09 Center: T4, in 49 min
          09:19 Harbor
          Age 34: day pass 700 cents
          Age 10: day pass 350 cents
          Age 70: day pass 530 cents
          Age 5: free + free
          """)
    }
  }

  @Test(
    arguments: [
      (779, "day pass 780 cents"), (780, "day pass 780 cents"),
      // Rounded up, it costs as much as the two fares together
      (781, "550 cents + 240 cents"),
    ])
  func `a day pass is offered if it costs less`(price: Int, text: String) throws {
    let legs = try [leg("08:20", zones: 3), leg("09:20")]
    try withFares([240, 360, 490, 60, price], at: "2001-03-05T07:00:00Z") {
      let trip = try Itinerary(legs: legs, passengers: [adult])
      #expect(trip.printableText().hasSuffix("\nAge 34: \(text)"))
    }
  }

  @Test(arguments: [TramlineError.noFareTable, .noFares, .invalidFares])
  func `without a valid fare table, passengers pay at the counter`(error: TramlineError) throws {
    let leg = try leg("11:00")
    let trip = try Itinerary(legs: [leg], passengers: [adult, Passenger(age: 5)])
    withDependencies {
      $0.now = { date("2001-03-05T07:00:00Z") }
      $0.fareTable = FareTableStub(error)
    } operation: {
      #expect(throws: error) { try leg.fare(for: adult).priceText() }
      #expect(trip.printableText().hasSuffix("\nAge 34: pay at the counter\nAge 5: free"))
    }
    withFares([240, 360, 480, 60, 700], at: "2001-03-05T07:00:00Z") {
      #expect(trip.printableText().hasSuffix("\nAge 34: 240 cents\nAge 5: free"))
    }
  }

  // MARK: Time

  @Test(
    arguments: [
      (0, "now"), (59.9, "now"), (60, "in 1 min"), (119, "in 1 min"), (3_599, "in 59 min"),
      (3_600, "at 08:20"), (86_400 * 10_000, "at 08:20"), (-0.1, "departed"),
      (-86_400 * 10_000, "departed"),
    ] as [(TimeInterval, String)])
  func `the last hour is counted down in minutes, on the display and on paper`(
    ahead: TimeInterval, status: String
  ) throws {
    let trip = try Itinerary(leg: leg("08:20"), passenger: Passenger(age: 5))
    withDependencies {
      $0.now = { date("2001-03-05T07:20:00Z").addingTimeInterval(-ahead) }
    } operation: {
      #expect(countdown(to: trip)() == "S1 \(status)")
      #expect(trip.printableText().contains("\n08:20 Airport: S1, \(status)\n"))
    }
  }

  @Test func `the display shows each ride, even one that has left`() throws {
    let trip = try Itinerary(legs: [leg("08:20"), leg("08:50")], passengers: [adult])
    withFares(at: "2001-03-05T07:30:00Z") {
      #expect(countdown(to: trip)() == "S1 departed, S1 in 20 min")
    }
  }

  @Test(
    arguments: [
      (now: "2001-03-05T07:20:00Z", departure: "2001-03-05T07:20:00Z"),
      (now: "2001-03-05T07:20:01Z", departure: "2001-03-05T08:20:00Z"),
      (now: "2001-03-05T22:59:59Z", departure: "2001-03-05T23:20:00Z"),
      // Midnight in Vienna
      (now: "2001-03-05T23:00:00Z", departure: "2001-03-06T07:20:00Z"),
    ])
  func `without a start time, a trip starts at the time when it's planned`(
    now: String, departure: String
  ) throws {
    let planner = TripPlanner(
      timetable: ["24:20", "08:20", "09:20"].map { time in
        [
          "line_short": "S1", "stop_from": "Airport", "stop_to": "Center", "dep_time": time,
          "dur_min": 20,
        ]
      })
    let trip = try withDependencies {
      $0.now = { date(now) }
    } operation: {
      try planner.plan(["Airport", "Center"], for: [adult])
    }
    #expect(trip.legs[0].departureDate == date(departure))
  }

  // MARK: When a dependency is read

  // In these tests, objects are created while nothing is set. So reading a dependency too early is reported.

  @Test func `a fare reads its dependencies when it's asked for the price`() throws {
    let fare = try leg("11:00").fare(for: adult)
    #expect(
      try withFares([240, 1, 1, 1, 1], at: "2001-03-05T09:50:00Z", operation: fare.priceText)
        == "240 cents")
    // Three days ahead, with the fares of another day
    #expect(
      try withFares([400, 1, 1, 1, 1], at: "2001-03-02T09:00:00Z", operation: fare.priceText)
        == "360 cents")
  }

  @Test func `an itinerary reads its dependencies when it's printed`() throws {
    let trip = try Itinerary(leg: leg("11:00"), passenger: adult)
    let text = withFares(
      [240, 1, 1, 1, 190], at: "2001-03-05T09:50:00Z", operation: trip.printableText)
    #expect(text.hasSuffix("S1, in 10 min\n11:20 Center\nAge 34: day pass 190 cents"))
    let earlierText = withFares(
      [400, 1, 1, 1, 350], at: "2001-03-02T09:00:00Z", operation: trip.printableText)
    #expect(earlierText.hasSuffix("S1, at 11:00\n11:20 Center\nAge 34: day pass 320 cents"))
  }

  @Test func `the display reads the clock each time it's updated`() throws {
    let display = try countdown(to: Itinerary(leg: leg("11:00"), passenger: adult))
    #expect(withFares(at: "2001-03-05T09:50:00Z", operation: display) == "S1 in 10 min")
    #expect(withFares(at: "2001-03-05T09:51:00Z", operation: display) == "S1 in 9 min")
  }

  @Test func `an escaping closure sees its caller's dependencies`() throws {
    let trip = try Itinerary(leg: leg("11:00"), passenger: adult)
    let text = withFares(at: "2001-03-05T09:50:00Z") { countdown(to: trip) }
    #expect(withFares(at: "2001-03-05T09:59:30Z", operation: text) == "S1 now")
    // As in the app, where nobody binds anything
    #expect(Dependencies.$current.withValue(Dependencies(), operation: text) == "S1 departed")
  }

  @Test func `a task takes its dependencies along, but a block on a queue doesn't`() async throws {
    let countdown = try countdown(to: Itinerary(leg: leg("11:00"), passenger: adult))
    let task = withFares(at: "2001-03-05T09:50:00Z") {
      Task { countdown() }
    }
    #expect(await task.value == "S1 in 10 min")

    let text = await withDependencies {
      $0.now = { date("2001-03-05T09:50:00Z") }
    } operation: {
      await withCheckedContinuation { continuation in
        DispatchQueue.main.async { continuation.resume(returning: countdown()) }
      }
    }
    #expect(text == "S1 departed")
  }

  /// Fails if `current` isn't task-local: then the first task sees what the second has set.
  @Test func `two tests that run at once each have their own clock`() async throws {
    let countdown = try countdown(to: Itinerary(leg: leg("11:00"), passenger: adult))
    let tests = ["2001-03-05T09:50:00Z", "2001-03-05T09:20:00Z"].map { time in
      Task {
        await withDependencies {
          $0.now = { date(time) }
        } operation: {
          await Task.yield()
          return countdown()
        }
      }
    }
    #expect(await tests[0].value == "S1 in 10 min")
    #expect(await tests[1].value == "S1 in 40 min")
  }

  // MARK: Production, and what a test forgets

  @Test func `in production, nothing has to be set`() {
    let production = Dependencies()
    #expect(abs(production.now().timeIntervalSinceNow) < 60)
    #expect(production.fareTable.file.path == "/var/lib/tramline/fares.csv")
  }

  @Test(arguments: [(1_200, "12,00"), (1_205, "12,05"), (50, "0,50"), (12_340, "123,40")])
  func `in production, a price has two decimals, as in Austria`(cents: Int, digits: String) {
    let price = Dependencies().formatPrice(cents)
    #expect(price.filter { $0.isNumber || $0.isPunctuation } == digits)
    #expect(price.contains("€"))
  }

  @Test func `a dependency that a test hasn't set is reported`() throws {
    let fare = try leg("11:00").fare(for: adult)
    var reports: [String] = []
    let unset = Dependencies.unset { reports.append($0) }
    #expect(try Dependencies.$current.withValue(unset, operation: fare.priceText) == "free")
    #expect(unset.formatPrice(240) == "240")
    #expect(
      reports == [
        "fareTable isn't set in this test: withDependencies { $0.fareTable = … }",
        "now isn't set in this test: withDependencies { $0.now = … }",
        "formatPrice isn't set in this test: withDependencies { $0.formatPrice = … }",
      ])
  }

  // MARK: Fixtures

  private let adult = Passenger(age: 34)

  private func leg(
    _ departure: String, on day: String = "2001-03-05", zones: Int = 1
  ) throws -> Leg {
    try Leg(
      lineName: "S1", departureStop: "Airport", arrivalStop: "Center",
      departureDate: date("\(day)T\(departure):00+01:00"), durationInMinutes: 20,
      numberOfZones: zones)
  }

  private func date(_ text: String) -> Date {
    (try? Date(text, strategy: .iso8601)) ?? .distantPast
  }

  private func countdown(to trip: Itinerary) -> () -> String {
    TripPlanner(timetable: []).countdown(to: trip)
  }

  /// Runs an operation at a time when these are the prices.
  private func withFares<Result>(
    _ prices: [Int] = [240, 360, 480, 60, 700], at time: String, operation: () throws -> Result
  ) rethrows -> Result {
    let now = date(time)
    return try withDependencies {
      $0.now = { now }
      $0.fareTable = FareTableStub(prices)
      $0.formatPrice = { "\($0) cents" }
    } operation: {
      try operation()
    }
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
    unset.formatPrice = {
      used("formatPrice")
      return "\($0)"
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

/// Returns the same prices on any day, or throws the same error.
@MainActor
final class FareTableStub: FareTable {
  private let prices: Result<[Int], TramlineError>

  init(_ prices: [Int]) {
    self.prices = .success(prices)
    super.init(file: URL(fileURLWithPath: "/"))
  }

  init(_ error: TramlineError) {
    prices = .failure(error)
    super.init(file: URL(fileURLWithPath: "/"))
  }

  override func zonePrices(at date: Date) throws -> [Int] { try prices.get() }
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
