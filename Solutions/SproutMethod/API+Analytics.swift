import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends a request to the server.
protocol RequestSender {
  /// Sends a request once, as it is, and completes with the body of the answer.
  func send(_ request: URLRequest, completion: @escaping Completion<Data>)
}

extension API: RequestSender {
  func send(_ request: URLRequest, completion: @escaping Completion<Data>) {
    load(request, completion: completion)
  }
}

// MARK: - Sending reports

/// Takes reports of how the app is used.
protocol AnalyticsAPI: AnyObject {
  /// Sends a report. Nobody finds out whether it arrives.
  func sendReport(_ report: Report)
}

extension API: AnalyticsAPI {
  func sendReport(_ report: Report) {
    try? logAnalytics(report) { _ in }
  }

  /// Sends a report, with the user's token if there is one. It tries once and doesn't renew the
  /// token, so a report never signs anybody out.
  ///
  /// - Throws: `EncodingError` if the duration isn't finite. Then nothing is sent.
  func logAnalytics(_ report: Report, completion: @escaping Completion<Void>) throws {
    var request = URLRequest(url: server.appending(path: "api/analytics"))
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    if let token {
      request.setValue("Bearer \(token.value)", forHTTPHeaderField: "Authorization")
    }
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = .sortedKeys
    request.httpBody = try encoder.encode(report)
    (sender ?? self).send(request) { completion($0.map { _ in }) }
  }
}

// MARK: - Reports

/// Something that happened in the app.
struct Report: Codable, Equatable {
  let name: String
  let type: String
  let date: Date

  /// How long it took in seconds, if known.
  let duration: TimeInterval?

  let device: String
  let system: String
  let appVersion: String
}

enum AnalyticsEvent: String {
  case announcementsShown = "announcements-shown"
  case ordersShown = "orders-shown"
  case settingsShown = "settings-shown"
}

enum AnalyticsType: String {
  case screenView = "screen-view"
}

extension Report {
  /// A report of an event: by default now, on this device, in this version of the app.
  static func make(
    event: AnalyticsEvent,
    type: AnalyticsType,
    duration: TimeInterval? = nil,
    date: Date = Date(),
    device: String = Device.model,
    system: String = ProcessInfo.processInfo.operatingSystemVersionString,
    appVersion: String = App.version
  ) -> Report {
    Report(
      name: event.rawValue, type: type.rawValue, date: date, duration: duration, device: device,
      system: system, appVersion: appVersion)
  }
}

// MARK: - Screens

/// Sends reports, once `analytics` is set.
protocol ReportSending: AnyObject {
  var analytics: (any AnalyticsAPI)? { get set }
}

extension AnnouncementsScreen: ReportSending {}
extension OrdersScreen: ReportSending {}
extension SettingsScreen: ReportSending {}
