//
//  GuestDesk.swift
//  Tanyard
//
//  Created by Ines Kolar on 12.03.19.
//  Copyright © 2019 Tanyard Workspaces Ltd. All rights reserved.
//

import Foundation

final class GuestDesk {

    static let maximumNumberOfDraws = 5

    let hostEmail: String

    /// "My guests" screen
    private(set) var passes: [GuestPass] = []

    private var isInviting = false

    var find = Directory.find
    var makeCode = makePassCode
    var store = Vault.store
    var send = Mailer.send

    init(hostEmail: String) {
        self.hostEmail = hostEmail
    }

    // MARK: - Invite

    /// InviteViewController, "Invite" button.
    /// - returns: The pass for the confirmation screen.
    @discardableResult
    func invite(_ name: String, email: String, on visitDay: String) async throws -> GuestPass {
        // A double tap on slow phones sent two mails with two codes
        guard !isInviting else { throw GuestDeskError.alreadyInviting }
        isInviting = true
        defer { isInviting = false }

        // Check what was typed
        let guestName = name.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !guestName.isEmpty else {
            throw GuestDeskError.nameMissing
        }
        let guestEmail = email.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
        let emailParts = guestEmail.components(separatedBy: "@")
        guard emailParts.count == 2, !emailParts[0].isEmpty, emailParts[1].contains(".") else {
            throw GuestDeskError.invalidEmail(guestEmail)
        }
        guard guestEmail != hostEmail.lowercased() else {
            throw GuestDeskError.ownEmail
        }

        // Never cache this, reception can suspend a member while the app is open
        let host = try await find(hostEmail)
        guard !host.isSuspended else {
            throw GuestDeskError.suspended
        }
        let isInvitedAlready = host.passes.contains(where: { $0.guestEmail == guestEmail && $0.visitDay == visitDay })
        guard !isInvitedAlready else {
            throw GuestDeskError.invitedAlready(guestEmail)
        }
        if let limit = host.plan.monthlyGuestLimit {
            let month = visitDay.prefix(7)
            let guestsInMonth = host.passes.filter { $0.visitDay.hasPrefix(month) }
            guard guestsInMonth.count < limit else {
                throw GuestDeskError.limitReached(limit)
            }
        }

        // Draw a code until the doors accept it
        var pass = GuestPass(id: UUID(), guestName: guestName, guestEmail: guestEmail, visitDay: visitDay, code: "", createdAt: Date())
        var numberOfDraws = 0
        while true {
            numberOfDraws += 1
            pass.code = makeCode()
            if !host.passes.contains(where: { $0.code == pass.code }) {
                do {
                    try await store(host.passes + [pass], host.id)
                    break
                } catch VaultError.codeTaken {
                    log("code taken, draw \(numberOfDraws)")
                }
            }
            guard numberOfDraws < GuestDesk.maximumNumberOfDraws else {
                throw GuestDeskError.noFreeCode
            }
        }

        // Nobody knows the code if the mail fails, so it must not open a door
        do {
            try await send(guestEmail, pass.mailSubject, pass.mailBody(hostName: host.name))
        } catch {
            log("mail to \(guestEmail): \(error)")
            do {
                try await store(host.passes, host.id)
            } catch {
                log("pass \(pass.id) not withdrawn: \(error)")
            }
            throw GuestDeskError.mailFailed(guestEmail)
        }

        passes = host.passes + [pass]
        return pass
    }
}

// MARK: - My guests

extension GuestDesk {

    func cancel(_ pass: GuestPass) async throws {
        let host = try await find(hostEmail)
        let remainingPasses = host.passes.filter { $0.id != pass.id }
        try await store(remainingPasses, host.id)
        passes = remainingPasses
    }

    /// For a guest who passed the code on, e.g. to a whole team.
    func changeCode(of pass: GuestPass) async throws -> GuestPass {
        let host = try await find(hostEmail)
        guard let index = host.passes.firstIndex(where: { $0.id == pass.id }) else {
            throw GuestDeskError.passNotFound
        }

        for _ in 1...Self.maximumNumberOfDraws {
            let newCode = makeCode()
            guard !host.passes.contains(where: { $0.code == newCode }) else { continue }

            var newPass = host.passes[index]
            newPass.code = newCode
            var newPasses = host.passes
            newPasses[index] = newPass
            do {
                try await store(newPasses, host.id)
            } catch VaultError.codeTaken {
                continue
            }
            passes = newPasses

            // The host sees the new code on the screen, so the mail may fail
            try? await send(newPass.guestEmail, newPass.mailSubject, newPass.mailBody(hostName: host.name))
            return newPass
        }
        throw GuestDeskError.noFreeCode
    }
}
