//
//  BerthRow.swift
//  HarborDesk
//
//  Created by Malte on 14.11.18.
//  Copyright © 2018 Kaikante Software GmbH. All rights reserved.
//

import Foundation

nonisolated struct BerthRow: Equatable {
    let callSign: String
    let name: String
    var berth: String
    var isUnsent = false

    var title: String {
        let place = berth.isEmpty ? "At anchor" : "Berth \(berth)"
        return isUnsent ? "\(place) – \(name)*" : "\(place) – \(name)"
    }
}
