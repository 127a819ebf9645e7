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

  @Test func `a draft is a text file, and each save of it has the next revision`() async throws {
    #expect(try await mine.save("Hello", documentName: "Minutes") == 1)
    #expect(try await mine.save("Hello, all ✓", documentName: "Minutes") == 2)
    #expect(try await mine.save("Dear", documentName: "Letter") == 1)
    #expect(contents("Minutes.txt") == "Hello, all ✓")
    #expect(contents("Letter.txt") == "Dear")
  }

  @Test func `without the folder, nothing can be saved or locked`() async throws {
    let url = folder.url.appendingPathComponent("missing")
    let drafts = DraftFolder(folderURL: url, editorName: "desk-1")
    await #expect(throws: (any Error).self) {
      try await drafts.save("Hello", documentName: "Minutes")
    }
    #expect(await drafts.renewEditLock(documentName: "Minutes") == false)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    #expect(try await drafts.save("Hello", documentName: "Minutes") == 1)
  }

  @Test func `only one desk has the lock, and may renew it`() async {
    #expect(await mine.renewEditLock(documentName: "Minutes"))
    #expect(await theirs.renewEditLock(documentName: "Minutes") == false)
    #expect(await theirs.renewEditLock(documentName: "Letter"))
    #expect(await mine.renewEditLock(documentName: "Minutes"))
    #expect(contents("Minutes.lock") == "desk-1")
  }

  @Test func `a released lock is free, but nobody can release someone else's`() async {
    _ = await mine.renewEditLock(documentName: "Minutes")
    await theirs.releaseEditLock(documentName: "Minutes")
    #expect(contents("Minutes.lock") == "desk-1")
    await mine.releaseEditLock(documentName: "Minutes")
    #expect(contents("Minutes.lock") == nil)
    #expect(await theirs.renewEditLock(documentName: "Minutes"))
  }

  private func contents(_ fileName: String) -> String? {
    try? String(contentsOf: folder.url.appendingPathComponent(fileName), encoding: .utf8)
  }
}
