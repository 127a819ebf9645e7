import XCTest

#if SOLUTION
  @testable import DependencyContainerAfter
#else
  @testable import DependencyContainerBefore
#endif

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
      "S1", from: "Airport", to: "Center", departure: dependencies.now() + 600, minutes: 20,
      zones: 2)
  }

  @MainActor func testFareIsReadFromTheTable() async throws {
    dependencies.fareTable = FareTableStub([240, 360, 480, 60, 900])
    let fare = leg.fare(for: Passenger(age: 34, hasCard: true))
    try Dependencies.$current.withValue(dependencies) {
      XCTAssertEqual(try fare.cents(), 270)
    }
  }

  @MainActor func testBrokenTableSendsPassengersToTheCounter() async throws {
    dependencies.fareTable = FareTableStub(.invalidFares(row: 3))
    let trip = try Itinerary(leg, for: Passenger(age: 34))
    let printout = Dependencies.$current.withValue(dependencies) { trip.printout() }
    XCTAssertTrue(printout.hasSuffix("\nAge 34: pay at the counter"), printout)
  }

  @MainActor func testBindingLastsAcrossSuspensions() async throws {
    let leg: Leg = leg
    let status = await Dependencies.$current.withValue(dependencies) {
      await Task.yield()
      return leg.status
    }
    XCTAssertEqual(status, "in 10 min")
    // Outside the binding, it's the device's clock
    XCTAssertEqual(leg.status, "departed")
  }

  @MainActor func testUnsetDependencyIsReported() async throws {
    var reports: [String] = []
    let unset = Dependencies.unset { reports.append($0) }
    Dependencies.$current.withValue(unset) { _ = leg.status }
    XCTAssertEqual(
      reports, ["now isn't set in this test: withDependencies { $0.now = … }"])
  }
}
