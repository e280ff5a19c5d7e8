import Synchronization

/// A clock that a test advances, for stores that run in real time. It knows when everything is at rest.
///
/// One sleeper wakes at a time, and in a store whose effects run in parallel, one operation begins at a time: the
/// order of everything is that of a simulation.
final class ManualClock: Clock {
  struct Instant: InstantProtocol {
    let offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  private struct Waiter {
    let number: Int
    /// The time at which it wakes; of an operation that has not begun, its name.
    let end: Int
    var name: String?
    var isOperation = false
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct Contents {
    var now = 0
    var last = 0
    var sleepers: [Waiter] = []
    var arrivals: [Waiter] = []
    /// The operations between two sleeps.
    var busy = 0
    var changes = 0
    var reader: CheckedContinuation<Void, Never>?
  }

  private let contents = Mutex(Contents())
  /// Whether operations wait until they are let in.
  let isGated: Bool

  init(isGated: Bool) { self.isGated = isGated }

  var seconds: Int { contents.withLock { $0.now } }
  var now: Instant { Instant(offset: .seconds(seconds)) }
  var minimumResolution: Duration { .seconds(1) }

  // MARK: For effects

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let end = Int(deadline.offset.components.seconds)
    try await wait { Waiter(number: $0, end: end, continuation: $1) }
  }

  nonisolated(nonsending) func sleep(for seconds: Int) async throws {
    let end = self.seconds + seconds
    try await wait { Waiter(number: $0, end: end, isOperation: true, continuation: $1) }
  }

  /// The begin of an operation.
  nonisolated(nonsending) func begin(_ name: String) async throws {
    guard isGated else { return change { $0.busy += 1 } }
    try await wait {
      Waiter(number: $0, end: 0, name: name, isOperation: true, continuation: $1)
    }
  }

  /// The end of an operation.
  func end() { change { $0.busy -= 1 } }

  /// An event of the store.
  func note() { change { _ in } }

  private nonisolated(nonsending) func wait(
    _ make: (Int, CheckedContinuation<Void, any Error>) -> Waiter
  ) async throws {
    let number = contents.withLock { contents in
      contents.last += 1
      return contents.last
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let waiter = make(number, continuation)
        change { contents in
          if waiter.name != nil {
            contents.arrivals.append(waiter)
          } else {
            contents.sleepers.append(waiter)
            if waiter.isOperation { contents.busy -= 1 }
          }
        }
        if Task.isCancelled { cancel(number) }
      }
    } onCancel: {
      cancel(number)
    }
  }

  private func cancel(_ number: Int) {
    let waiter: Waiter? = change { contents in
      if let index = contents.arrivals.firstIndex(where: { $0.number == number }) {
        return contents.arrivals.remove(at: index)
      }
      guard let index = contents.sleepers.firstIndex(where: { $0.number == number }) else {
        return nil
      }
      if contents.sleepers[index].isOperation { contents.busy += 1 }
      return contents.sleepers.remove(at: index)
    }
    waiter?.continuation.resume(throwing: CancellationError())
  }

  @discardableResult
  private func change<Result: Sendable>(_ body: (inout sending Contents) -> sending Result)
    -> Result
  {
    let (result, reader) = contents.withLock { contents in
      let result = body(&contents)
      contents.changes += 1
      defer { contents.reader = nil }
      return (result, contents.reader)
    }
    reader?.resume()
    return result
  }

  // MARK: For the driver

  /// Waits until every effect in flight sleeps, and lets operations begin in the order of their names.
  func settle(
    isolation: isolated any Actor, inFlight: () -> [String]
  ) async {
    while true {
      let seen = contents.withLock { $0.changes }
      let names = inFlight()
      let (isQuiet, next) = contents.withLock { contents in
        let arrived = contents.arrivals
        guard contents.busy == 0, contents.sleepers.count + arrived.count == names.count else {
          return (false, nil as Waiter?)
        }
        guard let name = names.first(where: { name in arrived.contains { $0.name == name } }),
          let index = arrived.firstIndex(where: { $0.name == name })
        else { return (true, nil) }
        contents.busy += 1
        return (false, contents.arrivals.remove(at: index))
      }
      if isQuiet { return }
      if let next {
        next.continuation.resume()
      } else {
        await withCheckedContinuation { continuation in
          let isNew = contents.withLock { contents in
            guard contents.changes == seen else { return true }
            contents.reader = continuation
            return false
          }
          if isNew { continuation.resume() }
        }
      }
    }
  }

  /// Wakes the first sleeper up to a time; `false` if there is none.
  func wake(upTo end: Int) -> Bool {
    let next = contents.withLock { contents in
      let due = contents.sleepers.indices.filter { contents.sleepers[$0].end <= end }
      guard
        let index = due.min(by: {
          (contents.sleepers[$0].end, contents.sleepers[$0].number)
            < (contents.sleepers[$1].end, contents.sleepers[$1].number)
        })
      else {
        contents.now = max(contents.now, end)
        return nil as Waiter?
      }
      let waiter = contents.sleepers.remove(at: index)
      contents.now = max(contents.now, waiter.end)
      if waiter.isOperation { contents.busy += 1 }
      return waiter
    }
    next?.continuation.resume()
    return next != nil
  }
}
