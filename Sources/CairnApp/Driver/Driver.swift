import Cairn
import CairnDump
import CairnSimulation
import Dispatch

/// Runs an app in a simulation: the one way in which trails and the terminal drive it.
///
///     let driver = Driver(app, in: simulation)
///     if case .action(let action, name: _) = driver.screen.read("next") { driver.send(action) }
///     print(driver.screen.lines().joined(separator: "\n"))
///
/// Whatever is ready runs before a call returns; time moves only by `simulation`.
public final class Driver<Root: Reducer> where Root.State: Equatable {
  public typealias State = Root.State
  public typealias Action = Root.Action

  /// Where the effects run, and whose time is theirs.
  public let simulation: Simulation
  private let makeStore: () -> Store<State, Action>
  private let firstAction: Action?
  private let makeScreens: (State) -> [Screen<Action>]
  private let events: DriverEvents<State, Action>?
  private var store: Store<State, Action>
  /// Sees all that happens, from the next thing on, until ``refuses(_:)`` or ``restart()``.
  package var inspector: ((StoreEvent<Action>) -> Void)? {
    get { store.inspector }
    set { store.inspector = newValue }
  }

  /// A state that the app has been in, for going back to it.
  public struct Checkpoint {
    public let state: State
    /// The number of the last event before it; 0 without an observer.
    let event: Int
  }

  /// Starts the app: sends its first action and runs what is ready.
  ///
  /// - Parameter observer: receives every event before it takes effect, with the state before it
  ///   and the virtual time since the start.
  public init<A: App>(
    _ app: A, in simulation: Simulation,
    observer: ((DriverEvent<Action>, State, Duration) -> Void)? = nil
  ) where A.Root == Root {
    self.simulation = simulation
    let events = observer.map { DriverEvents(simulation.clock, $0) }
    self.events = events
    makeStore = {
      guard let events else { return simulation.store(app.state) { app.reducer } }
      let reducer = ObservedReducer(base: app.reducer) { action, state in
        events.record(action, in: state)
        return nil
      }
      return simulation.store(app.state) { reducer }
    }
    firstAction = app.firstAction
    makeScreens = app.screens
    store = makeStore()
    start()
  }

  /// Goes on from a state, with nothing in flight, or starts the app.
  ///
  /// - Parameter inspector: sees all that happens, with the state after it.
  package init<A: App>(
    _ app: A, in simulation: Simulation, from state: State?,
    inspector: @escaping (StoreEvent<Action>, State) -> Void
  ) where A.Root == Root {
    self.simulation = simulation
    events = nil
    makeStore = {
      let store = simulation.store(app.state) { app.reducer }
      store.inspector = { [unowned store] event in inspector(event, store.state) }
      return store
    }
    firstAction = app.firstAction
    makeScreens = app.screens
    store = makeStore()
    if let state { store.restore(state) } else { start() }
  }

  /// The actions, by number, whose throttled effects wait for their time.
  package var throttledActions: [Int] { store.throttledActions }

  /// Which effect of its store.
  package func identity(of effect: RunningEffect<Action>) -> EffectIdentity {
    store.identity(of: effect)
  }

  /// The current state.
  public var state: State { store.state }

  /// The live screens, from the root up.
  public var screens: [Screen<Action>] { makeScreens(state) }

  /// The screen on top.
  public var screen: Screen<Action> {
    guard let top = screens.last else {
      fatalError("\(Root.self) has no screen for its state; an app always shows one")
    }
    return top
  }

  /// The effects in flight, background ones too, in the order in which they were started.
  package var allEffects: [RunningEffect<Action>] { store.running }

  /// The effects in flight, background ones left out, in the order in which they were started.
  public var effects: [RunningEffect<Action>] { store.running.filter { !$0.isBackground } }

  package var hasBackgroundEffects: Bool { store.running.contains { $0.isBackground } }

  /// Reduces an action and runs what becomes ready by it.
  public func send(_ action: Action) {
    events?.nextSource = .person
    store.send(action)
    events?.nextSource = .effect
    simulation.drain()
  }

  /// Sends an action to see whether the reducer refuses it: that it changes neither the state nor
  /// the effects in flight. If it does change something, it has done so.
  public func refuses(_ action: Action) -> Bool {
    let before = state
    var touchesEffects = false
    store.inspector = { event in
      let changes = event.changes
      touchesEffects = touchesEffects || !changes.started.isEmpty || !changes.cancelled.isEmpty
    }
    send(action)
    store.inspector = nil
    return state == before && !touchesEffects
  }

  /// The program dies, with all its effects, and starts again on what was saved.
  ///
  /// Effects are cancelled; one that goes on after its cancellation can still save something, as it
  /// could not in a program that died.
  public func restart() {
    record(.restart)
    store = makeStore()
    start()
  }

  /// The current state, for going back to it.
  public var checkpoint: Checkpoint { Checkpoint(state: state, event: events?.count ?? 0) }

  /// Puts another state in place of the current one and drops the effects in flight, background
  /// ones included, which it returns. What effects did outside (files, services) stays done.
  public func restore(_ checkpoint: Checkpoint) -> [RunningEffect<Action>] {
    record(.restored(checkpoint.event))
    let dropped = store.running
    store.restore(checkpoint.state)
    return dropped
  }

  /// The program ends in order: the last entry of the journal, if there is one.
  public func end() { record(.end) }

  /// Lets virtual time pass until no effect but background ones is in flight. Whoever else wakes at
  /// the moment at which the last one ends does so too, as when that time has passed otherwise.
  ///
  /// - Throws: the effects in flight, if nobody sleeps and yet there are some, or if there are some
  ///   after 10,000 moments at which somebody wakes: something ticks for ever, and they do not end.
  public func idle() throws(NotIdleError<Action>) {
    var moments = 0
    simulation.drain()
    while !effects.isEmpty, moments < 10_000, let next = simulation.nextDeadline {
      simulation.advance(by: simulation.clock.now.duration(to: next))
      moments += 1
    }
    if !effects.isEmpty { throw NotIdleError(effects: effects) }
  }

  private func record(_ event: DriverEvent<Action>) { events?.record(event, in: state) }

  private func start() {
    events?.nextSource = .start
    if let firstAction { store.send(firstAction) }
    events?.nextSource = .effect
    simulation.drain()
  }
}

/// Effects that do not finish however much time passes.
public struct NotIdleError<Action: Sendable>: Error {
  /// Those in flight, background ones left out, in the order in which they were started.
  public let effects: [RunningEffect<Action>]
}

// Time on the wall: for trails that are watched, or that reach the world outside the simulation.
extension Driver {
  /// Lets so much time pass, on the wall and in the simulation alike.
  package func waitInRealTime(for duration: Duration) {
    let end = simulation.clock.now.advanced(by: duration)
    while let next = simulation.nextDeadline, next <= end { sleep(until: next) }
    sleep(until: end)
  }

  /// Lets time pass on the wall until no effect but background ones is in flight. What is outside
  /// the simulation is waited for a minute at most.
  ///
  /// - Throws: the effects in flight, if nobody sleeps and nothing comes from outside.
  package func idleInRealTime() throws(NotIdleError<Action>) {
    var wakeUps = 0
    while !effects.isEmpty, wakeUps < 10_000 {
      wakeUps += 1
      if let next = simulation.nextDeadline {
        sleep(until: next)
      } else if !waitForExternalWork(timeout: .seconds(60)).isEmpty {
        break
      }
    }
    if !effects.isEmpty { throw NotIdleError(effects: effects) }
  }

  private func sleep(until instant: VirtualClock.Instant) {
    let deadline = ContinuousClock.now + simulation.clock.now.duration(to: instant)
    _ = waitForExternalWork(timeout: deadline - .now)
    let rest = max(.zero, deadline - .now) / .nanoseconds(1)
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .nanoseconds(Int(rest)))
    simulation.advance(by: simulation.clock.now.duration(to: instant))
  }

  private func waitForExternalWork(timeout: Duration) -> [RuntimeIssue] {
    simulation.waitForExternalWork(timeout: timeout) {
      simulation.drain()
      return simulation.externallyBlocked
    }
  }
}
