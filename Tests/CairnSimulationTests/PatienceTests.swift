import Cairn
import Dispatch
import Synchronization
import Testing

@testable import CairnSimulation

/// A simulation of the real world, whose effects may block.
@Suite(.timeLimit(.minutes(20))) struct PatienceTests {
  @Test func `quick steps run one after another, in the order of a simulation on one thread`() {
    func run(in simulation: Simulation) -> [String] {
      func work(_ name: String) -> Effect<String> {
        .run { [clock = simulation.clock] send in
          for step in 1...3 {
            await send("\(name)\(step)")
            try await clock.sleep(for: .seconds(1))
          }
        }
      }
      let store = simulation.noting(.merge(work("a"), work("b"), work("c")))
      store.send("start")
      simulation.advance(by: .seconds(10))
      return store.state
    }
    let states = run(in: Simulation(patience: .seconds(3600)) {})
    #expect(states == run(in: Simulation()))
    #expect(states.count == 9)
  }

  @Test func `steps that block hold up neither the driver nor other effects`() {
    let ready = DispatchSemaphore(value: 0)
    let simulation = Simulation(patience: .milliseconds(1)) { ready.signal() }
    let gate = DispatchSemaphore(value: 0)
    let blocking = (1...20).map { number in
      Effect<String>.run { send in
        gate.wait()
        await send("blocked \(number)")
      }
    }
    let store = simulation.noting(.merge(.merge(blocking), .run { send in await send("quick") }))
    store.send("start")
    simulation.drain()
    // On a busy machine the quick step, too, can take longer than the patience.
    while store.state.isEmpty {
      ready.wait()
      simulation.drain()
    }
    #expect(store.state == ["quick"])
    for _ in blocking { gate.signal() }
    while store.state.count < 21 {
      ready.wait()
      simulation.drain()
    }
    #expect(Set(store.state) == Set((1...20).map { "blocked \($0)" } + ["quick"]))
  }

  @Test func `a blocked effect that is cancelled sends nothing`() {
    let (ready, begun) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let simulation = Simulation(patience: .milliseconds(1)) { ready.signal() }
    let gate = DispatchSemaphore(value: 0)
    let hasEnded = Atomic(false)
    let store = simulation.noting(
      .run { send in
        begun.signal()
        gate.wait()
        await send("late")
        hasEnded.store(true, ordering: .sequentiallyConsistent)
      })
    #expect(!simulation.hasBlockedStep)
    store.send("start")
    simulation.drain()
    begun.wait()
    #expect(simulation.hasBlockedStep)
    store.send("stop")
    gate.signal()
    while !hasEnded.load(ordering: .sequentiallyConsistent) {
      ready.wait()
      simulation.drain()
    }
    #expect(store.state == [])
    // The end of a step is told after the step no longer counts.
    while simulation.hasBlockedStep { ready.wait() }
  }
}
