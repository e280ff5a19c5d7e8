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
      case listen, cancelTapped, saveTapped, saved, closeLater, typeAndClose, closeFromEffect
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

  private func form(_ exhaustivity: Exhaustivity = .on) -> TestStoreOf<Form> {
    let simulation = Simulation()
    return TestStore(Form.State(), exhaustivity: exhaustivity, simulation: simulation) {
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

    var body: some ReducerOf<Self> {
      EmptyReducer().ifLet(
        \.form, CasePath(Action.form) { if case .form(let action) = $0 { action } else { nil } }
      ) { Form(clock: Simulation().clock) }
    }
  }

  /// A parent whose form has sent that it is done, and closes.
  private func parent(_ action: Form.Action) -> TestStoreOf<Parent> {
    let store = TestStore(Parent.State()) { Parent() }
    store.send(.form(action))
    store.receive(.form(.typed("done"))) { $0.form?.text = "done" }
    return store
  }

  /// A sheet with a form that is always there: a dismissal of the form is one of the sheet.
  private struct Sheet: Reducer {
    struct State: Equatable { var form = Form.State() }
    enum Action: Equatable { case form(Form.Action) }

    let clock: any Clock<Duration>

    var body: some ReducerOf<Self> {
      Scope(
        \.form, CasePath(Action.form) { if case .form(let action) = $0 { action } else { nil } }
      ) { Form(clock: clock) }
    }
  }

  @Test(arguments: [Exhaustivity.on, .off])
  func `an effect of a part of the feature dismisses the feature`(exhaustivity: Exhaustivity) {
    for action in [Form.Action.closeFromEffect, .typeAndClose] {
      let simulation = Simulation()
      let store = TestStore(Sheet.State(), exhaustivity: exhaustivity, simulation: simulation) {
        Sheet(clock: simulation.clock)
      }
      store.send(.form(action))
      store.receive(.form(.typed("done"))) { $0.form.text = "done" }
      store.expectDismissal()
      store.finish()
    }
  }

  @Test func `a dismissal of a child by its effect is received`() {
    for action in [Form.Action.closeFromEffect, .typeAndClose] {
      let store = parent(action)
      store.receive(.dismissal) { $0.form = nil }
      #expect(store.actionCount == 3)
      store.finish()
    }
    let lenient = TestStore(Parent.State(), exhaustivity: .off) { Parent() }
    lenient.send(.form(.typeAndClose))
    lenient.receive(.dismissal) { $0.form = nil }
    lenient.finish()
  }

  @Test func `a dismissal of a child that is not received, received as an action, or not asserted`()
  {
    var store = parent(.typeAndClose)
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
    store = parent(.closeFromEffect)
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
    store = parent(.typeAndClose)
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

  @Test func `a dismissal that the test does not expect`() {
    func unexpected(_ cause: String) -> String {
      """
      The feature dismissed itself \(cause), but the test expects no dismissal.
      Likely causes: the dismissal is new, or the test does not assert it.
      Suggestion: call `expectDismissal()` next, or correct the reducer.
      """
    }
    let ends: [(TestStoreOf<Form>) -> Void] = [
      { _ in }, { $0.finish() },
      { store in
        store.advance(by: .seconds(1))
        store.finish()
      },
    ]
    for end in ends {
      expectFailure(unexpected("when .saved was reduced")) {
        let store = form()
        store.send(.saved) { $0.isSaved = true }
        end(store)
      }
    }
    expectFailure(unexpected("when .saved was reduced")) {
      let store = form()
      store.send(.saveTapped)
      store.receive(.saved) { $0.isSaved = true }
    }
    expectFailure(unexpected("by an effect of .closeLater")) {
      let store = form()
      store.send(.closeLater)
      store.advance(by: .seconds(1))
      store.finish()
    }
  }

  @Test func `a dismissal that does not happen`() {
    func missing(_ reason: String) -> String {
      """
      Expected the feature to dismiss itself, but no action has returned `.dismiss`.
      \(reason)
      Likely causes: the reducer does not return `.dismiss`, or the action that does is not yet \
      received.
      Suggestion: remove this `expectDismissal()`, or correct the reducer.
      """
    }
    let store = form()
    store.send(.listen)
    expectFailure(missing("In flight:\n  \"listen\" (effect 1, started by action 1: .listen)")) {
      store.expectDismissal()
    }
    store.skipInFlight()
    store.send(.saveTapped)
    expectFailure(
      missing(
        """
        1 action not yet received:
          .saved
            sent by "save" (effect 2, started by action 2: .saveTapped)
        """)
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

  @Test func `with exhaustivity off, a dismissal needs no assertion, and can be shown`() {
    func texts(_ exhaustivity: Exhaustivity) -> [String] {
      notes {
        let store = form(exhaustivity)
        store.send(.listen)
        store.send(.cancelTapped)
        store.finish()
      }
    }
    #expect(texts(.off) == [])
    #if compiler(>=6.3)
      #expect(
        texts(.off(showSkipped: true)) == [
          "Skipped: the feature dismissed itself when .cancelTapped was reduced."
        ])
    #endif
  }
}
