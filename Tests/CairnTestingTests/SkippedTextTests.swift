#if compiler(>=6.3)
  import Cairn
  import CairnSimulation
  import CairnTesting
  import Testing

  /// What is told of what a test passes over, word for word.
  @Suite struct SkippedTextTests {
    private let simulation = Simulation()

    private func ticker(_ exhaustivity: Exhaustivity) -> TestStore<Ticker.State, Ticker.Action> {
      TestStore(Ticker.State(), exhaustivity: exhaustivity, simulation: simulation) {
        Ticker(clock: simulation.clock)
      }
    }

    @Test func `the skipped changes and actions are shown, and fail nothing`() {
      let told = notes {
        let store = ticker(.off(showSkipped: true))
        store.send(.start) { $0.isRunning = true }
        store.advance(by: .seconds(2))
        store.send(.stop)
        store.finish()
      }
      #expect(
        told == [
          """
          Skipped: the state changed when .start was sent, and the test may not say all of it.
            - isRunning: false
            + isRunning: true
              (1 unchanged)
          """,
          """
          Skipped: 2 actions of effects were reduced before sending .stop, and not received.
            .tick
              sent by "ticking" (effect 1, started by action 1: .start)
            .tick
              sent by "ticking" (effect 1, started by action 1: .start)
          The state changed by it.
            - ticks: 0
            + ticks: 2
              (1 unchanged)
          """,
          """
          Skipped: the state changed when .stop was sent, and the test does not say how.
            - isRunning: true
            + isRunning: false
              (1 unchanged)
          """,
        ])
    }

    @Test func `what is skipped for an expected action is shown`() {
      let told = notes {
        let store = ticker(.off(showSkipped: true))
        store.send(.tick) { $0.ticks = 1 }
        store.exhaustivity = .on
        store.send(.tick) { $0.ticks = 2 }
        store.send(.start) { $0.isRunning = true }
        store.exhaustivity = .off(showSkipped: true)
        store.advance(by: .seconds(1))
        store.receive(.equal(.celebrate))
        store.send(.stop) { $0.isRunning = false }
      }
      #expect(
        told.dropFirst().dropLast() == [
          """
          Skipped: 1 action of effects was reduced before receiving .celebrate, and not received.
            .tick
              sent by "ticking" (effect 1, started by action 3: .start)
          The state changed by it.
            - ticks: 2
            + ticks: 3
              (1 unchanged)
          """
        ])
    }

    @Test func `what is skipped on request is shown, in order`() {
      let told = notes {
        let store = ticker(.on)
        for tick in 1...2 { store.send(.tick) { $0.ticks = tick } }
        store.send(.start) { $0.isRunning = true }
        store.advance(by: .seconds(1))
        store.exhaustivity = .off(showSkipped: true)
        store.skipReceived()
        store.exhaustivity = .off
      }
      #expect(
        told == [
          """
          Skipped: 2 actions of effects were reduced, and not received.
            .tick
              sent by "ticking" (effect 1, started by action 3: .start)
            .celebrate
              sent by action 4, as a follow-up: .tick
          The state changed by it.
            - ticks: 2
            + ticks: 3
              (1 unchanged)
          """
        ])
    }

    @Test func `what is left at the end is shown`() {
      let told = notes {
        let store = ticker(.on)
        store.send(.start) { $0.isRunning = true }
        store.exhaustivity = .off(showSkipped: true)
        simulation.choices.fix("luck", "good")
        store.finish()
        store.skipInFlight()
        store.exhaustivity = .off
      }
      #expect(
        told == [
          """
          Skipped: 1 effect still in flight at the end of the test.
            "ticking" (effect 1, started by action 1: .start)
          """,
          """
          Skipped: 1 answer fixed and never asked for.
            "luck": "good"
          """,
          """
          Skipped: 1 effect cancelled.
            "ticking" (effect 1, started by action 1: .start)
          """,
        ])
    }
  }
#endif
