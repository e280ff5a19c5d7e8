import Cairn
import CairnSimulation
import CairnTesting
import Testing

/// Dismissed and popped screens, and failures about them, word for word.
@Suite struct ScreenFailureTests {
  private let simulation = Simulation()

  private func library(_ titles: String...) -> TestStoreOf<Library> {
    TestStore(
      Library.State(path: StackState(titles.map { Page.State(title: $0) })), simulation: simulation
    ) { Library(clock: simulation.clock) }
  }

  @Test func `a screen that dismisses itself ends with its effects`() {
    let store = library("birds")
    store.send(.page(0, .appeared))
    store.send(.page(0, .back)) { $0.path.pop() }
    store.expect(\.path.count, 0)
    store.finish()
  }

  @Test func `popped screens end, and the screens beneath them continue`() {
    let store = library("birds", "owls", "barn owls")
    for id in [0, 1, 2] as [StackID] { store.send(.page(id, .appeared)) }
    store.send(.popped(from: store.state.path.ids[1])) { $0.path.pop(to: 0) }
    store.advance(by: .seconds(1))
    store.receive(.page(0, .loaded("all about birds"))) {
      $0.path[0].text = "all about birds"
    }
    store.finish()
  }

  @Test func `an action is sent for a screen that no longer exists`() {
    let store = library("birds")
    store.send(.page(0, .back)) { $0.path.pop() }
    expectFailure(
      """
      "path" (action 2) is for a screen that is not there: screen #0 is not in \\State.path: it is \
      empty.
      Likely causes:
        - the screen was popped or dismissed before the action was sent
        - the action was built with the id of another stack or from an old state
      Suggestion: send the action only while its screen is in the state.
      """
    ) { store.send(.page(0, .appeared)) }
    store.finish()
  }

  @Test func `an action is received for a screen that no longer exists`() {
    let store = library("birds")
    store.send(.refresh(0))
    store.send(.page(0, .back)) { $0.path.pop() }
    store.advance(by: .seconds(1))
    expectFailure(
      """
      The received action is for a screen that is not in the state: screen #0 is not in \\State.path: \
      it is empty.
        .path(.element(id: #0, action: .loaded("fresh")))
          sent by "refresh" (effect 1, started by action 1: .refresh(#0))
      Likely causes: the screen was popped or dismissed while the effect was running, and the effect \
      does not belong to the screen.
      Suggestion: start the effect in the reducer of the screen, which cancels it with the screen, or \
      correct the reducer.
      """
    ) { store.receive(.page(0, .loaded("fresh"))) }
    store.finish()
  }

  @Test func `nothing is received from an effect that ended with its screen`() {
    let store = library("birds")
    store.send(.page(0, .appeared))
    store.send(.page(0, .back)) { $0.path.pop() }
    store.advance(by: .seconds(1))
    expectFailure(
      """
      Expected to receive .path(.element(id: #0, action: .loaded("all about birds"))), but the \
      effects that could send it were cancelled:
        "load" (effect 1, started by action 1: .path(.element(id: #0, action: .appeared)))
          when .path(.element(id: #0, action: .back)) was reduced
      Likely causes: the screen of the effect was popped or dismissed, the effect was cancelled by \
      its id, or it was not started.
      Suggestion: remove this `receive`, or correct the reducer.
      """
    ) { store.receive(.page(0, .loaded("all about birds"))) }
    store.finish()
  }

  @Test
  func `nothing is received from an effect that ended with its screen, while others continue`() {
    let store = library("birds", "owls")
    for id in [0, 1] as [StackID] { store.send(.page(id, .appeared)) }
    store.send(.page(1, .back)) { $0.path.pop() }
    expectFailure(
      """
      Expected to receive .path(.element(id: #1, action: .loaded("all about owls"))), but no effect \
      has sent an action.
      In flight:
        "load" (effect 1, started by action 1: .path(.element(id: #0, action: .appeared)))
      Cancelled:
        "load" (effect 2, started by action 2: .path(.element(id: #1, action: .appeared)))
          when .path(.element(id: #1, action: .back)) was reduced
      Likely causes: the effect was not started, was cancelled, or waits for time to pass.
      Suggestion: advance by 1.0 seconds, to the next deadline, or correct the reducer.
      """
    ) { store.receive(.page(1, .loaded("all about owls"))) }
    store.advance(by: .seconds(1))
    store.skipReceived()
    store.finish()
  }

  @Test func `an action is dropped with its screen before it is received`() {
    let store = library("birds")
    store.send(.page(0, .leave))
    store.receive(.page(0, .back)) { $0.path.pop() }
    expectFailure(
      """
      Expected to receive an action that was dropped when .path(.element(id: #0, action: .back)) \
      was reduced:
        .path(.element(id: #0, action: .mark(0)))
      Likely causes: the screen that sent it was popped or dismissed, or its effect was cancelled.
      Suggestion: remove this `receive`, or correct the reducer.
      """
    ) { store.receive(.page(0, .mark(0))) }
    store.finish()
  }
}

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
