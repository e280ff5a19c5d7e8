import Cairn
import CairnSimulation
import TestSupport
import Testing

/// Ways to write a reducer that wraps another. None loses the effects of its children.
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

  @Test func `a closure calls the base`() {
    expectWrapped { [log] base in
      Reduce { state, action in
        log.note("wrapped")
        return base.reduce(into: &state, action: action)
      }
    }
  }

  @Test func `a body holds a base of any type, chosen at run time`() {
    struct Wrapper: Reducer {
      let base: any Reducer<Opener.State, Opener.Action>
      let log: Log

      var body: some Reducer<Opener.State, Opener.Action> {
        base
        Reduce { _, _ in
          log.note("wrapped")
          return .none
        }
      }
    }
    for isWrapped in [false, true] {
      expectWrapped { Wrapper(base: isWrapped ? Wrapper(base: $0, log: log) : $0, log: log) }
    }
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
    struct Outer { var screen = Opener.State() }
    let issues = runtimeIssues {
      let store = simulation.counted(Outer()) { [screen = Opener(clock: simulation.clock)] in
        Reduce<Outer, Opener.Action> { screen.reduce(into: &$0.screen, action: $1) }
      }
      store.send(.sheet(.load))
      store.send(.close)
      store.cancel()
    }
    #expect(issues.count == 1)
    #expect(
      issues.first?.message.hasPrefix(
        "\"sheet\" (action 1) returned an effect of a child that the reducer does not contain (case path at"
          + " CairnTests/") == true)
    #expect(issues.first?.suggestion == "run the feature with `Scope`, `ifLet` or `forEach`.")
  }

  @Test(arguments: [false, true], [[], [Opener.Action.open]])
  func `a child's effect that a wrapper delays begins neither after the child nor in the next one`(
    isThrottled: Bool, next: [Opener.Action]
  ) {
    let issues = runtimeIssues {
      let store = delayingStore(isThrottled)
      let actions = [Opener.Action.sheet(.load), .sheet(.load), .close] + next
      for action in actions { store.send(action) }
      simulation.advance(by: .milliseconds(500))
      #expect(!store.running.contains { $0.name == "load" })
      simulation.advance(by: .seconds(2))
      #expect(store.state.received == actions.count)
    }
    #expect(issues.isEmpty)
  }

  @Test func `the effect that a wrapper delays begins in the next child that has returned it`() {
    let store = delayingStore(false)
    for action in [Opener.Action.sheet(.load), .close, .open] { store.send(action) }
    store.send(.sheet(.load))
    simulation.advance(by: .milliseconds(500))
    #expect(store.running.count { $0.name == "load" } == 1)
    // The next one is removed and presented as well.
    for action in [Opener.Action.sheet(.load), .close, .open, .close] { store.send(action) }
    simulation.drain()
    #expect(store.running.map(\.name) == ["audit"])
    simulation.advance(by: .seconds(2))
    #expect(store.running.isEmpty && store.state.received == 8)
  }

  @Test(arguments: [[], [Opener.Action.open]])
  func `a write of a child that a wrapper delays begins after the end of the child`(
    next: [Opener.Action]
  ) {
    let store = delayingStore(false)
    for action in [Opener.Action.sheet(.save), .close] + next { store.send(action) }
    simulation.advance(by: .milliseconds(500))
    #expect(store.running.map(\.name) == ["save"])
    if !next.isEmpty { store.send(.close) }
    #expect(store.running.map(\.name) == ["save"])
    simulation.advance(by: .seconds(1))
    #expect(store.running.isEmpty)
  }

  @Test(arguments: [false, true])
  func `a dismissal whose effect a wrapper delays does not end the effects of the next child`(
    isThrottled: Bool
  ) {
    let store = delayingStore(isThrottled) {
      if case .sheet(.leaveAtOnce) = $0 { true } else { false }
    }
    let actions = [Opener.Action.sheet(.leaveAtOnce), .open, .sheet(.leaveAtOnce), .open]
    for action in actions + [.sheet(.load)] { store.send(action) }
    simulation.advance(by: .milliseconds(500))
    #expect(store.running.contains { $0.name == "load" })
    simulation.advance(by: .seconds(2))
    #expect(store.state.received == 6)
  }

  /// A store whose reducer delays effects of its base for half a second: by another stage, or by a throttle that
  /// holds back all but the first.
  private func delayingStore(
    _ isThrottled: Bool,
    _ isDelayed: @escaping @Sendable (Opener.Action) -> Bool = {
      if case .sheet = $0 { true } else { false }
    }
  ) -> Store<Opener.State, Opener.Action> {
    let (base, clock) = (Opener(clock: simulation.clock), simulation.clock)
    return simulation.counted(Opener.State()) {
      Reduce<Opener.State, Opener.Action> { state, action in
        let effect = base.reduce(into: &state, action: action)
        guard isDelayed(action) else { return effect }
        guard !isThrottled else {
          return effect.throttled(
            id: "audit", for: .milliseconds(500), on: clock, latest: true)
        }
        return .concatenate(
          .run(name: "audit") { _ in try await clock.sleep(for: .milliseconds(500)) }, effect)
      }
    }
  }

  /// Checks the refusal of actions, both dismissals and the end of effects.
  private func expectWrapped<Wrapper: Reducer<Opener.State, Opener.Action>>(
    sourceLocation: SourceLocation = #_sourceLocation, _ wrap: (Opener) -> Wrapper
  ) {
    let wrapper = wrap(Opener(clock: simulation.clock))
    var seen: [String] = []
    let issues = runtimeIssues {
      let store = simulation.counted(Opener.State()) { wrapper }
      func send(_ action: Opener.Action) {
        store.send(action)
        let loads = store.running.count { $0.name == "load" }
        seen.append("\(store.state.isClosed ? "closed" : "open"), \(loads)")
      }
      for action in [Opener.Action.close, .sheet(.leave), .sheet(.leaveAtOnce)] {
        store.send(.open)
        send(.sheet(.load))
        send(action)
      }
      simulation.drain()
      store.send(.sheet(.load))
      seen.append("received \(store.state.received)")
    }
    let ends = Array(repeating: ["open, 1", "closed, 0"], count: 3).flatMap(\.self)
    #expect(seen == ends + ["received 10"], sourceLocation: sourceLocation)
    #expect(
      issues.map(\.message) == [
        "\"sheet\" (action 12) is for a screen that is not there: \\State.sheet is nil: it was dismissed,"
          + " or never shown."
      ], sourceLocation: sourceLocation)
    #expect(log.all.contains("wrapped"), sourceLocation: sourceLocation)
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

struct Popover: Reducer {
  struct State {}
  enum Action: Sendable { case load, loaded, save, leave, leaveAtOnce }
  let clock: any Clock<Duration>

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .load:
      .run(name: "load") { [clock] send in
        try await clock.sleep(for: .seconds(1))
        await send(.loaded)
      }
    case .loaded: .none
    case .save:
      .outliving(name: "save", input: 0) { [clock] _, _ in
        try await clock.sleep(for: .seconds(1))
      }
    case .leave: .concatenate(.send(.loaded), .dismiss)
    case .leaveAtOnce: .dismiss
    }
  }
}

struct Opener: Reducer {
  struct State {
    var sheet: Popover.State? = Popover.State()
    var received = 0
    var isClosed: Bool { sheet == nil }
  }
  enum Action: Sendable, CasePathable {
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
    .ifLet(\.sheet, .sheet) { Popover(clock: clock) }
  }
}
