import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ClockInjection

@Suite("ClockInjection: seam", .namesModule)
struct SeamTests {
  final class QuietPeriod: TestsWithClock {
    @Test func `a change is saved after two quiet seconds`() async throws {
      controller.textDidChange("Hello")
      _ = try await clock.nextSleeps(2)
      clock.advance(by: .milliseconds(1_999))
      #expect(clock.sleepers == [.milliseconds(1), .milliseconds(28_001)])
      clock.advance(by: .milliseconds(1))
      try await expectStatuses(["Edited", "Saving…", "Saved"])
      #expect(storage.savedTexts == ["Hello"])
    }

    @Test func `each change starts the quiet period again`() async throws {
      controller.textDidChange("a")
      _ = try await clock.nextSleeps(2)
      clock.advance(by: .milliseconds(1_500))
      controller.textDidChange("ab")
      _ = try await clock.nextSleeps(1)
      #expect(clock.sleepers == [.seconds(2), .milliseconds(28_500)])
      clock.advance(by: .seconds(2))
      try await expectStatuses(["Edited", "Edited", "Saving…", "Saved"])
      #expect(storage.savedTexts == ["ab"])
    }

    @Test func `a change at the very end of the quiet period starts it again`() async throws {
      controller.textDidChange("a")
      _ = try await clock.nextSleeps(2)
      // Often, because a save that shouldn't happen may come later than the new quiet period
      for length in 2...15 {
        clock.advance(by: .seconds(2))
        controller.textDidChange(String(repeating: "a", count: length))
        try await expectSleeps([.seconds(2)])
      }
      #expect(storage.savedTexts.isEmpty)
      await controller.close()
    }

    @Test func `saving at once ends both waits`() async throws {
      controller.textDidChange("Hello")
      _ = try await clock.nextSleeps(2)
      controller.saveNow()
      #expect(clock.sleepers.isEmpty)
      try await expectStatuses(["Edited", "Saving…", "Saved"])
    }
  }

  final class Deadline: TestsWithClock {
    @Test func `the text of somebody who never stops typing is saved after thirty seconds`()
      async throws
    {
      controller.textDidChange("0")
      _ = try await clock.nextSleeps(2)
      for second in 1...29 {
        clock.advance(by: .seconds(1))
        controller.textDidChange("\(second)")
        _ = try await clock.nextSleeps(1)
      }
      #expect(storage.savedTexts.isEmpty)
      clock.advance(by: .seconds(1))
      try await expectStatuses(Array(repeating: "Edited", count: 30) + ["Saving…", "Saved"])
      #expect(storage.savedTexts == ["29"])
    }

    @Test func `after a save, the thirty seconds start again`() async throws {
      controller.textDidChange("a")
      _ = try await clock.nextSleeps(2)
      clock.advance(by: .seconds(2))
      try await expectStatuses(["Edited", "Saving…", "Saved"])
      controller.textDidChange("ab")
      try await expectSleeps([.seconds(2), .seconds(30)])
      await controller.close()
    }
  }

  final class ChangesDuringSaves: TestsWithClock {
    @Test func `a change during a save is saved two seconds after the answer`() async throws {
      let answer = try await beginSlowSave(of: "a")
      controller.textDidChange("ab")
      _ = try await clock.nextSleeps(2)
      clock.advance(by: .seconds(1))
      answer.send(.success(1))
      try await expectSleeps([.seconds(2)])
      #expect(storage.savedTexts == ["a"])
      clock.advance(by: .seconds(2))
      try await expectStatuses(["Edited", "Saving…", "Edited", "Edited", "Saving…", "Saved"])
      #expect(storage.savedTexts == ["a", "ab"])
    }

    @Test func `a change is saved even if its quiet period ends during a save`() async throws {
      let answer = try await beginSlowSave(of: "a")
      controller.textDidChange("ab")
      _ = try await clock.nextSleeps(2)
      clock.advance(by: .seconds(2))
      let canceled = try await clock.cancellations.next()
      #expect(canceled == .seconds(28))
      answer.send(.success(1))
      try await expectSleeps([.seconds(2), .seconds(30)])
      clock.advance(by: .seconds(2))
      try await expectStatuses(["Edited", "Saving…", "Edited", "Edited", "Saving…", "Saved"])
      #expect(storage.savedTexts == ["a", "ab"])
    }
  }

  final class Retries: TestsWithClock {
    @Test func `the pauses are as long as the status bar says, up to a minute`() async throws {
      storage.results = Array(repeating: .failure(.serverIsDown), count: 7)
      controller.textDidChange("Hello")
      _ = try await clock.nextSleeps(2)
      controller.saveNow()
      try await expectStatuses(["Edited"])
      for seconds in [1, 2, 4, 8, 16, 32, 60] {
        try await expectSleeps([.seconds(seconds)])
        try await expectStatuses(["Saving…", "Couldn’t save. Retrying in \(seconds)s…"])
        clock.advance(by: .seconds(seconds))
      }
      try await expectStatuses(["Saving…", "Saved"])
    }

    @Test func `a save at once ends the pause, and the next one is longer`() async throws {
      storage.results = [.failure(.serverIsDown), .failure(.serverIsDown), .success(1)]
      controller.textDidChange("Hello")
      _ = try await clock.nextSleeps(2)
      controller.saveNow()
      try await expectSleeps([.seconds(1)])
      controller.saveNow()
      try await expectSleeps([.seconds(2)])
      clock.advance(by: .seconds(2))
      try await expectStatuses([
        "Edited", "Saving…", "Couldn’t save. Retrying in 1s…",
        "Saving…", "Couldn’t save. Retrying in 2s…", "Saving…", "Saved",
      ])
    }

    @Test func `a quiet period that ends during a pause leaves it alone`() async throws {
      let answer = try await beginSlowSave(of: "a")
      controller.textDidChange("ab")
      _ = try await clock.nextSleeps(2)
      clock.advance(by: .milliseconds(1_500))
      answer.send(.failure(.serverIsDown))
      try await expectSleeps([.seconds(1)])
      clock.advance(by: .milliseconds(500))
      try await clock.cancellations.next()
      #expect(clock.sleepers == [.milliseconds(500)])
      #expect(storage.savedTexts == ["a"])
      await controller.close()
    }
  }

  final class Closing: TestsWithClock {
    @Test func `closing ends all waits`() async throws {
      controller.keepEditLock()
      _ = try await clock.nextSleeps(1)
      controller.textDidChange("Hello")
      _ = try await clock.nextSleeps(2)
      #expect(clock.sleepers == [.seconds(2), .seconds(20), .seconds(30)])
      await controller.close()
      #expect(clock.sleepers.isEmpty)
    }

    @Test func `closing during a pause ends it`() async throws {
      storage.results = [.failure(.serverIsDown)]
      controller.textDidChange("Hello")
      _ = try await clock.nextSleeps(2)
      controller.saveNow()
      try await expectSleeps([.seconds(1)])
      await controller.close()
      #expect(clock.sleepers.isEmpty)
    }
  }

  final class DroppedControllers: TestsWithClock {
    @Test func `a change is saved even if the controller is dropped before`() async throws {
      var controller: AutosaveController? = AutosaveController(
        documentName: "Minutes", storage: storage, clock: clock)
      controller?.onStatusChange = statuses.send
      controller?.textDidChange("Hello")
      _ = try await clock.nextSleeps(2)
      controller = nil
      clock.advance(by: .seconds(2))
      try await expectStatuses(["Edited", "Saving…", "Saved"])
      #expect(storage.savedTexts == ["Hello"])
    }

    @Test func `the lock isn't renewed for a controller that was dropped`() async throws {
      let departures = Events<Void>()
      var controller: AutosaveController? = AutosaveController(
        documentName: "Minutes", storage: storage, clock: clock)
      controller?.onStatusChange = { [departure = Departure(departures)] _ in _ = departure }
      controller?.keepEditLock()
      try await expectSleeps([.seconds(20)])
      controller = nil
      clock.advance(by: .seconds(20))
      try await departures.next()
      #expect(storage.lockRenewals == 1)
    }
  }

  final class EditLock: TestsWithClock {
    @Test func `the lock is renewed every twenty seconds`() async throws {
      controller.keepEditLock()
      try await expectSleeps([.seconds(20)])
      #expect(storage.lockRenewals == 1)
      clock.advance(by: .seconds(20))
      try await expectSleeps([.seconds(20)])
      #expect(storage.lockRenewals == 2)
      await controller.close()
    }

    @Test func `the lock is given up after three refusals, five seconds apart`() async throws {
      storage.lockAnswers = [false, false, false]
      controller.keepEditLock()
      try await expectSleeps([.seconds(5)])
      clock.advance(by: .seconds(5))
      try await expectSleeps([.seconds(5)])
      #expect(controller.alertMessage == nil)
      clock.advance(by: .seconds(5))
      try await storage.lastLockAnswer.next()
      #expect(controller.alertMessage == "Somebody else is editing “Minutes”.")
      clock.advance(by: .seconds(5))
      #expect(storage.lockRenewals == 3)
    }

    @Test func `after a renewal, refusals count from the beginning`() async throws {
      storage.lockAnswers = [false, false, true, false, false, true]
      controller.keepEditLock()
      for seconds in [5, 5, 20, 5, 5, 20] {
        try await expectSleeps([.seconds(seconds)])
        clock.advance(by: .seconds(seconds))
      }
      _ = try await clock.nextSleeps(1)
      #expect(controller.alertMessage == nil)
      await controller.close()
    }

    @Test func `asking for the lock again doesn't renew it twice as often`() async throws {
      controller.keepEditLock()
      _ = try await clock.nextSleeps(1)
      controller.keepEditLock()
      _ = try await clock.nextSleeps(1)
      #expect(clock.sleepers == [.seconds(20)])
      await controller.close()
    }
  }
}

/// A controller and the clock that it waits with.
@MainActor
class TestsWithClock {
  let clock = TestClock()
  let storage = StorageFake()
  let statuses = Events<String>()
  let controller: AutosaveController

  init() {
    controller = AutosaveController(documentName: "Minutes", storage: storage, clock: clock)
    controller.onStatusChange = statuses.send
  }

  deinit {
    #expect(clock.sleepers.isEmpty, "When the test ended, code was still asleep, for this long.")
  }

  /// Awaits as many sleepers as are expected, the shortest first.
  func expectSleeps(
    _ expected: [Duration], at location: SourceLocation = #_sourceLocation
  ) async throws {
    let durations = try await clock.nextSleeps(
      expected.count, file: location.fileID, line: location.line)
    #expect(durations == expected, sourceLocation: location)
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

  /// Begins a save two seconds after a change, and returns where to send its answer.
  func beginSlowSave(of text: String) async throws
    -> Events<Result<Int, StorageFake.Failure>>
  {
    storage.isSlow = true
    controller.textDidChange(text)
    _ = try await clock.nextSleeps(2)
    clock.advance(by: .seconds(2))
    let answer = try await storage.slowSaves.next()
    storage.isSlow = false
    try await clock.cancellations.next()
    return answer
  }
}

// MARK: - Test doubles

/// A clock that stands still until a test advances it. It wakes sleepers as late as they allow.
nonisolated final class TestClock: Clock {
  private struct Sleeper {
    let deadline: ContinuousClock.Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = ContinuousClock.now
    var sleepers: [UUID: Sleeper] = [:]
  }

  private let state = Mutex(State())
  private let sleeps = Events<Duration>()

  /// How long canceled sleepers would still have slept.
  let cancellations = Events<Duration>()

  let minimumResolution = Duration.zero
  var now: ContinuousClock.Instant { state.withLock { $0.now } }

  /// How long each sleeper still sleeps, the shortest first.
  var sleepers: [Duration] {
    state.withLock { state in state.sleepers.values.map { $0.deadline - state.now }.sorted() }
  }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    let id = UUID()
    let deadline = deadline.advanced(by: tolerance ?? .zero)
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let remaining = state.withLock { state -> Duration? in
          guard !Task.isCancelled else { return nil }
          let remaining = deadline - state.now
          if remaining > .zero {
            state.sleepers[id] = Sleeper(deadline: deadline, continuation: continuation)
          }
          return remaining
        }
        guard let remaining else { return continuation.resume(throwing: CancellationError()) }
        guard remaining > .zero else { return continuation.resume() }
        sleeps.send(remaining)
      }
    } onCancel: {
      guard let sleeper = state.withLock({ $0.sleepers.removeValue(forKey: id) }) else { return }
      cancellations.send(sleeper.deadline - now)
      sleeper.continuation.resume(throwing: CancellationError())
    }
  }

  /// Waits until code has gone to sleep, and returns for how long, the shortest first.
  func nextSleeps(_ count: Int, file: String = #fileID, line: Int = #line) async throws
    -> [Duration]
  {
    var durations: [Duration] = []
    for _ in 0..<count { durations.append(try await sleeps.next(file: file, line: line)) }
    return durations.sorted()
  }

  /// Moves time on, and wakes everybody whose time has come.
  func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.now += duration
      let due = state.sleepers.filter { $0.value.deadline <= state.now }
      for id in due.keys { state.sleepers[id] = nil }
      return due.values
    }
    for sleeper in due { sleeper.continuation.resume() }
  }
}

/// A file server that saves at once, unless it's slow. Like most servers' clients, it doesn't save for
/// a task that's canceled.
@MainActor
final class StorageFake: DraftStorage {
  enum Failure: Error { case serverIsDown }

  var isSlow = false

  /// The next results. After them, each save succeeds.
  var results: [Result<Int, Failure>] = []

  /// The answers of the lock, in order. After them, it isn't refused.
  var lockAnswers: [Bool] = [] {
    didSet { if lockAnswers.isEmpty { lastLockAnswer.send(()) } }
  }

  let slowSaves = Events<Events<Result<Int, Failure>>>()
  let lastLockAnswer = Events<Void>()
  private(set) var savedTexts: [String] = []
  private(set) var lockRenewals = 0

  func save(_ text: String, documentName: String) async throws -> Int {
    try Task.checkCancellation()
    savedTexts.append(text)
    if isSlow {
      let answer = Events<Result<Int, Failure>>()
      slowSaves.send(answer)
      return try await answer.next().get()
    }
    return results.isEmpty ? savedTexts.count : try results.removeFirst().get()
  }

  func renewEditLock(documentName: String) async -> Bool {
    lockRenewals += 1
    return lockAnswers.isEmpty ? true : lockAnswers.removeFirst()
  }

  func releaseEditLock(documentName: String) async {}
}

/// Tells when nobody refers to it any longer.
private final class Departure: Sendable {
  private let departures: Events<Void>

  init(_ departures: Events<Void>) { self.departures = departures }

  deinit { departures.send(()) }
}
