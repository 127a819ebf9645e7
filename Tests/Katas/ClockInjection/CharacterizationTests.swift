import Foundation
import TestSupport
import Testing

@testable import ClockInjection

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
    let (status, calls) = await afterNewTasks { (controller.statusText, storage.calls) }
    #expect(status == "Edited")
    #expect(calls.isEmpty)
    await controller.close()
  }

  @Test func `a change can be saved at once`() async throws {
    controller.textDidChange("Hello")
    controller.saveNow()
    try await expectStatuses(["Edited", "Saving…", "Saved"])
    #expect(storage.calls == ["save Hello as Minutes"])
    await controller.close()
  }

  @Test func `without a change, there is nothing to save`() async throws {
    controller.saveNow()
    let (status, calls) = await afterNewTasks { (controller.statusText, storage.calls) }
    #expect(status == "")
    #expect(calls.isEmpty)
    try await save("Hello")
    #expect(storage.calls == ["save Hello as Minutes"])
    await controller.close()
  }

  @Test func `what has been saved isn't saved again`() async throws {
    try await save("Hello")
    controller.saveNow()
    let calls = await afterNewTasks { storage.calls }
    #expect(calls == ["save Hello as Minutes"])
    await controller.close()
  }

  @Test(arguments: ["", "  Agenda\n"])
  func `a text is saved as it is, even if it's empty or has spaces around it`(text: String)
    async throws
  {
    try await save(text)
    #expect(storage.calls == ["save \(text) as Minutes"])
    await controller.close()
  }

  @Test func `undoing back to the saved text counts as a change`() async throws {
    try await save("Hello")
    controller.textDidChange("Hello, all")
    controller.textDidChange("Hello")
    await controller.close()
    #expect(
      storage.calls == ["save Hello as Minutes", "save Hello as Minutes", "release Minutes"])
  }

  @Test func `while a save is running, no other begins`() async throws {
    let save = try await beginSlowSave(of: "Hello")
    controller.saveNow()
    try await save.answer(.success(1))
    try await expectStatuses(["Edited", "Saving…", "Saved"])
    #expect(storage.calls == ["save Hello as Minutes"])
    await controller.close()
  }

  @Test func `a change during a save still has to be saved`() async throws {
    let save = try await beginSlowSave(of: "Hello")
    controller.textDidChange("Hallo")
    try await save.answer(.success(1))
    try await expectStatuses(["Edited", "Saving…", "Edited", "Edited"])
    await controller.close()
    #expect(
      storage.calls == ["save Hello as Minutes", "save Hallo as Minutes", "release Minutes"])
  }

  @Test func `a change after a save is saved, too`() async throws {
    try await save("a")
    try await save("b")
    #expect(storage.calls == ["save a as Minutes", "save b as Minutes"])
    await controller.close()
  }

  // MARK: The revision

  @Test func `the revision is the server's answer to the last save`() async throws {
    storage.results = [.success(7), .success(9)]
    try await save("a")
    #expect(controller.lastSavedRevision == 7)
    try await save("b")
    #expect(controller.lastSavedRevision == 9)
    await controller.close()
  }

  @Test func `the revision of a save counts even if the text has changed during it`() async throws {
    let save = try await beginSlowSave(of: "Hello")
    controller.textDidChange("Hallo")
    try await save.answer(.success(7))
    #expect(controller.lastSavedRevision == 7)
    await controller.close()
  }

  // MARK: Failures

  @Test func `a failed save is tried again`() async throws {
    storage.results = [.failure(.serverIsDown), .success(3)]
    inEachPause { controller.saveNow() }
    controller.textDidChange("Hello")
    controller.saveNow()
    try await expectStatuses([
      "Edited", "Saving…", "Couldn’t save. Retrying in 1s…", "Saving…", "Saved",
    ])
    #expect(storage.calls == ["save Hello as Minutes", "save Hello as Minutes"])
    #expect(controller.lastSavedRevision == 3)
    await controller.close()
  }

  @Test func `the announced pauses get longer, up to a minute`() async throws {
    let texts = try await saveUntilGivingUp()
    let pauses = texts.filter { $0.hasPrefix("Couldn’t save") }
    let delays = [1, 2, 4, 8, 16, 32, 60]
    #expect(pauses == delays.map { "Couldn’t save. Retrying in \($0)s…" })
    await controller.close()
  }

  @Test func `the eighth failure is the last`() async throws {
    try await saveUntilGivingUp()
    #expect(storage.calls == Array(repeating: "save Hello as Minutes", count: 8))
    await controller.close()
  }

  @Test func `only the last failure shows an alert`() async throws {
    storage.results = Array(repeating: .failure(.serverIsDown), count: 8)
    var alertsInPauses: [String?] = []
    inEachPause {
      alertsInPauses.append(controller.alertMessage)
      controller.saveNow()
    }
    controller.textDidChange("Hello")
    controller.saveNow()
    try await statusesUntil("Not saved")
    #expect(alertsInPauses == Array(repeating: nil, count: 7))
    #expect(
      controller.alertMessage
        == "“Minutes” could not be saved. Check the connection to the file server.")
    await controller.close()
  }

  @Test func `after giving up, the next save starts from the beginning`() async throws {
    try await saveUntilGivingUp()
    storage.forgetCalls()
    controller.saveNow()
    let texts = try await statusesUntil("Not saved")
    #expect(texts.prefix(2) == ["Saving…", "Couldn’t save. Retrying in 1s…"])
    #expect(storage.calls == Array(repeating: "save Hello as Minutes", count: 8))
    await controller.close()
  }

  @Test func `the alert stays until a save succeeds`() async throws {
    try await saveUntilGivingUp()
    let alert = try #require(controller.alertMessage)
    storage.results = [.failure(.serverIsDown), .success(1)]
    var alertInPause: String?
    inEachPause {
      alertInPause = controller.alertMessage
      controller.saveNow()
    }
    controller.saveNow()
    try await statusesUntil("Saved")
    #expect(alertInPause == alert)
    #expect(controller.alertMessage == nil)
    await controller.close()
  }

  @Test func `after giving up, closing tries once more`() async throws {
    try await saveUntilGivingUp()
    storage.forgetCalls()
    await controller.close()
    #expect(storage.calls == ["save Hello as Minutes", "release Minutes"])
  }

  @Test func `after a success, failures count from the beginning`() async throws {
    let sevenFailures = Array(
      repeating: Result<Int, ServerFake.Failure>.failure(.serverIsDown), count: 7)
    storage.results = sevenFailures + [.success(1), .failure(.serverIsDown), .success(2)]
    inEachPause { controller.saveNow() }
    try await save("a")
    controller.textDidChange("b")
    controller.saveNow()
    // An eighth failure in a row would be the last
    try await expectStatuses([
      "Edited", "Saving…", "Couldn’t save. Retrying in 1s…", "Saving…", "Saved",
    ])
    await controller.close()
  }

  @Test func `the next attempt saves the latest text`() async throws {
    storage.results = [.failure(.serverIsDown), .success(1)]
    inEachPause {
      controller.textDidChange("Hello, all")
      controller.saveNow()
    }
    controller.textDidChange("Hello")
    controller.saveNow()
    try await expectStatuses([
      "Edited", "Saving…", "Couldn’t save. Retrying in 1s…", "Edited", "Saving…", "Saved",
    ])
    #expect(storage.calls == ["save Hello as Minutes", "save Hello, all as Minutes"])
    await controller.close()
  }

  // MARK: Closing

  @Test(arguments: ["Hello", ""])
  func `closing saves what is left, and then releases the document`(text: String) async {
    controller.textDidChange(text)
    await controller.close()
    #expect(controller.isClosed)
    #expect(storage.calls == ["save \(text) as Minutes", "release Minutes"])
  }

  @Test func `closing without changes only releases the document`() async {
    await controller.close()
    #expect(storage.calls == ["release Minutes"])
  }

  @Test func `closing doesn't save again what has been saved`() async throws {
    try await save("Hello")
    await controller.close()
    #expect(storage.calls == ["save Hello as Minutes", "release Minutes"])
  }

  @Test func `closing tries to save only once`() async {
    controller.textDidChange("Hello")
    storage.results = [.failure(.serverIsDown)]
    await controller.close()
    #expect(storage.calls == ["save Hello as Minutes", "release Minutes"])
  }

  @Test func `closing says nothing about a failure`() async {
    controller.textDidChange("Hello")
    storage.results = [.failure(.serverIsDown)]
    await controller.close()
    #expect(storage.results.isEmpty)
    #expect(statuses.pending == ["Edited"])
    #expect(controller.alertMessage == nil)
  }

  // That save may fail, and then nobody would try again.
  @Test func `closing during a save saves the same text again`() async throws {
    let save = try await beginSlowSave(of: "Hello")
    await controller.close()
    #expect(
      storage.calls == ["save Hello as Minutes", "save Hello as Minutes", "release Minutes"])
    try await save.answer(.failure(.serverIsDown))
  }

  @Test func `closing during a pause saves once more`() async throws {
    storage.results = [.failure(.serverIsDown), .success(1)]
    let closings = Events<Void>()
    inEachPause {
      await controller.close()
      closings.send(())
    }
    controller.textDidChange("Hello")
    controller.saveNow()
    try await closings.next()
    #expect(
      storage.calls == ["save Hello as Minutes", "save Hello as Minutes", "release Minutes"])
  }

  @Test(arguments: [Result.success(1), .failure(ServerFake.Failure.serverIsDown)])
  func `an answer after closing changes nothing`(answer: Result<Int, ServerFake.Failure>)
    async throws
  {
    let save = try await beginSlowSave(of: "Hello")
    await controller.close()
    try await save.answer(answer)
    #expect(statuses.pending == ["Edited", "Saving…"])
    #expect(controller.lastSavedRevision == nil)
  }

  @Test func `while closing is in progress, a change is neither saved nor shown`() async throws {
    storage.isSlow = true
    controller.textDidChange("Hello")
    let closing = Task { await controller.close() }
    let save = try await storage.slowSaves.next()
    controller.textDidChange("Hello, all")
    try await save.answer(.success(1))
    await closing.value
    #expect(storage.calls == ["save Hello as Minutes", "release Minutes"])
    #expect(statuses.pending == ["Edited"])
  }

  @Test func `while closing is in progress, closing again does nothing`() async throws {
    storage.isSlow = true
    controller.textDidChange("Hello")
    let closing = Task { await controller.close() }
    let save = try await storage.slowSaves.next()
    await controller.close()
    #expect(storage.calls == ["save Hello as Minutes"])
    try await save.answer(.success(1))
    await closing.value
  }

  @Test func `after closing, a change is neither saved nor shown`() async {
    await controller.close()
    controller.textDidChange("Hello")
    controller.saveNow()
    let calls = await afterNewTasks { storage.calls }
    #expect(calls == ["release Minutes"])
    #expect(statuses.pending.isEmpty)
  }

  @Test func `after closing, the document isn't locked again`() async {
    controller.keepEditLock()
    await afterNewTasks {}
    await controller.close()
    controller.keepEditLock()
    let calls = await afterNewTasks { storage.calls }
    #expect(calls == ["lock Minutes", "release Minutes"])
  }

  @Test func `a closed document isn't released again`() async {
    await controller.close()
    await controller.close()
    #expect(storage.calls == ["release Minutes"])
  }

  // MARK: The edit lock

  @Test func `an open document is locked at once`() async {
    controller.keepEditLock()
    let calls = await afterNewTasks { storage.calls }
    #expect(calls == ["lock Minutes"])
    await controller.close()
  }

  @Test func `the lock is released when the document is closed`() async {
    controller.keepEditLock()
    await afterNewTasks {}
    await controller.close()
    #expect(storage.calls == ["lock Minutes", "release Minutes"])
  }

  @Test func `one refusal isn't worth a message`() async {
    storage.isLockedByOthers = true
    controller.keepEditLock()
    let (calls, message) = await afterNewTasks { (storage.calls, controller.alertMessage) }
    #expect(calls == ["lock Minutes"])
    #expect(message == nil)
    await controller.close()
  }

  // MARK: Helpers

  /// Awaits as many texts of the status bar as are expected.
  private func expectStatuses(
    _ expected: [String], at location: SourceLocation = #_sourceLocation
  ) async throws {
    var texts: [String] = []
    for _ in expected {
      texts.append(try await statuses.next(file: location.fileID, line: location.line))
    }
    #expect(texts == expected, sourceLocation: location)
  }

  /// Runs an action, such as ⌘S, in each pause between two attempts. Even on a busy machine, the pause
  /// can't end first: tasks of the main actor run in order, and the action's is created first.
  private func inEachPause(_ action: @escaping () async -> Void) {
    controller.onStatusChange = { [statuses] text in
      statuses.send(text)
      if text.hasPrefix("Couldn’t save") { Task { await action() } }
    }
  }

  /// Returns a value as soon as the tasks that the controller has just created have had their turn.
  private func afterNewTasks<Value: Sendable>(_ value: @escaping () -> Value) async -> Value {
    await Task { value() }.value
  }

  /// Changes the text, presses ⌘S, and waits until it's saved.
  private func save(_ text: String) async throws {
    controller.textDidChange(text)
    controller.saveNow()
    try await statusesUntil("Saved")
  }

  /// Changes the text, presses ⌘S, and returns the save that waits for its answer.
  private func beginSlowSave(of text: String) async throws -> SlowSave {
    storage.isSlow = true
    controller.textDidChange(text)
    controller.saveNow()
    let save = try await storage.slowSaves.next()
    storage.isSlow = false
    return save
  }

  /// Presses ⌘S, and again in each pause, until the controller gives up. More failures would follow.
  ///
  /// - Returns: The texts of the status bar.
  @discardableResult
  private func saveUntilGivingUp() async throws -> [String] {
    storage.results = Array(repeating: .failure(.serverIsDown), count: 20)
    inEachPause { controller.saveNow() }
    controller.textDidChange("Hello")
    controller.saveNow()
    return try await statusesUntil("Not saved")
  }

  /// Awaits texts of the status bar up to this one.
  @discardableResult
  private func statusesUntil(_ last: String) async throws -> [String] {
    var texts: [String] = []
    while texts.last != last { texts.append(try await statuses.next()) }
    return texts
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

  func forgetCalls() { calls = [] }

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
