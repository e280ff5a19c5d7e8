import Synchronization

/// A clock whose time passes only when its simulation says so.
///
///     let simulation = Simulation()
///     let feature = Feature(clock: simulation.clock)  // an `any Clock<Duration>`
///     simulation.advance(by: .seconds(1))
///
/// Sleepers wake in the order of their deadlines, and those of one deadline in the order in which
/// they went to sleep. A cancelled sleep throws `CancellationError` at once.
public struct VirtualClock: Clock {
  /// A point in virtual time: how long after the start of the simulation.
  public struct Instant: InstantProtocol {
    public let offset: Duration

    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    public func duration(to other: Instant) -> Duration { other.offset - offset }

    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper {
    let number: Int
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct Schedule {
    var now = Instant(offset: .zero)
    var lastNumber = 0
    /// By deadline, then by number.
    var sleepers: [Sleeper] = []
  }

  private final class Shared: Sendable {
    let schedule = Mutex(Schedule())
  }

  private let shared = Shared()

  init() {}

  public var now: Instant { shared.schedule.withLock { $0.now } }

  public var minimumResolution: Duration { Duration(secondsComponent: 0, attosecondsComponent: 1) }

  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    let number = shared.schedule.withLock { schedule in
      schedule.lastNumber += 1
      return schedule.lastNumber
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        add(Sleeper(number: number, deadline: deadline, continuation: continuation))
        // Cancelled before it was added: the handler below found nobody to wake.
        if Task.isCancelled { cancel(number) }
      }
    } onCancel: {
      cancel(number)
    }
  }

  /// When the next sleeper wakes; `nil` if nobody sleeps.
  var nextDeadline: Instant? { shared.schedule.withLock { $0.sleepers.first?.deadline } }

  /// Moves time on to the next deadline and wakes that one sleeper; `false`, and nothing happens,
  /// if nobody wakes until `target`.
  func wakeNext(upTo target: Instant) -> Bool {
    let sleeper = shared.schedule.withLock { schedule -> Sleeper? in
      guard let first = schedule.sleepers.first, first.deadline <= target else { return nil }
      schedule.now = max(schedule.now, first.deadline)
      return schedule.sleepers.removeFirst()
    }
    sleeper?.continuation.resume()
    return sleeper != nil
  }

  /// Moves time on without waking anybody; never back.
  func move(to instant: Instant) {
    shared.schedule.withLock { $0.now = max($0.now, instant) }
  }

  private func add(_ sleeper: Sleeper) {
    let isDue = shared.schedule.withLock { schedule in
      if sleeper.deadline <= schedule.now { return true }
      // Looked for from the end, where those that fall asleep at one time for one duration belong.
      let earlier = schedule.sleepers.lastIndex { $0.deadline <= sleeper.deadline }
      schedule.sleepers.insert(sleeper, at: earlier.map { $0 + 1 } ?? 0)
      return false
    }
    if isDue { sleeper.continuation.resume() }
  }

  private func cancel(_ number: Int) {
    let sleeper = shared.schedule.withLock { schedule in
      schedule.sleepers.firstIndex { $0.number == number }
        .map { schedule.sleepers.remove(at: $0) }
    }
    sleeper?.continuation.resume(throwing: CancellationError())
  }
}
