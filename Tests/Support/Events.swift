import Foundation
import Synchronization

/// What code under test does, for a test to await one by one.
public final class Events<Event: Sendable>: Sendable {
  /// An event that a test awaits, and that doesn't happen.
  public struct Missing: Error, CustomStringConvertible {
    public let description: String
  }

  private struct State {
    var events: [Event] = []
    var waiting: (caller: UUID, continuation: CheckedContinuation<Event?, Never>)?
  }

  private let state = Mutex(State())

  public init() {}

  /// The events that nobody has awaited yet.
  public var pending: [Event] { state.withLock { $0.events } }

  public func send(_ event: Event) {
    let waiting = state.withLock { state in
      if state.waiting == nil { state.events.append(event) }
      return state.waiting.take()
    }
    waiting?.continuation.resume(returning: event)
  }

  /// Returns the next event, without waiting if it has happened already.
  ///
  /// - Throws: `Missing` if nothing happens until the limit, in real time, or until the task is
  ///   canceled. While other tests keep the main actor busy, the limit is later. `Missing`, too, if
  ///   another caller waits already.
  @discardableResult
  public func next(
    limit: Duration = .seconds(5), file: String = #fileID, line: Int = #line
  ) async throws -> Event {
    let caller = UUID()
    let timer = Task {
      for _ in 1...10 {
        try await Task.sleep(for: limit / 10)
        await MainActor.run {}
      }
      giveUp(caller)
    }
    defer { timer.cancel() }
    let event = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (isOver, event) = state.withLock { state -> (Bool, Event?) in
          guard state.events.isEmpty else { return (true, state.events.removeFirst()) }
          guard state.waiting == nil, !Task.isCancelled else { return (true, nil) }
          state.waiting = (caller, continuation)
          return (false, nil)
        }
        if isOver { continuation.resume(returning: event) }
      }
    } onCancel: {
      giveUp(caller)
    }
    guard let event else {
      throw Missing(description: "No \(Event.self) within \(limit), awaited at \(file):\(line)")
    }
    return event
  }

  /// Ends the wait of one caller, and not of the next.
  private func giveUp(_ caller: UUID) {
    state.withLock { $0.waiting?.caller == caller ? $0.waiting.take() : nil }?
      .continuation.resume(returning: nil)
  }
}
