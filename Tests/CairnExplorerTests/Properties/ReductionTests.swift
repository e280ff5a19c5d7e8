import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import CairnSimulation
import CairnTrail
import Testing

/// States between an action and its follow-ups.
@Suite struct ReductionTests {
  /// The presses are counted at once, by a follow-up, or in the reply of work that is ready at once.
  private func question(_ start: String) -> Question {
    Question("a b c") { button, state, _ in
      state.pressed.insert(button)
      switch start {
      case "follow-up": return .send(.note("one"))
      case "effect": return .run(name: "count") { send in await send(.note("one")) }
      default:
        state.noted.append("one")
        return .none
      }
    }
  }

  private static let properties: [AppProperty<ProbeState>] = [
    .always("counted") { $0.pressed.count == $0.noted.count },
    .everyReduction("counted") { $0.pressed.count == $0.noted.count },
  ]
  private static let every = "after every reduction: counted"

  @Test(arguments: ["follow-up", "effect"])
  func `a state between an action and its follow-up is checked by its own property`(
    _ start: String
  ) throws {
    try question(start).asked { model in
      let exploration = try model.explore(checking: Self.properties)
      #expect(exploration.refuted == [Self.every])
      #expect(exploration.steps(of: Self.every) == ["> a"])
      let failure = try #require(
        try exploration.playedTrail(of: Self.every, checking: Self.properties))
      #expect(failure.source == "> a")
      #expect(failure.problem == "probe violates a property: \(Self.every)")
    }
  }

  @Test func `a property that holds after every reduction is proved`() throws {
    let exploration = try question("at once").asked {
      try $0.explore(checking: Self.properties)
    }
    #expect(exploration.isProved)
  }

  private static let balances: [AppProperty<FlawedState>] = [
    .noRuntimeIssue, .everyReduction("not negative") { $0.count >= 0 },
  ]

  private struct Wrong: Error {}

  /// The first action corrects the first balance, or loads one. A wrong one is corrected, or is an error.
  private func balance(_ start: String) -> Flaw {
    Flaw(
      "A balance is negative.", .noRuntimeIssue,
      firstAction: start == "first" ? .number(0) : .done("load"),
      start: { _ in FlawedState(count: start == "first" ? -1 : 0) },
      reduce: { state, action, world in
        switch action {
        case .number(let balance): state.count = balance
        case .done:
          return .run(name: "load") { send in
            let balance = world.choices.choose("balance", ["right": 0, "wrong": -1])
            if start == "thrown", balance < 0 { throw Wrong() }
            await send(.number(balance))
            await send(.number(0))
          }
        default: break
        }
        return .none
      })
  }

  @Test(arguments: [
    ("first", "after every reduction: not negative"),
    ("corrected", "after every reduction: not negative"), ("thrown", "no runtime issue"),
  ])
  func `the first state, and each way to the state after the start, is checked`(
    start: String, property: String
  ) throws {
    try FlawedApp.$flaw.withValue(balance(start)) {
      let exploration = try AppModel<FlawedApp>.bare().explore(checking: Self.balances)
      #expect(exploration.states == 1 && exploration.refuted == [property], "\(exploration)")
      let trail = try #require(exploration[property]?.trail)
      #expect(
        trail.contains("\n% choices \"balance: wrong\"\n") == (start != "first"), "\(trail)")
      let failure = try #require(
        try exploration.playedTrail(of: property, checking: Self.balances))
      #expect(failure.source == "the start of the app")
    }
  }
}

@Suite struct CanonicalStateTests {
  /// Two rooms; the number of walks is irrelevant.
  private struct Corridor: TestApp {
    struct State: Hashable {
      var isInside = false
      var isOpen = true
      var walks = 0
    }

    enum Action: Sendable { case next, back }

    static let starts = ["quiet", "draughty", "late"]
    static let properties: [AppProperty<State>] = [.backUndoes("next")]
    static let canonicalState: (@Sendable (State) -> State)? = { state in
      State(isInside: state.isInside, isOpen: state.isOpen)
    }

    let state = State()
    let reducer: Reduce<State, Action>

    init(_ launch: Launch) {
      reducer = Reduce { [start = launch.start, time = launch.clock.stopwatch()] state, action in
        state.walks += 1
        state.isInside = action == .next
        if action == .back, start == "draughty" || start == "late" && time() >= .seconds(1) {
          state.isOpen = false
        }
        return .none
      }
    }

    func elements(of state: State) -> ScreenBuilder<Action>.Elements { Button("next", .next) }

    func screens(of state: State) -> [Screen<Action>] {
      let room = Screen("room", "Room") { Button("back", Action.back) }
      return state.isInside ? [screen(of: state), room] : [screen(of: state)]
    }
  }

  @Test func `irrelevant parts may differ after a round trip, in a search and in a trail`() throws {
    #expect(try AppModel<Corridor>.bare().explore().isProved)
    let trail = try Trail.parse("> next\n> back\n", file: "corridor.trail")
    #expect(try TrailPlayer<Corridor>.play(trail) == nil)
  }

  @Test(arguments: [("draughty", 5), ("late", 6)])
  func `relevant parts may not differ, also after a wait`(start: String, line: Int) throws {
    let exploration = try AppModel<Corridor>.bare(start: start).explore()
    #expect(exploration.refuted == ["back undoes next"])
    #expect(try exploration.playedTrail(of: "back undoes next")?.line == line)
  }
}

@Suite struct LeakTests {
  /// A shelf with one book. The reduction that opens it also begins to load its pages.
  private func shelf(_ start: String) -> Flaw {
    let isDelivered = start == "delivered"
    return Flaw(
      "The pages of a closed book are loaded.", .noLeakedEffect, ["take"],
      refusal: { $1["ordered"] ? "it is ordered" : nil },
      screens: { main, state, _ in
        let book = Screen<Flaw.Action>("book", "Book") {
          Button("close", .press("close"))
          if start == "requested", !state["loading"] { Button("load", .press("load")) }
        }
        return state["open"] ? [main, book] : [main]
      },
      reduce: { state, action, world in
        switch action {
        case .press("take") where isDelivered && !state["ordered"]:
          state["ordered"] = true
          return world.reply("delivered")
        case .press("take") where !isDelivered && start != "requested", .done("delivered"):
          state["open"] = true
          return world.reply("loaded", after: .seconds(5))
            .cancellable(id: "load", cancelInFlight: true)
        case .press("take"):
          state["open"] = true
          return .none
        // The token comes at once, in the step of the input.
        case .press("load") where !state["loading"]:
          state["loading"] = true
          return .run(name: "token") { send in await send(.done("token")) }
        case .done("token"): return world.reply("loaded", after: .seconds(5))
        case .press("close"):
          state["open"] = false
          return start == "cancelled" ? .cancel(id: "load") : .none
        default: return .none
        }
      })
  }

  @Test func `an effect of a reply belongs to no screen, also if the reply comes at once`() throws {
    let found = try explored("requested")
    #expect(found.isProved && found.states > 5, "\(found)")
  }

  @Test(arguments: [Duration.zero, .seconds(1)])
  func `an effect of an action that a later stage sends belongs to no screen`(
    time: Duration
  ) throws {
    // A form that is saved, and a page that is loaded then.
    let submission = Flaw(
      "A saved form leads to a page.", .noLeakedEffect,
      screens: { main, state, _ in
        [state["saved"] ? Screen<Flaw.Action>("home", "Home") {} : main]
      },
      elements: { state, _ in
        if !state["saving"] { Button("submit", .press("submit")) }
      },
      reduce: { state, action, world in
        switch action {
        case .press where !state["saving"]:
          state["saving"] = true
          return .concatenate(
            .run(name: "save") { _ in
              if time > .zero { try await world.clock.sleep(for: time) }
            },
            .send(.done("saved")))
        case .done:
          state["saved"] = true
          return .run(name: "load") { _ in try await world.clock.sleep(for: .seconds(5)) }
        default: return .none
        }
      })
    let found = try FlawedApp.$flaw.withValue(submission) {
      try AppModel<FlawedApp>.bare().explore()
    }
    #expect(found.isProved && found.states > 2, "\(found)")
  }

  @Test func `a delayed effect of a throttle belongs to its own screen`() throws {
    let notes = Flaw(
      "A note of a closed page is kept.", .noLeakedEffect, firstAction: .press("note"),
      screens: { main, state, _ in
        let page = Screen<Flaw.Action>("page", "Page") {
          Button("note", disabledBecause: state["noting"] ? "it is noted" : nil, .press("note"))
          Button("close", .press("close"))
        }
        return state["open"] ? [main, page] : [main]
      },
      elements: { state, _ in Button("open", .press("open")) },
      reduce: { state, action, world in
        switch action {
        case .press("open"): state["open"] = true
        case .press("close"): state["open"] = false
        case .press("note"):
          state["noting"] = state["open"]
          return .send(.done("noted")).throttled(
            id: "note", for: .seconds(5), on: world.clock, latest: true)
        default: break
        }
        return .none
      })
    let found = try FlawedApp.$flaw.withValue(notes) {
      try AppModel<FlawedApp>.bare().explore()
    }
    #expect(found.refuted == ["no leaked effect"], "\(found)")
    #expect(
      found.steps(of: "no leaked effect").prefix(3) == ["> open", "> note", "> close"], "\(found)")
  }

  @Test func `an effect of an input belongs to the screen to which the input leads`() throws {
    let pages = Flaw(
      "A page is shown in place of another, and an alert closes.", .noLeakedEffect,
      screens: { main, state, _ in
        let page = Screen<Flaw.Action>("page", "Page") {
          if !state["loading"], !state["deleted"] { Button("ask", .press("ask")) }
        }
        let alert = Screen<Flaw.Action>("alert", "Delete?") {
          Button("delete", .press("delete"))
        }
        return [state["shown"] ? page : main] + (state["asked"] ? [alert] : [])
      },
      elements: { _, _ in Button("show", .press("show")) },
      reduce: { state, action, world in
        switch action {
        case .press("show"):
          (state["shown"], state["loading"]) = (true, true)
          return world.reply("loaded", after: .seconds(5))
        case .done("loaded"): state["loading"] = false
        case .press("ask"): state["asked"] = true
        case .press("delete"):
          (state["asked"], state["deleted"]) = (false, true)
          return world.reply("deleted", after: .seconds(5))
        default: break
        }
        return .none
      })
    let found = try FlawedApp.$flaw.withValue(pages) {
      try AppModel<FlawedApp>.bare().explore()
    }
    #expect(found.isProved && found.states > 4, "\(found)")
  }

  private func explored(_ start: String) throws -> AppExploration<FlawedApp> {
    try FlawedApp.$flaw.withValue(shelf(start)) { try AppModel<FlawedApp>.bare().explore() }
  }

  @Test(arguments: ["opened", "delivered", "cancelled"])
  func `an effect of the reduction that pushes its screen belongs to that screen`(
    start: String
  ) throws {
    let exploration = try explored(start)
    let verdict = try #require(exploration.verdicts.first)
    #expect(verdict.result == (start == "cancelled" ? .proved : .refuted), "\(exploration)")
    #expect((verdict.trail?.contains("> close\n") == true) == (start != "cancelled"))
  }
}
