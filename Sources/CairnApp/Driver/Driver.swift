import Cairn
import CairnDump
import CairnSimulation
import Dispatch

/// Runs an app in a simulation. Trails and the terminal drive an app only through it.
///
///     let driver = Driver(app, in: simulation)
///     if case .action(let action, name: _) = driver.screen.parse("next") { driver.send(action) }
///     print(driver.screen.lines().joined(separator: "\n"))
///
/// Inputs, starts and restored states run ready effects at once. Only ``idle()`` and `simulation` advance time.
public final class Driver<Root: Reducer> where Root.State: Equatable {
  /// The state of the app's root reducer.
  public typealias State = Root.State
  /// The actions of the app's root reducer.
  public typealias Action = Root.Action

  /// The simulation in which effects run, and whose clock they use.
  public let simulation: Simulation
  private let makeStore: () -> Store<State, Action>
  private let firstAction: () -> Action?
  private let actionAfterRestore: Action?
  private let makeScreens: (State) -> [Screen<Action>]
  private let events: DriverEvents<State, Action>?
  package private(set) var store: Store<State, Action>
  /// Receives every event of each store, with the state after it.
  private let observer: ((StoreEvent<Action>, State) -> Void)?
  private let follower: (any DriverFollower<State, Action>)?
  /// Receives the first state of each store, and the state after each of its reductions.
  private let visit: ((State) -> Void)?
  private var observation: StoreObservation?
  /// The numbers of the actions of the app itself: its first one, and those after a restored state.
  private var ownRoots: Set<Int> = []
  /// The effects of the restored state that did not begin again. Until the next action of a person, its checkpoint
  /// contains them: each return to the state names them.
  private var missing: [RunningEffect<Action>] = []

  /// A state of the app that can be restored.
  public struct Checkpoint {
    /// The state of the app.
    public let state: State
    /// The number of the last event before it; 0 without an observer.
    let event: Int
    /// The effects in flight, background effects included, and those that did not begin again in this state.
    package let effects: [RunningEffect<Action>]
  }

  /// Starts the app: sends its first action and runs ready effects.
  ///
  /// - Parameter observer: receives every event before it takes effect, with the state before it
  ///   and the virtual time since the start.
  public convenience init<A: App>(
    _ app: A, in simulation: Simulation,
    observer: ((DriverEvent<Action>, State, Duration) -> Void)? = nil
  ) where A.Root == Root {
    self.init(app, in: simulation, observer: observer, afterwards: nil)
  }

  /// - Parameters:
  ///   - afterwards: receives the state after each action that `observer` has received.
  ///   - follower: receives everything from the start on.
  ///   - visit: receives the state of each start, and the state after each reduction.
  package init<A: App>(
    _ app: A, in simulation: Simulation,
    observer: ((DriverEvent<Action>, State, Duration) -> Void)?, afterwards: ((State) -> Void)?,
    follower: (any DriverFollower<State, Action>)? = nil, visit: ((State) -> Void)? = nil
  ) where A.Root == Root {
    self.simulation = simulation
    self.visit = visit
    let receive: ((DriverEvent<Action>, State, Duration) -> Void)? =
      if let observer, let follower {
        { event, state, time in
          observer(event, state, time)
          follower.willTake(event, in: state, at: time)
        }
      } else {
        observer ?? follower.map { $0.willTake }
      }
    let events = receive.map { DriverEvents(simulation.clock, $0, afterwards: afterwards) }
    self.events = events
    self.observer = follower.map { $0.didTake }
    self.follower = follower
    makeStore = {
      guard let events else { return simulation.store(app.state) { app.reducer } }
      let reducer = ObservedReducer(app.reducer) { event, state in
        switch event {
        case .action(let action): events.record(action, in: state)
        case .dismissal(let action, let depth):
          events.record(.dismissal(of: action, depth: depth), in: state)
        }
        return events.afterwards
      }
      return simulation.store(app.state) { reducer }
    }
    firstAction = { app.firstAction }
    actionAfterRestore = app.actionAfterRestore
    makeScreens = app.screens
    store = makeStore()
    observeStore()
    follower?.begin(in: state, showing: makeScreens)
    start()
  }

  /// Continues a machine whose queue is empty, and begins none of its effects. Without a machine, ``start()``
  /// starts the app.
  ///
  /// - Parameters:
  ///   - resume: creates the store of a machine. Made where the types are known, it calls specialized code.
  ///   - eventObserver: receives every event of the store, with the state after it.
  ///   - visit: receives the first state, that of each restart, and the state after each reduction.
  package init<A: App>(
    _ app: A, in simulation: Simulation, from machine: Machine<State, Action>?,
    resume: (Simulation, Machine<State, Action>) -> Store<State, Action>,
    eventObserver: @escaping (StoreEvent<Action>, State) -> Void,
    visit: ((State) -> Void)? = nil
  ) where A.Root == Root {
    self.simulation = simulation
    self.visit = visit
    events = nil
    observer = eventObserver
    follower = nil
    makeStore = { simulation.store(app.state) { app.reducer } }
    firstAction = { app.firstAction }
    actionAfterRestore = app.actionAfterRestore
    makeScreens = app.screens
    store = machine.map { resume(simulation, $0) } ?? makeStore()
    observeStore()
  }

  private func observeStore() {
    guard observer != nil || visit != nil else { return }
    observation = store.observe { [unowned store, observer, visit] event in
      observer?(event, store.untrackedState)
      if event.step != nil { visit?(store.untrackedState) }
    }
    visit?(state)
  }

  /// The current state.
  public var state: State { store.untrackedState }

  /// The live screens, from the root up.
  public var screens: [Screen<Action>] { makeScreens(state) }

  /// The screen on top.
  public var screen: Screen<Action> { Self.top(of: screens) }

  /// The last of the live screens, of which there is at least one.
  package static func top(of screens: [Screen<Action>]) -> Screen<Action> {
    guard !screens.isEmpty else {
      fatalError(
        "\(Root.self) has no screen for its state; return at least one from `screens(of:)`")
    }
    return screens[screens.count - 1]
  }

  /// The effects in flight, background effects included, in the order in which they were started.
  package var allEffects: [RunningEffect<Action>] { store.running }

  /// The effects in flight, background effects excluded, in the order in which they were started.
  public var effects: [RunningEffect<Action>] { store.running.filter { !$0.isBackground } }

  /// Sends an action that the screen offers, and runs effects that become ready.
  ///
  /// An action that changes nothing, and for which a feature that receives it has no reducer, is reported as a
  /// `RuntimeIssue`: a `Scope` was forgotten. A closure or a leaf beside the place of the `Scope` may receive the
  /// action; then nothing is reported.
  public func send(_ action: Action) { send(action, from: .person) }

  /// Sends the action of an event from outside, like ``send(_:)``.
  package func receive(_ action: Action) { send(action, from: .outside) }

  private func send(_ action: Action, from source: DriverEvent<Action>.Source) {
    guard let issue = store.issueIfUnclaimed(action) else { return perform(action, from: source) }
    if refuses(action, from: source) { RuntimeIssue.report(issue) }
  }

  private func perform(_ action: Action, from source: DriverEvent<Action>.Source) {
    missing = []
    events?.nextSource = source
    store.send(action)
    events?.nextSource = .effect
    simulation.drain()
  }

  /// Whether the reducer refuses an action: sends it and returns whether the state, the memory of stand-ins, the
  /// effects in flight and the effects that wait to begin stayed the same. A change stays in place.
  public func refuses(_ action: Action) -> Bool { refuses(action, from: .person) }

  private func refuses(_ action: Action, from source: DriverEvent<Action>.Source) -> Bool {
    let (before, memory, pending) = (state, simulation.memory.snapshot, pendingParts)
    var touchesEffects = false
    let observation = store.observe { event in
      let changes = event.changes
      touchesEffects = touchesEffects || !changes.started.isEmpty || !changes.cancelled.isEmpty
    }
    perform(action, from: source)
    observation.cancel()
    return state == before && simulation.memory.snapshot == memory && !touchesEffects
      && pendingParts == pending
  }

  /// What determines the parts of effects that have not begun: the actions of throttled effects that wait, and the
  /// numbers of parts that were cancelled.
  private var pendingParts: [Int] {
    let machine = store.machine
    let throttled = machine.throttles.flatMap { window in
      [window.latest?.context.metadata.actionNumber ?? 0, window.removed.count]
    }
    return throttled + machine.sequences.values.map(\.removed.count).filter { $0 > 0 }
  }

  /// Ends the app with all its effects and starts it again with what was saved.
  ///
  /// Effects are cancelled, and their remaining jobs run before the start. What an effect then stores in the memory
  /// of the launch is lost, as in a process that ended.
  public func restart() {
    record(.restart)
    (ownRoots, missing) = ([], [])
    simulation.restart {
      store = makeStore()
      observeStore()
      follower?.begin(in: state, showing: makeScreens)
    }
    start()
  }

  /// A checkpoint of the current state.
  public var checkpoint: Checkpoint {
    Checkpoint(state: state, event: events?.count ?? 0, effects: missing + store.running)
  }

  /// Restores a state, and drops and returns the effects in flight, background effects included. Changes
  /// that effects made outside (files, services) stay.
  ///
  /// Effects that were in flight in that state begin again from their start if ``send(_:)`` caused them and
  /// they are no stage of a concatenation. Then the app's ``App/actionAfterRestore`` is sent.
  public func restore(_ checkpoint: Checkpoint) -> [RunningEffect<Action>] {
    record(.restored(checkpoint.event))
    let dropped = store.running
    _Kernel.willReplace(state, by: checkpoint.state)
    let own = ownRoots
    func beginsAgain(_ effect: RunningEffect<Action>) -> Bool {
      effect.root.map { !own.contains($0) } ?? false
    }
    store.restore(checkpoint.state, startingAgain: checkpoint.effects.filter(beginsAgain))
    sendOwn(actionAfterRestore, from: .person)
    // An effect of the same name, such as one of `actionAfterRestore`, takes its place.
    missing = checkpoint.effects.filter { effect in
      !beginsAgain(effect) && !store.running.contains { $0.name == effect.name }
    }
    return dropped
  }

  /// Reports to the observer that the process ends in order.
  public func end() { record(.end) }

  /// Advances virtual time until every effect but background effects has ended. Other timers of the
  /// instant at which the last effect ends fire too, as when that time passes otherwise.
  ///
  /// - Throws: the effects in flight, if no timer is pending, or if they have not ended after timers
  ///   fired at 10,000 instants: a repeating effect never ends.
  public func idle() throws(NotIdleError<Action>) { try idle {} }

  /// - Parameters:
  ///   - inRealTime: whether to wait by the wall clock, and at most a minute for work outside the simulation.
  ///   - didFire: called after each instant at which timers fired, and after work outside.
  package func idle(
    inRealTime: Bool = false, _ didFire: () -> Void
  ) throws(NotIdleError<Action>) {
    var instants = 0
    simulation.drain()
    while !effects.isEmpty, !simulation.isStopped, instants < 10_000 {
      instants += 1
      if let next = simulation.nextDeadline {
        pass(to: next, inRealTime: inRealTime)
      } else if !inRealTime || !waitForExternalWork(timeout: .seconds(60)).isEmpty {
        break
      }
      didFire()
    }
    if !effects.isEmpty { throw NotIdleError(effects: effects) }
  }

  /// Advances virtual time.
  ///
  /// - Parameters:
  ///   - inRealTime: whether the wall clock advances by the same time.
  ///   - didFire: called after each instant at which timers fired.
  package func wait(for duration: Duration, inRealTime: Bool = false, _ didFire: () -> Void) {
    let end = simulation.clock.time.advanced(by: duration)
    simulation.drain()
    while !simulation.isStopped, let next = simulation.nextDeadline, next <= end {
      pass(to: next, inRealTime: inRealTime)
      didFire()
    }
    pass(to: end, inRealTime: inRealTime)
  }

  private func pass(to instant: VirtualClock.Instant, inRealTime: Bool) {
    if inRealTime {
      let deadline = ContinuousClock.now + simulation.clock.time.duration(to: instant)
      _ = waitForExternalWork(timeout: deadline - .now)
      _ = DispatchSemaphore(value: 0).wait(timeout: DispatchTime(in: deadline - .now))
    }
    simulation.advance(by: simulation.clock.time.duration(to: instant))
  }

  private func waitForExternalWork(timeout: Duration) -> [RuntimeIssue] {
    simulation.waitForExternalWork(timeout: timeout) {
      simulation.drain()
      return simulation.externallyBlocked
    }
  }

  private func record(_ event: DriverEvent<Action>) { events?.record(event, in: state) }

  package func start() {
    sendOwn(firstAction(), from: .start)
  }

  private func sendOwn(_ action: Action?, from source: DriverEvent<Action>.Source) {
    events?.nextSource = source
    if let action { ownRoots.insert(store.send(action).root) }
    events?.nextSource = .effect
    simulation.drain()
  }
}

/// Effects that ``Driver/idle()`` has not brought to their end.
public struct NotIdleError<Action: Sendable>: Error {
  /// The effects in flight, background effects excluded, in the order in which they were started.
  public let effects: [RunningEffect<Action>]
}
