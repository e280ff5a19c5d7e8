import Cairn
import CairnSimulation
import CairnTesting
import Foundation
import Testing

/// Failures about external work and about unused or unknown answers, word for word.
@Suite(.timeLimit(.minutes(10))) struct OutsideFailureTests {
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

  @Test func `an effect that nothing will resume is in flight at the end`() {
    let store = search { _ in await withUnsafeContinuation { _ in } }
    expectFailure(outside) { store.finish() }
  }

  @Test func `nothing is received from an effect that nothing will resume`() {
    let store = search { _ in await withUnsafeContinuation { _ in } }
    expectFailures([
      "Expected to receive .found(\"A\"), but no effect has sent an action.\n" + outside, outside,
    ]) {
      store.receive(.found("A")) { $0.results = "A" }
      store.finish()
    }
  }

  @Test func `external work that does not finish in time is a failure`() {
    let store = search { _ in await withUnsafeContinuation { _ in } }
    expectFailures([outside, outside]) {
      store.waitForExternalWork(timeout: .milliseconds(1))
      store.finish()
    }
  }

  @Test func `an asynchronous test waits for external work`() async {
    let store = search { query in await Task.detached { query.uppercased() }.value }
    await store.waitForExternalWork(timeout: .seconds(300))
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
    await store.waitForExternalWork(timeout: .seconds(300))
    store.receive(1) { $0 = 2 }
    await store.waitForExternalWork(timeout: .seconds(300))
    store.finish()
  }

  @Test func `a synchronous test waits for external work`() {
    let store = search { query in
      await withCheckedContinuation { continuation in
        Thread { continuation.resume(returning: query.uppercased()) }.start()
      }
    }
    store.waitForExternalWork(timeout: .seconds(300))
    store.receive(.found("A")) { $0.results = "A" }
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

  @Test func `a fixed answer that does not exist fails the test`() {
    expectFailure(
      """
      "find" has no answer "offlien", which was fixed for this call.
      Likely causes:
        - the name is misspelt
        - the answers of the stand-in have changed
      Suggestion: fix one of "found", "offline".
      """
    ) {
      struct Offline: Error {}
      let simulation = Simulation()
      let store = TestStore(Search.State(), simulation: simulation) {
        Search { [choices = simulation.choices] _ in
          try await choices.answer(
            "find", ["found": .success("A"), "offline": .failure(Offline())])
        }
      }
      simulation.choices.fix("find", "offlien")
      store.send(.typed("a")) { $0.query = "a" }
      store.receive(.found("A")) { $0.results = "A" }
      store.finish()
    }
  }

  @Test func `a script index out of range fails the test`() {
    let simulation = Simulation(choices: ScriptedChoices([5]))
    expectFailure(
      """
      Choice 1 (next: effect 2 | effect 1) has options 0 to 1, and its source selected option 5.
      Likely causes:
        - the script was recorded in another scenario, or before the app was changed
        - the source returns an index that is out of range
      Suggestion: record the choices of this scenario again, or correct the source.
      """
    ) {
      let store = TestStore(0, simulation: simulation) {
        Reduce<Int, Int> { _, _ in .merge(.run { _ in await Task.yield() }, .run { _ in }) }
      }
      store.send(1)
      store.finish()
    }
  }
}
