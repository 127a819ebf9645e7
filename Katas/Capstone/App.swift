//
//  App.swift
//  PracticeDesk
//
//  Copyright (c) 2014 Halden Practice Software. All rights reserved.
//

import Foundation

nonisolated struct Page: Equatable {
    let name: String
    var detail = ""
}

class Router: NSObject {
    fileprivate(set) var pages = [Page(name: "calendar")]

    func open(_ page: Page) {
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

    /// Timer did fire (10 min)
    /// - parameter calendar: the calendar
    static func timerDidFire(calendar: [Appointment]) {
        Log.d("timer \(calendar.count)")
        reminderService?.sendReminders(for: calendar)
    }

    static func remindAgainButtonTapped(appointment: Appointment) -> Bool {
        return reminderService?.remindAgain(appointment) ?? false
    }
}
