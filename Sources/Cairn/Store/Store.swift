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
@dynamicMemberLookup
public final class Store<State, Action: Sendable> {
  /// Everything an action touches, behind one pointer: class properties would be checked for
  /// exclusive access dynamically at every action. What the checks would find is found by
  /// `isStepping` instead: while it is set, `machine` is being changed, and nothing else here
  /// reads or writes it (``send(_:)`` puts actions aside, ``state`` stops with a message).
  struct Core {
    var machine: Machine<State, Action>
    var isStepping = false
    var isDraining = false
    var aside: [Action] = []
    var tracked = TrackedPaths<State>()
    var readers = StateReaders()
  }

  let core: UnsafeMutablePointer<Core>
  let mailbox = Mailbox<Action>()
  /// `nil` for a store made on no isolation.
  private(set) var home: Home<State, Action>?
  private let executor: (any TaskExecutor)?
  private var tasks: [Int: Task<Void, Never>] = [:]
  private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  private var lastTicket = 0

  /// Sees every action that was taken up, after it was reduced or refused. May call ``send(_:)``.
  public var inspector: ((Step<Action>) -> Void)?

  /// - Parameters:
  ///   - executor: where effects run as long as they name no other place; a simulation's, in tests.
  ///   - isolation: the isolation that the store belongs to, filled in by the compiler.
  public init(
    _ state: State,
    executor: (any TaskExecutor)? = nil,
    isolation: isolated (any Actor)? = #isolation,
    reducer: () -> some Reducer<State, Action>
  ) {
    core = .allocate(capacity: 1)
    core.initialize(to: Core(machine: Machine(state, reducer: reducer())))
    self.executor = executor
    home = isolation.map { Home(isolation: $0, store: self) }
  }

  deinit {
    for task in tasks.values { task.cancel() }
    mailbox.close()
    for continuation in waiting.values { continuation.resume() }
    core.pointee.readers.end()
    core.deinitialize(count: 1)
    core.deallocate()
  }

  /// The current state.
  public var state: State { withState { $0.pointee } }

  /// Reduces `action` and its follow-ups, first in, first out, before it returns.
  ///
  /// From inside a reduction or an inspector, the action is appended, behind the follow-ups of the
  /// current one, and reduced before the outermost `send` returns. An action for a screen that is not there changes nothing and is
  /// reported as a ``Mistake``.
  public func send(_ action: Action) {
    if core.pointee.isStepping { return core.pointee.aside.append(action) }
    core.pointee.machine.enqueue(action)
    stepAll()
  }

  /// Reduces the replies that effects have left since the last time.
  ///
  /// Needed only for a store made on no isolation; any other drains itself.
  public func drain() {
    guard !core.pointee.isStepping else { return }
    collect()
    stepAll()
  }

  /// Waits until no effect but background ones is in flight, and reduces what they send.
  ///
  /// An effect that never ends is waited for without end.
  public func finish(isolation: isolated (any Actor)? = #isolation) async {
    drain()
    while !core.pointee.machine.isIdle {
      await mailbox.arrival(isolation: isolation)
      drain()
    }
  }

  private func stepAll() {
    guard !core.pointee.isDraining else { return }
    core.pointee.isDraining = true
    defer { core.pointee.isDraining = false }
    while step() != nil {}
  }
}

// What shells in this package drive by hand: one action at a time.
extension Store {
  package var running: [RunningEffect<Action>] { core.pointee.machine.running }

  package var isIdle: Bool { core.pointee.machine.isIdle }

  package var hasQueued: Bool { core.pointee.machine.hasQueued }

  package var queued: [Action] { core.pointee.machine.queued }

  package func enqueue(_ action: Action) { core.pointee.machine.enqueue(action) }

  /// Takes what effects have left into the queue, without reducing it.
  package func collect() {
    for letter in mailbox.takeAll() {
      switch letter {
      case .finished(let effect):
        core.pointee.machine.finish(effect)
        tasks[effect] = nil
      case .action(let action, let effect, let settled):
        lastTicket += 1
        let isQueued = core.pointee.machine.enqueue(action, from: effect, ticket: lastTicket)
        if isQueued {
          waiting[lastTicket] = settled
        } else {
          settled?.resume()
        }
      }
    }
  }

  /// Reduces the first action of the queue, starts and cancels effects; `nil` if it is empty.
  @discardableResult
  package func step() -> Step<Action>? {
    core.pointee.isStepping = true
    let step = core.pointee.machine.step()
    core.pointee.isStepping = false
    guard let step else { return nil }
    settle(step)
    inspector?(step)
    publish()
    return step
  }

  /// Puts another state in place, ends all effects and forgets what is queued.
  package func restore(_ state: State) {
    cancel(core.pointee.machine.restore(state))
    for continuation in waiting.values { continuation.resume() }
    waiting = [:]
    publish()
    stepAll()
  }

  private func settle(_ step: Step<Action>) {
    if !core.pointee.aside.isEmpty {
      for action in core.pointee.aside { core.pointee.machine.enqueue(action) }
      core.pointee.aside = []
    }
    cancel(step.cancelled)
    for effect in step.started { start(effect) }
    for ticket in step.settled { waiting.removeValue(forKey: ticket)?.resume() }
    if step.dismissedRoot { Mistake.report(.dismissedRoot(by: step)) }
    if case .undelivered(let missing) = step.outcome, step.origin == .owner {
      Mistake.report(.undelivered(step, missing))
    }
  }

  /// To a waiting ``finish(isolation:)`` they have ended now, however long their tasks take to.
  private func cancel(_ effects: [Int]) {
    for effect in effects {
      tasks.removeValue(forKey: effect)?.cancel()
      mailbox.post(.finished(effect: effect))
    }
  }

  private func start(_ effect: RunningEffect<Action>) {
    let number = effect.number
    let operation = effect.operation
    let mailbox = mailbox
    let home = home
    tasks[number] = Task(executorPreference: executor, priority: operation.priority) {
      // A task that was cancelled runs its body all the same.
      if !Task.isCancelled {
        await operation.run(
          Send { action in
            guard let home else { return await mailbox.deliver(action, effect: number) }
            mailbox.post(.action(action, effect: number, settled: nil))
            await home.drain()
          })
      }
      mailbox.post(.finished(effect: number))
      await home?.drain()
    }
  }
}
