import Cairn
import CairnSimulation
import CairnTesting
import Testing

/// Screens that are dismissed and popped, and what is said of those that are gone, word for word.
@Suite struct ScreenFailureTests {
  private let simulation = Simulation()

  private func library(_ titles: String...) -> TestStore<Library.State, Library.Action> {
    TestStore(
      Library.State(path: StackState(titles.map { Page.State(title: $0) })), simulation: simulation
    ) { Library(clock: simulation.clock) }
  }

  @Test func `a screen that dismisses itself is gone, and so are its effects`() {
    let store = library("birds")
    store.send(.page(0, .appeared))
    store.send(.page(0, .back)) { $0.path.pop() }
    store.expect(\.path.count, 0)
    store.finish()
  }

  @Test func `screens that are popped are gone, and those beneath go on`() {
    let store = library("birds", "owls", "barn owls")
    for id in [0, 1, 2] as [StackID] { store.send(.page(id, .appeared)) }
    store.send(.popped(from: store.state.path.ids[1])) { $0.path.pop(to: 0) }
    store.advance(by: .seconds(1))
    store.receive(.equal(.page(0, .loaded("all about birds")))) {
      $0.path[0].text = "all about birds"
    }
    store.finish()
  }

  @Test func `an action is sent for a screen that is gone`() {
    let store = library("birds")
    store.send(.page(0, .back)) { $0.path.pop() }
    expectFailure(
      """
      "path" (action 2) is for a screen that is not there: screen #0 is not in \\State.path: it is \
      empty.
      Likely causes:
        - the screen was popped or dismissed before the action was sent
        - the action was built with the id of another stack or from an old state
      To mend it: send the action only while its screen is in the state.
      """
    ) { store.send(.page(0, .appeared)) }
    store.finish()
  }

  @Test func `an action is received for a screen that is gone`() {
    let store = library("birds")
    store.send(.refresh(0))
    store.send(.page(0, .back)) { $0.path.pop() }
    store.advance(by: .seconds(1))
    expectFailure(
      """
      An action was received for a screen that is not there: screen #0 is not in \\State.path: it \
      is empty.
        .path(.element(id: #0, action: .loaded("fresh")))
          sent by "refresh" (effect 1, started by action 1: .refresh(#0))
      Likely causes: the screen was popped or dismissed while the effect was under way, and the \
      effect is not the screen's own.
      To mend it: let the screen start the effect, so that it ends with the screen, or correct the \
      reducer.
      """
    ) { store.receive(.equal(.page(0, .loaded("fresh")))) }
    store.finish()
  }

  @Test func `nothing is received from an effect that ended with its screen`() {
    let store = library("birds")
    store.send(.page(0, .appeared))
    store.send(.page(0, .back)) { $0.path.pop() }
    store.advance(by: .seconds(1))
    expectFailure(
      """
      Expected to receive .path(.element(id: #0, action: .loaded("all about birds"))), but nothing \
      is in flight any more. Cancelled were:
        "load" (effect 1, started by action 1: .path(.element(id: #0, action: .appeared)))
          when .path(.element(id: #0, action: .back)) was reduced
      Likely causes: the screen of the effect was popped or dismissed, or the effect was cancelled \
      by its id.
      To mend it: leave this `receive` out, or correct the reducer.
      """
    ) { store.receive(.equal(.page(0, .loaded("all about birds")))) }
    store.finish()
  }

  @Test func `an action is dropped with its screen before it is received`() {
    let store = library("birds")
    store.send(.page(0, .leave))
    store.receive(.equal(.page(0, .back))) { $0.path.pop() }
    expectFailure(
      """
      Expected to receive an action that was dropped when .path(.element(id: #0, action: .back)) \
      was reduced:
        .path(.element(id: #0, action: .mark(0)))
      Likely causes: the screen that sent it was popped or dismissed, or its effect was cancelled.
      To mend it: leave this `receive` out, or correct the reducer.
      """
    ) { store.receive(.equal(.page(0, .mark(0)))) }
    store.finish()
  }

  @Test func `an effect that outlives the screen is in flight at the end`() {
    let store = library("birds")
    store.send(.refresh(0))
    store.send(.page(0, .back)) { $0.path.pop() }
    expectFailure(
      """
      1 effect still in flight at the end of the test:
        "refresh" (effect 1, started by action 1: .refresh(#0))
      Likely causes: the test ends too early, or an effect is not cancelled when it should be.
      To mend it: advance the clock, receive what the effect sends, cancel it in the reducer, mark \
      one that lasts as long as its screen as `.background`, or end it with `skipInFlight()`.
      """
    ) { store.finish() }
  }

  @Test func `a change deep in a stack is shown by its path, and what did not change is counted`() {
    let store = library("birds", "owls", "barn owls")
    expectFailure(
      """
      The state changed when .path(.element(id: #2, action: .loaded("…"))) was sent, and the test \
      does not say how.
        - path[2].text: nil
        + path[2].text: "…"
          (unchanged: 1 at the root, 2 in path, 2 in path[2])
      Likely causes: the change is new, or the test forgot it.
      To mend it: pass a closure that makes this change, or correct the reducer.
      """
    ) { store.send(.page(2, .loaded("…"))) }
    store.finish()
  }

  @Test func `long values are cut, and what is missing is counted`() {
    let store = library()
    let long = String(repeating: "w", count: 3_000)
    expectFailure(
      """
      The state changed when .open("\(long.prefix(193))… 2,809 more characters was sent, and the \
      test does not say how.
        + path[0]: Page.State(
        +   title: "\(long.prefix(1_978))… 1,052 more characters
          (1 unchanged)
      Likely causes: the change is new, or the test forgot it.
      To mend it: pass a closure that makes this change, or correct the reducer.
      """
    ) { store.send(.open(long)) }
    store.finish()
  }

  @Test func `an action of several lines is named on one`() {
    let store = library("birds")
    let long = String(repeating: "w", count: 70)
    expectFailure(
      """
      The state is not as expected when .path(.element(…)) was sent. (- expected, + actual)
        - path[0].text: nil
        + path[0].text: "\(long)"
          (unchanged: 1 at the root, 2 in path[0])
      Likely causes: the reducer changed, or the closure makes another change than the reducer.
      To mend it: correct the closure if the new behaviour is meant, or else the reducer.
      """
    ) { store.send(.page(0, .loaded(long))) { $0.path[0].text = nil } }
    store.finish()
  }

  @Test func `of many actions the first are listed, and the others counted`() {
    let store = TestStore(0) {
      Reduce<Int, Int> { _, action in
        action == 0 ? .merge((1...23).map { .send($0) }) : .none
      }
    }
    store.send(0)
    expectFailure(
      """
      23 actions of effects must be received before the end of the test:
      \((1...20).map { "  \($0)\n    sent by action 1, as a follow-up: 0\n" }.joined())\
        … 3 more
      Likely causes: an effect sends more than the test expects, or a `receive` is missing.
      To mend it: receive each of them, in this order, or skip them with `skipReceived()`.
      """
    ) { store.finish() }
  }
}
