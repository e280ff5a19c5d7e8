import Cairn
import CairnSimulation
import CairnTesting
import Testing

/// What a test has to account for, and what is told of the rest.
@Suite struct ExhaustivityTests {
  private let simulation = Simulation()

  private func ticker(_ exhaustivity: Exhaustivity) -> TestStore<Ticker.State, Ticker.Action> {
    TestStore(Ticker.State(), exhaustivity: exhaustivity, simulation: simulation) {
      Ticker(clock: simulation.clock)
    }
  }

  @Test func `with exhaustivity off, nothing has to be accounted for`() {
    let told = notes {
      let store = ticker(.off)
      simulation.choices.fix("luck", "good")
      store.send(.start)
      store.advance(by: .seconds(1))
      store.finish()
      #expect(store.state == Ticker.State(isRunning: true, ticks: 1))
    }
    #expect(told == [])
  }

  @Test func `with exhaustivity off, what waits is reduced first, in order`() {
    let store = ticker(.off)
    store.send(.start)
    store.advance(by: .seconds(2))
    store.expect(\.ticks, 0)
    store.send(.tick) { $0.ticks = 3 }
    store.advance(by: .seconds(1))
    store.advance(by: .seconds(1))
    store.expect(\.ticks, 4)
    #expect(store.actionCount == 6)
  }

  @Test func `with exhaustivity off, what comes before the expected action is reduced`() {
    let store = ticker(.off)
    store.send(.start)
    store.advance(by: .seconds(5))
    store.receive(.equal(.celebrate)) { $0.ticks = 3 }
    store.expect(\.ticks, 3)
  }

  @Test func `with exhaustivity off, an action that never comes is a failure`() {
    let store = ticker(.off)
    store.send(.start)
    store.advance(by: .seconds(2))
    expectFailure(
      """
      Expected to receive .celebrate, but effects have sent nothing but others, and they have been \
      reduced:
        .tick
          sent by "ticking" (effect 1, started by action 1: .start)
        .tick
          sent by "ticking" (effect 1, started by action 1: .start)
      In flight:
        "ticking" (effect 1, started by action 1: .start)
      Likely causes: the effect was not started, was cancelled, or waits for time to pass.
      Suggestion: advance by 1.0 seconds, when the next sleeper wakes, or correct the reducer.
      """
    ) { store.receive(.equal(.celebrate)) }
    store.expect(\.ticks, 2)
  }

  @Test func `with exhaustivity off, what a closure sets has to be so`() {
    let store = ticker(.off)
    store.send(.start) { $0.ticks = 0 }
    expectFailure(
      """
      The state is not as expected when .tick was sent. (- expected, + actual)
        - ticks: 2
        + ticks: 1
          (1 unchanged)
      Likely causes: the reducer changed, or the closure makes another change than the reducer.
      Suggestion: correct the closure if the new behaviour is meant, or else the reducer.
      """
    ) { store.send(.tick) { $0.ticks = 2 } }
  }

  @Test func `a closure may speak of what is only there after the action`() {
    let store = TestStore(Library.State(), exhaustivity: .off) { Library(clock: simulation.clock) }
    store.send(.open("birds")) { $0.path[0].marks = [] }
  }

  @Test func `mistakes fail a test whatever it accounts for`() {
    let store = ticker(.off)
    #expect(failures { store.send(.dismiss) }.count == 1)
  }

  @Test func `a block may ask for less, and what it leaves has to be received after it`() {
    let store = ticker(.on)
    store.withExhaustivity(.off) {
      store.send(.start)
      store.advance(by: .seconds(1))
    }
    #expect(store.exhaustivity == .on)
    store.receive(.equal(.tick)) { $0.ticks = 1 }
    store.send(.stop) { $0.isRunning = false }
    store.finish()
  }

  @Test func `a block may ask for more, also one that throws or waits`() async {
    struct Broken: Error {}
    let store = ticker(.off)
    #expect(throws: Broken.self) {
      try store.withExhaustivity(.on) { throw Broken() }
    }
    #expect(store.exhaustivity == .off)
    let told = await store.withExhaustivity(.on) {
      await Task.yield()
      return failures { store.send(.tick) }
    }
    #expect(told.count == 1)
    #expect(store.exhaustivity == .off)
  }
}
