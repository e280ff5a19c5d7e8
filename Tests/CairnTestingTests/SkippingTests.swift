import Cairn
import CairnSimulation
import CairnTesting
import Testing

/// Explicitly skipped actions and effects, and failures about them, word for word.
@Suite struct SkippingTests {
  private let simulation = Simulation()

  private func ticker(ticks: Int = 0) -> TestStoreOf<Ticker> {
    TestStore(Ticker.State(ticks: ticks), simulation: simulation) {
      Ticker(clock: simulation.clock)
    }
  }

  @Test func `the actions of effects are skipped, and all actions that follow`() {
    let store = ticker(ticks: 1)
    store.send(.start) { $0.isRunning = true }
    store.advance(by: .seconds(2))
    store.skipReceived()
    store.expect(\.ticks, 3)
    store.send(.stop) { $0.isRunning = false }
    store.finish()
  }

  @Test func `effects in flight are cancelled, and send no more actions`() {
    let store = ticker()
    store.send(.start) { $0.isRunning = true }
    store.send(.listen)
    store.skipInFlight()
    store.advance(by: .seconds(10))
    store.finish()
    #expect(store.actionCount == 2)
  }

  @Test func `there is no action to skip`() {
    let store = ticker()
    store.send(.start) { $0.isRunning = true }
    expectFailure(
      """
      There is nothing to skip: no effect has sent an action.
      In flight:
        "ticking" (effect 1, started by action 1: .start)
      Likely causes: the effect was not started, was cancelled, or waits for time to pass.
      Suggestion: remove this `skipReceived()`, or advance the clock first.
      """
    ) { store.skipReceived() }
    store.send(.stop) { $0.isRunning = false }
    store.finish()
  }

  @Test func `there is no effect in flight to skip`() {
    let store = ticker()
    expectFailure(
      """
      There is nothing to skip: no effect is in flight.
      Likely causes: the effect was not started, has ended, or was cancelled.
      Suggestion: remove this `skipInFlight()`, or correct the reducer.
      """
    ) { store.skipInFlight() }
    store.finish()
  }

  @Test func `effects in flight are cancelled while actions are not received`() {
    let store = ticker()
    store.send(.start) { $0.isRunning = true }
    store.advance(by: .seconds(1))
    expectFailure(
      """
      1 action from effects must be received before skipping the effects in flight:
        .tick
          sent by "ticking" (effect 1, started by action 1: .start)
      Likely causes: an effect sends more actions than the test expects, or a `receive` is missing.
      Suggestion: receive these actions in this order, or skip them with `skipReceived()`.
      """
    ) { store.skipInFlight() }
    store.expect(\.ticks, 1)
    store.finish()
  }
}
