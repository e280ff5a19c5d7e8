import CairnApp
import CairnSimulation
import Testing

@testable import onboarding

/// A path through the app: typed lines, passing time, and failures of the storage.
struct Walk: Sendable, CustomTestStringConvertible {
  enum Step: ExpressibleByStringLiteral, Sendable {
    case type(String)
    /// Lets the two seconds pass that the storage needs to answer.
    case wait
    case trouble(String?)

    init(stringLiteral line: String) { self = .type(line) }
  }

  let name: String
  var start = "new"
  var rules = Rules()
  let steps: [Step]

  var testDescription: String { name }

  /// The states and screens of a walk.
  struct Record {
    var states = [Root.State.starting]
    var actions: [Root.Action] = []
  }

  /// Runs the walk. A refused line fails the test.
  func record() throws -> Record {
    let simulation = Simulation()
    let trouble = Trouble(nil)
    let sessions = try SessionStore.simulated(
      start, seed: 1, in: simulation.memory, simulation.choices
    )
    .having(trouble).taking(.seconds(2), on: simulation.clock)
    let store = simulation.store(Root.State.starting) {
      Root(store: sessions, hasher: .seeded(1), clock: simulation.clock, rules: rules)
    }
    var record = Record()
    let observation = store.observe { [unowned store] event in
      guard let step = event.step else { return }
      record.states.append(store.state)
      record.actions.append(step.action)
    }
    defer { observation.cancel() }
    store.send(.started)
    for step in steps {
      switch step {
      case .type(let line):
        guard case .action(let action, _)? = store.state.screens.last?.parse(line) else {
          Issue.record("the walk \"\(name)\" cannot take its step \"\(line.prefix(40))\"")
          return record
        }
        store.send(action)
        simulation.drain()
      case .wait: simulation.advance(by: .seconds(2))
      case .trouble(nil): trouble.end()
      case .trouble(let reason?): trouble.begin(reason)
      }
    }
    return record
  }
}
