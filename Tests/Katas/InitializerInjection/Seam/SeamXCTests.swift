import XCTest

@testable import InitializerInjection

/// The same stub in XCTest.
final class SeamXCTests: XCTestCase {
  @MainActor func testCatalogIsAskedForThirteenDigits() async {
    let catalog = CatalogStub()
    let store = BookStore(connection: catalog)
    store.getBook("0-306-40615-2") { _, _ in }
    XCTAssertEqual(catalog.paths, ["book/9780306406157"])
  }

  @MainActor func testRecordBecomesABook() async throws {
    let catalog = CatalogStub()
    let store = BookStore(connection: catalog)
    catalog.records["book/9780306406157"] = ["TI": "Emma", "A1": "Austen", "PY": "c1998"]
    let answered = expectation(description: "The store answers, once.")
    store.getBook("9780306406157") { book, done in
      XCTAssertEqual(book?.displayLabel, "Emma, Austen (1998)")
      XCTAssertTrue(done)
      answered.fulfill()
    }
    await fulfillment(of: [answered], timeout: 0)
  }

  @MainActor func testBookIsAskedForOnce() async {
    let catalog = CatalogStub()
    let store = BookStore(connection: catalog)
    catalog.records["book/9780306406157"] = ["TI": "Emma", "A1": "Austen"]
    store.getBook("9780306406157") { _, _ in }
    store.getBook("9780306406157") { _, _ in }
    XCTAssertEqual(catalog.paths.count, 1)
  }

  @MainActor func testAStoreThatGetsAConnectionDoesNotCreateOne() async {
    // Nothing may post this. A connection of the vendor's would, when it's created.
    let connected = expectation(
      forNotification: CatalogueConnection.statusDidChange, object: nil)
    connected.isInverted = true
    _ = BookStore(connection: CatalogStub())
    await fulfillment(of: [connected], timeout: 0)
  }
}
