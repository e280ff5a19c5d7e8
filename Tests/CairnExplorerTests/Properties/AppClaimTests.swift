import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import CairnSimulation
import Testing

/// Claims about the runs of an app: what must happen as time passes.
@Suite struct AppClaimTests {
  /// A question that is answered in a way that the start selects.
  struct Oracle: TestApp {
    struct State: Hashable {
      var phase = Phase.silent
      var isLookedAt = false
    }

    enum Phase: Hashable { case silent, asked, answered }
    enum Action: Sendable { case begin, ask, poll, answer, look, tick, again }

    static let starts = [
      "answers", "forgets", "never", "polls", "repeats", "looks", "ticks",
      "begins", "spins", "beside",
    ]

    let state = State()
    let reducer: Reduce<State, Action>
    let firstAction: Action?

    init(_ launch: Launch) {
      let (start, clock, choices) = (launch.start, launch.clock, launch.choices)
      func after(_ seconds: Int, _ action: Action) -> Effect<Action> {
        .run(name: "\(action)") { send in
          try await clock.sleep(for: .seconds(seconds))
          await send(action)
        }
      }
      let request: Effect<Action> =
        switch start {
        case "forgets": .none
        case "never":
          .run(name: "request") { _ in
            try await choices.answer("request", ["never": Answer<Void>.never])
          }
        case "polls":
          .run(name: "request") { send in
            try await clock.sleep(for: .seconds(1))
            let isDown = choices.choose("request", ["ok": false, "down": true])
            await send(isDown ? .poll : .answer)
          }
        case "repeats":
          after(1, .answer).cancellable(id: "request", cancelInFlight: true)
        case "ticks": after(1, .tick).background
        case "spins": .send(.again)
        case "beside": .merge(after(2, .answer), after(1, .tick).background)
        default: after(1, .answer)
        }
      firstAction = start == "begins" ? .begin : nil
      reducer = Reduce { state, action in
        switch action {
        case .begin, .ask:
          if state.phase == .asked, start != "repeats" { return .none }
          state.phase = .asked
          return request
        case .poll: return request
        case .again: return .send(.again)
        case .tick:
          state.isLookedAt.toggle()
          return after(1, .tick).background
        case .answer:
          state.phase = .answered
          return .none
        case .look:
          state.isLookedAt.toggle()
          return .none
        }
      }
      canLook = start == "looks"
      canAskAgain = start == "repeats"
    }

    private let canLook, canAskAgain: Bool

    func elements(of state: State) -> ScreenBuilder<Action>.Elements {
      let reason = state.phase == .silent || canAskAgain ? nil : "it is asked"
      if state.phase != .answered { Button("ask", disabledBecause: reason, .ask) }
      if canLook { Button("look", .look) }
      if state.phase == .asked { Progress("It thinks…") }
    }
  }

  private typealias Claim = AppProperty<Oracle.State>

  private static let claim = Claim.leadsTo("asked", "answered") {
    $0.phase == .asked
  } then: {
    $0.phase == .answered
  }

  private func explored(
    _ start: String, _ claims: Claim..., without: Set<SearchPart> = [.disabled, .delays, .restarts]
  ) throws -> AppExploration<Oracle> {
    var model = AppModel<Oracle>(start: start)
    model.without = without
    model.check = .all
    return try model.explore(checking: claims, within: Bounds(states: 1_000))
  }

  @Test(arguments: ["answers", "looks", "beside"])
  func `a timer fires, whatever a person does meanwhile and whatever else ticks`(
    _ start: String
  ) throws {
    let exploration = try explored(start, Self.claim)
    #expect(
      exploration.verdicts.map(\.description) == [
        """
        proved      asked leads to answered
            assumed: timers fire, and effects that can answer do;
            a person may do nothing, or act for ever
        """
      ])
  }

  /// The lines of the shortest counterexample, and the line that fails.
  private static let counterexamples: [(start: String, lines: [String], fails: String)] = [
    ("forgets", ["> ask"], "> ask"),
    ("never", ["> ask", "@ idle"], "@ idle"),
    // A stand-in may give the same answer for ever.
    (
      "polls", ["> ask", "@ 1s", "? no loop", "@ 1s", "? no loop", "@ 1s", "? no loop"], "? no loop"
    ),
    // A person may ask again for ever: each time the timer begins anew.
    (
      "repeats",
      ["> ask", "> ask", "? no loop", "> ask", "? no loop", "> ask", "? no loop"], "? no loop"
    ),
    (
      "ticks",
      ["> ask", "@ 1s", "? no loop", "@ 1s", "@ 1s", "? no loop", "@ 1s", "@ 1s", "? no loop"],
      "? no loop"
    ),
  ]

  @Test(arguments: counterexamples.indices)
  func `a claim is refuted by a run that ends, or by two rounds of a loop`(_ index: Int) throws {
    let (start, lines, fails) = Self.counterexamples[index]
    let exploration = try explored(start, Self.claim)
    #expect(exploration.refuted == [Self.claim.name], "\(exploration)")
    #expect(exploration.steps(of: Self.claim.name) == lines)
    let failure = try #require(
      try exploration.playedTrail(of: Self.claim.name, checking: [Self.claim]))
    #expect(failure.source == fails)
    if fails != "@ idle" {
      #expect(failure.problem.hasPrefix("oracle violates a property: asked leads to answered"))
    }
  }

  @Test func `the trail names the loop, and the verdict its assumption`() throws {
    let description = try explored("polls", Self.claim).verdicts[0].description
    #expect(
      description == """
        refuted     asked leads to answered
            assumed: timers fire, and effects that can answer do;
            a person may do nothing, or act for ever
            % app oracle
            % start polls
            % choices "request: down" 1/2 "request: down" 1/2 "request: down" 1/2
            # This does not hold: asked leads to answered
            > ask
            @ 1s
            # These steps can be repeated for ever.
            ? no loop
            @ 1s
            # Their second round.
            ? no loop
            @ 1s
            ? no loop
        """)
  }

  @Test func `the process restarts finitely often, and not in a loop`() throws {
    let claim = Claim.eventually("answered") { $0.phase == .answered }
    let exploration = try explored("begins", claim, without: [.disabled, .delays])
    #expect(exploration.isProved, "\(exploration)")
    #expect(
      exploration.verdicts[0].remark?.hasSuffix("the process restarts finitely often") == true)
    // Nobody has to ask.
    let idle = try explored("answers", claim)
    #expect(idle.steps(of: claim.name) == [])
    #expect(
      try idle.playedTrail(of: claim.name, checking: [claim])?.source == "the start of the app")
  }

  @Test func `work without end in which no time passes is unknown, and no loop`() throws {
    let exploration = try explored("spins", Self.claim, .settles)
    guard case .inconclusive(.unknown) = exploration.verdicts[0].result else {
      Issue.record("\(exploration)")
      return
    }
    #expect(exploration.refuted == [Claim.settles.name])
  }

  @Test func `a condition holds until another one does, or a state shows that it does not`() throws
  {
    func until(_ phase: Oracle.Phase) -> Claim {
      .until("asked", "answered") {
        $0.phase == phase
      } then: {
        $0.phase == .answered
      }
    }
    #expect(try explored("begins", until(.asked)).isProved)
    let broken = try explored("begins", until(.silent))
    #expect(broken.steps(of: "asked until answered") == [])
    #expect(
      try broken.playedTrail(of: "asked until answered", checking: [until(.silent)])?.source
        == "the start of the app")
  }

  @Test func `a claim that never begins holds vacuously`() throws {
    let claim = Claim.leadsTo("asked", "answered") { _ in
      false
    } then: {
      $0.phase == .answered
    }
    let exploration = try explored("answers", claim)
    #expect(
      exploration.verdicts[0].remark?.hasPrefix("holds vacuously: the claim never begins\nassumed")
        == true)
    #expect(exploration.unused.count == 1)
  }

  @Test func `beyond a bound a claim may fail, and a counterexample before it stands`() throws {
    for (start, isRefuted) in [("answers", false), ("forgets", true)] {
      let exploration = try AppModel<Oracle>.bare(start: start)
        .explore(checking: [Self.claim], within: Bounds(depth: 1))
      #expect(exploration.verdicts[0].result == (isRefuted ? .refuted : .inconclusive(.depth(1))))
    }
  }
}
