import Foundation
import TestSupport
import Testing

@testable import DependencyContainer

/// Pins what the planner does without a fare table, which only a kiosk has.
///
/// Most trips are in 2001, when every train has left, or in 2099, when none has.
@MainActor
@Suite("DependencyContainer: characterization", .namesModule)
struct CharacterizationTests {

  // MARK: Connections

  @Test(
    arguments: [
      ("07:54", "07:55 S1 08:15"), ("07:55", "07:55 S1 08:15"),
      // The express leaves later, and arrives earlier
      ("07:56", "08:05 X 08:20"), ("08:05", "08:05 X 08:20"), ("08:06", "08:25 S1 08:45"),
    ])
  func `the train that arrives first is taken, if it can still be reached`(
    start: String, ride: String
  ) throws {
    let timetable = [
      entry("S1", "Airport", "Center", "08:25", 20), entry("S1", "Airport", "Center", "07:55", 20),
      entry("S1", "Airport", "Center", "08:02", 20), entry("X", "Airport", "Center", "08:05", 15),
      entry("T4", "Airport", "Harbor", "07:57", 1), entry("T4", "Harbor", "Center", "07:58", 1),
    ]
    #expect(try rides(["Airport", "Center"], after: start, in: timetable) == [ride])
  }

  @Test func `if two trains arrive together, the first in the timetable is taken`() throws {
    let timetable = [
      entry("S1", "Airport", "Center", "07:55", 20), entry("X", "Airport", "Center", "08:00", 15),
    ]
    let trip = try rides(["Airport", "Center"], after: "07:30", in: timetable)
    #expect(trip == ["07:55 S1 08:15"])
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
    let timetable = [
      entry("S1", "Airport", "Center", "07:55", 20), entry(line, "Center", "Harbor", departure, 10),
      entry("T4", "Center", "Harbor", "09:00", 10),
    ]
    let trip = try rides(["Airport", "Center", "Harbor"], after: "07:30", in: timetable)
    #expect(trip == ["07:55 S1 08:15", ride])
  }

  @Test func `during construction, a bus takes 50 percent longer`() throws {
    let timetable = [
      entry("S1", "Airport", "Center", "07:55", 25, zones: 2, works: true),
      // The same bus goes on, but the train is another line
      entry("S1", "Center", "Harbor", "08:32", 5, works: true),
      entry("S1", "Harbor", "Island", "08:42", 10),
      entry("S1", "Harbor", "Island", "08:43", 10, works: false),
    ]
    let trip = try TripPlanner(timetable: timetable).plan(
      ["Airport", "Center", "Harbor", "Island"], departingAfter: on("07:55"), for: [adult])
    #expect(rides(of: trip) == ["07:55 Bus S1 08:32", "08:32 Bus S1 08:39", "08:43 S1 08:53"])
    #expect(trip.legs.map(\.numberOfZones) == [2, 1, 1])
  }

  @Test func `after the last train, there's no connection`() {
    let timetable = [entry("S1", "Airport", "Center", "07:55", 20)]
    #expect(throws: TramlineError.noConnection(from: "Airport", to: "Center")) {
      try rides(["Airport", "Center"], after: "07:56", in: timetable)
    }
  }

  @Test func `a trip whose second train can't be reached isn't found`() {
    let timetable = [
      entry("S1", "Airport", "Center", "07:55", 20), entry("T4", "Center", "Harbor", "08:18", 10),
    ]
    #expect(throws: TramlineError.noConnection(from: "Center", to: "Harbor")) {
      try rides(["Airport", "Center", "Harbor"], after: "07:55", in: timetable)
    }
  }

  @Test func `after a trip that isn't found, the next one is`() throws {
    let planner = TripPlanner(timetable: [entry("S1", "Airport", "Center", "07:55", 20)])
    _ = try? planner.plan(["Airport", "Harbor"], departingAfter: on("07:55"), for: [adult])
    let trip = try planner.plan(["Airport", "Center"], departingAfter: on("07:55"), for: [adult])
    #expect(rides(of: trip) == ["07:55 S1 08:15"])
  }

  @Test(
    arguments: [
      // Midnight in Vienna, in winter and in summer
      ("2001-03-04T23:00:00Z", "2001-03-06T00:10:00Z"),
      ("2001-03-04T22:59:59Z", "2001-03-05T00:10:00Z"),
      ("2001-07-15T22:00:00Z", "2001-07-16T23:10:00Z"),
      // After midnight, the planner misses the night bus of the day before (a quirk)
      ("2000-12-31T23:30:00Z", "2001-01-02T00:10:00Z"),
      // The day when daylight saving time begins: the bus is an hour late (a quirk)
      ("2001-03-25T12:00:00Z", "2001-03-26T00:10:00Z"),
    ])
  func `a day begins at midnight in Vienna, and 25:10 is in the following night`(
    start: String, departure: String
  ) throws {
    let planner = TripPlanner(timetable: [entry("N8", "Center", "Harbor", "25:10", 10)])
    let trip = try planner.plan(
      ["Center", "Harbor"], departingAfter: date(start), for: [adult])
    #expect(trip.legs[0].departureDate == date(departure))
  }

  @Test func `a trip past midnight uses the timetable of its first day`() throws {
    let timetable = [
      entry("S1", "Airport", "Center", "23:50", 20), entry("N8", "Center", "Harbor", "00:30", 10),
      entry("N8", "Center", "Harbor", "24:40", 10),
    ]
    let trip = try rides(["Airport", "Center", "Harbor"], after: "23:00", in: timetable)
    #expect(trip == ["23:50 S1 00:10", "00:40 N8 00:50"])
  }

  @Test func `without a start time, a trip starts now`() throws {
    let planner = TripPlanner(
      timetable: (0..<28 * 60).map { minute in
        entry("U1", "Airport", "Center", "\(minute / 60):\(minute % 60)", 1)
      })
    let start = Date()
    let trip = try planner.plan(["Airport", "Center"], for: [adult])
    #expect(start...Date() + 60 ~= trip.legs[0].departureDate)
  }

  // MARK: What can't be planned

  @Test(
    arguments: [
      ["dep_time": "28:00"], ["dep_time": "07:60"], ["dep_time": "-1:30"], ["dep_time": "7"],
      ["dep_time": "07:55:30"], ["dep_time": 755], ["dep_time": "99999999999999999999:00"],
      ["dur_min": 0], ["dur_min": 601], ["dur_min": Int.max], ["dur_min": "20"],
      ["zone_cnt": 0], ["zone_cnt": 10], ["zone_cnt": Int.min], ["line_short": 1],
    ] as [[String: any Sendable]])
  func `an entry that makes no sense is rejected`(change: [String: any Sendable]) {
    let good = entry("S1", "Airport", "Center", "07:55", 20)
    #expect(throws: TramlineError.invalidEntry) {
      try rides(
        ["Airport", "Center"], after: "07:00", in: [good, good.merging(change) { $1 }])
    }
  }

  @Test func `entries for other stops aren't checked`() throws {
    let timetable: [[String: Any]] = [
      [:], ["stop_from": "Airport", "stop_to": 1], ["stop_from": "Harbor", "stop_to": "Center"],
      entry("S1", "Airport", "Center", "27:59", 600, zones: 9),
      entry("S1", "Airport", "Center", "0:0", 1),
    ]
    #expect(
      try rides(["Airport", "Center"], after: "00:00", in: timetable) == ["00:00 S1 00:01"])
    #expect(
      try rides(["Airport", "Center"], after: "00:01", in: timetable) == ["03:59 S1 13:59"])
  }

  @Test(arguments: [[], ["Airport"]])
  func `a trip has at least two stops`(stops: [String]) {
    #expect(throws: TramlineError.noRoute) { try rides(stops, after: "07:00", in: []) }
  }

  @Test(arguments: [(0, false), (1, true), (9, true), (10, false)])
  func `one to nine people can travel together`(count: Int, isAllowed: Bool) throws {
    let leg = try leg(at: on("07:55"))
    let group = Array(repeating: adult, count: count)
    if isAllowed {
      #expect(try Itinerary(legs: [leg], passengers: group).passengers.count == count)
    } else {
      #expect(throws: TramlineError.invalidGroup) { try Itinerary(legs: [leg], passengers: group) }
    }
  }

  @Test func `a timetable can come from a file`() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("timetable.json")
    let json = """
      [{"line_short": "S1", "stop_from": "Airport", "stop_to": "Center", "dep_time": "07:55",
        "dur_min": 20, "zone_cnt": 3, "sev": true}]
      """
    try Data(json.utf8).write(to: file)
    let trip = try TripPlanner(timetableFile: file)
      .plan(["Airport", "Center"], departingAfter: on("07:00"), for: [adult])
    #expect(rides(of: trip) == ["07:55 Bus S1 08:25"])
    #expect(trip.legs[0].numberOfZones == 3)
  }

  @Test(arguments: ["", "{}", "[1]", "[{]"])
  func `a file that isn't a timetable is rejected`(content: String) throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("timetable.json")
    try Data(content.utf8).write(to: file)
    #expect(throws: TramlineError.noTimetable) { try TripPlanner(timetableFile: file) }
  }

  @Test func `without a file, there's no timetable`() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("timetable.json")
    #expect(throws: TramlineError.noTimetable) { try TripPlanner(timetableFile: file) }
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
    #expect(try leg(at: date(departure)).isPeakTime == isPeak)
  }

  // MARK: The fare table

  @Test(
    arguments: [
      // The last second of the old fares in Vienna, and the first one of the new fares
      ("2001-06-30T21:59:59Z", [200, 300, 400, 50, 800]),
      ("2001-06-30T22:00:00Z", [210, 320, 430, 60, 900]),
      ("2000-12-31T23:00:00Z", [200, 300, 400, 50, 800]),
      ("2001-12-31T22:59:59Z", [210, 320, 430, 60, 900]),
      ("2001-12-31T23:00:00Z", [1, 99_999, 430, 60, 900]),
    ])
  func `fares change at midnight in Vienna, whatever the order of the rows`(
    date: String, prices: [Int]
  ) throws {
    let table = """
      2001-07-01;209;320;430;60;900

      2001-07-01;210;320;430;60;900
      2001-01-01;200;300;400;50;800
      2002-01-01;1;99999;430;60;900\r

      """
    let folder = try TemporaryFolder()
    #expect(try fareTable(table, in: folder).zonePrices(at: self.date(date)) == prices)
  }

  @Test(
    arguments: [
      ("", .noFares), ("2001-03-06;1;2;3;4;5", .noFares),
      ("2001-03-05;1;2;3;4;5\nfrom;1;2;3;4;5", .invalidFares),
      ("2001-03-05;1;2;3;4", .invalidFares), ("2001-03-05;1;2;3;4;5;6", .invalidFares),
      ("2001-03-05;1;2;0;4;5", .invalidFares), ("2001-03-05;1;2;-3;4;5", .invalidFares),
      ("2001-03-05;100000;2;3;4;5", .invalidFares), ("2001-03-05;1;;3;4;5", .invalidFares),
      ("2001-3-5;1;2;3;4;5", .invalidFares), ("5.3.2001;1;2;3;4;5", .invalidFares),
      (" 2001-03-05;1;2;3;4;5", .invalidFares), ("2001-03-05;1;2;3;4;5 ", .invalidFares),
      // Even in a row that isn't in effect yet
      ("2001-03-05;1;2;3;4;5\n2099-01-01;x", .invalidFares),
    ] as [(String, TramlineError)])
  func `a fare table that makes no sense is rejected`(table: String, error: TramlineError) throws {
    let folder = try TemporaryFolder()
    let fareTable = try fareTable(table, in: folder)
    #expect(throws: error) { try fareTable.zonePrices(at: on("12:00")) }
  }

  @Test func `a fare table is read each time`() throws {
    let folder = try TemporaryFolder()
    let table = try fareTable("2001-01-01;1;2;3;4;5", in: folder)
    _ = try table.zonePrices(at: on("12:00"))
    try Data("2001-01-01;5;4;3;2;1".utf8).write(to: table.file)
    #expect(try table.zonePrices(at: on("12:00")) == [5, 4, 3, 2, 1])
  }

  @Test func `a fare table that's gone isn't used any longer`() throws {
    let folder = try TemporaryFolder()
    let table = try fareTable("2001-01-01;1;2;3;4;5", in: folder)
    _ = try table.zonePrices(at: on("12:00"))
    try FileManager.default.removeItem(at: table.file)
    #expect(throws: TramlineError.noFareTable) { try table.zonePrices(at: on("12:00")) }
  }

  @Test func `a fare table that isn't text can't be used`() throws {
    let folder = try TemporaryFolder()
    let table = try fareTable("", in: folder)
    try Data([0xC3, 0x28]).write(to: table.file)
    #expect(throws: TramlineError.noFareTable) { try table.zonePrices(at: on("12:00")) }
  }

  // MARK: Without a fare table

  @Test(arguments: [0, 5])
  func `small children travel free`(age: Int) throws {
    let leg = try leg(at: on("07:55"))
    let child = Passenger(age: age, hasTramlinePlus: true)
    #expect(try leg.fare(for: child).priceText() == "free")
    #expect(try Fare(dayPassFor: child, firstLeg: leg).priceInCents() == 0)
  }

  @Test(arguments: [6, 34])
  func `without a fare table, the others have no price`(age: Int) throws {
    let fare = try leg(at: on("07:55")).fare(for: Passenger(age: age))
    #expect(throws: TramlineError.noFareTable) { try fare.priceInCents() }
    #expect(throws: TramlineError.noFareTable) { try fare.priceText() }
  }

  @Test func `two passengers of one age, and two rides on one line, are all listed`() throws {
    let legs = try [leg(at: on("10:00")), leg(at: on("11:00"))]
    let trip = try Itinerary(
      legs: legs, passengers: [adult, adult, Passenger(age: 3), Passenger(age: 3)])
    #expect(
      trip.printableText() == """
        Your trip on 5.3.2001
        10:00 Airport: S1, departed
        10:20 Center
        Stay on board
        11:00 Airport: S1, departed
        11:20 Center
        Age 34: pay at the counter
        Age 34: pay at the counter
        Age 3: free + free
        Age 3: free + free
        """)
  }

  @Test func `the display keeps its trip, even if nobody else does`() throws {
    let display = try TripPlanner(timetable: [])
      .countdown(to: Itinerary(leg: leg(at: on("07:55")), passenger: adult))
    #expect(display() == "S1 departed")
  }

  @Test func `an itinerary lists the rides, the changes, and who pays`() throws {
    let planner = TripPlanner(timetable: [
      entry("S1", "Airport", "Center", "08:50", 20), entry("T4", "Center", "Harbor", "09:15", 10),
      entry("T4", "Harbor", "Island", "09:27", 5),
    ])
    let trip = try planner.plan(
      ["Airport", "Center", "Harbor", "Island"], departingAfter: on("08:50"),
      for: [Passenger(age: 65), Passenger(age: 3), adult])
    #expect(
      trip.printableText() == """
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
    let trip = try Itinerary(leg: leg(at: date("2099-12-31T22:55:00Z")), passenger: adult)
    #expect(
      trip.printableText() == """
        Your trip on 31.12.2099
        23:55 Airport: S1, at 23:55
        00:15 Center
        Age 34: pay at the counter
        """)
    #expect(TripPlanner(timetable: []).countdown(to: trip)() == "S1 at 23:55")
  }

  @Test func `the display and the printout notice that a train has left`() throws {
    let trip = try Itinerary(leg: leg(at: Date() + 0.01), passenger: adult)
    let countdown = TripPlanner(timetable: []).countdown(to: trip)
    _ = (countdown(), trip.printableText())
    while Date() <= trip.legs[0].departureDate {}
    #expect(countdown() == "S1 departed")
    #expect(trip.printableText().contains(" Airport: S1, departed\n"))
  }

  @Test func `a kiosk in Australia shows the time in Vienna, and its peak`() async {
    await #expect(processExitsWith: .success) { @MainActor in
      setenv("TZ", "Australia/Adelaide", 1)
      NSTimeZone.resetSystemTimeZone()
      // Friday afternoon in Vienna, and 1:30 on Saturday in Adelaide
      let departure = Date(timeIntervalSince1970: 983_545_200)
      let timetable: [[String: Any]] = [
        [
          "line_short": "S1", "stop_from": "Airport", "stop_to": "Center", "dep_time": "16:00",
          "dur_min": 20,
        ]
      ]
      let trip = try TripPlanner(timetable: timetable).plan(
        ["Airport", "Center"], departingAfter: departure, for: [Passenger(age: 3)])
      #expect(
        trip.printableText() == """
          Your trip on 2.3.2001
          16:00 Airport: S1, departed
          16:20 Center (peak)
          Age 3: free
          """)
    }
  }

  // MARK: Fixtures

  private let adult = Passenger(age: 34)

  private func entry(
    _ line: String, _ from: String, _ to: String, _ departs: String, _ minutes: Int,
    zones: Int? = nil, works: Bool? = nil
  ) -> [String: Any] {
    var entry: [String: Any] = [
      "line_short": line, "stop_from": from, "stop_to": to, "dep_time": departs, "dur_min": minutes,
    ]
    entry["zone_cnt"] = zones
    entry["sev"] = works
    return entry
  }

  private func leg(at departure: Date) throws -> Leg {
    try Leg(
      lineName: "S1", departureStop: "Airport", arrivalStop: "Center", departureDate: departure,
      durationInMinutes: 20, numberOfZones: 1)
  }

  /// A time on Monday, March 5, 2001, in Vienna.
  private func on(_ time: String) -> Date {
    date("2001-03-05T\(time):00+01:00")
  }

  private func date(_ text: String) -> Date {
    (try? Date(text, strategy: .iso8601)) ?? .distantPast
  }

  private func rides(
    _ stops: [String], after start: String, in timetable: [[String: Any]]
  ) throws -> [String] {
    let planner = TripPlanner(timetable: timetable)
    return rides(of: try planner.plan(stops, departingAfter: on(start), for: [adult]))
  }

  private func rides(of trip: Itinerary) -> [String] {
    trip.legs.map {
      "\($0.departureDate.toString("HH:mm")) \($0.lineName) \($0.arrivalDate.toString("HH:mm"))"
    }
  }

  private func fareTable(_ text: String, in folder: TemporaryFolder) throws -> FareTable {
    let file = folder.url.appendingPathComponent("fares.csv")
    try Data(text.utf8).write(to: file)
    return FareTable(file: file)
  }
}
