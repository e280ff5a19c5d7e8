import Cairn
import CairnApp
import CairnSimulation

// Work without end at one instant.

extension Flaw {
  static let pingPong = Flaw("Two effects start each other.", .settles, ["start"]) { _, action, _ in
    switch action {
    case .press, .done("pong"): .run(name: "ping") { send in await send(.done("ping")) }
    case .done("ping"): .run(name: "pong") { send in await send(.done("pong")) }
    default: .none
    }
  }

  static let hastyRetry = Flaw(
    "A failure is retried at once, any number of times.", .settles, ["save"]
  ) { state, action, world in
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

  static let followUps = Flaw(
    "Two actions follow each other, without an effect in between.", .settles, ["format"]
  ) { _, action, _ in
    switch action {
    case .press, .done("shown"): .send(.done("formatted"))
    case .done("formatted"): .send(.done("shown"))
    default: .none
    }
  }

  static let followUpsInFlight = Flaw(
    "Two actions follow each other while an effect is in flight.", .settles, ["load", "format"]
  ) { state, action, world in
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

  static let chosenRetry = Flaw(
    "A request that fails is sent again at once, as often as it fails.", .settles, ["save"],
    isUnplayable: true
  ) { _, action, world in
    switch action {
    case .press, .done("offline"):
      .run(name: "save") { send in
        await send(.done(world.choices.choose("save", ["saved": "saved", "offline": "offline"])))
      }
    default: .none
    }
  }

  static let spinningWait = Flaw(
    "An effect waits in a loop for a file that nobody writes.", .settles, ["open"]
  ) { _, action, world in
    guard case .press = action else { return .none }
    return .run(name: "open") { send in
      while world["file"] == 0 { await Task.yield() }
      await send(.done("open"))
    }
  }

  static let endlessSequence = Flaw(
    "A sequence always has a next element.", .settles, ["observe"], isUnplayable: true
  ) { _, action, _ in
    guard case .press = action else { return .none }
    return .stream(of: Zeros(), name: "observe") { .number($0) }
  }

  private struct Zeros: AsyncSequence, AsyncIteratorProtocol, Sendable {
    func makeAsyncIterator() -> Zeros { self }
    mutating func next() async -> Int? { Task.isCancelled ? nil : 0 }
  }
}

// Dependence on more than the launch.

extension Flaw {
  private static let differs = "a replay differs from the search"

  static let drawnNumber = Flaw(
    "The reducer draws a number.",
    .always("a number up to a billion") { $0.count <= 1_000_000_000 }, ["draw"], undecided: differs
  ) { state, action, world in
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

  static let hiddenCounter = Flaw(
    "A counter outside of the memory of the launch counts the presses; the third one breaks.",
    .never("a broken press") { $0["broken"] }, ["press"], undecided: differs
  ) { state, action, world in
    guard case .press = action else { return .none }
    state["on"].toggle()
    let count = world.hidden.withLock { count in
      count += 1
      return count
    }
    if count == 3 { state["broken"] = true }
    return .none
  }

  static let changedObject = Flaw(
    "An object in the state is changed in place, in all copies of the state.",
    .never("a third press") { $0.object?.count == 3 }, ["press"],
    start: { _ in State(object: FlawedObject()) },
    reduce: { state, action, _ in
      if case .press = action, let object = state.object, object.count < 3 { object.count += 1 }
      return .none
    })

  static let machineTime = Flaw(
    "An effect reads the time of the machine.",
    .never("a time before the launch") { $0.number < 0 }, ["stamp"], undecided: differs,
    start: { _ in
      _ = launch
      return State()
    },
    reduce: { state, action, _ in
      switch action {
      case .press where state.count == 0:
        return .run(name: "stamp") { send in await send(.time(.now - launch)) }
      case .time(let time): (state.count, state.number) = (1, time / .nanoseconds(1))
      default: break
      }
      return .none
    })

  private static let launch = ContinuousClock.now

  static let setOrder = Flaw(
    "The order of a set is shown.",
    .always("a list begins with a tag") { $0.text.isEmpty || $0.text.hasPrefix("tag") }, ["list"],
    undecided: differs, start: { _ in State(flags: Set((0..<24).map { "tag \($0)" })) },
    reduce: { state, action, _ in
      if case .press = action { state.text = state.flags.joined(separator: " ") }
      return .none
    })
}

// Restarts.

extension Flaw {
  static let earlySaved = Flaw(
    "A draft is shown as saved before it is written.",
    .step("a restart keeps what is saved") { $1 != .restart || !$0["saved"] || $2["saved"] },
    ["save"], start: { State(flags: $0["draft"] == 1 ? ["saved"] : []) },
    reduce: { state, action, world in
      switch action {
      case .press where !state["busy"] && !state["saved"]:
        state["busy"] = true
        state["saved"] = !world.isMended
        return .run(name: "save") { send in
          try await world.clock.sleep(for: .seconds(1))
          world["draft"] = 1
          await send(.done("saved"))
        }
      case .done: (state["busy"], state["saved"]) = (false, true)
      default: break
      }
      return .none
    })

  static let keptSession = Flaw(
    "A sign-out keeps the stored session.",
    .step("a restart signs nobody in") { $1 != .restart || $0["in"] || !$2["in"] },
    ["sign-in", "sign-out"], start: { State(flags: $0["session"] == 1 ? ["in"] : []) },
    reduce: { state, action, world in
      switch action {
      case .press("sign-in"):
        return .run(name: "sign-in") { send in
          world["session"] = 1
          await send(.done("in"))
        }
      case .done("in"): state["in"] = true
      case .press("sign-out"): state["in"] = false
      default: break
      }
      return .none
    })

  static let halfTransfer = Flaw(
    "A restart between two writes leaves a transfer half done.",
    .always("the sum is two") { $0.count + $0.other == 2 }, ["transfer"],
    start: { State(count: 2 - $0["taken"], other: $0["given"]) },
    reduce: { state, action, world in
      switch action {
      case .press where state.count == 2 && !state["busy"]:
        state["busy"] = true
        return .run(name: "transfer") { send in
          world["taken"] = 1
          try await world.clock.sleep(for: .seconds(1))
          world["given"] = 1
          await send(.done("transferred"))
        }
      case .done: (state.count, state.other) = (1, 1)
      default: break
      }
      return .none
    })

  static let heldLock = Flaw(
    "A lock on the disk is not released by a restart, and nothing else releases it.",
    .noDeadEnd(), ["work"], start: { State(flags: $0["lock"] == 1 ? ["locked"] : []) },
    refusal: { $1["locked"] ? "it is locked" : nil },
    reduce: { state, action, world in
      switch action {
      case .press where !state["locked"]:
        state["locked"] = true
        return .run(name: "work") { send in
          world["lock"] = 1
          try await world.clock.sleep(for: .seconds(1))
          world.disk.withLock { $0["lock"] = nil }
          await send(.done("worked"))
        }
      case .done: state["locked"] = false
      default: break
      }
      return .none
    })

  static let repeatedJob = Flaw(
    "A stored job is done again after a restart, although its charge was made.",
    .never("a second charge") { $0.count > 1 }, ["pay"], firstAction: .done("resume"),
    start: { State(count: $0["charges"]) },
    reduce: { state, action, world in
      switch action {
      case .press where !state["busy"] && state.count == 0:
        state["busy"] = true
        return .run(name: "pay") { send in
          world["job"] = 1
          try await charge(world, send)
        }
      case .done("resume"):
        return .run(name: "resume") { send in
          if world["job"] == 1, world["charges"] < 2 { try await charge(world, send) }
        }
      case .number(let charges): (state["busy"], state.count) = (false, charges)
      default: break
      }
      return .none
    })

  nonisolated(nonsending) private static func charge(
    _ world: World, _ send: Send<Action>
  ) async throws {
    world.disk.withLock { $0["charges", default: 0] += 1 }
    try await world.choices.sleep(for: .zero ... .seconds(1))
    world["job"] = 0
    await send(.number(world["charges"]))
  }
}
