/// Holds the state of an app, reduces actions one at a time and runs their effects.
///
///     let store = Store(Counter.State()) { Counter() }
///     store.send(.increment)
///     print(store.state.count)  // 1
///
/// A store belongs to the isolation that made it: the main actor, another actor, or none. The
/// compiler checks it, for the class is not `Sendable`; effects come back by hopping to that
/// isolation. A store made on no isolation reduces no reply by itself: replies wait in a mailbox
/// until its owner calls ``drain()`` or awaits ``finish(isolation:)``.
///
/// The end of a store cancels all its effects. Nothing keeps it alive but its owner.
///
/// It is `@inlinable` throughout, as is what it is made of: where state and action have a known
/// layout an action takes nanoseconds; where they have not, looking up types takes microseconds.
@dynamicMemberLookup
public final class Store<State, Action: Sendable> {
  /// Everything an action touches, behind one pointer: class properties would be checked for
  /// exclusive access dynamically at every action. What the checks would find is found by
  /// `activity` instead: while it is `.stepping`, `machine` is being changed, and nothing else here
  /// reads or writes it (``send(_:origin:)`` puts actions aside, ``state`` stops with a message).
  @usableFromInline
  struct Core {
    @usableFromInline var machine: Machine<State, Action>
    @usableFromInline var activity = Activity.quiet
    @usableFromInline var isDraining = false
    /// What was sent while `machine` was stepping.
    @usableFromInline var aside: [(action: Action, root: Int, origin: Step<Action>.Origin)] = []
    @usableFromInline var lastRoot = 0
    @usableFromInline var inspector: ((StoreEvent<Action>) -> Void)?
    @usableFromInline var tracked = TrackedPaths()
    @usableFromInline var readers = StateReaders()
    @usableFromInline var tasks = NumberedTable<Task<Void, Never>>()
    /// Made for the first effect; see `home`.
    @usableFromInline var way: Home<State, Action>?
  }

  @usableFromInline
  enum Activity {
    /// Nobody looks on and nothing is under way: an action is its reduction.
    case quiet
    /// Somebody does, or something is.
    case attended
    /// The machine is being changed, or read.
    case stepping
    /// The same, and meanwhile actions were put aside.
    case interrupted

    @inlinable
    var isStepping: Bool {
      switch self {
      case .stepping, .interrupted: true
      case .quiet, .attended: false
      }
    }
  }

  @usableFromInline let core: UnsafeMutablePointer<Core>
  @usableFromInline let mailbox = Mailbox<Action>()
  /// `nil` for a store made on no isolation.
  @usableFromInline weak let isolation: (any Actor)?

  /// Where effects run as long as they name no other place.
  @usableFromInline let executor: (any EffectExecutor)?

  /// Sees all that happens, after it has happened: every action with its number and origin, and
  /// every effect that was started, cancelled or finished. It may call ``send(_:origin:)``.
  ///
  ///     store.inspector = { event in
  ///       if case .step(let step) = event { print(step.number, step.action) }
  ///     }
  @inlinable
  public var inspector: ((StoreEvent<Action>) -> Void)? {
    get { core.pointee.inspector }
    set {
      core.pointee.inspector = newValue
      attend()
    }
  }

  /// The way back for effects, made for the first of them; `nil` for a store made on no isolation.
  @inlinable
  var home: Home<State, Action>? {
    if core.pointee.way == nil {
      core.pointee.way = isolation.map { Home(isolation: $0, store: self) }
    }
    return core.pointee.way
  }

  /// - Parameters:
  ///   - executor: where effects run as long as they name no other place; a simulation's, in tests.
  ///   - isolation: the isolation that the store belongs to, filled in by the compiler.
  @inlinable
  public convenience init(
    _ state: State,
    executor: (any TaskExecutor)? = nil,
    isolation: isolated (any Actor)? = #isolation,
    @ReducerBuilder<State, Action> reducer: () -> some Reducer<State, Action>
  ) {
    self.init(
      machine: Machine(state, reducer: reducer()), executor: executor, isolation: isolation)
  }

  @usableFromInline
  init(
    machine: Machine<State, Action>, executor: (any TaskExecutor)?,
    isolation: isolated (any Actor)?
  ) {
    core = .allocate(capacity: 1)
    core.initialize(to: Core(machine: machine))
    self.executor = executor.map { $0 as? any EffectExecutor ?? CommonExecutor($0) }
    self.isolation = isolation
  }

  deinit {
    for task in core.pointee.tasks.values { task.cancel() }
    mailbox.close()
    for entry in core.pointee.machine.queue.entries.contents { entry.waiter?.resume() }
    core.pointee.readers.end()
    core.deinitialize(count: 1)
    core.deallocate()
  }

  /// The current state.
  @inlinable
  public var state: State { withState { $0.pointee } }

  /// Reduces `action` and its follow-ups, first in, first out, before it returns.
  ///
  ///     await store.send(.refresh).finish()
  ///
  /// From inside a reduction or an inspector, the action is appended, behind the follow-ups of the
  /// current one, and reduced before the outermost `send` returns. An action for a screen that is
  /// not there changes nothing and is reported as a ``RuntimeIssue``.
  ///
  /// - Returns: a handle on the effects that the action causes.
  @inlinable
  @discardableResult
  public func send(
    _ action: Action, origin: Step<Action>.Origin = .owner
  ) -> SendTask {
    SendTask(store: self, root: reduce(action, origin))
  }

  /// Reduces the replies that effects have left since the last time.
  ///
  /// Needed only for a store made on no isolation; any other drains itself.
  @inlinable
  public func drain() {
    guard !core.pointee.activity.isStepping else { return }
    collect()
    stepAll()
  }

  /// Waits until no effect but background ones is in flight, and reduces what they send.
  ///
  /// An effect that never ends is waited for without end.
  @inlinable
  public func finish(isolation: isolated (any Actor)? = #isolation) async {
    await wait(isolation: isolation) { $0.isIdle }
  }

  /// Cancels all effects in flight and drops what they have sent.
  @inlinable
  public func cancel() { cancelAll { _ in true } }

  @inlinable
  func wait(
    isolation: isolated (any Actor)?, until isDone: (Machine<State, Action>) -> Bool
  ) async {
    drain()
    while !isDone(core.pointee.machine) {
      await mailbox.arrival(isolation: isolation)
      drain()
    }
  }

  @inlinable
  var isQuiet: Bool { core.pointee.machine.isQuiet && isUnobserved }

  @inlinable
  var isUnobserved: Bool {
    inspector == nil && core.pointee.tracked.isEmpty && core.pointee.readers.isEmpty
  }

  /// Has every action from now on looked after.
  @inlinable
  func attend() {
    if core.pointee.activity == .quiet { core.pointee.activity = .attended }
  }
}

extension Store: SendTaskOwner {
  @usableFromInline
  func finish(root: Int, isolation: isolated (any Actor)?) async {
    await wait(isolation: isolation) { $0.isIdle(root: root) }
  }

  @usableFromInline
  func cancel(root: Int) { cancelAll { $0.root == root } }
}
