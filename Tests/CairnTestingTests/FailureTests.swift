import Cairn
import CairnSimulation
import CairnTesting
import Testing

/// Every failure of a test store, word for word.
@Suite struct FailureTests {
  private let simulation = Simulation()

  private func ticker() -> TestStoreOf<Ticker> {
    TestStore(Ticker.State(), simulation: simulation) { Ticker(clock: simulation.clock) }
  }

  @Test func `a change that the test does not expect`() {
    let store = ticker()
    expectFailure(
      """
      The state changed after .tick was sent, but the test expects no change.
        - ticks: 0
        + ticks: 1
          (1 unchanged)
      Likely causes: the change is new, or the test does not assert it.
      Suggestion: pass a closure that makes this change, or correct the reducer.
      """
    ) { store.send(.tick) }
    store.finish()
  }

  @Test func `another change than the test expects`() {
    let store = ticker()
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
    store.finish()
  }

  @Test func `no change where the test expects one`() {
    let store = ticker()
    expectFailure(
      """
      The test expects a change after .celebrate was sent, but its closure changes nothing, and the \
      state did not change.
      Likely causes: the closure sets a value that the state already had.
      Suggestion: remove the closure, or correct the reducer.
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
      1 action from effects must be received before sending .stop:
        .tick
          sent by "ticking" (effect 1, started by action 1: .start)
      Likely causes: an effect sends more actions than the test expects, or a `receive` is missing.
      Suggestion: receive these actions in this order, or skip them with `skipReceived()`.
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
      1 action from effects must be received before advancing by 1.0 seconds:
        .tick
          sent by "ticking" (effect 1, started by action 1: .start)
      Likely causes: an effect sends more actions than the test expects, or a `receive` is missing.
      Suggestion: receive these actions in this order, or skip them with `skipReceived()`.
      """
    ) { store.advance(by: .seconds(1)) }
    store.receive(.tick) { $0.ticks = 2 }
    store.send(.stop) { $0.isRunning = false }
    store.finish()
  }

  @Test func `nothing to receive while an effect sleeps`() {
    let store = ticker()
    store.send(.start) { $0.isRunning = true }
    expectFailure(
      """
      Expected to receive .tick, but no effect has sent an action.
      In flight:
        "ticking" (effect 1, started by action 1: .start)
      Likely causes: the effect was not started, was cancelled, or waits for time to pass.
      Suggestion: advance by 1.0 seconds, to the next deadline, or correct the reducer.
      """
    ) { store.receive(.tick) }
    store.send(.stop) { $0.isRunning = false }
    store.finish()
  }

  @Test func `nothing to receive and nothing in flight`() {
    let store = ticker()
    expectFailure(
      """
      Expected to receive a tick, but no effect has sent an action.
      No effect is in flight.
      Likely causes: the effect was not started, was cancelled, or waits for time to pass.
      Suggestion: correct the reducer, or remove this `receive`.
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
      Expected to receive .celebrate, but received and reduced another action:
        .tick
          sent by "ticking" (effect 1, started by action 1: .start)
      Likely causes: the effects answer in another order, or send more actions than the test expects.
      Suggestion: receive this action here, or correct the reducer.
      """
    ) { store.receive(.celebrate) }
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
      Likely causes: the test ends too early, or the reducer does not cancel an effect.
      Suggestion: advance the clock, receive the actions of the effect, cancel it in the reducer, mark \
      an effect that lasts as long as its screen as `.background`, or cancel it with `skipInFlight()`.
      """
    ) { store.finish() }
  }

  @Test func `an action is not received at the end, which a forgotten finish finds too`() {
    expectFailure(
      """
      1 action from effects must be received before the end of the test:
        .celebrate
          sent by action 1, as a follow-up: .tick
      Likely causes: an effect sends more actions than the test expects, or a `receive` is missing.
      Suggestion: receive these actions in this order, or skip them with `skipReceived()`.
      """
    ) {
      let store = TestStore(Ticker.State(ticks: 2)) { Ticker(clock: simulation.clock) }
      store.send(.tick) { $0.ticks = 3 }
    }
  }
}
