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

/// A poll computes each deadline from a new reading, so that it drifts.
enum DriftingPoll: Flawed {
  static let property = AppProperty<State>.never("a drift") { $0["drifted"] }
  static let buttons = ["poll"]

  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action> {
    switch action {
    case .press where !state["busy"]:
      state["busy"] = true
      return .run(name: "poll") { send in
        let hasDrifted = try await poll(world.clock, world.choices)
        await send(.done(hasDrifted ? "drifted" : "exact"))
      }
    case .done(let text):
      state["busy"] = false
      state["drifted"] = text == "drifted"
    default: break
    }
    return .none
  }

  private static func poll<C: Clock<Duration>>(_ clock: C, _ choices: Choices) async throws -> Bool
  {
    let start = clock.now
    for _ in 0..<2 {
      try await choices.sleep(for: .zero ... .milliseconds(100))
      try await clock.sleep(until: clock.now.advanced(by: .milliseconds(500)), tolerance: nil)
    }
    return start.duration(to: clock.now) > .milliseconds(1_120)
  }
}

// Steps that are wrong only at a late time.

/// The reducer reads the clock: a session is over after ten minutes.
enum ReducerClock: Flawed {
  static let property = AppProperty<State>.never("an ended session") { $0["ended"] }
  static let buttons = ["use"]

  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action> {
    if case .press = action, world.elapsed() > .seconds(600) { state["ended"] = true }
    return .none
  }
}

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

/// An effect reads the clock: a token is old after an hour.
enum OldToken: Flawed {
  static let property = AppProperty<State>.never("an old token") { $0["old"] }
  static let buttons = ["use"]

  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action> {
    switch action {
    case .press: return .run(name: "use") { send in await send(.time(world.elapsed())) }
    case .time(let time) where time > .seconds(3_600): state["old"] = true
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
