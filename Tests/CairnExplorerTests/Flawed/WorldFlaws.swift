import Cairn
import CairnApp
import CairnSimulation

// Work without end at one instant.

/// Two effects start each other.
enum PingPong: Flawed {
  static let property = AppProperty<State>.settles
  static let buttons = ["start"]

  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action> {
    switch action {
    case .press, .done("pong"): .run(name: "ping") { send in await send(.done("ping")) }
    case .done("ping"): .run(name: "pong") { send in await send(.done("pong")) }
    default: .none
    }
  }
}

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

/// Two actions follow each other, without an effect in between.
enum FollowUps: Flawed {
  static let property = AppProperty<State>.settles
  static let buttons = ["format"]

  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action> {
    switch action {
    case .press, .done("shown"): .send(.done("formatted"))
    case .done("formatted"): .send(.done("shown"))
    default: .none
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

// Dependence on more than the launch.

/// The reducer draws a number.
enum DrawnNumber: Flawed {
  static let property = AppProperty<State>.always("a number up to a billion") {
    $0.count <= 1_000_000_000
  }
  static let undecided: String? = "a replay differs from the search"
  static let buttons = ["draw"]

  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action> {
    switch action {
    case .press where state.count == 0 && world.isMended:
      return .run(name: "draw") { send in
        await send(.number(world.choices.choose("draw", ["first": 1, "last": 1_000_000_000])))
      }
    case .press where state.count == 0: state.count = .random(in: 1...1_000_000_000)
    case .number(let number): state.count = number
    default: break
    }
    return .none
  }
}

/// A counter outside of the memory of the launch counts the presses; the third one breaks.
enum HiddenCounter: Flawed {
  static let property = AppProperty<State>.never("a broken press") { $0["broken"] }
  static let undecided: String? = "a replay differs from the search"
  static let buttons = ["press"]

  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action> {
    guard case .press = action else { return .none }
    state["on"].toggle()
    let count = world.hidden.withLock { count in
      count += 1
      return count
    }
    if count == 3 { state["broken"] = true }
    return .none
  }
}

/// An object in the state is changed in place, in all copies of the state.
enum ChangedObject: Flawed {
  static let property = AppProperty<State>.never("a third press") { $0.object?.count == 3 }
  static let buttons = ["press"]

  static func start(in world: World) -> State { State(object: FlawedObject()) }

  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action> {
    if case .press = action, let object = state.object, object.count < 3 { object.count += 1 }
    return .none
  }
}

/// An effect reads the time of the machine.
enum MachineTime: Flawed {
  static let property = AppProperty<State>.never("a time before the launch") { $0.number < 0 }
  static let undecided: String? = "a replay differs from the search"
  static let buttons = ["stamp"]
  private static let launch = ContinuousClock.now

  static func start(in world: World) -> State {
    _ = launch
    return State()
  }

  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action> {
    switch action {
    case .press where state.count == 0:
      return .run(name: "stamp") { send in await send(.time(.now - launch)) }
    case .time(let time): (state.count, state.number) = (1, time / .nanoseconds(1))
    default: break
    }
    return .none
  }
}

/// The order of a set is shown.
enum SetOrder: Flawed {
  static let property = AppProperty<State>.always("a list begins with a tag") {
    $0.text.isEmpty || $0.text.hasPrefix("tag")
  }
  static let undecided: String? = "a replay differs from the search"
  static let buttons = ["list"]

  static func start(in world: World) -> State {
    State(flags: Set((0..<24).map { "tag \($0)" }))
  }

  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action> {
    if case .press = action { state.text = state.flags.joined(separator: " ") }
    return .none
  }
}

// Restarts.

/// A draft is shown as saved before it is written.
enum EarlySaved: Flawed {
  static let property = AppProperty<State>.step("a restart keeps what is saved") {
    before, step, after in
    step != .restart || !before["saved"] || after["saved"]
  }
  static let buttons = ["save"]

  static func start(in world: World) -> State { State(flags: world["draft"] == 1 ? ["saved"] : []) }

  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action> {
    switch action {
    case .press where !state["busy"] && !state["saved"]:
      state["busy"] = true
      state["saved"] = !world.isMended
      return .run(name: "save") { send in
        try await world.clock.sleep(for: .seconds(1))
        world.disk.withLock { $0["draft"] = 1 }
        await send(.done("saved"))
      }
    case .done:
      state["busy"] = false
      state["saved"] = true
    default: break
    }
    return .none
  }
}

/// A sign-out keeps the stored session.
enum KeptSession: Flawed {
  static let property = AppProperty<State>.step("a restart signs nobody in") {
    before, step, after in
    step != .restart || before["in"] || !after["in"]
  }
  static let buttons = ["sign-in", "sign-out"]

  static func start(in world: World) -> State { State(flags: world["session"] == 1 ? ["in"] : []) }

  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action> {
    switch action {
    case .press("sign-in"):
      return .run(name: "sign-in") { send in
        world.disk.withLock { $0["session"] = 1 }
        await send(.done("in"))
      }
    case .done("in"): state["in"] = true
    case .press("sign-out"): state["in"] = false
    default: break
    }
    return .none
  }
}

/// A restart between two writes leaves a transfer half done.
enum HalfTransfer: Flawed {
  static let property = AppProperty<State>.always("the sum is two") { $0.count + $0.other == 2 }
  static let buttons = ["transfer"]

  static func start(in world: World) -> State {
    State(count: 2 - world["taken"], other: world["given"])
  }

  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action> {
    switch action {
    case .press where state.count == 2 && !state["busy"]:
      state["busy"] = true
      return .run(name: "transfer") { send in
        world.disk.withLock { $0["taken"] = 1 }
        try await world.clock.sleep(for: .seconds(1))
        world.disk.withLock { $0["given"] = 1 }
        await send(.done("transferred"))
      }
    case .done: (state.count, state.other) = (1, 1)
    default: break
    }
    return .none
  }
}

/// A lock on the disk is not released by a restart, and nothing else releases it.
enum HeldLock: Flawed {
  static let property = AppProperty<State>.noDeadEnd()
  static let buttons = ["work"]

  static func start(in world: World) -> State {
    State(flags: world["lock"] == 1 ? ["locked"] : [])
  }

  static func refusal(of button: String, in state: State) -> String? {
    state["locked"] ? "it is locked" : nil
  }

  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action> {
    switch action {
    case .press where !state["locked"]:
      state["locked"] = true
      return .run(name: "work") { send in
        world.disk.withLock { $0["lock"] = 1 }
        try await world.clock.sleep(for: .seconds(1))
        world.disk.withLock { $0["lock"] = nil }
        await send(.done("worked"))
      }
    case .done: state["locked"] = false
    default: break
    }
    return .none
  }
}

/// A stored job is done again after a restart, although its charge was made.
enum RepeatedJob: Flawed {
  static let property = AppProperty<State>.never("a second charge") { $0.count > 1 }
  static let buttons = ["pay"]
  static let firstAction: Action? = .done("resume")

  static func start(in world: World) -> State { State(count: world["charges"]) }

  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action> {
    switch action {
    case .press where !state["busy"] && state.count == 0:
      state["busy"] = true
      return .run(name: "pay") { send in
        world.disk.withLock { $0["job"] = 1 }
        try await charge(world, send)
      }
    case .done("resume"):
      return .run(name: "resume") { send in
        if world["job"] == 1, world["charges"] < 2 { try await charge(world, send) }
      }
    case .number(let charges):
      state["busy"] = false
      state.count = charges
    default: break
    }
    return .none
  }

  nonisolated(nonsending) private static func charge(
    _ world: World, _ send: Send<Action>
  ) async throws {
    world.disk.withLock { $0["charges", default: 0] += 1 }
    try await world.choices.sleep(for: .zero ... .seconds(1))
    world.disk.withLock { $0["job"] = 0 }
    await send(.number(world["charges"]))
  }
}
