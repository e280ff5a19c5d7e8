import Cairn
import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import CairnSimulation

/// Effects that wait for time wait for virtual time. `SemanticsTests` has `debounced` and `throttled`.
@Suite struct TimeTests {
  private let simulation = Simulation()

  @Test func `a sleep without a deadline delays no other sleeper, and ends when it is cancelled`() {
    let log = Log()
    let clock = simulation.clock
    let store = simulation.noting(
      .merge(
        .run { _ in
          do {
            try await clock.sleepForever()
          } catch {
            log.note("\(error)")
          }
        },
        .run { send in
          try await clock.sleep(for: .seconds(1))
          await send("awake")
        }))
    store.send("start")
    #expect(simulation.advanceToNext())
    #expect(store.state == ["awake"])
    simulation.advance(by: .seconds(1_000_000_000))
    #expect(log.all == [])
    #expect(simulation.nextDeadline == nil && !simulation.advanceToNext())
    store.send("stop")
    simulation.drain()
    #expect(log.all == ["CancellationError()"])
  }
}

@Suite struct VirtualClockTests {
  private let simulation = Simulation()

  @Test func `a sleep that no trail can write never ends`() {
    let longest = Duration.seconds(60 * 999_999_999)
    let store = sleepers([
      "longest": longest, "longer": longest + .nanoseconds(1), "endless": .seconds(Int64.max),
    ])
    for name in ["longest", "longer", "endless"] { store.send(name) }
    simulation.drain()
    #expect(simulation.nextDeadline?.offset == longest)
    simulation.advance(by: longest + longest)
    #expect(store.state.map { $0.prefix(7) } == ["longest"] && simulation.nextDeadline == nil)
  }

  /// A store whose actions are names. Each starts an effect that sleeps and then notes its name.
  private func sleepers(_ times: [String: Duration]) -> Store<[String], String> {
    simulation.store([]) { [clock = simulation.clock] in
      Reduce<[String], String> { state, action in
        guard let time = times[action] else {
          state.append(action)
          return .none
        }
        return .run { send in
          try await clock.sleep(for: time)
          await send("\(action) at \(clock.now.offset)")
        }
        .cancellable(id: action)
      }
    }
  }

  @Test func `sleepers wake at their deadlines in order, the first of one deadline first`() {
    let store = sleepers([
      "a": .seconds(3), "b": .seconds(1), "c": .seconds(2), "d": .seconds(1), "now": .zero,
      "past": .seconds(-1),
    ])
    for name in ["a", "d", "b", "c", "now", "past"] { store.send(name) }
    simulation.drain()
    #expect(store.state == ["now at 0.0 seconds", "past at 0.0 seconds"])
    simulation.advance(by: .milliseconds(2500))
    #expect(
      store.state.dropFirst(2) == ["d at 1.0 seconds", "b at 1.0 seconds", "c at 2.0 seconds"])
    #expect(simulation.clock.now.offset == .milliseconds(2500))
    #expect(simulation.advanceToNext())
    #expect(store.state.last == "a at 3.0 seconds")
    #expect(!simulation.advanceToNext())
  }

  @Test(.timeLimit(.minutes(10)))
  func `values of effects are released when their simulation has ended`() async {
    let (releases, release) = AsyncStream.makeStream(of: Void.self)
    do {
      let witness = Witness { release.yield() }
      let simulation = Simulation()
      let store = simulation.store(0) { [clock = simulation.clock] in
        Reduce<Int, Int> { _, _ in
          .run { _ in
            defer { withExtendedLifetime(witness) {} }
            try await clock.sleep(for: .seconds(1))
          }
        }
      }
      store.send(0)
      simulation.drain()
    }
    // The cancelled effect takes its last step on another thread. When the time limit cancels this
    // test, the stream ends without an element.
    var iterator = releases.makeAsyncIterator()
    #expect(await iterator.next() != nil, "the effect still holds the value")
  }
}

/// Calls a closure when it is released.
private final class Witness: Sendable {
  private let onRelease: @Sendable () -> Void

  init(onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }

  deinit { onRelease() }
}

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
        gate.block()
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
        gate.block()
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

extension DispatchSemaphore {
  /// `wait()`, which Apple systems refuse in asynchronous code. These effects are to block.
  fileprivate func block() { wait() }
}
