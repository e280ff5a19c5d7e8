import Cairn
import CairnSimulation
import Synchronization
import TestSupport
import Testing

/// Every unspecified order is shuffled, and the same seed gives the same order.
@Suite struct SeedTests {
  /// The actions of a scenario of twenty effects that sleep, yield, ask and answer.
  private func log(_ simulation: Simulation) -> String {
    var lines: [String] = []
    let store = simulation.store(0) { [clock = simulation.clock, choices = simulation.choices] in
      Reduce<Int, String> { count, action in
        count += 1
        guard action == "start" else { return .none }
        return .merge(
          (1...20).map { number in
            .run(name: "effect \(number)") { send in
              if number.isMultiple(of: 2) { await Task.yield() }
              try await clock.sleep(for: .seconds(number % 4))
              let luck = choices.choose("luck", ["good": "luck", "bad": "no luck"])
              await send("\(number) has \(luck)")
            }
          })
      }
    }
    let observation = store.observe { [clock = simulation.clock] event in
      if let step = event.step { lines.append("\(step.number) \(clock.now.offset) \(step.action)") }
    }
    defer { observation.cancel() }
    store.send("start")
    simulation.advance(by: .seconds(10))
    return lines.joined(separator: "\n")
  }

  @Test func `all runs of twenty effects give one and the same log`() {
    let expected = log(Simulation())
    #expect(expected.split(separator: "\n").count == 21)
    #expect(expected.hasPrefix("1 0.0 seconds start\n2 0.0 seconds 4 has luck\n"))
    let others = (1...(isGate ? 1_000 : 100)).count { _ in log(Simulation()) != expected }
    #expect(others == 0)
  }

  @Test func `the same seed gives the same log, byte for byte`() {
    var last = ""
    for seed in 0..<100 as Range<UInt64> {
      let (first, second) = (Simulation(seed: seed), Simulation(seed: seed))
      let text = log(first)
      #expect(text == log(second) && text != last, "seed \(seed)")
      #expect(first.choices.decisions == second.choices.decisions, "seed \(seed)")
      last = text
    }
  }

  @Test func `a seed gives the same numbers on every machine`() {
    let simulation = Simulation(seed: 1_234_567)
    let store = simulation.noting(.merge(steps("a"), steps("b"), steps("c")))
    store.send("start")
    simulation.drain()
    #expect(store.state.joined(separator: " ") == "a1 b1 c1 b2 a2 b3 a3 c2 c3")
  }

  /// Takes options at random, and notes the choices.
  private struct Noting: ChoiceSource {
    let choices: Guarded<[ChoicePoint]>
    private var source = SeededChoices(seed: 1)

    init(_ choices: Guarded<[ChoicePoint]>) { self.choices = choices }

    mutating func index(for choice: ChoicePoint) -> Int {
      choices.withLock { $0.append(choice) }
      return source.index(for: choice)
    }
  }

  @Test func `decisions between many effects share their options, and have all of them`() {
    let count = 500
    let choices = Guarded<[ChoicePoint]>([])
    let simulation = Simulation(choices: Noting(choices))
    let sleepers = (1...count).map { number in
      Effect<String>.run { [clock = simulation.clock] send in
        try await clock.sleep(for: .seconds(1))
        await send("\(number)")
      }
    }
    let store = simulation.noting(.merge(sleepers))
    store.send("start")
    simulation.advance(by: .seconds(1))
    #expect(store.state.count == count)
    let decisions = simulation.choices.decisions
    // Without shared options there would be hundreds for each decision.
    #expect(simulation.choices.keptOptionCount < 20 * decisions.count)
    let isWhole = decisions.map(\.choice) == choices.withLock { $0 }
    #expect(isWhole)
  }

  @Test func `merged effects begin, and actions of one effect arrive, in order under every seed`() {
    for seed in 0..<200 as Range<UInt64> {
      let simulation = Simulation(seed: seed)
      let log = Log()
      func work(_ name: String) -> Effect<String> {
        .run { send in
          log.note(name)
          for step in 1...3 { await send("\(name)\(step)") }
        }
      }
      let store = simulation.noting(.merge(work("a"), work("b"), .merge(work("c"), work("d"))))
      store.send("start")
      simulation.drain()
      #expect(log.all == ["a", "b", "c", "d"], "seed \(seed)")
      for name in log.all {
        let own = store.state.filter { $0.hasPrefix(name) }
        #expect(own == (1...3).map { "\(name)\($0)" }, "seed \(seed)")
      }
    }
  }
}

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
    simulation.runJobs { false }
    store.send(1)
    simulation.drain()
    #expect(hasResumed.withLock { $0 })
  }

  @Test func `a store may be made, and the simulation drained, while another store reduces`() {
    for simulation in [Simulation()] + (0..<50).map({ Simulation(seed: $0) }) {
      let store = simulation.noting(.merge(steps("a"), steps("b")))
      var stores: [Store<[String], String>] = []
      let observation = store.observe { event in
        guard event.step != nil else { return }
        stores.append(simulation.store([]) { Reduce { _, _ in .none } })
        simulation.drain()
      }
      defer { observation.cancel() }
      store.send("start")
      simulation.drain()
      #expect(store.state.count == 6 && stores.count == 7)
    }
  }
}

@Suite struct MemoryTests {
  @Test func `a snapshot restores stored values, in this world or another`() {
    let (memory, there) = (Simulation().memory, Simulation().memory)
    let (name, count) = (memory.keep("Ada"), memory.keep(1))
    let (otherName, otherCount) = (there.keep(""), there.keep(0))
    let alone = Guarded(1)
    let before = memory.snapshot
    // A value that is created separately is not in a snapshot.
    alone.withLock { $0 = 2 }
    #expect(memory.snapshot == before)
    name.withLock { $0 = "Grace" }
    count.withLock { $0 += 1 }
    #expect(memory.snapshot != before)
    there.restore(memory.snapshot)
    #expect(otherName.withLock { $0 } == "Grace" && otherCount.withLock { $0 } == 2)
    memory.restore(before)
    #expect(name.withLock { $0 } == "Ada" && count.withLock { $0 } == 1)
    #expect(memory.snapshot == before)
  }

  @Test func `an error of the body is rethrown, and its changes persist`() {
    struct Full: Error {}
    let kept = Guarded([1])
    #expect(throws: Full.self) {
      try kept.withLock { value throws(Full) in
        value.append(2)
        throw Full()
      }
    }
    #expect(kept.withLock { $0 } == [1, 2])
  }
}
