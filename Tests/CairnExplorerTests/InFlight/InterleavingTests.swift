import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import CairnSimulation
import Testing

/// Late replies, and replies in another order than their requests.
@Suite struct InterleavingTests {
  private static let awaited = "every step: only an awaited user is signed in"
  private static let lastAsked = "never the signed-in user differs from the last requested one"

  @Test(arguments: [[], ["--uneven"]])
  func `with cancelled requests no order signs in the wrong user`(options: [String]) throws {
    let exploration = try AppModel<LogIn>.bare(options: options).explore()
    #expect(exploration.isProved, "\(exploration)")
  }

  @Test(arguments: [
    // A request continues after its cancellation.
    (
      ["--flaw=forgotten-cancel"], 3, [awaited], awaited, "", "> log-in\n> cancel\n@ 1s"
    ),
    // Replies at the same time are tried in every order.
    (
      ["--flaw=two-at-once"], 4, [lastAsked], lastAsked,
      "% choices 1/2 2/2 2/2 2/2 1/2 2/2 2/2\n", "> log-in\n> user bob\n> log-in\n@ 1s"
    ),
    // Replies at different times come in the order of their times.
    (
      ["--flaw=two-at-once", "--uneven"], 5, [awaited, lastAsked], lastAsked, "",
      "> log-in\n> user bob\n@ 1.5s\n> log-in\n@ 500ms"
    ),
    (
      ["--flaw=two-at-once", "--uneven"], 5, [awaited, lastAsked], awaited, "",
      "> log-in\n> user bob\n> log-in\n@ 1s\n@ 1s"
    ),
  ])
  func `a wrong order of replies is found, by a shortest trail that fails`(
    options: [String], depth: Int, refuted: [String], property: String, choices: String,
    steps: String
  ) throws {
    let exploration = try AppModel<LogIn>.bare(options: options)
      .explore(within: Bounds(depth: depth))
    #expect(exploration.refuted == refuted)
    #expect(
      exploration[property]?.trail?.replacing(/:"[^"]*"/, with: "") == """
        % app login
        \(choices)% options \(options.joined(separator: " "))
        # This does not hold: \(property)
        \(steps)

        """)
    let failure = try #require(try exploration.playedTrail(of: property))
    #expect(steps.hasSuffix("\n\(failure.source)") && failure.seed == nil)
    #expect(failure.problem == "login violates a property: \(property)")
  }
}

/// A log-in with a slow request. Its options select a flaw, and a service that is slower for one user than for
/// the other.
struct LogIn: TestApp, Reducer {
  enum Flaw: String, Sendable {
    /// `cancel` clears the request in the state, but does not cancel its effect.
    case forgottenCancel = "forgotten-cancel"
    /// A second request is sent while one is in flight.
    case twoAtOnce = "two-at-once"
  }

  struct State: Hashable {
    var user = "ada"
    /// The user of the last request.
    var asked: String?
    var isAwaited = false
    var signedIn: String?

    /// The reason why a log-in is not possible.
    var objection: String? { isAwaited && asked == user ? "it is in progress" : nil }
  }

  enum Action: Sendable {
    case userChanged(String)
    case logIn
    case cancel
    case replied(String)
  }

  static let options = [
    AppOption("--flaw", value: "NAME", help: "the mistake that is in it"),
    AppOption("--uneven", help: "let the service take a second longer for ada"),
  ]
  static let samples = ["user": ["ada", "bob"]]
  static let properties: [AppProperty<State>] = [
    .noRuntimeIssue,
    .step("only an awaited user is signed in") { before, _, after in
      before.isAwaited || before.signedIn == after.signedIn
    },
    .never("the signed-in user differs from the last requested one") { state in
      state.signedIn != nil && state.signedIn != state.asked
    },
  ]

  let state = State()
  let flaw: Flaw?
  let clock: any Clock<Duration>
  let isUneven: Bool
  var reducer: LogIn { self }

  init(_ launch: Launch) {
    flaw = launch.options["--flaw"].flatMap(Flaw.init)
    isUneven = launch.options.has("--uneven")
    clock = launch.clock
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .userChanged(let user): state.user = user
    case .logIn:
      guard state.signedIn == nil, state.objection == nil else { return .none }
      state.asked = state.user
      state.isAwaited = true
      let latency = Duration.seconds(isUneven && state.user == "ada" ? 2 : 1)
      return .later(.replied(state.user), "log in", after: latency, on: clock)
        .cancellable(id: "log-in", cancelInFlight: flaw != .twoAtOnce)
    case .cancel where state.isAwaited:
      state.isAwaited = false
      return flaw == .forgottenCancel ? .none : .cancel(id: "log-in")
    case .cancel: break
    case .replied(let user): (state.signedIn, state.isAwaited) = (user, false)
    }
    return .none
  }

  func elements(of state: State) -> ScreenBuilder<Action>.Elements {
    if let user = state.signedIn {
      Text("Hello \(user)!")
    } else {
      Field("user", state.user) { .userChanged($0) }
      Button("log-in", disabledBecause: state.objection, .logIn)
      Button("cancel", disabledBecause: state.isAwaited ? nil : "nothing is in progress", .cancel)
    }
  }
}

@Suite struct MeetingTests {
  @Test(arguments: ["open wait", "wait open", "open timed", "timed open"])
  func `an effect begins to wait before and after another one resumes it`(_ order: String) throws {
    let question = Question("go") { _, state, world in
      state.pressed = ["go"]
      let gate = Gate()
      let effects = order.split(separator: " ").map { name in
        Effect<ProbeAction>.run(name: "\(name)") { send in
          try await world.clock.sleep(for: .seconds(1))
          if name == "open" { return gate.open() }
          await withDiscardingTaskGroup { group in
            if name == "timed" { group.addTask { try? await world.clock.sleep(for: .seconds(3)) } }
            await gate.wait()
            group.cancelAll()
          }
          await send(.note("met"))
        }
      }
      return .merge(effects + [world.note("end", after: 2_000)])
    }
    try question.expectFound(["met end", "end"])
  }
}

/// Effects that were cancelled and go on are part of a state: they can still change memory.
@Suite struct CancelledEffectTests {
  @Test(arguments: [false, true])
  func `a cancelled effect that sleeps on is not one in flight`(_ isBackground: Bool) throws {
    let question = Self.saving { world in
      let save = Effect<ProbeAction>.run(name: "save") {
        [choices = world.choices, box = world.box] _ in
        try? await choices.sleep(for: .zero ... .seconds(1))
        box.withLock { $0 = Task.isCancelled ? "cancelled" : "finished" }
      }
      return isBackground ? save.background : save
    }
    try question.expectFound(["empty", "cancelled", "finished"])
  }

  @Test func `effects that were cancelled after different parts are told apart`() throws {
    let question = Self.saving { world in
      .run(name: "save") { [choices = world.choices, box = world.box] _ in
        try? await choices.sleep(for: .zero ... .seconds(1))
        let isEarly = Task.isCancelled
        try? await choices.sleep(for: .zero ... .seconds(1))
        let text = isEarly ? "early" : Task.isCancelled ? "late" : "whole"
        box.withLock { $0 = text }
      }
    }
    try question.expectFound(["empty", "early", "late", "whole"])
  }

  /// A save that can be cancelled at any time, and a look at the saved text that ends in the notes.
  private static func saving(
    _ save: @escaping @Sendable (ProbeWorld) -> Effect<ProbeAction>
  ) -> Question {
    Question("go cancel read") { button, state, world in
      if button == "cancel" { return .cancel(id: "save") }
      state.pressed.insert(button)
      if button == "go" { return save(world).cancellable(id: "save") }
      state.noted = [world.box.withLock { $0 }]
      return .none
    }
  }

  @Test(arguments: ["start stop", "stop start"])
  func `an effect that cancels others does so before and after they begin`(_ order: String) throws {
    let question = Question("go") { button, state, world in
      guard button == "go" else {
        return world.note("done").cancellable(id: "work")
      }
      state.pressed = ["go"]
      let effects = order.split(separator: " ").map { name in
        Effect<ProbeAction>.run(name: "\(name)") { [clock = world.clock] send in
          try await clock.sleep(for: .seconds(1))
          if name == "stop" { await send.cancel(id: "work") } else { await send(.press("work")) }
        }
      }
      return .merge(effects)
    }
    // Whether the work is done.
    try question.expect(
      .refuted, of: .atRest("done") { $0.pressed.isEmpty || $0.noted == ["done"] })
  }

  @Test func `a repeated path tells whether a cancelled effect was ready`() throws {
    // The effect is cancelled before or after it wakes, and then waits for the other one, which opens the gate.
    let question = Question("go") { _ in
      let gate = Gate()
      return { button, state, world in
        guard button == "go" else { return .cancel(id: "wait") }
        state.pressed = ["go"]
        return .merge(
          .run(name: "wait") { _ in
            try? await world.clock.sleep(for: .seconds(1))
            await gate.wait()
            world.box.withLock { $0 = "late" }
          }
          .cancellable(id: "wait"),
          .run(name: "open") { send in
            try await world.clock.sleep(for: .seconds(1))
            await send(.press("cancel"))
            try await world.clock.sleep(for: .seconds(1))
            gate.open()
            await send(.note("opened"))
          })
      }
    }
    let found = try question.asked {
      try $0.explore(checking: [.noRuntimeIssue, .reachable("opened") { $0.text == "opened" }])
    }
    #expect(found.isProved, "\(found)")
  }

  @Test func `the cancellation handler that resumed an effect belongs to it`() throws {
    // The first effect that is cancelled gives its text.
    let stream = Guarded<AsyncStream<String>.Continuation?>(nil)
    let question = Question("listen a b") { button, state, world in
      switch button {
      case "listen":
        state.pressed.insert(button)
        let holds = ["a", "b"].map { text in
          Effect<ProbeAction>.run(name: text) { [choices = world.choices] _ in
            await withTaskCancellationHandler {
              let _: Bool? = try? await choices.answer("hold", ["never": .never])
            } onCancel: {
              stream.withLock { _ = $0?.yield(text) }
            }
          }.cancellable(id: text)
        }
        let listen = Effect<ProbeAction>.run(name: "listen") { [clock = world.clock] send in
          let texts = AsyncStream { continuation in stream.withLock { $0 = continuation } }
          for await text in texts {
            try await clock.sleep(for: .seconds(1))
            return await send(.note(text))
          }
        }
        return .merge([listen] + holds)
      case "both": return .merge(.cancel(id: "a"), .cancel(id: "b"))
      case _ where state.pressed == ["listen"]:
        state.pressed = ["listen", "a", "b"]
        return .merge(.cancel(id: button), .send(.press("both")))
      default: return .none
      }
    }
    try question.expectFound(["a", "b"])
  }

  @Test func `what a cancelled effect hands over differs from what it handed over before`() throws {
    // "second" begins to wait before or after "give" gives, and a limit then cancels "give".
    let streams = Guarded<[String: AsyncStream<String>.Continuation]>([:])
    let question = Question("go") { button, state, world in
      guard button == "go" else { return .cancel(id: "give") }
      state.pressed = ["go"]
      func take(_ name: String) -> Effect<ProbeAction> {
        .run(name: name) { [clock = world.clock] send in
          if name == "second" { try await clock.sleep(for: .seconds(1)) }
          let texts = AsyncStream { continuation in streams.withLock { $0[name] = continuation } }
          for await text in texts {
            try await clock.sleep(for: .seconds(1))
            return name == "second" ? await send(.note(text)) : ()
          }
        }
      }
      let give = Effect<ProbeAction>.run(name: "give") { [clock = world.clock] _ in
        try await clock.sleep(for: .seconds(1))
        await withTaskCancellationHandler {
          for name in ["first", "second"] { streams.withLock { _ = $0[name]?.yield("whole") } }
          try? await clock.sleep(for: .seconds(9))
        } onCancel: {
          streams.withLock { _ = $0["second"]?.yield("half") }
        }
      }
      return .merge(
        take("first"), take("second"), give.cancellable(id: "give"),
        .later(.press("stop"), "limit", on: world.clock))
    }
    try question.expectFound(["half", "whole"])
  }

  @Test func `a cancelled effect that waits for another one is part of a state`() throws {
    // Starts an effect that waits at a gate, cancels it, and opens the gate.
    let question = Question("save cancel open read") { _ in
      let gate = Gate()
      return { button, state, world in
        if button == "read" {
          state.noted = [world.box.withLock { $0 }]
          return .none
        }
        guard button == ["save", "cancel", "open"][state.pressed.count] else { return .none }
        state.pressed.insert(button)
        switch button {
        case "save":
          return .run(name: "save") { _ in
            await gate.wait()
            world.box.withLock { $0 = "written" }
          }.cancellable(id: "save")
        case "cancel": return .cancel(id: "save")
        default: return .run(name: "open") { _ in gate.open() }
        }
      }
    }
    try question.expect(
      .proved, of: .reachable("written") { $0.text == "written" }, isPlayed: true)
  }
}
