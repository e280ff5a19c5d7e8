import Cairn
import CairnSimulation
import CairnTesting
import Testing

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

/// Runtime issues fail the test in which they are reported, word for word.
@Suite struct RuntimeIssueFailureTests {
  @Test func `a dependency that is not implemented gives its value, and fails the test`() {
    let today: @Sendable () -> Int = unimplemented("Calendar.today", returning: 7)
    let day: @Sendable (String, Int) async -> Int = unimplemented("Calendar.today", returning: 7)
    let save: @Sendable (Int) -> Void = unimplemented("Calendar.today")
    let text = """
      Calendar.today was called, and is not implemented here.
      Likely causes:
        - the feature uses a dependency that the test does not provide
        - the feature does more than the test expects
      Suggestion: give the feature a stand-in for Calendar.today, or correct the feature.
      """
    let store = TestStore(0) {
      Reduce<Int, Bool> { state, waits in
        state += today()
        return waits ? .run { _ in save(await day("a", 1)) } : .none
      }
    }
    expectFailure(text) { store.send(false) { $0 = 7 } }
    expectFailures([text, text, text]) { store.send(true) { $0 = 14 } }
    expectFailure(text) { store.send(false) { $0 = 21 } }
    store.finish()
  }

  @Test func `an error that an effect does not catch fails the test`() {
    struct Offline: Error {}
    expectFailure(
      """
      The effect "loading" (effect 1, started by action 1: 1) threw Offline().
      Likely causes:
        - its operation calls something that throws, and the effect has no `catch:`
      Suggestion: give the effect a `catch:` that sends an action, or handle the error in it.
      """
    ) {
      let store = TestStore(0) {
        Reduce<Int, Int> { _, _ in .run(name: "loading") { _ in throw Offline() } }
      }
      store.send(1)
      store.finish()
    }
  }
}
