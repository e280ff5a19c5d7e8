import Cairn
import CairnScreen
import CairnSimulation

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
  private var store: Store<State, Action>
  /// Sees all that happens, from the next thing on, until ``refuses(_:)`` or ``restart()``.
  package var inspector: ((StoreEvent<Action>) -> Void)? {
    get { store.inspector }
    set { store.inspector = newValue }
  }

  /// Starts the app: sends its first action and runs what is ready.
  public init<A: App>(_ app: A, in simulation: Simulation) where A.Root == Root {
    self.simulation = simulation
    makeStore = { simulation.store(app.state) { app.reducer } }
    firstAction = app.firstAction
    makeScreens = app.screens
    store = makeStore()
    start()
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

  /// Reduces an action and runs what becomes ready by it.
  public func send(_ action: Action) {
    store.send(action)
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
    store = makeStore()
    start()
  }

  /// Puts another state in place of the current one and drops the effects in flight, background
  /// ones included, which it returns. What effects did outside (files, services) stays done.
  public func restore(_ state: State) -> [RunningEffect<Action>] {
    let dropped = store.running
    store.restore(state)
    return dropped
  }

  /// Lets virtual time pass until no effect but background ones is in flight.
  ///
  /// - Throws: the effects in flight, if nobody sleeps and yet there are some, or if there are some
  ///   after 10,000 wake-ups: something ticks for ever, and they do not end.
  public func idle() throws(NeverIdle<Action>) {
    var wakeUps = 0
    while !effects.isEmpty, wakeUps < 10_000, simulation.advanceToNext() { wakeUps += 1 }
    if !effects.isEmpty { throw NeverIdle(effects: effects) }
  }

  private func start() {
    if let firstAction { store.send(firstAction) }
    simulation.drain()
  }
}
