import Cairn
import CairnSimulation
import Synchronization
import Testing

@Suite struct SimulationTests {
  private let simulation = Simulation()

  @Test func `drain leaves no ready job, not even one that a dropped action resumes`() {
    let hasResumed = Mutex(false)
    let store = simulation.store(0) {
      Reduce<Int, Int> { _, action in
        switch action {
        case 0:
          .run { send in
            await send(2)
            hasResumed.withLock { $0 = true }
          }
          .cancellable(id: "it")
        case 1: .cancel(id: "it")
        default: .none
        }
      }
    }
    store.send(0)
    simulation.runJobs()
    store.send(1)
    simulation.drain()
    #expect(hasResumed.withLock { $0 })
  }

  @Test func `a store may be made, and the simulation drained, while another store reduces`() {
    let store = simulation.store([Int]()) {
      Reduce<[Int], Int> { state, action in
        state.append(action)
        return action == 0 ? .run { send in await send(1) } : .none
      }
    }
    var stores: [Store<[Int], Int>] = []
    let observation = store.observe { [simulation] event in
      guard event.step != nil else { return }
      stores.append(simulation.store([]) { Reduce { _, _ in .none } })
      simulation.drain()
    }
    defer { observation.cancel() }
    store.send(0)
    simulation.drain()
    #expect(store.state == [0, 1])
    #expect(stores.count == 2)
  }
}
