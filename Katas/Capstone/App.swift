//
//  App.swift
//  PracticeDesk
//
//  Copyright (c) 2014 Halden Practice Software. All rights reserved.
//

import Foundation

let kDebugLogging = false

nonisolated struct Page: Equatable {
    let name: String
    var detail = ""
}

class Router: NSObject {
    private(set) var pages = [Page(name: "calendar")]

    func open(_ page: Page) {
        // Otherwise the same message would pile up every ten minutes
        if page == self.pages.last {
            return
        }
        self.pages.append(page)
    }
}

/// Shared by the whole app.
class App {
    private(set) static var router = Router()
    private(set) static var userName: String?
    private static var reminderService: ReminderService?

    static func launch() {
        userName = nil
        router = Router()
        reminderService = ReminderService()
    }

    static func signIn(as name: String) {
        userName = name
        router = Router()
    }

    /// This is called by the timer every ten minutes.
    /// - parameter calendar: the calendar
    static func timerDidFire(calendar: [Appointment]) {
        reminderService?.sendReminders(for: calendar)
    }

    static func remindAgainButtonTapped(appointment: Appointment) -> Bool {
        return reminderService?.remindAgain(appointment) ?? false
    }
}
