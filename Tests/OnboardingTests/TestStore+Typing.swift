import AppTestSupport
import Cairn
import CairnApp
import CairnSimulation
import CairnTesting
import CairnTrail
import Testing

@testable import onboarding

extension Root.State: ScreenedState {}

extension TestStore<Root.State, Root.Action> {
  convenience init(
    _ state: Root.State, sessions: SessionStore = .memory(), rules: Rules = Rules(),
    simulation: Simulation = Simulation()
  ) {
    self.init(state, simulation: simulation) {
      Root(store: sessions, hasher: .seeded(1), clock: simulation.clock, rules: rules)
    }
  }
}

extension Root.State {
  /// Whether an action, sent although the screen disables it, changes nothing and starts nothing.
  func refuses(_ action: Root.Action) -> Bool {
    var machine = Machine(
      self, reducer: Root(store: .memory(), hasher: .seeded(1), clock: Simulation().clock))
    machine.enqueue(action)
    let step = machine.step()
    return machine.state == self && step?.changes.started.isEmpty == true && machine.isIdle
  }
}
