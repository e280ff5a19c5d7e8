import Cairn
import CairnApp
import CairnSimulation

// Readings of the clock that decide.

/// A sign-in that takes longer than a second is refused.
enum SlowSignIn: Flawed {
  static let property = AppProperty<State>.never("a late sign-in") { $0["late"] }
  static let buttons = ["sign-in"]

  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action> {
    switch action {
    case .press where !state["busy"]:
      state["busy"] = true
      return .run(name: "sign-in") { send in
        let start = world.elapsed()
        try await world.choices.sleep(for: .zero ... .seconds(2))
        await send(.time(world.isMended ? .zero : world.elapsed() - start))
      }
    case .time(let time):
      state["busy"] = false
      state["late"] = time > .seconds(1)
    default: break
    }
    return .none
  }
}

/// The answer can come after the deadline that was computed before it.
enum PassedDeadline: Flawed {
  static let property = AppProperty<State>.never("a passed deadline") { $0["passed"] }
  static let buttons = ["fetch"]

  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action> {
    switch action {
    case .press where !state["busy"]:
      state["busy"] = true
      return .run(name: "fetch") { send in
        let isPassed = try await fetch(world.clock, world.choices)
        await send(.done(isPassed ? "passed" : "in time"))
      }
    case .done(let text):
      state["busy"] = false
      state["passed"] = text == "passed"
    default: break
    }
    return .none
  }

  private static func fetch<C: Clock<Duration>>(_ clock: C, _ choices: Choices) async throws -> Bool
  {
    let deadline = clock.now.advanced(by: .seconds(1))
    try await choices.sleep(for: .zero ... .seconds(2))
    guard clock.now <= deadline else { return true }
    try await clock.sleep(until: deadline, tolerance: nil)
    return false
  }
}

/// The second of two waits is taken for a failure if it is the longer one.
enum SecondLap: Flawed {
  static let property = AppProperty<State>.never("a slower second lap") { $0["slower"] }
  static let buttons = ["run"]

  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action> {
    switch action {
    case .press where !state["busy"]:
      state["busy"] = true
      return .run(name: "laps") { send in
        let start = world.elapsed()
        try await world.choices.sleep(for: .zero ... .seconds(1))
        let middle = world.elapsed()
        try await world.choices.sleep(for: .zero ... .seconds(1))
        await send(.done(world.elapsed() - middle > middle - start ? "slower" : "faster"))
      }
    case .done(let text):
      state["busy"] = false
      state["slower"] = text == "slower"
    default: break
    }
    return .none
  }
}

/// Of two replies with the same time stamp, the second one is dropped.
enum SameStamp: Flawed {
  static let property = AppProperty<State>.never("a dropped reply") { $0["dropped"] }
  static let buttons = ["left", "right"]

  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action> {
    switch action {
    case .press(let side) where !state[side]:
      state[side] = true
      return .run(name: side) { send in
        try await world.choices.sleep(for: .seconds(1) ... .seconds(2))
        await send(.time(world.elapsed()))
      }
    case .time(let time):
      if time == state.time { state["dropped"] = true }
      state.time = time
    default: break
    }
    return .none
  }
}

// Steps that are wrong only at a late time.

/// A token is old after thirty days.
enum MonthOldToken: Flawed {
  static let property = AppProperty<State>.never("an old token") { $0["old"] }
  static let buttons = ["use"]

  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action> {
    switch action {
    case .press: return .run(name: "use") { send in await send(.time(world.elapsed())) }
    case .time(let time) where time > .seconds(30 * 86_400): state["old"] = true
    default: break
    }
    return .none
  }
}

/// The screen reads the clock: it offers a button after a minute.
enum ScreenClock: Flawed {
  static let property = AppProperty<State>.never("an overdue press") { $0["overdue"] }
  static let undecided: String? = "its result depends on a time that was not tried"
  static let buttons: [String] = []

  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action> {
    if case .press("overdue") = action { state["overdue"] = true }
    return .none
  }

  static func screens(of state: State, in world: World) -> [Screen<Action>] {
    [
      Screen("main", "Main") {
        Button("early", .press("early"))
        if world.elapsed() > .seconds(60) { Button("overdue", .press("overdue")) }
      }
    ]
  }
}

/// The time of a stored copy is compared with the present time, also after a restart.
enum OldCopy: Flawed {
  static let property = AppProperty<State>.never("an old copy") { $0["old"] }
  static let buttons = ["store", "read"]

  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action> {
    switch action {
    case .press("store"):
      return .run(name: "store") { send in
        let now = Int(world.elapsed() / .seconds(1))
        world.disk.withLock { if $0["stored"] == nil { $0["stored"] = now } }
        await send(.done("stored"))
      }
    case .press("read"):
      return .run(name: "read") { send in
        let now = Int(world.elapsed() / .seconds(1))
        guard let stored = world.disk.withLock({ $0["stored"] }) else { return }
        await send(.number(now - stored))
      }
    case .number(let age) where age > 3_600: state["old"] = true
    default: break
    }
    return .none
  }
}

/// A countdown of two seconds goes on below zero at its third tick.
enum Countdown: Flawed {
  static let property = AppProperty<State>.never("a negative rest") { $0.count < 0 }
  static let buttons = ["start"]

  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action> {
    switch action {
    case .press where !state["busy"]:
      state["busy"] = true
      return .run(name: "countdown") { send in
        let start = world.elapsed()
        for _ in 1...3 {
          try await world.clock.sleep(for: .seconds(1))
          let rest = 2 - Int((world.elapsed() - start) / .seconds(1))
          await send(.number(world.isMended ? max(0, rest) : rest))
        }
        try await world.clock.sleep(for: .seconds(1))
        await send(.done("end"))
      }
    case .number(let rest): state.count = rest
    case .done: (state.count, state["busy"]) = (0, false)
    default: break
    }
    return .none
  }
}

// Work without end at one instant.

/// A failure is retried at once, any number of times.
enum HastyRetry: Flawed {
  static let property = AppProperty<State>.settles
  static let buttons = ["save"]

  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action> {
    switch action {
    case .press: state.count = 0
    case .done("offline") where world.isMended && state.count == 2: return .none
    case .done("offline"): state.count = min(2, state.count + 1)
    default: return .none
    }
    return .run(name: "save") { send in
      await send(.done(world["server"] == 0 ? "offline" : "saved"))
    }
  }
}

/// Two actions follow each other while an effect is in flight.
enum FollowUpsInFlight: Flawed {
  static let property = AppProperty<State>.settles
  static let buttons = ["load", "format"]

  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action> {
    switch action {
    case .press("load") where !state["busy"]:
      state["busy"] = true
      return world.reply("loaded")
    case .done("loaded"):
      state["busy"] = false
      return .none
    case .press("format") where state["busy"], .done("shown"): return .send(.done("formatted"))
    case .done("formatted"): return .send(.done("shown"))
    default: return .none
    }
  }
}

/// A request that fails is sent again at once, as often as it fails.
enum ChosenRetry: Flawed {
  static let property = AppProperty<State>.settles
  static let isUnplayable = true
  static let buttons = ["save"]

  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action> {
    switch action {
    case .press, .done("offline"):
      .run(name: "save") { send in
        await send(.done(world.choices.choose("save", ["saved": "saved", "offline": "offline"])))
      }
    default: .none
    }
  }
}

/// An effect waits in a loop for a file that nobody writes.
enum SpinningWait: Flawed {
  static let property = AppProperty<State>.settles
  static let buttons = ["open"]

  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action> {
    guard case .press = action else { return .none }
    return .run(name: "open") { send in
      while world["file"] == 0 { await Task.yield() }
      await send(.done("open"))
    }
  }
}

/// A sequence always has a next element.
enum EndlessSequence: Flawed {
  private struct Zeros: AsyncSequence, AsyncIteratorProtocol, Sendable {
    func makeAsyncIterator() -> Zeros { self }
    mutating func next() async -> Int? { Task.isCancelled ? nil : 0 }
  }

  static let property = AppProperty<State>.settles
  static let isUnplayable = true
  static let buttons = ["observe"]

  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action> {
    guard case .press = action else { return .none }
    return .stream(of: Zeros(), name: "observe") { .number($0) }
  }
}
