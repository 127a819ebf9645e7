import Foundation
import TestSupport
import Testing

@testable import DependencyContainer

/// Pins what the app shows without fares.
///
/// You're about to edit eight lines: five read the clock, two read when Tramline Plus ends, and one
/// creates the fare table. They decide which trips are listed, what's said about a departure, and what
/// a ride costs. The tests look at the list, its rows, and the texts of a trip, also after a tram has
/// left in the meantime. Of the fares, they see only that small children travel free.
///
/// Most trips are in 2001, when every tram has left and no fare table was in effect, or in 2099, when
/// none has left. Where the time matters, a tram leaves so long after the test starts that the test is
/// over before the text changes.
@MainActor
@Suite("DependencyContainer: characterization", .namesModule)
struct CharacterizationTests {

  @MainActor struct TripList {
    @Test func `the list shows the trips that haven't left, in the order of the server`() {
      let list = makeList([
        trip("S1", at: on("10:00", 2099)), trip("S1", at: on("10:00")),
        trip("T4", at: on("09:00", 2099)),
      ])
      list.refresh()
      #expect(list.rows.map(\.rowText) == ["10:00 · S1 · free", "09:00 · T4 · free"])
      #expect(list.emptyText == nil)
    }

    @Test func `a trip without legs, or whose first tram has left, isn't listed`() {
      let list = makeList([
        Trip(legs: []),
        Trip(legs: [leg("S1", at: on("10:00")), leg("T4", at: on("10:00", 2099))]),
        trip("S1", at: on("10:00", 2099)),
      ])
      list.refresh()
      #expect(list.rows.map(\.rowText) == ["10:00 · S1 · free"])
    }

    @Test func `when every tram has left, the list says so, and tells the screen`() {
      let list = makeList([trip(at: on("10:00"))])
      let screen = SpyDelegate()
      list.delegate = screen
      list.refresh()
      #expect(list.emptyText == "No trams today")
      #expect(screen.rowCounts == [0])
    }

    @Test func `a tram that has just left is still listed, but not after a minute`() {
      let list = makeList([trip("S1", at: Date() - 60), trip("T4", at: Date() - 30)])
      list.refresh()
      #expect(list.rows.map { $0.trip.legs[0].lineName } == ["T4"])
    }

    @Test func `a refresh removes a trip when the minute is over`() throws {
      let list = makeList(departures(soonAfter: Date() - 60).map { trip(at: $0) })
      list.refresh()
      let first = try #require(list.rows.first).trip.legs[0].departureDate
      wait(until: first + 60)
      list.refresh()
      #expect(try #require(list.rows.first).trip.legs[0].departureDate > first)
    }

    @Test func `the screen is told after the list has changed`() {
      let list = makeList([trip(at: on("10:00", 2099)), trip(at: on("10:00", 2099))])
      let screen = SpyDelegate()
      list.delegate = screen
      list.refresh()
      #expect(screen.rowCounts == [2])
    }

    @Test func `a tap selects the trip in its row, and nothing if the row is gone`() {
      let list = TripListViewModel(
        trips: [
          trip(at: on("10:00")), trip("S1", at: on("10:00", 2099)),
          trip("T4", at: on("10:10", 2099)),
        ],
        passengers: [Passenger(age: 5), Passenger(age: 3)])
      let screen = SpyDelegate()
      list.delegate = screen
      list.refresh()
      // The first tram has left, so there are only two rows.
      list.didSelectRow(at: 2)
      list.didSelectRow(at: 1)
      #expect(screen.selected.map(\.rowText) == ["10:10 · T4 · free"])
      #expect(screen.selected.first?.passengers.map(\.age) == [5, 3])
    }
  }

  @MainActor struct TripRow {
    @Test func `a row shows the departure, the lines, and that the tram has left`() {
      let legs = [
        leg("S1", at: on("08:50")), leg("T4", at: on("09:15")), leg("T4", at: on("09:40")),
      ]
      let trip = TripViewModel(trip: Trip(legs: legs), passengers: [adult])
      #expect(trip.rowText == "08:50 · S1, T4, T4 · departed")
    }

    @Test(arguments: [(5, "10:00 · S1 · departed · free"), (6, "10:00 · S1 · departed")])
    func `without fares, a row has a price only if everybody is under six`(age: Int, text: String) {
      let passengers = [Passenger(age: 0), Passenger(age: age)]
      #expect(TripViewModel(trip: trip(at: on("10:00")), passengers: passengers).rowText == text)
    }
  }

  @MainActor struct TripScreen {
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
  }

  @MainActor struct Countdown {
    @Test(
      arguments: [
        (seconds: 30, status: "now"), (seconds: 105, status: "in 1 min"),
        (seconds: 1_845, status: "in 30 min"), (seconds: 3_585, status: "in 59 min"),
      ] as [(seconds: TimeInterval, status: String)])
    func `in the last hour, the minutes that are left are counted down`(
      seconds: TimeInterval, status: String
    ) {
      let legs = [leg("S1", at: Date() + seconds), leg("T4", at: on("10:00", 2099))]
      let trip = TripViewModel(trip: Trip(legs: legs), passengers: [child])
      #expect(trip.rowText.hasSuffix(" · S1, T4 · \(status) · free"))
      #expect(trip.cellTexts()[1].hasSuffix(" Airport: S1, \(status)"))
      #expect(trip.cellTexts()[4] == "10:00 Airport: T4")
    }

    @Test func `a trip on screen notices that the tram has left`() throws {
      let trips = departures(soonAfter: Date()).map {
        TripViewModel(trip: trip(at: $0), passengers: [child])
      }
      let first = try #require(
        trips.first {
          $0.rowText.hasSuffix(" · now · free") && $0.cellTexts()[1].hasSuffix(", now")
        })
      wait(until: first.trip.legs[0].departureDate)
      #expect(first.rowText.hasSuffix(" · departed · free"))
      #expect(first.cellTexts()[1].hasSuffix(" Airport: S1, departed"))
    }
  }

  @MainActor struct Peak {
    @Test(
      arguments: [
        ("06:29", false), ("06:30", true), ("08:59", true), ("09:00", false),
        ("15:59", false), ("16:00", true), ("18:29", true), ("18:30", false),
      ])
    func `peak hours are from 6:30 to 9:00 and from 16:00 to 18:30 in Vienna`(
      departure: String, isPeak: Bool
    ) {
      #expect(leg(at: on(departure)).isPeakTime == isPeak)
    }

    @Test(arguments: ["2001-03-03T08:00:00+01:00", "2001-03-04T17:00:00+01:00"])
    func `weekends have no peak hours`(departure: String) {
      #expect(!leg(at: date(departure)).isPeakTime)
    }
  }

  @MainActor struct Fares {
    @Test(arguments: [0, 5])
    func `small children travel free, even without a fare table`(age: Int) throws {
      let passenger = Passenger(age: age, isAccountHolder: true)
      #expect(try FareService().price(for: passenger, leg: leg(at: on("07:55"))) == 0)
      #expect(try FareService().dayPassPrice(for: passenger, on: on("07:55")) == 0)
    }

    @Test(arguments: [6, 34])
    func `without a fare table, the others have no price`(age: Int) {
      let passenger = Passenger(age: age)
      #expect(throws: FareError.self) {
        try FareService().price(for: passenger, leg: leg(at: on("07:55")))
      }
      #expect(throws: FareError.self) {
        try FareService().dayPassPrice(for: passenger, on: on("07:55"))
      }
    }

    @Test func `the app's fare table is in Application Support`() throws {
      let folder = try FileManager.default.url(
        for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: false)
      #expect(FareTable().file.path == folder.path + "/Tramline/fares.csv")
    }

    @Test func `a fare table is read each time`() throws {
      let folder = try TemporaryFolder()
      let table = try fareTable("2001-01-01;1;2;3;4;5", in: folder)
      #expect(try table.zonePrices(at: on("12:00")) == [1, 2, 3, 4, 5])
      try Data("2001-01-01;5;4;3;2;1".utf8).write(to: table.file)
      #expect(try table.zonePrices(at: on("12:00")) == [5, 4, 3, 2, 1])
    }

    @Test(
      arguments: [
        // The last second of the old fares in Vienna, and the first one of the new fares
        ("2001-06-30T23:59:59+02:00", [300, 310, 400, 50, 800]),
        ("2001-07-01T00:00:00+02:00", [190, 320, 430, 60, 900]),
      ])
    func `fares change at midnight in Vienna, whatever the order of the rows`(
      time: String, prices: [Int]
    ) throws {
      let rows = "2001-07-01;190;320;430;60;900\r\n\n2001-01-01;300;310;400;50;800\n"
      let folder = try TemporaryFolder()
      #expect(try fareTable(rows, in: folder).zonePrices(at: date(time)) == prices)
    }

    @Test(
      arguments: [
        // No file; no row; no row that's in effect on that day, March 5
        (nil, .noFareTable), ("", .noFares), ("2001-03-06;1;2;3;4;5", .noFares),
        // A price is missing, even in a row that isn't in effect yet
        ("2001-03-05;1;2;3;4", .invalidFares),
        ("2001-03-05;1;2;3;4;5\n2099-01-01;1;2;3;4", .invalidFares),
      ] as [(String?, FareError)])
    func `a fare table that's missing or makes no sense is rejected`(
      text: String?, error: FareError
    ) throws {
      let folder = try TemporaryFolder()
      let table = try fareTable(text, in: folder)
      #expect(throws: error) { try table.zonePrices(at: on("12:00")) }
    }
  }
}

// MARK: - Trips and times

@MainActor private let adult = Passenger(age: 34)
/// Travels free, even if your computer has a fare table.
@MainActor private let child = Passenger(age: 3)

@MainActor private func makeList(_ trips: [Trip]) -> TripListViewModel {
  TripListViewModel(trips: trips, passengers: [child])
}

@MainActor private func trip(_ line: String = "S1", at departure: Date) -> Trip {
  Trip(legs: [leg(line, at: departure)])
}

@MainActor private func leg(
  _ line: String = "S1", _ from: String = "Airport", _ to: String = "Center", at departure: Date,
  minutes: Int = 20
) -> Leg {
  Leg(
    lineName: line, departureStop: from, arrivalStop: to, departureDate: departure,
    arrivalDate: departure + TimeInterval(minutes * 60), numberOfZones: 1)
}

/// A time in Vienna, on March 5. In 2001, that's a Monday.
private func on(_ time: String, _ year: Int = 2001) -> Date {
  date("\(year)-03-05T\(time):00+01:00")
}

private func date(_ text: String) -> Date {
  (try? Date(text, strategy: .iso8601)) ?? .distantPast
}

/// Departures to wait for: one soon, and others for a computer on which that's over too soon.
private func departures(soonAfter moment: Date) -> [Date] {
  [0.01, 0.1, 1, 10].map { moment + $0 }
}

/// Keeps the main actor busy, for at most ten seconds.
private func wait(until moment: Date) {
  let limit = ContinuousClock.now + .seconds(10)
  while Date() <= moment, ContinuousClock.now < limit {}
}

/// Without a text, the file is missing.
@MainActor private func fareTable(_ text: String?, in folder: TemporaryFolder) throws -> FareTable {
  let file = folder.url.appendingPathComponent("fares.csv")
  if let text { try Data(text.utf8).write(to: file) }
  return FareTable(file: file)
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
