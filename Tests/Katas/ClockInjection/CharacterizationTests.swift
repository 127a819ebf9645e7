import Foundation
import TestSupport
import Testing

#if SOLUTION
  @testable import ClockInjectionAfter
#else
  @testable import ClockInjectionBefore
#endif

@MainActor
@Suite("ClockInjection: characterization", .namesModule)
struct CharacterizationTests {
  let storage = ServerFake()
  let statuses = Events<String>()
  let controller: AutosaveController

  init() {
    controller = AutosaveController(documentName: "Minutes", storage: storage)
    controller.onStatusChange = statuses.send
  }

  // MARK: Saving

  @Test func `a change is shown, but not saved right away`() async {
    controller.textDidChange("Hello")
    // Tasks of the main actor run in order, so those that the change has started run before this one.
    await Task {}.value
    #expect(controller.statusText == "Edited")
    #expect(storage.calls.isEmpty)
    await controller.close()
  }

  @Test func `a change can be saved at once`() async throws {
    storage.results = [.success(7)]
    controller.textDidChange("Hello")
    controller.saveNow()
    #expect(try await nextStatuses(3) == ["Edited", "Saving…", "Saved"])
    #expect(storage.calls == ["save Hello as Minutes"])
    #expect(controller.lastSavedRevision == 7)
    #expect(controller.alertMessage == nil)
    await controller.close()
  }

  @Test func `without a change, there is nothing to save`() async throws {
    controller.saveNow()
    #expect(controller.statusText == "")
    storage.results = [.success(1)]
    controller.textDidChange("Hello")
    controller.saveNow()
    #expect(try await nextStatuses(3).last == "Saved")
    controller.saveNow()
    #expect(controller.statusText == "Saved")
    await controller.close()
    #expect(storage.calls == ["save Hello as Minutes", "release Minutes"])
  }

  @Test func `while a save is running, no other begins`() async throws {
    storage.isSlow = true
    controller.textDidChange("Hello")
    controller.saveNow()
    let save = try await storage.slowSaves.next()
    storage.isSlow = false
    controller.saveNow()
    try await save.answer(.success(1))
    #expect(try await nextStatuses(3).last == "Saved")
    #expect(storage.calls == ["save Hello as Minutes"])
    await controller.close()
  }

  @Test func `a change during a save isn't saved with it`() async throws {
    storage.isSlow = true
    controller.textDidChange("Hello")
    controller.saveNow()
    let save = try await storage.slowSaves.next()
    storage.isSlow = false
    controller.textDidChange("Hello, all")
    try await save.answer(.success(1))
    #expect(try await nextStatuses(4) == ["Edited", "Saving…", "Edited", "Edited"])
    #expect(controller.lastSavedRevision == 1)
    #expect(storage.calls == ["save Hello as Minutes"])
    storage.results = [.success(2)]
    await controller.close()
    #expect(storage.calls.dropFirst() == ["save Hello, all as Minutes", "release Minutes"])
  }

  @Test func `several changes are saved one after the other`() async throws {
    for (revision, text) in ["a", "b", "c"].enumerated() {
      storage.results = [.success(revision)]
      controller.textDidChange(text)
      controller.saveNow()
      #expect(try await nextStatuses(3) == ["Edited", "Saving…", "Saved"])
    }
    #expect(
      storage.calls == ["save a as Minutes", "save b as Minutes", "save c as Minutes"])
    #expect(controller.lastSavedRevision == 2)
    await controller.close()
  }

  // MARK: Failures

  @Test func `a failed save is tried again`() async throws {
    storage.results = [.failure(.serverIsDown)]
    controller.textDidChange("Hello")
    controller.saveNow()
    #expect(
      try await nextStatuses(3) == ["Edited", "Saving…", "Not saved, trying again in 1 s"])
    #expect(controller.lastSavedRevision == nil)
    #expect(controller.alertMessage == nil)
    storage.results = [.success(3)]
    controller.saveNow()
    #expect(try await nextStatuses(2) == ["Saving…", "Saved"])
    #expect(controller.lastSavedRevision == 3)
    await controller.close()
  }

  @Test func `the pauses get longer, up to a minute, and the eighth failure is the last`()
    async throws
  {
    try await failToSave(times: 8, delays: [1, 2, 4, 8, 16, 32, 60])
    #expect(storage.calls.count == 8)
    #expect(
      controller.alertMessage
        == "“Minutes” could not be saved. Check the connection to the file server.")
    await controller.close()
  }

  @Test func `after giving up, the next save starts from the beginning`() async throws {
    try await failToSave(times: 8, delays: [1, 2, 4, 8, 16, 32, 60])
    storage.results = [.failure(.serverIsDown)]
    controller.saveNow()
    #expect(try await nextStatuses(2) == ["Saving…", "Not saved, trying again in 1 s"])
    #expect(controller.alertMessage != nil)
    storage.results = [.success(1)]
    controller.saveNow()
    #expect(try await nextStatuses(2) == ["Saving…", "Saved"])
    #expect(controller.alertMessage == nil)
    await controller.close()
  }

  @Test func `after a success, failures count from the beginning`() async throws {
    storage.results = [.failure(.serverIsDown), .success(1), .failure(.serverIsDown)]
    controller.textDidChange("a")
    controller.saveNow()
    #expect(try await nextStatuses(3).last == "Not saved, trying again in 1 s")
    controller.saveNow()
    #expect(try await nextStatuses(2).last == "Saved")
    controller.textDidChange("b")
    controller.saveNow()
    #expect(try await nextStatuses(3).last == "Not saved, trying again in 1 s")
    await controller.close()
  }

  @Test func `the next attempt saves the latest text`() async throws {
    storage.results = [.failure(.serverIsDown)]
    controller.textDidChange("Hello")
    controller.saveNow()
    #expect(try await nextStatuses(3).last == "Not saved, trying again in 1 s")
    controller.textDidChange("Hello, all")
    storage.results = [.success(1)]
    controller.saveNow()
    #expect(try await nextStatuses(3) == ["Edited", "Saving…", "Saved"])
    #expect(storage.calls == ["save Hello as Minutes", "save Hello, all as Minutes"])
    await controller.close()
  }

  // MARK: Closing

  @Test func `closing saves what is left, and then releases the document`() async {
    controller.textDidChange("Hello")
    storage.results = [.success(1)]
    await controller.close()
    #expect(controller.isClosed)
    #expect(storage.calls == ["save Hello as Minutes", "release Minutes"])
  }

  @Test func `closing without changes only releases the document`() async {
    await controller.close()
    #expect(storage.calls == ["release Minutes"])
  }

  @Test func `closing tries once, and says nothing about a failure`() async throws {
    controller.textDidChange("Hello")
    storage.results = [.failure(.serverIsDown)]
    await controller.close()
    #expect(storage.calls == ["save Hello as Minutes", "release Minutes"])
    #expect(try await nextStatuses(1) == ["Edited"])
    #expect(statuses.pending.isEmpty)
    #expect(controller.alertMessage == nil)
  }

  @Test func `closing during a pause saves once more`() async throws {
    storage.results = [.failure(.serverIsDown), .success(1)]
    controller.textDidChange("Hello")
    controller.saveNow()
    #expect(try await nextStatuses(3).last == "Not saved, trying again in 1 s")
    await controller.close()
    #expect(
      storage.calls == ["save Hello as Minutes", "save Hello as Minutes", "release Minutes"])
    #expect(statuses.pending.isEmpty)
  }

  @Test(arguments: [Result.success(1), .failure(ServerFake.Failure.serverIsDown)])
  func `an answer after closing changes nothing`(answer: Result<Int, ServerFake.Failure>)
    async throws
  {
    storage.isSlow = true
    controller.textDidChange("Hello")
    controller.saveNow()
    let save = try await storage.slowSaves.next()
    storage.isSlow = false
    await controller.close()
    try await save.answer(answer)
    #expect(try await nextStatuses(2) == ["Edited", "Saving…"])
    #expect(statuses.pending.isEmpty)
    #expect(controller.lastSavedRevision == nil)
  }

  @Test func `while closing takes its time, nothing else is saved or shown`() async throws {
    storage.isSlow = true
    controller.textDidChange("Hello")
    let closing = Task { await controller.close() }
    let save = try await storage.slowSaves.next()
    controller.textDidChange("Hello, all")
    await controller.close()
    try await save.answer(.success(1))
    await closing.value
    #expect(storage.calls == ["save Hello as Minutes", "release Minutes"])
    #expect(statuses.pending == ["Edited"])
  }

  @Test func `after closing, nothing is saved or shown`() async throws {
    await controller.close()
    controller.textDidChange("Hello")
    controller.saveNow()
    await controller.close()
    #expect(storage.calls == ["release Minutes"])
    #expect(statuses.pending.isEmpty)
  }

  // MARK: The edit lock

  @Test func `an open document is locked at once, and released when it's closed`() async throws {
    controller.keepEditLock()
    try await storage.lockRenewals.next()
    #expect(storage.calls == ["lock Minutes"])
    #expect(controller.alertMessage == nil)
    await controller.close()
    #expect(storage.calls == ["lock Minutes", "release Minutes"])
  }

  @Test func `one refusal isn't worth a message`() async throws {
    storage.isLockedByOthers = true
    controller.keepEditLock()
    try await storage.lockRenewals.next()
    #expect(controller.alertMessage == nil)
    await controller.close()
  }

  // MARK: Helpers

  private func nextStatuses(_ count: Int, file: String = #fileID, line: Int = #line) async throws
    -> [String]
  {
    var texts: [String] = []
    for _ in 1...count { texts.append(try await statuses.next(file: file, line: line)) }
    return texts
  }

  /// Presses ⌘S in each pause, so that no test has to wait for its end.
  private func failToSave(times: Int, delays: [Int]) async throws {
    controller.textDidChange("Hello")
    #expect(try await nextStatuses(1) == ["Edited"])
    var texts: [String] = []
    for _ in 1...times {
      storage.results = [.failure(.serverIsDown)]
      controller.saveNow()
      texts += try await nextStatuses(2)
    }
    var expected: [String] = []
    for delay in delays { expected += ["Saving…", "Not saved, trying again in \(delay) s"] }
    #expect(texts == expected + ["Saving…", "Not saved"])
  }
}

// MARK: - Test doubles

/// A file server that saves at once, unless it's slow.
@MainActor
final class ServerFake: DraftStorage {
  enum Failure: Error { case serverIsDown }

  /// Lets a test answer the saves that begin now.
  var isSlow = false

  /// The next results. After them, each save succeeds.
  var results: [Result<Int, Failure>] = []
  var isLockedByOthers = false

  private(set) var calls: [String] = []
  let slowSaves = Events<SlowSave>()
  let lockRenewals = Events<Void>()

  func save(_ text: String, documentName: String) async throws -> Int {
    calls.append("save \(text) as \(documentName)")
    if isSlow {
      let save = SlowSave()
      slowSaves.send(save)
      let result = try await save.answers.next()
      save.ends.send(())
      return try result.get()
    }
    return results.isEmpty ? calls.count : try results.removeFirst().get()
  }

  func renewEditLock(documentName: String) async -> Bool {
    calls.append("lock \(documentName)")
    lockRenewals.send(())
    return !isLockedByOthers
  }

  func releaseEditLock(documentName: String) async { calls.append("release \(documentName)") }
}

/// A save that ends when it's answered.
struct SlowSave {
  let answers = Events<Result<Int, ServerFake.Failure>>()
  let ends = Events<Void>()

  func answer(_ result: Result<Int, ServerFake.Failure>) async throws {
    answers.send(result)
    try await ends.next()
  }
}
