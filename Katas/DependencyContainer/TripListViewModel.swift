//
//  TripListViewModel.swift
//  Tramline
//
//  Created by Jana Wirth on 20.10.20.
//  Copyright © 2020 Tramline Labs GmbH. All rights reserved.
//

import Foundation

protocol TripListViewModelDelegate: AnyObject {
    func tripListDidChange(_ viewModel: TripListViewModel)
    func tripList(_ viewModel: TripListViewModel, didSelect trip: TripViewModel)
}

final class TripListViewModel {
    weak var delegate: TripListViewModelDelegate?

    private(set) var rows: [TripViewModel] = []

    private let trips: [Trip]
    private let passengers: [Passenger]

    init(trips: [Trip], passengers: [Passenger]) {
        self.trips = trips
        self.passengers = passengers
    }

    var emptyText: String? {
        rows.isEmpty ? "No trams today" : nil
    }

    /// viewWillAppear, pull to refresh, and a timer
    func refresh() {
        rows = trips.compactMap { trip in
            guard let firstLeg = trip.legs.first else { return nil }
            // Trams wait for people who run, so a trip stays for a minute
            guard firstLeg.departureDate > Date() - 60 else { return nil }
            return TripViewModel(trip: trip, passengers: passengers)
        }
        delegate?.tripListDidChange(self)
    }

    func didSelectRow(at index: Int) {
        // The tram can leave between touch down and touch up (3.1.1)
        guard index < rows.count else { return }
        delegate?.tripList(self, didSelect: rows[index])
    }
}
