import Foundation
import TestSupport
import Testing

#if SOLUTION
  @testable import SproutMethodAfter
#else
  @testable import SproutMethodBefore
#endif

/// A report, before anybody sends it.
@MainActor
@Suite("SproutMethod: seam, the report", .namesModule)
struct ReportSeamTests {
  @Test(arguments: [
    (AnalyticsEvent.announcementsShown, "announcements-shown"), (.ordersShown, "orders-shown"),
    (.settingsShown, "settings-shown"),
  ])
  func `each event has a name for the server`(event: AnalyticsEvent, name: String) {
    #expect(Report.make(event: event, type: .screenView).name == name)
  }

  @Test func `a report is about now, this device, and this version of the app`() {
    let start = Date()
    let first = Report.make(event: .ordersShown, type: .screenView)
    let between = Date()
    let second = Report.make(event: .ordersShown, type: .screenView)
    let dates = [start, first.date, between, second.date, Date()]
    #expect(dates == dates.sorted())
    #expect(
      first
        == Report(
          name: "orders-shown", type: "screen-view", date: first.date, duration: nil,
          device: Device.model, system: ProcessInfo.processInfo.operatingSystemVersionString,
          appVersion: "4.2"))
  }
}
