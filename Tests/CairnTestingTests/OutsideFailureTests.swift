import Cairn
import CairnSimulation
import CairnTesting
import Foundation
import Testing

/// What a test store says of effects that leave the simulation, and of answers nobody asked for.
@Suite(.timeLimit(.minutes(10))) struct OutsideFailureTests {
  private let outside = """
    "find" (effect 1, started by action 1: .typed("a")) waits outside the simulation, or for nothing.
    Likely causes:
      - it awaits an unstructured or detached task, the main actor, another executor, \
    `Task.sleep`, real I/O or a callback of another thread
      - it awaits a continuation or a stream that nobody resumes
    Suggestion: give the feature the clock of the simulation and stand-ins for the rest, or wait in \
    real time with `waitForExternalWork(timeout:)`.
    """

  private func search(
    _ find: @escaping @Sendable (String) async throws -> String
  ) -> TestStore<Search.State, Search.Action> {
    let store = TestStore(Search.State()) { Search(find: find) }
    store.send(.typed("a")) { $0.query = "a" }
    return store
  }

  @Test func `an effect that nothing will wake is in flight at the end`() {
    let store = search { _ in await withUnsafeContinuation { _ in } }
    expectFailure(outside) { store.finish() }
  }

  @Test func `nothing is received from an effect that nothing will wake`() {
    let store = search { _ in await withUnsafeContinuation { _ in } }
    expectFailures([
      "Expected to receive .found(\"A\"), but no effect has sent anything.\n" + outside, outside,
    ]) {
      store.receive(.equal(.found("A"))) { $0.results = "A" }
      store.finish()
    }
  }

  @Test func `waiting outside in vain is a failure`() {
    let store = search { _ in await withUnsafeContinuation { _ in } }
    expectFailures([outside, outside]) {
      store.waitForExternalWork(timeout: .milliseconds(1))
      store.finish()
    }
  }

  @Test func `a test waits in real time when it says so`() async {
    let store = search { query in await Task.detached { query.uppercased() }.value }
    await store.waitForExternalWork(timeout: .seconds(300))
    store.receive(.equal(.found("A"))) { $0.results = "A" }
    store.finish()
  }

  @Test func `a synchronous test waits in real time when it says so`() {
    let store = search { query in
      await withCheckedContinuation { continuation in
        Thread { continuation.resume(returning: query.uppercased()) }.start()
      }
    }
    store.waitForExternalWork(timeout: .seconds(300))
    store.receive(.equal(.found("A"))) { $0.results = "A" }
    store.finish()
  }

  @Test func `an answer that was fixed and is not asked for is a failure`() {
    expectFailure(
      """
      1 answer fixed and never asked for:
        "find": "offline"
      Likely causes: the feature asks less often than the test expects, or asks for something else.
      Suggestion: leave the `fix` out, or correct the feature.
      """
    ) {
      let simulation = Simulation()
      let store = TestStore(Search.State(), simulation: simulation) { Search { $0 } }
      simulation.choices.fix("find", "offline")
      store.finish()
    }
  }

  @Test func `an answer that does not exist fails the test`() {
    expectFailure(
      """
      "find" was to answer "offlien", and has no such answer.
      Likely causes:
        - the name is misspelt
        - the stand-in has other answers now
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
      store.receive(.equal(.found("A"))) { $0.results = "A" }
      store.finish()
    }
  }

  @Test func `choices that do not fit fail the test`() {
    let simulation = Simulation(choices: ScriptedChoices([5]))
    expectFailure(
      """
      Choice 1 was to be option 5, and has only 0 to 1 (next: effect 2 | effect 1).
      Likely causes:
        - the choices were written down in another scenario, or before the app was changed
        - the source of choices answers what it was not asked
      Suggestion: write the choices of this scenario down anew, or correct the source.
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
