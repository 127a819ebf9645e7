import XCTest

@testable import ProtocolExtraction

/// The technique in XCTest: the same spy in three tests.
final class SeamXCTests: XCTestCase {
  @MainActor private var opener: AttachmentOpener!
  @MainActor private var desktop: URLOpenerSpy!
  private let downloads = FileManager.default.temporaryDirectory
    .appendingPathComponent(UUID().uuidString)

  @MainActor override func setUp() async throws {
    opener = AttachmentOpener()
    desktop = URLOpenerSpy()
    try FileManager.default.createDirectory(at: downloads, withIntermediateDirectories: true)
    addTeardownBlock { [downloads] in
      try FileManager.default.removeItem(at: downloads)
    }
  }

  @MainActor func testAttachmentIsHandedToTheDesktopOnce() async throws {
    let minutes = try download("minutes.txt")
    opener.openAttachment(minutes, with: desktop)
    XCTAssertEqual(desktop.opened, [minutes.fileURL])
  }

  @MainActor func testRefusalByTheDesktopIsAnError() async throws {
    let song = try download("song.xyz")
    desktop.answer = { _ in false }
    let result = opener.openAttachment(song, with: desktop)
    XCTAssertEqual(result, .failure(.refused(fileName: "song.xyz")))
  }

  @MainActor func testAfterARefusalTheRestOfTheBatchIsNotTried() async throws {
    let files = try ["a.txt", "song.xyz", "b.txt"].map(download)
    desktop.answer = { $0.lastPathComponent != "song.xyz" }
    let summary = try opener.openAll(files, with: desktop).get()
    XCTAssertEqual(desktop.opened.map(\.lastPathComponent), ["a.txt", "song.xyz"])
    XCTAssertEqual(summary.remainingFileNames, ["b.txt"])
  }

  @MainActor private func download(_ fileName: String) throws -> LPAttachment {
    let fileURL = downloads.appendingPathComponent(fileName)
    try Data().write(to: fileURL)
    return LPAttachment(fileURL: fileURL, byteCount: 1)
  }
}
