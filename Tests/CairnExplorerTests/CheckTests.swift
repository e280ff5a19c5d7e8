import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import CairnSimulation
import Foundation
import TestSupport
import Testing

/// What a search claims is replayed: an app that depends on more than its launch is not proved.
@Suite struct CheckTests {
  /// A button whose press depends on something that the search does not know.
  private struct Loose: TestApp {
    struct State: Hashable {
      var isOn = false
      var value = 0.0
      var object = FlawedObject()
      var hidden = Hidden()
    }

    enum Action: Sendable {
      case press
      case set(Double)
    }

    static let starts = [
      "sound", "random", "date", "random in an effect", "date in an effect", "counter",
      "counter of all apps", "object", "hidden", "screen",
    ]
    private static let presses = Counter()

    let state = State()
    let reducer: Reduce<State, Action>
    let showsTime: Bool

    init(_ launch: Launch) {
      let start = launch.start
      showsTime = start == "screen"
      let own = launch.memory.keep(0)
      let outside = Counter()
      @Sendable func value() -> Double {
        start.hasPrefix("date") ? Date().timeIntervalSince1970 : .random(in: 1...2)
      }
      reducer = Reduce { [clock = launch.clock] state, action in
        switch (action, start) {
        case (.set(let value), _): state.value = value
        case (.press, "counter"):
          state.isOn.toggle()
          if outside.next() == 3 { state.value = 3 }
        case (.press, "hidden"):
          state.isOn.toggle()
          state.hidden.number += 1
          if state.hidden.number == 3 { state.value = 3 }
        case (.press, "object"): if state.object.count < 3 { state.object.count += 1 }
        case (.press, _) where state.isOn: break
        case (.press, "random"), (.press, "date"): state = State(isOn: true, value: value())
        case (.press, "counter of all apps"):
          state = State(isOn: true, value: Double(Self.presses.next()))
        case (.press, "random in an effect"), (.press, "date in an effect"):
          state.isOn = true
          return .run(name: "set") { send in
            try await clock.sleep(for: .seconds(1))
            await send(.set(value()))
          }
        default:
          state.isOn = true
          own.withLock { $0 += 1 }
        }
        return .none
      }
    }

    func elements(of state: State) -> ScreenBuilder<Action>.Elements {
      if showsTime { Text("\(Date().timeIntervalSince1970)") }
      Button("press", .press)
    }
  }

  private static let properties: [AppProperty<Loose.State>] = [
    .always("a small value") { $0.value < 1e12 }, .reachable("the light is on") { $0.isOn },
    .never("the light is on") { $0.isOn },
  ]

  private func explored(
    _ start: String, _ check: SearchCheck.Amount
  ) throws -> AppExploration<Loose> {
    var model = AppModel<Loose>.bare(start: start)
    model.check = check
    return try model.explore(checking: Self.properties)
  }

  @Test(arguments: Loose.starts.dropFirst())
  func `an app that depends on more than its launch is not proved`(start: String) throws {
    let unchecked = try explored(start, .none)
    #expect(unchecked.verdicts[0].result == .proved)
    #expect("\(unchecked.check)" == "nothing was checked by replay")
    let found = try explored(start, .some)
    #expect(found.verdicts[0].result == .inconclusive(.difference), "\(found)")
    #expect(found.check.difference?.hasPrefix("a replay differs from the search: ") == true)
    #expect(found.check.difference?.contains("\n% app loose") == true, "\(found)")
  }

  @Test func `a counterexample that fails in its replay stands`() throws {
    let found = try explored("random", .some)
    #expect(found.verdicts.dropFirst().map(\.result) == [.proved, .refuted], "\(found)")
  }

  @Test(arguments: SearchCheck.Amount.allCases)
  func `every state and every step is replayed`(amount: SearchCheck.Amount) throws {
    let found = try explored("sound", amount)
    #expect(found.check.difference == nil)
    #expect(
      "\(found.check)"
        == (amount == .none
          ? "nothing was checked by replay" : "checked by replay: 2 of 2 states, 2 of 2 steps"))
  }

  /// An app whose state depends on a credential.
  private struct Keyed: TestApp {
    static let options = [
      AppOption("--strict", help: "nothing"), AppOption("--token", value: "TEXT", help: "a key"),
    ]
    let state: Int
    let reducer = Reduce<Int, Int>.assigning

    init(_ launch: Launch) { state = launch.options["--token"]?.count ?? 0 }

    func elements(of state: Int) -> ScreenBuilder<Int>.Elements { Button("press", -1) }
  }

  @Test(arguments: [["--strict", "--token", "hunter2"], ["--token=hunter 2"]])
  func `a search with a credential is replayed with it, and no trail contains it`(
    options: [String]
  ) throws {
    let model = AppModel<Keyed>.bare(options: options)
    let found = try model.explore(checking: [.never("pressed") { $0 < 0 }])
    #expect(found.check.difference == nil && found.check.states == 2, "\(found)")
    let trail = try #require(found.verdicts.first?.trail)
    #expect(trail.contains("--token=redacted\n") && !trail.contains("hunter"), "\(trail)")
  }

  @Test(arguments: [nil, ProbeState(pressed: ["a"])])
  func `a search with memory, effects and restarts is replayed, also from a given state`(
    state: ProbeState?
  ) throws {
    // Effects that overlap, with answers and restarts.
    let question = Question("a b") { button, state, world in
      state.pressed.insert(button)
      return .run(name: button) { send in
        try await world.choices.sleep(for: .seconds(1) ... .seconds(3))
        world.box.withLock { $0 = button }
        await send(.note(world.choices.choose("answer", ["yes": button, "no": "-"])))
      }
    }
    try question.asked { _ in
      var model = AppModel<Probe>()
      if let state { model = try model.starting(at: state) }
      model.check = .all
      model.without.remove(.restarts)
      // A step to some of the times of a state is not replayed.
      model.reductions.coversTimes = false
      let found = try model.explore(checking: [])
      #expect(found.check.difference == nil, "\(found)")
      #expect(
        found.check.states == found.states && found.check.steps == found.transitions,
        "\(found.check)")
    }
  }

  @Test func `the bound of time holds for the check, too`() throws {
    var model = AppModel<Loose>(start: "sound")
    let bounds = Bounds(time: .zero)
    #expect(try model.explore(within: bounds).check.states == 0)
    model.check = .all
    #expect(try model.explore(within: bounds).check.states > 0)
  }

  @Test(.gate)
  func `the time in which a search repeats another one does not count for its check`() throws {
    var model = AppModel<Loose>.bare(start: "sound")
    model.notesProgress = true
    model.progress = try model.explore(within: Bounds(depth: 1)).searchProgress
    var isRepeating = true
    let found = try model.explore(within: Bounds(time: .seconds(2))) { _ in
      // Real time is the subject: the repetition takes longer than the search and its check may.
      let end = ContinuousClock.now + .milliseconds(isRepeating ? 2_600 : 0)
      while ContinuousClock.now < end {}
      isRepeating = false
      return true
    }
    #expect(found.limit == nil && found.check.states == 2, "\(found)")
  }

  @Test(arguments: ["sound", "random"])
  func `a search from a given state is replayed from that state`(start: String) throws {
    let state = Loose.State(value: 1)
    let found = try AppModel<Loose>.bare(start: start).starting(at: state)
      .explore(checking: Self.properties)
    #expect((found.check.difference == nil) == (start == "sound"), "\(found)")
    #expect(found.verdicts[0].result == (start == "sound" ? .proved : .inconclusive(.difference)))
    #expect(
      found.check.difference?.contains("\n# It starts in the state where the search started")
        != false)
  }
}
