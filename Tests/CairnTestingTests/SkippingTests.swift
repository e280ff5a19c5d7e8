import Cairn
import CairnSimulation
import CairnTesting
import Testing

/// What a test passes over when it says so, and what is said where there is nothing, word for word.
@Suite struct SkippingTests {
  private let simulation = Simulation()

  private func ticker(ticks: Int = 0) -> TestStore<Ticker.State, Ticker.Action> {
    TestStore(Ticker.State(ticks: ticks), simulation: simulation) {
      Ticker(clock: simulation.clock)
    }
  }

  @Test func `what effects have sent is skipped, and what comes of it`() {
    let store = ticker(ticks: 1)
    store.send(.start) { $0.isRunning = true }
    store.advance(by: .seconds(2))
    store.skipReceived()
    store.expect(\.ticks, 3)
    store.send(.stop) { $0.isRunning = false }
    store.finish()
  }

  @Test func `effects in flight are skipped, and send nothing more`() {
    let store = ticker()
    store.send(.start) { $0.isRunning = true }
    store.send(.listen)
    store.skipInFlight()
    store.advance(by: .seconds(10))
    store.finish()
    #expect(store.actionCount == 2)
  }

  @Test func `there is nothing received to skip`() {
    let store = ticker()
    store.send(.start) { $0.isRunning = true }
    expectFailure(
      """
      There is nothing to skip: no effect has sent anything.
      In flight:
        "ticking" (effect 1, started by action 1: .start)
      Likely causes: the effect was not started, was cancelled, or waits for time to pass.
      Suggestion: leave this `skipReceived()` out, or advance the clock first.
      """
    ) { store.skipReceived() }
    store.send(.stop) { $0.isRunning = false }
    store.finish()
  }

  @Test func `there is nothing in flight to skip`() {
    let store = ticker()
    expectFailure(
      """
      There is nothing to skip: no effect is in flight.
      Likely causes: the effect was not started, has ended, or was cancelled.
      Suggestion: leave this `skipInFlight()` out, or correct the reducer.
      """
    ) { store.skipInFlight() }
    store.finish()
  }

  @Test func `effects in flight are skipped while actions are not received`() {
    let store = ticker()
    store.send(.start) { $0.isRunning = true }
    store.advance(by: .seconds(1))
    expectFailure(
      """
      1 action of effects must be received before skipping what is in flight:
        .tick
          sent by "ticking" (effect 1, started by action 1: .start)
      Likely causes: an effect sends more than the test expects, or a `receive` is missing.
      Suggestion: receive each of them, in this order, or skip them with `skipReceived()`.
      """
    ) { store.skipInFlight() }
    store.expect(\.ticks, 1)
    store.finish()
  }
}
