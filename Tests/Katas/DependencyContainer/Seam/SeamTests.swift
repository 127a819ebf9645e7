import Foundation
import TestSupport
import Testing

#if SOLUTION
  @testable import DependencyContainerAfter
#else
  @testable import DependencyContainerBefore
#endif

/// What a trip costs, how it depends on the time, and whose dependencies it uses.
///
/// With `.unsetDependencies`, a test fails if the code uses a dependency that the test hasn't set.
@MainActor
@Suite("DependencyContainer: seam", .namesModule, .unsetDependencies)
struct SeamTests {

  // MARK: Fares

  @Test(
    arguments: [
      (6, false, 1, 200), (6, false, 2, 250), (15, true, 3, 250), (16, false, 2, 500),
      (64, false, 1, 390), (65, false, 1, 280), (65, false, 2, 350), (120, true, 3, 340),
      // A card, and more zones than the table has
      (16, true, 1, 300), (64, true, 2, 380), (16, true, 9, 370),
      // A full fare is rounded, too (a quirk)
      (34, false, 1, 390), (34, false, 3, 490), (5, false, 3, 0),
    ])
  func `the best discount counts, and fares are rounded up to ten cents`(
    age: Int, hasCard: Bool, zones: Int, cents: Int
  ) throws {
    try withDependencies {
      $0.now = { moment("2001-03-05T10:00:00Z") }
      $0.fareTable = FareTableStub([390, 500, 481, 60, 980])
    } operation: {
      let fare = try leg("11:00", zones: zones).fare(for: Passenger(age: age, hasCard: hasCard))
      #expect(try fare.cents() == cents)
    }
  }

  @Test(
    arguments: [
      (34, false, "08:59", 450), (34, false, "09:00", 400), (34, true, "06:30", 340),
      (34, true, "06:29", 300), (70, false, "16:00", 450), (70, false, "18:30", 280),
      (70, true, "16:00", 340), (10, false, "08:00", 230), (5, false, "08:00", 0),
    ])
  func `at peak, there's a surcharge, and no discount for seniors`(
    age: Int, hasCard: Bool, departure: String, cents: Int
  ) throws {
    try withDependencies {
      $0.now = { moment("2001-03-05T00:00:00Z") }
      $0.fareTable = FareTableStub([400, 500, 600, 50, 900])
    } operation: {
      let passenger = Passenger(age: age, hasCard: hasCard)
      let leg = try leg(departure)
      #expect(try leg.fare(for: passenger).cents() == cents)
      // A day pass has no surcharge, and seniors get their discount
      let pass = [34: hasCard ? 680 : 900, 70: 630, 10: 450, 5: 0]
      #expect(try Fare(dayPassFor: passenger, from: leg).cents() == pass[age])
    }
  }

  @Test(
    arguments: [
      ("2001-03-02T10:00:00Z", 34, false, 360), ("2001-03-02T10:00:01Z", 34, false, 400),
      ("2001-03-09T10:00:00Z", 34, false, 400), ("1970-01-01T00:00:00Z", 34, false, 360),
      // Better discounts
      ("2001-03-02T10:00:00Z", 34, true, 300), ("2001-03-02T10:00:00Z", 70, false, 280),
      ("2001-03-02T10:00:00Z", 10, false, 200),
    ])
  func `three days ahead, a fare is ten percent cheaper`(
    time: String, age: Int, hasCard: Bool, cents: Int
  ) throws {
    try withDependencies {
      $0.now = { moment(time) }
      $0.fareTable = FareTableStub([400, 500, 600, 50, 900])
    } operation: {
      let fare = try leg("11:00").fare(for: Passenger(age: age, hasCard: hasCard))
      #expect(try fare.cents() == cents)
    }
  }

  @Test func `a trip past midnight has the fares of both days`() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("fares.csv")
    try Data("2001-01-01;240;1;1;50;500\n2001-03-06;260;1;1;60;520".utf8).write(to: file)
    try withDependencies {
      $0.now = { moment("2001-03-05T22:30:00Z") }
      $0.fareTable = FareTable(file: file)
      $0.formatPrice = { "\($0) cents" }
    } operation: {
      let trip = try Itinerary(
        [leg("23:30"), leg("23:59"), leg("00:00", day: 6)],
        for: [Passenger(age: 34), Passenger(age: 34, hasCard: true)])
      #expect(trip.printout().hasSuffix("\nAge 34: day pass 500 cents\nAge 34: day pass 380 cents"))
      let late = try Itinerary([leg("23:59"), leg("00:00", day: 6)], for: [Passenger(age: 34)])
      #expect(late.printout().hasSuffix("\nAge 34: 240 cents + 260 cents"))
    }
  }

  @Test func `an itinerary lists the fares of each passenger`() throws {
    try withDependencies {
      $0.now = { moment("2001-03-05T07:19:30Z") }
      $0.fareTable = FareTableStub([240, 360, 480, 60, 700])
      $0.formatPrice = { "\($0) cents" }
    } operation: {
      let planner = TripPlanner(timetable: [
        [
          "line": "S1", "from": "Airport", "to": "Center", "departs": "08:20", "minutes": 45,
          "zones": 3,
        ],
        ["line": "T4", "from": "Center", "to": "Harbor", "departs": "09:09", "minutes": 10],
        ["line": "S1", "from": "Airport", "to": "Center", "departs": "08:19", "minutes": 1],
      ])
      let trip = try planner.plan(
        ["Airport", "Center", "Harbor"],
        for: [Passenger(age: 34), Passenger(age: 10), Passenger(age: 70), Passenger(age: 5)])
      #expect(
        trip.printout() == """
          Your trip on 5.3.2001
          08:20 Airport: S1, now
          09:05 Center (peak)
          4 min to change
          09:09 Center: T4, in 49 min
          09:19 Harbor
          Age 34: day pass 700 cents
          Age 10: day pass 350 cents
          Age 70: day pass 490 cents
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
    try withDependencies {
      $0.now = { moment("2001-03-05T07:00:00Z") }
      $0.fareTable = FareTableStub([240, 360, 490, 60, price])
      $0.formatPrice = { "\($0) cents" }
    } operation: {
      let trip = try Itinerary(
        [leg("08:20", zones: 3), leg("09:20")], for: [Passenger(age: 34)])
      #expect(trip.printout().hasSuffix("\nAge 34: \(text)"))
    }
  }

  @Test(arguments: [TripError.noFareTable, .noFares, .invalidFares(row: 2)])
  func `without a valid fare table, passengers pay at the counter`(error: TripError) throws {
    try withDependencies {
      $0.now = { moment("2001-03-05T07:00:00Z") }
      $0.fareTable = FareTableStub(error)
    } operation: {
      let leg = try leg("08:20")
      #expect(throws: error) { try leg.fare(for: Passenger(age: 34)).text() }
      let trip = try Itinerary([leg], for: [Passenger(age: 34), Passenger(age: 5)])
      #expect(trip.printout().hasSuffix("\nAge 34: pay at the counter\nAge 5: free"))
    }
  }

  // MARK: Time

  @Test(
    arguments: [
      (0, "now"), (59.9, "now"), (60, "in 1 min"), (119, "in 1 min"), (3_599, "in 59 min"),
      (3_600, "at 08:20"), (86_400 * 10_000, "at 08:20"), (-0.1, "departed"),
      (-86_400 * 10_000, "departed"), (.nan, "departed"), (.infinity, "at 08:20"),
      (-.infinity, "departed"),
    ] as [(TimeInterval, String)])
  func `a leg counts down the last hour in minutes`(ahead: TimeInterval, status: String) throws {
    let leg = try leg("08:20")
    withDependencies {
      $0.now = { moment("2001-03-05T07:20:00Z").addingTimeInterval(-ahead) }
    } operation: {
      #expect(leg.status == status)
    }
  }

  @Test(
    arguments: [
      ("2001-03-05T07:20:00Z", "2001-03-05T07:20:00Z"),
      ("2001-03-05T07:20:01Z", "2001-03-05T08:20:00Z"),
      ("2001-03-05T22:59:59Z", "2001-03-05T23:20:00Z"),
      // Midnight in Vienna
      ("2001-03-05T23:00:00Z", "2001-03-06T07:20:00Z"),
    ])
  func `without a start time, a trip starts at the clock's time`(
    time: String, departure: String
  ) throws {
    let planner = TripPlanner(
      timetable: ["24:20", "08:20", "09:20"].map { time in
        ["line": "S1", "from": "Airport", "to": "Center", "departs": time, "minutes": 20]
      })
    let trip = try withDependencies {
      $0.now = { moment(time) }
    } operation: {
      try planner.plan(["Airport", "Center"], for: [Passenger(age: 34)])
    }
    #expect(trip.legs[0].departure == moment(departure))
  }

  @Test func `a clock that is far off causes an error`() throws {
    withDependencies {
      $0.now = { Date(timeIntervalSince1970: .nan) }
    } operation: {
      #expect(throws: TripError.invalidDate) {
        try TripPlanner(timetable: []).plan(["Airport", "Center"], for: [Passenger(age: 34)])
      }
    }
  }

  // MARK: When a dependency is read

  @Test func `dependencies are read when they're used, not when an object is created`() throws {
    // Unset here, so reading them too early would be reported
    let leg = try leg("11:00")
    let trip = try Itinerary(leg, for: Passenger(age: 34))
    let fare = leg.fare(for: Passenger(age: 34))
    let countdown = TripPlanner(timetable: []).countdown(to: trip)
    for (time, prices, texts) in [
      ("2001-03-05T09:50:00Z", [240], ["S1 in 10 min", "240 cents"]),
      ("2001-03-02T09:00:00Z", [400], ["S1 at 11:00", "360 cents"]),
    ] {
      withDependencies {
        $0.now = { moment(time) }
        $0.fareTable = FareTableStub(prices + [1, 1, 1, 9_999])
        $0.formatPrice = { "\($0) cents" }
      } operation: {
        #expect([countdown(), try? fare.text()] == texts)
        #expect(trip.printout().hasSuffix("\nAge 34: \(texts[1])"))
      }
    }
  }

  @Test func `an escaping closure sees its caller's dependencies`() throws {
    let countdown = try withDependencies {
      $0.now = { moment("2001-03-05T09:50:00Z") }
    } operation: {
      let trip = try Itinerary(leg("11:00"), for: Passenger(age: 34))
      return TripPlanner(timetable: []).countdown(to: trip)
    }
    let later = withDependencies {
      $0.now = { moment("2001-03-05T09:59:30Z") }
    } operation: {
      countdown()
    }
    #expect(later == "S1 now")
    // As in the app, where nobody binds anything
    #expect(Dependencies.$current.withValue(Dependencies(), operation: countdown) == "S1 departed")
  }

  @Test func `a task takes its dependencies along, but a block on a queue doesn't`() async throws {
    let leg = try leg("11:00")
    let started = AsyncStream.makeStream(of: Never.self)
    let task = withDependencies {
      $0.now = { moment("2001-03-05T09:50:00Z") }
    } operation: {
      Task {
        for await _ in started.stream {}
        return leg.status
      }
    }
    started.continuation.finish()
    #expect(await task.value == "in 10 min")

    let block = await withDependencies {
      $0.now = { moment("2001-03-05T09:50:00Z") }
    } operation: {
      await withCheckedContinuation { continuation in
        DispatchQueue.main.async { continuation.resume(returning: leg.status) }
      }
    }
    #expect(block == "departed")
  }

  /// Fails if `current` isn't task-local: then each task sees what the other has bound.
  @Test func `two tests that run at once each have their own clock`() async throws {
    let leg = try leg("11:00")
    let turns = [AsyncStream.makeStream(of: Void.self), AsyncStream.makeStream(of: Void.self)]
    let tests = ["2001-03-05T09:50:00Z", "2001-03-05T09:20:00Z"].enumerated().map { index, time in
      Task {
        await withDependencies {
          $0.now = { moment(time) }
        } operation: {
          var seen: [String] = []
          for await _ in turns[index].stream.prefix(10) {
            seen.append(leg.status)
            turns[1 - index].continuation.yield()
          }
          return Set(seen)
        }
      }
    }
    turns[0].continuation.yield()
    #expect(await tests[0].value == ["in 10 min"])
    #expect(await tests[1].value == ["in 40 min"])
  }

  // MARK: Production, and what a test forgets

  @Test func `in production, nothing has to be set`() {
    let production = Dependencies()
    let start = production.now()
    #expect(abs(start.timeIntervalSinceNow) < 60)
    #expect((1...1_000_000).contains { _ in production.now() > start })
    let price = production.formatPrice(1_240)
    #expect(price.compactMap(\.wholeNumberValue) == [1, 2, 4, 0])
    #expect(price.contains("€") || price.contains("EUR"))
    #expect(production.fareTable.file.path == "/var/lib/kiosk/fares.csv")
  }

  @Test func `a dependency that a test hasn't set is reported`() throws {
    let fare = try leg("11:00").fare(for: Passenger(age: 34))
    var reports: [String] = []
    let unset = Dependencies.unset { reports.append($0) }
    #expect(try Dependencies.$current.withValue(unset, operation: fare.text) == "free")
    #expect(
      reports == [
        "fareTable isn't set in this test: withDependencies { $0.fareTable = … }",
        "now isn't set in this test: withDependencies { $0.now = … }",
      ])
    #expect(unset.formatPrice(240) == "240")
    #expect(
      reports.last == "formatPrice isn't set in this test: withDependencies { $0.formatPrice = … }")
  }

  // MARK: Fixtures

  private func leg(_ departure: String, day: Int = 5, zones: Int = 1) throws -> Leg {
    try Leg(
      "S1", from: "Airport", to: "Center",
      departure: moment("2001-03-0\(day)T\(departure):00+01:00"), minutes: 20, zones: zones)
  }

  private func moment(_ text: String) -> Date {
    (try? Date(text, strategy: .iso8601)) ?? .distantPast
  }
}

// MARK: - Test doubles

/// Runs an operation with the current dependencies, after changing some of them.
@MainActor @discardableResult
func withDependencies<Result>(
  _ change: (inout Dependencies) -> Void, operation: () throws -> Result
) rethrows -> Result {
  var dependencies = Dependencies.current
  change(&dependencies)
  return try Dependencies.$current.withValue(dependencies, operation: operation)
}

@MainActor @discardableResult
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
  private let prices: Result<[Int], TripError>

  init(_ prices: [Int]) {
    self.prices = .success(prices)
    super.init(file: URL(fileURLWithPath: "/"))
  }

  init(_ error: TripError) {
    prices = .failure(error)
    super.init(file: URL(fileURLWithPath: "/"))
  }

  override func prices(at moment: Date) throws -> [Int] { try prices.get() }
}

@MainActor
private final class UnsetFareTable: FareTable {
  private let used: () -> Void

  init(used: @escaping () -> Void) {
    self.used = used
    super.init(file: URL(fileURLWithPath: "/"))
  }

  override func prices(at moment: Date) throws -> [Int] {
    used()
    return [0, 0, 0, 0, 0]
  }
}
