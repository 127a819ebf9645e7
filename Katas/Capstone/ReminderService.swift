//
//  ReminderService.swift
//  PracticeDesk
//
//  Copyright (c) 2014 Halden Practice Software. All rights reserved.
//

import Foundation

// Please don't rename these keys, about 40 practices have them in their settings
let kRemindersPausedKey = "reminders.paused"
let kLeadHoursKey = "reminders.leadHours"
let kDailyLimitKey = "reminders.limit"
let kLetterFolderKey = "reminders.folder"
let kAlternativeKey = "reminders.alternative"
let kPracticeNameKey = "practice.name"
let kPracticeTimeZoneKey = "practice.timeZone"
// The following keys are not in the settings window, the service writes them itself
let kCountedDayKey = "reminders.day"
let kCountedRemindersKey = "reminders.count"
let kLastRunKey = "reminders.lastRun"

let kMaximumTextLength = 160

/// Reminds patients of their appointments by text, or by letter if there's no other way.
class ReminderService {
    private let gateway = TextGateway()
    private var handledReminders = Set<String>()

    func sendReminders(for tomorrow: [Appointment]) {
        let defaults = UserDefaults.standard
        if defaults.bool(forKey: kRemindersPausedKey) {
            return
        }

        var leadHours = defaults.integer(forKey: kLeadHoursKey)
        if leadHours < 1 || leadHours > 168 {
            leadHours = 24
        }
        let dailyLimit = defaults.object(forKey: kDailyLimitKey) as? Int ?? 50
        let alternative = defaults.bool(forKey: kAlternativeKey)

        // Reset the count on a new day
        let todayString = self.dateFormatter(withFormat: "yyyy-MM-dd").string(from: Date())
        if defaults.string(forKey: kCountedDayKey) != todayString {
            defaults.set(todayString, forKey: kCountedDayKey)
            defaults.set(0, forKey: kCountedRemindersKey)
        }

        var textsSent = 0
        var lettersWritten = 0
        var waitingReminders = 0
        var isGatewayDown = false
        var lettersNotWritten = [String]()

        let sortedAppointments = tomorrow.sorted { (first, second) -> Bool in
            return first.date == second.date ? first.id < second.id : first.date < second.date
        }
        for appointment in sortedAppointments {
            if appointment.date <= Date() {
                continue
            }
            if appointment.date > Date().addingTimeInterval(TimeInterval(leadHours) * 3600) {
                continue
            }

            // A rescheduled appointment gets a new reminder
            let reminderKey = "\(appointment.id) \(appointment.date.timeIntervalSince1970)"
            if self.handledReminders.contains(reminderKey) {
                continue
            }

            // The Lindner contract caps our texts per day. Letters don't count.
            let countedToday = defaults.integer(forKey: kCountedRemindersKey)
            if countedToday >= dailyLimit {
                waitingReminders += 1
                continue
            }
            defaults.set(countedToday + 1, forKey: kCountedRemindersKey)

            if appointment.isCancelled {
                self.handledReminders.insert(reminderKey)
                continue
            }

            let appointmentKind = alternative ? "appointment" : appointment.kind
            var messageText = "Dear \(appointment.patient.name), this is a reminder of your \(appointmentKind)"
            messageText += " on " + self.dateFormatter(withFormat: "EEEE, MMMM d, h:mm a").string(from: appointment.date) + "."
            if appointment.kind == "blood test" {
                messageText += " Please don't eat beforehand."
            }
            let practiceName = defaults.string(forKey: kPracticeNameKey)
            if let practiceName = practiceName, practiceName != "" {
                messageText += " " + practiceName
            }
            if messageText.count > kMaximumTextLength {
                messageText = messageText.prefix(kMaximumTextLength - 3) + "..."
            }

            var isTextSent = false
            let enteredNumber = appointment.phone ?? PhoneBook.entry(for: appointment.patient.id)?.number
            if let modemNumber = self.dialableNumber(enteredNumber ?? "") {
                isTextSent = self.gateway.send(messageText, to: modemNumber)
                if isTextSent {
                    textsSent += 1
                } else {
                    isGatewayDown = true
                }
                if kDebugLogging { NSLog("Text to \(modemNumber): \(isTextSent)") }
            }

            if !isTextSent {
                let letterIdentifier = alternative ? appointment.patient.id : appointment.id
                let letterFileName = letterIdentifier.replacingOccurrences(of: "/", with: "-") + ".txt"
                let letterFax = Fax(fileURL: self.letterFolder.appendingPathComponent(letterFileName))
                letterFax.printedLines = [todayString, "", appointment.patient.name, appointment.patient.address, "", messageText]
                if !letterFax.write() {
                    lettersNotWritten.append(appointment.id)
                    continue
                }
                lettersWritten += 1
            }
            self.handledReminders.insert(reminderKey)
        }

        // Show the user what happened, the problems come first
        if isGatewayDown {
            App.router.open(Page(name: "problem", detail: "Could not send text: \(self.gateway.status.rawValue)"))
        }
        for appointmentID in lettersNotWritten {
            App.router.open(Page(name: "problem", detail: "Could not write letter \(appointmentID)"))
        }
        if waitingReminders > 0 {
            App.router.open(Page(name: "limit", detail: "\(waitingReminders) waiting until tomorrow"))
        }
        if textsSent > 0 || lettersWritten > 0 {
            App.router.open(Page(name: "reminders", detail: "Texts: \(textsSent), letters: \(lettersWritten)"))
        }
        defaults.set(Date(), forKey: kLastRunKey)
    }

    // MARK: - Remind again

    /// Sends the text again if the patient has lost it.
    func remindAgain(_ appointment: Appointment) -> Bool {
        guard !appointment.isCancelled, appointment.date > Date() else { return false }
        let phoneBookEntry = PhoneBook.entry(for: appointment.patient.id)
        guard let modemNumber = dialableNumber(appointment.phone ?? phoneBookEntry?.number ?? "") else {
            App.router.open(Page(name: "problem", detail: "No phone number for \(appointment.patient.name)"))
            return false
        }

        let appointmentTime = dateFormatter(withFormat: "EEEE, MMMM d, h:mm a").string(from: appointment.date)
        var sentences = ["Dear \(appointment.patient.name), this is a reminder of your \(appointment.kind) on \(appointmentTime)."]
        if appointment.kind == "blood test" { sentences.append("Please don't eat beforehand.") }
        if let practiceName = UserDefaults.standard.string(forKey: kPracticeNameKey), !practiceName.isEmpty {
            sentences.append(practiceName)
        }
        var messageText = sentences.joined(separator: " ")
        if messageText.count > 160 { messageText = "\(messageText.prefix(157))..." }

        guard gateway.send(messageText, to: modemNumber) else {
            App.router.open(Page(name: "problem", detail: "Could not send text: \(gateway.status.rawValue)"))
            return false
        }
        return true
    }

    // MARK: - Status

    /// Returns the text that is shown in the corner of the calendar.
    /// - parameter now: the current date
    func statusLine(now: Date = Date()) -> String {
        guard !UserDefaults.standard.bool(forKey: kRemindersPausedKey) else { return "Reminders are paused" }
        guard let lastRun = UserDefaults.standard.object(forKey: kLastRunKey) as? Date else { return "No reminders yet" }

        let minutesSinceLastRun = now.timeIntervalSince(lastRun) / 60
        switch minutesSinceLastRun {
        case ..<0: return "Please check this computer's clock"
        case ..<15: return "Reminders are up to date"
        case ..<120: return "Last reminders \(Int(minutesSinceLastRun)) minutes ago"
        default: return "Reminders have stopped"
        }
    }

    // MARK: - Helpers

    private func dialableNumber(_ enteredNumber: String) -> String? {
        var normalizedNumber = enteredNumber.filter { "+0123456789".contains($0) }
        if normalizedNumber.hasPrefix("00") {
            normalizedNumber = "+" + normalizedNumber.dropFirst(2)
        } else if normalizedNumber.count == 10 {
            normalizedNumber = "+1" + normalizedNumber
        }
        let dialedDigits = normalizedNumber.dropFirst()
        if normalizedNumber.first != "+" || dialedDigits.contains("+") || dialedDigits.count < 8 || dialedDigits.count > 15 {
            return nil
        }
        return normalizedNumber
    }

    private var letterFolder: URL {
        let folderPath = UserDefaults.standard.string(forKey: kLetterFolderKey)
        if let folderPath = folderPath, folderPath != "" {
            return URL(fileURLWithPath: folderPath, isDirectory: true)
        }
        return URL(fileURLWithPath: NSHomeDirectory() + "/Documents/Reminders", isDirectory: true)
    }

    private func dateFormatter(withFormat dateFormat: String) -> DateFormatter {
        let dateFormatter = DateFormatter()
        dateFormatter.locale = Locale(identifier: "en_US_POSIX")
        dateFormatter.timeZone = self.practiceTimeZone
        dateFormatter.dateFormat = dateFormat
        return dateFormatter
    }

    private var practiceTimeZone: TimeZone {
        let identifier = UserDefaults.standard.string(forKey: kPracticeTimeZoneKey)
        if let identifier = identifier, let timeZone = TimeZone(identifier: identifier) {
            return timeZone
        }
        return TimeZone.current
    }
}
