import Cairn
import CairnSimulation
import CairnTesting
import Testing

/// Tests of the page "Forms".
@Suite(.leavesNoTask, .timeLimit(.minutes(10))) struct FormsTests {
  private func form(_ state: Delivery.State = .init()) -> TestStore<Delivery.State, Delivery.Action>
  {
    let simulation = Simulation()
    return TestStore(state, simulation: simulation) {
      Delivery(clock: simulation.clock, city: { "city of \($0)" }, order: { _ in })
    }
  }

  @Test func `the city follows the postal code once typing pauses`() {
    let store = form()
    store.send(.set(.postalCode("1"))) { $0.postalCode = "1" }
    store.send(.set(.postalCode("10115"))) { $0.postalCode = "10115" }
    store.advance(by: .milliseconds(300))
    store.receive(.equal(.cityFound("city of 10115"))) { $0.city = "city of 10115" }
    store.finish()
  }

  @Test func `no city arrives after the order`() {
    let store = form(Delivery.State(name: "Ada", email: "ada@example.com"))
    store.send(.set(.postalCode("10115"))) { $0.postalCode = "10115" }
    store.send(.order) { $0.isOrdering = true }
    store.receive(.equal(.ordered)) { $0 = .init() }
    store.advance(by: .milliseconds(300))
    store.finish()
  }

  @Test func `an incomplete form is not sent, and a form that is on its way is not changed`() {
    let store = form(Delivery.State(name: "Ada"))
    store.send(.order)
    store.send(.set(.email("ada@example.com"))) { $0.email = "ada@example.com" }
    store.send(.order) { $0.isOrdering = true }
    store.receive(.equal(.ordered)) { $0 = .init() }
    store.finish()
    let busy = form(Delivery.State(isOrdering: true))
    busy.send(.set(.name("Bo")))
    busy.finish()
  }
}
