import Cairn
import CairnSimulation
import CairnTesting
import Testing

/// Every failure of a test store, word for word.
@Suite struct FailureTests {
  typealias Case = FailureCase<Ticker.State, Ticker.Action>

  static let cases: [Case] = [
    Case(
      "a change that the test does not expect", { ticker() }, { $0.send(.tick) },
      """
      The state changed after .tick was sent, but the test expects no change.
        - ticks: 0
        + ticks: 1
          (1 unchanged)
      Likely causes: the change is new, or the test does not assert it.
      Suggestion: pass a closure that makes this change, or correct the reducer.
      """),
    Case(
      "another change than the test expects", { ticker() }, { $0.send(.tick) { $0.ticks = 2 } },
      """
      The state is not as expected after .tick was sent. (- expected, + actual)
        - ticks: 2
        + ticks: 1
          (1 unchanged)
      Likely causes: the reducer changed, or the closure makes a different change.
      Suggestion: correct the closure if the new behavior is intended, otherwise correct the reducer.
      """),
    Case(
      "no change where the test expects one", { ticker() },
      { $0.send(.celebrate) { $0.ticks = 0 } },
      """
      The test expects a change after .celebrate was sent, but its closure changes nothing, and the \
      state did not change.
      Likely causes: the closure sets a value that the state already had.
      Suggestion: remove the closure, or correct the reducer.
      """),
    Case(
      "nothing to receive while an effect sleeps", { ticker() },
      after: { $0.send(.start) { $0.isRunning = true } }, { $0.receive(.tick) },
      """
      Expected to receive .tick, but no effect has sent an action.
      In flight:
        "ticking" (effect 1, started by action 1: .start)
      Likely causes: the effect was not started, was cancelled, or waits for time to pass.
      Suggestion: advance by 1.0 seconds, to the next deadline, or correct the reducer.
      """),
    Case(
      "nothing to receive and nothing in flight", { ticker() },
      { $0.receive(.where("a tick") { $0 == .tick }) },
      """
      Expected to receive a tick, but no effect has sent an action.
      No effect is in flight.
      Likely causes: the effect was not started, was cancelled, or waits for time to pass.
      Suggestion: correct the reducer, or remove this `receive`.
      """),
    Case(
      "another action than the expected one is received", { ticker() },
      after: { store in
        store.send(.start) { $0.isRunning = true }
        store.advance(by: .seconds(1))
      },
      { store in
        store.receive(.celebrate)
        store.send(.stop) { $0.isRunning = false }
      },
      """
      Expected to receive .celebrate, but received and reduced another action:
        .tick
          sent by "ticking" (effect 1, started by action 1: .start)
      Likely causes: the effects answer in another order, or send more actions than the test expects.
      Suggestion: receive this action here, or correct the reducer.
      """),
    Case(
      "an effect is in flight at the end", { ticker() },
      after: { $0.send(.start) { $0.isRunning = true } }, isEnd: true, { $0.finish() },
      """
      1 effect still in flight at the end of the test:
        "ticking" (effect 1, started by action 1: .start)
      Likely causes: the test ends too early, or the reducer does not cancel an effect.
      Suggestion: advance the clock, receive the actions of the effect, cancel it in the reducer, mark \
      an effect that lasts as long as its screen as `.background`, or cancel it with `skipInFlight()`.
      """),
  ]

  @Test(arguments: cases) func `a failure of a test store`(_ expected: Case) {
    expected.expectFailure()
  }

  private typealias Step =
    @Sendable (
      TestStoreOf<Ticker>, TestStoreTask<Ticker.State, Ticker.Action>
    ) -> Void

  private static let steps: [(name: String, step: Step)] = [
    ("sending .stop", { store, _ in store.send(.stop) { $0.isRunning = false } }),
    ("advancing by 1.0 seconds", { store, _ in store.advance(by: .seconds(1)) }),
    ("skipping the effects in flight", { store, _ in store.skipInFlight() }),
    ("cancelling the effects of action 1", { _, task in task.cancel() }),
    ("checking that the effects of action 1 have ended", { _, task in task.finish() }),
    ("the end of the test", { store, _ in store.finish() }),
  ]

  @Test(arguments: steps.indices)
  func `an action must be received before the next step of the test`(index: Int) {
    let (name, step) = Self.steps[index]
    let store = ticker()
    let task = store.send(.start) { $0.isRunning = true }
    store.advance(by: .seconds(1))
    // The effect that is still in flight can be another failure.
    #expect(
      failures { step(store, task) }.first == """
        1 action from effects must be received before \(name):
          .tick
            sent by "ticking" (effect 1, started by action 1: .start)
        Likely causes: an effect sends more actions than the test expects, or a `receive` is missing.
        Suggestion: receive these actions in this order, or skip them with `skipReceived()`.
        """)
    #expect(store.state.ticks == 1)
    store.exhaustivity = .off
    store.finish()
  }

  @Test func `a forgotten finish finds an action that is not received`() {
    let texts = failures { ticker(ticks: 2).send(.tick) { $0.ticks = 3 } }
    let text = "end of the test:\n  .celebrate\n    sent by action 1, as a follow-up: .tick\n"
    #expect(texts.map { $0.contains(text) } == [true])
  }
}

/// Failures about unexpected values, word for word.
@Suite struct ExpectFailureTests {
  @Test func `a value that is not as expected, or not yet`() {
    let store = ticker()
    let causes = """
      Likely causes: the reducer changed, or the test reads the value too early or too late.
      Suggestion: correct the test if the new behavior is intended, otherwise correct the reducer.
      """
    expectFailure(
      """
      \\State.ticks is not as expected. (- expected, + actual)
        - 1
        + 0
      \(causes)
      """
    ) { store.expect(\.ticks, 1) }
    store.expect(\.ticks, 0)
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
      \(causes)
      """
    ) { store.expect(\.ticks, 1) }
    store.receive(.tick) { $0.ticks = 1 }
    store.expect(\.ticks, 1)
    store.send(.stop) { $0.isRunning = false }
    store.finish()
  }

  @Test func `a computed value that is not as expected has no address`() {
    let store = ticker()
    let texts = failures { store.expect(\.ticks.words.count, 2) }
    #expect(texts.map { $0.hasPrefix("\\State.ticks.") && !$0.contains("0x") } == [true])
    store.finish()
  }

  @Test func `a state that differs from itself`() {
    let store = TestStore(1.5) {
      Reduce<Double, Double> { state, action in
        state = action
        return .none
      }
    }
    expectFailure(
      """
      The state is not as expected after nan was sent. (- expected, + actual)
        (the values are not equal, but have the same text: each differs from itself, nan)
      Likely causes: the reducer changed, or the closure makes a different change.
      Suggestion: correct the closure if the new behavior is intended, otherwise correct the reducer.
      """
    ) { store.send(.nan) { $0 = .nan } }
    store.exhaustivity = .off
    // Without a closure, the state may change.
    store.send(.nan)
  }

  @Test func `an action of a case that no effect sends`() {
    let store = library()
    expectFailure(
      """
      Expected to receive an action of the case path at CairnTestingTests/GeneratedCasePaths.swift:57, \
      with a payload of ElementAction<StackID, Action>, but no effect has sent an action.
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
    let text = """
      Expected to receive .found("B"), but received and reduced another action:
        .found("A")
      """
    #expect(texts.map { $0.hasPrefix(text) } == [true])
    store.finish()
    let quiz = TestStore(0) { Quiz() }
    let others = failures { quiz.receive(.case(.saved)) }
    #expect(others.map { $0.hasPrefix("Expected to receive .saved, but no effect") } == [true])
  }

  @Test func `an effect that was cancelled before the last expected action is not named`() {
    let store = ticker()
    store.send(.start) { $0.isRunning = true }
    store.send(.stop) { $0.isRunning = false }
    store.send(.start) { $0.isRunning = true }
    store.advance(by: .seconds(1))
    store.receive(.tick) { $0.ticks = 1 }
    let texts = failures { store.receive(.tick) }
    #expect(texts.map { $0.contains("In flight:") && !$0.contains("Cancelled:") } == [true])
    store.skipInFlight()
    store.finish()
  }

  @Test func `an effect that another effect has cancelled`() {
    let store = TestStore(0) {
      Reduce<Int, Int> { _, action in
        guard action == 0 else { return .none }
        return .merge(
          .run(name: "first") { send in await send.cancel(id: "second") },
          .run(name: "second") { send in await send(1) }.cancellable(id: "second"))
      }
    }
    store.send(0)
    expectFailure(
      """
      Expected to receive 1, but the effects that could send it were cancelled:
        "second" (effect 2, started by action 1: 0)
          by an effect or by the test
      Likely causes: the screen of the effect was popped or dismissed, the effect was cancelled by \
      its id, or it was not started.
      Suggestion: remove this `receive`, or correct the reducer.
      """
    ) { store.receive(1) }
    store.finish()
  }
}

/// Failures about external work and about unused or unknown answers, word for word.
@Suite(.timeLimit(.minutes(20))) struct OutsideFailureTests {
  private let outside = """
    "find" (effect 1, started by action 1: .typed("a")) is blocked: nothing in the simulation will \
    resume it.
    Likely causes:
      - it awaits an unstructured or detached task, the main actor, another executor, \
    `Task.sleep`, real I/O or a callback of another thread
      - it awaits a continuation or a stream that nobody resumes
    Suggestion: give the feature the clock of the simulation and stand-ins for external work, or wait \
    in real time with `waitForExternalWork(timeout:)`.
    """

  private func search(
    _ find: @escaping @Sendable (String) async throws -> String
  ) -> TestStoreOf<Search> {
    let store = TestStore(Search.State()) { Search(find: find) }
    store.send(.typed("a")) { $0.query = "a" }
    return store
  }

  @Test func `nothing is received from an effect that nothing will resume, not even in time`() {
    let store = search { _ in await withUnsafeContinuation { _ in } }
    expectFailures([
      "Expected to receive .found(\"A\"), but no effect has sent an action.\n" + outside, outside,
      outside,
    ]) {
      store.receive(.found("A")) { $0.results = "A" }
      store.waitForExternalWork(timeout: .milliseconds(1))
      store.finish()
    }
  }

  @Test func `an asynchronous test waits for external work`() async {
    let store = search { query in await Task.detached { query.uppercased() }.value }
    await store.waitForExternalWork(timeout: .seconds(3600))
    store.receive(.found("A")) { $0.results = "A" }
    store.finish()
  }

  @Test func `an action that an effect sends from the main actor is waited for`() async {
    let store = TestStore(0) {
      Reduce<Int, Int> { state, action in
        state += 1
        return action == 0 ? .run { @MainActor send in await send(1) } : .none
      }
    }
    store.send(0) { $0 = 1 }
    await store.waitForExternalWork(timeout: .seconds(3600))
    store.receive(1) { $0 = 2 }
    await store.waitForExternalWork(timeout: .seconds(3600))
    store.finish()
  }

  @Test func `a fixed answer that is not used is a failure`() {
    expectFailure(
      """
      1 fixed answer not used:
        "find": "offline"
      Likely causes: the feature calls the service less often than the test expects, or calls another \
      service.
      Suggestion: remove the `fix`, or correct the feature.
      """
    ) {
      let simulation = Simulation()
      let store = TestStore(Search.State(), simulation: simulation) { Search { $0 } }
      simulation.choices.fix("find", "offline")
      store.finish()
    }
  }
}
