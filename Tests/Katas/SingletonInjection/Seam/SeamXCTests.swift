import XCTest

@testable import SingletonInjection

/// The same fake in XCTest.
final class SeamXCTests: XCTestCase {
  @MainActor func testTheFirstStartStoresTheVersionAndNothingElse() async {
    let defaults = FakeDefaults()
    _ = LoginHandler(defaults: defaults)
    XCTAssertEqual(defaults.values, ["HMLoginVersion": 2])
  }

  @MainActor func testTwoPeopleHaveTwoLists() async {
    let ada = LoginHandler(defaults: FakeDefaults(["HMLoginRecent": ["Ada"]]))
    let grace = LoginHandler(defaults: FakeDefaults(["HMLoginRecent": ["Grace"]]))
    XCTAssertEqual(ada.recentAccounts, ["Ada"])
    XCTAssertEqual(grace.recentAccounts, ["Grace"])
  }

  @MainActor func testForgettingAUserLeavesTheOtherAccounts() async {
    let defaults = FakeDefaults([
      "HMLoginUsername": "Ada", "HMLoginRemember": true, "HMLoginRecent": ["Ada", "Grace"],
    ])
    let handler = LoginHandler(defaults: defaults)
    XCTAssertTrue(handler.forgetMe())
    XCTAssertEqual(handler.recentAccounts, ["Grace"])
  }
}
