import Cairn
import Synchronization

/// A clock whose time passes only when its simulation says so.
///
///     let simulation = Simulation()
///     let feature = Feature(clock: simulation.clock)  // an `any Clock<Duration>`
///     simulation.advance(by: .seconds(1))
///
/// Sleepers wake in the order of their deadlines, and those of one deadline in the order in which
/// they went to sleep, or in that which the source of choices says. A cancelled sleep throws
/// `CancellationError` at once.
public struct VirtualClock: Clock {
  /// A point in virtual time: how long after the start of the simulation.
  public struct Instant: InstantProtocol {
    public let offset: Duration

    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    public func duration(to other: Instant) -> Duration { other.offset - offset }

    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private final class Shared: Sendable {
    let sleepers = Mutex(Sleepers())
  }

  private let shared = Shared()
  let executor: SimulationExecutor

  init(on executor: SimulationExecutor) {
    self.executor = executor
  }

  public var now: Instant { shared.sleepers.withLock { $0.now } }

  public var minimumResolution: Duration { Duration(secondsComponent: 0, attosecondsComponent: 1) }

  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await sleep(until: deadline as Instant?)
  }

  /// Waits until it is cancelled, and throws `CancellationError` then: what a service does that
  /// never answers.
  ///
  /// An effect that waits here is said to wait for ever, and not to wait outside the simulation.
  public func sleepForever() async throws { try await sleep(until: nil) }

  /// When the next sleeper wakes; `nil` if nobody sleeps.
  var nextDeadline: Instant? { shared.sleepers.withLock { $0.nextDeadline } }

  /// Whose sleep is the next to end, all of one deadline, in the order in which they went to sleep;
  /// empty if none ends until `target`.
  func due(upTo target: Instant) -> [EffectIdentity?] {
    shared.sleepers.withLock { $0.due(upTo: target).map(\.effect) }
  }

  /// Moves time on to the next deadline and wakes one of those due then; `false`, and nothing
  /// happens, if nobody wakes until `target`.
  func wake(_ index: Int = 0, upTo target: Instant) -> Bool {
    let sleeper = shared.sleepers.withLock { $0.wake(index, upTo: target) }
    sleeper?.continuation.resume()
    return sleeper != nil
  }

  /// Moves time on without waking anybody; never back.
  func move(to instant: Instant) {
    shared.sleepers.withLock { $0.now = max($0.now, instant) }
  }

  /// When an effect wakes that sleeps: a time, never (`.some(nil)`), or `nil` if it does not sleep.
  func deadline(of effect: EffectIdentity) -> Instant?? {
    shared.sleepers.withLock { $0.deadline(of: effect) }
  }

  /// Who sleeps and until when, by deadline; those who sleep for ever come last.
  var asleep: [(number: Int, effect: EffectIdentity?, deadline: Instant?)] {
    shared.sleepers.withLock { $0.all.map { ($0.number, $0.effect, $0.deadline) } }
  }

  private func sleep(until deadline: Instant?) async throws {
    try Task.checkCancellation()
    let number = shared.sleepers.withLock { $0.nextNumber() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        add(
          Sleeper(
            number: number, deadline: deadline, effect: executor.currentEffect,
            continuation: continuation))
        // Cancelled before it was added: the handler below found nobody to wake.
        if Task.isCancelled { cancel(number) }
      }
    } onCancel: {
      cancel(number)
    }
  }

  private func add(_ sleeper: Sleeper) {
    let isAsleep = shared.sleepers.withLock { $0.add(sleeper) }
    if !isAsleep { sleeper.continuation.resume() }
  }

  private func cancel(_ number: Int) {
    let sleeper = shared.sleepers.withLock { $0.remove(number) }
    sleeper?.continuation.resume(throwing: CancellationError())
  }
}
