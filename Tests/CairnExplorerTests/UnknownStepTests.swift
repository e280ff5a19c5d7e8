import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import CairnSimulation
import TestSupport
import Testing

/// A verdict that a search does not know is not given.
@Suite struct UnknownStepTests {
  @Test(.gate, arguments: Late.starts)
  func `a step that reads the clock is tried at other times`(_ start: String) throws {
    let exploration = try AppModel<Late>(start: start).explore(within: Bounds(states: 500))
    let verdict = try #require(exploration["never late"])
    #expect(verdict.result != .proved, "\(exploration)")
    guard verdict.result == .refuted else { return }
    #expect(try exploration.playedTrail(of: "never late") != nil)
  }

  @Test func `an effect with an input may act differently at each time`() throws {
    let exploration = try AppModel<Late>(start: "input").explore(
      checking: [.noRuntimeIssue, .never("late") { $0.isLate }])
    #expect(exploration.verdicts.prefix(2).map(\.result) == [.proved, .refuted], "\(exploration)")
  }

  @Test func `the header names the times of steps that read the clock`() throws {
    let header = try AppModel<Late>(start: "reducer").explore().description
    #expect(
      header.contains(
        "\"go\", tried at its earliest time, and later by 5ms, 0.00999s, 1s, 1 day, 3652 days\n"),
      "\(header)")
    #expect(
      header.contains(
        "\nnot tried: other times of these steps, such as those after a quick answer, those"
          + " of longer paths with effects in flight, and a third late one on a shortest path\n"))
  }

  @Test func `a step is not known a second after an earlier time to which a longer path leads`()
    throws
  {
    // "ready" is found a day after the start, in one step, and two steps reach it at once.
    let question = Question("check confirm load") { button, state, world in
      func time() -> Duration { (world.clock as? VirtualClock)?.now.offset ?? .zero }
      switch (button, state.text) {
      case ("check", ""): state.noted = [time() < .seconds(60) ? "early" : "ready"]
      case ("confirm", "early"): state.noted = ["ready"]
      case ("load", "ready"):
        let isCached = (Duration.seconds(1) ... .seconds(60)).contains(time())
        state.noted = [isCached ? "cached" : "fetched"]
      default: break
      }
      return .none
    }
    let found = try question.asked { model in
      try model.explore(checking: [.never("cached") { $0.text == "cached" }])
    }
    let gap =
      "unknown: > load on the screen probe: its result depends on a time that was not tried"
    #expect(found.verdicts.map(\.result) == [.inconclusive(.unknown(gap))], "\(found)")
  }

  @Test(.gate, arguments: Endless.starts)
  func `work that does not end within an instant is found`(_ kind: String) throws {
    let exploration = try AppModel<Endless>(start: kind).explore(
      checking: [
        .settles, .everyReduction("two") { $0 != 2 }, .always("quiet") { $0 < 100 },
      ], within: Bounds(states: 1_000))
    #expect(exploration.verdicts.prefix(2).map(\.result) == [.refuted, .refuted], "\(exploration)")
    #expect(exploration.verdicts[2].result != .proved, "\(exploration)")
    #expect(try exploration.playedTrail(of: "settles: every effect ends if left alone") != nil)
  }

  @Test func `a start whose work does not end is refuted, with the reason`() throws {
    let question = Question("", first: "again") { button, _, _ in
      .run(name: button) { send in await send(.press(button)) }
    }
    let exploration = try question.asked { try $0.explore() }
    #expect(exploration.refuted == ["no step crashes"], "\(exploration)")
    let reason = "its work does not end, although no time passes"
    #expect(exploration["no step crashes"]?.remark == reason, "\(exploration)")
  }

  @Test func `a search that does not know every outcome has not visited everything`() throws {
    let exploration = try AppModel<Endless>.bare(start: "sends").explore(checking: [])
    let gap = "not everything was visited: not every outcome of a step is known"
    #expect(exploration.limit == nil && exploration.description.contains(gap), "\(exploration)")
    #expect(!exploration.graph(by: .state).isComplete && !exploration.graph(by: .screen).isComplete)
  }

  @Test(arguments: Window.starts)
  func `screens that depend on more than the state are the reason`(_ start: String) throws {
    var model = AppModel<Window>.bare(start: start)
    model.check = .none
    let exploration = try model.explore(checking: [.always("") { _ in true }])
    let reason =
      "unknown: every step on the screen window: its screens depend on more than the state: they read the"
      + " clock or memory, or make a choice"
    #expect(exploration.verdicts.first?.result == .inconclusive(.unknown(reason)), "\(exploration)")
  }

  @Test func `an app that chooses when it is launched is proved nothing`() throws {
    let exploration = try AppModel<Lottery>.bare().explore(
      checking: [
        .never("a prize") { $0 == 5 }, .never("a ticket") { $0 == 1 }, .noDeadEnd(),
      ])
    let reason =
      "unknown: every step on the screen lottery: the launch makes a choice, and other answers were"
      + " not tried"
    #expect(
      exploration.verdicts.map(\.result)
        == [.inconclusive(.unknown(reason)), .refuted, .refuted],
      "\(exploration)")
  }
}

extension UnknownStepTests {
  @Test func `effects that act differently are reported beside work that does not end`() throws {
    // Both are unknown in the first state.
    let question = Question("spin one two") { button, state, world in
      if button == "spin" { return state.pressed.isEmpty ? .send(.press(button)) : .none }
      state.pressed.insert(button)
      return .run(name: "load", input: 1) { _, send in
        await send(.note(button))
        try await world.clock.sleep(for: .seconds(1))
      }
    }
    try question.asked { model in
      var model = model
      model.check = .none
      let exploration = try model.explore(checking: [.never("three") { $0.noted.count == 3 }])
      #expect(exploration.refuted == ["no runtime issue"], "\(exploration)")
    }
  }

  @Test func `a random walk that begins with a violation has a trail that is played`() throws {
    var model = AppModel<Lottery>.bare()
    model.walks = RandomWalks(count: 20)
    let prize = AppProperty<Int>.never("a prize") { $0 == 5 }
    let exploration = try model.explore(checking: [prize])
    #expect(exploration.steps(of: prize.name) == ["@ idle"], "\(exploration)")
    #expect(try exploration.playedTrail(of: prize.name, checking: [prize]) != nil)
  }
}

/// Its first state is drawn.
private struct Lottery: TestApp {
  let state: Int
  let reducer = Reduce<Int, Bool> { _, _ in .none }

  init(_ launch: Launch) { state = launch.choices.choose("draw", ["ticket": 1, "prize": 5]) }

  func elements(of state: Int) -> ScreenBuilder<Bool>.Elements { Text("\(state)") }
}

/// Its screen shows a value of the world.
private struct Window: TestApp {
  static let starts = ["clock", "memory", "choice"]
  let state = 0
  let reducer = Reduce<Int, Bool> { _, _ in .none }
  private let text: @Sendable () -> String

  init(_ launch: Launch) {
    let (time, choices) = (launch.clock.stopwatch(), launch.choices)
    let memory = launch.memory.keep("dark")
    text =
      switch launch.start {
      case "clock": { "\(time())" }
      case "memory": { memory.withLock { $0 } }
      default: { choices.choose("view", ["bright": "bright", "dark": "dark"]) }
      }
  }

  func elements(of state: Int) -> ScreenBuilder<Bool>.Elements { Text(text()) }
}

extension UnknownStepTests {
  @Test func `effects with one input that act differently refute no claim about reachability`()
    throws
  {
    // `a` and `b` start effects with one input that answer differently. Only that of `b` leads to the screen b.
    let drifting = Flaw(
      "An effect depends on more than its input.", .alwaysReachable(screen: "b"),
      start: { _ in FlawedState(text: "start") },
      screens: { _, state, _ in
        let screen = Screen<Flaw.Action>(state.text, state.text) {
          if state.text == "start" { Button("go", .done("middle")) }
          if state.text == "middle" { for name in ["a", "b"] { Button(name, .press(name)) } }
        }
        return [screen]
      },
      reduce: { state, action, world in
        switch action {
        case .press(let name):
          return .run(name: "load", input: 1) { _, send in
            await send(name == "a" ? .number(0) : .done("middle"))
            try await world.clock.sleep(for: .seconds(1))
            await send(.done(name))
          }.cancellable(id: "load", cancelInFlight: true)
        case .done(let text): state.text = text
        default: break
        }
        return .none
      })
    try FlawedApp.$flaw.withValue(drifting) {
      let exploration = try AppModel<FlawedApp>.bare().explore()
      #expect(exploration.refuted == ["no runtime issue"], "\(exploration)")
    }
  }

  @Test func `actions that differ in a function alone are two actions, or nothing is proved`()
    throws
  {
    func result<Request: Asked>(
      _: Request.Type
    ) throws -> AppExploration<Asking<Request>>.Verdict.Result? {
      var model = AppModel<Asking<Request>>.bare()
      model.check = .none
      return try model.explore(checking: [.never("two") { $0.answer == 2 }])["never two"]?.result
    }
    let reason =
      "unknown: every step on the screen asking: an action contains a function, and nothing compares"
      + " functions; make it Equatable"
    #expect(try result(Opaque.self) == .inconclusive(.unknown(reason)))
    #expect(try result(Compared.self) == .refuted)
  }
}

private protocol Asked: Sendable {
  init(answer: @escaping @Sendable () -> Int)
  var answer: @Sendable () -> Int { get }
}

private struct Opaque: Asked { let answer: @Sendable () -> Int }

private struct Compared: Asked, Equatable {
  let answer: @Sendable () -> Int

  static func == (left: Self, right: Self) -> Bool { left.answer() == right.answer() }
}

/// `one` and `two` start effects whose actions differ in a function alone.
private struct Asking<Request: Asked>: TestApp {
  struct State: Hashable {
    var answer = 0
    var isBusy = false
  }

  enum Action: Sendable {
    case ask(Request)
    case answered(Int)
  }

  static var name: String { "asking" }
  let state = State()
  let reducer: Reduce<State, Action>

  init(_ launch: Launch) {
    reducer = Reduce { [clock = launch.clock] state, action in
      switch action {
      case .ask(let request) where !state.isBusy:
        state.isBusy = true
        return .later(.answered(request.answer()), "ask", on: clock)
      case .ask: break
      case .answered(let answer): state.answer = answer
      }
      return .none
    }
  }

  func elements(of state: State) -> ScreenBuilder<Action>.Elements {
    Button("one", .ask(Request { 1 }))
    Button("two", .ask(Request { 2 }))
  }
}

extension Asking.Action: Equatable where Request: Equatable {}

/// Whether `go` comes a second after `start`.
private struct Late: TestApp {
  struct State: Hashable {
    var start: Duration?
    var isLate = false
    var isWaiting = false
    var hasStarted = false
  }

  enum Action: Sendable {
    case start, wait, waited, go
    case read(Duration)
    case went(Duration)
  }

  static let properties: [AppProperty<State>] = [.never("late") { $0.isLate }]
  static let starts = ["kept", "reducer", "input"]
  let state = State()
  let reducer: Reduce<State, Action>

  init(_ launch: Launch) {
    let (start, clock, time) = (launch.start, launch.clock, launch.clock.stopwatch())
    reducer = Reduce { state, action in
      switch action {
      case .start where start == "reducer": (state.hasStarted, state.start) = (true, time())
      case .start:
        state.hasStarted = true
        return .run(name: "start") { send in
          if start == "kept" { return try await keptSleep(clock) { await send(.read($0)) } }
          await send(.read(time()))
        }
      case .read(let now): state.start = now
      case .wait:
        state.isWaiting = true
        return .later(.waited, "wait", after: .milliseconds(10), on: clock)
      case .waited: state.isWaiting = false
      case .go:
        guard state.start != nil else { return .none }
        return switch start {
        case "input": .run(name: "go", input: true) { _, send in await send(.went(time())) }
        case "reducer": .send(.went(time()))
        default: .run(name: "go") { send in await send(.went(time())) }
        }
      case .went(let now):
        if let start = state.start, now - start >= .seconds(1) { state.isLate = true }
      }
      return .none
    }
  }

  func elements(of state: State) -> ScreenBuilder<Action>.Elements {
    Button("start", disabledBecause: state.hasStarted ? "it has started" : nil, .start)
    Button("wait", disabledBecause: state.isWaiting ? "it waits" : nil, .wait)
    Button("go", .go)
  }
}

/// Uses the reading again from which the deadline of a sleep was computed.
private func keptSleep<C: Clock<Duration>>(
  _ clock: C, _ report: (Duration) async -> Void
) async throws {
  let now = clock.now
  try await clock.sleep(until: now.advanced(by: .milliseconds(100)), tolerance: nil)
  await report(now.duration(to: clock.now) * 0)
}

/// Counts one, two, one, two without end, or further and further.
private struct Endless: TestApp {
  enum Action: Sendable { case start, next, tick }

  static let starts = ["effects", "sends", "counting"]
  let state = 0
  let reducer: Reduce<Int, Action>

  init(_ launch: Launch) {
    reducer = Reduce { [start = launch.start] state, action in
      if case .tick = action { return .none }
      state = action == .start ? 1 : start == "counting" ? state + 1 : 3 - state
      return start == "sends" ? .send(.next) : .run(name: "next") { send in await send(.next) }
    }
  }

  func elements(of state: Int) -> ScreenBuilder<Action>.Elements {
    Button("start", .start)
    Button("tick", .tick)
  }
}
