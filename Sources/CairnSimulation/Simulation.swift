import Cairn

/// Asynchronous work without real time and without threads: nothing moves unless it is told to.
///
///     let simulation = Simulation()
///     let store = simulation.store(Timer.State()) { Timer(clock: simulation.clock) }
///     store.send(.start)
///     simulation.advance(by: .seconds(3))
///     store.state.elapsed  // 3
///
/// Effects of the stores made here run on the calling thread, in an order that is the same every
/// time. What leaves the simulation is out of its hands: unstructured `Task {}`, `Task.detached`,
/// the main actor, other custom executors, `Task.sleep` and real I/O.
///
/// A simulation belongs to whoever made it: it is not `Sendable`.
public final class Simulation {
  /// The virtual clock: give it to reducers as their `any Clock<Duration>`.
  public let clock = VirtualClock()

  private let handDrained: SimulationExecutor
  /// Each gives the `drain` of a store; `nil` once that store has ended.
  private var stores: [() -> (() -> Void)?] = []

  /// - Parameter onReady: called, on any thread, when a job becomes ready; for a driver that waits
  ///   for real I/O.
  public init(onReady: @escaping @Sendable () -> Void = {}) {
    handDrained = SimulationExecutor(onEnqueue: onReady)
  }

  deinit { handDrained.release() }

  /// Where effects run: for a store that is made by hand.
  public var executor: any TaskExecutor { handDrained }

  /// A store whose effects live in this simulation; ``drain()`` reduces what they send.
  public func store<State, Action: Sendable>(
    _ state: State, @ReducerBuilder<State, Action> reducer: () -> some Reducer<State, Action>
  ) -> Store<State, Action> {
    let store = Store(state, executor: handDrained, isolation: nil, reducer: reducer)
    stores.append { [weak store] in store.map { $0.drain } }
    return store
  }

  /// Runs everything that is ready, without letting time pass.
  ///
  /// An effect that makes new work for ever keeps it from returning.
  public func drain() {
    repeat { drainStores() } while runJobs()
  }

  /// Lets virtual time pass: whatever falls due on the way happens at its own time.
  public func advance(by duration: Duration) {
    let target = clock.now.advanced(by: duration)
    drain()
    while wakeNext(upTo: target) { drain() }
    clock.move(to: target)
  }

  /// Lets time pass until the next sleeper wakes; `false`, and nothing happens, if nobody sleeps.
  @discardableResult
  public func advanceToNext() -> Bool {
    drain()
    guard let next = clock.nextDeadline, wakeNext(upTo: next) else { return false }
    drain()
    return true
  }

  /// When the next sleeper wakes, if anybody sleeps.
  public var nextDeadline: VirtualClock.Instant? { clock.nextDeadline }

  /// Runs the jobs that are ready, and reduces nothing; `false` if there were none.
  @discardableResult
  package func runJobs() -> Bool { handDrained.drain() }

  /// Wakes the first sleeper whose time comes no later than `target`.
  package func wakeNext(upTo target: VirtualClock.Instant) -> Bool { clock.wakeNext(upTo: target) }

  /// Moves time on without waking anybody.
  package func move(to instant: VirtualClock.Instant) { clock.move(to: instant) }

  /// Reducers and inspectors may make stores meanwhile.
  private func drainStores() {
    stores.removeAll { $0() == nil }
    for store in stores { store()?() }
  }
}
