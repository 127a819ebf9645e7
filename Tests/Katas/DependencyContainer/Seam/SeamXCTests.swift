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
    let departure = dependencies.now() + 600
    leg = Leg(
      lineName: "S1", departureStop: "Airport", arrivalStop: "Center", departureDate: departure,
      arrivalDate: departure + 1_200, numberOfZones: 2)
  }

  @MainActor func testFareIsReadFromTheTable() async throws {
    dependencies.fareTable = FareTableStub([240, 360, 480, 60, 900])
    try Dependencies.$current.withValue(dependencies) {
      XCTAssertEqual(try FareService().price(for: Passenger(age: 34), leg: leg), 360)
    }
  }

  @MainActor func testBrokenTableSendsPassengersToTheDriver() async throws {
    dependencies.fareTable = FareTableStub(.invalidFares)
    let trip = TripViewModel(trip: Trip(legs: [leg]), passengers: [Passenger(age: 34)])
    let texts = Dependencies.$current.withValue(dependencies) { trip.cellTexts() }
    XCTAssertEqual(texts.last, "Age 34: pay on board")
  }

  @MainActor func testBindingLastsAcrossSuspensions() async throws {
    let trip = TripViewModel(trip: Trip(legs: [leg]), passengers: [Passenger(age: 5)])
    let text = await Dependencies.$current.withValue(dependencies) {
      await Task.yield()
      return trip.rowText
    }
    XCTAssertEqual(text, "11:10 · S1 · in 10 min · free")
    // Outside the binding, it's the device's clock
    XCTAssertEqual(trip.rowText, "11:10 · S1 · departed · free")
  }
}
