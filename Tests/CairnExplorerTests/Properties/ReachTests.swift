import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import CairnTrail
import Testing

/// Reachability, and the results of searches that end early.
@Suite struct ReachTests {
  private func explored() throws -> AppExploration<Inbox> {
    try AppModel.bare().explore(checking: [
      .reachable("mail") { $0 == .fetched("Hello") },
      .reachable("late mail") { $0 == .fetched("Goodbye") },
      .reachable("offline") { $0 == .offline },
      .reachable("other mail") { $0 == .fetched("Spam") },
      .noDeadEnd(), .noRuntimeIssue,
    ])
  }

  @Test func `every answer of a stand-in is tried`() throws {
    let exploration = try explored()
    #expect(exploration.steps(of: "reachable: mail") == ["> fetch"])
    #expect(exploration.steps(of: "reachable: late mail") == ["> fetch", "@ 5s"])
    #expect(exploration.steps(of: "reachable: offline") == ["> fetch"])
    #expect(exploration["no runtime issue is reported"]?.result == .proved)
  }

  @Test(arguments: ["mail", "late mail", "offline"])
  func `a reachable state has a passing trail`(_ what: String) throws {
    let exploration = try explored()
    #expect(exploration["reachable: \(what)"]?.result == .proved)
    #expect(try exploration.playedTrail(of: "reachable: \(what)") == nil)
  }

  @Test func `an unreachable state has no trail`() throws {
    let verdict = try explored()["reachable: other mail"]
    #expect(verdict?.result == .refuted)
    #expect(verdict?.trail == nil)
  }

  @Test func `an unreachable state says which screens and inputs were never possible`() throws {
    var model = AppModel<Corridor>.bare()
    model.samples["badge"] = ["7"]
    let exploration = try model.explore(checking: [
      .reachable(screen: "exit"), .alwaysReachable(screen: "roof"),
      .reachable("far") { $0.rooms > 9 },
    ])
    let reach = """
      never shown: the screen exit, the screen roof
      never possible: lift on room (it is broken), call on room
      never offered, though there are samples: badge
      nearest state, with the screen room:
      > go
      """
    #expect(exploration["reachable: the screen exit"]?.remark == reach)
    #expect(exploration["reachable: far"]?.remark == reach)
    #expect(exploration["reachable: the screen exit"]?.trail == nil)
  }

  @Test func `a search that met a bound says nothing about what was never possible`() throws {
    let exploration = try AppModel<Corridor>.bare().explore(
      checking: [.reachable(screen: "exit")], within: Bounds(depth: 1))
    #expect(exploration.verdicts.first?.remark == nil)
  }

  /// Three rooms behind a door, with a lift that never works.
  private struct Corridor: App, Reducer {
    struct State: Hashable { var rooms = 0 }
    enum Action { case go, back, lift }

    static let name = "corridor"
    static let summary = "Leads nowhere."
    let state = State()
    var reducer: Corridor { self }

    init(_ launch: Launch) {}

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .go: state.rooms = min(state.rooms + 1, 3)
      case .back: state.rooms = 0
      case .lift: break
      }
      return .none
    }

    func screens(of state: State) -> [Screen<Action>] {
      guard state.rooms > 0 else { return [Screen("door", "Door") { Button("go", .go) }] }
      return [
        Screen("room", "Room") {
          Button("go", disabledBecause: state.rooms > 2 ? "a wall" : nil, .go)
          Button("back", .back)
          Button("lift", disabledBecause: "it is broken", .lift)
          Button("call", disabledBecause: "", .lift)
        }
      ]
    }
  }

  @Test func `a service that never answers is a dead end`() throws {
    let exploration = try explored()
    #expect(
      exploration["no dead end"]?.trail == """
        % app inbox
        % choices 4/4
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
          "fetch" (effect 1, started by action 1: .fetch)
        """))
  }

  /// A request without an answer.
  private enum Silence: Question {
    static let buttons = ["ask"]

    static func press(
      _ button: String, _ state: inout ProbeState, in world: ProbeWorld
    ) -> Effect<ProbeAction> {
      state.pressed = ["ask"]
      return .run(name: "ask") { send in
        await send(.note(try await world.choices.answer("ask", ["never": .never])))
      }
    }
  }

  @Test func `a trail to a state with an endless effect says that it fails`() throws {
    let asked = AppProperty<ProbeState>.reachable("asked") { !$0.pressed.isEmpty }
    let exploration = try AppModel<Probe<Silence>>.bare().explore(checking: [asked])
    #expect(exploration["reachable: asked"]?.result == .proved)
    #expect(
      exploration["reachable: asked"]?.trail?.hasSuffix(
        """
        # reachable: asked
        > ask
        # Effects in flight here never end, and fail a trail that ends here.

        """) == true)
    #expect(try exploration.playedTrail(of: "reachable: asked") != nil)
  }

  @Test func `states with equal canonical forms are explored once`() throws {
    let exploration = try AppModel<Clicker<Parity>>.bare().explore(checking: [
      .reachable(screen: "odd"), .noDeadEnd(), .alwaysReachable(screen: "even"),
    ])
    #expect(exploration.states == 2)
    #expect(exploration.isProved, "\(exploration)")
  }

  @Test(arguments: [
    (Bounds(depth: 3), Limit.depth(3), 4), (Bounds(states: 5), Limit.states(5), 5),
  ])
  func `a search that reached a bound proves nothing that could fail beyond it`(
    bounds: Bounds, limit: Limit, states: Int
  ) throws {
    let exploration = try AppModel<Clicker<Exact>>.bare().explore(
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
        not proved  no effect outlives its screen
        not proved  every effect ends if left alone
        """)
  }

  @Test func `options that a trail cannot contain are named for the replay`() throws {
    let options = ["--times=10,a b"]
    let exploration = try AppModel<Overlap>.bare(options: options).explore(
      checking: [.never("done") { $0.text == "+a -a" }])
    let trail = try #require(exploration["never done"]?.trail)
    #expect(
      trail == """
        % app overlap
        # A trail cannot contain these options; replay it with them: "--times=10,a b"
        # This does not hold: never done
        > a
        @ 10ms

        """)
    var conditions = PlayOptions()
    conditions.options = options
    let found = try Trail.parse(trail, file: "found.trail")
    #expect(try TrailPlayer<Overlap>.play(found, under: conditions) == nil)
    let failure = try TrailPlayer<Overlap>.play(found)
    #expect(failure?.source == "> a")
  }

  @Test func `a property that is added twice is checked once`() throws {
    var model = AppModel<Clicker<Parity>>.bare()
    model.without.remove(.disabled)
    let exploration = try model.explore(checking: [.refusedMeansUnchanged])
    #expect(exploration.verdicts.count == 1)
  }

  @Test func `the same search has the same description`() throws {
    func description() throws -> String {
      try AppModel<LogInApp>.bare(options: ["--flaw=two-at-once"]).explore(within: Bounds(depth: 5))
        .description
    }
    #expect(try description() == description())
    #expect(try explored().description == explored().description)
  }
}
