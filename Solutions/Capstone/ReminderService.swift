import Foundation

/// The names of the stored settings. Don't rename any: 40 practices have them on disk.
enum ReminderKey {
  static let paused = "reminders.paused"
  static let leadHours = "reminders.leadHours"
  static let limit = "reminders.limit"
  static let folder = "reminders.folder"
  static let alternative = "reminders.alternative"
  static let practiceName = "practice.name"
  static let practiceTimeZone = "practice.timeZone"

  // Written by the service itself
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

/// Reminds patients of their appointments by text, or by letter if there's no other way.
final class ReminderService {
  private let now: () -> Date
  private let gateway: any TextSender
  private let phoneBookEntry: (String) -> PhoneBook.Entry?
  private var handled: Set<String> = []

  init(
    now: @escaping () -> Date = { Date() },
    gateway: any TextSender = TextGateway(),
    phoneBookEntry: @escaping (String) -> PhoneBook.Entry? = { PhoneBook.entry(for: $0) }
  ) {
    self.now = now
    self.gateway = gateway
    self.phoneBookEntry = phoneBookEntry
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

      // A rescheduled appointment gets a new reminder
      let key = "\(appointment.id) \(appointment.date.timeIntervalSince1970)"
      guard !handled.contains(key) else { continue }

      let entry = phoneBookEntry(appointment.patient.id)
      let number = dialable(appointment.phone ?? entry?.number ?? "")
      if !appointment.isCancelled {
        if sent[key] != nil { continue }
        if entry?.hasOptedOut == true { continue }
        // Letters don't wake anybody
        let home = entry?.timeZone.flatMap { TimeZone(identifier: $0) } ?? timeZone
        if number != nil, QuietHours.contain(now(), in: home) { continue }
      }

      // The Lindner contract caps our texts per day. Letters don't count.
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
      var text = "Dear \(appointment.patient.name), this is a reminder of your \(what)"
      text += " on \(timeFormatter.string(from: appointment.date))."
      if appointment.kind == "blood test" {
        text += " Please don't eat beforehand."
      }
      if let name = UserDefaults.standard.string(forKey: ReminderKey.practiceName), !name.isEmpty {
        text += " \(name)"
      }
      // A text can't be longer than 160 characters
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
          // Try again on the next run
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
      App.router.open(Page(name: "limit", detail: "\(waiting) waiting until tomorrow"))
    }
    if texts > 0 || letters > 0 {
      App.router.open(Page(name: "reminders", detail: "\(texts) texts, \(letters) letters"))
    }
    UserDefaults.standard.set(now(), forKey: ReminderKey.lastRun)
  }

  /// Shown in the corner of the calendar.
  var statusLine: String {
    if UserDefaults.standard.bool(forKey: ReminderKey.paused) { return "Reminders are paused" }
    guard let lastRun = UserDefaults.standard.object(forKey: ReminderKey.lastRun) as? Date else {
      return "No reminders yet"
    }
    let minutes = now().timeIntervalSince(lastRun) / 60
    switch minutes {
    case ..<0: return "Check this computer's clock"
    case ..<15: return "Reminders are up to date"
    case ..<120: return "Reminders are \(Int(minutes)) minutes old"
    default: return "Reminders have stopped"
    }
  }

  /// The limit starts over every day.
  private func begin(day: String) {
    guard UserDefaults.standard.string(forKey: ReminderKey.day) != day else { return }
    UserDefaults.standard.set(day, forKey: ReminderKey.day)
    UserDefaults.standard.set(0, forKey: ReminderKey.count)
  }

  /// What has gone out, even before a restart, with the dates of the appointments.
  private var sent: [String: Date] {
    UserDefaults.standard.dictionary(forKey: ReminderKey.sent) as? [String: Date] ?? [:]
  }

  private func remember(_ key: String, until date: Date) {
    var sent = sent.filter { $0.value > now() }
    sent[key] = date
    UserDefaults.standard.set(sent, forKey: ReminderKey.sent)
  }

  /// Earliest first, and by ID if two start at the same time.
  private func isEarlier(_ first: Appointment, _ second: Appointment) -> Bool {
    first.date == second.date ? first.id < second.id : first.date < second.date
  }

  /// The number in the form that the modem dials, or nil if it isn't a phone number.
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

  /// The time zone of the practice. Appointments are in its local time.
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
