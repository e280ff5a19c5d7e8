import Cairn
import CairnSimulation
import CairnTesting
import Testing

/// The parts of the behavior that a test accounts for.
@Suite struct ExhaustivityTests {
  private let simulation = Simulation()

  private func ticker(_ exhaustivity: Exhaustivity) -> TestStoreOf<Ticker> {
    TestStore(Ticker.State(), exhaustivity: exhaustivity, simulation: simulation) {
      Ticker(clock: simulation.clock)
    }
  }

  @Test func `with exhaustivity off, a test accounts for nothing`() {
    let texts = notes {
      let store = ticker(.off)
      simulation.choices.fix("luck", "good")
      store.send(.start)
      store.advance(by: .seconds(1))
      store.finish()
      #expect(store.state == Ticker.State(isRunning: true, ticks: 1))
    }
    #expect(texts == [])
  }

  @Test func `with exhaustivity off, unreceived actions are reduced first, in order`() {
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

  @Test func `with exhaustivity off, the actions before the expected one are reduced`() {
    let store = ticker(.off)
    store.send(.start)
    store.advance(by: .seconds(5))
    store.receive(.celebrate) { $0.ticks = 3 }
    store.expect(\.ticks, 3)
  }

  @Test func `with exhaustivity off, an action that no effect sends is a failure`() {
    let store = ticker(.off)
    store.send(.start)
    store.advance(by: .seconds(2))
    expectFailure(
      """
      Expected to receive .celebrate, but effects have sent only other actions, which have been \
      reduced:
        .tick
          sent by "ticking" (effect 1, started by action 1: .start)
        .tick
          sent by "ticking" (effect 1, started by action 1: .start)
      In flight:
        "ticking" (effect 1, started by action 1: .start)
      Likely causes: the effect was not started, was cancelled, or waits for time to pass.
      Suggestion: advance by 1.0 seconds, to the next deadline, or correct the reducer.
      """
    ) { store.receive(.celebrate) }
    store.expect(\.ticks, 2)
  }

  @Test func `with exhaustivity off, a closure must set the actual values`() {
    let store = ticker(.off)
    store.send(.start) { $0.ticks = 0 }
    expectFailure(
      """
      The state is not as expected after .tick was sent. (- expected, + actual)
        - ticks: 2
        + ticks: 1
          (1 unchanged)
      Likely causes: the reducer changed, or the closure makes a different change.
      Suggestion: correct the closure if the new behavior is intended, otherwise correct the reducer.
      """
    ) { store.send(.tick) { $0.ticks = 2 } }
  }

  @Test func `with exhaustivity off, a closure may change parts that exist only after the action`()
  {
    let store = TestStore(Library.State(), exhaustivity: .off) { Library(clock: simulation.clock) }
    store.send(.open("birds")) { $0.path[0].marks = [] }
  }

  @Test func `with exhaustivity off, issues still fail the test`() {
    let luck: @Sendable () -> Int = unimplemented("luck", returning: 1)
    let store = TestStore(0, exhaustivity: .off) {
      Reduce<Int, Int> { state, _ in
        state = luck()
        return .none
      }
    }
    #expect(failures { store.send(1) }.count == 1)
  }

  @Test func `a block may turn exhaustivity off, and its unreceived actions are received after it`()
  {
    let store = ticker(.on)
    store.withExhaustivity(.off) {
      store.send(.start)
      store.advance(by: .seconds(1))
    }
    #expect(store.exhaustivity == .on)
    store.receive(.tick) { $0.ticks = 1 }
    store.send(.stop) { $0.isRunning = false }
    store.finish()
  }

  @Test func `a block may turn exhaustivity on, also if it throws or suspends`() async {
    struct Broken: Error {}
    let store = ticker(.off)
    #expect(throws: Broken.self) {
      try store.withExhaustivity(.on) { throw Broken() }
    }
    #expect(store.exhaustivity == .off)
    let texts = await store.withExhaustivity(.on) {
      await Task.yield()
      return failures { store.send(.tick) }
    }
    #expect(texts.count == 1)
    #expect(store.exhaustivity == .off)
  }
}
