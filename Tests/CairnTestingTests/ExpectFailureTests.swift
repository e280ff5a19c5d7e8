import Cairn
import CairnSimulation
import CairnTesting
import Testing

/// Failures about unexpected values, word for word.
@Suite struct ExpectFailureTests {
  private let simulation = Simulation()

  private func ticker() -> TestStoreOf<Ticker> {
    TestStore(Ticker.State(), simulation: simulation) { Ticker(clock: simulation.clock) }
  }

  @Test func `a value that is not as expected`() {
    let store = ticker()
    expectFailure(
      """
      \\State.ticks is not as expected. (- expected, + actual)
        - 1
        + 0
      Likely causes: the reducer changed, or the test reads the value too early or too late.
      Suggestion: correct the test if the new behavior is intended, otherwise correct the reducer.
      """
    ) { store.expect(\.ticks, 1) }
    store.expect(\.ticks, 0)
    store.finish()
  }

  @Test func `a value that is not as expected yet`() {
    let store = ticker()
    store.send(.start) { $0.isRunning = true }
    store.advance(by: .seconds(1))
    expectFailure(
      """
      \\State.ticks is not as expected. (- expected, + actual)
        - 1
        + 0
      1 action not yet received:
        .tick
          sent by "ticking" (effect 1, started by action 1: .start)
      Likely causes: the reducer changed, or the test reads the value too early or too late.
      Suggestion: correct the test if the new behavior is intended, otherwise correct the reducer.
      """
    ) { store.expect(\.ticks, 1) }
    store.receive(.tick) { $0.ticks = 1 }
    store.expect(\.ticks, 1)
    store.send(.stop) { $0.isRunning = false }
    store.finish()
  }

  @Test func `an action of a case that no effect sends`() {
    let store = TestStore(Library.State()) { Library(clock: simulation.clock) }
    expectFailure(
      """
      Expected to receive an action of the case path at CairnTestingTests/CasePaths.swift:26, with a \
      payload of ElementAction<StackID, Action>, but no effect has sent an action.
      No effect is in flight.
      Likely causes: the effect was not started, was cancelled, or waits for time to pass.
      Suggestion: correct the reducer, or remove this `receive`.
      """
    ) { store.receive(.case(.path)) }
    store.finish()
  }

  @Test func `an action of a case with another payload`() {
    let found = CasePath(Search.Action.found) { if case .found(let x) = $0 { x } else { nil } }
    let store = TestStore(Search.State()) { Search { _ in "A" } }
    store.send(.typed("a")) { $0.query = "a" }
    let texts = failures { store.receive(.case(found, "B")) }
    let text = "with the payload \"B\", but received and reduced another action:\n  .found(\"A\")"
    #expect(texts.map { $0.contains(text) } == [true])
    store.finish()
  }
}
