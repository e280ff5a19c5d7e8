import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import CairnSimulation
import Testing

/// Answers and memory that a reducer receives without an effect. Every answer is tried, and nothing that the answer
/// decides is left out.
@Suite struct ReducerAnswerTests {
  @Test func `a choice of a reducer is tried while an effect is in flight`() throws {
    let question = Question("wait toss") { button, state, world in
      if button == "wait" {
        state.pressed = ["wait"]
        return world.note("done")
      }
      guard state.pressed == ["wait"], state.noted.isEmpty else { return .none }
      state.noted = [world.choices.choose("toss", ["heads": "heads", "tails": "tails"])]
      return .none
    }
    let expected = ["heads", "tails", "heads done", "tails done"]
    #expect(try question.found(among: expected) == expected)
  }

  @Test func `a choice of a reducer distinguishes the effects that know it`() throws {
    let question = Question("draw") { _, state, world in
      state.pressed = ["draw"]
      return world.note(world.choices.choose("id", ["first": "1", "second": "2"]))
    }
    #expect(try question.found(among: ["1", "2"]) == ["1", "2"])
  }

  @Test func `a reducer reads the memory of its state, not that of the start`() throws {
    let question = Question("write read") { button, state, world in
      if button == "write" {
        state.pressed.insert("write")
        return .run(name: "write") { [clock = world.clock, box = world.box] send in
          try await clock.sleep(for: .seconds(1))
          box.withLock { $0 = "full" }
          await send(.note("written"))
        }
      }
      guard state.noted.count < 2 else { return .none }
      state.noted.append(world.box.withLock { $0 })
      return .none
    }
    let found = try question.found(
      among: ["empty empty", "empty written", "written empty", "written full", "full"])
    #expect(found == ["empty empty", "empty written", "written full"])
  }

  @Test(arguments: Moody.starts) func `a disabled input is refused with every answer`(
    _ start: String
  ) throws {
    let exploration = try AppModel<Moody>(start: start).explore()
    let property = "refused means unchanged"
    #expect(exploration[property]?.result == .refuted, "\(exploration)")
    #expect(try exploration.playedTrail(of: property) != nil)
  }

  @Test func `a disabled input is refused at later times, too`() throws {
    let exploration = try AppModel<Locked>().explore()
    let property = "refused means unchanged"
    #expect(exploration[property]?.result == .refuted, "\(exploration)")
    #expect(exploration.steps(of: property) == ["@ 86400s", "! open"])
    #expect(try exploration.playedTrail(of: property) != nil)
  }

  /// Its disabled button opens a lock after a minute. Busy, it has an effect in flight for ever.
  private struct Locked: TestApp {
    enum Action: Sendable { case open, wait }

    static let starts = ["idle", "busy"]
    static let properties: [AppProperty<Int>] = [.always("small") { $0 < 2 }]
    let state = 0
    let firstAction: Action?
    let reducer: Reduce<Int, Action>

    init(_ launch: Launch) {
      firstAction = launch.start == "busy" ? .wait : nil
      let elapsed = Self.elapsed(launch.clock)
      reducer = Reduce { state, action in
        if case .wait = action {
          return .run(name: "wait") { _ in
            let (ends, end) = AsyncStream.makeStream(of: Int.self)
            for await _ in ends {}
            end.finish()
          }
        }
        if elapsed() >= .seconds(60) { state = 1 }
        return .none
      }
    }

    private static func elapsed(
      _ clock: some Clock<Duration>
    ) -> @Sendable () -> Duration {
      let start = clock.now
      return { start.duration(to: clock.now) }
    }

    func elements(of state: Int) -> ScreenBuilder<Action>.Elements {
      Button("open", disabledBecause: "it is locked", .open)
    }
  }

  @Test func `a disabled input that reads the clock beside effects decides no other property`()
    throws
  {
    let exploration = try AppModel<Locked>(start: "busy").explore()
    let gap =
      "unknown: > open on the screen locked: its result depends on a time that was not tried"
    #expect(exploration.verdicts[0].result == .proved, "\(exploration)")
    #expect(
      exploration["refused means unchanged"]?.result == .inconclusive(.unknown(gap)),
      "\(exploration)")
  }

  @Test func `a disabled input of a feature that is absent is refused`() throws {
    let exploration = try AppModel<Closed>().explore()
    #expect(exploration["refused means unchanged"]?.result == .proved, "\(exploration)")
    #expect(exploration.refuted.isEmpty, "\(exploration)")
  }

  /// Its disabled button belongs to a sheet that never opens.
  private struct Closed: TestApp {
    struct State: Hashable { var sheet: Int? }

    enum Action: Sendable {
      case sheet(Int)
      case close
    }

    static let properties: [AppProperty<State>] = [
      .always("closed") { $0.sheet == nil }, .noRuntimeIssue,
    ]
    let state = State()

    init(_: Launch) {}

    var reducer: some Reducer<State, Action> {
      Reduce<State, Action> { _, _ in .none }
        .ifLet(\.sheet, CasePath(Action.sheet) { if case .sheet(let x) = $0 { x } else { nil } }) {
          Reduce<Int, Int> { state, action in
            state += action
            return .none
          }
        }
    }

    func elements(of state: State) -> ScreenBuilder<Action>.Elements {
      Button("add", disabledBecause: "the sheet is closed", .sheet(1))
      Button("close", .close)
    }
  }

  @Test func `an answer that the app has fixed at its launch is given once`() throws {
    var model = AppModel<Lucky>()
    model.without.insert(.restarts)
    let exploration = try model.explore()
    let results = exploration.verdicts.prefix(3).map(\.result)
    #expect(results == [.proved, .proved, .refuted], "\(exploration)")
  }

  /// Tosses twice. The first toss is fixed.
  private struct Lucky: TestApp {
    enum Action: Sendable {
      case toss
      case tossed(String)
    }

    static let properties: [AppProperty<[String]>] = [
      .reachable("bad good") { $0 == ["bad", "good"] },
      .reachable("bad bad") { $0 == ["bad", "bad"] },
      .reachable("a good first toss") { $0.first == "good" },
    ]
    let state: [String] = []
    let reducer: Reduce<[String], Action>

    init(_ launch: Launch) {
      launch.choices.fix("toss", "bad")
      reducer = Reduce { [choices = launch.choices] state, action in
        switch action {
        case .toss:
          return .run(name: "toss") { send in
            await send(.tossed(choices.choose("toss", ["good": "good", "bad": "bad"])))
          }
        case .tossed(let side):
          state.append(side)
          return .none
        }
      }
    }

    func elements(of state: [String]) -> ScreenBuilder<Action>.Elements {
      if state.count < 2 { Button("toss", .toss) }
    }
  }

  /// Refuses a disabled button with the first answer only.
  private struct Moody: TestApp {
    enum Action: Sendable { case start, toss }

    static let starts = ["idle", "busy"]
    static let properties: [AppProperty<Int>] = [.always("small") { $0 < 2 }]
    let state = 0
    let firstAction: Action?
    let reducer: Reduce<Int, Action>

    init(_ launch: Launch) {
      firstAction = launch.start == "busy" ? .start : nil
      reducer = Reduce { [choices = launch.choices, clock = launch.clock] state, action in
        switch action {
        case .start:
          return .run(name: "work") { _ in try await clock.sleep(for: .seconds(1)) }
        case .toss:
          state = choices.choose("toss", ["heads": 0, "tails": 1])
          return .none
        }
      }
    }

    func elements(of state: Int) -> ScreenBuilder<Action>.Elements {
      Button("toss", disabledBecause: "it is not your turn", .toss)
    }
  }
}
