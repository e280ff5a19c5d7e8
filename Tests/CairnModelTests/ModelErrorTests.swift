import Cairn
import CairnModel
import Testing

/// What cannot be explored, word for word.
@Suite struct ModelErrorTests {
  private func message(_ actions: Machine.Action...) throws -> String {
    let model = Model(0, reducer: Machine()) {
      $0 == 0 ? [.start] + actions : actions
    }
    return try #require(throws: ModelError.self) { try model.explore() }.description
  }

  @Test func `follow-ups belong to the action that they follow`() throws {
    let model = Model(9, reducer: Machine()) { _ in
      [.start]
    }
    let exploration = try model.explore()
    #expect(exploration.allStates == [9, 0])
    #expect(exploration.transitions == 2)
  }

  @Test func `asynchronous work is refused`() throws {
    #expect(
      try message(.fetch) == """
        The effect "fetch" is asynchronous work, and a bare model has nowhere to run it.
        Likely causes:
          - the reducer is one of an app, whose effects reach services or a clock
        Suggestion: let the reducer of the model return nothing but `.none` and `.send`, and make \
        what the effect replies an action that is possible while it is awaited.
        The actions that led there: .fetch
        """)
  }

  @Test func `follow-ups without an end are refused`() throws {
    #expect(
      try message(.ping) == """
        An action has more than 100000 follow-ups, and may have no end of them.
        Likely causes:
          - an action sends itself, or two send each other
        Suggestion: let the chain of `.send` end, or make its next link an action of the model.
        The actions that led there: .ping
        """)
  }

  @Test func `a dismissal that nothing can follow is refused`() throws {
    #expect(
      try message(.dismiss) == """
        An action returned `.dismiss`, and nothing around the feature can dismiss it.
        Likely causes:
          - the feature is the root of the model
        Suggestion: explore the feature inside the one that presents it.
        The actions that led there: .dismiss
        """)
  }

  @Test func `an action for a screen that is not there is refused`() throws {
    let model = Model(Sheet.State(sheet: 1), reducer: Sheet()) { _ in
      [.close, .sheet(.fetch)]
    }
    let error = try #require(throws: ModelError.self) { try model.explore() }
    #expect(error.actions == [".close", ".sheet(.fetch)"])
    #expect(error.issue.message.hasPrefix("An action is for a screen that is not there: "))
    #expect(error.issue.suggestion == "offer the action only while its screen is in the state.")
  }
}

private struct Sheet: Reducer {
  struct State: Hashable {
    var sheet: Int?
  }

  enum Action {
    case close
    case sheet(Machine.Action)
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .close = action { state.sheet = nil }
      return .none
    }
    .ifLet(\.sheet, .sheet) { Quiet() }
  }
}

private struct Quiet: Reducer {
  func reduce(into state: inout Int, action: Machine.Action) -> Effect<Machine.Action> { .none }
}

extension CasePath<Sheet.Action, Machine.Action> {
  fileprivate static var sheet: Self {
    Self(Sheet.Action.sheet) { if case .sheet(let action) = $0 { action } else { nil } }
  }
}

private struct Machine: Reducer {
  enum Action {
    case start, countDown, fetch, ping, dismiss
  }

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
