import Foundation
import TestSupport
import Testing

@testable import ClockInjection

/// The refactoring edits the initializer and the four lines that wait. Around them, the code decides
/// what a canceled or finished wait leads to: whether a save begins, when a failed one is tried again
/// and how often, what the status bar says about the pause, and what happens after closing. The tests
/// can't wait for seconds, so they use what a user can do at once, such as ⌘S, which ends a pause.
/// They look at the status bar, the alert, the revision, and the calls that the storage gets. Of
/// `DraftFolder`, which stays as it is, they pin what keeps the user's data.
@Suite("ClockInjection: characterization", .namesModule)
struct CharacterizationTests {
  @MainActor struct Saving {
    private let editor = Editor()

    @Test func `a change is shown, but not saved right away`() async {
      editor.controller.textDidChange("Hi")
      let (status, calls) = await afterNewTasks { (editor.controller.statusText, editor.calls) }
      #expect(status == "Edited")
      #expect(calls.isEmpty)
    }

    @Test func `⌘S saves a change at once`() async throws {
      editor.changeAndSave("Hi")
      try await editor.expectStatuses(["Edited", "Saving…", "Saved"])
      #expect(editor.calls == ["save Hi as Minutes"])
    }

    @Test func `the revision is the server's answer to the last save`() async throws {
      editor.storage.results = [.success(7), .success(9)]
      try await editor.save("a")
      #expect(editor.controller.lastSavedRevision == 7)
      try await editor.save("b")
      #expect(editor.controller.lastSavedRevision == 9)
    }

    @Test func `without a new change, there is nothing to save`() async throws {
      editor.controller.saveNow()
      try await editor.save("Hi")
      editor.controller.saveNow()
      let (statuses, calls) = await afterNewTasks { (editor.statuses.pending, editor.calls) }
      #expect(statuses.isEmpty)
      #expect(calls == ["save Hi as Minutes"])
    }

    @Test func `while a save is running, no other begins`() async throws {
      let save = try await editor.beginSlowSave(of: "Hi")
      editor.controller.saveNow()
      try await save.answer(.success(1))
      try await editor.expectStatuses(["Edited", "Saving…", "Saved"])
      #expect(editor.calls == ["save Hi as Minutes"])
    }

    @Test func `a change during a save still has to be saved`() async throws {
      let save = try await editor.beginSlowSave(of: "Hi")
      editor.controller.textDidChange("Hey")
      try await save.answer(.success(7))
      try await editor.expectStatuses(["Edited", "Saving…", "Edited", "Edited"])
      #expect(editor.controller.lastSavedRevision == 7)
      await editor.controller.close()
      #expect(editor.calls == ["save Hi as Minutes", "save Hey as Minutes", "release Minutes"])
    }
  }

  @MainActor struct Failures {
    private let editor = Editor()

    @Test func `a failed save is tried again, with the latest text`() async throws {
      editor.storage.results = [.failure(.serverIsDown), .success(3)]
      editor.inEachPause {
        editor.controller.textDidChange("Hi, all")
        editor.controller.saveNow()
      }
      editor.changeAndSave("Hi")
      try await editor.expectStatuses([
        "Edited", "Saving…", "Couldn’t save. Retrying in 1s…", "Edited", "Saving…", "Saved",
      ])
      #expect(editor.calls == ["save Hi as Minutes", "save Hi, all as Minutes"])
      #expect(editor.controller.lastSavedRevision == 3)
    }

    @Test func `the announced pauses get longer, up to a minute`() async throws {
      let statuses = try await editor.saveUntilGivingUp()
      #expect(
        statuses.filter { $0.hasPrefix("Couldn’t save") } == [
          "Couldn’t save. Retrying in 1s…", "Couldn’t save. Retrying in 2s…",
          "Couldn’t save. Retrying in 4s…", "Couldn’t save. Retrying in 8s…",
          "Couldn’t save. Retrying in 16s…", "Couldn’t save. Retrying in 32s…",
          "Couldn’t save. Retrying in 60s…",
        ])
    }

    @Test func `the eighth failure is the last, and shows an alert`() async throws {
      var alertsInPauses: [String?] = []
      try await editor.saveUntilGivingUp {
        alertsInPauses.append(editor.controller.alertMessage)
      }
      #expect(alertsInPauses == Array(repeating: nil, count: 7))
      #expect(
        editor.controller.alertMessage
          == "“Minutes” could not be saved. Check the connection to the file server.")
      #expect(editor.calls == Array(repeating: "save Hi as Minutes", count: 8))
    }

    @Test func `a change in a pause neither shortens the next one nor allows more attempts`()
      async throws
    {
      let statuses = try await editor.saveUntilGivingUp {
        editor.controller.textDidChange("Hi, all")
      }
      #expect(statuses.contains("Couldn’t save. Retrying in 60s…"))
      #expect(editor.calls.count == 8)
    }

    @Test func `after giving up, the next save starts from the beginning`() async throws {
      try await editor.saveUntilGivingUp()
      editor.controller.saveNow()
      let statuses = try await editor.statusesUntil("Not saved")
      #expect(statuses.prefix(2) == ["Saving…", "Couldn’t save. Retrying in 1s…"])
      #expect(editor.calls.count == 8 + 8)
    }

    @Test func `after a success, failures count from the beginning`() async throws {
      let sevenFailures = Array(repeating: ServerFake.Answer.failure(.serverIsDown), count: 7)
      editor.storage.results = sevenFailures + [.success(1), .failure(.serverIsDown), .success(2)]
      editor.inEachPause { editor.controller.saveNow() }
      try await editor.save("a")
      editor.changeAndSave("b")
      // An eighth failure in a row would be the last
      try await editor.expectStatuses([
        "Edited", "Saving…", "Couldn’t save. Retrying in 1s…", "Saving…", "Saved",
      ])
    }

    @Test func `the alert stays until a save succeeds, even if the text changes`() async throws {
      try await editor.saveUntilGivingUp()
      let alert = try #require(editor.controller.alertMessage)
      editor.storage.results = [.failure(.serverIsDown), .success(1)]
      var alertInPause: String?
      editor.inEachPause {
        alertInPause = editor.controller.alertMessage
        editor.controller.saveNow()
      }
      editor.controller.textDidChange("Hi, all")
      #expect(editor.controller.alertMessage == alert)
      editor.controller.saveNow()
      try await editor.statusesUntil("Saved")
      #expect(alertInPause == alert)
      #expect(editor.controller.alertMessage == nil)
    }
  }

  @MainActor struct Closing {
    private let editor = Editor()

    @Test(arguments: ["Hi", ""])
    func `closing saves what is left, and then releases the document`(text: String) async {
      editor.controller.textDidChange(text)
      await editor.controller.close()
      #expect(editor.controller.isClosed)
      #expect(editor.calls == ["save \(text) as Minutes", "release Minutes"])
    }

    @Test func `closing doesn't save again what has been saved`() async throws {
      try await editor.save("Hi")
      await editor.controller.close()
      #expect(editor.calls == ["save Hi as Minutes", "release Minutes"])
    }

    @Test(.tags(.quirk))
    func `closing tries to save only once, and says nothing about a failure`() async {
      editor.storage.results = [.failure(.serverIsDown)]
      editor.controller.textDidChange("Hi")
      await editor.controller.close()
      #expect(editor.calls == ["save Hi as Minutes", "release Minutes"])
      #expect(editor.statuses.pending == ["Edited"])
      #expect(editor.controller.alertMessage == nil)
    }

    // The save that's running may fail, and then nobody would try again
    @Test(arguments: [ServerFake.Answer.success(1), .failure(.serverIsDown)])
    func `closing during a save saves the text again, and ignores the first answer`(
      answer: ServerFake.Answer
    ) async throws {
      let save = try await editor.beginSlowSave(of: "Hi")
      await editor.controller.close()
      try await save.answer(answer)
      #expect(editor.calls == ["save Hi as Minutes", "save Hi as Minutes", "release Minutes"])
      #expect(editor.statuses.pending == ["Edited", "Saving…"])
      #expect(editor.controller.lastSavedRevision == nil)
    }

    @Test func `closing during a pause saves once more`() async throws {
      editor.storage.results = [.failure(.serverIsDown), .success(1)]
      let closings = Events<Void>()
      editor.inEachPause {
        await editor.controller.close()
        closings.send(())
      }
      editor.changeAndSave("Hi")
      try await closings.next()
      #expect(editor.calls == ["save Hi as Minutes", "save Hi as Minutes", "release Minutes"])
    }

    @Test func `while closing is in progress, a change is neither saved nor shown`() async throws {
      let (closing, save) = try await editor.beginClosing(with: "Hi")
      editor.controller.textDidChange("Hi, all")
      try await save.answer(.success(1))
      await closing.value
      #expect(editor.calls == ["save Hi as Minutes", "release Minutes"])
      #expect(editor.statuses.pending == ["Edited"])
    }

    @Test func `while closing is in progress, closing again does nothing`() async throws {
      let (closing, save) = try await editor.beginClosing(with: "Hi")
      await editor.controller.close()
      #expect(editor.calls == ["save Hi as Minutes"])
      try await save.answer(.success(1))
      await closing.value
      #expect(editor.calls == ["save Hi as Minutes", "release Minutes"])
    }
  }

  @MainActor struct EditLock {
    private let editor = Editor()

    @Test func `an open document is locked at once`() async {
      editor.controller.keepEditLock()
      let calls = await afterNewTasks { editor.calls }
      #expect(calls == ["lock Minutes"])
    }

    @Test func `one refusal isn't worth a message`() async {
      editor.storage.isLockedByOthers = true
      editor.controller.keepEditLock()
      let (calls, message) = await afterNewTasks { (editor.calls, editor.controller.alertMessage) }
      #expect(calls == ["lock Minutes"])
      #expect(message == nil)
    }

    @Test func `after closing, the document isn't locked again`() async {
      editor.controller.keepEditLock()
      await afterNewTasks {}
      await editor.controller.close()
      editor.controller.keepEditLock()
      let calls = await afterNewTasks { editor.calls }
      #expect(calls == ["lock Minutes", "release Minutes"])
    }
  }

  @MainActor struct Folder {
    private let folder: TemporaryFolder
    private let mine: DraftFolder
    private let theirs: DraftFolder

    init() throws {
      folder = try TemporaryFolder()
      mine = DraftFolder(folderURL: folder.url, editorName: "desk-1")
      theirs = DraftFolder(folderURL: folder.url, editorName: "desk-2")
    }

    @Test func `each document has a file with its last text, and its own revisions`() async throws {
      #expect(try await mine.save("Hi", documentName: "Minutes") == 1)
      #expect(try await mine.save("Dear", documentName: "Letter") == 1)
      #expect(try await mine.save("Hi, all ✓", documentName: "Minutes") == 2)
      #expect(contents("Minutes.txt") == "Hi, all ✓")
    }

    @Test func `without the folder, nothing can be saved or locked`() async {
      let url = folder.url.appendingPathComponent("missing")
      let drafts = DraftFolder(folderURL: url, editorName: "desk-1")
      await #expect(throws: CocoaError.self) {
        try await drafts.save("Hi", documentName: "Minutes")
      }
      #expect(await drafts.renewEditLock(documentName: "Minutes") == false)
    }

    @Test func `a lock belongs to one desk until that desk releases it`() async {
      #expect(await mine.renewEditLock(documentName: "Minutes"))
      #expect(await mine.renewEditLock(documentName: "Minutes"))
      await theirs.releaseEditLock(documentName: "Minutes")
      #expect(await theirs.renewEditLock(documentName: "Minutes") == false)
      await mine.releaseEditLock(documentName: "Minutes")
      #expect(await theirs.renewEditLock(documentName: "Minutes"))
    }

    private func contents(_ fileName: String) -> String? {
      try? String(contentsOf: folder.url.appendingPathComponent(fileName), encoding: .utf8)
    }
  }
}

// MARK: - The editor

/// A controller for a document named Minutes, its storage, and the texts of the status bar.
@MainActor
private struct Editor {
  let storage = ServerFake()
  let statuses = Events<String>()
  let controller: AutosaveController

  var calls: [String] { storage.calls }

  init() {
    controller = AutosaveController(documentName: "Minutes", storage: storage)
    controller.onStatusChange = statuses.send
  }

  /// Awaits as many texts of the status bar as are expected.
  func expectStatuses(
    _ expected: [String], at location: SourceLocation = #_sourceLocation
  ) async throws {
    var texts: [String] = []
    for _ in expected {
      texts.append(try await statuses.next(file: location.fileID, line: location.line))
    }
    #expect(texts == expected, sourceLocation: location)
  }

  /// Awaits texts of the status bar up to this one.
  @discardableResult
  func statusesUntil(_ last: String) async throws -> [String] {
    var texts: [String] = []
    while texts.last != last { texts.append(try await statuses.next()) }
    return texts
  }

  /// Runs an action, such as ⌘S, in each pause between two attempts. Even on a busy machine, the pause
  /// can't end first: tasks of the main actor run in order, and the action's is created first.
  func inEachPause(_ action: @escaping () async -> Void) {
    controller.onStatusChange = { [statuses] text in
      statuses.send(text)
      if text.hasPrefix("Couldn’t save") { Task { await action() } }
    }
  }

  /// Changes the text, and presses ⌘S.
  func changeAndSave(_ text: String) {
    controller.textDidChange(text)
    controller.saveNow()
  }

  /// Changes the text, presses ⌘S, and waits until it's saved.
  func save(_ text: String) async throws {
    changeAndSave(text)
    try await statusesUntil("Saved")
  }

  /// Changes the text, presses ⌘S, and returns the save that waits for its answer.
  func beginSlowSave(of text: String) async throws -> SlowSave {
    storage.isSlow = true
    changeAndSave(text)
    let save = try await storage.slowSaves.next()
    storage.isSlow = false
    return save
  }

  /// Changes the text, closes the document, and returns the save that waits for its answer.
  func beginClosing(with text: String) async throws -> (Task<Void, Never>, SlowSave) {
    storage.isSlow = true
    controller.textDidChange(text)
    let closing = Task { await controller.close() }
    return (closing, try await storage.slowSaves.next())
  }

  /// Changes the text to "Hi", and presses ⌘S, then and after an action in each pause, until the
  /// controller gives up. More failures would follow.
  ///
  /// - Returns: The texts of the status bar.
  @discardableResult
  func saveUntilGivingUp(inEachPause action: @escaping () -> Void = {}) async throws -> [String] {
    storage.results = Array(repeating: .failure(.serverIsDown), count: 20)
    inEachPause {
      action()
      controller.saveNow()
    }
    changeAndSave("Hi")
    return try await statusesUntil("Not saved")
  }
}

/// Returns a value as soon as the tasks that the controller has just created have had their turn.
@MainActor
private func afterNewTasks<Value: Sendable>(_ value: @escaping () -> Value) async -> Value {
  await Task { value() }.value
}

/// A file server that saves at once, unless it's slow.
@MainActor
final class ServerFake: DraftStorage {
  enum Failure: Error { case serverIsDown }
  typealias Answer = Result<Int, Failure>

  /// Lets a test answer the saves that begin now.
  var isSlow = false

  /// The next results. After them, each save succeeds.
  var results: [Answer] = []
  var isLockedByOthers = false

  private(set) var calls: [String] = []
  let slowSaves = Events<SlowSave>()

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
  let answers = Events<ServerFake.Answer>()
  let ends = Events<Void>()

  func answer(_ result: ServerFake.Answer) async throws {
    answers.send(result)
    try await ends.next()
  }
}
