import Foundation
import TestSupport
import Testing

@testable import DependencyContainer

/// Pins what the app shows without a fare table, which your computer doesn't have.
///
/// Most trips are in 2001, when every tram has left, or in 2099, when none has. Where the time matters,
/// a tram leaves so long after the test starts that the test is over before the text changes.
@MainActor
@Suite("DependencyContainer: characterization", .namesModule)
struct CharacterizationTests {

  // MARK: The list of trips

  @Test func `the list shows the trips that haven't left, in the order of the server`() {
    let list = TripListViewModel(
      trips: [trip("S1", "2099-03-05T09:00:00Z"), past, trip("T4", "2099-03-05T08:00:00Z")],
      passengers: [adult])
    list.refresh()
    #expect(list.rows.map(\.rowText) == ["10:00 · S1", "09:00 · T4"])
    #expect(list.emptyText == nil)
  }

  @Test func `two trips that look alike are both listed`() {
    let list = TripListViewModel(trips: [future, future], passengers: [adult])
    list.refresh()
    #expect(list.rows.map(\.rowText) == ["10:00 · S1", "10:00 · S1"])
  }

  @Test func `a trip without legs isn't listed`() {
    let list = TripListViewModel(trips: [Trip(legs: []), future], passengers: [adult])
    list.refresh()
    #expect(list.rows.map(\.rowText) == ["10:00 · S1"])
  }

  @Test func `when every tram has left, the list says so`() {
    let list = TripListViewModel(trips: [past], passengers: [adult])
    list.refresh()
    #expect(list.rows.isEmpty)
    #expect(list.emptyText == "No trams today")
  }

  @Test func `a trip whose first tram has left isn't listed, even if others are still to come`() {
    let legs = [leg("S1", at: on("10:00")), leg("T4", at: date("2099-03-05T09:00:00Z"))]
    let list = TripListViewModel(trips: [Trip(legs: legs), future], passengers: [adult])
    list.refresh()
    #expect(list.rows.map(\.rowText) == ["10:00 · S1"])
  }

  @Test func `a tram that has just left is still listed`() {
    let list = TripListViewModel(
      trips: [Trip(legs: [leg(at: Date() - 30)])], passengers: [adult])
    list.refresh()
    #expect(list.rows.count == 1)
  }

  @Test func `a trip leaves the list a minute after its departure`() {
    let departure = Date() - 60 + 0.01
    let list = TripListViewModel(
      trips: [Trip(legs: [leg(at: departure)]), future], passengers: [adult])
    list.refresh()
    while Date() <= departure + 60 {}
    list.refresh()
    #expect(list.rows.map(\.rowText) == ["10:00 · S1"])
  }

  @Test func `the screen is told after the list has changed`() {
    let list = TripListViewModel(trips: [future, future], passengers: [adult])
    let screen = SpyDelegate()
    list.delegate = screen
    list.refresh()
    #expect(screen.rowCounts == [2])
  }

  @Test func `a tap selects the trip in its row, for the same passengers`() {
    let list = TripListViewModel(
      trips: [past, trip("S1", "2099-03-05T09:00:00Z"), trip("T4", "2099-03-05T09:10:00Z")],
      passengers: [adult, Passenger(age: 3)])
    let screen = SpyDelegate()
    list.delegate = screen
    list.refresh()
    list.didSelectRow(at: 1)
    #expect(screen.selected.map(\.rowText) == ["10:10 · T4"])
    #expect(screen.selected.first?.passengers.map(\.age) == [34, 3])
  }

  @Test func `a tap on a row that's gone selects nothing`() {
    let list = TripListViewModel(trips: [future], passengers: [adult])
    let screen = SpyDelegate()
    list.delegate = screen
    list.refresh()
    list.didSelectRow(at: 1)
    list.didSelectRow(at: 0)
    #expect(screen.selected.map(\.rowText) == ["10:00 · S1"])
  }

  @Test func `the list doesn't keep its screen alive`() {
    let list = TripListViewModel(trips: [], passengers: [adult])
    var screen: SpyDelegate? = SpyDelegate()
    list.delegate = screen
    #expect(list.delegate != nil)
    screen = nil
    #expect(list.delegate == nil)
  }

  // MARK: A row

  @Test func `a row shows the departure, the lines, and that the tram has left`() {
    let legs = [leg("S1", at: on("08:50")), leg("T4", at: on("09:15")), leg("T4", at: on("09:40"))]
    let trip = TripViewModel(trip: Trip(legs: legs), passengers: [adult])
    #expect(trip.rowText == "08:50 · S1, T4, T4 · departed")
  }

  @Test func `a trip for small children is free`() {
    let trip = TripViewModel(trip: future, passengers: [Passenger(age: 3), Passenger(age: 5)])
    #expect(trip.rowText == "10:00 · S1 · free")
  }

  @Test func `without a fare table, a row has no price, even if somebody travels free`() {
    let trip = TripViewModel(trip: future, passengers: [Passenger(age: 5), Passenger(age: 6)])
    #expect(trip.rowText == "10:00 · S1")
  }

  // MARK: The screen of a trip

  @Test func `a trip shows the rides, the changes, and who pays`() {
    let legs = [
      leg("S1", "Airport", "Center", at: on("08:50"), minutes: 20),
      leg("T4", "Center", "Harbor", at: on("09:15"), minutes: 10),
      leg("T4", "Harbor", "Island", at: on("09:27"), minutes: 5),
    ]
    let passengers = [
      Passenger(age: 65), Passenger(age: 3), Passenger(age: 34, isAccountHolder: true),
    ]
    #expect(
      TripViewModel(trip: Trip(legs: legs), passengers: passengers).cellTexts() == [
        "Your trip on 5.3.2001",
        "08:50 Airport: S1, departed",
        "09:10 Center (peak)",
        "5 min to change",
        "09:15 Center: T4, departed",
        "09:25 Harbor",
        "Stay on board",
        "09:27 Harbor: T4, departed",
        "09:32 Island",
        "Age 65: pay on board",
        "Age 3: free + free + free",
        "You: pay on board",
      ])
  }

  @Test func `two passengers of one age, and two rides on one line, are all shown`() {
    let trip = TripViewModel(
      trip: Trip(legs: [leg(at: on("10:00")), leg(at: on("11:00"))]),
      passengers: [adult, adult, Passenger(age: 3), Passenger(age: 3)])
    #expect(
      trip.cellTexts() == [
        "Your trip on 5.3.2001",
        "10:00 Airport: S1, departed",
        "10:20 Center",
        "Stay on board",
        "11:00 Airport: S1, departed",
        "11:20 Center",
        "Age 34: pay on board",
        "Age 34: pay on board",
        "Age 3: free + free",
        "Age 3: free + free",
      ])
  }

  @Test func `more than an hour ahead, a trip shows only the time of departure`() {
    let trip = TripViewModel(trip: trip("S1", "2099-12-31T22:55:00Z"), passengers: [adult])
    #expect(
      trip.cellTexts() == [
        "Your trip on 31.12.2099", "23:55 Airport: S1", "00:15 Center", "Age 34: pay on board",
      ])
  }

  @Test(
    arguments: [
      (seconds: 30, status: "now"), (seconds: 105, status: "in 1 min"),
      (seconds: 1_845, status: "in 30 min"),
    ] as [(seconds: TimeInterval, status: String)])
  func `in the last hour, the minutes that are left are counted down`(
    seconds: TimeInterval, status: String
  ) {
    let legs = [leg(at: Date() + seconds)]
    let trip = TripViewModel(trip: Trip(legs: legs), passengers: [adult])
    #expect(trip.rowText.hasSuffix(" · S1 · \(status)"))
    #expect(trip.cellTexts()[1].hasSuffix(" Airport: S1, \(status)"))
  }

  @Test func `a trip on screen notices that the tram has left`() {
    let departure = Date() + 0.01
    let trip = TripViewModel(trip: Trip(legs: [leg(at: departure)]), passengers: [adult])
    _ = (trip.rowText, trip.cellTexts())
    while Date() <= departure {}
    #expect(trip.rowText.hasSuffix(" · departed"))
    #expect(trip.cellTexts()[1].hasSuffix(" Airport: S1, departed"))
  }

  @Test func `a phone on Australian time shows the time and the peak in Vienna`() async {
    await #expect(processExitsWith: .success) { @MainActor in
      setenv("TZ", "Australia/Adelaide", 1)
      NSTimeZone.resetSystemTimeZone()
      // Friday afternoon in Vienna, and 1:30 on Saturday in Adelaide
      let departure = Date(timeIntervalSince1970: 983_545_200)
      let leg = Leg(
        lineName: "S1", departureStop: "Airport", arrivalStop: "Center", departureDate: departure,
        arrivalDate: departure + 1_200, numberOfZones: 1)
      let trip = TripViewModel(trip: Trip(legs: [leg]), passengers: [Passenger(age: 3)])
      #expect(
        trip.cellTexts() == [
          "Your trip on 2.3.2001", "16:00 Airport: S1, departed", "16:20 Center (peak)",
          "Age 3: free",
        ])
    }
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
  ) {
    #expect(leg(at: date(departure)).isPeakTime == isPeak)
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
    ] as [(String, FareError)])
  func `a fare table that makes no sense is rejected`(table: String, error: FareError) throws {
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
    #expect(throws: FareError.noFareTable) { try table.zonePrices(at: on("12:00")) }
  }

  @Test func `a fare table that isn't text can't be used`() throws {
    let folder = try TemporaryFolder()
    let table = try fareTable("", in: folder)
    try Data([0xC3, 0x28]).write(to: table.file)
    #expect(throws: FareError.noFareTable) { try table.zonePrices(at: on("12:00")) }
  }

  @Test func `the app's fare table is in Application Support`() throws {
    let folder = try FileManager.default.url(
      for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: false)
    #expect(FareTable().file.path == folder.path + "/Tramline/fares.csv")
  }

  // MARK: Without a fare table

  @Test(arguments: [0, 5])
  func `small children travel free`(age: Int) throws {
    let child = Passenger(age: age, isAccountHolder: true)
    #expect(try FareService().price(for: child, leg: leg(at: on("07:55"))) == 0)
    #expect(try FareService().dayPassPrice(for: child, on: on("07:55")) == 0)
  }

  @Test(arguments: [6, 34])
  func `without a fare table, the others have no price`(age: Int) {
    let passenger = Passenger(age: age)
    #expect(throws: FareError.noFareTable) {
      try FareService().price(for: passenger, leg: leg(at: on("07:55")))
    }
    #expect(throws: FareError.noFareTable) {
      try FareService().dayPassPrice(for: passenger, on: on("07:55"))
    }
  }

  @Test(arguments: [(0, "free"), (5, "€ 0.05"), (1_200, "€ 12.00"), (123_450, "€ 1234.50")])
  func `a price has two decimals`(cents: Int, text: String) {
    #expect(cents.priceText == text)
  }

  // MARK: Fixtures

  private let adult = Passenger(age: 34)

  private func leg(
    _ line: String = "S1", _ from: String = "Airport", _ to: String = "Center", at departure: Date,
    minutes: Int = 20
  ) -> Leg {
    Leg(
      lineName: line, departureStop: from, arrivalStop: to, departureDate: departure,
      arrivalDate: departure + TimeInterval(minutes * 60), numberOfZones: 1)
  }

  private var past: Trip { trip("S1", "2001-03-05T09:00:00Z") }
  private var future: Trip { trip("S1", "2099-03-05T09:00:00Z") }

  private func trip(_ line: String, _ departure: String) -> Trip {
    Trip(legs: [leg(line, at: date(departure))])
  }

  /// A time on Monday, March 5, 2001, in Vienna.
  private func on(_ time: String) -> Date {
    date("2001-03-05T\(time):00+01:00")
  }

  private func date(_ text: String) -> Date {
    (try? Date(text, strategy: .iso8601)) ?? .distantPast
  }

  private func fareTable(_ text: String, in folder: TemporaryFolder) throws -> FareTable {
    let file = folder.url.appendingPathComponent("fares.csv")
    try Data(text.utf8).write(to: file)
    return FareTable(file: file)
  }
}

// MARK: - Test doubles

@MainActor
private final class SpyDelegate: TripListViewModelDelegate {
  private(set) var rowCounts: [Int] = []
  private(set) var selected: [TripViewModel] = []

  func tripListDidChange(_ viewModel: TripListViewModel) {
    rowCounts.append(viewModel.rows.count)
  }

  func tripList(_ viewModel: TripListViewModel, didSelect trip: TripViewModel) {
    selected.append(trip)
  }
}
