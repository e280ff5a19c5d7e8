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
      case typeAndClose
      case closeFromEffect
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
        .cancellable(id: "listen")
      case .typeAndClose: return .concatenate(.send(.typed("done")), .dismiss)
      case .closeFromEffect:
        return .run(name: "close") { send in
          await send(.typed("done"))
          await send.dismiss()
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

  @Test func `a dismissal is expected after an action, an effect or a part of an effect`() {
    let store = form()
    store.send(.cancelTapped)
    store.expectDismissal()
    store.expectDismissal()
    store.finish()
    let second = form()
    second.send(.closeLater)
    second.advance(by: .seconds(1))
    second.expectDismissal()
    second.finish()
    let third = form()
    third.send(.closeFromEffect)
    third.receive(.typed("done")) { $0.text = "done" }
    third.expectDismissal()
    third.finish()
  }

  @Test func `a dismissal ends the effects of the feature and drops their actions`() {
    let store = form()
    store.send(.listen)
    store.send(.cancelTapped)
    store.expectDismissal()
    store.advance(by: .seconds(1))
    for (action, reason) in [(Form.Action.typed("heard"), "cancelled"), (.typed(""), "dropped")] {
      #expect(failures { store.receive(action) }.map { $0.contains(reason) } == [true])
    }
    store.finish()
  }

  /// A parent that shows the form.
  private struct Parent: Reducer {
    struct State: Equatable { var form: Form.State? = Form.State() }
    enum Action: Equatable { case form(Form.Action) }

    let clock: any Clock<Duration>

    var body: some ReducerOf<Self> {
      EmptyReducer().ifLet(
        \.form, CasePath(Action.form) { if case .form(let action) = $0 { action } else { nil } }
      ) { Form(clock: clock) }
    }
  }

  private func parent(_ exhaustivity: Exhaustivity = .on) -> TestStoreOf<Parent> {
    TestStore(Parent.State(), exhaustivity: exhaustivity, simulation: simulation) {
      Parent(clock: simulation.clock)
    }
  }

  @Test func `a dismissal of a child by its effect is received`() {
    for action in [Form.Action.closeFromEffect, .typeAndClose] {
      let store = parent()
      store.send(.form(action))
      store.receive(.form(.typed("done"))) { $0.form?.text = "done" }
      store.receive(.dismissal) { $0.form = nil }
      store.finish()
    }
  }

  @Test func `a dismissal of a child that is not received`() {
    let store = parent()
    store.send(.form(.typeAndClose))
    store.receive(.form(.typed("done"))) { $0.form?.text = "done" }
    expectFailure(
      """
      1 action from effects must be received before the end of the test:
        a dismissal
          by action 1, as a later stage: .form(.typeAndClose)
      Likely causes: an effect sends more actions than the test expects, or a `receive` is missing.
      Suggestion: receive these actions in this order, or skip them with `skipReceived()`.
      """
    ) { store.finish() }
    #expect(store.state.form == nil)
  }

  @Test func `a dismissal of a child that is received as an action, or not asserted`() {
    var store = parent()
    store.send(.form(.closeFromEffect))
    store.receive(.form(.typed("done"))) { $0.form?.text = "done" }
    expectFailure(
      """
      Expected to receive .form(.saved), but received and reduced another action:
        a dismissal
          by "close" (effect 1, started by action 1: .form(.closeFromEffect))
      Likely causes: the effects answer in another order, or send more actions than the test expects.
      Suggestion: receive this action here, or correct the reducer.
      """
    ) { store.receive(.form(.saved)) }
    store.finish()

    store = parent()
    store.send(.form(.typeAndClose))
    store.receive(.form(.typed("done"))) { $0.form?.text = "done" }
    expectFailure(
      """
      The state changed after an effect of .form(.typeAndClose) dismissed its feature, but the test \
      expects no change.
        - form: DismissalTests.Form.State(text: "done", isSaved: false)
        + form: nil
      Likely causes: the change is new, or the test does not assert it.
      Suggestion: pass a closure that makes this change, or correct the reducer.
      """
    ) { store.receive(.dismissal) }
    store.finish()
  }

  @Test func `with exhaustivity off, the actions before a dismissal are skipped`() {
    let store = parent(.off)
    store.send(.form(.typeAndClose))
    store.receive(.dismissal) { $0.form = nil }
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
      The feature dismissed itself by an effect of .closeLater, but the test expects no dismissal.
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
