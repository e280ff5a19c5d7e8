import Cairn
import CairnSimulation
import Testing

/// Five ways to write a reducer that wraps another. None loses the effects of its children.
@Suite(.leavesNothing, .timeLimit(.minutes(10))) struct WrappedReducerTests {
  private let simulation = Simulation()
  private let log = Log()

  @Test func `a wrapper runs its base in its body`() {
    struct Wrapper<Base: Reducer>: Reducer {
      let base: Base
      let log: Log

      var body: some Reducer<Base.State, Base.Action> {
        base
        Reduce { _, _ in
          log.note("wrapped")
          return .none
        }
      }
    }
    expectWrapped { Wrapper(base: $0, log: log) }
  }

  @Test func `a wrapper calls its base in its reduce function`() {
    struct Wrapper<Base: Reducer>: Reducer {
      let base: Base
      let log: Log

      func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
        log.note("wrapped")
        return base.reduce(into: &state, action: action)
      }
    }
    expectWrapped { Wrapper(base: $0, log: log) }
  }

  @Test func `a closure calls the base`() {
    expectWrapped { [log] base in
      Reduce { state, action in
        log.note("wrapped")
        return base.reduce(into: &state, action: action)
      }
    }
  }

  @Test func `a wrapper holds a base of any type`() {
    struct Wrapper: Reducer {
      let base: any Reducer<Opener.State, Opener.Action>
      let log: Log

      func reduce(into state: inout Opener.State, action: Opener.Action) -> Effect<Opener.Action> {
        log.note("wrapped")
        return base.reduce(into: &state, action: action)
      }
    }
    expectWrapped { Wrapper(base: $0, log: log) }
  }

  @Test func `an operator returns the wrapper, which adds an effect to those of its base`() {
    expectWrapped { $0.noting(log) }
  }

  @Test
  func `an operator of the kernel around a base in a body sees a later dismissal of its child`() {
    struct Wrapper<Base: Reducer>: Reducer where Base.State == Opener.State {
      let base: Base
      let log: Log

      var body: some Reducer<Base.State, Base.Action> {
        base.onChange(of: \.isClosed) { [log] _, isClosed in
          Reduce { _, _ in
            log.note("closed: \(isClosed)")
            return .none
          }
        }
      }
    }
    let store = simulation.counted(Opener.State()) { [simulation, log] in
      Wrapper(base: Opener(clock: simulation.clock), log: log)
    }
    store.send(.sheet(.leave))
    #expect(log.all == ["closed: true"])
  }

  @Test func `a child that is run by hand on a part of the state is reported, once for an effect`()
  {
    struct Outer: Reducer {
      struct State { var screen = Opener.State() }

      let screen: Opener

      func reduce(into state: inout State, action: Opener.Action) -> Effect<Opener.Action> {
        screen.reduce(into: &state.screen, action: action)
      }
    }
    let issues = runtimeIssues {
      let store = simulation.counted(Outer.State()) { [simulation] in
        Outer(screen: Opener(clock: simulation.clock))
      }
      store.send(.sheet(.load))
      store.send(.close)
      store.cancel()
    }
    #expect(issues.count == 1)
    #expect(
      issues.first?.message.hasPrefix(
        "\"sheet\" (action 1) returned an effect of a child that the reducer does not contain (case path at"
          + " CairnTests/WrappedReducerTests.swift:") == true)
    #expect(issues.first?.suggestion == "run the feature with `Scope`, `ifLet` or `forEach`.")
  }

  /// Checks the refusal of actions, both dismissals and the end of effects.
  private func expectWrapped<Wrapper: Reducer<Opener.State, Opener.Action>>(
    sourceLocation: SourceLocation = #_sourceLocation, _ wrap: (Opener) -> Wrapper
  ) {
    let wrapper = wrap(Opener(clock: simulation.clock))
    let issues = runtimeIssues {
      let store = simulation.counted(Opener.State()) { wrapper }
      var loads: Int { store.running.count { $0.name == "load" } }
      store.send(.sheet(.load))
      #expect(loads == 1, sourceLocation: sourceLocation)
      store.send(.close)
      #expect(loads == 0, sourceLocation: sourceLocation)
      for action in [Popover.Action.leave, .leaveAtOnce] {
        store.send(.open)
        store.send(.sheet(.load))
        store.send(.sheet(action))
        #expect(store.state.sheet == nil, sourceLocation: sourceLocation)
        #expect(loads == 0, sourceLocation: sourceLocation)
      }
      simulation.drain()
    }
    #expect(issues.isEmpty, sourceLocation: sourceLocation)
    #expect(log.all.contains("wrapped"), sourceLocation: sourceLocation)

    let refused = runtimeIssues {
      let store = simulation.counted(Opener.State(sheet: nil)) { wrapper }
      store.send(.sheet(.load))
      #expect(store.state.received == 0, sourceLocation: sourceLocation)
    }
    #expect(
      refused.map(\.message) == [
        "\"sheet\" (action 1) is for a screen that is not there: \\State.sheet is nil: it was dismissed,"
          + " or never shown."
      ], sourceLocation: sourceLocation)
  }
}

extension Reducer {
  fileprivate func noting(_ log: Log) -> some Reducer<State, Action> {
    Noting(base: self, log: log)
  }
}

private struct Noting<Base: Reducer>: Reducer {
  let base: Base
  let log: Log

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    base.reduce(into: &state, action: action)
      .merged(with: .run(name: "note") { [log] _ in log.note("wrapped") }.background)
  }
}

private struct Popover: Reducer {
  struct State {}
  enum Action: Sendable { case load, loaded, leave, leaveAtOnce }

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
    case .leaveAtOnce: .dismiss
    }
  }
}

private struct Opener: Reducer {
  struct State {
    var sheet: Popover.State? = Popover.State()
    var received = 0
    var isClosed: Bool { sheet == nil }
  }
  enum Action: Sendable {
    case sheet(Popover.Action)
    case open, close
  }

  let clock: any Clock<Duration>

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.received += 1
      switch action {
      case .open: state.sheet = Popover.State()
      case .close: state.sheet = nil
      case .sheet: break
      }
      return .none
    }
    .ifLet(
      \.sheet, CasePath(Action.sheet) { if case .sheet(let action) = $0 { action } else { nil } }
    ) { Popover(clock: clock) }
  }
}
