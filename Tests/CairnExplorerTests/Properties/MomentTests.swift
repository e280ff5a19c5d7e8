import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import CairnSimulation
import Testing

/// Properties of moments: at rest, of effects in flight, of screens and of stand-ins.
@Suite struct MomentTests {
  @Test func `a progress at rest is refuted, and one of an answer that never comes is not`() throws
  {
    let expected: [String: [String]] = ["answers": [], "forgets": ["> ask"], "never": []]
    for (start, lines) in expected {
      let exploration = try AppModel<AppClaimTests.Oracle>.bare(start: start)
        .explore(checking: [.noProgressAtRest])
      #expect(exploration.steps(of: "no progress at rest") == lines)
      guard !lines.isEmpty else { continue }
      let failure = try #require(try exploration.playedTrail(of: "no progress at rest"))
      #expect(failure.problem == "oracle violates a property: no progress at rest")
    }
    #expect(
      [AppProperty<AppClaimTests.Oracle.State>].standard().map(\.name)
        .contains("no progress at rest"))
  }

  @Test(arguments: ["answers", "looks", "beside"])
  func `a search with a claim about runs takes at most twice the steps`(_ start: String) throws {
    typealias Oracle = AppClaimTests.Oracle
    func steps(_ claims: [AppProperty<Oracle.State>]) throws -> Int {
      var (model, steps) = (AppModel<Oracle>.bare(start: start), 0)
      model.check = .none
      model.willStep = {
        steps += 1
        return true
      }
      #expect(try model.explore(checking: claims).isProved)
      return steps
    }
    let claim = AppProperty<Oracle.State>.leadsTo("asked", "answered") {
      $0.phase == .asked
    } then: {
      $0.phase == .answered
    }
    #expect(try steps([claim]) <= 2 * steps([.never("lost") { _ in false }]))
  }

  @Test func `at rest no effect is in flight and no timer runs`() throws {
    let rest = AppProperty<ProbeState>.atRest("pressed is noted") { moment in
      moment.pressed.count == moment.noted.count
    }
    for (delay, isProved) in [(1_000, true), (0, false)] {
      let question = Question("save") { button, state, world in
        state.pressed.insert(button)
        return delay > 0 ? world.note("saved", after: delay) : .none
      }
      try question.expect(isProved ? .proved : .refuted, of: rest)
    }
    let ticks = Question("") { _, _, _ in .none }
    #expect(
      try ticks.asked { try $0.explore(checking: [.atRest("never") { _ in false }]) }
        .steps(of: "at rest: never") == ["? screen probe"])
  }

  @Test func `a moment is at rest after a stage of a background effect was cancelled`() throws {
    let question = Question("go stop") { button, state, world in
      guard button == "go" || state.pressed == ["go"] else { return .none }
      state.pressed.insert(button)
      guard button == "go" else { return .cancel(id: "later") }
      let wait = Effect<ProbeAction>.run(name: "wait") { [choices = world.choices] _ in
        let _: Bool = try await choices.answer("wait", ["never": .never])
      }
      return .concatenate(wait.background, world.note("later").cancellable(id: "later"))
    }
    try question.asked { model in
      let property = AppProperty<ProbeState>.atRest("not stopped") { $0.pressed.count < 2 }
      let found = try model.explore(checking: [property])
      #expect(found.steps(of: property.name) == ["> go", "> stop"], "\(found)")
      #expect(try found.playedTrail(of: property.name, checking: [property]) != nil)
    }
  }

  @Test func `a moment has the state, the screen, the effects with their inputs, and the memory`()
    throws
  {
    let seen = AppProperty<ProbeState>.everyMoment("all is seen") { moment in
      guard moment.screen == "probe", moment.screens == ["probe"] else { return false }
      let box = moment.remembered(String.self)
      switch moment.state.pressed.count {
      case 0: return moment.effects.isEmpty && box == ["empty"]
      case 1:
        return moment.effects.map(\.name) == ["load"] && moment.effects[0].input(as: Int.self) == 7
          && moment.effects[0].input(as: String.self) == nil && !moment.effects[0].isBackground
          || moment.noted == ["full"] && box == ["full"] && moment.isAtRest
      default: return true
      }
    }
    let question = Question("load") { button, state, world in
      state.pressed.insert(button)
      return .run(name: "load", input: 7) { [box = world.box, clock = world.clock] _, send in
        try await clock.sleep(for: .seconds(1))
        box.withLock { $0 = "full" }
        await send(.note("full"))
      }
    }
    try question.expect(.proved, of: seen)
  }

  @Test
  func `two refreshes at a time, and what is saved too late, are found, and trails show them`()
    throws
  {
    let once = "every moment: a token is refreshed at most once at a time"
    let late = "every moment: nothing is saved after sign-out"
    let expected = [
      "right": [:], "twice": [once: ["> refresh", "> refresh"]],
      "late": [late: ["> refresh", "> sign-out", "@ 1s"]],
    ]
    for (start, refuted) in expected {
      // Each further refresh at a time is another state.
      let bounds = start == "twice" ? Bounds(depth: 4) : Bounds()
      let exploration = try AppModel<Keychain>.bare(start: start).explore(within: bounds)
      #expect(Set(exploration.refuted) == Set(refuted.keys), "\(exploration)")
      for (property, lines) in refuted {
        #expect(exploration.steps(of: property) == lines)
        let failure = try #require(try exploration.playedTrail(of: property))
        #expect(failure.source == lines.last)
        #expect(failure.problem == "keychain violates a property: \(property)")
      }
    }
  }
}

/// A token that is refreshed and saved until a user signs out.
struct Keychain: TestApp {
  struct State: Hashable {
    var isSignedIn = true
    var isLoading = false
  }

  enum Action: Sendable { case refresh, refreshed, signOut }

  static let starts = ["right", "twice", "late"]

  static let properties: [AppProperty<State>] = [
    .everyMoment("a token is refreshed at most once at a time") { moment in
      moment.effects.count { $0.name == "refresh" } <= 1
    },
    .everyMoment("nothing is saved after sign-out") { moment in
      moment.isSignedIn || moment.remembered([String].self).allSatisfy(\.isEmpty)
    },
    .atRest("no spinner") { !$0.isLoading },
  ]

  let state = State()
  let reducer: Reduce<State, Action>

  init(_ launch: Launch) {
    let (start, clock) = (launch.start, launch.clock)
    let disk = launch.memory.keep([String]())
    reducer = Reduce { state, action in
      switch action {
      case .refresh where state.isSignedIn && (!state.isLoading || start == "twice"):
        state.isLoading = true
        return .run(name: "refresh") { send in
          try await clock.sleep(for: .seconds(1))
          disk.withLock { $0 = ["token"] }
          await send(.refreshed)
        }
        .cancellable(id: "refresh")
      case .refreshed: state.isLoading = false
      case .signOut where state.isSignedIn:
        state = State(isSignedIn: false, isLoading: start == "late" && state.isLoading)
        let delete = Effect<Action>.run(name: "delete") { _ in disk.withLock { $0 = [] } }
        return start == "late" ? delete : .concatenate(.cancel(id: "refresh"), delete)
      case .refresh, .signOut: break
      }
      return .none
    }
  }

  func elements(of state: State) -> ScreenBuilder<Action>.Elements {
    Button("refresh", .refresh)
    Button("sign-out", .signOut)
  }
}
