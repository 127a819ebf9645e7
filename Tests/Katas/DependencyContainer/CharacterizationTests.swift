import Foundation
import TestSupport
import Testing

#if SOLUTION
  @testable import DependencyContainerAfter
#else
  @testable import DependencyContainerBefore
#endif

/// Pins what the planner does without a fare table, which only a kiosk has.
///
/// Trips are in 2001, when every train has left, or in 2099, when none has.
@MainActor
@Suite("DependencyContainer: characterization", .namesModule)
struct CharacterizationTests {

  // MARK: Connections

  @Test(
    arguments: [
      ("07:54", ["07:55 S1 08:15"]), ("07:55", ["07:55 S1 08:15"]),
      // The express leaves later, and arrives earlier
      ("07:56", ["08:05 X 08:20"]), ("08:05", ["08:05 X 08:20"]), ("08:06", ["08:25 S1 08:45"]),
    ])
  func `the train that arrives first is taken, if it can still be reached`(
    start: String, trip: [String]
  ) throws {
    let planner = TripPlanner(timetable: [
      entry("S1", "Airport", "Center", "08:25", 20), entry("S1", "Airport", "Center", "07:55", 20),
      entry("S1", "Airport", "Center", "08:02", 20), entry("X", "Airport", "Center", "08:05", 15),
      entry("T4", "Airport", "Harbor", "07:57", 1), entry("T4", "Harbor", "Center", "07:58", 1),
    ])
    #expect(
      try rides(planner.plan(["Airport", "Center"], after: on(start), for: [adult])) == trip)
  }

  @Test(
    arguments: [
      // Four minutes to change
      ("T4", "08:19", "08:19 T4 08:29"), ("T4", "08:18", "09:00 T4 09:10"),
      // No change
      ("S1", "08:15", "08:15 S1 08:25"), ("S1", "08:14", "09:00 T4 09:10"),
    ])
  func `changing lines takes four minutes, and staying on board takes none`(
    line: String, departure: String, ride: String
  ) throws {
    let planner = TripPlanner(timetable: [
      entry("S1", "Airport", "Center", "07:55", 20), entry(line, "Center", "Harbor", departure, 10),
      entry("T4", "Center", "Harbor", "09:00", 10),
    ])
    let trip = try planner.plan(["Airport", "Center", "Harbor"], after: on("07:30"), for: [adult])
    #expect(rides(trip) == ["07:55 S1 08:15", ride])
  }

  @Test func `if two trains arrive together, the first in the timetable is taken`() throws {
    let planner = TripPlanner(timetable: [
      entry("S1", "Airport", "Center", "07:55", 20), entry("X", "Airport", "Center", "08:00", 15),
    ])
    #expect(
      try rides(planner.plan(["Airport", "Center"], after: on("07:30"), for: [adult]))
        == ["07:55 S1 08:15"])
  }

  @Test func `during construction, a bus takes 50 percent longer`() throws {
    let planner = TripPlanner(timetable: [
      entry("S1", "Airport", "Center", "07:55", 25, works: true),
      entry("S1", "Center", "Harbor", "08:33", 10),
      entry("S1", "Center", "Harbor", "08:36", 10, works: false),
    ])
    let trip = try planner.plan(["Airport", "Center", "Harbor"], after: on("07:55"), for: [adult])
    #expect(rides(trip) == ["07:55 Bus S1 08:32", "08:36 S1 08:46"])
    #expect(trip.legs.map(\.zones) == [1, 1])
  }

  @Test func `a trip that can't be finished on the same day isn't found`() throws {
    let planner = TripPlanner(timetable: [
      entry("S1", "Airport", "Center", "07:55", 20), entry("T4", "Center", "Harbor", "08:18", 10),
    ])
    #expect(throws: TripError.noConnection(from: "Airport", to: "Center")) {
      try planner.plan(["Airport", "Center", "Harbor"], after: on("07:56"), for: [adult])
    }
    #expect(throws: TripError.noConnection(from: "Center", to: "Harbor")) {
      try planner.plan(["Airport", "Center", "Harbor"], after: on("07:55"), for: [adult])
    }
    #expect(throws: TripError.noConnection(from: "Center", to: "Airport")) {
      try planner.plan(["Center", "Airport"], after: on("07:55"), for: [adult])
    }
  }

  @Test(
    arguments: [
      // Midnight in Vienna, in winter and in summer
      ("2001-03-04T23:00:00Z", "2001-03-06T00:10:00Z"),
      ("2001-03-04T22:59:59Z", "2001-03-05T00:10:00Z"),
      ("2001-07-15T22:00:00Z", "2001-07-16T23:10:00Z"),
      // After midnight, the planner misses the night bus of the day before (a quirk)
      ("2001-03-05T23:30:00Z", "2001-03-07T00:10:00Z"),
      // The day when daylight saving time begins: the bus is an hour late (a quirk)
      ("2001-03-25T12:00:00Z", "2001-03-26T00:10:00Z"),
    ])
  func `a day begins at midnight in Vienna, and 25:10 is in the following night`(
    start: String, departure: String
  ) throws {
    let planner = TripPlanner(timetable: [entry("N8", "Center", "Harbor", "25:10", 10)])
    let trip = try planner.plan(["Center", "Harbor"], after: moment(start), for: [adult])
    #expect(trip.legs[0].departure == moment(departure))
  }

  @Test func `a trip past midnight uses the timetable of its first day`() throws {
    let planner = TripPlanner(timetable: [
      entry("S1", "Airport", "Center", "23:50", 20), entry("N8", "Center", "Harbor", "00:30", 10),
      entry("N8", "Center", "Harbor", "24:40", 10),
    ])
    let trip = try planner.plan(["Airport", "Center", "Harbor"], after: on("23:00"), for: [adult])
    #expect(rides(trip) == ["23:50 S1 00:10", "00:40 N8 00:50"])
    #expect(trip.legs[1].departure == moment("2001-03-05T23:40:00Z"))
  }

  @Test func `without a start time, a trip starts now`() throws {
    let planner = TripPlanner(timetable: [
      entry("N8", "Center", "Harbor", "00:00", 10), entry("N8", "Center", "Harbor", "27:59", 10),
    ])
    let departure = try planner.plan(["Center", "Harbor"], for: [adult]).legs[0].departure
    #expect(Date()...Date(timeIntervalSinceNow: 30 * 3_600) ~= departure)
  }

  // MARK: What can't be planned

  @Test(
    arguments: [
      ["departs": "28:00"], ["departs": "07:60"], ["departs": "-1:30"], ["departs": "7"],
      ["departs": "07:55:30"], ["departs": 755], ["departs": "99999999999999999999:00"],
      ["minutes": 0], ["minutes": 601], ["minutes": Int.max], ["minutes": "20"],
      ["zones": 0], ["zones": 10], ["zones": Int.min], ["line": 1],
    ] as [[String: any Sendable]])
  func `an entry that makes no sense is rejected`(change: [String: any Sendable]) {
    let good = entry("S1", "Airport", "Center", "07:55", 20)
    let planner = TripPlanner(timetable: [good, good.merging(change) { $1 }])
    #expect(throws: TripError.invalidEntry) {
      try planner.plan(["Airport", "Center"], after: on("07:00"), for: [adult])
    }
  }

  @Test func `entries for other stops aren't checked`() throws {
    let planner = TripPlanner(timetable: [
      [:], ["from": "Airport", "to": 1], ["from": "Harbor", "to": "Center"],
      entry("S1", "Airport", "Center", "27:59", 600, zones: 9),
      entry("S1", "Airport", "Center", "0:0", 1),
    ])
    let trip = try planner.plan(["Airport", "Center"], after: on("00:00"), for: [adult])
    #expect(rides(trip) == ["00:00 S1 00:01"])
    #expect(
      try rides(planner.plan(["Airport", "Center"], after: on("00:01"), for: [adult]))
        == ["03:59 S1 13:59"])
  }

  @Test(
    arguments: [
      946_684_799, 4_102_444_800, .nan, .infinity, -.infinity, 1e300, -1e300,
    ])
  func `a trip must be between 2000 and 2099`(seconds: TimeInterval) throws {
    let planner = TripPlanner(timetable: [entry("S1", "Airport", "Center", "27:59", 20)])
    #expect(throws: TripError.invalidDate) {
      try planner.plan(
        ["Airport", "Center"], after: Date(timeIntervalSince1970: seconds), for: [adult])
    }
    for seconds in [946_684_800, 4_102_444_799] as [TimeInterval] {
      let start = Date(timeIntervalSince1970: seconds)
      #expect(try planner.plan(["Airport", "Center"], after: start, for: [adult]).legs.count == 1)
    }
  }

  @Test(arguments: [[], ["Airport"]])
  func `a trip has at least two stops`(stops: [String]) {
    #expect(throws: TripError.noRoute) {
      try TripPlanner(timetable: []).plan(stops, after: on("07:00"), for: [adult])
    }
  }

  @Test(arguments: [(0, false), (1, true), (9, true), (10, false)])
  func `one to nine people can travel together`(count: Int, isAllowed: Bool) throws {
    let leg = try Leg(
      "S1", from: "Airport", to: "Center", departure: on("07:55"), minutes: 20, zones: 1)
    let group = Array(repeating: adult, count: count)
    if isAllowed {
      #expect(try Itinerary([leg], for: group).passengers.count == count)
    } else {
      #expect(throws: TripError.invalidGroup) { try Itinerary([leg], for: group) }
    }
  }

  @Test func `a timetable can come from a file`() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("timetable.json")
    for content in [nil, "", "{}", "[1]", "[{]"] {
      try content.map { try Data($0.utf8).write(to: file) }
      #expect(throws: TripError.noTimetable) { try TripPlanner(file: file) }
    }
    let json = """
      [{"line": "S1", "from": "Airport", "to": "Center", "departs": "07:55", "minutes": 20,
        "zones": 3, "works": true}]
      """
    try Data(json.utf8).write(to: file)
    let trip = try TripPlanner(file: file)
      .plan(["Airport", "Center"], after: on("07:00"), for: [adult])
    #expect(rides(trip) == ["07:55 Bus S1 08:25"])
    #expect(trip.legs[0].zones == 3)
  }

  // MARK: Peak

  @Test(
    arguments: [
      // Monday, in winter
      ("2001-03-05T05:29:59Z", false), ("2001-03-05T05:30:00Z", true),
      ("2001-03-05T07:59:59Z", true), ("2001-03-05T08:00:00Z", false),
      ("2001-03-05T14:59:59Z", false), ("2001-03-05T15:00:00Z", true),
      ("2001-03-05T17:29:59Z", true), ("2001-03-05T17:30:00Z", false),
      // Friday, in summer
      ("2001-07-20T04:30:00Z", true), ("2001-07-20T04:29:00Z", false),
      // The weekend
      ("2001-03-03T07:00:00Z", false), ("2001-03-04T16:00:00Z", false),
    ])
  func `peak hours are from 6:30 to 9:00 and from 16:00 to 18:30 in Vienna, on weekdays`(
    departure: String, isPeak: Bool
  ) throws {
    let leg = try Leg(
      "S1", from: "Airport", to: "Center", departure: moment(departure), minutes: 20, zones: 1)
    #expect(leg.isPeak == isPeak)
  }

  // MARK: The fare table

  @Test(
    arguments: [
      // The last minute of the old fares in Vienna, and the first of the new ones
      ("2001-06-30T21:59:59Z", [200, 300, 400, 50, 800]),
      ("2001-06-30T22:00:00Z", [210, 320, 430, 60, 900]),
      ("2000-12-31T23:00:00Z", [200, 300, 400, 50, 800]),
      ("2001-12-31T22:59:59Z", [210, 320, 430, 60, 900]),
      ("2001-12-31T23:00:00Z", [1, 99_999, 430, 60, 900]),
    ])
  func `fares change at midnight in Vienna, whatever the order of the rows`(
    moment: String, prices: [Int]
  ) throws {
    let table = """
      2001-07-01;209;320;430;60;900

      2001-07-01;210;320;430;60;900
      2001-01-01;200;300;400;50;800
      2002-01-01;1;99999;430;60;900\r

      """
    let folder = try TemporaryFolder()
    #expect(
      try fareTable(table, in: folder).prices(at: self.moment(moment)) == prices)
  }

  @Test(
    arguments: [
      ("", .noFares), ("2001-03-06;1;2;3;4;5", .noFares),
      ("2001-03-05;1;2;3;4;5\nfrom;1;2;3;4;5", .invalidFares(row: 2)),
      // An empty row doesn't count
      ("\n2001-03-05;1;2;3;4", .invalidFares(row: 1)),
      ("2001-03-05;1;2;3;4;5;6", .invalidFares(row: 1)),
      ("2001-03-05;1;2;0;4;5", .invalidFares(row: 1)),
      ("2001-03-05;1;2;-3;4;5", .invalidFares(row: 1)),
      ("2001-03-05;100000;2;3;4;5", .invalidFares(row: 1)),
      ("2001-03-05;1;9223372036854775808;3;4;5", .invalidFares(row: 1)),
      ("2001-03-05;1;;3;4;5", .invalidFares(row: 1)),
      ("2001-3-5;1;2;3;4;5", .invalidFares(row: 1)), ("5.3.2001;1;2;3;4;5", .invalidFares(row: 1)),
      (" 2001-03-05;1;2;3;4;5", .invalidFares(row: 1)),
      ("2001-03-05;1;2;3;4;5 ", .invalidFares(row: 1)),
      // Even in a row that isn't in effect yet
      ("2001-03-05;1;2;3;4;5\n2099-01-01;x", .invalidFares(row: 2)),
    ] as [(String, TripError)])
  func `a fare table that makes no sense is rejected`(table: String, error: TripError) throws {
    let folder = try TemporaryFolder()
    let fareTable = try fareTable(table, in: folder)
    #expect(throws: error) { try fareTable.prices(at: on("12:00")) }
  }

  @Test func `a fare table is read each time`() throws {
    let folder = try TemporaryFolder()
    let table = try fareTable("2001-01-01;1;2;3;4;5", in: folder)
    #expect(try table.prices(at: on("12:00")) == [1, 2, 3, 4, 5])
    _ = try fareTable("2001-01-01;5;4;3;2;1", in: folder)
    #expect(try table.prices(at: on("12:00")) == [5, 4, 3, 2, 1])
    try FileManager.default.removeItem(at: folder.url.appendingPathComponent("fares.csv"))
    #expect(throws: TripError.noFareTable) { try table.prices(at: on("12:00")) }
    try Data([0xC3, 0x28]).write(to: folder.url.appendingPathComponent("fares.csv"))
    #expect(throws: TripError.noFareTable) { try table.prices(at: on("12:00")) }
  }

  // MARK: Without a fare table

  @Test func `small children travel free, and others pay at the counter`() throws {
    let leg = try Leg(
      "S1", from: "Airport", to: "Center", departure: on("07:55"), minutes: 20, zones: 1)
    #expect(try leg.fare(for: Passenger(age: 5, hasCard: true)).text() == "free")
    #expect(try Fare(dayPassFor: Passenger(age: 0), from: leg).cents() == 0)
    for fare in [leg.fare(for: Passenger(age: 6)), Fare(dayPassFor: adult, from: leg)] {
      #expect(throws: TripError.noFareTable) { try fare.cents() }
      #expect(throws: TripError.noFareTable) { try fare.text() }
    }
    #expect(
      try Itinerary(leg, for: Passenger(age: 5)).printout() == """
        Your trip on 5.3.2001
        07:55 Airport: S1, departed
        08:15 Center (peak)
        Age 5: free
        """)
  }

  @Test func `an itinerary lists the rides, the changes, and who pays`() throws {
    let planner = TripPlanner(timetable: [
      entry("S1", "Airport", "Center", "08:50", 20), entry("T4", "Center", "Harbor", "09:15", 10),
      entry("T4", "Harbor", "Island", "09:27", 5),
    ])
    let trip = try planner.plan(
      ["Airport", "Center", "Harbor", "Island"], after: on("08:50"),
      for: [Passenger(age: 65), Passenger(age: 3), adult])
    #expect(
      trip.printout() == """
        Your trip on 5.3.2001
        08:50 Airport: S1, departed
        09:10 Center (peak)
        5 min to change
        09:15 Center: T4, departed
        09:25 Harbor
        Stay on board
        09:27 Harbor: T4, departed
        09:32 Island
        Age 65: pay at the counter
        Age 3: free + free + free
        Age 34: pay at the counter
        """)
    #expect(planner.countdown(to: trip)() == "S1 departed, T4 departed, T4 departed")
  }

  @Test func `more than an hour ahead, an itinerary shows the departure time`() throws {
    let planner = TripPlanner(timetable: [entry("N8", "Airport", "Center", "23:55", 20)])
    let trip = try planner.plan(
      ["Airport", "Center"], after: moment("2099-07-15T12:00:00Z"), for: [adult])
    #expect(
      trip.printout() == """
        Your trip on 15.7.2099
        23:55 Airport: N8, at 23:55
        00:15 Center
        Age 34: pay at the counter
        """)
    #expect(planner.countdown(to: trip)() == "N8 at 23:55")
  }

  // MARK: Fixtures

  private let adult = Passenger(age: 34)

  private func entry(
    _ line: String, _ from: String, _ to: String, _ departs: String, _ minutes: Int,
    zones: Int? = nil, works: Bool? = nil
  ) -> [String: Any] {
    var entry: [String: Any] = [
      "line": line, "from": from, "to": to, "departs": departs, "minutes": minutes,
    ]
    entry["zones"] = zones
    entry["works"] = works
    return entry
  }

  /// A moment on Monday, March 5, 2001, in Vienna.
  private func on(_ time: String) -> Date {
    moment("2001-03-05T\(time):00+01:00")
  }

  private func moment(_ text: String) -> Date {
    (try? Date(text, strategy: .iso8601)) ?? .distantPast
  }

  private func rides(_ trip: Itinerary) -> [String] {
    trip.legs.map { "\($0.departure.text("HH:mm")) \($0.line) \($0.arrival.text("HH:mm"))" }
  }

  private func fareTable(_ text: String, in folder: TemporaryFolder) throws -> FareTable {
    let file = folder.url.appendingPathComponent("fares.csv")
    try Data(text.utf8).write(to: file)
    return FareTable(file: file)
  }
}
