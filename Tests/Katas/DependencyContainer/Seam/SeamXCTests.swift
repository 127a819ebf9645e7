import XCTest

@testable import DependencyContainer

/// The technique in XCTest, where no trait can bind the dependencies around a test.
///
/// `setUp` prepares them, each test binds them, and nothing is left to tear down.
final class SeamXCTests: XCTestCase {
  @MainActor private var dependencies: Dependencies!
  @MainActor private var leg: Leg!

  @MainActor override func setUp() async throws {
    dependencies = .unset { XCTFail($0) }
    dependencies.now = { Date(timeIntervalSince1970: 983_786_400) }
    leg = try Leg(
      lineName: "S1", departureStop: "Airport", arrivalStop: "Center",
      departureDate: dependencies.now() + 600, durationInMinutes: 20, numberOfZones: 2)
  }

  @MainActor func testFareIsReadFromTheTable() async throws {
    dependencies.fareTable = FareTableStub([240, 360, 480, 60, 900])
    let fare = leg.fare(for: Passenger(age: 34, hasTramlinePlus: true))
    try Dependencies.$current.withValue(dependencies) {
      XCTAssertEqual(try fare.priceInCents(), 270)
    }
  }

  @MainActor func testBrokenTableSendsPassengersToTheCounter() async throws {
    dependencies.fareTable = FareTableStub(.invalidFares)
    let trip = try Itinerary(leg: leg, passenger: Passenger(age: 34))
    let printout = Dependencies.$current.withValue(dependencies) { trip.printableText() }
    XCTAssertTrue(printout.hasSuffix("\nAge 34: pay at the counter"), printout)
  }

  @MainActor func testBindingLastsAcrossSuspensions() async throws {
    let trip = try Itinerary(leg: leg, passenger: Passenger(age: 34))
    let countdown = TripPlanner(timetable: []).countdown(to: trip)
    let text = await Dependencies.$current.withValue(dependencies) {
      await Task.yield()
      return countdown()
    }
    XCTAssertEqual(text, "S1 in 10 min")
    // Outside the binding, it's the device's clock
    XCTAssertEqual(countdown(), "S1 departed")
  }
}
