import Cairn
import CairnSimulation
import TestSupport
import Testing

/// Every allowed order occurs, with seeds and in a search.
@Suite struct OrdersTests {
  @Test func `every allowed order occurs`() {
    let rows = orders { _ in .merge(steps("a"), steps("b")) }
    // Of the 20 interleavings of two rows of three, those that start with the first row.
    #expect(rows.count == 10)
    // Sleepers with one deadline.
    let sleepers = orders { clock in .merge(["a", "b", "c"].map { sleeper($0, clock) }) }
    #expect(sleepers.count == 6)
  }

  private func sleeper(_ name: String, _ clock: VirtualClock) -> Effect<String> {
    .run { send in
      try await clock.sleep(for: .seconds(1))
      await send(name)
    }
  }

  @Test func `effects that wake at one time may alternate or run one after another`() {
    let orders = logs { simulation, log in
      func work(_ name: String) -> Effect<String> {
        .run { [clock = simulation.clock] _ in
          try await clock.sleep(for: .seconds(1))
          log.note("\(name)1")
          await Task.yield()
          log.note("\(name)2")
        }
      }
      let store = simulation.noting(.merge(work("a"), work("b")))
      store.send("start")
      simulation.advance(by: .seconds(1))
    }
    #expect(orders.count == 6)
  }

  @Test func `effects of different actions start in any order`() {
    let orders = logs { simulation, log in
      let store = simulation.store([String]()) {
        Reduce<[String], String> { state, action in
          guard action.count == 1 else {
            state.append(action)
            return .none
          }
          return .run { send in await send("\(action) begins") }
        }
      }
      for action in ["a", "b"] { store.send(action) }
      simulation.drain()
      store.state.forEach(log.note)
    }
    #expect(orders == [["a begins", "b begins"], ["b begins", "a begins"]])
  }

  @Test func `a reply may be reduced before another job runs, or after it`() {
    let orders = logs { simulation, log in
      let store = simulation.noting(
        .merge(.run { send in await send("reply") }, .run { _ in log.note("other work") }))
      let observation = store.observe { if $0.step?.action == "reply" { log.note("reply") } }
      defer { observation.cancel() }
      store.send("start")
      simulation.drain()
    }
    #expect(orders == [["reply", "other work"], ["other work", "reply"]])
  }

  @Test func `several stores reduce in any order`() {
    let orders = logs { simulation, log in
      let stores = ["a", "b"].map { name in
        let store = simulation.noting { send in await send(name) }
        let observation = store.observe { event in
          if let action = event.step?.action, action == name { log.note(action) }
        }
        return (store, observation)
      }
      withExtendedLifetime(stores) {
        for (store, _) in stores { store.send("start") }
        simulation.drain()
      }
    }
    #expect(orders == [["a", "b"], ["b", "a"]])
  }

  @Test func `the next effect of a sequence starts as soon as the previous one has ended`() {
    for seed in 0..<50 as Range<UInt64> {
      let simulation = Simulation(seed: seed)
      let store = simulation.noting(
        .concatenate(.run { _ in }, .run { _ in }, .run { send in await send("end") }))
      store.send("start")
      simulation.drain()
      #expect(store.state == ["end"], "seed \(seed)")
    }
  }

  /// Two sleepers have one deadline. The first one wakes alone, and a search stops its run.
  @Test func `nothing is selected after a search has stopped the run`() {
    let simulation = Simulation(choices: ScriptedChoices([]))
    let store = simulation.noting(
      .merge(["a", "b"].map { sleeper($0, simulation.clock) }))
    store.send("start")
    simulation.drain()
    var asked: [ChoicePoint.Question] = []
    simulation.scheduler = WorkScheduler { choice, _ in
      asked.append(choice.question)
      return choice.question == .next ? .stop : .option(0)
    } didRun: { _ in
    }
    simulation.advance(by: .seconds(2))
    // The second choice is whether the other sleeper wakes at the same time.
    #expect(asked == [.wake, .wake, .next])
    #expect(simulation.isStopped)
  }

  /// What a scenario notes under many seeds.
  private func logs(
    seeds: UInt64 = 200, _ scenario: (Simulation, Log) -> Void
  ) -> Set<[String]> {
    Set(
      (0..<seeds).map { seed in
        let log = Log()
        scenario(Simulation(seed: seed), log)
        return log.all
      })
  }

  /// The orders of arriving actions under a thousand seeds.
  private func orders(_ effect: (VirtualClock) -> Effect<String>) -> Set<[String]> {
    logs(seeds: 1_000) { simulation, log in
      let store = simulation.noting(effect(simulation.clock))
      store.send("start")
      simulation.advance(by: .seconds(1))
      store.state.forEach(log.note)
    }
  }
}
