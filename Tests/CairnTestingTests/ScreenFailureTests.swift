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
      Suggestion: send the action only while its screen is in the state.
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
      Suggestion: let the screen start the effect, so that it ends with the screen, or correct the \
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
      is in flight that could send it. Cancelled were:
        "load" (effect 1, started by action 1: .path(.element(id: #0, action: .appeared)))
          when .path(.element(id: #0, action: .back)) was reduced
      Likely causes: the screen of the effect was popped or dismissed, the effect was cancelled by \
      its id, or it was not started.
      Suggestion: leave this `receive` out, or correct the reducer.
      """
    ) { store.receive(.equal(.page(0, .loaded("all about birds")))) }
    store.finish()
  }

  @Test func `nothing is received from an effect that ended with its screen, while others go on`() {
    let store = library("birds", "owls")
    for id in [0, 1] as [StackID] { store.send(.page(id, .appeared)) }
    store.send(.page(1, .back)) { $0.path.pop() }
    expectFailure(
      """
      Expected to receive .path(.element(id: #1, action: .loaded("all about owls"))), but no effect \
      has sent anything.
      In flight:
        "load" (effect 1, started by action 1: .path(.element(id: #0, action: .appeared)))
      Cancelled were:
        "load" (effect 2, started by action 2: .path(.element(id: #1, action: .appeared)))
          when .path(.element(id: #1, action: .back)) was reduced
      Likely causes: the effect was not started, was cancelled, or waits for time to pass.
      Suggestion: advance by 1.0 seconds, when the next sleeper wakes, or correct the reducer.
      """
    ) { store.receive(.equal(.page(1, .loaded("all about owls")))) }
    store.advance(by: .seconds(1))
    store.skipReceived()
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
      Suggestion: leave this `receive` out, or correct the reducer.
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
      Suggestion: advance the clock, receive what the effect sends, cancel it in the reducer, mark \
      one that lasts as long as its screen as `.background`, or end it with `skipInFlight()`.
      """
    ) { store.finish() }
  }
}
