import Cairn
import CairnSimulation
import CairnTesting
import Testing

/// A feature that returns `.dismiss`, tested without its parent.
@Suite struct DismissalTests {
  /// A form that dismisses itself, at once or after an effect.
  private struct Form: Reducer {
    struct State: Equatable {
      var text = ""
      var isSaved = false
    }

    enum Action: Equatable {
      case typed(String)
      case listen
      case cancelTapped
      case saveTapped
      case saved
      case closeLater
    }

    let clock: any Clock<Duration>

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .typed(let text): state.text = text
      case .listen:
        return .run(name: "listen") { [clock] send in
          while true {
            try await clock.sleep(for: .seconds(1))
            await send(.typed("heard"))
          }
        }
      case .cancelTapped: return .merge(.send(.typed("")), .dismiss)
      case .saveTapped: return .run(name: "save") { send in await send(.saved) }
      case .saved:
        state.isSaved = true
        return .dismiss
      case .closeLater:
        return .concatenate(
          .run(name: "wait") { [clock] _ in try await clock.sleep(for: .seconds(1)) }, .dismiss)
      }
      return .none
    }
  }

  private let simulation = Simulation()

  private func form(_ exhaustivity: Exhaustivity = .on) -> TestStoreOf<Form> {
    TestStore(Form.State(), exhaustivity: exhaustivity, simulation: simulation) {
      Form(clock: simulation.clock)
    }
  }

  @Test func `a dismissal is expected after an action that is sent`() {
    let store = form()
    store.send(.cancelTapped)
    store.expectDismissal()
    store.finish()
  }

  @Test func `a dismissal is expected after an action that is received`() {
    let store = form()
    store.send(.typed("x")) { $0.text = "x" }
    store.send(.saveTapped)
    store.receive(.saved) { $0.isSaved = true }
    store.expectDismissal()
    store.expectDismissal()
    store.finish()
  }

  @Test func `a dismissal is expected after the effect that it follows`() {
    let store = form()
    store.send(.closeLater)
    store.advance(by: .seconds(1))
    store.expectDismissal()
    store.finish()
  }

  @Test func `a dismissal ends the effects of the feature`() {
    let store = form()
    store.send(.listen)
    store.send(.cancelTapped)
    store.expectDismissal()
    store.advance(by: .seconds(1))
    expectFailure(
      """
      Expected to receive .typed("heard"), but the effects that could send it were cancelled:
        "listen" (effect 1, started by action 1: .listen)
          when .cancelTapped was reduced
      Likely causes: the screen of the effect was popped or dismissed, the effect was cancelled by \
      its id, or it was not started.
      Suggestion: remove this `receive`, or correct the reducer.
      """
    ) { store.receive(.typed("heard")) }
    expectFailure(
      """
      Expected to receive an action that was dropped when .cancelTapped was reduced:
        .typed("")
      Likely causes: the screen that sent it was popped or dismissed, or its effect was cancelled.
      Suggestion: remove this `receive`, or correct the reducer.
      """
    ) { store.receive(.typed("")) }
    store.finish()
  }

  private let unexpected = """
    The feature dismissed itself when .saved was reduced, but the test expects no dismissal.
    Likely causes: the dismissal is new, or the test does not assert it.
    Suggestion: call `expectDismissal()` next, or correct the reducer.
    """

  @Test func `a dismissal that the test does not expect`() {
    for finishes in [true, false] {
      expectFailure(unexpected) {
        let store = form()
        store.send(.saved) { $0.isSaved = true }
        if finishes { store.finish() }
      }
    }
    expectFailure(unexpected) {
      let store = form()
      store.send(.saved) { $0.isSaved = true }
      store.advance(by: .seconds(1))
      store.finish()
    }
    expectFailure(unexpected) {
      let store = form()
      store.send(.saveTapped)
      store.receive(.saved) { $0.isSaved = true }
    }
    expectFailure(
      """
      The feature dismissed itself when an effect ended: "wait" (effect 1, started by action 1: \
      .closeLater), but the test expects no dismissal.
      Likely causes: the dismissal is new, or the test does not assert it.
      Suggestion: call `expectDismissal()` next, or correct the reducer.
      """
    ) {
      let store = form()
      store.send(.closeLater)
      store.advance(by: .seconds(1))
      store.finish()
    }
  }

  @Test func `a dismissal that does not happen`() {
    let store = form()
    store.send(.listen)
    expectFailure(
      """
      Expected the feature to dismiss itself, but no action has returned `.dismiss`.
      In flight:
        "listen" (effect 1, started by action 1: .listen)
      Likely causes: the reducer does not return `.dismiss`, or the action that does is not yet \
      received.
      Suggestion: remove this `expectDismissal()`, or correct the reducer.
      """
    ) { store.expectDismissal() }
    store.skipInFlight()
    store.send(.saveTapped)
    expectFailure(
      """
      Expected the feature to dismiss itself, but no action has returned `.dismiss`.
      1 action not yet received:
        .saved
          sent by "save" (effect 2, started by action 2: .saveTapped)
      Likely causes: the reducer does not return `.dismiss`, or the action that does is not yet \
      received.
      Suggestion: remove this `expectDismissal()`, or correct the reducer.
      """
    ) { store.expectDismissal() }
    store.receive(.saved) { $0.isSaved = true }
    store.expectDismissal()
    store.finish()
  }

  @Test(arguments: [Exhaustivity.on, .off])
  func `an action is sent after a dismissal`(exhaustivity: Exhaustivity) {
    let store = form(exhaustivity)
    store.send(.saved) { $0.isSaved = true }
    store.expectDismissal()
    expectFailure(
      """
      .typed("x") was sent after the feature dismissed itself, and was not reduced.
      Likely causes: the test sends an action to a screen that is not shown any more.
      Suggestion: end the test after the dismissal, or correct the reducer.
      """
    ) { store.send(.typed("x")) { $0.text = "x" } }
    store.expect(\.text, "")
    store.finish()
  }

  @Test func `with exhaustivity off, a dismissal needs no assertion`() {
    let texts = notes {
      let store = form(.off)
      store.send(.listen)
      store.send(.saved)
      store.finish()
    }
    #expect(texts == [])
  }

  #if compiler(>=6.3)
    @Test func `with exhaustivity off, a dismissal is shown`() {
      let texts = notes {
        let store = form(.off(showSkipped: true))
        store.send(.cancelTapped)
        store.finish()
      }
      #expect(texts == ["Skipped: the feature dismissed itself when .cancelTapped was reduced."])
    }
  #endif
}
