//
//  ReminderService.swift
//  PracticeDesk
//
//  Copyright (c) 2014 Halden Practice Software. All rights reserved.
//

import Foundation

// see SettingsWindowController
let kPDRemindersPausedKey = "reminders.paused"
let kPDLeadHoursKey = "reminders.leadHours"
let kPDDailyLimitKey = "reminders.limit"
let kPDLetterFolderKey = "reminders.folder"
let kPDAlternativeKey = "reminders.alternative"
let kPDPracticeNameKey = "practice.name"
let kPDPracticeTimeZoneKey = "practice.timeZone"
let kPDCountedDayKey = "reminders.day"
let kPDCountedRemindersKey = "reminders.count"
let kPDLastRunKey = "reminders.lastRun"
let kPDSentRemindersKey = "reminders.sent"

let kPDMaxTextLength = 160

protocol TextSender {
    var status: TextGateway.Status { get }
    func send(_ text: String, to number: String) -> Bool
}

extension TextGateway: TextSender {}

class ReminderService {
    fileprivate let now: () -> Date
    fileprivate let gateway: any TextSender
    fileprivate let phoneBook: (String) -> PhoneBook.Entry?
    fileprivate var handledReminders = Set<String>()

    init(now: @escaping () -> Date = { Date() }, gateway: any TextSender = TextGateway(),
         phoneBook: @escaping (String) -> PhoneBook.Entry? = { PhoneBook.entry(for: $0) }) {
        self.now = now
        self.gateway = gateway
        self.phoneBook = phoneBook
    }

    func sendReminders(for tomorrow: [Appointment]) {
        let defaults = UserDefaults.standard
        if defaults.bool(forKey: kPDRemindersPausedKey) {
            return
        }

        var leadHours = defaults.integer(forKey: kPDLeadHoursKey)
        if leadHours < 1 || leadHours > 168 {
            leadHours = 24
        }
        let dailyLimit = defaults.object(forKey: kPDDailyLimitKey) as? Int ?? 50
        let alternative = defaults.bool(forKey: kPDAlternativeKey)
        // value: date of the appointment
        var sentReminders = defaults.dictionary(forKey: kPDSentRemindersKey) as? [String: Date] ?? [:]
        sentReminders = sentReminders.filter { $0.value > self.now() }
        defaults.set(sentReminders, forKey: kPDSentRemindersKey)

        let todayString = self.dateFormatter(withFormat: "yyyy-MM-dd").string(from: self.now())
        if defaults.string(forKey: kPDCountedDayKey) != todayString {
            defaults.set(todayString, forKey: kPDCountedDayKey)
            defaults.set(0, forKey: kPDCountedRemindersKey)
        }

        var textsSent = 0
        var lettersWritten = 0
        var pendingReminders = 0
        var isGatewayDown = false
        var failedLetters = [String]()

        let sortedAppointments = tomorrow.sorted { (first, second) -> Bool in
            return first.date == second.date ? first.id < second.id : first.date < second.date
        }
        for appointment in sortedAppointments {
            if appointment.date <= self.now() {
                continue
            }
            if appointment.date > self.now().addingTimeInterval(TimeInterval(leadHours) * 3600) {
                continue
            }

            let reminderKey = "\(appointment.id) \(appointment.date.timeIntervalSince1970)"
            if self.handledReminders.contains(reminderKey) {
                continue
            }

            if !appointment.isCancelled && sentReminders[reminderKey] != nil {
                continue
            }
            let phoneBookEntry = appointment.isCancelled ? nil : self.phoneBook(appointment.patient.id)
            let phoneNumber = self.normalizePhoneNumber(appointment.phone ?? phoneBookEntry?.number ?? "")
            if !appointment.isCancelled {
                let patientTimeZone = phoneBookEntry?.timeZone.flatMap { TimeZone(identifier: $0) } ?? self.practiceTimeZone
                // letters are ok
                let isHeldBack = phoneNumber != nil && QuietHours.contain(self.now(), in: patientTimeZone)
                if isHeldBack || phoneBookEntry?.hasOptedOut == true {
                    continue
                }
            }

            // Lindner contract, letters don't count
            let countedToday = defaults.integer(forKey: kPDCountedRemindersKey)
            if countedToday >= dailyLimit {
                pendingReminders += 1
                continue
            }
            defaults.set(countedToday + 1, forKey: kPDCountedRemindersKey)

            if appointment.isCancelled {
                self.handledReminders.insert(reminderKey)
                continue
            }

            let patient = appointment.patient
            let appointmentKind = alternative ? "appointment" : appointment.kind
            var messageText = "Dear \(patient.name), this is a reminder of your \(appointmentKind)"
            messageText += " on " + self.dateFormatter(withFormat: "EEEE, MMMM d, h:mm a").string(from: appointment.date) + "."
            if appointment.kind == "blood test" {
                messageText += " Please don't eat beforehand."
            }
            let practiceName = defaults.string(forKey: kPDPracticeNameKey)
            if let practiceName = practiceName, practiceName != "" {
                messageText += " " + practiceName
            }
            if messageText.count > kPDMaxTextLength {
                messageText = messageText.prefix(kPDMaxTextLength - 3) + "..."
            }

            var isTextSent = false
            if let phoneNumber = phoneNumber {
                isTextSent = self.gateway.send(messageText, to: phoneNumber)
                if isTextSent {
                    textsSent += 1
                } else {
                    isGatewayDown = true
                }
                PDLog("\(appointment.id) \(phoneNumber) \(self.gateway.status.rawValue)")
            }

            if isTextSent == false {
                let letterIdentifier = alternative ? appointment.patient.id : appointment.id
                let letterFileName = letterIdentifier.replacingOccurrences(of: "/", with: "-") + ".txt"
                let letterFax = PDFax(fileURL: self.letterFolder.appendingPathComponent(letterFileName))
                letterFax.lines = [todayString, "", patient.name, patient.address, "", messageText]
                if letterFax.write() == false {
                    failedLetters.append(appointment.id)
                    continue
                }
                lettersWritten += 1
            }
            self.handledReminders.insert(reminderKey)
            sentReminders[reminderKey] = appointment.date
            defaults.set(sentReminders, forKey: kPDSentRemindersKey)
        }

        if isGatewayDown {
            App.router.open(PDPage(name: "Alert", detail: "Could not send text: " + self.gateway.status.rawValue))
        }
        for appointmentID in failedLetters {
            App.router.open(PDPage(name: "Alert", detail: "Could not write letter \(appointmentID)"))
        }
        if pendingReminders > 0 {
            App.router.open(PDPage(name: "Limit", detail: "\(pendingReminders) waiting until tomorrow"))
        }
        if textsSent > 0 || lettersWritten > 0 {
            App.router.open(PDPage(name: "Summary", detail: "Texts: \(textsSent), letters: \(lettersWritten)"))
        }
        defaults.set(self.now(), forKey: kPDLastRunKey)
    }

    // MARK: - Button

    func remindAgain(_ appointment: Appointment) -> Bool {
        guard !appointment.isCancelled, appointment.date > now() else { return false }
        let phoneBookEntry = phoneBook(appointment.patient.id)
        guard let phoneNumber = normalizePhoneNumber(appointment.phone ?? phoneBookEntry?.number ?? "") else {
            App.router.open(PDPage(name: "Alert", detail: "No phone number for \(appointment.patient.name)"))
            return false
        }

        var messageText = "Dear \(appointment.patient.name), this is a reminder of your \(appointment.kind)"
        messageText += " on " + self.dateFormatter(withFormat: "EEEE, MMMM d, h:mm a").string(from: appointment.date) + "."
        if appointment.kind == "blood test" {
            messageText += " Please don't eat beforehand."
        }
        let practiceName = UserDefaults.standard.string(forKey: kPDPracticeNameKey)
        if let practiceName = practiceName, practiceName != "" {
            messageText += " " + practiceName
        }
        if messageText.count > 160 {
            messageText = messageText.prefix(157) + "..."
        }

        guard gateway.send(messageText, to: phoneNumber) else {
            App.router.open(PDPage(name: "Alert", detail: "Could not send text: " + gateway.status.rawValue))
            return false
        }
        return true
    }

    func statusLine(now: Date = Date()) -> String {
        guard !UserDefaults.standard.bool(forKey: kPDRemindersPausedKey) else { return "Reminders are paused" }
        guard let lastRun = UserDefaults.standard.object(forKey: kPDLastRunKey) as? Date else { return "No reminders yet" }

        let minutesSinceLastRun = now.timeIntervalSince(lastRun) / 60
        switch minutesSinceLastRun {
        case ..<0: return "Please check this computer's clock"
        case ..<15: return "Reminders are up to date"
        case ..<120: return "Last reminders \(Int(minutesSinceLastRun)) minutes ago"
        default: return "Reminders have stopped"
        }
    }

    // MARK: - Helpers

    fileprivate func normalizePhoneNumber(_ rawNumber: String) -> String? {
        var normalizedNumber = rawNumber.filter { "+0123456789".contains($0) }
        if normalizedNumber.hasPrefix("00") {
            normalizedNumber = "+" + normalizedNumber.dropFirst(2)
        } else if normalizedNumber.count == 10 {
            normalizedNumber = "+1" + normalizedNumber
        }
        let digits = normalizedNumber.dropFirst()
        if normalizedNumber.first != "+" || digits.contains("+") || digits.count < 8 || digits.count > 15 {
            return nil
        }
        return normalizedNumber
    }

    fileprivate var letterFolder: URL {
        let folderPath = UserDefaults.standard.string(forKey: kPDLetterFolderKey)
        if let folderPath = folderPath, folderPath != "" {
            return URL(fileURLWithPath: folderPath, isDirectory: true)
        }
        return URL(fileURLWithPath: NSHomeDirectory() + "/Documents/Reminders", isDirectory: true)
    }

    fileprivate func dateFormatter(withFormat dateFormat: String) -> DateFormatter {
        let dateFormatter = DateFormatter()
        dateFormatter.locale = Locale(identifier: "en_US_POSIX")
        dateFormatter.timeZone = self.practiceTimeZone
        dateFormatter.dateFormat = dateFormat
        return dateFormatter
    }

    fileprivate var practiceTimeZone: TimeZone {
        let identifier = UserDefaults.standard.string(forKey: kPDPracticeTimeZoneKey)
        if let identifier = identifier, let timeZone = TimeZone(identifier: identifier) {
            return timeZone
        }
        return TimeZone.current
    }
}
