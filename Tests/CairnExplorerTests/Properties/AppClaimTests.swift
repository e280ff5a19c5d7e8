import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import CairnSimulation
import CairnTrail
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
      "begins", "spins", "beside", "turns", "saves",
    ]

    let state = State()
    let reducer: Reduce<State, Action>
    let firstAction: Action?

    init(_ launch: Launch) {
      let (start, clock, choices) = (launch.start, launch.clock, launch.choices)
      func after(_ seconds: Int, _ action: Action) -> Effect<Action> {
        .later(action, "\(action)", after: .seconds(seconds), on: clock)
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
        case "turns": after(1, .poll)
        case "saves":
          .merge(
            after(1, .poll).background,
            .run(name: "save") { _ in try await clock.sleep(for: .milliseconds(300)) })
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

  private static let answered: @Sendable (AppMoment<Oracle.State>) -> Bool = {
    $0.phase == .answered
  }
  private static let claim = Claim.leadsTo(
    "asked", "answered", { $0.phase == .asked }, then: answered)

  private func explored(
    _ start: String, _ claims: Claim..., without: Set<SearchPart> = [.disabled, .delays, .restarts]
  ) throws -> AppExploration<Oracle> {
    var model = AppModel<Oracle>(start: start)
    (model.without, model.check) = (without, .all)
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
    ("never", ["> ask"], "> ask"),
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
    #expect(failure.problem.hasPrefix("oracle violates a property: asked leads to answered"))
  }

  private static let replays: [(trail: String, shows: Bool)] = [
    ("% start forgets\n> ask", true),
    ("% start never\n> ask", true),
    // An effect is in flight at the end, and no loop was shown.
    ("% start answers\n> ask", false),
    ("% start answers\n> ask\n? no loop\n? no loop", false),
    ("% start never\n@ 1s\n> shout", false),
    ("% start answers\n> ask\n? screen other", false),
  ]

  @Test(arguments: replays.indices)
  func `a trail shows that a claim is violated if the claim fails in it, and nothing else`(
    _ index: Int
  ) throws {
    let (trail, shows) = Self.replays[index]
    let replayer = Replayer<Oracle>(checking: [Self.claim], options: [])
    let answer = replayer.answer(
      .evidence(property: Self.claim.name, isProof: false, trail: "% app oracle\n\(trail)\n"))
    #expect((answer.problem == nil) == shows, "\(answer)")
  }

  @Test func `a refuted claim of which no replay shows the run is inconclusive`() throws {
    var model = AppModel<Oracle>.bare(start: "polls")
    let replayer = Replayer<Oracle>(checking: [Self.claim], options: [])
    for shows in [true, false] {
      model.replay = { question in
        guard case .evidence(let property, let isProof, let trail) = question, !shows else {
          return replayer.answer(question)
        }
        // The last line is missing.
        return replayer.answer(
          .evidence(
            property: property, isProof: isProof,
            trail: String(trail.dropLast("? no loop\n".count))))
      }
      let verdict = try model.explore(checking: [Self.claim]).verdicts[0]
      #expect((verdict.result == .refuted) == shows)
      #expect(shows || verdict.remark == "unknown: no replay shows the run that was found")
    }
  }

  /// Asks; the answer is shown for three seconds.
  private static let banner = Question("ask") { button, state, world in
    state.pressed.insert(button)
    return .merge(world.note("shown", after: 1_000), world.note("hidden", after: 4_000))
  }

  @Test(arguments: ["@ idle", "@ 9s", "@ 1s\n@ 3s"])
  func `a played trail checks each moment at which a timer fires`(_ lines: String) throws {
    let isShown: @Sendable (AppMoment<ProbeState>) -> Bool = { $0.noted == ["shown"] }
    let properties: [(AppProperty<ProbeState>, holds: Bool)] = [
      (
        .leadsTo("asked", "a banner", { !$0.pressed.isEmpty && $0.noted.isEmpty }, then: isShown),
        true
      ),
      (.leadsTo("a banner", "another one", isShown) { $0.noted == ["shown", "shown"] }, false),
      (.everyMoment("no banner") { $0.noted != ["shown"] }, false),
    ]
    for (property, holds) in properties {
      let failure = try Self.banner.asked { _ in
        try TrailPlayer<Probe>.failure(
          of: "% app probe\n> ask\n\(lines)\n", checking: [property])
      }
      #expect((failure == nil) == holds, "\(property): \(failure?.problem ?? "")")
      #expect(failure?.problem.hasPrefix("probe violates a property: \(property)") != false)
    }
  }

  @Test func `a violation in a line counts, although the line fails at its end, too`() throws {
    let question = Question("ask") { _, _, world in
      .merge(
        world.note("shown"),
        .run(name: "wait") { _ in
          try await world.choices.answer("wait", ["never": Answer<Void>.never])
        })
    }
    let property = AppProperty<ProbeState>.everyMoment("no note") { $0.noted.isEmpty }
    let failure = try question.asked { _ in
      try TrailPlayer<Probe>.failure(of: "% app probe\n> ask\n@ idle\n", checking: [property])
    }
    #expect(failure?.problem == "probe violates a property: every moment: no note")
    #expect(failure?.property == property.name)
  }

  @Test(arguments: ["@ 5s", "@ idle"])
  func `a line ends at work without end, although later timers run`(_ line: String) throws {
    let question = Question("ask") { _, _, world in
      .merge(
        world.note("late", after: 2_000),
        .run(name: "spin") { _ in
          try await world.clock.sleep(for: .seconds(1))
          while !Task.isCancelled { await Task.yield() }
        })
    }
    let failure = try question.asked { _ in
      try TrailPlayer<Probe>.failure(
        of: "% app probe\n% seed 7\n> ask\n\(line)\n", checking: [])
    }
    #expect(failure?.source == line)
  }

  @Test func `the trail names the loop, and the verdict its assumption`() throws {
    let description = try explored("polls", Self.claim).verdicts[0].description
    #expect(
      description.replacing(/:"[^"]*"/, with: "") == """
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
    let claim = Claim.eventually("answered", Self.answered)
    let exploration = try explored("begins", claim, without: [.disabled, .delays])
    #expect(exploration.isProved, "\(exploration)")
    #expect(
      exploration.verdicts[0].remark?.hasSuffix("the process restarts finitely often") == true)
    // Nobody has to ask.
    let idle = try explored("answers", claim)
    #expect(idle.steps(of: claim.name) == ["? screen oracle"])
    #expect(
      try idle.playedTrail(of: claim.name, checking: [claim])?.source == "the start of the app")
  }

  @Test func `a claim that is open before a restart stays open after it`() throws {
    let exploration = try explored("answers", Self.claim, without: [.disabled, .delays])
    #expect(exploration.steps(of: Self.claim.name) == ["> ask", "@ restart"], "\(exploration)")
  }

  @Test func `work without end in which no time passes is unknown, and no loop`() throws {
    let exploration = try explored("spins", Self.claim, .settles)
    guard case .inconclusive(.unknown) = exploration.verdicts[0].result else {
      Issue.record("\(exploration)")
      return
    }
    #expect(exploration.refuted == [Claim.settles.name])
  }

  @Test func `a line whose work never ends leads to no moment, in a trail and in a walk`() throws {
    let properties: [Claim] = [
      Self.claim, .atRest("silent") { $0.phase == .silent }, .never("asked") { $0.phase == .asked },
    ]
    var model = AppModel<Oracle>.bare(start: "spins")
    model.walks = RandomWalks(count: 1, length: 1)
    let exploration = try model.explore(checking: properties, within: Bounds(depth: 0))
    #expect(exploration.walks?.steps == 1 && exploration.refuted == [], "\(exploration)")
    let failure = try TrailPlayer<Oracle>.failure(
      of: "% app oracle\n% start spins\n> ask\n", checking: properties)
    #expect(failure?.problem.hasPrefix("The work of one instant does not end.") == true)
  }

  @Test func `a condition holds until another one does, or a state shows that it does not`() throws
  {
    func until(_ phase: Oracle.Phase) -> Claim {
      .until("asked", "answered", { $0.phase == phase }, then: Self.answered)
    }
    #expect(try explored("begins", until(.asked)).isProved)
    let broken = try explored("begins", until(.silent))
    // A trail without a step would not be played.
    #expect(broken.steps(of: "asked until answered") == ["? screen oracle"])
    #expect(
      try broken.playedTrail(of: "asked until answered", checking: [until(.silent)])?.source
        == "the start of the app")
  }

  private static let vacuities: [(claim: Claim, isVacuous: Bool)] = [
    (.leadsTo("asked", "answered", { _ in false }, then: answered), true),
    (.leadsTo("answered", "answered", answered, then: answered), false),
    (.eventually("silence") { $0.phase == .silent }, true),
  ]

  @Test(arguments: vacuities.indices)
  func `a claim that never begins holds vacuously, and one with its result at once begins`(
    _ index: Int
  ) throws {
    let (claim, isVacuous) = Self.vacuities[index]
    let exploration = try explored("answers", claim)
    let reason = "holds vacuously: the claim never begins"
    #expect(exploration.isProved)
    #expect(exploration.verdicts[0].remark?.hasPrefix("\(reason)\nassumed") == isVacuous)
    #expect(exploration.unused == (isVacuous ? ["\(claim): \(reason)"] : []), "\(exploration)")
  }

  @Test func `a step that only at a later time begins a timer anew refutes a claim`() throws {
    let question = Question("ask") { _, state, world in
      let request = Effect<ProbeAction>.run(name: "request", input: "answer") { answer, send in
        try await world.clock.sleep(for: .seconds(1))
        await send(.note(answer))
      }.cancellable(id: "request", cancelInFlight: true)
      if state.pressed.insert("once").inserted { return request }
      guard state.noted.isEmpty else { return .none }
      let time = (world.clock as? VirtualClock)?.now.offset ?? .zero
      return time > .milliseconds(400) ? request : .none
    }
    let claim = AppProperty<ProbeState>.leadsTo(
      "asked", "answered", { !$0.pressed.isEmpty }, then: { !$0.noted.isEmpty })
    let exploration = try question.asked { try $0.explore(checking: [claim]) }
    #expect(exploration.refuted == [claim.name], "\(exploration)")
  }

  @Test func `a claim is not refuted at a node that was never evaluated`() throws {
    var model = AppModel<Oracle>.bare(start: "answers")
    model.check = .none
    var results: [AppExploration<Oracle>.Verdict.Result] = []
    for crash in 1...12 {
      var step = 0
      model.willStep = {
        step += 1
        return step < crash
      }
      let exploration = try model.explore(checking: [Self.claim])
      results += exploration.verdicts.filter { $0.property == Self.claim.name }.map(\.result)
    }
    #expect(results.first == .inconclusive(.crash) && results.last == .proved)
    #expect(!results.contains(.refuted), "\(results)")
  }

  @Test func `beyond a bound a claim may fail, and a counterexample before it stands`() throws {
    for (start, isRefuted) in [("answers", false), ("forgets", true)] {
      let exploration = try AppModel<Oracle>.bare(start: start)
        .explore(checking: [Self.claim], within: Bounds(depth: 1))
      #expect(exploration.verdicts[0].result == (isRefuted ? .refuted : .inconclusive(.depth(1))))
    }
  }
}
