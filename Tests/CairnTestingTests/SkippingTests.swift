import Cairn
import CairnSimulation
import CairnTesting
import Testing

/// Explicitly skipped actions and effects, and failures about them, word for word.
@Suite struct SkippingTests {
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

  @Test func `there is no action or effect to skip`() {
    let store = ticker()
    expectFailure(
      """
      There is nothing to skip: no effect is in flight.
      Likely causes: the effect was not started, has ended, or was cancelled.
      Suggestion: remove this `skipInFlight()`, or correct the reducer.
      """
    ) { store.skipInFlight() }
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
}

#if compiler(>=6.3)
  /// Notes about skipped parts, word for word.
  @Suite struct SkippedTextTests {
    @Test func `the skipped changes and actions are shown, and fail nothing`() {
      let texts = notes {
        let store = ticker(.off(showSkipped: true))
        store.send(.start) { $0.isRunning = true }
        store.advance(by: .seconds(2))
        store.send(.stop)
        store.finish()
      }
      #expect(
        texts == [
          """
          Skipped: the state changed after .start was sent, and the test may not assert the whole change.
            - isRunning: false
            + isRunning: true
              (1 unchanged)
          """,
          """
          Skipped: 2 actions from effects were reduced and not received before sending .stop.
            .tick
              sent by "ticking" (effect 1, started by action 1: .start)
            .tick
              sent by "ticking" (effect 1, started by action 1: .start)
          The state changed:
            - ticks: 0
            + ticks: 2
              (1 unchanged)
          """,
          """
          Skipped: the state changed after .stop was sent, and the test does not assert the change.
            - isRunning: true
            + isRunning: false
              (1 unchanged)
          """,
        ])
    }

    @Test func `the actions before an expected action, and explicitly skipped ones, are shown`() {
      let texts = [
        notes {
          let store = running(at: 2)
          store.receive(.celebrate)
          store.skipInFlight()
        }[0],
        notes { running(at: 2).skipReceived() }[0],
      ]
      #expect(
        texts == [
          """
          Skipped: 1 action from effects was reduced and not received before receiving .celebrate.
            .tick
              sent by "ticking" (effect 1, started by action 1: .start)
          The state changed:
            - ticks: 2
            + ticks: 3
              (1 unchanged)
          """,
          """
          Skipped: 2 actions from effects were reduced and not received.
            .tick
              sent by "ticking" (effect 1, started by action 1: .start)
            .celebrate
              sent by action 2, as a follow-up: .tick
          The state changed:
            - ticks: 2
            + ticks: 3
              (1 unchanged)
          """,
        ])
    }

    /// A store that has sent a tick, and shows what is skipped from now on.
    private func running(at ticks: Int) -> TestStoreOf<Ticker> {
      let store = ticker(ticks: ticks)
      store.send(.start) { $0.isRunning = true }
      store.advance(by: .seconds(1))
      store.exhaustivity = .off(showSkipped: true)
      return store
    }

    @Test func `effects and answers that are left at the end are shown`() {
      let texts = notes {
        let store = ticker()
        store.send(.start) { $0.isRunning = true }
        store.exhaustivity = .off(showSkipped: true)
        store.simulation.choices.fix("luck", "good")
        store.finish()
        store.skipInFlight()
        store.exhaustivity = .off
      }
      let effect = "\n  \"ticking\" (effect 1, started by action 1: .start)"
      #expect(
        texts == [
          "Skipped: 1 effect still in flight at the end of the test." + effect,
          "Skipped: 1 fixed answer not used.\n  \"luck\": \"good\"",
          "Skipped: 1 effect cancelled." + effect,
        ])
    }
  }
#endif
