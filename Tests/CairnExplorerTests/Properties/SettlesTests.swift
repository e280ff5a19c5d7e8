import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import CairnSimulation
import Testing

/// Effects that never end.
@Suite struct SettlesTests {
  /// A wheel that turns after `spin`, in a way that the start selects.
  private struct Wheel: TestApp {
    enum State: Hashable { case still, turning }
    enum Action: Sendable { case spin, turn, stop }

    static let starts = ["once", "ever", "aside", "unanswered", "again", "beside"]

    let state = State.still
    let reducer: Reduce<State, Action>

    init(_ launch: Launch) {
      let (start, clock, choices) = (launch.start, launch.clock, launch.choices)
      let pause = Effect<Action>.later(.turn, "turn", on: clock)
      let save = Effect<Action>.run(name: "save") { _ in
        try await clock.sleep(for: .milliseconds(300))
      }
      let turns: Effect<Action> =
        switch start {
        case "unanswered":
          .run(name: "turn") { _ in
            try await choices.answer("turn", ["never": Answer<Void>.never])
          }
        case "again":
          .run(name: "turn") { send in
            try await clock.sleep(for: .seconds(1))
            let isDown = choices.choose("turn", ["ok": false, "down": true])
            await send(isDown ? .turn : .stop)
          }
        case "aside": pause.background
        case "beside": .merge(pause.background, save)
        default: pause
        }
      reducer = Reduce { state, action in
        switch action {
        case .spin where state == .turning: return .none
        case .turn where start == "once", .stop:
          state = .still
          return .none
        case .spin, .turn:
          state = .turning
          return turns
        }
      }
    }

    func elements(of state: State) -> ScreenBuilder<Action>.Elements {
      Button("spin", disabledBecause: state == .turning ? "it turns" : nil, .spin)
    }
  }

  private static let settles = "settles: every effect ends if left alone"

  private func explored(_ start: String) throws -> AppExploration<Wheel> {
    try AppModel<Wheel>.bare(start: start).explore(
      checking: [.settles], within: Bounds(states: 1_000))
  }

  @Test(arguments: ["once", "aside", "unanswered", "beside"])
  func `an effect that ends, is a background effect or waits for no answer settles`(
    _ start: String
  ) throws {
    let exploration = try explored(start)
    #expect(exploration.isProved, "\(exploration)")
  }

  @Test func `an effect that starts itself again for ever is found`() throws {
    let exploration = try explored("ever")
    #expect(
      exploration[Self.settles]?.trail == """
        % app wheel
        % start ever
        # This does not hold: settles: every effect ends if left alone
        > spin
        # If no input comes, these effects never end.
        @ idle

        """)
    let failure = try #require(try exploration.playedTrail(of: Self.settles))
    let problem = "effects are in flight, and have not ended after timers fired at 10,000 instants"
    #expect(failure.problem.hasPrefix("\(problem):\n"), "\(failure)")
    #expect([AppProperty<Wheel.State>].standard().map(\.name).contains(Self.settles))
  }

  @Test func `a service that is tried for ever is found, with the answers that repeat`() throws {
    let exploration = try explored("again")
    #expect(exploration.steps(of: Self.settles) == ["> spin", "@ 1s", "@ 1s", "? effects 0"])
    #expect(try exploration.playedTrail(of: Self.settles)?.source == "? effects 0")
  }
}

/// Properties that hold vacuously are proved and reported as vacuous.
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
