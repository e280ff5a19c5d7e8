import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import CairnSimulation
import Testing

@Suite struct SettlesTests {
  private static let settles = "settles: every effect ends if left alone"

  private func explored(_ start: String) throws -> AppExploration<AppClaimTests.Oracle> {
    try AppModel<AppClaimTests.Oracle>.bare(start: start).explore(
      checking: [.settles], within: Bounds(states: 1_000))
  }

  @Test(arguments: ["answers", "ticks", "never", "saves"])
  func `an effect that ends, is a background effect or waits for no answer settles`(
    _ start: String
  ) throws {
    let exploration = try explored(start)
    #expect(exploration.isProved, "\(exploration)")
  }

  @Test func `an effect that starts itself again for ever is found`() throws {
    let exploration = try explored("turns")
    #expect(
      exploration[Self.settles]?.trail == """
        % app oracle
        % start turns
        # This does not hold: settles: every effect ends if left alone
        > ask
        # If no input comes, these effects never end.
        @ idle

        """)
    let failure = try #require(try exploration.playedTrail(of: Self.settles))
    let problem = "effects are in flight, and have not ended after timers fired at 10,000 instants"
    #expect(failure.problem.hasPrefix("\(problem):\n"), "\(failure)")
    #expect([AppProperty<AppClaimTests.Oracle.State>].standard().map(\.name).contains(Self.settles))
  }

  @Test func `of effects that go on for ever and work without an end, what begins first is found`()
    throws
  {
    let question = Question("turn a spin") { button, state, world in
      switch button {
      case "turn", "again":
        state.pressed.insert("turn")
        return .later(.press("again"), "turn", on: world.clock)
      case "a": state.pressed.insert("a")
      case "spin", "on":
        // In another state it would be tried again.
        guard state.pressed == ["a"] else { return .none }
        return .run(name: "spin") { send in await send(.press("on")) }
      default: break
      }
      return .none
    }
    let exploration = try question.asked { try $0.explore(checking: [.settles]) }
    #expect(exploration.steps(of: Self.settles) == ["> turn", "@ idle"], "\(exploration)")
  }

  @Test func `the trail to work without an end at a late time has that time`() throws {
    let question = Question("use") { _, _, world in
      let time = (world.clock as? VirtualClock)?.now.offset ?? .zero
      return time < .seconds(600) ? .none : .send(.press("use"))
    }
    let exploration = try question.asked { try $0.explore(checking: [.settles]) }
    #expect(exploration.steps(of: Self.settles) == ["@ 86400s", "> use"], "\(exploration)")
  }

  @Test func `an effect ends, however often one in the background wakes before it`() throws {
    let question = Question("load") { button, state, world in
      let listen = Effect<ProbeAction>.run(name: "listen") { [choices = world.choices] send in
        try await choices.sleep(for: .zero ... .seconds(1))
        await send(.press("heard"))
      }
      .background
      guard button == "load" else { return listen }
      state.pressed = ["load"]
      return .merge(world.pause(), listen)
    }
    try question.expect(.proved, of: .settles)
  }

  @Test func `the trail to effects that never end leaves a loop in which they end`() throws {
    let question = Question("load") { button, state, world in
      let listen = Effect<ProbeAction>.run(name: "listen") { [choices = world.choices] send in
        try await choices.sleep(for: .zero ... .seconds(1))
        await send(.press(choices.choose("heard", ["none": "none", "retry": "poll"])))
      }
      .background
      switch button {
      case "load":
        state.pressed = ["load"]
        return .merge(world.pause(), listen)
      case "poll": return .later(.press("poll"), "poll", on: world.clock)
      default: return listen
      }
    }
    let found = try question.asked { try $0.explore(checking: [.settles]) }
    #expect(found[Self.settles]?.trail?.contains("retry") == true, "\(found)")
  }

  @Test func `a service that is tried for ever is found, with the answers that repeat`() throws {
    let exploration = try explored("polls")
    #expect(exploration.steps(of: Self.settles) == ["> ask", "@ 1s", "@ 1s", "? effects 0"])
    #expect(try exploration.playedTrail(of: Self.settles)?.source == "? effects 0")
  }
}

@Suite struct VacuousTests {
  private typealias Property = AppProperty<Locker.State>

  private static let locking: @Sendable (Locker.State, Locker.State) -> Bool = {
    $0.isOpen && !$1.isOpen
  }

  private func description(
    _ properties: [Property], samples: [String: [String]] = Locker.samples
  ) throws -> String {
    var model = AppModel<Locker>.bare()
    model.samples = samples
    let exploration = try model.explore(checking: properties)
    return exploration.verdicts.map(\.description).joined(separator: "\n")
  }

  @Test func `a vacuous property names what is missing`() throws {
    #expect(
      try description([
        .backUndoes("nxt"), .backUndoes("pin"), .backUndoes("open"), .backUndoes("drawer"),
        .backUndoes("drawer", with: "close"), .noSecret("locking", after: Self.locking),
        .noSecret("burning") { _, _ in false },
        .step("none opens") { !$2.isOpen || $0.isOpen || $1 == .input("open") },
      ]) == """
        proved      back undoes nxt
            holds vacuously: no screen accepts "nxt"
        proved      back undoes pin
            holds vacuously: no screen accepts "pin"
        proved      back undoes open
            holds vacuously: "open" pushes no screen
        proved      back undoes drawer
            holds vacuously: no screen that "drawer" pushes accepts "back"
        proved      close undoes drawer
        proved      no secret after locking
        proved      no secret after burning
            holds vacuously: no such step exists
        proved      every step: none opens
        """)
    #expect(
      try description(
        [.noSecret("a knock") { _, _ in true }, .noRuntimeIssue], samples: ["pin": [""]]) == """
          proved      no secret after a knock
              holds vacuously: no secure field receives a value
          proved      no runtime issue
          """)
  }

  @Test func `a vacuous step property says that no step exists`() throws {
    try Question("") { _, _, _ in .none }.asked { model in
      let exploration = try model.explore(checking: [.step("upwards") { $0 == $2 }])
      #expect(
        exploration.verdicts.map(\.description) == [
          "proved      every step: upwards\n    holds vacuously: no step exists"
        ])
    }
  }

  @Test func `with a bound a vacuous property is inconclusive`() throws {
    let properties: [Property] = [
      .backUndoes("nxt"), .noSecret("locking", after: Self.locking),
    ]
    let exploration = try AppModel<Locker>.bare().explore(
      checking: properties, within: Bounds(depth: 1))
    #expect(
      exploration.verdicts.map(\.result) == [.inconclusive(.depth(1)), .inconclusive(.depth(1))])
    #expect(exploration.verdicts.map(\.remark) == [nil, nil])
  }
}
