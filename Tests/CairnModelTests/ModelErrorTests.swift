import Cairn
import CairnModel
import Testing

/// The errors of models that cannot be explored, word for word.
@Suite struct ModelErrorTests {
  @Test func `follow-ups belong to the action that they follow`() throws {
    let exploration = try Model(9, reducer: Machine()) { _ in [.start] }.explore()
    #expect(exploration.allStates == [9, 0])
    #expect(exploration.transitions == 2)
  }

  @Test(
    arguments: [
      (
        .fetch,
        """
        The effect "fetch" is asynchronous work, which a bare model cannot run.
        Likely causes:
          - the reducer belongs to an app, and its effects reach services or a clock
        Suggestion: return only `.none` and `.send` from the reducer of the model, and make the \
        reply of the effect an action that is possible while the reply is awaited.
        """
      ),
      (
        .ping,
        """
        An action has more than 100000 follow-ups, and possibly infinitely many.
        Likely causes:
          - an action sends itself, or two actions send each other
        Suggestion: end the chain of `.send`, or make its next link an action of the model.
        """
      ),
      (
        .dismiss,
        """
        An action returned `.dismiss`, and the feature has no parent that can dismiss it.
        Likely causes:
          - the feature is the root of the model
        Suggestion: explore the feature inside its parent.
        """
      ),
    ] as [(Machine.Action, String)])
  func `what a bare model cannot run is refused`(
    _ action: Machine.Action, message: String
  ) throws {
    let model = Model(0, reducer: Machine()) { $0 == 0 ? [.start, action] : [action] }
    let error = try #require(throws: ModelError.self) { try model.explore() }
    #expect(error.description == "\(message)\nThe actions that led to it: .\(action)")
  }

  @Test func `an action for a feature that is not present is refused`() throws {
    let model = Model(Sheet.State(sheet: 1), reducer: Sheet()) { _ in [.close, .sheet(.fetch)] }
    let error = try #require(throws: ModelError.self) { try model.explore() }
    #expect(error.actions == [".close", ".sheet(.fetch)"])
    #expect(error.issue.message.hasPrefix("An action addresses a feature that is not present: "))
    #expect(error.issue.suggestion == "list the action only while its feature is in the state.")
  }
}

private struct Sheet: Reducer {
  struct State: Hashable { var sheet: Int? }

  enum Action {
    case close
    case sheet(Machine.Action)
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .close = action { state.sheet = nil }
      return .none
    }
    .ifLet(
      \.sheet, CasePath(Action.sheet) { if case .sheet(let action) = $0 { action } else { nil } }
    ) { Reduce<Int, Machine.Action> { _, _ in .none } }
  }
}

struct Machine: Reducer {
  enum Action { case start, countDown, fetch, ping, dismiss }

  func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    switch action {
    case .start:
      state = 3
      return .send(.countDown)
    case .countDown:
      state -= 1
      return state > 0 ? .send(.countDown) : .none
    case .fetch: return .run(name: "fetch") { _ in }
    case .ping: return .send(.ping)
    case .dismiss: return .dismiss
    }
  }
}
