//
//  Trip.swift
//  Tramline
//
//  Created by Clemens Aigner on 10.04.18.
//  Copyright © 2018 Tramline Labs GmbH. All rights reserved.
//

import Foundation

struct Trip {
    let legs: [Leg]
}

struct Leg {

    let lineName: String
    let departureStop: String
    let arrivalStop: String
    let departureDate: Date
    let arrivalDate: Date
    let numberOfZones: Int // 0 for replacement buses

    var departureTime: String { return departureDate.toString("HH:mm") }
    var arrivalTime: String { return arrivalDate.toString("HH:mm") }

    var isPeakTime: Bool {
        let weekday = departureDate.toString("EEE")
        if weekday == "Sat" || weekday == "Sun" { return false }
        if departureTime >= "06:30" && departureTime < "09:00" { return true }
        if departureTime >= "16:00" && departureTime < "18:30" { return true }
        return false
    }
}

struct Passenger {
    let age: Int
    var isAccountHolder = false
}
