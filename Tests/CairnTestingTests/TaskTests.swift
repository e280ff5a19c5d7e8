import Cairn
import CairnSimulation
import CairnTesting
import Testing

/// The handle on the effects of an action that a test sends.
@Suite struct TaskTests {
  /// Counts seconds while it is shown.
  private struct Clockwork: Reducer {
    enum Action: Equatable { case task, ticked, saved, save, listen, refresh, refreshed }

    let clock: any Clock<Duration>

    func reduce(into state: inout Int, action: Action) -> Effect<Action> {
      switch action {
      case .task:
        return .run(name: "tick") { [clock] send in
          while true {
            try await clock.sleep(for: .seconds(1))
            await send(.ticked)
          }
        }
      case .ticked:
        state += 1
        return state == 2 ? .send(.save) : .none
      case .save:
        return .run(name: "save") { [clock] send in
          try await clock.sleep(for: .seconds(10))
          await send(.saved)
        }
      case .refresh:
        return .run(name: "refresh") { send in await send(.refreshed) }
          .throttled(id: "refresh", for: .seconds(10), on: clock, latest: true)
      case .saved, .refreshed: return .none
      case .listen:
        return .run(name: "listen") { [clock] _ in try await clock.sleep(for: .seconds(1_000)) }
          .background
      }
    }
  }

  private func clockwork(_ exhaustivity: Exhaustivity = .on) -> TestStore<Int, Clockwork.Action> {
    let simulation = Simulation()
    return TestStore(0, exhaustivity: exhaustivity, simulation: simulation) {
      Clockwork(clock: simulation.clock)
    }
  }

  @Test func `with exhaustivity off, actions are reduced before their effect is cancelled`() {
    let store = clockwork(.off)
    let task = store.send(.task)
    store.advance(by: .seconds(1))
    task.cancel()
    store.advance(by: .seconds(10))
    #expect([store.state, store.actionCount] == [1, 2])
  }

  @Test func `the effects of an action have ended`() {
    let store = clockwork()
    store.send(.saved).finish()
    store.send(.listen).finish()
    let task = store.send(.save)
    store.advance(by: .seconds(10))
    store.receive(.saved)
    task.finish()
    store.finish()
  }

  @Test func `background effects are not among the effects in flight`() {
    let store = clockwork()
    store.send(.listen)
    #expect(store.effects.isEmpty)
    store.send(.save)
    #expect(store.effects.map(\.name) == ["save"])
    store.advance(by: .seconds(10))
    store.receive(.saved)
    #expect(store.effects.isEmpty)
    store.finish()
  }

  @Test func `an effect that a throttle holds back is that of the action that returned it`() {
    let store = clockwork()
    let first = store.send(.refresh)
    store.receive(.refreshed)
    let second = store.send(.refresh)
    first.finish()
    let held = "\n  \"throttle\" (effect 2, started by action 3: .refresh)"
    #expect(store.effects.map(\.action) == [.refresh] && store.effects[0].actionNumber == 3)
    for (call, text) in [
      ({ second.finish() }, "1 effect of action 3 still in flight:"),
      ({ store.receive(.refreshed) }, "In flight:"),
      ({ store.finish() }, "1 effect still in flight at the end of the test:"),
    ] as [(() -> Void, String)] {
      #expect(failures(call).map { $0.contains(text + held) } == [true])
    }
    store.advance(by: .seconds(10))
    store.receive(.refreshed)
    second.finish()
    store.finish()
  }

  @Test(arguments: [Exhaustivity.on, .off])
  func `an effect of an action is in flight`(exhaustivity: Exhaustivity) {
    let store = clockwork(exhaustivity)
    store.send(.save)
    let task = store.send(.task)
    store.advance(by: .seconds(2))
    store.receive(.ticked) { $0 = 1 }
    store.receive(.ticked) { $0 = 2 }
    store.receive(.save)
    expectFailure(
      """
      2 effects of action 2 still in flight:
        "tick" (effect 2, started by action 2: .task)
        "save" (effect 3, started by action 5: .save)
      Likely causes: the effect waits for time to pass, or has no end.
      Suggestion: advance the clock first, cancel the effects with `cancel()`, or correct the reducer.
      """
    ) { task.finish() }
    task.cancel()
    task.finish()
    store.skipInFlight()
    store.finish()
  }
}
