//
//  GuestPass.swift
//  Tanyard
//
//  Created by Ines Kolar on 12.03.19.
//  Copyright © 2019 Tanyard Workspaces Ltd. All rights reserved.
//

import Foundation

struct GuestPass: Codable, Equatable {
    let id: UUID
    let guestName: String
    let guestEmail: String
    let visitDay: String // yyyy-MM-dd
    var code: String
    let createdAt: Date
}

// MARK: - Mail

extension GuestPass {

    /// Two groups, like the display at the door.
    var formattedCode: String {
        return code.prefix(3) + " " + code.dropFirst(3)
    }

    var mailSubject: String {
        return "Your pass for Tanyard on \(visitDay)"
    }

    func mailBody(hostName: String) -> String {
        var lines: [String] = []
        lines.append("Hello \(guestName),")
        lines.append("\(hostName) has invited you to Tanyard.")
        lines.append("Your code for the front door on \(visitDay) is \(formattedCode).")
        return lines.joined(separator: "\n")
    }
}

// MARK: - Code

/// The keypads ring the bell if the first digit is a zero.
func makePassCode() -> String {
    let number = Int.random(in: 100000...999999)
    return "\(number)"
}
