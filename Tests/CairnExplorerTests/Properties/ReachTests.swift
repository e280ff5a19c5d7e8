import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import CairnSimulation
import CairnTrail
import Testing

/// Reachability, and the results of searches that end early.
@Suite struct ReachTests {
  /// A service with four answers.
  private let inbox = Question("fetch clear") { button, state, world in
    guard button == "fetch" else {
      if state.pressed.isEmpty || !state.noted.isEmpty { state = ProbeState() }
      return .none
    }
    state.pressed = ["fetch"]
    return .run(name: "fetch") { send in
      struct Offline: Error {}
      let mail = try await world.choices.answer(
        "fetch",
        [
          "mail": .success("Hello"), "offline": .failure(Offline()),
          "slow": .slow(.seconds(5), .success("Goodbye")), "never": .never,
        ])
      await send(.note(mail))
    } catch: { _, send in
      await send(.note("offline"))
    }
  }

  private let properties: [AppProperty<ProbeState>] =
    ["Hello", "Goodbye", "offline", "Spam"].map { text in .reachable(text) { $0.text == text } }
    + [.noDeadEnd(), .noRuntimeIssue]

  @Test func `every answer of a stand-in is tried, and a reachable state has a passing trail`()
    throws
  {
    try inbox.asked { model in
      let exploration = try model.explore(checking: properties)
      for (text, steps) in [
        ("Hello", ["> fetch"]), ("Goodbye", ["> fetch", "@ 5s"]), ("offline", ["> fetch"]),
      ] {
        let property = "reachable: \(text)"
        #expect(exploration[property]?.result == .proved)
        #expect(exploration.steps(of: property) == steps)
        #expect(try exploration.playedTrail(of: property) == nil)
      }
      #expect(exploration["no runtime issue"]?.result == .proved)
      let unreachable = try #require(exploration["reachable: Spam"])
      #expect(unreachable.result == .refuted && unreachable.trail == nil)
    }
  }

  @Test func `a service that never answers is a dead end`() throws {
    try inbox.asked { model in
      let exploration = try model.explore(checking: properties)
      #expect(
        exploration["no dead end"]?.trail == """
          % app probe
          % choices "fetch: never"
          # This does not hold: no dead end
          > fetch
          # Dead end: no input changes the state, and the effects in flight never end.
          @ idle

          """)
      let failure = try #require(try exploration.playedTrail(of: "no dead end"))
      #expect(
        failure.problem.hasPrefix(
          """
          effects are in flight, and do not end as time passes:
            "fetch" (effect 1, started by action 1: .press("fetch"))
          """))
    }
  }

  @Test func `of two dead ends, the one with the shorter trail is found`() throws {
    // In the trap a timer can be started, which changes nothing. At the end of the way nothing can be done.
    let maze = Question("trap a b c tick") { button, state, world in
      switch (button, state.pressed) {
      case ("trap", []), ("a", []), ("b", ["a"]), ("c", ["a", "b"]): state.pressed.insert(button)
      case ("tick", ["trap"]):
        return world.pause().cancellable(id: "tick", cancelInFlight: true)
      default: break
      }
      return .none
    }
    try maze.asked { model in
      let exploration = try model.explore(checking: [.noDeadEnd()])
      let steps = exploration.steps(of: "no dead end")
      #expect(steps.dropLast() == ["> trap"], "\(exploration)")
      #expect(try exploration.playedTrail(of: "no dead end")?.source == steps.last)
    }
  }

  /// A gate with a message that the canonical form leaves out. A shut one can only wait.
  private struct Gate: TestApp {
    static let starts = ["quiet", "loud"]
    struct State: Hashable { var isShut = false, message = "" }
    enum Action: Sendable { case shut, slam, wait }
    static let canonicalState: (@Sendable (State) -> State)? = { State(isShut: $0.isShut) }
    let state = State()
    let reducer: Reduce<State, Action>

    init(_ launch: Launch) {
      let (clock, isLoud) = (launch.clock, launch.start == "loud")
      let pause = Effect<Action>.run(name: "pause", input: 1) { _, _ in
        try await clock.sleep(for: .seconds(1))
      }.cancellable(id: "pause", cancelInFlight: true)
      reducer = Reduce { state, action in
        switch action {
        case .shut:
          state = State(isShut: true, message: isLoud ? "It bangs." : "")
          return .none
        case .slam:
          state = State(isShut: true, message: "It bangs.")
          return pause
        case .wait:
          state.message = ""
          return pause
        }
      }
    }

    func elements(of state: State) -> ScreenBuilder<Action>.Elements {
      if state.isShut {
        Button("wait", .wait)
      } else {
        Button("shut", .shut)
        Button("slam", .slam)
      }
    }
  }

  @Test(arguments: Gate.starts)
  func `a dead end is found although nodes of one form were found in different states`(
    _ start: String
  ) throws {
    let exploration = try AppModel<Gate>.bare(start: start).explore(checking: [.noDeadEnd()])
    #expect(exploration.refuted == ["no dead end"], "\(exploration)")
    #expect(exploration.steps(of: "no dead end").dropLast() == ["> shut"], "\(exploration)")
  }

  @Test func `an unreachable state says which screens and inputs were never possible`() throws {
    var model = AppModel<Corridor>.bare()
    model.samples["badge"] = ["7"]
    let exploration = try model.explore(checking: [
      .reachable(screen: "exit"), .alwaysReachable(screen: "roof"),
      .reachable("far") { $0 > 9 },
    ])
    let reach = """
      never shown: the screen exit, the screen roof (did you mean "room"?)
      never possible: lift on room (it is broken), call on room
      never offered, though there are samples: badge
      nearest state, with the screen room:
      > go
      """
    #expect(exploration["reachable: the screen exit"]?.remark == reach)
    #expect(exploration["reachable: far"]?.remark == reach)
    #expect(exploration["reachable: the screen exit"]?.trail == nil)
    let bounded = try AppModel<Corridor>.bare().explore(
      checking: [.reachable(screen: "exit")], within: Bounds(depth: 1))
    #expect(bounded.verdicts.map(\.remark) == [nil], "with a bound, nothing is known")
  }

  @Test func `for a misspelt screen, a similar one is named`() throws {
    let exploration = try AppModel<Corridor>.bare().explore(checking: [
      .reachable(screen: "rooms"), .alwaysReachable(screen: "romo"),
    ])
    let remark = exploration["reachable: the screen rooms"]?.remark ?? ""
    #expect(
      remark.hasPrefix(#"never shown: the screen rooms (did you mean "room"?), the screen romo ("#),
      "\(remark)")
    let trail = exploration["always reachable: the screen romo"]?.trail ?? ""
    #expect(
      trail.contains(#"# The screen is not reachable from here. Did you mean "room"?"#), "\(trail)")
  }

  @Test func `a trail to where no way leads to a screen is played, whatever the id is`() throws {
    for id in ["the roof", "a\nb", "roof\n", "x\n@ idle", "room ", ""] {
      let property = AppProperty<Int>.alwaysReachable(screen: id)
      let exploration = try AppModel<Corridor>.bare().explore(checking: [property])
      #expect(exploration.steps(of: property.name).last == "? effects 1", "\(exploration)")
      #expect(try exploration.playedTrail(of: property.name, checking: [property]) != nil)
    }
  }

  /// Three rooms behind a door, with a lift that never works.
  private struct Corridor: TestApp, PlainApp {
    enum Action { case go, back, lift }

    let state = 0
    let reducer = Reduce<Int, Action> { rooms, action in
      switch action {
      case .go: rooms = min(rooms + 1, 3)
      case .back: rooms = 0
      case .lift: break
      }
      return .none
    }

    func elements(of rooms: Int) -> ScreenBuilder<Action>.Elements {
      Button("go", disabledBecause: rooms > 2 ? "a wall" : nil, .go)
      if rooms > 0 {
        Button("back", .back)
        Button("lift", disabledBecause: "it is broken", .lift)
        Button("call", disabledBecause: "", .lift)
      }
    }

    func screens(of rooms: Int) -> [Screen<Action>] {
      [Screen(rooms > 0 ? "room" : "door", "Room") { return elements(of: rooms) }]
    }
  }

  @Test func `a trail to a state with an endless effect says that it fails`() throws {
    // A request without an answer.
    let question = Question("ask") { _, state, world in
      state.pressed = ["ask"]
      return .run(name: "ask") { send in
        await send(.note(try await world.choices.answer("ask", ["never": .never])))
      }
    }
    try question.asked { model in
      let exploration = try model.explore(checking: [.reachable("asked") { !$0.pressed.isEmpty }])
      let verdict = try #require(exploration["reachable: asked"])
      #expect(verdict.result == .proved)
      #expect(
        verdict.trail?.hasSuffix(
          """
          # reachable: asked
          > ask
          # Effects in flight here never end, and fail a trail that ends here.

          """) == true)
      #expect(try exploration.playedTrail(of: "reachable: asked") != nil)
    }
  }

  @Test(arguments: [
    (Bounds(depth: 3), Limit.depth(3), 4), (Bounds(states: 5), Limit.states(5), 5),
  ])
  func `a search that reached a bound proves nothing that could fail beyond it`(
    bounds: Bounds, limit: Limit, states: Int
  ) throws {
    let exploration = try AppModel<Clicker>.bare().explore(
      checking: [
        .never("ten") { $0 == 10 }, .never("two") { $0 == 2 }, .reachable("ten") { $0 == 10 },
        .reachable(screen: "odd"), .noDeadEnd(), .everyInputHasEffect, .backUndoes("click"),
        .alwaysReachable(screen: "even"), .noLeakedEffect, .settles,
      ], within: bounds)
    #expect(exploration.states == states)
    #expect(
      exploration.description == """
        clicker from "new": \(states) states, \(states - 1) steps, depth \(states - 1), \
        2 screens; not everything was visited: \(limit)
        tried: every input, every order of work
        not tried: restarts, actions of disabled inputs, answers that take up to 1s
        not proved  never ten
        refuted     never two
            % app clicker
            # This does not hold: never two
            > click
            > click
        not proved  reachable: ten
        proved      reachable: the screen odd
        not proved  no dead end
        not proved  every input has an effect
        not proved  back undoes click
        not proved  always reachable: the screen even
        not proved  no leaked effect
        not proved  settles: every effect ends if left alone
        """)
  }

  /// Counts without end.
  private struct Clicker: TestApp, PlainApp {
    enum Action: Sendable { case click }

    let state = 0
    let reducer = Reduce<Int, Action> { state, _ in
      state += 1
      return .none
    }

    func elements(of state: Int) -> ScreenBuilder<Action>.Elements { Button("click", .click) }

    func screens(of state: Int) -> [Screen<Action>] {
      [Screen(state.isMultiple(of: 2) ? "even" : "odd", "Clicker") { return elements(of: state) }]
    }
  }

  /// Buttons whose names an option lists.
  private struct Bar: TestApp {
    static let options = [AppOption("--buttons", value: "NAMES", help: "the names")]
    let state = ""
    let reducer = Reduce<String, String>.assigning
    let names: [String]

    init(_ launch: Launch) {
      names = (launch.options["--buttons"] ?? "").split(separator: " ").map(String.init)
    }

    func elements(of state: String) -> ScreenBuilder<String>.Elements {
      for name in names { Button(name, name) }
    }
  }

  @Test func `options that a trail cannot contain are named for the replay`() throws {
    let options = ["--buttons=a b"]
    let exploration = try AppModel<Bar>.bare(options: options).explore(
      checking: [.never("a") { $0 == "a" }])
    let trail = try #require(exploration["never a"]?.trail)
    #expect(
      trail == """
        % app bar
        # A trail cannot contain these options; replay it with them: "--buttons=a b"
        # This does not hold: never a
        > a

        """)
    var conditions = PlayOptions()
    conditions.options = options
    let found = try Trail.parse(trail, file: "found.trail")
    #expect(try TrailPlayer<Bar>.play(found, under: conditions) == nil)
    #expect(try TrailPlayer<Bar>.play(found)?.source == "> a")
  }

  @Test func `a property that is added twice is checked once`() throws {
    let model = AppModel<Corridor>.bare(trying: [.disabled])
    #expect(try model.explore(checking: [.refusedMeansUnchanged]).verdicts.count == 1)
  }
}
