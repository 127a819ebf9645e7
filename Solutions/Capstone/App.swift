//
//  App.swift
//  PracticeDesk
//
//  Copyright (c) 2014 Halden Practice Software. All rights reserved.
//

import Foundation

nonisolated struct PDPage: Equatable {
    let name: String
    var detail = ""
}

class Router: NSObject {
    fileprivate(set) var pages = [PDPage(name: "Calendar")]

    func open(_ page: PDPage) {
        if page == self.pages.last {
            return
        }
        self.pages.append(page)
    }
}

class App {
    fileprivate(set) static var router = Router()
    fileprivate(set) static var userName: String?
    fileprivate static var reminderService: ReminderService?

    static func launch() {
        userName = nil
        router = Router()
        reminderService = ReminderService()
    }

    static func signIn(as name: String) {
        userName = name
        router = Router()
    }

    static func timerDidFire(calendar: [Appointment]) {
        PDLog("\(calendar.count) appointments")
        reminderService?.sendReminders(for: calendar)
    }

    static func remindAgainButtonTapped(appointment: Appointment) -> Bool {
        return reminderService?.remindAgain(appointment) ?? false
    }
}
