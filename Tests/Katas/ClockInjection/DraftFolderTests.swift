import Foundation
import TestSupport
import Testing

@testable import ClockInjection

@MainActor
@Suite("ClockInjection: characterization, the folder", .namesModule)
struct DraftFolderTests {
  private let folder: TemporaryFolder
  private let mine: DraftFolder
  private let theirs: DraftFolder

  init() throws {
    folder = try TemporaryFolder()
    mine = DraftFolder(folderURL: folder.url, editorName: "desk-1")
    theirs = DraftFolder(folderURL: folder.url, editorName: "desk-2")
  }

  @Test func `each draft is a text file with what was saved last`() async throws {
    _ = try await mine.save("Hello", documentName: "Minutes")
    _ = try await mine.save("Dear", documentName: "Letter")
    _ = try await mine.save("Hello, all ✓", documentName: "Minutes")
    #expect(contents("Minutes.txt") == "Hello, all ✓")
    #expect(contents("Letter.txt") == "Dear")
  }

  @Test func `each document counts its own revisions`() async throws {
    #expect(try await mine.save("Hello", documentName: "Minutes") == 1)
    #expect(try await mine.save("Dear", documentName: "Letter") == 1)
    #expect(try await mine.save("Hello, all", documentName: "Minutes") == 2)
  }

  @Test func `without the folder, nothing can be saved or locked`() async {
    let drafts = DraftFolder(folderURL: missingFolder, editorName: "desk-1")
    await #expect(throws: (any Error).self) {
      try await drafts.save("Hello", documentName: "Minutes")
    }
    #expect(await drafts.renewEditLock(documentName: "Minutes") == false)
  }

  @Test func `a failed save has no revision`() async throws {
    let drafts = DraftFolder(folderURL: missingFolder, editorName: "desk-1")
    await #expect(throws: (any Error).self) {
      try await drafts.save("Hello", documentName: "Minutes")
    }
    try FileManager.default.createDirectory(at: missingFolder, withIntermediateDirectories: false)
    #expect(try await drafts.save("Hello", documentName: "Minutes") == 1)
  }

  @Test func `while one desk has the lock, another can't take it`() async {
    #expect(await mine.renewEditLock(documentName: "Minutes"))
    #expect(await theirs.renewEditLock(documentName: "Minutes") == false)
    #expect(contents("Minutes.lock") == "desk-1")
  }

  @Test func `a desk can renew its lock`() async {
    #expect(await mine.renewEditLock(documentName: "Minutes"))
    #expect(await mine.renewEditLock(documentName: "Minutes"))
  }

  @Test func `each document has its own lock`() async {
    #expect(await mine.renewEditLock(documentName: "Minutes"))
    #expect(await theirs.renewEditLock(documentName: "Letter"))
  }

  @Test func `another desk can take a released lock`() async {
    #expect(await mine.renewEditLock(documentName: "Minutes"))
    #expect(await theirs.renewEditLock(documentName: "Minutes") == false)
    await mine.releaseEditLock(documentName: "Minutes")
    #expect(await theirs.renewEditLock(documentName: "Minutes"))
  }

  @Test func `a desk can't release another's lock`() async {
    #expect(await mine.renewEditLock(documentName: "Minutes"))
    await theirs.releaseEditLock(documentName: "Minutes")
    #expect(contents("Minutes.lock") == "desk-1")
  }

  private var missingFolder: URL { folder.url.appendingPathComponent("missing") }

  private func contents(_ fileName: String) -> String? {
    try? String(contentsOf: folder.url.appendingPathComponent(fileName), encoding: .utf8)
  }
}
