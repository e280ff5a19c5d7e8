import Cairn
import CairnApp
import CairnSimulation

// Readings of the clock that decide.

extension Flaw {
  static let slowSignIn = work("A sign-in that takes longer than a second is refused.", "sign-in") {
    let start = $0.elapsed()
    try await $0.choices.sleep(for: .zero ... .seconds(2))
    return !$0.isMended && $0.elapsed() - start > .seconds(1)
  }

  static let quickAnswer = work("A quick answer is taken for one from a cache.", "fetch") {
    let start = $0.elapsed()
    try await $0.choices.sleep(for: .zero ... .seconds(1))
    return $0.elapsed() - start < .milliseconds(100)
  }

  static let passedDeadline = work(
    "The answer can come after the deadline that was computed before it.", "fetch"
  ) { world in
    func fetch<C: Clock<Duration>>(_ clock: C) async throws -> Bool {
      let deadline = clock.now.advanced(by: .seconds(1))
      try await world.choices.sleep(for: .zero ... .seconds(2))
      guard clock.now <= deadline else { return true }
      try await clock.sleep(until: deadline, tolerance: nil)
      return false
    }
    return try await fetch(world.clock)
  }

  static let secondLap = work(
    "The second of two waits is taken for a failure if it is the longer one.", "run"
  ) {
    let start = $0.elapsed()
    try await $0.choices.sleep(for: .zero ... .seconds(1))
    let middle = $0.elapsed()
    try await $0.choices.sleep(for: .zero ... .seconds(1))
    return $0.elapsed() - middle > middle - start
  }

  static let twoLaps = work("Two waits that are both long are too long together.", "run") {
    let start = $0.elapsed()
    try await $0.choices.sleep(for: .zero ... .seconds(1))
    _ = $0.elapsed()
    try await $0.choices.sleep(for: .zero ... .seconds(1))
    return $0.elapsed() - start > .milliseconds(1_900)
  }

  static let sameStamp = Flaw(
    "Of two replies with the same time stamp, the second one is dropped.",
    .never("a dropped reply") { $0["dropped"] }, ["left", "right"]
  ) { state, action, world in
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

  static let driftingPoll = work(
    "A poll computes each deadline from a new reading, so that it drifts.", "poll"
  ) { world in
    func poll<C: Clock<Duration>>(_ clock: C) async throws -> Bool {
      let start = clock.now
      for _ in 0..<2 {
        try await world.choices.sleep(for: .zero ... .milliseconds(100))
        try await clock.sleep(until: clock.now.advanced(by: .milliseconds(500)), tolerance: nil)
      }
      return start.duration(to: clock.now) > .milliseconds(1_120)
    }
    return try await poll(world.clock)
  }
}

// Steps that are wrong only at a late time.

extension Flaw {
  static let reducerClock = Flaw(
    "The reducer reads the clock: a session is over after ten minutes.",
    .never("an ended session") { $0["ended"] }, ["use"]
  ) { state, action, world in
    if case .press = action, world.elapsed() > .seconds(600) { state["ended"] = true }
    return .none
  }

  static let monthOldToken = token("A token is old after thirty days.", .seconds(30 * 86_400))
  static let oldToken = token(
    "An effect reads the clock: a token is old after an hour.", .seconds(3_600))

  static let secondPause = Flaw(
    "A session is warned after a pause of an hour, and ends after the next one.",
    .never("an ended session") { $0["ended"] }, ["use"]
  ) { state, action, world in
    switch action {
    case .press: return .run(name: "use") { send in await send(.time(world.elapsed())) }
    case .time(let time):
      if time - (state.time ?? .zero) > .seconds(3_600) {
        state[state["warned"] ? "ended" : "warned"] = true
      }
      state.time = time
    default: break
    }
    return .none
  }

  static let lateRequest = work(
    "A request that begins after an hour is refused: the effect keeps the time until its reply.",
    "fetch"
  ) {
    let begin = $0.elapsed()
    try await $0.choices.sleep(for: .seconds(1) ... .seconds(2))
    return begin > .seconds(3_600)
  }

  static let lateInput = Flaw(
    "An input after an hour is refused: the reducer gives the time to its effect.",
    .never("a refused input") { $0["refused"] }, ["use"]
  ) { state, action, world in
    switch action {
    case .press:
      let begin = world.elapsed()
      return .concatenate(
        world.reply("first"),
        .run(name: "use") { send in
          try await world.choices.sleep(for: .seconds(1) ... .seconds(2))
          await send(.time(begin))
        }
      ).cancellable(id: "use", cancelInFlight: true)
    case .time(let begin) where begin > .seconds(3_600): state["refused"] = true
    default: break
    }
    return .none
  }

  private static func token(_ description: String, _ age: Duration) -> Flaw {
    Flaw(description, .never("an old token") { $0["old"] }, ["use"]) { state, action, world in
      switch action {
      case .press: return .run(name: "use") { send in await send(.time(world.elapsed())) }
      case .time(let time) where time > age: state["old"] = true
      default: break
      }
      return .none
    }
  }

  static let screenClock = Flaw(
    "The screen reads the clock: it offers a button after a minute.",
    .never("an overdue press") { $0["overdue"] },
    undecided: "its screens depend on more than the state: they read the clock or memory",
    elements: { _, world in
      Button("early", .press("early"))
      if world.elapsed() > .seconds(60) { Button("overdue", .press("overdue")) }
    },
    reduce: { state, action, _ in
      if case .press("overdue") = action { state["overdue"] = true }
      return .none
    })

  static let oldCopy = Flaw(
    "The time of a stored copy is compared with the present time, also after a restart.",
    .never("an old copy") { $0["old"] }, ["store", "read"]
  ) { state, action, world in
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

  static let countdown = Flaw(
    "A countdown of two seconds goes on below zero at its third tick.",
    .never("a negative rest") { $0.count < 0 }, ["start"]
  ) { state, action, world in
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
