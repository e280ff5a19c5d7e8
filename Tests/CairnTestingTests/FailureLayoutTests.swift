import Cairn
import CairnSimulation
import CairnTesting
import Testing

/// Failures with deep paths, long values and many actions.
@Suite struct FailureLayoutTests {
  private let simulation = Simulation()

  private func library(_ titles: String...) -> TestStoreOf<Library> {
    TestStore(
      Library.State(path: StackState(titles.map { Page.State(title: $0) })), simulation: simulation
    ) { Library(clock: simulation.clock) }
  }

  @Test func `a change deep in a stack is shown with its path and the number of unchanged parts`() {
    let store = library("birds", "owls", "barn owls")
    expectFailure(
      """
      The state changed after .path(.element(id: #2, action: .loaded("…"))) was sent, but the test \
      expects no change.
        - path[2].text: nil
        + path[2].text: "…"
          (unchanged: 1 at the root, 2 in path, 2 in path[2])
      Likely causes: the change is new, or the test does not assert it.
      Suggestion: pass a closure that makes this change, or correct the reducer.
      """
    ) { store.send(.page(2, .loaded("…"))) }
    store.finish()
  }

  @Test func `long values are truncated, and the missing characters are counted`() {
    let store = library()
    let long = String(repeating: "w", count: 3_000)
    expectFailure(
      """
      The state changed after .open("\(long.prefix(193))… 2,809 more characters was sent, but the \
      test expects no change.
        + path[0]: Page.State(
        +   title: "\(long.prefix(1_978))… 1,052 more characters
          (1 unchanged)
      Likely causes: the change is new, or the test does not assert it.
      Suggestion: pass a closure that makes this change, or correct the reducer.
      """
    ) { store.send(.open(long)) }
    store.finish()
  }

  @Test func `an action of several lines is shown on one`() {
    let store = library("birds")
    let long = String(repeating: "w", count: 70)
    expectFailure(
      """
      The state is not as expected after .path(.element(…)) was sent. (- expected, + actual)
        - path[0].text: nil
        + path[0].text: "\(long)"
          (unchanged: 1 at the root, 2 in path[0])
      Likely causes: the reducer changed, or the closure makes a different change.
      Suggestion: correct the closure if the new behavior is intended, otherwise correct the reducer.
      """
    ) { store.send(.page(0, .loaded(long))) { $0.path[0].text = nil } }
    store.finish()
  }

  @Test func `the first of many actions are listed, and the others counted`() {
    let store = TestStore(0) {
      Reduce<Int, Int> { _, action in
        action == 0 ? .merge((1...23).map { .send($0) }) : .none
      }
    }
    store.send(0)
    expectFailure(
      """
      23 actions from effects must be received before the end of the test:
      \((1...20).map { "  \($0)\n    sent by action 1, as a follow-up: 0\n" }.joined())\
        … 3 more
      Likely causes: an effect sends more actions than the test expects, or a `receive` is missing.
      Suggestion: receive these actions in this order, or skip them with `skipReceived()`.
      """
    ) { store.finish() }
  }
}
