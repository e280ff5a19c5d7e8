import Cairn
import CairnSimulation
import CairnTesting
import Testing

/// Every failure of a test store, word for word.
@Suite struct FailureTests {
  private let simulation = Simulation()

  private func ticker() -> TestStore<Ticker.State, Ticker.Action> {
    TestStore(Ticker.State(), simulation: simulation) { Ticker(clock: simulation.clock) }
  }

  @Test func `a change that the test does not expect`() {
    let store = ticker()
    expectFailure(
      """
      The state changed when .tick was sent, and the test does not say how.
        - ticks: 0
        + ticks: 1
          (1 unchanged)
      Likely causes: the change is new, or the test forgot it.
      Suggestion: pass a closure that makes this change, or correct the reducer.
      """
    ) { store.send(.tick) }
    store.finish()
  }

  @Test func `another change than the test expects`() {
    let store = ticker()
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
    store.finish()
  }

  @Test func `no change where the test expects one`() {
    let store = ticker()
    expectFailure(
      """
      The test says that the state changes when .celebrate was sent, but its closure changes \
      nothing, and neither did the reducer.
      Likely causes: the closure sets a value that was there already.
      Suggestion: leave the closure out, or correct the reducer.
      """
    ) { store.send(.celebrate) { $0.ticks = 0 } }
    store.finish()
  }

  @Test func `an action is sent while others are not received`() {
    let store = ticker()
    store.send(.start) { $0.isRunning = true }
    store.advance(by: .seconds(1))
    expectFailure(
      """
      1 action of effects must be received before sending .stop:
        .tick
          sent by "ticking" (effect 1, started by action 1: .start)
      Likely causes: an effect sends more than the test expects, or a `receive` is missing.
      Suggestion: receive each of them, in this order, or skip them with `skipReceived()`.
      """
    ) { store.send(.stop) { $0.isRunning = false } }
    #expect(store.state.ticks == 1)
    store.finish()
  }

  @Test func `time is advanced while actions are not received`() {
    let store = ticker()
    store.send(.start) { $0.isRunning = true }
    store.advance(by: .seconds(1))
    expectFailure(
      """
      1 action of effects must be received before advancing by 1.0 seconds:
        .tick
          sent by "ticking" (effect 1, started by action 1: .start)
      Likely causes: an effect sends more than the test expects, or a `receive` is missing.
      Suggestion: receive each of them, in this order, or skip them with `skipReceived()`.
      """
    ) { store.advance(by: .seconds(1)) }
    store.receive(.equal(.tick)) { $0.ticks = 2 }
    store.send(.stop) { $0.isRunning = false }
    store.finish()
  }

  @Test func `nothing to receive while an effect sleeps`() {
    let store = ticker()
    store.send(.start) { $0.isRunning = true }
    expectFailure(
      """
      Expected to receive .tick, but no effect has sent anything.
      In flight:
        "ticking" (effect 1, started by action 1: .start)
      Likely causes: the effect was not started, was cancelled, or waits for time to pass.
      Suggestion: advance by 1.0 seconds, when the next sleeper wakes, or correct the reducer.
      """
    ) { store.receive(.equal(.tick)) }
    store.send(.stop) { $0.isRunning = false }
    store.finish()
  }

  @Test func `nothing to receive and nothing in flight`() {
    let store = ticker()
    expectFailure(
      """
      Expected to receive a tick, but no effect has sent anything.
      No effect is in flight.
      Likely causes: the effect was not started, was cancelled, or waits for time to pass.
      Suggestion: correct the reducer, or leave this `receive` out.
      """
    ) { store.receive(.where("a tick") { $0 == .tick }) }
    store.finish()
  }

  @Test func `another action than the expected one is received`() {
    let store = ticker()
    store.send(.start) { $0.isRunning = true }
    store.advance(by: .seconds(1))
    expectFailure(
      """
      Expected to receive .celebrate, but another action came first, and has been reduced:
        .tick
          sent by "ticking" (effect 1, started by action 1: .start)
      Likely causes: effects answer in another order, or send more than the test expects.
      Suggestion: receive this action here, or correct the reducer.
      """
    ) { store.receive(.equal(.celebrate)) }
    store.send(.stop) { $0.isRunning = false }
    store.finish()
  }

  @Test func `an effect is in flight at the end`() {
    let store = ticker()
    store.send(.start) { $0.isRunning = true }
    expectFailure(
      """
      1 effect still in flight at the end of the test:
        "ticking" (effect 1, started by action 1: .start)
      Likely causes: the test ends too early, or an effect is not cancelled when it should be.
      Suggestion: advance the clock, receive what the effect sends, cancel it in the reducer, mark \
      one that lasts as long as its screen as `.background`, or end it with `skipInFlight()`.
      """
    ) { store.finish() }
  }

  @Test func `an action is not received at the end, which a forgotten finish finds too`() {
    expectFailure(
      """
      1 action of effects must be received before the end of the test:
        .celebrate
          sent by action 1, as a follow-up: .tick
      Likely causes: an effect sends more than the test expects, or a `receive` is missing.
      Suggestion: receive each of them, in this order, or skip them with `skipReceived()`.
      """
    ) {
      let store = TestStore(Ticker.State(ticks: 2)) { Ticker(clock: simulation.clock) }
      store.send(.tick) { $0.ticks = 3 }
    }
  }
}
