import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

protocol RequestSender {
    func send(_ request: URLRequest)
}

extension API: RequestSender {
    func send(_ request: URLRequest) {
        load(request, asUser: false) { _, _ in }
    }
}

// MARK: - Analytics

enum AnalyticsEvent: String {
    case announcementsShown = "announcements-shown"
    case ordersShown = "orders-shown"
    case settingsShown = "settings-shown"
}

private struct Report: Encodable {
    let name: String
    let type: String
    let recordedDate: Date
    let os: String
    let appVersion: String
}

extension API {
    func logAnalytics(_ event: AnalyticsEvent, recordedDate: Date = Date()) {
        var request = URLRequest(url: serverURL.appendingPathComponent("api/analytics"))
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        if let token = currentToken {
            request.setValue("Bearer \(token.accessToken)", forHTTPHeaderField: "Authorization")
        }
        let report = Report(
            name: event.rawValue,
            type: "screen-view",
            recordedDate: recordedDate,
            os: ProcessInfo.processInfo.operatingSystemVersionString,
            appVersion: App.marketingVersion)
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        request.httpBody = try? encoder.encode(report)
        (sender ?? self).send(request)
    }
}
