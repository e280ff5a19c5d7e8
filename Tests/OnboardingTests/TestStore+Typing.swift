import AppTestSupport
import CairnSimulation
import CairnTesting
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
