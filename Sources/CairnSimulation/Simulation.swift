import Cairn

/// Runs asynchronous work without real time and without other threads, only when its driver calls
/// it.
///
///     let simulation = Simulation()
///     let store = simulation.store(Timer.State()) { Timer(clock: simulation.clock) }
///     store.send(.start)
///     simulation.advance(by: .seconds(3))
///     store.state.elapsed  // 3
///
/// Effects of the stores of a simulation run on the calling thread, in a reproducible order: first
/// in, first out, or, with a seed, any order that the rules allow. External work (unstructured
/// `Task {}`, `Task.detached`, the main actor, other executors, `Task.sleep`, real I/O) finishes in
/// real time, and only ``waitForExternalWork(timeout:)`` admits its results.
///
/// A simulation is not `Sendable`, and stays in the isolation that created it.
public final class Simulation {
  /// The virtual clock, which reducers take as their `any Clock<Duration>`.
  public let clock: VirtualClock
  /// The order of the work, and the answers of stand-in services.
  public let choices: Choices
  /// The values that stand-in services store.
  public let memory: WorldMemory
  /// The seed of ``init(seed:)``, for messages; otherwise `nil`.
  public let seed: UInt64?

  let simulationExecutor: SimulationExecutor
  /// Whether a ``ChoiceSource`` selects the order of the work, and thereby when replies are reduced.
  @usableFromInline package let isDecided: Bool
  private(set) var stores: [SimulatedStore] = []
  /// Selects the order of work in place of the source of choices, for a search.
  package var scheduler: WorkScheduler?
  /// Whether the scheduler or ``partLimit`` has stopped the run: no further work runs.
  package var isStopped: Bool { hasStopped || isEndless }
  /// Whether the scheduler has stopped the run.
  var hasStopped = false
  /// The number of processes that have ended.
  var processCount = 0
  package var isEndless: Bool { simulationExecutor.isEndless.load(ordering: .relaxed) }
  /// The number of parts of the work at one instant, and of actions of one turn, after which a run stops with a
  /// runtime issue; 0 for no limit: work without end then never returns to the driver.
  package var partLimit: Int {
    get { simulationExecutor.partLimit.load(ordering: .relaxed) }
    set { simulationExecutor.partLimit.store(newValue, ordering: .relaxed) }
  }

  private init(
    _ source: (any ChoiceSource)?, seed: UInt64? = nil, onReady: (@Sendable () -> Void)? = nil,
    threads: StepThreads? = nil, recording: SimulationExecutor.RecordMaker? = nil
  ) {
    simulationExecutor = SimulationExecutor(
      onReady: onReady, threads: threads, recording: recording)
    clock = VirtualClock(on: simulationExecutor)
    memory = WorldMemory(on: simulationExecutor)
    choices = Choices(source, memory, on: clock)
    isDecided = source != nil
    self.seed = seed
  }

  /// Creates a simulation that runs work first in, first out, and takes the first answer.
  ///
  /// - Parameter onReady: Called on any thread when a job becomes ready, for a driver that waits for
  ///   real I/O. Jobs from other threads then run without being admitted.
  public convenience init(onReady: (@Sendable () -> Void)? = nil) {
    self.init(nil, onReady: onReady)
  }

  /// Creates a simulation whose effects may block, for a driver of the real world.
  ///
  /// The parts of effects between two suspensions run on other threads. The order of quick steps is that of
  /// ``init(onReady:)``. A step that takes longer than `patience` continues beside the driver and all other effects.
  ///
  /// - Parameter onReady: also called when such a step ends.
  package convenience init(patience: Duration, onReady: @escaping @Sendable () -> Void) {
    self.init(nil, onReady: onReady, threads: StepThreads(patience: patience, onEnd: onReady))
  }

  /// Creates a simulation that makes every choice at random. The same seed makes the same choices.
  public convenience init(seed: UInt64) {
    self.init(SeededChoices(seed: seed), seed: seed)
  }

  /// Creates a simulation in which `choices` makes every choice.
  public convenience init(choices: some ChoiceSource) {
    self.init(choices)
  }

  /// Creates a simulation that records its effects, for a search.
  package convenience init(
    exploring choices: ScriptedChoices,
    recording makeRecord: @escaping @Sendable (EffectIdentity) -> any EffectRecord
  ) {
    self.init(choices, recording: makeRecord)
  }

  deinit { simulationExecutor.release() }

  /// Ends a run, whose stores have ended. A task that has not ended may still use the stand-ins.
  package func endRun() {
    stores = []
    simulationExecutor.endRun { clock.restart(at: clock.time) }
  }

  /// Begins a run, in place of a simulation of its own: with this memory and these choices, at a time,
  /// without stores.
  package func beginRun(
    at time: Duration, remembering memory: WorldMemory.Snapshot,
    _ choices: ScriptedChoices
  ) {
    _ = clock.restart(at: VirtualClock.Instant(offset: time))
    self.choices.restart(choices)
    self.memory.restore(memory)
    (scheduler, hasStopped) = (nil, false)
    simulationExecutor.isEndless.store(false, ordering: .relaxed)
  }

  /// The answers, the values of memory and the times that the app has received outside of effects since the last call,
  /// in its reducers for example.
  package func takeSeen() -> (values: [AnyID], readings: [(time: Duration, reading: ClockReading)])
  {
    (simulationExecutor.takeSeen(), clock.takeReadingsOutside())
  }

  /// Begins one effect and runs its ready work, but no other.
  package func runAlone(_ begin: () -> Void) { simulationExecutor.runAlone(begin) }

  @inlinable
  package func store<State, Action: Sendable>(
    resuming machine: Machine<State, Action>
  ) -> Store<State, Action> {
    let store = Store(resuming: machine, executor: executor)
    store.joinSimulation(repliesAtOnce: !isDecided)
    add(SimulatedStore(store))
    return store
  }

  /// Whether an effect blocks: a step of it has not ended, and the driver does not wait for it any more.
  package var hasBlockedStep: Bool { simulationExecutor.threads?.hasBlockedStep ?? false }

  /// The executor of the effects, for a store, a task or an actor that is created separately.
  public var executor: any TaskExecutor & SerialExecutor { simulationExecutor }

  /// Creates a store whose effects run in this simulation; ``drain()`` reduces the actions that they
  /// send.
  @inlinable
  public func store<State, Action: Sendable>(
    _ state: State, @ReducerBuilder<State, Action> reducer: () -> some Reducer<State, Action>
  ) -> Store<State, Action> {
    let store = Store(nonisolated: state, executor: executor, reducer: reducer)
    store.joinSimulation(repliesAtOnce: !isDecided)
    add(SimulatedStore(store))
    return store
  }

  @usableFromInline
  func add(_ store: SimulatedStore) {
    stores.removeAll { $0.hasEnded }
    stores.append(store)
  }

  /// Advances virtual time. Each sleeper wakes at its own deadline.
  public func advance(by duration: Duration) {
    let target = clock.time.advanced(by: duration)
    drain()
    while wakeNext(upTo: target) { drain() }
    if !isStopped { clock.move(to: target) }
  }

  /// Advances virtual time to the earliest deadline. Returns `false` if no sleeper has a deadline;
  /// ready jobs run in either case.
  @discardableResult
  public func advanceToNext() -> Bool {
    drain()
    guard let next = clock.nextDeadline, wakeNext(upTo: next) else { return false }
    drain()
    return true
  }

  /// The earliest deadline, or `nil` if no sleeper has one.
  public var nextDeadline: VirtualClock.Instant? { clock.nextDeadline }

  /// Advances time without waking sleepers.
  package func move(to instant: VirtualClock.Instant) { clock.move(to: instant) }
}

/// Decides the order of work for a search.
package struct WorkScheduler {
  /// The option that a scheduler takes.
  package enum Selection {
    case option(Int)
    /// The option that the source of choices selects.
    case source
    /// None: the run ends here.
    case stop
  }

  /// Called before each part of the work, also if there is only one option. The effects are those of the tasks that the
  /// first options of ``ChoicePoint/Question/next`` continue; `nil` for work without an effect.
  let select: (ChoicePoint, [EffectIdentity?]) -> Selection
  /// Called after each part of the work, when the replies of effects are in the queue of the store: whether the part
  /// has read or changed memory, received an answer, or resumed a task of another effect.
  let didRun: (_ interacted: Bool) -> Void

  package init(
    select: @escaping (ChoicePoint, [EffectIdentity?]) -> Selection,
    didRun: @escaping (_ interacted: Bool) -> Void
  ) {
    self.select = select
    self.didRun = didRun
  }
}

extension Simulation {
  /// The effects of the ready work, in order; `nil` for work without an effect.
  package var readyEffects: [EffectIdentity?] { simulationExecutor.ready.map(\.lane?.effect) }

  /// The effects that were resumed outside of the parts of effects since the last call: their sleep ended, their
  /// action was reduced, or a cancellation handler of another effect resumed them.
  package func takeResumed() -> [EffectIdentity] { simulationExecutor.takeResumed() }

  package var storeCount: Int { stores.count { !$0.hasEnded } }

  /// All sleepers, in the order in which they started to sleep.
  ///
  /// The order does not depend on the time that passes between two actions, as that of their deadlines
  /// does.
  package var allSleepers: [SleeperState] { clock.asleep.sorted { $0.number < $1.number } }
}

/// A type-erased weak reference to a store.
///
/// It consists of closures and not of a protocol, because closures that are made where the types are
/// known call specialized code.
@usableFromInline
final class SimulatedStore {
  /// Whether effects have left messages since the last time.
  @usableFromInline let hasMessages: () -> Bool
  /// Reduces the actions that effects have sent.
  @usableFromInline let drain: () -> Void
  /// Moves the actions that effects have sent to the queue. Returns whether an action is queued.
  @usableFromInline let collect: () -> Bool
  /// The effects in flight, without background effects.
  @usableFromInline let foreground: () -> [(identity: EffectIdentity, label: String)]

  @usableFromInline weak let store: AnyObject?

  var hasEnded: Bool { store == nil }

  @inlinable
  init<State, Action>(_ store: Store<State, Action>) {
    // The runner holds the store weakly. Unlike a weak capture, its property is read without a check
    // for exclusive access.
    let runner = store.runner
    self.store = store
    hasMessages = { runner.hasMessages }
    drain = { runner.store?.drain() }
    collect = { runner.store?.collect() ?? false }
    foreground = { runner.store?.foreground ?? [] }
  }
}

extension Store {
  @usableFromInline var foreground: [(identity: EffectIdentity, label: String)] {
    running.filter { !$0.isBackground }.map { (identity(of: $0), $0.label) }
  }
}
