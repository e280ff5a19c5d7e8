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
/// time: first in, first out, or, with a seed, any that the rules allow. What leaves the simulation
/// (unstructured `Task {}`, `Task.detached`, the main actor, other executors, `Task.sleep`, real
/// I/O) comes back in real time, and is let in by ``waitForExternalWork(timeout:)`` alone.
///
/// A simulation belongs to whoever made it: it is not `Sendable`.
public final class Simulation {
  /// The virtual clock: give it to reducers as their `any Clock<Duration>`.
  public let clock: VirtualClock
  /// What the rules leave open; stand-in services ask here what to answer.
  public let choices: Choices
  /// What stand-in services remember.
  public let memory: WorldMemory
  /// What the order of unordered things was drawn from, for messages; `nil` if it was not drawn.
  public let seed: UInt64?

  let handDrained: SimulationExecutor
  /// Whether somebody decides on the order of what has none.
  let isDecided: Bool
  private(set) var stores: [SimulatedStore] = []

  private init(
    _ source: (any ChoiceSource)?, seed: UInt64?, onReady: (@Sendable () -> Void)?,
    keepsHistories: Bool = false
  ) {
    handDrained = SimulationExecutor(onReady: onReady, keepsHistories: keepsHistories)
    clock = VirtualClock(on: handDrained)
    memory = WorldMemory(on: handDrained)
    choices = Choices(source, on: clock)
    isDecided = source != nil
    self.seed = seed
  }

  /// Everything first in, first out, and of answers the first.
  ///
  /// - Parameter onReady: called, on any thread, when a job becomes ready; for a driver that waits
  ///   for real I/O. What other threads make ready runs with the rest, without being let in.
  public convenience init(onReady: (@Sendable () -> Void)? = nil) {
    self.init(nil, seed: nil, onReady: onReady)
  }

  /// Everything that the rules leave open is drawn at random, and by the same seed always the same.
  public convenience init(seed: UInt64) {
    self.init(SeededChoices(seed: seed), seed: seed, onReady: nil)
  }

  /// Everything that the rules leave open is as `choices` says.
  public convenience init(choices: some ChoiceSource) {
    self.init(choices, seed: nil, onReady: nil)
  }

  /// One that tells what its effects have lived through, for a search that tries every way.
  package convenience init(exploring choices: ScriptedChoices) {
    self.init(choices, seed: nil, onReady: nil, keepsHistories: true)
  }

  deinit { handDrained.release() }

  /// Where effects run: for a store, a task or an actor that is made by hand.
  public var executor: any TaskExecutor & SerialExecutor { handDrained }

  /// A store whose effects live in this simulation; ``drain()`` reduces what they send.
  @inlinable
  public func store<State, Action: Sendable>(
    _ state: State, @ReducerBuilder<State, Action> reducer: () -> some Reducer<State, Action>
  ) -> Store<State, Action> {
    let store = Store(state, executor: executor, isolation: nil, reducer: reducer)
    add(SimulatedStore(store))
    return store
  }

  @usableFromInline
  func add(_ store: SimulatedStore) {
    stores.removeAll { $0.hasEnded }
    stores.append(store)
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

  /// Moves time on without waking anybody.
  @usableFromInline
  package func move(to instant: VirtualClock.Instant) { clock.move(to: instant) }
}
