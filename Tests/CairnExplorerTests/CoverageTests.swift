import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import CairnTrail
import Foundation
import Testing

/// The parts of the world that a search tries by default, and the header of its report.
@Suite struct CoverageTests {
  /// Pays, and stores a note beside a timer.
  private struct Shop: TestApp {
    struct State: Hashable {
      var payments = 0
      var tries = 0
      var note = ""
      var isOver: Bool { payments > 0 || tries == 2 }
    }

    enum Action: Sendable {
      case pay, paid
      case note(String)
    }

    static let options = [
      AppOption("--latency", help: "the app decides the time of answers"),
      AppOption("--slow", help: "a payment takes up to a second"),
    ]
    static let properties: [AppProperty<State>] = [.never("two payments") { $0.payments == 2 }]

    let state = State()
    let reducer: Reduce<State, Action>

    init(_ launch: Launch) {
      let (choices, clock) = (launch.choices, launch.clock)
      if launch.options.has("--latency") { choices.answerTime = nil }
      let isSlow = launch.options.has("--slow")
      reducer = Reduce { state, action in
        switch action {
        case .pay:
          guard state.payments == 0, state.tries < 2 else { return .none }
          state.tries += 1
          return .run(name: "pay") { send in
            if isSlow { try await choices.sleep(for: .zero ... .seconds(1)) }
            try await choices.answer("pay", ["works": .success(())])
            await send(.paid)
          }
        case .paid:
          state.payments = min(2, state.payments + 1)
          return .none
        case .note(let note):
          state.note = note
          return .merge(
            .run(name: "store") { _ in },
            .run(name: "tick") { _ in try await clock.sleep(for: .seconds(1)) }.background
              .cancellable(id: "tick", cancelInFlight: true))
        }
      }
    }

    func elements(of state: State) -> ScreenBuilder<Action>.Elements {
      Button("pay", disabledBecause: state.isOver ? "it is paid" : nil, .pay)
      Field("note", state.note) { .note($0) }
    }
  }

  private let property = "never two payments"

  @Test func `an answer that a search gives at once takes time by default`() throws {
    let atOnce = try AppModel<Shop>.bare().explore()
    #expect(atOnce.isProved && atOnce.coverage.instantEffects == ["pay", "store"])
    let exploration = try AppModel<Shop>().explore()
    #expect(exploration.refuted == [property])
    let trail = try #require(exploration[property]?.trail)
    #expect(trail.contains("\n% latency 0s ... 1s\n") && trail.contains("\n% delays "), "\(trail)")
    #expect(exploration.steps(of: property).prefix(2) == ["> pay", "> pay"])
    let failure = try #require(try exploration.playedTrail(of: property))
    #expect(failure.description.contains("two payments"))
  }

  @Test func `the time that an app gives stays as it is`() throws {
    let exploration = try AppModel<Shop>(options: ["--latency"]).explore()
    #expect(exploration.isProved)
    #expect(exploration.coverage.tried == [.restarts, .disabled])
  }

  @Test func `the header says what was tried and what was not`() throws {
    func header(_ model: AppModel<Shop>) throws -> [String] {
      try model.explore(checking: [.noRuntimeIssue]).coverage.description.split(separator: "\n")
        .map(String.init)
    }
    #expect(
      try header(AppModel()) == [
        "tried: every input, every order of work, restarts, actions of disabled inputs,"
          + " answers that take up to 1s",
        #"no input was tried while an effect was in flight: "store""#,
        "without samples of the app: note",
      ])
    #expect(
      try header(.bare()) == [
        "tried: every input, every order of work",
        "not tried: restarts, actions of disabled inputs, answers that take up to 1s",
        #"no input was tried while an effect was in flight: "pay", "store""#,
        "without samples of the app: note",
      ])
    // A stand-in takes the time by itself.
    #expect(
      try header(.bare(options: ["--slow"])).prefix(2) == [
        "tried: every input, every order of work",
        "not tried: restarts, actions of disabled inputs, answers that take up to 1s",
      ])
  }

  @Test func `a part that a property asks for is tried, and not left out`() throws {
    let coverage = try AppModel<Shop>.bare().explore(checking: [.refusedMeansUnchanged]).coverage
    #expect(coverage.tried == [.disabled] && coverage.without == [.restarts, .delays])
  }

  @Test(arguments: [
    (3, ["\"mark\"", "\"row-0\"", "\"row-1\"", "\"row-2\"", "\"wait\""]),
    (64, ["\"mark\"", "\"row-0\" and 64 other steps"]),
  ])
  func `of many steps that read the clock at the same times one is named`(
    rows: Int, steps: [String]
  ) throws {
    // The rows read the clock; while a timer runs, another button does so.
    let rows = (0..<rows).map { "row-\($0)" }
    let question = Question((["wait", "mark"] + rows).joined(separator: " ")) {
      button, state, world in
      switch button {
      case "wait":
        state.pressed = Set(rows + [button])
        return .run { send in
          _ = world.clock.now
          try await world.clock.sleep(for: .seconds(2))
          await send(.press("waited"))
        }
      case "waited": state.pressed = []
      case "mark" where state.pressed.isEmpty: break
      default: return .run { _ in _ = world.clock.now }
      }
      return .none
    }
    let coverage = try question.asked { model in
      var model = model
      model.check = .none
      return try model.explore(checking: [.noRuntimeIssue]).coverage
    }
    let lines = coverage.description.split(separator: "\n").map(String.init)
    #expect(
      lines.filter { $0.hasPrefix("the clock") }.map { $0.components(separatedBy: ", tried")[0] }
        == steps.map { "the clock is read by \($0)" }, "\(lines)")
  }

  /// A player, whose position is typed in seconds, and set from outside.
  private struct Player: TestApp, PlainApp {
    static var events: [Screen<Int>.Element] {
      ValueButton("ring", takes: "seconds") { Int($0) }
    }
    let state = 0
    let reducer = Reduce<Int, Int>.assigning

    func elements(of state: Int) -> ScreenBuilder<Int>.Elements {
      ValueButton("seek", takes: "seconds") { Int($0) }
    }

    func screens(of state: Int) -> [Screen<Int>] {
      [state == 7 ? Screen("end", "End") { Button("back", 0) } : screen(of: state)]
    }
  }

  @Test(arguments: [[:], ["seek": [], "ring": []]] as [[String: [String]]])
  func `an input of which no sample is accepted was not tried`(
    _ samples: [String: [String]]
  ) throws {
    let properties: [AppProperty<Int>] = [
      .everyInputHasEffect, .noDeadEnd(), .alwaysReachable(screen: "end"),
      .reachable(screen: "end"),
    ]
    var model = AppModel<Player>.bare()
    model.samples = samples
    let untried = try model.explore(checking: properties)
    // An event may never come, and is no input.
    let events = ["", "", ", @ event ring", ", @ event ring"]
    #expect(untried.verdicts.count == events.count)
    for (verdict, event) in zip(untried.verdicts, events) {
      let reason = "unknown: > seek on the screen player\(event): no sample is accepted"
      #expect(verdict.result == .inconclusive(.unknown(reason)), "\(untried)")
    }
    let lines = untried.coverage.description.split(separator: "\n")
    #expect(lines[0] == "tried: every input but those below, every order of work")
    let rest = "seek on player (no sample is accepted), @ event ring (no sample is accepted)"
    #expect(lines[1].hasSuffix("answers that take up to 1s, \(rest)"), "\(lines)")
    // A screen to which only the event may lead is not known, either.
    model.samples = ["seek": ["8"], "ring": []]
    let reason = "unknown: @ event ring: no sample is accepted"
    let partly = try model.explore(checking: Array(properties.suffix(2)))
    for verdict in partly.verdicts {
      #expect(verdict.result == .inconclusive(.unknown(reason)), "\(partly)")
    }
    model.samples = ["seek": ["x", "7"], "ring": ["8"]]
    let tried = try model.explore(checking: properties)
    #expect(tried.isProved && tried.coverage.untypedInputs == [], "\(tried)")
  }

  /// Divides zero by zero.
  private struct Ratio: TestApp {
    static let starts = ["whole", "broken"]
    struct State: Hashable { var count = 1, ratio = 1.0 }
    enum Action: Sendable { case halve }
    let state: State
    let reducer = Reduce<State, Action> { state, _ in
      state.count /= 2
      state.ratio = Double(state.count) / Double(state.count)
      return .none
    }

    init(_ launch: Launch) {
      state = launch.start == "broken" ? State(ratio: .nan) : State()
    }

    func elements(of state: State) -> ScreenBuilder<Action>.Elements { Button("halve", .halve) }
  }

  @Test(arguments: Ratio.starts) func `a NaN in the state is named as the cause`(
    _ start: String
  ) throws {
    let exploration = try AppModel<Ratio>(start: start).explore()
    let property = "every state equals itself"
    #expect(exploration.states == 1)
    #expect(
      "\(exploration)".contains("; not everything was visited: a state does not equal itself"))
    #expect(exploration[property]?.remark?.contains("ratio: nan") == true)
    let failure = try #require(try exploration.playedTrail(of: property), "\(exploration)")
    #expect(failure.problem.contains("the state does not equal itself"), "\(failure)")
  }

  /// Stores a NaN.
  private struct Gauge: TestApp {
    enum Action: Sendable { case measure }
    let state = 0
    let reducer: Reduce<Int, Action>

    init(_ launch: Launch) {
      let level = launch.memory.keep(1.0)
      reducer = Reduce { _, _ in .run(name: "measure") { _ in level.withLock { $0 = .nan } } }
    }

    func elements(of state: Int) -> ScreenBuilder<Action>.Elements { Button("measure", .measure) }
  }

  @Test func `a NaN in the memory of a stand-in is named as the cause`() throws {
    let exploration = try AppModel<Gauge>().explore(within: Bounds(states: 100))
    let cause = "a state does not equal itself: in the memory of a stand-in, nan"
    #expect("\(exploration)".contains(cause) && exploration.states == 1, "\(exploration)")
  }
}

/// The example of the page about models is the code and the output below.
@Suite struct PageTests {
  private let page: String

  init() throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources").standardizedFileURL
    page = try String(
      contentsOf: sources.appending(path: "CairnModel/CairnModel.docc/CairnModel.md"),
      encoding: .utf8)
  }

  @Test func `the report on the page is the printed one`() throws {
    let model = Model(Airlock.State(), reducer: Airlock()) { _ in Airlock.Action.allCases }
    let exploration = try model.explore(checking: [
      .never("both doors are open") { $0.innerIsOpen && $0.outerIsOpen },
      .reachable("the outer door is open") { $0.outerIsOpen },
      .alwaysReachable("both doors are shut") { $0 == Airlock.State() },
      .noDeadEnd(),
      .step("one door at a time") { before, _, after in
        before.innerIsOpen == after.innerIsOpen || before.outerIsOpen == after.outerIsOpen
      },
    ])
    #expect(page.contains("```text\n\(exploration)\n```"))
  }

  @Test func `the model on the page is this one`() throws {
    let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    let lines = page.split(separator: "\n").drop { !$0.hasPrefix("struct Airlock:") }
      .prefix { !$0.hasPrefix("print(") }
    let tested = Set(source.split(separator: "\n").map { $0.drop { $0 == " " } })
    #expect(lines.count > 25)
    for line in lines {
      let isTested = tested.contains { $0.hasSuffix(line.drop { $0 == " " }) }
      #expect(isTested, "\(line)")
    }
  }
}

private struct Airlock: Reducer {
  struct State: Hashable {
    var innerIsOpen = false
    var outerIsOpen = false
  }

  enum Action: CaseIterable {
    case toggleInner, toggleOuter
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .toggleInner where !state.outerIsOpen: state.innerIsOpen.toggle()
    case .toggleOuter where !state.innerIsOpen: state.outerIsOpen.toggle()
    case .toggleInner, .toggleOuter: break
    }
    return .none
  }
}
