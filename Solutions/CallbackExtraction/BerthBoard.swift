//
//  BerthBoard.swift
//  HarborDesk
//
//  Created by Malte on 14.11.18.
//  Copyright © 2018 Kaikante Software GmbH. All rights reserved.
//

import Foundation

protocol BerthBoardDelegate: AnyObject {
    func boardDidChange(_ board: BerthBoard)
    func board(_ board: BerthBoard, didFailWithMessage message: String)
    func board(_ board: BerthBoard, didAnnounceShips names: [String])
}

final class BerthBoard {

    static var isLoggingEnabled = false
    static let maximumFailureCount = 3

    weak var delegate: BerthBoardDelegate?

    let harborCode: String
    private(set) var rows: [BerthRow] = []
    private(set) var statusText = "No answer yet"

    private var unsentChanges: [String: String] = [:]
    private var requestCount = 0
    private var lastAnsweredRequest = 0
    private var failureCount = 0

    var isRefreshing: Bool {
        return lastAnsweredRequest < requestCount
    }

    init(harborCode: String) {
        self.harborCode = harborCode
    }

    /// Sends the berths that were changed by hand, and gets the ships from the harbor.
    func refresh() {
        requestCount += 1
        let request = requestCount
        let sentChanges = unsentChanges

        QuayLink.shared.sync(harbor: harborCode, changes: sentChanges) { [weak self] data, error in
            DispatchQueue.main.async { [weak self] in
                self?.receive(data: data, error: error, forRequest: request, sentChanges: sentChanges)
            }
        }
    }

    func receive(data: Data?, error: Error?, forRequest request: Int, sentChanges: [String: String]) {
        if let error = error {
            guard request > self.lastAnsweredRequest else { return }
            self.lastAnsweredRequest = request
            self.failureCount += 1
            self.statusText = "No answer: \(error.localizedDescription)"
            self.delegate?.boardDidChange(self)
            // The gateway restarts every night, so one or two failures are normal
            if self.failureCount == BerthBoard.maximumFailureCount {
                self.delegate?.board(self, didFailWithMessage: self.statusText)
            }
            return
        }

        guard let data = data,
            let json = (try? JSONSerialization.jsonObject(with: data)) as? [String: Any],
            let ships = json["ships"] as? [[String: Any]] else {
            guard request > self.lastAnsweredRequest else { return }
            self.lastAnsweredRequest = request
            self.failureCount += 1
            self.statusText = "The answer can’t be read."
            self.delegate?.boardDidChange(self)
            if self.failureCount == BerthBoard.maximumFailureCount {
                self.delegate?.board(self, didFailWithMessage: self.statusText)
            }
            return
        }

        let newRows: [BerthRow] = ships.compactMap { ship in
            guard let callSign = ship["callSign"] as? String, !callSign.isEmpty else { return nil }
            // Fishing boats often don't send their name
            let name = ship["name"] as? String ?? callSign
            return BerthRow(callSign: callSign, name: name, berth: ship["berth"] as? String ?? "")
        }

        if request <= self.lastAnsweredRequest { return }
        self.lastAnsweredRequest = request
        self.failureCount = 0

        // The harbor knows what we have sent, but not what was changed since then
        for (callSign, berth) in sentChanges where self.unsentChanges[callSign] == berth {
            self.unsentChanges[callSign] = nil
        }

        let oldCallSigns = self.rows.map { $0.callSign }
        self.rows = newRows
        for index in self.rows.indices {
            if let berth = self.unsentChanges[self.rows[index].callSign] {
                self.rows[index].berth = berth
                self.rows[index].isUnsent = true
            }
        }
        self.sortRows()
        self.updateStatusText()
        if BerthBoard.isLoggingEnabled {
            NSLog("BerthBoard: answer \(request), \(self.rows.count) ships")
        }
        self.delegate?.boardDidChange(self)

        // 2020-02: ring the bell for new ships, but not for all of them in the morning
        let newShips = self.rows.filter { !oldCallSigns.contains($0.callSign) }
        if !oldCallSigns.isEmpty && !newShips.isEmpty {
            self.delegate?.board(self, didAnnounceShips: newShips.map { $0.name })
        }
    }

    /// Moves a ship by hand. The harbor gets to know it with the next refresh.
    func moveShip(withCallSign callSign: String, toBerth berth: String) {
        guard let index = rows.firstIndex(where: { $0.callSign == callSign }) else { return }
        let newBerth = berth.trimmingCharacters(in: .whitespaces).uppercased()
        guard newBerth != rows[index].berth else { return }

        rows[index].berth = newBerth
        rows[index].isUnsent = true
        unsentChanges[callSign] = newBerth
        sortRows()
        updateStatusText()
        delegate?.boardDidChange(self)
    }

    private func sortRows() {
        rows.sort { left, right in
            if left.berth != right.berth {
                return left.berth.compare(right.berth, options: .numeric) == .orderedAscending
            }
            return left.name < right.name
        }
    }

    private func updateStatusText() {
        let anchorCount = rows.filter { $0.berth.isEmpty }.count
        statusText = rows.count == 1 ? "1 ship" : "\(rows.count) ships"
        if anchorCount > 0 {
            statusText += ", \(anchorCount) at anchor"
        }
    }
}
