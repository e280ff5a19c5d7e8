import Cairn
import CairnSimulation
import Testing

/// Effects that wait for time wait for virtual time.
@Suite struct TimeTests {
  private let simulation = Simulation()

  @Test func `a sleep ends at its deadline, and not before`() {
    let store = simulation.noting { [clock = simulation.clock] send in
      try await clock.sleep(for: .seconds(3600))
      await send("awake")
    }
    store.send("start")
    simulation.advance(by: .seconds(3599))
    #expect(store.state == [])
    simulation.advance(by: .seconds(1))
    #expect(store.state == ["awake"])
  }

  @Test func `a timer ticks at its times, however long its ticks take`() {
    let store = simulation.noting { [clock = simulation.clock] send in
      var next = clock.now
      for _ in 1...3 {
        next = next.advanced(by: .seconds(10))
        try await clock.sleep(until: next)
        await send("\(clock.now.offset)")
        try await clock.sleep(for: .seconds(7))
      }
    }
    store.send("start")
    simulation.advance(by: .seconds(60))
    #expect(store.state == ["10.0 seconds", "20.0 seconds", "30.0 seconds"])
  }

  @Test func `debounce waits for virtual time`() {
    let store = typing { effect, clock in
      effect.debounced(id: "search", for: .seconds(1), on: clock)
    }
    store.send("a")
    simulation.advance(by: .milliseconds(900))
    store.send("ab")
    simulation.advance(by: .milliseconds(999))
    #expect(store.state == [])
    simulation.advance(by: .milliseconds(1))
    #expect(store.state == ["found ab"])
  }

  @Test func `throttle counts virtual time`() {
    let store = typing { effect, clock in
      effect.throttled(id: "search", for: .seconds(1), on: clock, latest: true)
    }
    for text in ["a", "ab", "abc"] { store.send(text) }
    simulation.drain()
    #expect(store.state == ["found a"])
    simulation.advance(by: .milliseconds(999))
    #expect(store.state == ["found a"])
    simulation.advance(by: .milliseconds(1))
    #expect(store.state == ["found a", "found abc"])
  }

  @Test func `a sleep without a deadline ends when it is cancelled`() {
    let log = Log()
    let store = simulation.noting { [clock = simulation.clock] _ in
      do {
        try await clock.sleepForever()
      } catch {
        log.note("\(error)")
      }
    }
    store.send("start")
    simulation.advance(by: .seconds(1_000_000_000))
    #expect(log.all == [])
    #expect(simulation.nextDeadline == nil)
    #expect(!simulation.advanceToNext())
    store.send("stop")
    simulation.drain()
    #expect(log.all == ["CancellationError()"])
  }

  @Test func `a sleep without a deadline delays no other sleeper`() {
    let store = simulation.noting(
      .merge(
        .run { [clock = simulation.clock] _ in try await clock.sleepForever() },
        .run { [clock = simulation.clock] send in
          try await clock.sleep(for: .seconds(1))
          await send("awake")
        }))
    store.send("start")
    #expect(simulation.advanceToNext())
    #expect(store.state == ["awake"])
  }

  private func typing(
    _ timed: @escaping (Effect<String>, VirtualClock) -> Effect<String>
  ) -> Store<[String], String> {
    simulation.store([]) { [clock = simulation.clock] in
      Reduce<[String], String> { state, action in
        guard action.hasPrefix("found") else {
          return timed(.run { send in await send("found \(action)") }, clock)
        }
        state.append(action)
        return .none
      }
    }
  }
}
