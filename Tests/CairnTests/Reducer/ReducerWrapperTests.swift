import Cairn
import CairnSimulation
import Testing

/// Reducers that wrap others by hand.
@Suite(.leavesNothing, .timeLimit(.minutes(10))) struct ReducerWrapperTests {
  private let simulation = Simulation()

  private struct Sheet: Reducer {
    struct State {}
    enum Action: Sendable { case load, loaded, leave }

    let clock: any Clock<Duration>

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .load:
        .run(name: "load") { [clock] send in
          try await clock.sleep(for: .seconds(1))
          await send(.loaded)
        }
      case .loaded: .none
      case .leave: .concatenate(.send(.loaded), .dismiss)
      }
    }
  }

  private struct Screen: Reducer {
    struct State { var sheet: Sheet.State? = Sheet.State() }
    enum Action: Sendable {
      case sheet(Sheet.Action)
      case close
    }

    let clock: any Clock<Duration>

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .close = action { state.sheet = nil }
        return .none
      }
      .ifLet(
        \.sheet,
        CasePath(Action.sheet) { if case .sheet(let action) = $0 { action } else { nil } }
      ) { Sheet(clock: clock) }
    }
  }

  /// Forwards by itself.
  private struct Wrapper<Base: Reducer>: ReducerWrapper {
    let base: Base

    func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
      base.reduce(into: &state, action: action)
    }
  }

  /// Does not forward.
  private struct Forgetful<Base: Reducer>: Reducer {
    let base: Base

    func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
      base.reduce(into: &state, action: action)
    }
  }

  @Test func `a wrapper ends the effects of its children, and refuses their actions`() {
    let issues = runtimeIssues {
      let store = simulation.counted(Screen.State()) { [simulation] in
        Wrapper(base: Screen(clock: simulation.clock))
      }
      store.send(.sheet(.load))
      #expect(store.running.count == 1)
      store.send(.close)
      #expect(store.running.isEmpty)
    }
    #expect(issues.isEmpty)
    let refused = runtimeIssues {
      let store = simulation.counted(Screen.State(sheet: nil)) { [simulation] in
        Wrapper(base: Screen(clock: simulation.clock))
      }
      store.send(.sheet(.load))
    }
    #expect(
      refused.map(\.message) == [
        "\"sheet\" (action 1) is for a screen that is not there: \\State.sheet is nil: it was dismissed,"
          + " or never shown."
      ])
  }

  @Test func `a wrapper dismisses its children, and one that does not forward is reported`() {
    let store = simulation.counted(Screen.State()) { [simulation] in
      Wrapper(base: Screen(clock: simulation.clock))
    }
    store.send(.sheet(.leave))
    #expect(store.state.sheet == nil)

    let issues = runtimeIssues {
      let store = simulation.counted(Screen.State()) { [simulation] in
        Forgetful(base: Screen(clock: simulation.clock))
      }
      store.send(.sheet(.leave))
      #expect(store.state.sheet != nil)
    }
    #expect(
      issues.map(\.message).last
        == "An effect of \"sheet\" dismissed its feature, and nothing around the feature can dismiss it."
    )
  }

  @Test func `a wrapper that does not forward is reported, once for an effect`() {
    let issues = runtimeIssues {
      let store = simulation.counted(Screen.State()) { [simulation] in
        Forgetful(base: Screen(clock: simulation.clock))
      }
      store.send(.sheet(.load))
      store.send(.close)
      store.cancel()
    }
    #expect(issues.count == 1)
    #expect(
      issues.first?.message.hasPrefix(
        "\"sheet\" (action 1) returned an effect of a child that the reducer does not contain (case path at"
          + " CairnTests/ReducerWrapperTests.swift:") == true)
    #expect(issues.first?.suggestion.hasPrefix("conform the wrapper to `ReducerWrapper`") == true)
  }
}
