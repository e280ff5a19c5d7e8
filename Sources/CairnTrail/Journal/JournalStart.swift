import Cairn
import CairnApp
import CairnSimulation

/// A path from the launch of an app to a state without a past: the actions of one of its starts.
struct JournalStart<Root: Reducer> where Root.State: Equatable {
  /// The state after the entries.
  private(set) var state: Root.State
  private(set) var entries: [JournalEntry<Root.Action>] = []

  /// The ways from the state of `app` to the states of its starts.
  ///
  /// The actions are those of a simulated world. They are reduced again here without their effects, as in
  /// a replay, so that the entries always lead to `state`.
  ///
  /// - Parameter options: the options of the launch. Those that only the real world accepts are left out.
  static func all<A: App>(of app: A, options: [String]) -> [JournalStart] where A.Root == Root {
    // Nobody has asked for these runs: their reports would not be understood.
    RuntimeIssue.$reporter.withValue(RuntimeIssue.Reporter { _ in }) {
      [JournalStart(state: app.state)] + A.starts.compactMap { JournalStart(app, $0, options) }
    }
  }

  private init(state: Root.State) { self.state = state }

  private init?<A: App>(_ app: A, _ start: String, _ options: [String]) where A.Root == Root {
    func launch(_ words: [String], in simulation: Simulation) -> A? {
      guard let values = try? OptionValues(words, among: A.options) else { return nil }
      return try? A(Launch(.simulated(start: start), options: values, in: simulation))
    }
    let accepted = options.filter { launch([$0], in: Simulation()) != nil }
    let simulation = Simulation()
    guard let simulated = launch(accepted, in: simulation) else { return nil }
    var events: [(event: DriverEvent<Root.Action>, time: Duration)] = []
    let driver = Driver(simulated, in: simulation) { event, _, time in
      events.append((event, time))
    }
    // Loading takes time with `--latency`. A repeating effect never ends.
    for _ in 0..<100 where !driver.effects.isEmpty {
      guard let next = simulation.nextDeadline else { break }
      simulation.advance(by: simulation.clock.time.duration(to: next))
    }
    self.init(state: app.state)
    let reducer = app.reducer
    for (event, time) in events {
      entries.append(
        JournalEntry(
          number: entries.count + 1, time: time.notation, state: stateDigest(of: state),
          event: event))
      event.reduce(with: reducer, into: &state)
    }
  }
}

extension DriverEvent {
  /// Reduces an action or a dismissal again, without its effects.
  func reduce<Root: Reducer>(
    with reducer: Root, into state: inout Root.State
  ) where Root.Action == Action {
    switch self {
    case .action(let action, from: _): _ = reducer.reduce(into: &state, action: action)
    case .dismissal(let action, let depth):
      _ = reducer.dismissRecipient(of: action, depth: depth, in: &state)
    case .restart, .restored, .end: break
    }
  }
}
