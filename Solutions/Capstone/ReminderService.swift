import Foundation

/// The names under which the settings are stored. They are in use in 40 practices.
enum ReminderKey {
  static let paused = "reminders.paused"
  static let leadHours = "reminders.leadHours"
  static let limit = "reminders.limit"
  static let folder = "reminders.folder"
  static let alternative = "reminders.alternative"
  static let practiceName = "practice.name"
  static let practiceTimeZone = "practice.timeZone"

  // What the service keeps for itself
  static let day = "reminders.day"
  static let count = "reminders.count"
  static let lastRun = "reminders.lastRun"
  static let sent = "reminders.sent"
}

/// Sends text messages, as the gateway does.
protocol TextSender {
  var status: TextGateway.Status { get }
  func send(_ text: String, to number: String) -> Bool
}

extension TextGateway: TextSender {}

/// Reminds patients of their appointments: with a text message, or else with a letter.
final class ReminderService {
  private let now: () -> Date
  private let gateway: any TextSender
  private let phoneBookEntry: (String) -> PhoneBook.Entry?
  private var handled: Set<String>

  init(
    now: @escaping () -> Date = { Date() },
    gateway: any TextSender = TextGateway(),
    phoneBookEntry: @escaping (String) -> PhoneBook.Entry? = { PhoneBook.entry(for: $0) }
  ) {
    self.now = now
    self.gateway = gateway
    self.phoneBookEntry = phoneBookEntry
    handled = Set(Self.sent.keys)
  }

  func sendReminders(for tomorrow: [Appointment]) {
    guard !UserDefaults.standard.bool(forKey: ReminderKey.paused) else { return }

    var leadHours = UserDefaults.standard.integer(forKey: ReminderKey.leadHours)
    if leadHours < 1 || leadHours > 168 { leadHours = 24 }
    let limit = UserDefaults.standard.object(forKey: ReminderKey.limit) as? Int ?? 50
    let alternative = UserDefaults.standard.bool(forKey: ReminderKey.alternative)

    let today = dayFormatter.string(from: now())
    begin(day: today)

    var texts = 0
    var letters = 0
    var waiting = 0
    var isGatewayDown = false
    var notWritten: [String] = []

    for appointment in tomorrow.sorted(by: isEarlier) {
      guard appointment.date > now() else { continue }
      let lead = TimeInterval(leadHours) * 3600
      guard appointment.date <= now().addingTimeInterval(lead) else { continue }

      // Who gets a new date is reminded again
      let key = "\(appointment.id) \(appointment.date.timeIntervalSince1970)"
      guard !handled.contains(key) else { continue }

      let entry = phoneBookEntry(appointment.patient.id)
      let number = dialable(appointment.phone ?? entry?.number ?? "")
      if !appointment.isCancelled {
        if entry?.hasOptedOut == true { continue }
        // A letter wakes nobody
        let home = entry?.timeZone.flatMap { TimeZone(identifier: $0) } ?? timeZone
        if number != nil, QuietHours.contain(now(), in: home) { continue }
      }

      // Lindner's contract: so many texts a day. Letters don't count.
      let count = UserDefaults.standard.integer(forKey: ReminderKey.count)
      guard count < limit else {
        waiting += 1
        continue
      }
      UserDefaults.standard.set(count + 1, forKey: ReminderKey.count)

      if appointment.isCancelled {
        handled.insert(key)
        continue
      }

      let what = alternative ? "appointment" : appointment.kind
      var text = "Dear \(appointment.patient.name), we expect you for your \(what)"
      text += " on \(timeFormatter.string(from: appointment.date))."
      if appointment.kind == "blood test" {
        text += " Please don't eat before."
      }
      if let name = UserDefaults.standard.string(forKey: ReminderKey.practiceName), !name.isEmpty {
        text += " \(name)"
      }
      // One text message has room for 160 characters
      if text.count > 160 {
        text = text.prefix(157) + "..."
      }

      var isSent = false
      if let number {
        isSent = gateway.send(text, to: number)
        if isSent {
          texts += 1
        } else {
          isGatewayDown = true
        }
      }

      if !isSent {
        let id = alternative ? appointment.patient.id : appointment.id
        let name = id.replacingOccurrences(of: "/", with: "-")
        let fax = Fax(fileURL: folder.appendingPathComponent("\(name).txt"))
        fax.lines = [today, "", appointment.patient.name, appointment.patient.address, "", text]
        do {
          try fax.write()
          letters += 1
        } catch {
          // The next run tries again
          notWritten.append(appointment.id)
          continue
        }
      }
      handled.insert(key)
      remember(key, until: appointment.date)
    }

    if isGatewayDown {
      App.router.open(Page(name: "problem", detail: "Text messages: \(gateway.status.rawValue)"))
    }
    for id in notWritten {
      App.router.open(Page(name: "problem", detail: "Not written: \(id)"))
    }
    if waiting > 0 {
      App.router.open(Page(name: "limit", detail: "\(waiting) wait until tomorrow"))
    }
    if texts > 0 || letters > 0 {
      App.router.open(Page(name: "reminders", detail: "\(texts) texts, \(letters) letters"))
    }
    UserDefaults.standard.set(now(), forKey: ReminderKey.lastRun)
  }

  /// What the calendar shows in its corner.
  var statusLine: String {
    if UserDefaults.standard.bool(forKey: ReminderKey.paused) { return "Reminders are paused" }
    guard let lastRun = UserDefaults.standard.object(forKey: ReminderKey.lastRun) as? Date else {
      return "No reminders yet"
    }
    let minutes = now().timeIntervalSince(lastRun) / 60
    switch minutes {
    case ..<0: return "Check the clock of this computer"
    case ..<15: return "Reminders are up to date"
    case ..<120: return "Reminders are \(Int(minutes)) minutes old"
    default: return "Reminders have stopped"
    }
  }

  /// A new day has a new limit.
  private func begin(day: String) {
    guard UserDefaults.standard.string(forKey: ReminderKey.day) != day else { return }
    UserDefaults.standard.set(day, forKey: ReminderKey.day)
    UserDefaults.standard.set(0, forKey: ReminderKey.count)
  }

  /// What has gone out, with the dates of the appointments. It outlives the app.
  private static var sent: [String: Date] {
    UserDefaults.standard.dictionary(forKey: ReminderKey.sent) as? [String: Date] ?? [:]
  }

  private func remember(_ key: String, until date: Date) {
    var sent = Self.sent.filter { $0.value > now() }
    sent[key] = date
    UserDefaults.standard.set(sent, forKey: ReminderKey.sent)
  }

  /// The earliest first. Two at the same time go by their numbers.
  private func isEarlier(_ first: Appointment, _ second: Appointment) -> Bool {
    first.date == second.date ? first.id < second.id : first.date < second.date
  }

  /// The number as the modem dials it, or nil if it can't be one.
  private func dialable(_ entered: String) -> String? {
    var number = entered.filter { "+0123456789".contains($0) }
    if number.hasPrefix("00") {
      number = "+" + number.dropFirst(2)
    } else if number.count == 10 {
      number = "+1" + number
    }
    let digits = number.dropFirst()
    guard number.first == "+", !digits.contains("+"), (8...15).contains(digits.count) else {
      return nil
    }
    return number
  }

  private var folder: URL {
    if let path = UserDefaults.standard.string(forKey: ReminderKey.folder), !path.isEmpty {
      return URL(fileURLWithPath: path, isDirectory: true)
    }
    return URL(fileURLWithPath: NSHomeDirectory() + "/Documents/Reminders", isDirectory: true)
  }

  /// Where the practice is. The appointments are at its local time.
  private var timeZone: TimeZone {
    let name = UserDefaults.standard.string(forKey: ReminderKey.practiceTimeZone)
    return name.flatMap { TimeZone(identifier: $0) } ?? .current
  }

  private var dayFormatter: DateFormatter { formatter("yyyy-MM-dd") }

  private var timeFormatter: DateFormatter { formatter("EEEE, MMMM d, h:mm a") }

  private func formatter(_ format: String) -> DateFormatter {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = timeZone
    formatter.dateFormat = format
    return formatter
  }
}
