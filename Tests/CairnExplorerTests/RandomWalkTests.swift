import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import CairnSimulation
import CairnTrail
import Synchronization
import Testing

@Suite struct RandomWalkTests {
  /// A way with one button, behind which two count without end.
  private struct Way: TestApp {
    struct State: Hashable {
      var place = 0
      var left = 0
      var right = 0
      var isLate = false
    }

    enum Action: Sendable { case go, left, right, later, arrived, stray }

    static let starts = ["long", "short", "closed"]
    static let end = 30
    let state: State
    let isClosed: Bool
    let reducer: Reduce<State, Action>

    init(_ launch: Launch) {
      let clock = launch.clock
      isClosed = launch.start == "closed"
      state = State(place: launch.start == "long" ? 0 : Self.end)
      reducer = Reduce { state, action in
        switch action {
        case .go: state.place = min(state.place + 1, Self.end)
        case .left: state.left += 1
        case .right: state.right += 1
        case .later:
          return .later(.arrived, "later", on: clock)
            .cancellable(id: "later", cancelInFlight: true)
        case .arrived: state.isLate = true
        case .stray:
          RuntimeIssue.report(RuntimeIssue("strayed", causes: [], suggestion: "go back."))
        }
        return .none
      }
    }

    func elements(of state: State) -> ScreenBuilder<Action>.Elements {
      if state.place < Self.end {
        Button("go", .go)
      } else if !isClosed {
        Button("left", .left)
        Button("right", .right)
        Button("later", .later)
        if state.left == 3 { Button("stray", .stray) }
      }
    }
  }

  private static let often = AppProperty<Way.State>.always("three to the left, late") {
    $0.left < 3 || !$0.isLate
  }
  private static let few = AppProperty<Way.State>.always("few") { $0.left + $0.right < 500 }

  private func explored(
    _ start: String, _ walks: RandomWalks, _ properties: [AppProperty<Way.State>] = [often, few],
    depth: Int = 1
  ) throws -> AppExploration<Way> {
    var model = AppModel<Way>.bare(start: start)
    model.walks = walks
    model.check = .none
    return try model.explore(checking: properties, within: Bounds(depth: depth))
  }

  @Test func `a walk refutes what the search did not reach, by a trail without a line to spare`()
    throws
  {
    let exploration = try explored("short", RandomWalks(count: 100))
    #expect(exploration.limit == .depth(1))
    #expect(exploration.verdicts.map(\.result) == [.refuted, .inconclusive(.depth(1))])
    let steps = exploration.steps(of: "always three to the left, late")
    #expect(steps.count { $0 == "> left" } == 3 && !steps.contains("> right"), "\(steps)")
    #expect(steps.count { $0 == "> later" } == 1 && steps.count { $0.hasPrefix("@ ") } == 1)
    let failure = try exploration.playedTrail(
      of: "always three to the left, late", checking: [Self.often])
    #expect(failure?.problem.contains("three to the left, late") == true)
    #expect(
      exploration["always three to the left, late"]?.remark
        == "found by a random walk: there may be a shorter trail")
    let report = try #require(exploration.walks)
    #expect(report.count == 100 && report.seed == 1 && "\(exploration)".contains("\n\(report)\n"))
  }

  @Test func `a walk goes on from a state that the search did not expand`() throws {
    // No walk of ten steps passes the way of thirty.
    let near = RandomWalks(count: 60, length: 10)
    #expect(try explored("long", near, depth: 5).refuted == [])
    #expect(try explored("long", near, depth: 31).refuted == ["always three to the left, late"])
  }

  @Test func `the same numbers give the same walks, and shards share them`() throws {
    var walks = RandomWalks(count: 21, seed: 7, length: 20)
    let all = try explored("short", walks)
    #expect(try explored("short", walks).description == all.description)
    walks.shards = 3
    let parts = try (0..<3).map { part in
      walks.shard = part
      return try #require(try explored("short", walks).walks)
    }
    #expect(parts.map(\.count) == [7, 7, 7])
    #expect(parts.reduce(0) { $0 + $1.steps } == all.walks?.steps)
    #expect(try explored("short", RandomWalks(count: 21, seed: 8, length: 20)).walks != all.walks)
  }

  @Test func `shards together refute what all walks refute`() throws {
    let properties = [3, 5].map { count in
      AppProperty<Way.State>.never("\(count) steps") { $0.left + $0.right >= count }
    }
    var walks = RandomWalks(count: 3)
    let all = try explored("short", walks, properties).refuted
    #expect(all == properties.map(\.name))
    walks.shards = 3
    for shard in 0..<3 {
      walks.shard = shard
      // Each walk takes more steps than that.
      #expect(try explored("short", walks, properties).refuted == all)
    }
  }

  @Test func `a runtime issue of a walk is found`() throws {
    let exploration = try explored("short", RandomWalks(count: 100), [.noRuntimeIssue])
    let verdict = try #require(exploration.verdicts.first)
    #expect(
      verdict.result == .refuted && verdict.remark?.contains("strayed") == true, "\(exploration)")
    #expect(exploration.steps(of: verdict.property) == ["> left", "> left", "> left", "> stray"])
  }

  @Test func `a crash in a walk is found, with the lines up to it`() throws {
    func exploration(crashingAt crash: Int?, _ walks: Int) throws -> (AppExploration<Way>, Int) {
      let steps = Atomic(0)
      var model = AppModel<Way>.bare(start: "short")
      (model.walks, model.check) = (RandomWalks(count: walks), .none)
      model.crash = "the program crashed"
      model.willStep = { steps.add(1, ordering: .relaxed).newValue != crash }
      let found = try model.explore(checking: [Self.few], within: Bounds(depth: 1))
      return (found, steps.load(ordering: .relaxed))
    }
    let searched = try exploration(crashingAt: nil, 0).1
    // The fourth line of the first walk.
    let (found, _) = try exploration(crashingAt: searched + 5, 3)
    #expect(found.refuted == ["no step crashes"] && found.walks?.count == 1)
    #expect(found["no step crashes"]?.remark?.hasPrefix("the program crashed\n") == true)
    #expect(found.steps(of: "no step crashes").count == 4)
  }

  @Test func `a crash while a walk is shrunk has its lines`() throws {
    // The number of steps up to the refutation; those before it are of the last trails that were tried.
    func explored(crashingAt crash: Int) throws -> (AppExploration<Way>, Int) {
      var (steps, last) = (0, 0)
      var model = AppModel<Way>.bare(start: "short")
      (model.walks, model.check) = (RandomWalks(count: 100), .none)
      model.crash = "the program crashed"
      model.willStep = {
        steps += 1
        return steps < crash
      }
      model.didRefute = { if $0.property == Self.often.name { last = steps } }
      let found = try model.explore(checking: [Self.often], within: Bounds(depth: 1))
      return (found, last)
    }
    let (_, end) = try explored(crashingAt: .max)
    for crash in end - 5...end {
      let (found, _) = try explored(crashingAt: crash)
      #expect(found.refuted == ["no step crashes", Self.often.name], "\(found)")
      #expect(found.steps(of: "no step crashes").count == 4, "\(found)")
      #expect(found["no step crashes"]?.remark?.hasPrefix("the program crashed\n") == true)
    }
  }

  @Test func `the steps are over before the verdicts are computed`() throws {
    let log = Mutex<[String]>([])
    var model = AppModel<Way>.bare(start: "closed")
    model.check = .none
    model.willStep = {
      log.withLock { $0.append("step") }
      return true
    }
    model.didEndSteps = { log.withLock { $0.append("end") } }
    _ = try model.explore(checking: [
      .noDeadEnd { _ in
        log.withLock { $0.append("condition") }
        return true
      }
    ])
    // The condition is looked at once in the search, and twice for the verdict.
    #expect(log.withLock { $0.suffix(4) } == ["condition", "end", "condition", "condition"])
  }

  @Test func `the steps are over after the walks`() throws {
    let last = Mutex("")
    var model = AppModel<Way>.bare(start: "short")
    (model.walks, model.check) = (RandomWalks(count: 2), .none)
    model.willStep = {
      last.withLock { $0 = "step" }
      return true
    }
    model.didEndSteps = { last.withLock { $0 = "end" } }
    let found = try model.explore(checking: [Self.few], within: Bounds(depth: 1))
    #expect(found.walks?.count == 2 && last.withLock { $0 } == "end")
  }

  /// A state that notes when its parts are read.
  private struct Noted: TestApp, PlainApp {
    struct State: Hashable, CustomReflectable {
      static let log = Mutex<[String]>([])
      var pin: Secret = ""

      var customMirror: Mirror {
        Self.log.withLock { $0.append("read") }
        return Mirror(self, children: ["pin": pin])
      }
    }

    static let samples = ["pin": ["1234"]]
    let state = State()
    let reducer = Reduce<State, Secret> { state, pin in
      state.pin = pin
      return .none
    }

    func elements(of state: State) -> ScreenBuilder<Secret>.Elements {
      Field("pin", secure: state.pin) { $0 }
    }
  }

  @Test func `the steps are over before secrets are looked for`() throws {
    var model = AppModel<Noted>.bare()
    model.check = .none
    model.didEndSteps = { Noted.State.log.withLock { $0.append("end") } }
    let typing = AppProperty<Noted.State>.noSecret("typing") { $0.pin.isEmpty && !$1.pin.isEmpty }
    let exploration = try model.explore(checking: [typing])
    let log = Noted.State.log.withLock { $0 }
    #expect(exploration.refuted == [typing.name] && log.first == "end" && log.contains("read"))
  }

  /// A picker without an option and a field without a sample, beside a button that starts a long sleep.
  private struct Blank: TestApp {
    static let samples: [String: [String]] = ["field": []]
    let state = 0
    let reducer: Reduce<Int, Int>

    init(_ launch: Launch) {
      let clock = launch.clock
      reducer = Reduce { state, action in
        state += action
        return .run(name: "long") { _ in try await clock.sleep(for: .seconds(Int64.max)) }
      }
    }

    func elements(of state: Int) -> ScreenBuilder<Int>.Elements {
      Picker("picker", "", of: []) { _ in 0 }
      Field("field", "") { _ in 0 }
      Button("more", 1)
    }
  }

  @Test func `an input without values ends no walk, and neither does an endless sleep`() throws {
    var model = AppModel<Blank>.bare()
    (model.walks, model.check) = (RandomWalks(count: 2, length: 40), .none)
    let exploration = try model.explore(
      checking: [.always("few") { $0 < 1_000 }], within: Bounds(depth: 1))
    // The second walk begins behind a step.
    #expect(exploration.walks?.steps == 81, "\(exploration)")
  }

  @Test func `a wait of a walk is not longer than the time to the next timer`() throws {
    let question = Question("go") { _, state, world in
      state.pressed = ["go"]
      return .merge(
        [300, 600].map { time in
          Effect<ProbeAction>.later(
            .note("\(time)"), "note", after: .microseconds(time), on: world.clock)
        })
    }
    let found = try question.asked { model in
      var model = model
      model.walks = RandomWalks(count: 100)
      let single = AppProperty<ProbeState>.step("one note a step") { before, _, after in
        after.noted.count <= before.noted.count + 1
      }
      return try model.explore(checking: [single], within: Bounds(depth: 0))
    }
    #expect(found.walks?.count == 100 && found.refuted.isEmpty, "\(found)")
  }

  /// A clock without an input.
  private struct Tide: TestApp {
    struct State: Hashable {
      var hour = 0
      var isStormy = false
    }

    enum Action: Sendable { case tick, storm }

    static var events: [Screen<Action>.Element] { Button("storm", .storm) }
    let state = State()
    let firstAction: Action? = .tick
    let reducer: Reduce<State, Action>

    init(_ launch: Launch) {
      let clock = launch.clock
      reducer = Reduce { state, action in
        guard action == .tick else {
          state.isStormy = true
          return .none
        }
        state.hour += 1
        return .later(.tick, "tick", on: clock)
      }
    }

    func elements(of state: State) -> ScreenBuilder<Action>.Elements {}
  }

  @Test func `where a screen has no input and timers run, a walk has events too`() throws {
    var model = AppModel<Tide>.bare()
    model.walks = RandomWalks(count: 10)
    let late = AppProperty<Tide.State>.never("a storm late") { $0.isStormy && $0.hour > 5 }
    let exploration = try model.explore(checking: [late], within: Bounds(depth: 1))
    #expect(exploration.refuted == [late.name], "\(exploration)")
  }

  @Test func `after a refutation, no walks follow if the search is to end at the first one`()
    throws
  {
    var model = AppModel<Way>.bare(start: "short")
    (model.walks, model.stopsAtFirst) = (RandomWalks(count: 100), true)
    // A property of paths is checked when the search has ended.
    let exploration = try model.explore(
      checking: [Self.often, .eventually("left") { $0.left > 0 }], within: Bounds(depth: 1))
    #expect(exploration.refuted == ["eventually left"] && exploration.walks == nil)
  }

  @Test func `a search that visits everything takes no walks`() throws {
    let exploration = try explored("closed", RandomWalks(count: 10))
    #expect(exploration.limit == nil && exploration.walks == nil && exploration.isProved)
  }
}
